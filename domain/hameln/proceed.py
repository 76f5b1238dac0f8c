"""What happens by itself: houses resolve, turns and cycles follow one another, until somebody has to decide or the game is over."""

from collections.abc import Callable
from typing import Final

from domain.hameln.board import GOODS
from domain.hameln.course import Course
from domain.hameln.facts_piper import NobodyActed
from domain.hameln.facts_purse import ChildMissed, ChildPrepared, FlorinGained, GoodGained, GoodMissed
from domain.hameln.facts_rats import RatsAttracted
from domain.hameln.facts_turn import CycleBegun, HouseActivated, HousePassedOver, MandatoryPassed, OptionOpened, PartnerAsked, TurnBegun, TurnEnded, TurnSkipped
from domain.hameln.piper import appear, next_payer
from domain.hameln.possible import can_act, has_option
from domain.hameln.state import active, bag, board_of, can_prepare, is_infested, small_rats, stock, town_of
from domain.seats import Seat


def proceed(course: Course) -> None:
    """Goes on while the step is one that needs no decision."""
    while (go := _GO.get(course.state.step)) is not None:
        go(course)


def _next_house(course: Course) -> None:
    """The next declared house, or the end of the action."""
    state = course.state
    if state.reserve == 0:  # HML-14.2, HM-11: the current house is finished, the other declared ones fall away
        appear(course, by=active(state))
    elif state.doing == len(state.declared):
        _finish(course)
    elif is_infested(state, state.declared[state.doing]):  # HM-10
        course.add(HousePassedOver(board_of(state).houses[state.declared[state.doing]]))
    else:
        _activate(course, state.declared[state.doing])


def _activate(course: Course, house: int) -> None:
    """The active player's gain, the partner's gain, then the rats (HM-9)."""
    state, seat = course.state, active(course.state)
    course.add(HouseActivated(seat, state.sex, board_of(state).houses[house]))
    product = board_of(state).products[house]
    man, woman = state.men[house], state.women[house]
    if product < 0:
        course.add(FlorinGained(seat))  # HML-4.5, HML-5.6
        course.add(FlorinGained(woman if seat == man else man))  # HML-4.6, HML-5.7
    elif state.sex == "woman":
        _child(course, seat)  # HML-5.3
        _good(course, man, product)  # HML-5.7
    else:
        _good(course, seat, product)  # HML-4.4
        if state.table.options.partner_child == "optional" and can_prepare(state, woman):
            course.add(PartnerAsked(woman))  # HM-13
            return
        _child(course, woman)  # HML-4.6, HM-13
    _attract(course, house)


def after_partner(course: Course, seat: Seat, prepares: bool) -> None:
    """What the partner decided takes effect, then the rats come."""
    if prepares:
        _child(course, seat)
    _attract(course, course.state.current)


def _good(course: Course, seat: Seat, product: int) -> None:
    good = GOODS[product]
    course.add(GoodGained(seat, good) if stock(course.state, product) else GoodMissed(seat, good))  # HM-17


def _child(course: Course, seat: Seat) -> None:
    """A cube from the bag says whether a boy or a girl joins the hall; none with an empty bag or supply (HM-14, HM-16)."""
    if can_prepare(course.state, seat):
        course.add(ChildPrepared(seat, course.chance.draw("cube", bag(course.state))))
    else:
        course.add(ChildMissed(seat))


def _attract(course: Course, house: int) -> None:
    """As many rats as the counter, the free circles and the small rats left allow: HML-4.7, HML-5.8, HML-12.1, HML-12.4, HM-18."""
    state = course.state
    free = (town_of(state).ring[house] & ~state.rats).bit_count()
    attracted = state.counters[house]
    course.add(RatsAttracted(board_of(state).houses[house], attracted, min(attracted, free, small_rats(state))))


def _finish(course: Course) -> None:
    """The mandatory action is done: the optional one follows where one is possible (HM-8, HM-59)."""
    seat = active(course.state)
    course.add(OptionOpened(seat) if has_option(course.state, seat) else TurnEnded(seat, by_itself=True))


def _next_turn(course: Course) -> None:
    """The next seat's turn, in a new cycle when all have had theirs."""
    state = course.state
    if state.turn + 1 == len(state.order):
        if not state.acted:  # HM-48
            course.add(NobodyActed())
            appear(course, by=None)
            return
        course.add(CycleBegun(state.line))  # HML-11.10, HM-52
        state = course.state
    seat = state.order[state.turn + 1]  # also after the Piper: HM-41
    if can_act(state, seat):
        course.add(TurnBegun(seat))
    elif has_option(state, seat):
        course.add(MandatoryPassed(seat))  # HML-3.4
    else:
        course.add(TurnSkipped(seat))  # HM-6


_GO: Final[dict[str, Callable[[Course], None]]] = {
    "house": _next_house,
    "finished": _finish,
    "turn_over": _next_turn,
    "piper": next_payer,
}
