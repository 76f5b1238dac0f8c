"""A position. Provinces and spaces are numbered by their place in the board file, cards by colour."""

from typing import Any, Final, Literal, TypeAlias

import msgspec

from domain import message
from domain.han.board import Board
from domain.han.cards import NONE, Cards, Counts
from domain.seats import Seat

Step: TypeAlias = Literal["setup", "placing", "drawing", "over"]

FREE: Final = -1  # no piece on the house space
MARKET: Final = -2  # a market place, a house for nobody (HA-37)
NOBODY: Final = -1


class Last(msgspec.Struct, frozen=True):
    """The newest thing that everybody could see, for pictures."""

    seat: Seat
    verb: str
    where: str = ""
    cards: Cards = ()


class State(message.State, frozen=True):
    """Whose turn it is, where every piece and card is, what has been scored."""

    step: Step = "setup"
    start: Seat = NOBODY  # who has the Emperor
    turn: Seat = NOBODY
    last_round: bool = False  # HAN-10.3: nobody draws
    pieces: int = 0  # placed this turn
    held: int = 0  # provinces (a mask) that held a piece when the turn began (HA-4)
    shared: int = 0  # of those, the ones in which the turn's first piece stands: where a second one may go (HA-46)
    on_border: bool = False  # whether the turn's first piece stands on a border space

    hands: tuple[Cards, ...] = ()
    pile: Counts = NONE
    display: Cards = ()
    discards: Counts = NONE
    depleted: int = 0  # how often the pile became empty

    houses: tuple[int, ...] = ()  # by space: FREE, MARKET, or the seat whose house it is (HAN-3.7: a seat, never a card's colour)
    fortified: tuple[int, ...] = ()  # by seat: the space of its fortification, or NOBODY
    markets: tuple[tuple[int, Seat], ...] = ()  # space and seat
    free: tuple[int, ...] = ()  # by province: unoccupied spaces
    counts: tuple[tuple[int, ...], ...] = ()  # by province and seat: houses, a border house in both provinces (HAN-6.10)
    emissaries: tuple[tuple[int, ...], ...] = ()  # by province and seat: on the dragon space (HAN-7.2), those on market places not (HAN-14.9)
    occupied: int = 0  # provinces (a mask) that hold a piece now
    scored: int = 0  # provinces (a mask) with a scoring disk; there are as many disks as provinces (HAN-1.4)

    house_supply: tuple[int, ...] = ()
    emissary_supply: tuple[int, ...] = ()
    marker_supply: tuple[int, ...] = ()

    for_houses: tuple[int, ...] = ()  # points by seat; HA-33: whole numbers, the point cards are a matter of pictures
    for_alliances: tuple[int, ...] = ()
    for_roads: tuple[int, ...] = ()
    for_ports: tuple[int, ...] = ()
    reason: str = ""
    winners: tuple[Seat, ...] = ()
    last: Last | None = None


def board_of(state: State) -> Board:
    board: Board = state.table.board
    return board


def options_of(state: State) -> Any:
    return state.table.options


def put(row: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """The row with another value in one place."""
    return (*row[:place], value, *row[place + 1 :])


def add(row: tuple[int, ...], place: int, amount: int) -> tuple[int, ...]:
    """The row with one place raised by an amount."""
    return (*row[:place], row[place] + amount, *row[place + 1 :])
