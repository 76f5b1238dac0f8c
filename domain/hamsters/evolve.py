"""What a fact changes. Total: it believes history."""

from typing import Any, Final, assert_never

from msgspec.structs import replace

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
from domain.hamsters.state import Hamster, State, Walk


def evolve(state: State, fact: HamstersFact) -> State:
    """The position after one fact."""
    match fact:
        case HamsterMoved(seat=seat, squares=squares):
            hamsters = state.hamsters  # the commonest fact: written out, since a helper would double its time
            way = hamsters[seat].way
            moved = replace(hamsters[seat], way=way + squares, rests=False, waits=False)
            walks = (*state.walks, Walk(seat, way[-1:] + squares))
            return replace(state, hamsters=(*hamsters[:seat], moved, *hamsters[seat + 1 :]), walks=walks)
        case DieThrown(pips=pips, again=again):
            return replace(state, step="go", throw=pips, again=again, walks=())
        case TurnPassed(seat=seat):
            return replace(state, turn=seat, step="roll", again=False, events=())
        case HamsterPushedBack(seat=seat, squares=squares):  # HS-38: load and cards stay as they are, also on 0
            way = state.hamsters[seat].way
            walk = Walk(seat, (way[-1], *squares), back=True)
            return _with(state, seat, {"way": way[: len(way) - len(squares)], "rests": False, "waits": False}, walks=(*state.walks, walk))
        case RestTaken(seat=seat):
            return _with(state, seat, {"rests": True})
        case TurnMissed(seat=seat):
            return _with(state, seat, {"rests": False})
        case HamsterFreed(seat=seat):
            return _with(state, seat, {"waits": False})
        case MiceMet(seat=seat, then=then) | BeaversMet(seat=seat, then=then):
            return replace(state, step="decide", events=(seat, *then))
        case MiceHelped(seat=seat):
            sacks = state.hamsters[seat].sacks - 1
            return _with(state, seat, {"sacks": sacks, "mouse": True}, mice=state.mice - 1, store=state.store + 1, events=state.events[1:])
        case BeaversJoined(seat=seat):
            return _with(state, seat, {"beaver": True, "waits": True}, beavers=state.beavers - 1, events=state.events[1:])
        case MiceRefused() | BeaversRefused():
            return replace(state, events=state.events[1:])
        case SackStolen(seat=seat) | SackDropped(seat=seat):
            return _with(state, seat, {"sacks": state.hamsters[seat].sacks - 1}, store=state.store + 1)
        case StartedAgain(seat=seat, square=square, sacks=sacks) | SecondTripBegun(seat=seat, square=square, sacks=sacks):
            return _at(state, seat, (square,), {"sacks": state.hamsters[seat].sacks + sacks}, store=state.store - sacks)
        case BridgeBroke(seat=seat, square=square) | HamsterCaught(seat=seat, square=square):
            return _at(state, seat, (square,), {})
        case MouseCardUsed(seat=seat, square=square):
            way = state.hamsters[seat].way
            return _at(state, seat, way[: way.index(square) + 1], {"mouse": False}, mice=state.mice + 1)
        case RatsScattered(seat=seat):
            return _with(state, seat, {"beaver": False}, beavers=state.beavers + 1)
        case MiceRepaid(seat=seat):
            return _with(state, seat, {"sacks": state.hamsters[seat].sacks + 1}, store=state.store - 1)
        case MoleRescued(seat=seat):
            return _with(state, seat, {"mole": True}, moles=state.moles - 1)
        case TunnelEntered(seat=seat):
            return _with(state, seat, {"mole": False}, moles=state.moles + 1)
        case SacksDeposited(seat=seat, sacks=sacks):
            hamster = state.hamsters[seat]
            return _with(state, seat, {"sacks": hamster.sacks - sacks, "deposited": hamster.deposited + sacks})
        case ThrowRepeated():
            return replace(state, step="roll", again=False, events=())
        case GameWon(seat=seat):
            return replace(state, step="over", winner=seat, events=())
        case CombatThrown() | SparrowhawkThrown() | HamsterKept() | ThrowForfeited():
            return state
        case HamstersPlaced(seats=seats, square=square, sacks=sacks, cards=cards, store=store):
            hamsters = (Hamster((square,), sacks),) * seats
            return replace(state, hamsters=hamsters, moles=cards, beavers=cards, mice=cards, store=store)
        case _:
            assert_never(fact)


_NOTHING: Final[dict[str, Any]] = {}


def _with(state: State, seat: int, changes: dict[str, Any], **others: Any) -> State:
    """The state with one hamster changed."""
    hamsters = state.hamsters
    changed = replace(hamsters[seat], **changes)
    return replace(state, hamsters=(*hamsters[:seat], changed, *hamsters[seat + 1 :]), **others)


def _at(state: State, seat: int, way: tuple[str, ...], changes: dict[str, Any], **others: Any) -> State:
    """The state with one hamster taken elsewhere: it rests and waits no more (HS-12)."""
    walk = Walk(seat, (state.hamsters[seat].square, way[-1]), back=True)
    return _with(state, seat, {"way": way, "rests": False, "waits": False, **changes}, walks=(*state.walks, walk), **others)
