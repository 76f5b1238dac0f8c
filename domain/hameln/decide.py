"""The only place that says no. Legality first, then chance, then everything that follows until somebody has to decide again."""

from typing import assert_never

from domain.chance import Chance
from domain.hameln import effects
from domain.hameln.board import GOODS
from domain.hameln.board_file import MARKET
from domain.hameln.course import Course
from domain.hameln.evolve_purse import PRICE_OF_CAT
from domain.hameln.facts import HamelnFact
from domain.hameln.facts_purse import CubeDeclared, WeddingsEnded
from domain.hameln.facts_turn import DeclarationEnded, ManPlaced, TurnEnded, WomanPlaced
from domain.hameln.legal import to_act
from domain.hameln.moves import (
    Bribe,
    BuyCat,
    BuyInfluence,
    Declare,
    DeclineChild,
    EndDeclaring,
    EndSelling,
    EndTurn,
    EndWeddings,
    Exchange,
    HamelnMove,
    Marry,
    Pay,
    PlaceLargeRat,
    PlaceMan,
    PlaceRat,
    PlaceWoman,
    PrepareChild,
    Sell,
)
from domain.hameln.possible import (
    can_marry,
    can_sell,
    equals_other,
    influence_in_reach,
    leaves_dead_end,
    may_end_declaring,
    next_purchase,
    open_circles,
    own_houses,
    share_two,
    unclaimed,
)
from domain.hameln.proceed import proceed
from domain.hameln.state import NOBODY, PILES, State, board_of, can_prepare, good_index, is_infested, town_of, unsold
from domain.hameln.steps import STEPS
from domain.refusal import Refused
from domain.seats import Seat
from domain.text import counted


def decide(state: State, seat: Seat, move: HamelnMove, chance: Chance) -> tuple[HamelnFact, ...]:
    """The facts of a legal move; ``Refused`` with a clause for any other. Draws nothing before the move is known to be legal."""
    _in_turn(state, seat, move)
    course = Course(state, chance)
    match move:
        case PlaceRat():
            _place_rat(course, seat, move)
        case Declare():
            _declare(course, seat, move)
        case EndDeclaring():
            _end_declaring(course, seat)
        case Sell() | Exchange():
            _cube(course, seat, move)
        case EndSelling():
            effects.sale_ended(course, seat, by_itself=False)
        case Bribe():
            _bribe(course, seat, move)
        case BuyCat():
            _buy_cat(course, seat, move)
        case BuyInfluence():
            _buy_influence(course, seat)
        case EndTurn():
            course.add(TurnEnded(seat, by_itself=False))
        case Marry():
            _marry(course, seat, move)
        case EndWeddings():
            course.add(WeddingsEnded(seat, by_itself=False))
        case Pay():
            _pay(course, seat, move)
        case PlaceLargeRat():
            _place_large_rat(course, seat, move)
        case PrepareChild():
            effects.partner_decided(course, seat, prepares=True)
        case DeclineChild():
            effects.partner_decided(course, seat, prepares=False)
        case PlaceMan():
            _place_man(course, seat, move)
        case PlaceWoman():
            _place_woman(course, seat, move)
        case _:
            assert_never(move)
    proceed(course)
    return tuple(course.facts)


def _in_turn(state: State, seat: Seat, move: HamelnMove) -> None:
    """Only the seat to act moves, and only as the step of the turn asks (HML-3.1, HML-3.2, HM-8)."""
    kinds, clause, what = STEPS[state.step]
    acting = to_act(state)
    if not acting:
        raise Refused(clause, what)
    if seat not in acting:
        raise Refused("HML-3.1", f"seat {seat} is not to act: seat {acting[0]} {what}")
    if move.kind not in kinds:
        raise Refused(clause, f"seat {seat} {what}; {move.kind} is not possible now")


def _house(state: State, name: str) -> int:
    house = board_of(state).house_at.get(name)
    if house is None:
        raise Refused("HML-1.9", f"the board has no house {name[:60]!r}")
    return house


def _starting_house(state: State, name: str, clause: str) -> int:
    house = _house(state, name)
    if board_of(state).file.houses[house].region != MARKET:
        raise Refused(clause, f"{name} is no starting house: it does not stand at the market")
    return house


