"""The single things on the table: spaces, houses, emissaries, markers, cards."""

from collections.abc import Sequence
from typing import Final

from domain.han.pictured import HanMarket, HanProvince, HanSpace
from domain.svg import INK, PAPER, SEAT_COLOURS, Element, Number, circle, group, line, path, polygon, rect, text

CARD: Final = {"green": "#7fb868", "orange": "#ee9640", "red": "#d9695f", "violet": "#a184c6", "yellow": "#ecc94b"}
LAND: Final = {"green": "#bfdcae", "orange": "#f6cd9c", "red": "#eeb1a8", "violet": "#d2c2e6", "yellow": "#f5e29c"}
EDGE: Final = {"green": "#5b8f45", "orange": "#b96c1d", "red": "#a8433a", "violet": "#76569f", "yellow": "#a98a16"}
GOLD: Final = "#b8860b"
WATER: Final = "#2f6f9f"
SPACE: Final = 16  # radius of a house space
DRAGON: Final = 32  # radius of a dragon space


def seat_colour(seat: int) -> str:
    return SEAT_COLOURS[seat % len(SEAT_COLOURS)]


def words(x: Number, y: Number, said: str, size: Number = 14, *, bold: bool = False, **more: str) -> Element:
    """Text with a paper halo, readable on any ground."""
    style = {"paint_order": "stroke", "stroke": PAPER, "stroke_width": "3", "stroke_linejoin": "round"} | more
    return text(x, y, said, size=size, font_weight="bold" if bold else None, **style)


def figure(x: Number, y: Number, said: str, size: Number = 14, fill: str = "#ffffff") -> Element:
    """A number in a piece."""
    return text(x, y + size * 0.36, said, size=size, font_weight="bold", fill=fill)


def house(x: Number, y: Number, seat: int, size: Number = 15) -> Element:
    """A house with the number of its seat."""
    roof = [(x - size, y - size * 0.2), (x, y - size * 1.15), (x + size, y - size * 0.2)]
    body = [*roof, (x + size * 0.78, y - size * 0.2), (x + size * 0.78, y + size * 0.9), (x - size * 0.78, y + size * 0.9), (x - size * 0.78, y - size * 0.2)]
    return group(
        polygon(body, fill=seat_colour(seat), stroke="#ffffff", stroke_width=4, stroke_linejoin="round"),
        polygon(body, fill=seat_colour(seat), stroke=INK, stroke_width=1.5, stroke_linejoin="round"),
        figure(x, y + size * 0.28, str(seat), size),
    )


def emissary(x: Number, y: Number, seat: int, said: str, size: Number = 12) -> Element:
    """An emissary: a disc with a hat; what is said is how many there are."""
    return group(
        circle(x, y, size, fill=seat_colour(seat), stroke="#ffffff", stroke_width=3),
        circle(x, y, size, fill=seat_colour(seat), stroke=INK, stroke_width=1.2),
        polygon(
            [(x - size * 0.8, y - size * 0.62), (x, y - size * 1.5), (x + size * 0.8, y - size * 0.62)], fill=seat_colour(seat), stroke=INK, stroke_width=1.2
        ),
        figure(x, y + 1, said, size * 1.15),
    )


def anchor(x: Number, y: Number, size: Number, colour: str = WATER) -> Element:
    d = f"M{x} {y - size * 0.45} V{y + size} M{x - size * 0.5} {y - size * 0.1} H{x + size * 0.5} M{x - size * 0.9} {y + size * 0.3}"
    d += f" Q{x - size * 0.7} {y + size} {x} {y + size} Q{x + size * 0.7} {y + size} {x + size * 0.9} {y + size * 0.3}"
    return group(
        path(d, fill="none", stroke=colour, stroke_width=2.2, stroke_linecap="round"),
        circle(x, y - size * 0.7, size * 0.26, fill="none", stroke=colour, stroke_width=2),
    )


def fortification(x: Number, y: Number) -> Element:
    """A wall with battlements around a house space."""
    top, left, step = y + 3, x - 24, 8
    d = f"M{left} {y + 23} V{top} " + " ".join(f"h{step} v{6 if n % 2 == 0 else -6}" if n < 5 else f"h{step}" for n in range(6))
    return path(f"{d} V{y + 23} Z", fill="#9b9488", stroke=INK, stroke_width=1.5, stroke_linejoin="round")


def market(x: Number, y: Number, seat: int) -> Element:
    """A stall with an awning; on it the emissary of its owner."""
    stripes = [rect(x - 20 + 8 * n, y - 18, 8, 11, fill="#c0392b" if n % 2 == 0 else "#ffffff", stroke=INK, stroke_width=0.8) for n in range(5)]
    return group(rect(x - 20, y - 18, 40, 36, fill="#f3e6c8", stroke=INK, stroke_width=1.5), *stripes, emissary(x, y + 7, seat, str(seat), 10))


def space(of: HanSpace, colours: Sequence[str], owner: HanMarket | None) -> Element:
    """A house space with what stands on it."""
    title = f"{of.id}: {_standing(of, owner)}"
    parts = _ground(of, colours)
    if of.fortified:
        parts.append(fortification(of.x, of.y))
    if of.house is not None:
        parts.append(house(of.x, of.y - (4 if of.fortified else 0), of.house))
    if owner is not None:
        parts.append(market(of.x, of.y, owner.seat))
    return group(*parts, title=title)


def _standing(of: HanSpace, owner: HanMarket | None) -> str:
    if owner is not None:
        return f"market place of seat {owner.seat}"
    if of.house is None:
        return "free" + (", a port" if of.port else "")
    return f"house of seat {of.house}{' on a fortification' if of.fortified else ''}{', a port' if of.port else ''}"


