"""The town: regions, houses with occupants, rat circles, the Piper's spaces."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.hameln.drawing_pieces import (
    BOY,
    GIRL,
    GOLD,
    PRODUCT,
    RAT,
    SILVER,
    badge,
    cube,
    influence_star,
    large_rat,
    member,
    piper,
    small_rat,
)
from domain.hameln.view import CircleView, HamelnView, HouseView, PiperSpaceView
from domain.svg import ACCENT, INK, MUTED, PAPER, Element, Point, circle, group, line, polygon, rect, text
from domain.text import counted

TINTS: Final = {"black": "#d3cec9", "yellow": "#f5e7a8", "red": "#f1c6bb", "green": "#c8dfb9", "market": "#e4d2b0"}
ROOFS: Final = {"black": "#6e6862", "yellow": "#d1a72c", "red": "#b9503f", "green": "#5f8f4e", "market": "#9c7a4b"}
RESOLVING: Final = "#1b7fcc"  # the outline of the house whose rats are placed
HALF: Final = 48  # half the width of a house


def town(view: HamelnView) -> Iterator[Element]:
    """All of the map, in the square 0 to 1000, from the ground up."""
    marked = view.last.split()[1:]
    for region in TINTS:
        yield _ground(region, [house for house in view.houses if house.region == region])
    yield from _links(view)
    for space in view.piper_spaces:
        yield _piper_space(space, marked=view.last.startswith("bribe") and space.region in marked)
    for house in view.houses:
        yield _house(view, house, marked=house.id in marked)
    for spot in view.circles:
        yield _circle(spot, marked=spot.id in marked)


def _ground(region: str, houses: Sequence[HouseView]) -> Element:
    corners = [(house.x + dx, house.y + dy) for house in houses for dx in (-HALF, HALF) for dy in (-34, 46)]
    tint = TINTS[region]
    return polygon(hull(corners), fill=tint, stroke=tint, stroke_width=44, stroke_linejoin="round", title=f"{region} region")


def hull(points: Sequence[tuple[int, int]]) -> list[Point]:
    """The convex hull of some points (Andrew's monotone chain)."""
    ordered = sorted(set(points))

    def half(chain: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for x, y in chain:
            while len(found) > 1:
                (ax, ay), (bx, by) = found[-2], found[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                found.pop()
            found.append((x, y))
        return found[:-1]

    return [*half(ordered), *half(ordered[::-1])]


def _links(view: HamelnView) -> Iterator[Element]:
    """A thin line from each circle to each house that it touches."""
    at = {house.id: (house.x, house.y) for house in view.houses}
    for spot in view.circles:
        for house in spot.houses:
            yield line((spot.x, spot.y), at[house], stroke=MUTED, stroke_width=1.5, stroke_dasharray="5 4" if spot.five_only else None)


def _piper_space(space: PiperSpaceView, *, marked: bool) -> Element:
    x, y = space.x, space.y
    parts = [
        circle(x, y, 40, fill=TINTS[space.region], stroke=ACCENT if marked else ROOFS[space.region], stroke_width=7 if marked else 4),
        badge(x - 24, y + 31, str(space.price), GOLD, f"{counted(space.price, 'florin')} a child"),
        text(x, y + (-14 if space.piper else -16), "" if space.piper else space.region, size=14),
    ]
    if space.piper:
        parts.append(piper(x, y - 4))
    if space.bribe:
        parts.append(rect(x + 6, y + 20, 36, 22, rx=4, fill=PAPER, stroke=INK))
        parts.append(text(x + 24, y + 36, str(space.bribe), size=15, font_weight="bold"))
    elif not space.piper:
        parts.append(text(x, y + 6, "no bribe", size=12, fill=INK))
    return group(*parts, title=f"Piper space {space.region}: {counted(space.price, 'florin')} a child, bribe {space.bribe}")


def _house(view: HamelnView, house: HouseView, *, marked: bool) -> Element:
    x, y = house.x, house.y
    edge, width = (ACCENT, 5) if marked else (RESOLVING, 5) if house.id == view.current else (INK, 1.5)
    parts = [
        rect(x - HALF, y - 14, 2 * HALF, 52, fill="#fffdf7", stroke=edge, stroke_width=width),
        polygon([(x - 54, y - 12), (x - 30, y - 38), (x + 30, y - 38), (x + 54, y - 12)], fill=ROOFS[house.region], stroke=edge, stroke_width=width),
        text(x, y - 18, house.kind, size=14, fill="#ffffff", font_weight="bold"),
        text(x, y + 52, house.id, size=12, stroke=TINTS[house.region], stroke_width=4, paint_order="stroke"),
        _home(x - 29, y + 18, house.man, BOY, "man"),
        _home(x + 29, y + 18, house.woman, GIRL, "woman"),
        _counter(house),
        badge(x - 50, y - 36, str(house.cost), GOLD, f"costs {counted(house.cost, 'florin')}"),
    ]
    if house.bonus is not None:
        parts.append(badge(x + 50, y - 36, f"+{house.bonus}", SILVER, f"brings {house.bonus} influence"))
        parts.append(influence_star(x, y - 2))
    else:
        parts.append(cube(x, y - 2, PRODUCT[house.kind]))
    if house.large_rat:
        parts.append(large_rat(x + 2, y - 44, 0.95))
    if house.id in view.declared:
        parts.append(badge(x + HALF, y + 38, str(view.declared.index(house.id) + 1), "#ffffff", "place in the declaration"))
    return group(*parts, title=describe(house))


def _home(x: int, y: int, owner: int | None, colour: str, sex: str) -> Element:
    """The space of a man or a woman, with the member in it."""
    space = rect(x - 14, y - 14, 28, 28, rx=3, fill=PAPER, stroke=colour, stroke_width=3.5, title=f"{sex} space")
    return space if owner is None else group(space, member(x, y, owner, 11, f"{sex} of seat {owner}"))


def _counter(house: HouseView) -> Element:
    """The activity counter; face down while the house is infested."""
    x, y = house.x, house.y + 24
    if house.counter is None:
        return group()
    words = "×" if house.infested else str(house.counter)
    return group(
        rect(x - 11, y - 11, 22, 22, rx=3, fill=RAT if house.infested else "#e8dcc4", stroke=RAT, stroke_width=1.5),
        text(x, y + 6, words, size=16, fill="#ffffff" if house.infested else RAT, font_weight="bold"),
        title="infested" if house.infested else f"attracts {counted(house.counter, 'rat')}",
    )


def _circle(spot: CircleView, *, marked: bool) -> Element:
    parts = [circle(spot.x, spot.y, 20, fill="none", stroke=ACCENT, stroke_width=5)] if marked else []
    if spot.rat:
        return group(*parts, small_rat(spot.x, spot.y, spot.id))
    dash = "4 3" if spot.five_only else None
    parts.append(circle(spot.x, spot.y, 14, fill="#ffffff", stroke=INK, stroke_width=1.5, stroke_dasharray=dash))
    parts.append(text(spot.x, spot.y + 4, spot.id, size=11))
    return group(*parts, title=f"rat circle {spot.id}, {' and '.join(spot.regions)}")


def describe(house: HouseView) -> str:
    """A house in words."""
    living = [f"{sex} of seat {owner}" for sex, owner in (("man", house.man), ("woman", house.woman)) if owner is not None]
    words = f"{house.id}: {house.kind}, costs {house.cost}, {' and '.join(living) or 'empty'}"
    return words + (", infested" if house.infested else "") + (" with a large rat" if house.large_rat else "")
