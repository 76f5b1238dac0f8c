"""Who may do what: exactly the moves that ``decide`` accepts."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from domain.hamsters.moves import ACCEPT_BEAVERS, DECLINE, HELP_MICE, ROLL, HamstersMove, go
from domain.hamsters.routes import Throw
from domain.hamsters.state import State

_ROLL: Final[tuple[HamstersMove, ...]] = (ROLL,)
_MICE: Final[tuple[HamstersMove, ...]] = (HELP_MICE, DECLINE)
_BEAVERS: Final[tuple[HamstersMove, ...]] = (ACCEPT_BEAVERS, DECLINE)


def to_act(state: State) -> tuple[int, ...]:
    """The one seat that decides: who is asked by mice or beavers (HS-40), else whose turn it is; () when the game is over."""
    if state.step == "decide":
        return state.events[:1]
    return () if state.step == "over" else (state.turn,)


def thrown(state: State) -> Throw:
    """The routes of the throw that awaits its ``go``."""
    hamster = state.hamsters[state.turn]
    found: Throw = state.table.board.routes[hamster.way[-1], state.throw, hamster.mole]
    return found


def meets_mice(state: State) -> bool:
    """Whether the decision that is awaited is about the mice's offer (else the beavers')."""
    number: int = state.table.board.number[state.hamsters[state.events[0]].way[-1]]
    return number == 2


def legal_moves(state: State, seat: int) -> Sequence[HamstersMove]:
    """The moves of this seat, always in the same order; () when it is not to act."""
    step = state.step
    if step == "decide":
        if seat != state.events[0]:
            return ()
        return _MICE if meets_mice(state) else _BEAVERS
    if seat != state.turn or step == "over":
        return ()
    return _ROLL if step == "roll" else thrown(state).moves


def conceivable(state: State) -> Iterable[tuple[int, HamstersMove]]:
    """Every move with every choice of ways that this board knows, for every seat."""
    return ((seat, move) for seat in range(state.table.seats) for move in _conceivable(state))


def _conceivable(state: State) -> Iterator[HamstersMove]:
    yield from (ROLL, HELP_MICE, ACCEPT_BEAVERS, DECLINE)
    yield from (go(via) for via in state.table.board.forks)
