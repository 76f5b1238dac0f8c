"""What a legal move does at once, before what follows by itself (``proceed.py``)."""

from typing import Final

from domain.hameln.board import GOODS
from domain.hameln.course import Course
from domain.hameln.evolve_purse import TO_SELLER
from domain.hameln.facts_piper import ChildrenPaid, ChildrenTaken, PiperMoved
from domain.hameln.facts_purse import BribePlaced, CatBought, ChildrenMarried, GoodSold, InfluenceBought, InfluenceGained, SaleEnded, TokenTaken
from domain.hameln.facts_rats import HouseFreed, HouseInfested, LargeRatChosen, LargeRatPlaced, LargeRatsContested, RatPlaced, RatRemoved
from domain.hameln.facts_turn import DeclarationEnded, HouseDeclared, PartnerDecided
from domain.hameln.possible import declarable, freed_by, next_purchase
from domain.hameln.proceed import after_partner
from domain.hameln.state import LAST_PHASE, NOBODY, PILES, TOKENS, State, board_of, is_infested, town_of
from domain.seats import Seat

PRICES: Final = (1, 2, 3, 4)  # HML-7.2: bread, cheese, beer, meat
VALUES: Final = (1, 2, 3)  # HML-1.1


def house_declared(course: Course, seat: Seat, sex: str, house: str) -> None:
    """One more house; the declaration ends by itself when there is no other to declare (HM-59)."""
    course.add(HouseDeclared(seat, sex, house))
    if not declarable(course.state, seat, sex):
        course.add(DeclarationEnded(seat, by_itself=True))


def partner_decided(course: Course, seat: Seat, prepares: bool) -> None:
    course.add(PartnerDecided(seat, prepares))
    after_partner(course, seat, prepares)


def rat_placed(course: Course, seat: Seat, circle: int) -> None:
    """A small rat, and large rats on every house whose last circle it covers (HML-13.1, HML-13.2, HM-12, HM-54)."""
    board = board_of(course.state)
    course.add(RatPlaced(seat, board.circles[circle]))
    state = course.state
    infested = [house for house in town_of(state).touched[circle] if is_infested(state, house)]
    for house in infested:
        course.add(HouseInfested(board.houses[house]))
    if len(infested) <= state.reserve:
        for house in infested:
            _large_rat(course, board.houses[house])
    elif state.reserve:  # with none left they are infested without: HM-11, HM-12
        course.add(LargeRatsContested(tuple(board.houses[house] for house in infested), state.reserve))


def large_rat_chosen(course: Course, seat: Seat, house: str) -> None:
    course.add(LargeRatChosen(seat, house))
    _large_rat(course, house)


def _large_rat(course: Course, house: str) -> None:
    emperor = course.state.phase == LAST_PHASE and course.state.reserve == 1  # HML-14.4
    course.add(LargeRatPlaced(house, emperor))


def married(course: Course, seat: Seat, boy: Seat, girl: Seat, house: int) -> None:
    """The couple moves in; in a house of influence both owners gain its bonus, the higher one first (HML-6.9, HML-6.10, HM-24)."""
    board = board_of(course.state)
    course.add(ChildrenMarried(seat, boy, girl, board.houses[house], board.costs[house]))
    if board.bonuses[house]:
        for owner in sorted((boy, girl), key=course.state.line.index):  # HML-11.9
            _influence(course, owner, board.bonuses[house])


def _influence(course: Course, seat: Seat, points: int) -> None:
    """Up the track by so many spaces, at most to the top (HML-11.5, HML-11.8, HM-26)."""
    top = board_of(course.state).file.influence_spaces - 1
    course.add(InfluenceGained(seat, points, min(course.state.spaces[seat] + points, top)))


def sale_ended(course: Course, seat: Seat, by_itself: bool) -> None:
    """Cubes, florins and tokens change hands, in the order declared (HM-60)."""
    sale = course.state.sale
    course.add(SaleEnded(seat, by_itself))
    for good, pile in sale:
        if pile:
            value = course.chance.draw("token", tokens_left(course.state))
            course.add(TokenTaken(seat, GOODS[good], PILES[pile - 1], value))
        else:
            course.add(GoodSold(seat, GOODS[good], PRICES[good]))


def tokens_left(state: State) -> dict[int, int]:
    """The values among the tokens that nobody has taken (HML-1.1, HML-2.8)."""
    taken = [value for values in state.tokens for value in values]
    return {value: TOKENS - taken.count(value) for value in VALUES}


def cat_bought(course: Course, seat: Seat, circle: int | None) -> None:
    """The cat, and the small rat that it removes; large rats of houses so freed go back to the reserve (HML-8.5, HM-28, HM-29)."""
    state, board = course.state, board_of(course.state)
    seller = None if state.cat == NOBODY else state.cat
    rat = None if circle is None else board.circles[circle]
    course.add(CatBought(seat, rat, seller, 0 if seller is None else TO_SELLER))
    if circle is not None:
        freed = freed_by(state, circle)
        course.add(RatRemoved(board.circles[circle]))
        for house in freed:
            course.add(HouseFreed(board.houses[house], large_rat=bool(state.figures >> house & 1)))


def influence_bought(course: Course, seat: Seat) -> None:
    """The next entry of the loop is paid for and gained (HML-9.1, HML-9.2, HML-9.3); the turn is over then (HML-9.4)."""
    entry, cost, gain = next_purchase(course.state)
    course.add(InfluenceBought(seat, entry, cost))
    _influence(course, seat, gain)


def bribe_placed(course: Course, seat: Seat, place: int, florins: int) -> None:
    """The bribe grows; the Piper goes where it has become the biggest (HML-10.4, HML-10.6, HM-33)."""
    region = board_of(course.state).regions[place]
    course.add(BribePlaced(seat, region, florins))
    if place != course.state.piper and course.state.bribes[place] == max(course.state.bribes):
        course.add(PiperMoved(region))


def children_paid(course: Course, seat: Seat, boys: int, girls: int, florins: int) -> None:
    """Paid children stay in the hall, the others go to the road and their cubes into the bag (HML-16.5, HML-16.6, HML-16.7, HM-40)."""
    course.add(ChildrenPaid(seat, boys, girls, florins))
    lost_boys, lost_girls = course.state.boys[seat] - boys, course.state.girls[seat] - girls
    if lost_boys or lost_girls:
        course.add(ChildrenTaken(seat, lost_boys, lost_girls))
