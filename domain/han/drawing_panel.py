"""Around the map: the Great Wall with the score, cards, players, legend."""

from collections.abc import Iterator
from typing import Final

from domain.han.drawing_pieces import CARD, EDGE, GOLD, anchor, card, card_back, emissary, figure, fortification, house, market, seat_colour
from domain.han.pictured import HanSeat, HanView
from domain.svg import ACCENT, INK, MUTED, Element, circle, group, path, polygon, rect, text
from domain.text import counted

TRACK: Final = 50  # spaces of the wall, 0 to 49
STONE: Final = 18.8
LEFT: Final = 30
WALL: Final = 58  # height of the wall with its numbers, below its merlons
COUNTER: Final = 17  # how much higher a counter stands that stands on another one


def crowd(seats: int) -> int:
    """The height above the wall that its merlons need, or the counters when all stand on one space."""
    return max(9, COUNTER * (seats - 2) + 4)


def draw_wall(view: HanView, top: float) -> Element:
    """The score track: a counter a seat, what is beyond fifty shows in its point cards."""
    stones = []
    for n in range(TRACK):
        x = LEFT + n * STONE
        stones.append(rect(x, top, STONE, 34, fill="#d9cdb4" if n % 2 == 0 else "#cbbd9f", stroke="#7d6a4b", stroke_width=1))
        if n % 2 == 0:
            stones.append(rect(x, top - 9, STONE, 9, fill="#bfae8b", stroke="#7d6a4b", stroke_width=1))
        if n % 5 == 0:
            stones.append(text(x + STONE / 2, top + 49, str(n), size=13))
    counters: list[Element] = []
    on: dict[int, int] = {}
    for player in view.players:
        at = player.points % TRACK
        up = on.get(at, 0)
        on[at] = up + 1
        x, y = LEFT + (at + 0.5) * STONE, top + 23 - COUNTER * up
        counters += [circle(x, y, 9, fill=seat_colour(player.seat), stroke="#ffffff", stroke_width=2), figure(x, y, str(player.seat), 13)]
    return group(*stones, *counters, title="score track")


def draw_cards(view: HanView, x: float, y: float) -> Element:
    """Pile, display and discards."""
    said = {0: "pile", 1: "pile, renewed once", 2: "pile, exhausted"}[view.depleted]
    parts = [text(x, y + 14, said, size=15, anchor="start")]
    if view.last is not None and view.last.verb == "draw":
        left, width = (x - 4, 64) if view.last.where == "pile" else (x + 72, 62 * max(1, len(view.display)) + 2)
        parts.append(rect(left, y + 18, width, 86, rx=8, fill="none", stroke=ACCENT, stroke_width=3, stroke_dasharray="9 5", title="last move"))
    parts.append(card_back(x, y + 22, 1, str(view.pile_count)))
    parts.append(text(x + 200, y + 14, "display", size=15, anchor="start"))
    parts += [card(x + 76 + 62 * n, y + 22, colour) for n, colour in enumerate(view.display)]
    parts.append(text(x, y + 126, "discards", size=15, anchor="start"))
    for n, (colour, number) in enumerate(view.discards.items()):
        left = x + 76 + 49 * n
        parts.append(
            rect(left, y + 108, 43, 26, rx=4, fill=CARD[colour], stroke=EDGE[colour], stroke_width=1.2, title=f"{counted(number, f'{colour} card')} discarded")
        )
        parts.append(text(left + 21.5, y + 127, str(number), size=16, font_weight="bold"))
    return group(*parts)


def draw_players(view: HanView, x: float, y: float) -> Element:
    """A line a seat: Emperor, points, point cards, supply, hand."""
    last = "houses + alliances + roads + ports" if view.step == "over" else "hand"
    heads = (("points", 100), ("fifties", 168), ("houses", 236), ("emissaries", 312), (last, 398))
    markers = any(player.markers for player in view.players) or any(of.fortified for of in view.spaces) or bool(view.markets)
    parts = [text(x + dx, y + 14, head, size=14, anchor="start", fill=MUTED) for head, dx in heads]
    markers = markers and view.step != "over"
    if markers:
        parts.append(text(x + 556, y + 14, "marker", size=14, anchor="middle", fill=MUTED))
    for player in view.players:
        parts += _player(view, player, x, y + 24 + 37 * player.seat, markers)
    return group(*parts)


