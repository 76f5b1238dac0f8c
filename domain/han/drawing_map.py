"""The map: land, roads, spaces, dragon spaces, alliances, and where the last piece went."""

import math
from collections.abc import Iterator, Sequence
from typing import Final

from domain.han.drawing_pieces import DRAGON, EDGE, LAND, SPACE, dragon_space, medallion, space, words
from domain.han.pictured import HanPoint, HanProvince, HanView
from domain.svg import ACCENT, Element, Point, circle, group, line, polygon, rect

SEA: Final = "#cfe3ec"
CITY: Final = "#e8dfcb"
MARGIN: Final = 34  # around the spaces of a province without an outline


def draw_map(view: HanView) -> Element:
    """The board in its own thousand by thousand units."""
    ground = rect(0, 0, 1000, 1000, fill=SEA if view.map == "border-disputes" else CITY)
    wall = [] if view.map == "border-disputes" else [_city_wall(view)]
    return group(ground, *wall, *_land(view), *_roads(view), *_names(view), *_alliances(view), *_spaces(view), *map(dragon_space, view.provinces), *_last(view))


def _city_wall(view: HanView) -> Element:
    """The wall around the capital."""
    spots = [(x + dx, y + dy) for province in view.provinces for x, y in (_outline(view, province)) for dx in (-9, 9) for dy in (-9, 9)]
    return polygon(_hull(sorted(spots)), fill="#ddd0b5", stroke="#7d6a4b", stroke_width=8, stroke_linejoin="round", title="city wall")


def _outline(view: HanView, province: HanProvince) -> list[Point]:
    return [(point.x, point.y) for point in province.outline] or _around(view, province)


def _land(view: HanView) -> Iterator[Element]:
    for province in view.provinces:
        yield polygon(
            _outline(view, province),
            fill=LAND[province.color],
            stroke=EDGE[province.color],
            stroke_width=3,
            stroke_linejoin="round",
            title=f"{province.name} ({province.color})",
        )


def _around(view: HanView, province: HanProvince) -> list[Point]:
    """A hull around a province's spaces and dragon space, for boards that give no outline."""
    spots = [(of.x, of.y) for of in view.spaces if province.id in of.provinces] + [(province.dragon.x, province.dragon.y)]
    corners = [(x + MARGIN * math.cos(k * math.pi / 4), y + MARGIN * math.sin(k * math.pi / 4)) for x, y in spots for k in range(8)]
    return _hull(sorted(corners))


def _hull(points: Sequence[tuple[float, float]]) -> list[Point]:
    def half(ordered: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        chain: list[tuple[float, float]] = []
        for p in ordered:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return [*half(points), *half(points[::-1])]


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _roads(view: HanView) -> Iterator[Element]:
    at = {of.id: (of.x, of.y) for of in view.spaces}
    for width, colour in ((9, "#7d6a4b"), (5, "#efe3c4")):
        for road in view.roads:
            yield line(at[road.one], at[road.other], stroke=colour, stroke_width=width, stroke_linecap="round")


def _names(view: HanView) -> Iterator[Element]:
    for province in view.provinces:
        yield words(province.dragon.x, province.dragon.y - DRAGON - 8, province.name, 19, bold=True, fill=EDGE[province.color], font_style="italic")


def _alliances(view: HanView) -> Iterator[Element]:
    dragons: dict[str, HanPoint] = {province.id: province.dragon for province in view.provinces}
    for alliance in view.alliances:
        a, b = (dragons[name] for name in alliance.provinces)
        x = (a.x + b.x) / 2 if alliance.x is None else alliance.x
        y = (a.y + b.y) / 2 if alliance.y is None else alliance.y
        yield medallion(x, y, alliance.number, f"alliance {alliance.number}: {' and '.join(alliance.provinces)}")


def _spaces(view: HanView) -> Iterator[Element]:
    colours = {province.id: province.color for province in view.provinces}
    x = {province.id: province.dragon.x for province in view.provinces}
    markets = {market.space: market for market in view.markets}
    for of in view.spaces:
        beside = sorted(of.provinces, key=lambda name: x[name])
        yield space(of, [colours[name] for name in beside], markets.get(of.id))


def _last(view: HanView) -> Iterator[Element]:
    """A ring around where the last piece went."""
    if view.last is None:
        return
    spots: dict[str, tuple[int, int, int]] = {of.id: (of.x, of.y, SPACE + 12) for of in view.spaces}
    spots |= {province.id: (province.dragon.x, province.dragon.y, DRAGON + 14) for province in view.provinces}
    if view.last.where in spots:
        x, y, r = spots[view.last.where]
        yield circle(x, y, r, fill="none", stroke="#ffffff", stroke_width=7, opacity=0.8)
        yield circle(x, y, r, fill="none", stroke=ACCENT, stroke_width=4, stroke_dasharray="9 5", title="last move")