def _place_man(course: Course, seat: Seat, move: PlaceMan) -> None:
    house = _starting_house(course.state, move.house, "HML-2.11")
    if course.state.men[house] != NOBODY:
        raise Refused("HML-2.11", f"{move.house} already has a man")
    course.add(ManPlaced(seat, move.house))


def _place_woman(course: Course, seat: Seat, move: PlaceWoman) -> None:
    state = course.state
    house = _starting_house(state, move.house, "HML-2.13")
    if state.men[house] == NOBODY:
        raise Refused("HML-2.13", f"{move.house} has no man")
    if state.women[house] != NOBODY:
        raise Refused("HML-2.13", f"{move.house} already has a woman")
    if state.men[house] == seat:
        raise Refused("HML-2.14", f"the man in {move.house} is of the same family")
    if share_two(state.men, state.women, seat, house):
        raise Refused("HML-2.15", f"seats {seat} and {state.men[house]} would begin with two houses in common")
    if leaves_dead_end(state, seat, house):
        raise Refused("HM-3", f"with a woman in {move.house} the others could not all place theirs within the rules")
    course.add(WomanPlaced(seat, move.house))


def _declare(course: Course, seat: Seat, move: Declare) -> None:
    state = course.state
    house = _house(state, move.house)
    man = move.sex == "man"
    if state.declared and state.sex != move.sex:
        raise Refused("HM-9", f"this action uses the influence of a {state.sex}, one sex an action")
    if house in state.declared:
        raise Refused("HM-9", f"{move.house} is declared already")
    if (state.men if man else state.women)[house] != seat:
        raise Refused("HML-4.1" if man else "HML-5.1", f"seat {seat} has no {move.sex} in {move.house}")
    if is_infested(state, house):
        raise Refused("HML-4.2" if man else "HML-13.3", f"{move.house} is infested")
    if not man and not can_prepare(state, seat) and not influence_in_reach(state, own_houses(state, seat, move.sex)):
        raise Refused("HM-58" if state.supply[seat] else "HM-16", "no child can be prepared, and no house of influence can be declared as well")
    effects.house_declared(course, seat, move.sex, move.house)


def _end_declaring(course: Course, seat: Seat) -> None:
    if not may_end_declaring(course.state, seat):
        raise Refused("HM-15", "no child can be prepared, so a house of influence must be declared as well")
    course.add(DeclarationEnded(seat, by_itself=False))


def _place_rat(course: Course, seat: Seat, move: PlaceRat) -> None:
    state, board, town = course.state, board_of(course.state), town_of(course.state)
    circle = board.circle_at.get(move.circle)
    if circle is None:
        raise Refused("HML-1.9", f"the board has no circle {move.circle[:60]!r}")
    bit = 1 << circle
    if not town.ring[state.current] & bit:
        five_only = board.file.circles[circle].five_only and circle not in town.circles
        clause, why = ("HML-2.18", "is there with 5 players only") if five_only else ("HM-19", f"does not touch {board.houses[state.current]}")
        raise Refused(clause, f"{move.circle} {why}")
    if state.rats & bit:
        raise Refused("HML-12.3", f"{move.circle} has a rat already")
    if not open_circles(state) & bit:
        raise Refused("HML-12.7", f"the side of {board.houses[state.current]} on which {move.circle} lies received a rat this turn; another is free")
    effects.rat_placed(course, seat, circle)


def _place_large_rat(course: Course, seat: Seat, move: PlaceLargeRat) -> None:
    if _house(course.state, move.house) not in course.state.contested:
        raise Refused("HM-12", f"{move.house} does not wait for a large rat")
    effects.large_rat_chosen(course, seat, move.house)