def _player(view: HanView, player: HanSeat, x: float, y: float, markers: bool) -> Iterator[Element]:
    won = player.seat in view.winners
    if player.seat in view.to_act or won:
        yield rect(x - 4, y, 614, 34, rx=6, fill="#fff3c9", stroke=GOLD, stroke_width=1.5, title="wins" if won else "to act")
    yield house(x + 18, y + 19, player.seat, 13)
    if player.seat == view.start:
        yield crown(x + 46, y + 17)
    yield text(x + 66, y + 23, "wins" if won else "", size=14, anchor="start", font_weight="bold", fill=ACCENT)
    yield text(x + 124, y + 24, str(player.points), size=19, font_weight="bold")
    for n in range(player.point_cards):
        yield rect(x + 168 + 12 * n, y + 6, 30, 22, rx=3, fill="#f6e7b8", stroke=GOLD, stroke_width=1.4)
        yield text(x + 183 + 12 * n, y + 22, "50", size=14, font_weight="bold")
    yield text(x + 258, y + 24, str(player.houses), size=18)
    yield text(x + 346, y + 24, str(player.emissaries), size=18)
    if markers:
        yield text(x + 556, y + 24, str(player.markers), size=18)
    if view.step == "over":
        scored = f"{player.for_houses} + {player.for_alliances} + {player.for_roads} + {player.for_ports}"
        yield text(x + 398, y + 24, scored, size=18, anchor="start")
        return
    for n in range(player.hand_size):
        left = x + 408 + 31 * n
        yield card_back(left, y + 1, 0.42) if player.hand is None else _held(left, y + 1, player.hand[n])


def _held(x: float, y: float, colour: str) -> Element:
    return group(
        rect(x, y, 27, 32, rx=3, fill=CARD[colour], stroke=EDGE[colour], stroke_width=1.6),
        text(x + 13.5, y + 21, colour[0].upper(), size=15, font_weight="bold"),
        title=f"{colour} card",
    )


def crown(x: float, y: float) -> Element:
    """The Emperor."""
    points = [(x - 11, y + 8), (x - 13, y - 6), (x - 5, y + 1), (x, y - 10), (x + 5, y + 1), (x + 13, y - 6), (x + 11, y + 8)]
    return polygon(points, fill="#f1c40f", stroke=INK, stroke_width=1.4, title="the Emperor")


def draw_legend(view: HanView, x: float, y: float) -> Element:
    """What the signs mean, as far as this map has them."""
    parts: list[Element] = []
    for sign, width, said in _signs(view, y):
        parts += [group(sign, transform=f"translate({x + width / 2:.1f} 0)"), text(x + width + 6, y + 5, said, size=14, anchor="start")]
        x += width + 26 + 6.9 * len(said)
    return group(*parts)


def _signs(view: HanView, y: float) -> Iterator[tuple[Element, float, str]]:
    """Sign (drawn at x = 0), its width, its meaning."""
    yield house(0, y, 0, 11), 24, "house of seat 0"
    yield emissary(0, y, 1, "2", 10), 22, "2 emissaries of seat 1"
    yield _disk(0, y), 22, "scored"
    yield _medal(0, y), 26, "alliance"
    if view.map == "border-disputes":
        yield anchor(0, y, 9), 20, "port"
        yield circle(0, y, 10, fill="#fffdf6", stroke=INK, stroke_width=2, stroke_dasharray="5 3"), 22, "border space"
        if any(of.fortified for of in view.spaces):
            yield fortification(0, y - 13), 50, "fortification"
    elif view.markets:
        yield market(0, y, view.markets[0].seat), 42, "market place"


def _disk(x: float, y: float) -> Element:
    return group(
        circle(x, y, 10, fill="#5d4a2a", stroke="#ffffff", stroke_width=2), path(f"M{x - 5} {y} l4 5 l7 -9", fill="none", stroke="#ffffff", stroke_width=2.4)
    )


def _medal(x: float, y: float) -> Element:
    return group(circle(x, y, 12, fill="#fffaf0", stroke="#5d4a2a", stroke_width=1.8), text(x, y + 5, "3", size=14, font_weight="bold", fill="#5d4a2a"))
