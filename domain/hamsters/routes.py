"""The routes of a throw: every way of going it forward from a square, with or without a mole card. Computed once a board."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec

from domain.hamsters.moves import Go, go
from domain.hamsters.printed import PrintedSquare

DIE: int = 6  # HMS-1.4


class Route(msgspec.Struct, frozen=True):
    """One way of going a full throw: what is chosen at its forks, the squares entered, and what is passed on it."""

    via: tuple[str, ...]
    squares: tuple[str, ...]
    hospital: bool
    tunnel: bool


class Throw(msgspec.Struct, frozen=True):
    """All routes of one throw from one square, and the moves that choose among them, in the same order."""

    routes: tuple[Route, ...]
    moves: tuple[Go, ...]


Routes: TypeAlias = Mapping[tuple[str, int, bool], Throw]  # (square, pips, has a mole card)


def routes(squares: Mapping[str, PrintedSquare]) -> dict[tuple[str, int, bool], Throw]:
    """The routes of every throw from every square but the burrow."""
    return {
        (square.id, pips, mole): _throw(squares, square, pips, mole)
        for square in squares.values()
        if square.next
        for pips in range(1, DIE + 1)
        for mole in (False, True)
    }


def _throw(squares: Mapping[str, PrintedSquare], start: PrintedSquare, pips: int, mole: bool) -> Throw:
    found = tuple(_forward(squares, start, pips, mole))
    return Throw(found, tuple(go(route.via) for route in found))


def _forward(squares: Mapping[str, PrintedSquare], start: PrintedSquare, pips: int, mole: bool) -> Iterator[Route]:
    """Full throw, forward only, a choice at every fork (HMS-4.4, HMS-9.5.1, HS-3); a throw that is too long ends on 13 (HS-27).

    A mole card found on the same throw cannot matter: the hospital lies more than one throw before the tunnel on every board.
    """
    if pips == 0 or not start.next:
        yield Route((), (), False, False)
        return
    for name in start.next:
        entered = squares[name]
        digs = entered.tunnel and not start.tunnel  # HS-32: who was pushed out digs anew, who is inside goes on
        if digs and not mole:  # HMS-9.10.2: closed without a card
            continue
        choice = (name,) if len(start.next) > 1 else ()
        for rest in _forward(squares, entered, pips - 1, mole):
            yield Route(choice + rest.via, (name, *rest.squares), entered.hospital or rest.hospital, digs or rest.tunnel)
