"""What belongs to whom after a fact: goods, florins, tokens, children, influence, the cat, bribes."""

from typing import Final, TypeVar, assert_never

from msgspec.structs import replace

from domain.hameln.board import GOODS
from domain.hameln.facts_purse import (
    BribePlaced,
    CatBought,
    ChildMissed,
    ChildPrepared,
    ChildrenMarried,
    CubeDeclared,
    FlorinGained,
    GoodGained,
    GoodMissed,
    GoodSold,
    InfluenceBought,
    InfluenceGained,
    PurseFact,
    SaleEnded,
    TokenTaken,
    WeddingsEnded,
)
from domain.hameln.state import PILES, Goods, State, board_of
from domain.seats import Seat

T = TypeVar("T")
PRICE_OF_CAT: Final = 4  # HML-8.1, HML-8.2
TO_SELLER: Final = 1  # HML-8.2, HM-30: the bank gets the rest


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The values with one of them replaced."""
    return (*values[:place], value, *values[place + 1 :])


def raised(line: tuple[Seat, ...], spaces: tuple[int, ...], seat: Seat, space: int) -> tuple[Seat, ...]:
    """The influence line, highest first, after the seat has moved up to a space: left of those who stand there (HML-11.4, HM-25).

    Who is at the top already keeps the place (HM-51).
    """
    if spaces[seat] == space:
        return line
    others = [other for other in line if other != seat]
    above = sum(spaces[other] >= space for other in others)
    return (*others[:above], seat, *others[above:])


def purse(state: State, fact: PurseFact) -> State:
    """The position after a fact about belongings."""
    match fact:
        case GoodGained(seat=seat, good=good):
            return replace(state, goods=_with_good(state.goods, seat, good, 1))
        case ChildPrepared(seat=seat, sex=sex):
            supply = put(state.supply, seat, state.supply[seat] - 1)
            if sex == "boy":
                return replace(state, supply=supply, boys=put(state.boys, seat, state.boys[seat] + 1))
            return replace(state, supply=supply, girls=put(state.girls, seat, state.girls[seat] + 1))
        case FlorinGained(seat=seat):
            return replace(state, florins=_with_florins(state, seat, 1))
        case CubeDeclared(seat=seat, good=good, pile=pile):
            cube = (GOODS.index(good), 0 if pile is None else PILES.index(pile) + 1)
            words = f"sell {good}" if pile is None else f"exchange {good} {pile}"
            return replace(state, step="selling", acted=True, sale=(*state.sale, cube), last_seat=seat, last=words)
        case GoodSold(seat=seat, good=good, florins=florins):
            return replace(state, goods=_with_good(state.goods, seat, good, -1), florins=_with_florins(state, seat, florins))
        case BribePlaced(seat=seat, region=region, florins=florins):
            place = board_of(state).region_at[region]
            bribes = put(state.bribes, place, state.bribes[place] + florins)
            left = _with_florins(state, seat, -florins)
            return replace(state, step="turn_over", acted=True, florins=left, bribes=bribes, last_seat=seat, last=f"bribe {region} {florins}")
        case SaleEnded(seat=seat, by_itself=by_itself):
            ended = replace(state, step="finished", sale=())
            return ended if by_itself else replace(ended, last_seat=seat, last="end_selling")
        case TokenTaken():
            return _token_taken(state, fact)
        case InfluenceGained(seat=seat, space=space):
            return replace(state, line=raised(state.line, state.spaces, seat, space), spaces=put(state.spaces, seat, space))
        case InfluenceBought(seat=seat, entry=entry, cost=cost):
            left = _with_florins(state, seat, -cost)
            return replace(state, step="turn_over", acted=True, loop=entry, florins=left, last_seat=seat, last="buy_influence")
        case CatBought():
            return _cat_bought(state, fact)
        case ChildrenMarried():
            return _married(state, fact)
        case WeddingsEnded(seat=seat, by_itself=by_itself):
            ended = replace(state, step="finished")
            return ended if by_itself else replace(ended, last_seat=seat, last="end_weddings")
        case GoodMissed() | ChildMissed():
            return state
        case _:
            assert_never(fact)


def _with_good(goods: tuple[Goods, ...], seat: Seat, good: str, more: int) -> tuple[Goods, ...]:
    place = GOODS.index(good)
    owned = list(goods[seat])
    owned[place] += more
    return put(goods, seat, (owned[0], owned[1], owned[2], owned[3]))


def _with_florins(state: State, seat: Seat, more: int) -> tuple[int, ...]:
    return put(state.florins, seat, state.florins[seat] + more)


def _token_taken(state: State, fact: TokenTaken) -> State:
    place, value = PILES.index(fact.pile), fact.value
    tokens = state.tokens[fact.seat]
    return replace(
        state,
        goods=_with_good(state.goods, fact.seat, fact.good, -1),
        tokens=put(state.tokens, fact.seat, (*tokens, value) if isinstance(value, int) else tokens),
        piles=put(state.piles, place, state.piles[place] - 1),
    )


def _cat_bought(state: State, fact: CatBought) -> State:
    florins = _with_florins(state, fact.seat, -PRICE_OF_CAT)
    if fact.seller is not None:
        florins = put(florins, fact.seller, florins[fact.seller] + fact.to_seller)
    words = "buy_cat" if fact.rat is None else f"buy_cat {fact.rat}"
    return replace(state, step="turn_over", acted=True, cat=fact.seat, florins=florins, last_seat=fact.seat, last=words)


def _married(state: State, fact: ChildrenMarried) -> State:
    house = board_of(state).house_at[fact.house]
    return replace(
        state,
        step="marrying",
        acted=True,
        boys=put(state.boys, fact.boy, state.boys[fact.boy] - 1),
        girls=put(state.girls, fact.girl, state.girls[fact.girl] - 1),
        men=put(state.men, house, fact.boy),
        women=put(state.women, house, fact.girl),
        florins=_with_florins(state, fact.boy, -fact.cost),
        last_seat=fact.seat,
        last=f"marry {fact.boy} {fact.girl} {fact.house}",
    )
