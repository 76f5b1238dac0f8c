"""What a position allows, asked by the list of moves and by the judge alike. Pure questions; nobody is refused here."""

from collections.abc import Iterator
from itertools import product

from domain.hameln.evolve_purse import PRICE_OF_CAT
from domain.hameln.state import NOBODY, State, board_of, can_prepare, is_infested, town_of, unsold
from domain.seats import Seat


def own_houses(state: State, seat: Seat, sex: str) -> list[int]:
    """Houses not declared yet in which the seat has a man (or woman) and which have a free circle (HML-12.5): HML-4.1, HML-4.2, HML-5.1."""
    ring, rats, declared = town_of(state).ring, state.rats, state.declared
    owners = state.men if sex == "man" else state.women
    return [house for house, owner in enumerate(owners) if owner == seat and rats & ring[house] != ring[house] and house not in declared]


def declarable(state: State, seat: Seat, sex: str) -> list[int]:
    """The houses that may be declared next for one sex."""
    houses = own_houses(state, seat, sex)
    if sex == "man" or not houses or can_prepare(state, seat):
        return houses
    return houses if influence_in_reach(state, houses) else []


def influence_in_reach(state: State, houses: list[int]) -> bool:
    """Whether a house of influence is declared or still could be: HM-15, HM-58."""
    bonuses = board_of(state).bonuses
    return any(bonuses[house] for house in state.declared) or any(bonuses[house] for house in houses)


def may_end_declaring(state: State, seat: Seat) -> bool:
    """Whether the declaration may stand as it is: HM-15, HM-16."""
    bonuses = board_of(state).bonuses
    return state.sex == "man" or can_prepare(state, seat) or any(bonuses[house] for house in state.declared)


def couples(state: State, seat: Seat) -> list[tuple[Seat, Seat]]:
    """Owners of a boy and of a girl in the hall, one of them the seat, the other not: HML-6.1, HML-6.2, HM-21."""
    boys, girls = state.boys, state.girls
    found = [(seat, other) for other, girl in enumerate(girls) if girl and other != seat] if boys[seat] else []
    if girls[seat]:
        found += [(other, seat) for other, boy in enumerate(boys) if boy and other != seat]
    return found


def homes(state: State) -> list[int]:
    """Houses with both spaces empty, infested or not: HM-22, HM-23, HM-55."""
    women = state.women
    return [house for house, man in enumerate(state.men) if man == NOBODY and women[house] == NOBODY]


def weddings(state: State, seat: Seat) -> Iterator[tuple[Seat, Seat, int]]:
    """Every wedding that the seat may make now: owner of the boy, owner of the girl, house."""
    pairs = couples(state, seat)
    if pairs:
        costs, florins = board_of(state).costs, state.florins
        for (boy, girl), house in product(pairs, homes(state)):
            if costs[house] <= florins[boy]:  # HML-6.6
                yield boy, girl, house


def can_marry(state: State, seat: Seat) -> bool:
    return next(weddings(state, seat), None) is not None


def can_sell(state: State, seat: Seat) -> bool:
    """Whether a cube is left that has not been declared."""
    return any(unsold(state, seat)) if state.sale else any(state.goods[seat])


def unclaimed(state: State, pile: int) -> int:
    """Tokens of a pile (by place) that the running sale has not claimed: HM-27."""
    return state.piles[pile] - sum(claimed == pile + 1 for _, claimed in state.sale)


def can_act(state: State, seat: Seat) -> bool:
    """Whether the seat can take a mandatory action: at least one legal instance of the four (HM-6)."""
    return can_sell(state, seat) or bool(own_houses(state, seat, "man")) or bool(declarable(state, seat, "woman")) or can_marry(state, seat)


def has_option(state: State, seat: Seat) -> bool:
    """Whether an optional action is possible: with a florin the biggest bribe can always be raised, without one nothing can be had."""
    return state.florins[seat] > 0


def can_buy_cat(state: State, seat: Seat) -> bool:
    """HML-8.1, HML-8.2, HML-8.3."""
    return state.cat != seat and state.florins[seat] >= PRICE_OF_CAT


def next_purchase(state: State) -> tuple[int, int, int]:
    """The next entry of the loop, its cost and its gain: HML-9.1, HML-9.5, HM-50."""
    loop = board_of(state).loop
    entry = (state.loop + 1) % len(loop)
    return (entry, *loop[entry])


def equals_other(state: State, place: int, florins: int) -> bool:
    """Whether so many florins more would bring a region to the total of another: HML-10.5, HM-32."""
    return state.bribes[place] + florins in state.bribes  # never its own total, which is smaller


def open_circles(state: State) -> int:
    """The set of circles that the next rat may take: free ones of the current house, with 5 players by side (HM-19, HM-20, HM-49)."""
    town = town_of(state)
    free = town.ring[state.current] & ~state.rats
    if state.table.seats == 5 and state.fresh:
        closed = 0
        for side in town.sides[state.current]:
            if side & state.fresh:
                closed |= side
        return free & ~closed or free
    return free


def freed_by(state: State, circle: int) -> list[int]:
    """The infested houses that the removal of one small rat frees."""
    return [house for house in town_of(state).touched[circle] if is_infested(state, house)]


def woman_order(order: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Who places women when: the last player first, then turn order (HML-2.12, HM-2)."""
    return (order[-1], *order[:-1])


def share_two(men: tuple[Seat, ...], women: tuple[Seat, ...], seat: Seat, house: int) -> bool:
    """Whether a woman of the seat there makes two players share two houses: HML-2.15."""
    return any(man == seat and women[own] == men[house] for own, man in enumerate(men))


def completable(men: tuple[Seat, ...], women: tuple[Seat, ...], waiting: tuple[Seat, ...]) -> bool:
    """Whether the seats that still have to place a woman, in order, all can (HM-3)."""
    if not waiting:
        return True
    seat, rest = waiting[0], waiting[1:]
    return any(
        completable(men, (*women[:house], seat, *women[house + 1 :]), rest)
        for house, man in enumerate(men)
        if man not in (NOBODY, seat) and women[house] == NOBODY and not share_two(men, women, seat, house)
    )


def leaves_dead_end(state: State, seat: Seat, house: int) -> bool:
    """Whether a woman of the seat in a house leaves the others without a legal completion: HM-3."""
    placed = sum(owner != NOBODY for owner in state.women)
    women = (*state.women[:house], seat, *state.women[house + 1 :])
    return not completable(state.men, women, woman_order(state.order)[placed + 1 :])
