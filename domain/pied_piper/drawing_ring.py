"""The ring: street, houses with their floors, trackers on the facades, figures in the gaps, the way of the last move."""

import math
from collections.abc import Sequence

from domain.pied_piper.drawing_figures import figure
from domain.pied_piper.view import HouseView, PiedPiperView, PlayerView, TripView
from domain.svg import ACCENT, INK, MUTED, PAPER, SEAT_COLOURS, Element, Point, circle, element, group, line, polygon, rect, text

CENTRE = (500.0, 448.0)
RADII = (372.0, 276.0)
FLOOR = 14.0  # height of a floor
WIDTH = 96.0  # of a house
STREET = "#e9dfc9"


def number_of(name: str) -> int:
    """The number in ``house-2`` or ``gap-2``."""
    return int(name.rpartition("-")[2])


def angle(place: float, size: int) -> float:
    """Degrees of a place on the ring, 90 at the bottom; turn order runs counter-clockwise, to the right of who looks at the centre."""
    return 90.0 - 360.0 * place / size


def at(degrees: float, factor: float = 1.0) -> Point:
    """A point of the ring, or of one that is smaller by ``factor``."""
    a = math.radians(degrees)
    return CENTRE[0] + RADII[0] * factor * math.cos(a), CENTRE[1] + RADII[1] * factor * math.sin(a)


def heading(degrees: float) -> float:
    """The direction of a figure there that faces right, along the ring."""
    a = math.radians(degrees)
    return math.degrees(math.atan2(-RADII[1] * math.cos(a), RADII[0] * math.sin(a)))


def size_of(seen: PiedPiperView) -> int:
    """The number of houses at the start."""
    return 4 if seen.seats == 2 else seen.seats


def gap_place(seen: PiedPiperView, gap: int) -> float:
    """Where a gap lies: halfway between the houses on either side of it that are left."""
    houses = [number_of(house.house) for house in seen.ring]
    size = size_of(seen)
    if gap not in houses:
        return gap - 0.5
    before = houses[houses.index(gap) - 1]
    return gap - ((gap - before - 1) % size + 1) / 2


def street(seen: PiedPiperView) -> list[Element]:
    """The street, with arrows the way that play goes."""
    size = size_of(seen)
    road = element("ellipse", cx=CENTRE[0], cy=CENTRE[1], rx=RADII[0], ry=RADII[1], fill="none", stroke=STREET, stroke_width=56)
    arrows = []
    for step in range(4 * size):
        degrees = angle(step / 4 + 0.125, size)
        x, y = at(degrees)
        turned = f"translate({x:.1f},{y:.1f}) rotate({heading(degrees):.1f})"
        arrows.append(polygon([(-5, -7), (6, 0), (-5, 7)], fill="#7fae86", transform=turned))
    return [road, *arrows]


def trips(seen: PiedPiperView) -> list[Element]:
    """Dashed arrows inside the ring: which way figures went in the last move."""
    if seen.last is None:
        return []
    return [part for lane, trip in enumerate(seen.last.trips) for part in _trip(seen, trip, 0.80 - 0.05 * lane)]


def _trip(seen: PiedPiperView, trip: TripView, factor: float) -> list[Element]:
    size = size_of(seen)
    start, end = gap_place(seen, number_of(trip.start)), gap_place(seen, number_of(trip.end))
    forward = trip.way != "backward"
    length = (end - start) % size if forward else (start - end) % size
    length = length if length > 0.01 else size
    steps = max(2, round(length * 12))
    sign = 1 if forward else -1
    points = [at(angle(start + sign * length * n / steps, size), factor) for n in range(steps + 1)]
    way = element(
        "polyline",
        points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points),
        fill="none",
        stroke=ACCENT,
        stroke_width=3,
        stroke_dasharray="2 7" if trip.way == "sewer" else "9 5",
    )
    (x, y), (px, py) = points[-1], points[-2]
    turned = f"translate({x:.1f},{y:.1f}) rotate({math.degrees(math.atan2(y - py, x - px)):.1f})"
    return [way, circle(*points[0], 4.5, fill=ACCENT), polygon([(-8, -8), (9, 0), (-8, 8)], fill=ACCENT, transform=turned)]


def houses(seen: PiedPiperView) -> list[Element]:
    """Every house that is left, with its owner's tracker."""
    return [_house(seen, house) for house in seen.ring]


