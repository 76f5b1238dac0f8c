"""Points: houses by rank, alliances of emissaries, rows along the roads, ports; who wins."""

from collections.abc import Iterator
from typing import TypeAlias

from domain.han.facts import AllianceScored, PortsScored, ProvinceScored, RowScored
from domain.han.printed import BORDER_DISPUTES
from domain.han.roads import best_rows, points
from domain.han.state import NOBODY, State, board_of
from domain.han.weave import mask_of
from domain.message import Json
from domain.seats import Seat

Points: TypeAlias = tuple[int, ...]


def by_rank(houses: Points) -> Points:
    """Points of every seat for so many houses each in a province (HAN-8.2 to HAN-8.9).

    Most houses: a point for every house there (HAN-8.2). Each lower number of houses is the next rank, whoever shares it (HA-16, HAN-8.8, HAN-8.9), and
    scores as many points as one player of the rank above has houses: second HAN-8.3, third HAN-8.4, fourth HAN-8.5, fifth HAN-8.6. No house, no
    points (HAN-8.7).
    """
    ranks = sorted({number for number in houses if number}, reverse=True)
    worth = dict(zip(ranks, (sum(houses), *ranks), strict=False))
    return tuple(worth.get(number, 0) for number in houses)


def _doubled(state: State, scored: Points, spaces: tuple[int, ...]) -> Points:
    """Twice the points of each seat whose fortification stands on one of these spaces (HA-36)."""
    return tuple(2 * won if fort in spaces else won for won, fort in zip(scored, state.fortified, strict=True))


def score_province(state: State, province: int) -> ProvinceScored:
    """Houses of a province by rank, markers not counted (HAN-14.7), doubled by a fortification (HAN-13.7)."""
    board = board_of(state)
    return ProvinceScored(board.provinces[province], _doubled(state, by_rank(state.counts[province]), board.layout.spaces_of[province]))


def score_ports(state: State) -> PortsScored:
    """The port spaces as if they were a province, filled or not (HAN-6.6, HAN-11.17, HA-29), doubled by a fortification on a port (HAN-13.9)."""
    ports = board_of(state).layout.ports
    owners = [state.houses[space] for space in ports]
    return PortsScored(_doubled(state, by_rank(tuple(owners.count(seat) for seat in range(state.table.seats))), ports))


def score_alliances(state: State) -> Iterator[AllianceScored]:
    """All alliances from 1 to 15 (HAN-11.3, HAN-11.4); on Ways of Diplomacy some neighbours have none (HAN-11.5).

    A majority is the most emissaries of a province, at least one, shared or not (HAN-11.8, HA-26). Who has it in both provinces scores a point for each
    emissary in both, of every colour (HAN-11.7, HAN-11.10, HAN-11.11), the others nothing (HAN-11.12); a province may serve several alliances (HAN-11.9).
    """
    leaders = [{seat for seat, own in enumerate(court) if own and own == max(court)} for court in state.emissaries]
    for number, (a, b) in enumerate(board_of(state).alliances, 1):
        worth = sum(state.emissaries[a]) + sum(state.emissaries[b])
        allied = leaders[a] & leaders[b]
        yield AllianceScored(number, tuple(worth if seat in allied else 0 for seat in range(state.table.seats)))


def score_roads(state: State) -> Iterator[RowScored]:
    """The best rows of every seat; a house on a border space or a port is one house (HAN-11.15, HA-28), a market place none (HA-37)."""
    board = board_of(state)
    for seat in range(state.table.seats):
        own = mask_of(space for space, owner in enumerate(state.houses) if owner == seat)
        fort = state.fortified[seat]
        for row in best_rows(board.layout.neighbours, board.layout.order, own, fort):
            yield RowScored(seat, tuple(board.spaces[space] for space in row), points(row, fort))


def has_ports(state: State) -> bool:
    """Port scoring is for Border Disputes only (HAN-11.17)."""
    return board_of(state).map == BORDER_DISPUTES


def totals(state: State) -> Points:
    return tuple(map(sum, zip(state.for_houses, state.for_alliances, state.for_roads, state.for_ports, strict=True)))


def supplies(state: State) -> Points:
    """Houses and emissaries that a seat has left, without markers and score counter (HA-31)."""
    return tuple(map(sum, zip(state.house_supply, state.emissary_supply, strict=True)))


def winners(state: State) -> tuple[Seat, ...]:
    """Most points (HAN-2.1, HAN-12.1); then most pieces in the supply (HAN-12.2, HA-31); still tied, all of them (HAN-12.3)."""
    standing = list(zip(totals(state), supplies(state), strict=True))
    return tuple(seat for seat, own in enumerate(standing) if own == max(standing))


def outcome(state: State) -> Json | None:
    """The wire contract's outcome; None while play goes on."""
    if state.step != "over":
        return None
    parts = zip(totals(state), state.for_houses, state.for_alliances, state.for_roads, state.for_ports, strict=True)
    return {
        "winners": list(state.winners),
        "reason": state.reason,
        "scores": [{"total": t, "houses": h, "alliances": a, "roads": r, "ports": p} for t, h, a, r, p in parts],
        "supply": list(supplies(state)),
    }


def score(state: State) -> list[int] | None:
    """The points so far: house scorings at once, the rest in the last position only (HA-48). None before the deal."""
    return None if state.start == NOBODY else list(totals(state))


def ranking(result: Json) -> tuple[int, ...]:
    """The rank of each seat by total, then supply, 1 is best; tied seats share it (HAN-12.1 to HAN-12.3)."""
    standing = [(scores["total"], left) for scores, left in zip(result["scores"], result["supply"], strict=True)]
    return tuple(1 + sum(other > own for other in standing) for own in standing)
