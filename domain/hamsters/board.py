"""The way to the burrow: read, checked and turned into the tables that the rules ask."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from pydantic import ValidationError

from domain.data import toml
from domain.hamsters.checks import ORANGE, check
from domain.hamsters.printed import PrintedBoard, PrintedSquare, as_json
from domain.hamsters.routes import Routes, routes
from domain.message import Json
from domain.table import first_error

STANDARD: Final = "hamsters-reconstructed"
SHIPPED: Final[Mapping[str, Json]] = MappingProxyType({STANDARD: toml(__package__, "board.toml")})


@dataclass(frozen=True)
class Board:
    """A sound board and what is looked up on it. Squares are named by their ids."""

    printed: PrintedBoard
    number: Mapping[str, int]  # square → printed number, for those that have one
    event: Mapping[str, int]  # square → number, for the orange squares where something happens to who stops
    field: str
    bridges: str
    burrow: str
    flight: Mapping[str, tuple[str, ...]]  # each 12 → the squares from it to 13 (HMS-7.12.2)
    routes: Routes

    @cached_property
    def forks(self) -> tuple[tuple[str, ...], ...]:
        """The ``via`` of every route on this board, sorted."""
        return tuple(sorted({route.via for throw in self.routes.values() for route in throw.routes}))


def parse(raw: Any) -> Board:
    """A board from its JSON; ValueError, one sentence that names the field or the constraint."""
    if not isinstance(raw, dict):
        raise ValueError("must be an object")
    try:
        printed = PrintedBoard.model_validate(raw)
    except ValidationError as error:
        raise ValueError(first_error(error)) from None
    check(printed)
    squares = {square.id: square for square in printed.squares}
    number = {square.id: square.number for square in printed.squares if square.number is not None}
    named = {n: name for name, n in number.items()}
    return Board(
        printed=printed,
        number=MappingProxyType(number),
        event=MappingProxyType({name: n for name, n in number.items() if n in ORANGE and n != 0}),
        field=named[0],
        bridges=named[5],
        burrow=named[13],
        flight=MappingProxyType({name: _onward(squares, name) for name, n in number.items() if n == 12}),
        routes=MappingProxyType(routes(squares)),
    )


def show(board: Board) -> Json:
    """A board back as JSON."""
    return as_json(board.printed)


def _onward(squares: Mapping[str, PrintedSquare], start: str) -> tuple[str, ...]:
    way: list[str] = []
    at = squares[start]
    while at.next:
        way.append(at.next[0])
        at = squares[at.next[0]]
    return tuple(way)
