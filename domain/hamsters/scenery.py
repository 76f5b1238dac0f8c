"""The landscape under the way, made from the board alone: wheat field, pond and brook, bridges, gorge, tunnel, burrow."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin
from typing import Final

from domain import svg
from domain.hamsters import figures
from domain.hamsters.checks import FORKS
from domain.hamsters.printed import PrintedBoard, PrintedSquare
from domain.svg import Element

LEFT, TOP, WIDTH, HEIGHT = 20, 74, 960, 800  # where the map lies in the picture
GRASS, LEAF, SAND, SHORE, WATER = "#dbe7bd", "#a9c482", "#ead9ad", "#9fc4d4", "#a8d3e6"
Point = tuple[float, float]


class Map:
    """Where everything lies, in the coordinates of the picture."""

    def __init__(self, board: PrintedBoard) -> None:
        self.board = board
        self.squares = {square.id: square for square in board.squares}
        self.at: Final = {square.id: _place(square) for square in board.squares}
        self.numbered: dict[int, list[PrintedSquare]] = {}
        for square in board.squares:
            if square.number is not None:
                self.numbered.setdefault(square.number, []).append(square)

    def points(self, number: int) -> list[Point]:
        return [self.at[square.id] for square in self.numbered[number]]

    def ways(self, number: int) -> tuple[list[str], list[str]]:
        """The two ways of a fork up to the first square that lies on both, which is the last of each."""
        first, second = (self._onward(start) for start in self.numbered[number][0].next)
        join = next(name for name in first if name in second)
        return first[: first.index(join) + 1], second[: second.index(join) + 1]

    def _onward(self, start: str) -> list[str]:
        way = [start]
        while self.squares[way[-1]].number not in (*FORKS, 13):
            way.append(self.squares[way[-1]].next[0])
        return way

    def between(self, number: int) -> list[str]:
        """The squares from the first to the last one with this number along the way."""
        order = [name for way in self.ways_in_order() for name in way]
        places = [order.index(square.id) for square in self.numbered[number]]
        return order[min(places) : max(places) + 1]

    def ways_in_order(self) -> Iterable[list[str]]:
        """From each fork the first way up to the next landmark."""
        return (self._onward(self.numbered[fork][0].next[0]) for fork in FORKS)

    def free_spot(self, name: str, distance: float) -> Point:
        """The spot at this distance from a square that lies farthest from all other squares, on the map."""
        x, y = self.at[name]
        others = [point for other, point in self.at.items() if other != name]
        spots = [(x + distance * cos(turn * pi / 8), y + distance * sin(turn * pi / 8)) for turn in range(16)]
        inside = [s for s in spots if LEFT + 14 < s[0] < LEFT + WIDTH - 14 and TOP + 14 < s[1] < TOP + HEIGHT - 14] or spots
        return max(inside, key=lambda s: min(hypot(s[0] - a, s[1] - b) for a, b in others))


def _place(square: PrintedSquare) -> Point:
    return LEFT + 18 + square.x * (WIDTH - 36) / 1000, TOP + 14 + square.y * (HEIGHT - 28) / 1000


def landscape(land: Map) -> list[Element]:
    """Everything below the squares, from the ground up."""
    clip = svg.element("clipPath", svg.rect(LEFT, TOP, WIDTH, HEIGHT, rx=14), id="map")
    parts = [
        svg.rect(LEFT, TOP, WIDTH, HEIGHT, fill=GRASS),
        *_growth(land),
        *_field(land),
        *_water(land),
        *_gorge(land),
        *_cat_land(land),
        *_hawk_land(land),
        *_burrow(land),
        *_tunnel(land),
        *_road(land),
        *_bridges(land),
    ]
    frame = svg.rect(LEFT, TOP, WIDTH, HEIGHT, rx=14, fill="none", stroke="#7d8f57", stroke_width=2)
    return [svg.element("defs", clip), svg.group(*parts, clip_path="url(#map)"), frame]


def _line(points: Sequence[Point], colour: str, width: float) -> Element:
    d = "M " + " L ".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return svg.path(d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round")


def _curve(points: Sequence[Point], colour: str, width: float) -> Element:
    """A smooth line through the points (Catmull and Rom's spline)."""
    padded = [points[0], *points, points[-1]]
    d = f"M {points[0][0]:.1f} {points[0][1]:.1f}"
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        a = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        b = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        d += f" C {a[0]:.1f} {a[1]:.1f} {b[0]:.1f} {b[1]:.1f} {end[0]:.1f} {end[1]:.1f}"
    return svg.path(d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


def _growth(land: Map) -> Iterable[Element]:
    """Grass and trees wherever there is room."""
    for row in range(17):
        for column in range(20):
            jitter = (row * 7 + column * 13) % 11
            x, y = LEFT + 26 + column * 48 + jitter * 2.2, TOP + 26 + row * 47 + (jitter * 5) % 17
            room = min(hypot(x - a, y - b) for a, b in land.at.values())
            if room > 66 and jitter % 3 == 0:
                yield svg.rect(x - 2.5, y, 5, 16, fill="#8b6b47")
                yield svg.circle(x, y - 8, 15, fill="#8fb56a")
                yield svg.circle(x - 7, y - 2, 9, fill="#9dc178")
            elif room > 40:
                yield svg.path(f"M {x - 5} {y} l 2 -9 M {x} {y} l 0 -12 M {x + 5} {y} l -2 -9", stroke=LEAF, stroke_width=1.6, fill="none")


def _field(land: Map) -> Iterable[Element]:
    x, y = land.points(0)[0]
    yield svg.element("ellipse", cx=x, cy=y, rx=92, ry=104, fill="#f0d98c")
    yield svg.element("ellipse", cx=x, cy=y, rx=76, ry=88, fill="#e8c967")
    for turn in range(14):
        angle = turn * 2 * pi / 14
        yield figures.ear_of_wheat(x + 68 * cos(angle), y + 78 * sin(angle), 15)


def _water(land: Map) -> Iterable[Element]:
    """The beavers' pond, and the brook that comes out of it and passes under both bridges."""
    ponds = land.points(4)
    middle = (sum(x for x, _ in ponds) / len(ponds), sum(y for _, y in ponds) / len(ponds) - 18)
    spread = max(hypot(x - middle[0], y - middle[1]) for x, y in ponds)
    safe = max(land.ways(5), key=len)
    over = [land.at[land.numbered[6][0].id], land.at[safe[(len(safe) - 1) // 2]]]
    way = sorted(over, key=lambda p: hypot(p[0] - middle[0], p[1] - middle[1]))
    (ax, ay), (bx, by) = way
    length = hypot(bx - ax, by - ay) or 1
    beyond = [(bx + (bx - ax) / length * far, by + (by - ay) / length * far + lift) for far, lift in ((120, 18), (300, 0), (1200, 60))]
    shore = [middle, *way, *beyond]
    yield _curve(shore, SHORE, 44)
    yield svg.element("ellipse", cx=middle[0], cy=middle[1], rx=spread + 44, ry=64, fill=SHORE)
    yield _curve(shore, WATER, 34)
    yield svg.element("ellipse", cx=middle[0], cy=middle[1], rx=spread + 38, ry=58, fill=WATER)
    for shift in (-0.5, 0.0, 0.5):
        x = middle[0] + shift * spread
        yield svg.path(f"M {x - 16} {middle[1] - 26} q 8 -6 16 0 q 8 6 16 0", fill="none", stroke="#ffffff", stroke_width=2)


def _gorge(land: Map) -> Iterable[Element]:
    way = [land.at[name] for name in land.between(8)]
    yield _line(way, "#b7a48c", 88)
    yield _line(way, "#9a866e", 68)
    yield _line(way, "#cdbfa9", 48)
    for (x, y), (a, b) in pairwise(way):
        angle = atan2(b - y, a - x) + pi / 2
        for side in (-1, 1):
            px, py = (x + a) / 2 + side * 36 * cos(angle), (y + b) / 2 + side * 36 * sin(angle)
            yield svg.polygon([(px - 11, py + 8), (px - 2, py - 12), (px + 11, py + 8)], fill="#857560", stroke="#6d5f4d", stroke_width=1)


def _cat_land(land: Map) -> Iterable[Element]:
    way = next(way for way in land.ways(10) if any(land.squares[name].number == 11 for name in way))
    yield _line([land.at[name] for name in way[:-1]], "#f3d9b8", 66)


def _hawk_land(land: Map) -> Iterable[Element]:
    yield _line([land.at[name] for name in land.between(12)], "#cbd4d6", 66)


def _burrow(land: Map) -> Iterable[Element]:
    x, y = land.points(13)[0]
    yield svg.path(
        f"M {x - 92} {y + 52} Q {x - 70} {y - 66} {x + 8} {y - 62} Q {x + 92} {y - 58} {x + 100} {y + 52} Z", fill="#b08a5b", stroke="#8a6a41", stroke_width=2
    )
    yield svg.element("ellipse", cx=x, cy=y + 8, rx=42, ry=38, fill=figures.TUNNEL)
    yield svg.path(f"M {x - 60} {y - 34} l 5 -12 M {x + 40} {y - 52} l 5 -12 M {x + 70} {y - 26} l 5 -12", stroke=LEAF, stroke_width=3)


def _tunnel(land: Map) -> Iterable[Element]:
    way = next(way for way in land.ways(10) if land.squares[way[0]].tunnel)
    points = [land.at[name] for name in (land.numbered[10][0].id, *way)]
    yield _line(points[:-1], "#8c7355", 50)
    yield _line(points[:-1], figures.TUNNEL, 38)


def _road(land: Map) -> Iterable[Element]:
    edges = [(land.at[square.id], land.at[name], square, land.squares[name]) for square in land.board.squares for name in square.next]
    for colour, width in (("#b89f68", 20.0), (SAND, 14.0)):
        for start, end, before, after in edges:
            dark = before.tunnel or after.tunnel
            yield _line([start, end], "#7d674d" if dark else colour, width - 6 if dark else width)


def _bridges(land: Map) -> Iterable[Element]:
    safe = max(land.ways(5), key=len)
    stone = safe[(len(safe) - 1) // 2]
    for name, colour, edge, width in ((land.numbered[6][0].id, "#a9743f", "#6f4a26", 40), (stone, "#b9b9b4", "#7c7c78", 46)):
        before = next(square.id for square in land.board.squares if name in square.next)
        after = land.squares[name].next[0]
        (ax, ay), (bx, by), (x, y) = land.at[before], land.at[after], land.at[name]
        turn = degrees(atan2(by - ay, bx - ax))
        planks = [svg.line((x + shift, y - width / 2 + 2), (x + shift, y + width / 2 - 2), stroke=edge, stroke_width=1.2) for shift in range(-24, 25, 8)]
        deck = svg.rect(x - 30, y - width / 2, 60, width, rx=4, fill=colour, stroke=edge, stroke_width=2)
        yield svg.group(deck, *planks, transform=f"rotate({turn:.1f} {x:.1f} {y:.1f})")
