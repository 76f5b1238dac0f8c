"""The picture of a position: the landscape, the squares, the hamsters, the last move, and below who has what."""

from collections.abc import Iterable
from math import atan2, cos, hypot, pi, sin

from domain import svg
from domain.hamsters import figures
from domain.hamsters.board import Board
from domain.hamsters.panel import LEGEND_HEIGHT, legend, panel, panel_height, short, standing, task
from domain.hamsters.printed import PrintedBoard, PrintedSquare
from domain.hamsters.scenery import HEIGHT, TOP, Map, landscape
from domain.hamsters.view import HamstersView
from domain.svg import Element

WIDTH = 1000
BELOW = TOP + HEIGHT
ORANGE, YELLOW, RED = "#f4a13f", "#f8dd55", "#b3261e"


def draw(view: HamstersView) -> str:
    """A position as SVG."""
    land = Map(view.board)
    seats = [standing(view, seat) for seat in range(view.seats)]
    parts = [
        *_heading(view.board, task(view)),
        *landscape(land),
        *_walks(view, land),
        *_squares(land),
        *_hamsters(view, land),
        *panel(view, BELOW + 12),
        *legend(BELOW + 12 + panel_height(view), moves=True),
    ]
    return svg.picture(WIDTH, BELOW + 12 + panel_height(view) + LEGEND_HEIGHT, "The Hamsters", " ".join([task(view), *seats]), parts)


def draw_board(board: Board) -> str:
    """The empty board as SVG."""
    land = Map(board.printed)
    made_up = " Its path is reconstructed." if board.printed.reconstructed else ""
    said = f"The way of {len(land.squares)} squares from the wheat field 0 to the burrow 13.{made_up}"
    parts = [*_heading(board.printed, ""), *landscape(land), *_squares(land), *legend(BELOW + 12, moves=False)]
    return svg.picture(WIDTH, BELOW + 12 + LEGEND_HEIGHT, board.printed.title or board.printed.id, said, parts)


def _heading(board: PrintedBoard, task: str) -> Iterable[Element]:
    yield svg.text(24, 32, short(board.title or board.id, 38), size=25, anchor="start", font_weight="bold")
    if board.reconstructed:
        yield svg.text(976, 30, "reconstructed board: the printed path is not known", size=15, anchor="end", fill=svg.MUTED, font_style="italic")
    yield svg.text(24, 60, task, size=19, anchor="start")


def _squares(land: Map) -> Iterable[Element]:
    for square in land.board.squares:
        yield _square(square, *land.at[square.id])
    for number, figure in figures.EVENTS.items():
        for square in land.numbered[number]:
            yield figure(*land.free_spot(square.id, 37), 14)


def _square(square: PrintedSquare, x: float, y: float) -> Element:
    if square.hospital:
        return svg.group(figures.cross(x, y, 19), title=f"{square.id}: hospital of the mole")
    if square.number is None:
        fill = "#a58c6c" if square.tunnel else "#f7efd4"
        return svg.circle(x, y, 10, title=square.id, fill=fill, stroke="#8d7a4e", stroke_width=1.6)
    fill = YELLOW if square.colour == "yellow" else ORANGE
    r = 24 if square.number in (0, 13) else 19
    number = svg.text(x, y + 7, str(square.number), size=20, fill=RED, font_weight="bold")
    return svg.group(svg.circle(x, y, r, fill=fill, stroke="#8a4b12", stroke_width=2), number, title=square.id)


def _walks(view: HamstersView, land: Map) -> Iterable[Element]:
    """The last move: forward as a line of dashes, pushed or sent back as dots, in the colour of the seat; the start as a ring."""
    for walk in view.walks:
        points = [land.at[name] for name in walk.squares]
        colour = svg.SEAT_COLOURS[walk.seat]
        d = "M " + " L ".join(f"{x:.1f} {y:.1f}" for x, y in _shortened(points))
        dashes = "1 9" if walk.back else "11 6"
        yield svg.path(d, fill="none", stroke="#ffffff", stroke_width=8, stroke_linecap="round", stroke_linejoin="round", opacity=0.75)
        yield svg.path(d, fill="none", stroke=colour, stroke_width=5, stroke_linecap="round", stroke_linejoin="round", stroke_dasharray=dashes)
        yield svg.circle(*points[0], 15 if land.squares[walk.squares[0]].number is None else 23, fill="none", stroke=colour, stroke_width=4)
        yield _arrow(points[-2], points[-1], colour)


def _shortened(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    (ax, ay), (bx, by) = points[-2:]
    length = hypot(bx - ax, by - ay) or 1
    keep = max(length - 30, 1) / length
    return [*points[:-1], (ax + (bx - ax) * keep, ay + (by - ay) * keep)]


def _arrow(start: tuple[float, float], end: tuple[float, float], colour: str) -> Element:
    angle = atan2(end[1] - start[1], end[0] - start[0])
    x, y = end[0] - 21 * cos(angle), end[1] - 21 * sin(angle)
    corners = [(x, y), *((x - 17 * cos(angle + side * pi / 7), y - 17 * sin(angle + side * pi / 7)) for side in (-1, 1))]
    return svg.polygon(corners, fill=colour, stroke="#ffffff", stroke_width=1.5)


def _hamsters(view: HamstersView, land: Map) -> Iterable[Element]:
    """Each on its square with the sacks it carries; those on 0 around it."""
    start = land.numbered[0][0].id
    home = [hamster.seat for hamster in view.hamsters if hamster.square == start]
    for hamster in view.hamsters:
        x, y = land.at[hamster.square]
        if hamster.square == start:
            angle = -pi / 2 + 2 * pi * home.index(hamster.seat) / 6
            x, y = x + 47 * cos(angle), y + 54 * sin(angle)
        if hamster.seat in view.to_act:
            yield svg.circle(x, y - 2, 27, fill="#ffffff", fill_opacity=0.55, stroke=svg.ACCENT, stroke_width=3.5)
        for load in range(hamster.sacks):
            yield figures.sack(x + (22 if load else -22), y + 10, 9)
        yield figures.hamster(x, y - 2, 17, hamster.seat, title=standing(view, hamster.seat))
        if hamster.rests:
            yield figures.bed(x + 24, y - 26, 13)
        if hamster.waits:
            yield figures.beaver(x + 24, y - 22, 11)
