"""The referee: what follows from a move, or why it is refused. The only place that says no."""

from typing import NoReturn, assert_never

from domain.chance import Chance
from domain.hamsters.board import Board
from domain.hamsters.facts import (
    BeaversJoined,
    BeaversRefused,
    DieThrown,
    HamsterFreed,
    HamsterKept,
    HamsterMoved,
    HamstersFact,
    MiceHelped,
    MiceRefused,
    MoleRescued,
    ThrowRepeated,
    TunnelEntered,
    TurnPassed,
)
from domain.hamsters.legal import meets_mice, thrown
from domain.hamsters.moves import AcceptBeavers, Decline, Go, HamstersMove, HelpMice, Roll
from domain.hamsters.routes import Route
from domain.hamsters.state import SEATS_WITH_SIXES, State
from domain.hamsters.story import Story
from domain.refusal import Refused

FREEING = (1, 6)  # HMS-7.4.3
SIX = 6  # HMS-4.3


def decide(state: State, seat: int, move: HamstersMove, chance: Chance) -> tuple[HamstersFact, ...]:
    """The facts of a legal move; Refused with a clause otherwise, before chance is asked."""
    step = state.step
    if seat != (state.events[0] if step == "decide" else state.turn) or step == "over":
        _not_now(state, seat)
    match move:
        case Roll():
            if step != "roll":
                _roll_not_now(state, seat)
            return _roll(state, seat, chance)
        case Go():
            if step != "go":
                raise Refused("HS-41", f"no throw of seat {seat} waits for a choice of ways")
            return _walk(state, seat, _chosen(state, seat, move), chance, state.again)
        case HelpMice():
            if step != "decide" or not meets_mice(state):
                raise Refused("HMS-7.2.1", f"no mice ask seat {seat} for a sack")
            return _after(state, chance, MiceHelped(seat))
        case AcceptBeavers():
            if step != "decide" or meets_mice(state):
                raise Refused("HMS-7.4.1", f"no beavers invite seat {seat}")
            return _after(state, chance, BeaversJoined(seat))
        case Decline():
            if step != "decide":
                raise Refused("HS-40", f"nothing is offered to seat {seat} that it could decline")
            return _after(state, chance, MiceRefused(seat) if meets_mice(state) else BeaversRefused(seat))
        case _:
            assert_never(move)


def _roll(state: State, seat: int, chance: Chance) -> tuple[HamstersFact, ...]:
    """Throws; then the hamster stays with the beavers, waits for a choice of ways (HS-41), or goes (HMS-4.2)."""
    hamster = state.hamsters[seat]
    pips = chance.die("die")
    again = pips == SIX and len(state.hamsters) in SEATS_WITH_SIXES
    told: tuple[HamstersFact, ...] = (DieThrown(seat, pips, again),)
    if hamster.waits:
        if pips not in FREEING:
            story = Story(state, chance)
            story.note(*told, HamsterKept(seat))
            story.pass_turn()
            return tuple(story.facts)
        told = (*told, HamsterFreed(seat))
    routes = state.table.board.routes[hamster.way[-1], pips, hamster.mole].routes
    return told if len(routes) > 1 else _walk(state, seat, routes[0], chance, again, told)


def _chosen(state: State, seat: int, move: Go) -> Route:
    """The route of the throw with these choices."""
    throw = thrown(state)
    for route in throw.routes:
        if route.via == move.via:
            return route
    board: Board = state.table.board
    here, via = state.hamsters[seat].square, " ".join(move.via) or "no choice"
    if any(route.via == move.via and route.tunnel for route in board.routes[here, state.throw, True].routes):
        raise Refused("HMS-9.10.2", f"seat {seat} has no mole card, so the tunnel is closed to it")
    ways = ", ".join(" ".join(route.via) for route in throw.routes)
    raise Refused("HMS-4.4", f"a throw of {state.throw} from {here} cannot go by {via}, only by {ways}")


def _walk(state: State, seat: int, route: Route, chance: Chance, again: bool, told: tuple[HamstersFact, ...] = ()) -> tuple[HamstersFact, ...]:
    """Along the route, the cards of hospital and tunnel in passing (HMS-8.1, HMS-8.2, HS-23, HS-31), then all that follows from the stop."""
    moved = HamsterMoved(seat, route.squares)
    following = (seat + 1) % len(state.hamsters)
    if _quiet(state, route) and (again or not state.hamsters[following].rests):
        return (*told, moved, ThrowRepeated(seat) if again else TurnPassed(following))
    story = Story(state, chance)
    for fact in (*told, moved):
        story.tell(fact)
    if route.hospital and not story.hamster(seat).mole and story.state.moles:  # HS-1, HS-14
        story.tell(MoleRescued(seat))
    if route.tunnel:
        story.tell(TunnelEntered(seat))
    return story.finish(story.arrive(seat))


def _quiet(state: State, route: Route) -> bool:
    """Whether nothing happens but the move itself: the common case, told without a story because that is twice as fast."""
    end = route.squares[-1]
    if route.hospital or route.tunnel or end in state.table.board.event:
        return False
    for hamster in state.hamsters:  # noqa: SIM110  # a generator costs more than the whole function
        if hamster.way[-1] == end:
            return False
    return True


def _after(state: State, chance: Chance, answer: HamstersFact) -> tuple[HamstersFact, ...]:
    """An answer to mice or beavers, then the events that it held up (HS-30)."""
    story = Story(state, chance)
    story.tell(answer)
    return story.finish(state.events[1:])


def _not_now(state: State, seat: int) -> NoReturn:
    if state.step == "over":
        raise Refused("HMS-10.1", f"the game is over: seat {state.winner} has deposited two sacks")
    if state.step == "decide":
        raise Refused("HS-40", f"seat {state.events[0]} has to answer first, not seat {seat}")
    raise Refused("HS-2", f"it is the turn of seat {state.turn}, not of seat {seat}")


def _roll_not_now(state: State, seat: int) -> NoReturn:
    if state.step == "go":
        raise Refused("HS-41", f"seat {seat} has thrown {state.throw} and has to choose its way first")
    raise Refused("HS-40", f"seat {seat} has to answer the {'mice' if meets_mice(state) else 'beavers'} first")
