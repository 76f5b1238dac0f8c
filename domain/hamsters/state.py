"""What is true at one moment. Everything is open to everybody."""

from typing import Final, Literal, TypeAlias

import msgspec

from domain.message import State as BaseState

SACKS: Final = 12  # HMS-1.2
SACKS_EACH: Final = 2  # HMS-3.4, HMS-3.5: the stand has two recesses; as many must be deposited (HMS-2.1)
CARDS_A_KIND: Final = 6  # HMS-1.3, HS-1: eighteen cards of three kinds
SEATS: Final = (2, 3, 4, 5, 6)  # HMS-1.6
SEATS_WITH_SIXES: Final = (5, 6)  # HMS-4.3

Step: TypeAlias = Literal["roll", "go", "decide", "over"]


class Hamster(msgspec.Struct, frozen=True):
    """One hamster: the way it has come (squares from 0 to where it stands), its load, its cards and whether it rests or waits."""

    way: tuple[str, ...]
    sacks: int = SACKS_EACH
    deposited: int = 0
    mole: bool = False
    beaver: bool = False
    mouse: bool = False
    rests: bool = False
    waits: bool = False

    @property
    def square(self) -> str:
        """Where it stands."""
        return self.way[-1]


class Walk(msgspec.Struct, frozen=True):
    """For the picture: how a hamster went in the last move, from where it stood."""

    seat: int
    squares: tuple[str, ...]
    back: bool = False


class State(BaseState, frozen=True):
    """A position.

    ``turn`` is the seat whose turn it is, ``throw`` its last throw for moving (0 before the first), ``again`` whether a 6 earned another
    one. ``events`` are the seats whose hamsters newly stopped and have their events to come; the first of them decides while
    ``step`` is "decide".
    """

    hamsters: tuple[Hamster, ...] = ()
    turn: int = 0  # HMS-4.1, HS-2: seat 0 is the youngest
    step: Step = "roll"
    throw: int = 0
    again: bool = False
    events: tuple[int, ...] = ()
    moles: int = 0
    beavers: int = 0
    mice: int = 0
    store: int = 0
    walks: tuple[Walk, ...] = ()
    winner: int | None = None
