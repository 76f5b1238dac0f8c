"""The result: seven parts, ties by influence, one winner."""

from collections.abc import Callable, Sequence
from typing import Final

from domain.hameln.state import NOBODY, State, board_of, is_infested
from domain.message import Json
from domain.seats import Seat

ENDED: Final = 1  # HML-18.3
CAT: Final = 1  # HML-18.4
TOKEN_RANKS: Final = (3, 1)  # HML-18.5
INFLUENCE_RANKS: Final = (3, 2, 1, 0, 0)  # HML-18.6
MONEY_RANKS: Final = {3: (5, 3, 1), 4: (5, 3, 1, 0), 5: (5, 3, 2, 1, 0)}  # HML-18.7, HM-45
BEYOND_ROAD: Final = 6  # HML-16.8: points lost for each child after the printed spaces


def outcome(state: State) -> Json | None:
    """The outcome of the wire contract; None while play goes on."""
    if state.step != "over":
        return None
    scores = _scores(state)
    best = max(state.line, key=lambda seat: scores[seat]["total"])  # HML-18.11; the first of the line at a tie: HML-18.12, HM-46
    result: Json = {"winners": [best], "reason": "third_phase_over", "scores": scores}
    if state.ended_by != NOBODY:
        result["ended_by"] = state.ended_by
    return result


def _scores(state: State) -> list[Json]:
    seats = range(state.table.seats)
    with_token = [seat for seat in seats if state.tokens[seat]]
    tokens = ranked(state, with_token, lambda seat: sum(state.tokens[seat]), TOKEN_RANKS)  # HM-53
    influence = dict(zip(state.line, INFLUENCE_RANKS, strict=False))
    money = ranked(state, seats, lambda seat: state.florins[seat], MONEY_RANKS[state.table.seats])
    houses, road = house_points(state), road_points(state)
    rows = [
        {
            "ended": ENDED * (seat == state.ended_by),
            "cat": CAT * (seat == state.cat),
            "tokens": tokens.get(seat, 0),
            "influence": influence[seat],
            "money": money[seat],
            "houses": houses[seat],
            "road": -road[seat],
        }
        for seat in seats
    ]
    return [{"total": sum(row.values()), **row} for row in rows]


def ranked(state: State, seats: Sequence[Seat], value: Callable[[Seat], int], points: Sequence[int]) -> dict[Seat, int]:
    """Points by rank, highest value first; a tie goes to the higher on the influence track and is never shared (HML-11.1, HM-45)."""
    order = sorted(seats, key=lambda seat: (-value(seat), state.line.index(seat)))
    return dict(zip(order, points, strict=False))


def house_points(state: State) -> list[int]:
    """The cost of each house that is not infested, for each member in it (HML-18.8, HML-18.10, HML-13.6, HM-44)."""
    points = [0] * state.table.seats
    for house, cost in enumerate(board_of(state).costs):
        for owner in (state.men[house], state.women[house]):
            if owner != NOBODY and not is_infested(state, house):
                points[owner] += cost
    return points


def road_points(state: State) -> list[int]:
    """The points that each seat loses for its children on the road (HML-18.9, HML-16.8)."""
    printed = board_of(state).file.road
    lost = [0] * state.table.seats
    for place, owner in enumerate(state.road):
        lost[owner] += printed[place] if place < len(printed) else BEYOND_ROAD
    return lost


def no_scores(_: State) -> None:
    """Positions have no running scores (wire contract, "Outcome")."""


def ranking(result: Json) -> tuple[int, ...]:
    """The rank of each seat: the winner first, then by total, ties by influence."""
    keys = [(seat not in result["winners"], -row["total"], -row["influence"]) for seat, row in enumerate(result["scores"])]
    return tuple(1 + sum(other < own for other in keys) for own in keys)