def _house(seen: PiedPiperView, house: HouseView) -> Element:
    x, y = at(angle(number_of(house.house), size_of(seen)))
    player = None if house.seat is None else seen.players[house.seat]
    colour = MUTED if player is None else SEAT_COLOURS[player.seat]
    floors = seen.roof_level - 1
    height = FLOOR * floors
    top = -height / 2 + 4
    active = player is not None and player.seat in seen.to_act
    edge = ACCENT if active else INK
    wall = rect(-WIDTH / 2, top, WIDTH, height, fill="#fffdf7", stroke=edge, stroke_width=3 if active else 1.5)
    roof = polygon([(-WIDTH / 2 - 9, top), (0, top - 34), (WIDTH / 2 + 9, top)], fill=colour, stroke=edge, stroke_width=3 if active else 1.5)
    rows = [part for floor in range(1, floors + 1) for part in _floor(floor, top + height - FLOOR * floor, player)]
    label = _label(house, player, top + height + 17, active)
    tracker = [] if player is None else [_tracker(seen, player, top, height)]
    name = f"{house.house}, neutral" if player is None else f"{house.house}, seat {player.seat}, tracker {player.tracker} of {seen.roof_level}"
    return group(wall, roof, *rows, *tracker, *label, title=name, transform=f"translate({x:.1f},{y:.1f})")


def _floor(floor: int, y: float, player: PlayerView | None) -> list[Element]:
    """A floor: two windows, dark with rats up to where the tracker stands, and its number."""
    dark = player is not None and floor <= player.tracker
    windows = [rect(x, y + 3, 15, FLOOR - 5.5, fill="#5b4a3a" if dark else "#f6dd8f", stroke=MUTED, stroke_width=0.6) for x in (-38, -19, 4)]
    return [line((-WIDTH / 2, y), (WIDTH / 2, y), stroke="#d9cfbf", stroke_width=1), *windows, text(-44, y + 11, str(floor), size=8, fill=MUTED)]


def _label(house: HouseView, player: PlayerView | None, y: float, active: bool) -> list[Element]:
    words = "neutral" if player is None else f"Seat {player.seat}"
    colour = MUTED if player is None else SEAT_COLOURS[player.seat]
    return [
        rect(-48, y - 13, 70, 18, rx=9, fill=colour, stroke=ACCENT if active else None, stroke_width=3),
        text(-13, y, words, size=13, fill="#ffffff", font_weight="bold"),
    ]


def _tracker(seen: PiedPiperView, player: PlayerView, top: float, height: float) -> Element:
    """The tracker: a rat that climbs the facade, below the first floor at 0, on the roof at the end."""
    level = player.tracker
    y = top - 12 if level >= seen.roof_level else top + height - FLOOR * level + (FLOOR / 2 if level else 14)
    colour = SEAT_COLOURS[player.seat]
    climber = element("ellipse", cx=33, cy=y, rx=10, ry=12, fill=colour, stroke="#ffffff", stroke_width=1.5)
    ears = [circle(33 + dx, y - 11, 3.6, fill=colour, stroke="#ffffff", stroke_width=1) for dx in (-6, 6)]
    return group(*ears, climber, text(33, y + 5, str(level), size=14, fill="#ffffff", font_weight="bold"), title=f"tracker of seat {player.seat}: {level}")


def gaps(seen: PiedPiperView) -> list[Element]:
    """The figures in every gap, in rows of three, facing the way they go."""
    moved = {name for trip in seen.last.trips for name in trip.figures} if seen.last is not None else set()
    return [part for house in seen.ring for part in _gap(seen, house, moved)]


def _gap(seen: PiedPiperView, house: HouseView, moved: set[str]) -> list[Element]:
    degrees = angle(gap_place(seen, number_of(house.gap)), size_of(seen))
    x, y = at(degrees)
    spots = _spots(len(house.figures))
    height = 47 * (1 + max((row for _, row in spots), default=0))
    base = element(
        "ellipse", cx=x, cy=y, rx=42 if len(spots) < 2 else 66 if len(spots) < 5 else 90, ry=22 + height / 2, fill="#f4ecd9", stroke="#cdbf9f", stroke_width=1.2
    )
    label = text(x, y + 37 + height / 2, house.gap, size=13, fill=MUTED, stroke=PAPER, stroke_width=4, paint_order="stroke")
    top = y - height / 2 + 23.5
    placed = [
        figure(name, x + 48 * column, top + 47 * row, heading(degrees), 0.9, marked=name in moved)
        for name, (column, row) in zip(house.figures, spots, strict=True)
    ]
    return [group(base, title=f"{house.gap}: {', '.join(house.figures) or 'empty'}"), label, *placed]


def _spots(number: int) -> Sequence[tuple[float, int]]:
    """Column (around the middle) and row of each of so many figures."""
    across = 1 if number == 1 else 2 if number <= 4 else 3
    spots = []
    for n in range(number):
        row, column = divmod(n, across)
        in_row = min(across, number - row * across)
        spots.append((column - (in_row - 1) / 2, row))
    return spots