def _ground(of: HanSpace, colours: Sequence[str]) -> list[Element]:
    if len(colours) == 2:  # a border space shows both colours
        left, right = (f"M{of.x} {of.y - SPACE} A{SPACE} {SPACE} 0 0 {sweep} {of.x} {of.y + SPACE} Z" for sweep in (0, 1))
        halves = [path(left, fill=CARD[colours[0]]), path(right, fill=CARD[colours[1]])]
        return [*halves, circle(of.x, of.y, SPACE, fill="none", stroke=INK, stroke_width=2, stroke_dasharray="5 3")]
    rim = WATER if of.port else INK
    parts = [circle(of.x, of.y, SPACE, fill="#fffdf6", stroke=rim, stroke_width=3 if of.port else 1.8)]
    if of.port:
        busy = of.house is not None
        parts.append(anchor(of.x + 25, of.y - 14 if of.fortified else of.y + 13, 7) if busy else anchor(of.x, of.y, 10))
    return parts


def dragon_space(of: HanProvince) -> Element:
    """The dragon space with its emissaries by seat, how many there may be, and the scoring disk."""
    x, y = of.dragon.x, of.dragon.y
    held = [(seat, number) for seat, number in enumerate(of.emissaries) if number]
    title = f"{of.name}: {', '.join(f'{number} of seat {seat}' for seat, number in held) or 'no emissary'}; at most {of.emissary_limit}"
    parts = [circle(x, y, DRAGON, fill="#fffaf0", stroke=GOLD, stroke_width=3)]
    parts.append(_dragon(x, y, 0.18 if held else 0.55))
    parts += [emissary(*_place(x, y, n, len(held)), seat, str(number), 11) for n, (seat, number) in enumerate(held)]
    if of.emissary_limit:
        parts += [
            rect(x - 19, y + DRAGON - 9, 38, 17, rx=8, fill="#fffaf0", stroke=GOLD, stroke_width=1.2),
            _limit(x, y, sum(of.emissaries), of.emissary_limit),
        ]
    if of.scored:
        parts += [
            circle(x + 25, y - 25, 11, fill="#5d4a2a", stroke="#ffffff", stroke_width=2, title="scored"),
            path(f"M{x + 19.5} {y - 25} l4 5 l8 -9", fill="none", stroke="#ffffff", stroke_width=2.6),
        ]
    return group(*parts, title=title)


def _limit(x: Number, y: Number, number: int, most: int) -> Element:
    return text(x, y + DRAGON + 4, f"{number} of {most}", size=12)


def _place(x: Number, y: Number, n: int, of: int) -> tuple[Number, Number]:
    if of == 1:
        return x, y
    spots = {2: ((-13, 0), (13, 0)), 3: ((-13, -9), (13, -9), (0, 12)), 4: ((-13, -10), (13, -10), (-13, 12), (13, 12))}.get(
        of, ((-20, -8), (0, -12), (20, -8), (-11, 13), (11, 13))
    )
    dx, dy = spots[n]
    return x + dx, y + dy


def _dragon(x: Number, y: Number, strength: float) -> Element:
    """A winding dragon: body, head, tail."""
    d = f"M{x - 20} {y + 12} q6 -16 14 -6 t14 -6 t10 -10 m0 0 l7 -3 l-3 7 M{x - 20} {y + 12} l-5 6 M{x - 6} {y + 8} l-2 8 M{x + 6} {y + 2} l3 8"
    return path(d, fill="none", stroke="#a8433a", stroke_width=3.4, stroke_linecap="round", stroke_linejoin="round", opacity=strength)


def medallion(x: Number, y: Number, number: int, title: str) -> Element:
    """The number of an alliance."""
    points = [(x + dx, y + dy) for dx, dy in ((-6, -14), (6, -14), (14, -6), (14, 6), (6, 14), (-6, 14), (-14, 6), (-14, -6))]
    return group(
        polygon(points, fill="#fffaf0", stroke="#5d4a2a", stroke_width=1.8),
        text(x, y + 5.2, str(number), size=15, font_weight="bold", fill="#5d4a2a"),
        title=title,
    )


def card(x: Number, y: Number, colour: str, size: Number = 1) -> Element:
    """A face-up province card, with its name for who does not see colours."""
    width, height = 56 * size, 78 * size
    return group(
        rect(x, y, width, height, rx=6 * size, fill="#fffdf6", stroke=INK, stroke_width=1.2),
        rect(x + 5 * size, y + 5 * size, width - 10 * size, height - 26 * size, rx=3 * size, fill=CARD[colour], stroke=EDGE[colour], stroke_width=1.2),
        _dragon_small(x + width / 2, y + 30 * size, size),
        text(x + width / 2, y + height - 7 * size, colour, size=max(11, 13.5 * size)),
        title=f"{colour} card",
    )


def _dragon_small(x: Number, y: Number, size: Number) -> Element:
    d = f"M{x - 14 * size} {y + 7 * size} q{5 * size} {-13 * size} {10 * size} {-4 * size} t{10 * size} {-4 * size} t{8 * size} {-8 * size}"
    return path(d, fill="none", stroke="#ffffff", stroke_width=3 * size, stroke_linecap="round", opacity=0.85)


def card_back(x: Number, y: Number, size: Number = 1, said: str = "") -> Element:
    """A face-down card."""
    width, height = 56 * size, 78 * size
    cross = [line((x + 6 * size, y + height * f), (x + width - 6 * size, y + height * f), stroke="#d8b45a", stroke_width=1.4 * size) for f in (0.2, 0.8)]
    parts = [rect(x, y, width, height, rx=6 * size, fill="#7c2f2a", stroke=INK, stroke_width=1.2), *cross]
    return group(*parts, *([figure(x + width / 2, y + height / 2, said, 21 * size, "#f6e7b8")] if said else []))
