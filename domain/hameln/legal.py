"""Who has to decide, and exactly which moves the judge accepts, in a stable order that depends on nothing hidden."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Final

from domain.hameln.board import GOODS
from domain.hameln.board_file import MARKET
from domain.hameln.moves import (
    BUY_INFLUENCE,
    DECLINE_CHILD,
    END_DECLARING,
    END_SELLING,
    END_TURN,
    END_WEDDINGS,
    PREPARE_CHILD,
    HamelnMove,
    bribe,
    buy_cat,
    declare,
    exchange,
    marry,
    pay,
    place_large_rat,
    place_man,
    place_rat,
    place_woman,
    sell,
)
from domain.hameln.possible import (
    can_buy_cat,
    declarable,
    leaves_dead_end,
    may_end_declaring,
    next_purchase,
    open_circles,
    share_two,
    unclaimed,
    weddings,
    woman_order,
)
from domain.hameln.state import NOBODY, PILES, State, board_of, town_of, unsold
from domain.seats import Seat


def to_act(state: State) -> tuple[Seat, ...]:
    """The one seat that has to decide; nobody before the set-up and after the end."""
    asked = _ASKED.get(state.step)
    return (state.order[state.turn],) if asked is None else asked(state)


_ASKED: Final[dict[str, Callable[[State], tuple[Seat, ...]]]] = {  # steps in which another than the active seat decides
    "setting_up": lambda state: (),
    "over": lambda state: (),
    "place_man": lambda state: (state.order[sum(man != NOBODY for man in state.men)],),
    "place_woman": lambda state: (woman_order(state.order)[sum(woman != NOBODY for woman in state.women)],),
    "partner": lambda state: (state.women[state.current],),
    "pay": lambda state: (state.order[state.payer],),
}


def legal_moves(state: State, seat: Seat) -> Sequence[HamelnMove]:
    """The legal moves of a seat; none when it is not to act."""
    return _LISTS[state.step](state, seat) if seat in to_act(state) else ()


def _place_man(state: State, _: Seat) -> list[HamelnMove]:
    board = board_of(state)
    return [place_man(board.houses[house]) for house in board.starting if state.men[house] == NOBODY]  # HML-2.11


def _place_woman(state: State, seat: Seat) -> list[HamelnMove]:
    board = board_of(state)
    return [
        place_woman(board.houses[house])
        for house in board.starting
        if state.men[house] not in (NOBODY, seat)
        and state.women[house] == NOBODY
        and not share_two(state.men, state.women, seat, house)
        and not leaves_dead_end(state, seat, house)  # HM-3
    ]


def _mandatory(state: State, seat: Seat) -> list[HamelnMove]:
    houses = board_of(state).houses
    found: list[HamelnMove] = [declare("man", houses[house]) for house in declarable(state, seat, "man")]
    found += [declare("woman", houses[house]) for house in declarable(state, seat, "woman")]
    found += _weddings(state, seat)
    found += _cubes(state, seat)
    return found


def _declaring(state: State, seat: Seat) -> list[HamelnMove]:
    houses = board_of(state).houses
    sex: Final = "man" if state.sex == "man" else "woman"
    found: list[HamelnMove] = [declare(sex, houses[house]) for house in declarable(state, seat, sex)]
    if may_end_declaring(state, seat):
        found.append(END_DECLARING)
    return found


def _partner(_: State, __: Seat) -> list[HamelnMove]:
    return [PREPARE_CHILD, DECLINE_CHILD]


def _rat(state: State, _: Seat) -> list[HamelnMove]:
    names, free = board_of(state).circles, open_circles(state)
    return [place_rat(names[circle]) for circle in town_of(state).around[state.current] if free >> circle & 1]


def _large_rat(state: State, _: Seat) -> list[HamelnMove]:
    houses = board_of(state).houses
    return [place_large_rat(houses[house]) for house in state.contested]


def _weddings(state: State, seat: Seat) -> list[HamelnMove]:
    houses = board_of(state).houses
    return [marry(boy, girl, houses[house]) for boy, girl, house in weddings(state, seat)]


def _marrying(state: State, seat: Seat) -> list[HamelnMove]:
    return [*_weddings(state, seat), END_WEDDINGS]


def _cubes(state: State, seat: Seat) -> list[HamelnMove]:
    goods = [good for good, left in zip(GOODS, unsold(state, seat), strict=True) if left]
    if not goods:
        return []
    piles = [name for place, name in enumerate(PILES) if unclaimed(state, place)]
    found: list[HamelnMove] = [sell(good) for good in goods]
    found += [exchange(good, pile) for good in goods for pile in piles]
    return found


def _selling(state: State, seat: Seat) -> list[HamelnMove]:
    return [*_cubes(state, seat), END_SELLING]


def _optional(state: State, seat: Seat) -> list[HamelnMove]:
    board, florins = board_of(state), state.florins[seat]
    found: list[HamelnMove] = []
    if can_buy_cat(state, seat):
        rats = state.rats
        found += [buy_cat(board.circles[circle]) for circle in town_of(state).circles if rats >> circle & 1] or [buy_cat(None)]
    if next_purchase(state)[1] <= florins:
        found.append(BUY_INFLUENCE)
    for region, bribed in zip(board.regions, state.bribes, strict=True):
        found += [bribe(region, more) for more in range(1, florins + 1) if bribed + more not in state.bribes]  # HML-10.5, HM-32
    found.append(END_TURN)
    return found


def _pay(state: State, seat: Seat) -> list[HamelnMove]:
    price, florins = board_of(state).prices[state.piper], state.florins[seat]
    return [pay(boys, girls) for boys in range(state.boys[seat] + 1) for girls in range(state.girls[seat] + 1) if (boys + girls) * price <= florins]


_LISTS: Final[dict[str, Callable[[State, Seat], list[HamelnMove]]]] = {
    "place_man": _place_man,
    "place_woman": _place_woman,
    "mandatory": _mandatory,
    "declaring": _declaring,
    "partner": _partner,
    "rat": _rat,
    "large_rat": _large_rat,
    "marrying": _marrying,
    "selling": _selling,
    "optional": _optional,
    "pay": _pay,
}


def conceivable(state: State) -> Iterator[tuple[Seat, HamelnMove]]:
    """Every move of every seat that this table knows words for, and some beyond: a superset of the legal moves."""
    seats = range(state.table.seats)
    for seat in seats:
        for move in _words(state, seat):
            yield seat, move


def _words(state: State, seat: Seat) -> Iterator[HamelnMove]:
    board = board_of(state)
    for house in board.houses:
        yield from (place_man(house), place_woman(house), declare("man", house), declare("woman", house), place_large_rat(house))
        yield from (marry(boy, girl, house) for boy, girl in product(range(state.table.seats + 1), repeat=2))
    for circle in board.circles:
        yield from (place_rat(circle), buy_cat(circle))
    for good in (*GOODS, "gold"):
        yield sell(good)
        yield from (exchange(good, pile) for pile in (*PILES, "pile-4"))
    florins = state.florins[seat] if state.florins else 0
    for region, more in product((*board.regions, MARKET), range(-1, florins + 2)):
        yield bribe(region, more)
    boys, girls = (state.boys[seat], state.girls[seat]) if state.boys else (0, 0)
    yield from (pay(boy, girl) for boy, girl in product(range(-1, boys + 2), range(-1, girls + 2)))
    yield from (buy_cat(None), BUY_INFLUENCE, PREPARE_CHILD, DECLINE_CHILD, END_DECLARING, END_WEDDINGS, END_SELLING, END_TURN)
