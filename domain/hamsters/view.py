"""What a viewer sees. Nothing in this game is hidden: squares, ways, loads, cards, piles (HMS-3.9), rests, waits and every die are open."""

from typing import assert_never

from domain.hamsters.board import Board
from domain.hamsters.facts import (
    BeaversJoined,
    BeaversMet,
    BeaversRefused,
    BridgeBroke,
    CombatThrown,
    DieThrown,
    GameWon,
    HamsterCaught,
    HamsterFreed,
    HamsterKept,
    HamsterMoved,
    HamsterPushedBack,
    HamstersFact,
    HamstersPlaced,
    MiceHelped,
    MiceMet,
    MiceRefused,
    MiceRepaid,
    MoleRescued,
    MouseCardUsed,
    RatsScattered,
    RestTaken,
    SackDropped,
    SacksDeposited,
    SackStolen,
    SecondTripBegun,
    SparrowhawkThrown,
    StartedAgain,
    ThrowForfeited,
    ThrowRepeated,
    TunnelEntered,
    TurnMissed,
    TurnPassed,
)
from domain.hamsters.legal import meets_mice, to_act
from domain.hamsters.moves import HamstersMove
from domain.hamsters.printed import PrintedBoard
from domain.hamsters.state import State
from domain.message import Json, Model, View
from domain.seats import Seat, Viewer


class HamsterView(Model):
    """One hamster: ``route`` are the squares it has come over since 0, the last one is where it stands."""

    seat: int
    square: str
    route: tuple[str, ...]
    sacks: int
    deposited: int
    mole: bool
    beaver: bool
    mouse: bool
    rests: bool
    waits: bool


class PileView(Model):
    """How many cards lie beside the board."""

    mole: int
    beaver: int
    mouse: int


class WalkView(Model):
    """How a hamster went in the last move, from the square where it stood; ``back`` when it was pushed or sent."""

    seat: int
    squares: tuple[str, ...]
    back: bool


class HamstersView(View):
    """Everything that lies on the table.

    ``step`` is roll, go, help_mice, accept_beavers or over: what is awaited. ``throw`` is the last throw for moving, ``again`` whether it
    earned another one that is still to come, ``pending`` whose events come after the one being decided, ``store`` the sacks beside the board.
    """

    seats: int
    to_act: tuple[int, ...]
    turn: int
    step: str
    throw: int
    again: bool
    pending: tuple[int, ...]
    hamsters: tuple[HamsterView, ...]
    piles: PileView
    store: int
    walks: tuple[WalkView, ...]
    winner: int | None
    board: PrintedBoard


def view(then: State, _: Viewer, __: State) -> HamstersView:
    """The same for everybody."""
    board: Board = then.table.board
    return HamstersView(
        seats=then.table.seats,
        to_act=to_act(then),
        turn=then.turn,
        step=_awaited(then),
        throw=then.throw,
        again=then.again,
        pending=then.events[1:],
        hamsters=tuple(
            HamsterView(
                seat=seat,
                square=h.square,
                route=h.way,
                sacks=h.sacks,
                deposited=h.deposited,
                mole=h.mole,
                beaver=h.beaver,
                mouse=h.mouse,
                rests=h.rests,
                waits=h.waits,
            )
            for seat, h in enumerate(then.hamsters)
        ),
        piles=PileView(mole=then.moles, beaver=then.beavers, mouse=then.mice),
        store=then.store,
        walks=tuple(WalkView(seat=walk.seat, squares=walk.squares, back=walk.back) for walk in then.walks),
        winner=then.winner,
        board=board.printed,
    )


def _awaited(state: State) -> str:
    if state.step == "decide":
        return "help_mice" if meets_mice(state) else "accept_beavers"
    return state.step


def redact(fact: HamstersFact, _: Viewer, __: State, ___: State) -> HamstersFact:
    """Every fact as it is: each one is named, so that a new one has to be judged."""
    match fact:
        case HamstersPlaced() | DieThrown() | HamsterFreed() | HamsterKept() | HamsterMoved() | MoleRescued() | TunnelEntered():
            return fact
        case CombatThrown() | HamsterPushedBack() | MiceMet() | MiceHelped() | MiceRefused() | BeaversMet() | BeaversJoined() | BeaversRefused():
            return fact
        case BridgeBroke() | RestTaken() | RatsScattered() | SackStolen() | SackDropped() | StartedAgain() | MiceRepaid():
            return fact
        case SparrowhawkThrown() | HamsterCaught() | MouseCardUsed() | SacksDeposited() | SecondTripBegun() | GameWon():
            return fact
        case ThrowRepeated() | ThrowForfeited() | TurnMissed() | TurnPassed():
            return fact
        case _:
            assert_never(fact)


def redact_move(_: Seat, move: HamstersMove, __: Viewer, ___: State, ____: State) -> HamstersMove:
    """Every move is open."""
    return move


def redact_draw(_: Seat, draw: Json, __: Viewer, ___: State, ____: State) -> Json:
    """Every die is open."""
    return draw


def redact_setup(setup: Json, _: Viewer, __: State, ___: State) -> Json:
    """The set-up is empty."""
    return setup


def sees_legal(_: State, __: Viewer, ___: Seat) -> bool:
    """What a seat may do follows from what everybody sees."""
    return True


def reveals(_: State, __: Seat, ___: HamstersMove, ____: State) -> bool:
    """Nothing is hidden, so no move shows anything."""
    return False
