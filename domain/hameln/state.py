"""What is true at the table. Houses, circles and Piper spaces are indices of the board; -1 stands for nobody and nothing."""

from typing import Final, Literal, TypeAlias

from domain import message
from domain.hameln.board import GOODS, SMALL_RATS, Board, Town
from domain.message import Table
from domain.seats import Seat

NOBODY: Final = -1
MEMBERS: Final = 13  # HML-1.5, HM-5: fifteen less the markers of turn order and influence
CUBES: Final = (12, 12, 12, 20)  # HML-1.3: breads, cheeses, beers, meats
BOYS: Final = 4  # HML-1.7, HML-2.7
GIRLS: Final = 4  # HML-1.7, HML-2.7
TOKENS: Final = 4  # HML-1.1: of each value
PILES: Final = ("pile-1", "pile-2", "pile-3")  # HML-2.8
PILE: Final = 4  # tokens in each pile at the start: HML-2.8
LAST_PHASE: Final = 3  # HML-18.1

Goods: TypeAlias = tuple[int, int, int, int]
Step: TypeAlias = Literal[
    "setting_up",
    "place_man",
    "place_woman",
    "mandatory",
    "declaring",
    "partner",
    "rat",
    "large_rat",
    "marrying",
    "selling",
    "optional",
    "pay",
    "house",  # from here on nobody decides: what follows happens by itself
    "finished",
    "turn_over",
    "piper",
    "over",
]


class State(message.State, frozen=True):
    """A position: the town, the players' belongings, the tracks, and the step of the turn with what is pending in it."""

    table: Table
    step: Step = "setting_up"
    phase: int = 0
    order: tuple[Seat, ...] = ()  # of the running cycle
    turn: int = NOBODY  # place in ``order``
    acted: bool = True  # whether anybody took an action in this cycle: HM-48
    # the town
    counters: tuple[int, ...] = ()  # rats that each house attracts
    men: tuple[Seat, ...] = ()
    women: tuple[Seat, ...] = ()
    rats: int = 0  # the set of covered circles
    figures: int = 0  # the set of houses with a large rat
    reserve: int = 0  # large rats left
    piper: int = 0
    bribes: tuple[int, ...] = ()
    cat: Seat = NOBODY
    # belongings, by seat
    supply: tuple[int, ...] = ()
    florins: tuple[int, ...] = ()
    goods: tuple[Goods, ...] = ()
    tokens: tuple[tuple[int, ...], ...] = ()  # values, as taken: the only secret
    boys: tuple[int, ...] = ()  # in the parish hall
    girls: tuple[int, ...] = ()
    # tracks
    line: tuple[Seat, ...] = ()  # influence, highest first
    spaces: tuple[int, ...] = ()  # of the influence track, by seat, 0 at the bottom
    loop: int = NOBODY  # last entry bought
    piles: tuple[int, ...] = ()  # tokens left in each
    road: tuple[Seat, ...] = ()  # owners of the children taken, in order; it only grows (HML-16.9) and knows no sex (HM-56)
    # pending
    sex: str = ""
    declared: tuple[int, ...] = ()  # houses, in order
    doing: int = 0  # place in ``declared`` of the next house to resolve
    current: int = NOBODY  # the house being resolved
    due: int = 0  # rats still to be placed round it
    fresh: int = 0  # the set of circles that received a rat this turn
    contested: tuple[int, ...] = ()  # houses that wait for too few large rats: HM-12
    sale: tuple[tuple[int, int], ...] = ()  # declared cubes: good, and 0 for florins or the number of a pile
    payer: int = 0  # place in ``order`` of the next owner whom the Piper asks
    ended_by: Seat = NOBODY
    last_seat: Seat = NOBODY  # who moved last, and what, in notation
    last: str = ""


def board_of(state: State) -> Board:
    board: Board = state.table.board
    return board


def town_of(state: State) -> Town:
    """The circles in play: the additional ones only with 5 players (HML-2.18)."""
    board: Board = state.table.board
    return board.five if state.table.seats == 5 else board.four


def active(state: State) -> Seat:
    """The seat whose turn it is."""
    return state.order[state.turn]


def bag(state: State) -> dict[str, int]:
    """The cubes in the bag: those of children in the hall lie beside it (HML-5.5)."""
    return {"boy": BOYS - sum(state.boys), "girl": GIRLS - sum(state.girls)}


def can_prepare(state: State, seat: Seat) -> bool:
    """Whether the bag has a cube and the family a member for one more child (HML-5.4, HM-14, HM-16)."""
    return state.supply[seat] > 0 and sum(state.boys) + sum(state.girls) < BOYS + GIRLS


def stock(state: State, good: int) -> int:
    """Cubes of a good that nobody has."""
    return CUBES[good] - sum(owned[good] for owned in state.goods)


def small_rats(state: State) -> int:
    """Small rats left beside the board."""
    return SMALL_RATS - state.rats.bit_count()


def is_infested(state: State, house: int) -> bool:
    """Whether every circle of the house is covered, with or without a large rat: HML-13.1, HM-38."""
    ring = town_of(state).ring[house]
    return state.rats & ring == ring


def unsold(state: State, seat: Seat) -> list[int]:
    """The cubes of the seat by good, less those declared in the running sale."""
    left = list(state.goods[seat])
    for good, _ in state.sale:
        left[good] -= 1
    return left


def good_index(good: str) -> int:
    """The place of a good in ``GOODS``; -1 for a word that is none."""
    return GOODS.index(good) if good in GOODS else -1
