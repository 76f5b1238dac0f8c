"""The Pied Piper: he appears, clears, asks for his pay, and moves on. All of it follows without a decision but the payments."""

from domain.hameln.course import Course
from domain.hameln.evolve import LARGE_RATS
from domain.hameln.facts_piper import (
    BribeCollected,
    ChildrenTaken,
    GameEnded,
    HouseCleared,
    PaymentAsked,
    PhaseBegun,
    PiperAppeared,
    PiperMovedOn,
    RegionCleaned,
)
from domain.hameln.state import LAST_PHASE, active, board_of, is_infested, town_of
from domain.seats import Seat


def appear(course: Course, by: Seat | None) -> None:
    """The phase is over: large rats go, the region where he stands and the market are cleared (HML-15.1 to HML-15.7)."""
    state, board, town = course.state, board_of(course.state), town_of(course.state)
    region = board.regions[state.piper]  # HML-10.2, HM-34: where he stands, bribed or not
    course.add(PiperAppeared(region, state.phase, by))
    infested = [house for house in range(len(board.houses)) if is_infested(state, house)]
    gone = state.rats & town.cleaned[state.piper]
    course.add(RegionCleaned(region, tuple(board.circles[circle] for circle in town.circles if gone >> circle & 1)))
    for house in infested:
        if not is_infested(course.state, house):
            course.add(HouseCleared(board.houses[house]))


def next_payer(course: Course) -> None:
    """Asks the next owner of children who can pay for one; takes the children of who cannot (HML-16.1, HM-39, HM-57)."""
    state = course.state
    price = board_of(state).prices[state.piper]  # HML-16.2
    for seat in state.order[state.payer :]:
        if state.boys[seat] + state.girls[seat]:
            if state.florins[seat] >= price:
                course.add(PaymentAsked(seat, price))
            else:
                course.add(ChildrenTaken(seat, state.boys[seat], state.girls[seat]))
            return
    _move_on(course)


def _move_on(course: Course) -> None:
    """All are paid: after the last phase the game is over (HML-18.2, HM-42); else bribes, the Piper's next space and a full reserve (HML-17.1 to HML-17.5)."""
    state, board = course.state, board_of(course.state)
    if state.phase == LAST_PHASE:
        course.add(GameEnded(_ender(course)))
        return
    if state.bribes[state.piper]:
        course.add(BribeCollected(board.regions[state.piper], state.bribes[state.piper]))
    bribes = course.state.bribes
    biggest = max(bribes)
    goal = bribes.index(biggest) if biggest else (state.piper + 1) % len(bribes)
    course.add(PiperMovedOn(board.regions[goal]))
    course.add(PhaseBegun(state.phase + 1, LARGE_RATS[state.table.seats][state.phase]))


def _ender(course: Course) -> Seat | None:
    """Whose turn it was when the last large rat was placed (HM-43); nobody after a cycle without an action (HM-48)."""
    return active(course.state) if course.state.reserve == 0 else None
