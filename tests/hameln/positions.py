"""Hand-made positions for the rules of Hameln, written with the names of the board."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.hameln import RULES
from domain.hameln.board import RECONSTRUCTED
from domain.hameln.state import MEMBERS, PILES, State, board_of
from domain.message import Json
from domain.playout import begin
from domain.table import lay
from tests.given import Spec, given

COUNTED = [house["id"] for house in RECONSTRUCTED["houses"] if house["region"] != "market"]
COUNTERS = dict(zip(COUNTED, [2, 1, 3, 2, 1, 2, 2, 1, 2, 3, 2, 1, 2, 2, 1, 2], strict=True))


def laid(seats: int = 3, order: Iterable[int] | None = None, options: Json | None = None, board: Json | None = None, counters: Json | None = None) -> State:
    """The table after the set-up by chance; nobody has placed a man yet."""
    setup = {"turn_order": list(range(seats) if order is None else order), "counters": counters or COUNTERS}
    state: State = begin(RULES, lay(RULES, seats, options, board), setup)
    return state


def opened(seats: int = 3, order: Iterable[int] | None = None, options: Json | None = None, board: Json | None = None) -> State:
    """The first turn of the first player: the i-th of the order has a man in market-i and a woman in the next one's house."""
    spec = given(RULES, laid(seats, order, options, board))
    turn_order = spec.state.order
    for place, seat in enumerate(turn_order, 1):
        spec = spec.when(seat, f"place_man market-{place}").accepted()
    for place, seat in enumerate((turn_order[-1], *turn_order[:-1]), 1):
        spec = spec.when(seat, f"place_woman market-{place}").accepted()
    state: State = spec.state
    return state


def at(
    state: State,
    *,
    men: Mapping[str, int] | None = None,
    women: Mapping[str, int] | None = None,
    rats: Iterable[str] | None = None,
    figures: Iterable[str] | None = None,
    counters: Mapping[str, int] | None = None,
    goods: Mapping[int, tuple[int, int, int, int]] | None = None,
    florins: Mapping[int, int] | None = None,
    boys: Mapping[int, int] | None = None,
    girls: Mapping[int, int] | None = None,
    tokens: Mapping[int, tuple[int, ...]] | None = None,
    bribes: Mapping[str, int] | None = None,
    spaces: Mapping[int, int] | None = None,
    piper: str | None = None,
    **others: Any,
) -> State:
    """The position with some things changed; what is not named stays. Supply and piles follow from the rest unless given."""
    board = board_of(state)

    def changed(values: tuple[Any, ...], by: Mapping[Any, Any] | None, names: Mapping[Any, int] | None = None) -> tuple[Any, ...]:
        made = list(values)
        for name, value in (by or {}).items():
            made[names[name] if names else name] = value
        return tuple(made)

    def mask(names: Iterable[str], at: Mapping[str, int]) -> int:
        return sum(1 << at[name] for name in set(names))

    made = replace(
        state,
        men=changed(state.men, men, board.house_at),
        women=changed(state.women, women, board.house_at),
        counters=changed(state.counters, counters, board.house_at),
        rats=state.rats if rats is None else mask(rats, board.circle_at),
        figures=state.figures if figures is None else mask(figures, board.house_at),
        goods=changed(state.goods, goods),
        florins=changed(state.florins, florins),
        boys=changed(state.boys, boys),
        girls=changed(state.girls, girls),
        tokens=changed(state.tokens, tokens),
        bribes=changed(state.bribes, bribes, board.region_at),
        spaces=changed(state.spaces, spaces),
        piper=state.piper if piper is None else board.region_at[piper],
        **others,
    )
    if spaces is not None and "line" not in others:
        made = replace(made, line=tuple(sorted(made.line, key=lambda seat: -made.spaces[seat])))
    if "supply" not in others:
        made = replace(made, supply=tuple(MEMBERS - away(made, seat) for seat in range(state.table.seats)))
    if "piles" not in others and tokens is not None:
        taken = sum(map(len, made.tokens))
        made = replace(made, piles=tuple(max(0, min(4, 12 - taken - 4 * place)) for place in range(len(PILES))))
    return made


def away(state: State, seat: int) -> int:
    """Members of a family that are not in supply."""
    placed = sum(owner == seat for owners in (state.men, state.women) for owner in owners)
    return placed + state.boys[seat] + state.girls[seat] + state.road.count(seat)


def turn(seats: int = 3, order: Iterable[int] | None = None, options: Json | None = None, board: Json | None = None, **changes: Any) -> Spec:
    """A specification of the first turn with some things changed."""
    return given(RULES, at(opened(seats, order, options, board), **changes))


def option(seats: int = 3, order: Iterable[int] | None = None, **changes: Any) -> Spec:
    """A specification in which the first player has done the mandatory action and may take an optional one."""
    return turn(seats, order, **({"step": "optional"} | changes))


def man_of(state: State, house: str) -> int:
    return state.men[board_of(state).house_at[house]]


def woman_of(state: State, house: str) -> int:
    return state.women[board_of(state).house_at[house]]


def rats_of(state: State) -> set[str]:
    return {name for place, name in enumerate(board_of(state).circles) if state.rats >> place & 1}


def figures_of(state: State) -> set[str]:
    return {name for place, name in enumerate(board_of(state).houses) if state.figures >> place & 1}


def circles_of(state: State, house: str) -> list[str]:
    """The circles of a house that are in play."""
    board = board_of(state)
    town = board.five if state.table.seats == 5 else board.four
    return [board.circles[circle] for circle in town.around[board.house_at[house]]]


def legal(spec: Spec) -> list[str]:
    """The legal moves of whoever is to act, in notation."""
    seat = RULES.to_act(spec.state)[0]
    return [RULES.notate(move) for move in RULES.legal_moves(spec.state, seat)]


def kinds(spec: Spec) -> list[str]:
    """The stored names of the facts that followed the last move."""
    return [type(fact).__struct_config__.tag for fact in spec.facts]


def board_with(**changes: Any) -> Json:
    """The board that ships with some fields changed, under another id."""
    return {**RECONSTRUCTED, "id": "another-hameln", **changes}


def with_circles(circles: list[Json]) -> Json:
    """The board that ships with other circles."""
    return board_with(circles=circles)
