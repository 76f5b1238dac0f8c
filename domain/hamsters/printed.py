"""The board as it is printed and stored: the shape of the wire contract, nothing checked yet beyond the single fields."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from domain.hamsters.moves import KEBAB, SquareId
from domain.message import Json, Model

Name: TypeAlias = Annotated[str, Field(pattern=KEBAB, max_length=60)]
Coordinate: TypeAlias = Annotated[int, Field(ge=0, le=1000)]


class PrintedSquare(Model):
    """One square. ``next`` names the squares that can be entered from it; x and y are its middle in the unit square 0 to 1000."""

    id: SquareId
    number: Annotated[int | None, Field(ge=0, le=13)] = None
    colour: Literal["orange", "yellow", "plain"]
    hospital: bool = False
    tunnel: bool = False
    next: Annotated[tuple[SquareId, ...], Field(strict=False)]
    x: Coordinate
    y: Coordinate


class PrintedBoard(Model):
    """A whole board (HMS-1.5)."""

    id: Name
    ruleset: Literal["hamsters"]
    title: Annotated[str | None, Field(min_length=1, max_length=100)] = None
    reconstructed: bool = False
    squares: Annotated[tuple[PrintedSquare, ...], Field(strict=False, min_length=1)]


def as_json(board: PrintedBoard) -> Json:
    """The board in the form of the wire contract: what is false or missing is left out."""
    shown: dict[str, Any] = {"id": board.id, "ruleset": board.ruleset}
    if board.title is not None:
        shown["title"] = board.title
    if board.reconstructed:
        shown["reconstructed"] = True
    return shown | {"squares": [_square(square) for square in board.squares]}


def _square(square: PrintedSquare) -> Json:
    shown: dict[str, Any] = {"id": square.id}
    if square.number is not None:
        shown["number"] = square.number
    shown["colour"] = square.colour
    for mark in ("hospital", "tunnel"):
        if getattr(square, mark):
            shown[mark] = True
    return shown | {"next": list(square.next), "x": square.x, "y": square.y}
