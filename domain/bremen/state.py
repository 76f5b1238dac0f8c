"""What is true at a table. Sets of pieces are bits (``pieces.py``)."""

import msgspec

from domain import message
from domain.bremen.pieces import DECKS, Deck


class Redeal(msgspec.Struct, frozen=True):
    """A deal that did not count; ``hands`` is None where nobody wrote them down."""

    seats: tuple[int, ...]  # who held 8 Chickens or more
    hands: tuple[int, ...] | None
    centre: str | None


class Sheet(msgspec.Struct, frozen=True):
    """What a score sheet without hands proves so far, by seat."""

    played: tuple[int, ...]
    lacks: tuple[int, ...]  # pieces that cannot have been in the hand: it did not follow their animal
    revealed: tuple[int, ...]
    first: int | None = None  # who led round 1, and so held the leading Donkey


class State(message.State, frozen=True):
    """A position."""

    won: tuple[int, ...]  # the pieces that each seat has won
    acting: tuple[int, ...] = ()  # who is to act; several before move 1 when hands are not recorded; nobody before the deal and after the end
    hands: tuple[int, ...] | None = None  # None before the deal, and when not recorded
    played: tuple[str, ...] = ()  # the round in progress, or the one finished last while the next has not been led, in order of play
    leader: int | None = None  # who led that round
    rounds: int = 0  # finished
    centre: str | None = None
    redeals: tuple[Redeal, ...] = ()
    sheet: Sheet | None = None  # only when hands are not recorded


def deck_of(state: State) -> Deck:
    """What this table plays with."""
    return DECKS[state.table.seats]


def over(state: State) -> bool:
    """Whether the last round is finished."""
    return state.rounds == deck_of(state).rounds


def led(state: State) -> str | None:
    """The piece led in the round in progress; None when the next piece leads."""
    played = state.played
    return played[0] if 0 < len(played) < state.table.seats else None


def partial(state: State) -> bool:
    """Whether the hands are not recorded."""
    return state.sheet is not None


def to_act(state: State) -> tuple[int, ...]:
    """Whose turn it is: one seat, every possible leader before move 1 when hands are not recorded (BR-17), nobody when over."""
    return state.acting