def _marry(course: Course, seat: Seat, move: Marry) -> None:
    state, seats = course.state, range(course.state.table.seats)
    house = _house(state, move.house)
    if move.boy not in seats or move.girl not in seats or (seat == move.boy) == (seat == move.girl):
        raise Refused("HM-21", f"one of the couple is a child of seat {seat}, the other of another player")
    if not state.boys[move.boy]:
        raise Refused("HML-6.1", f"seat {move.boy} has no boy in the parish hall")
    if not state.girls[move.girl]:
        raise Refused("HML-6.1", f"seat {move.girl} has no girl in the parish hall")
    if (state.men[house], state.women[house]) != (NOBODY, NOBODY):
        raise Refused("HM-22", f"{move.house} is lived in")
    cost = board_of(state).costs[house]
    if state.florins[move.boy] < cost:
        raise Refused("HML-6.6", f"{move.house} costs {counted(cost, 'florin')} and seat {move.boy}, the boy's owner, has {state.florins[move.boy]}")
    effects.married(course, seat, move.boy, move.girl, house)
    if not can_marry(course.state, seat):
        course.add(WeddingsEnded(seat, by_itself=True))


def _cube(course: Course, seat: Seat, move: Sell | Exchange) -> None:
    state = course.state
    good = good_index(move.good)
    if good < 0:
        raise Refused("HML-1.3", f"{move.good[:60]!r} is no good: there are {', '.join(GOODS)}")
    if not unsold(state, seat)[good]:
        raise Refused("HML-7.1", f"seat {seat} has no cube of {move.good} left to declare")
    pile = None if isinstance(move, Sell) else move.pile
    if pile is not None and pile not in PILES:
        raise Refused("HML-7.5", f"there is no pile {pile[:60]!r}: there are {', '.join(PILES)}")
    if pile is not None and unclaimed(state, PILES.index(pile)) < 1:
        raise Refused("HM-27", f"no token of {pile} is left to claim")
    course.add(CubeDeclared(seat, move.good, pile))
    if not can_sell(course.state, seat):
        effects.sale_ended(course, seat, by_itself=True)


def _buy_cat(course: Course, seat: Seat, move: BuyCat) -> None:
    state = course.state
    if state.cat == seat:
        raise Refused("HML-8.3", f"seat {seat} owns the cat and cannot buy it from itself")
    if state.florins[seat] < PRICE_OF_CAT:
        raise Refused("HML-8.1", f"the cat costs {PRICE_OF_CAT} florins and seat {seat} has {state.florins[seat]}")
    if move.rat is None:
        if state.rats:
            raise Refused("HML-8.4", "the cat removes one small rat: name its circle")
        effects.cat_bought(course, seat, None)
        return
    circle = board_of(state).circle_at.get(move.rat, NOBODY)
    if circle < 0 or not state.rats >> circle & 1:
        raise Refused("HML-8.4", f"there is no small rat on {move.rat[:60]!r}")
    effects.cat_bought(course, seat, circle)


def _buy_influence(course: Course, seat: Seat) -> None:
    _, cost, _ = next_purchase(course.state)
    if course.state.florins[seat] < cost:
        raise Refused("HM-31", f"the next influence costs {counted(cost, 'florin')} and seat {seat} has {course.state.florins[seat]}")
    effects.influence_bought(course, seat)


def _bribe(course: Course, seat: Seat, move: Bribe) -> None:
    state = course.state
    place = board_of(state).region_at.get(move.region)
    if place is None:
        raise Refused("HML-10.1", f"{move.region[:60]!r} is no region with a space of the Pied Piper")
    if move.florins < 1:
        raise Refused("HML-10.3", "a bribe is raised by at least one florin")
    if move.florins > state.florins[seat]:
        raise Refused("HML-10.3", f"seat {seat} has {counted(state.florins[seat], 'florin')}, not {move.florins}")
    if equals_other(state, place, move.florins):
        raise Refused("HML-10.5", f"another region has a bribe of {state.bribes[place] + move.florins} already")
    effects.bribe_placed(course, seat, place, move.florins)


def _pay(course: Course, seat: Seat, move: Pay) -> None:
    state = course.state
    if not (0 <= move.boys <= state.boys[seat] and 0 <= move.girls <= state.girls[seat]):
        raise Refused(
            "HML-16.4", f"seat {seat} has {counted(state.boys[seat], 'boy')} and {counted(state.girls[seat], 'girl')} in the hall and pays for no others"
        )
    price = (move.boys + move.girls) * board_of(state).prices[state.piper]
    if price > state.florins[seat]:
        raise Refused("HML-16.2", f"the Pied Piper asks {counted(price, 'florin')} for them and seat {seat} has {state.florins[seat]}")
    effects.children_paid(course, seat, move.boys, move.girls, price)
