"""The scorings of ``naive``: houses by ranks, alliances, rows along the roads by brute force, ports."""

from collections import Counter
from functools import cache
from typing import Any

Json = dict[str, Any]
Built = dict[str, tuple[str, int]]
ROW = 4


def score_houses(pieces: list[tuple[str, int]], seats: int) -> list[int]:
    """The points for these pieces (kind and seat) as one province: the most houses get all, others what one of the next better has (HA-16)."""
    counts = Counter(seat for kind, seat in pieces if kind != "market")  # HA-37
    ranks = sorted(set(counts.values()), reverse=True)
    points = [0] * seats
    for seat, count in counts.items():
        rank = ranks.index(count)
        points[seat] = sum(counts.values()) if rank == 0 else ranks[rank - 1]
        if ("fortified", seat) in pieces:  # HA-36
            points[seat] *= 2
    return points


def final_parts(board: Json, seats: int, built: Built, dragon: dict[str, list[int]], scored: set[str], so_far: list[int]) -> list[dict[str, int]]:
    """The four parts and the total of every seat at the end."""
    inside = {p["id"]: [s["id"] for s in board["spaces"] if p["id"] in s["provinces"]] for p in board["provinces"]}
    houses = list(so_far)
    for province, spaces in inside.items():
        if province not in scored:
            for seat, points in enumerate(score_houses([built[s] for s in spaces if s in built], seats)):
                houses[seat] += points
    courts = {p: list(there) for p, there in dragon.items()}
    for space in board["spaces"]:
        if built.get(space["id"], ("", 0))[0] == "market":  # HA-39
            courts[space["provinces"][0]].append(built[space["id"]][1])
    alliances = score_alliances(board, courts, seats)
    roads = [score_roads(board, built, seat) for seat in range(seats)]
    ports = score_houses([built[s["id"]] for s in board["spaces"] if s.get("port") and s["id"] in built], seats)  # HA-29
    return [
        {"total": sum(four), "houses": four[0], "alliances": four[1], "roads": four[2], "ports": four[3]}
        for four in zip(houses, alliances, roads, ports, strict=True)
    ]


def score_alliances(board: Json, courts: dict[str, list[int]], seats: int) -> list[int]:
    """Whoever has a majority at both courts of an alliance gets a point for every emissary there (HA-26)."""
    points = [0] * seats
    for alliance in board["alliances"]:
        one, other = (courts[p] for p in alliance["provinces"])
        for seat in range(seats):
            if majority(one, seat) and majority(other, seat):
                points[seat] += len(one) + len(other)
    return points


def majority(court: list[int], seat: int) -> bool:
    """At least one emissary and nobody with more."""
    return seat in court and all(court.count(other) <= court.count(seat) for other in court)


def score_roads(board: Json, built: Built, seat: int) -> int:
    """The best choice of rows of at least four that share no house (HA-27, HA-28); a row with the fortification counts twice (HA-36)."""
    own = {space for space, (kind, owner) in built.items() if owner == seat and kind != "market"}
    forts = {space for space in own if built[space][0] == "fortified"}
    beside: dict[str, set[str]] = {space: set() for space in own}
    for one, other in board["roads"]:
        if one in own and other in own:
            beside[one].add(other)
            beside[other].add(one)

    @cache
    def best(houses: frozenset[str]) -> int:
        """The most points from these houses: the first of them is in no row, or in one of those through it."""
        if len(houses) < ROW:
            return 0
        first = min(houses)
        top = best(houses - {first})
        for row in rows_through(first, houses, beside):
            top = max(top, len(row) * (2 if row & forts else 1) + best(houses - row))
        return top

    total = 0
    for part in connected(own, beside):
        total += best(part)
    return total


def rows_through(house: str, houses: frozenset[str], beside: dict[str, set[str]]) -> set[frozenset[str]]:
    """The houses of every row of at least four through one house. Only which houses a row has matters, not their order."""
    found: set[frozenset[str]] = set()
    seen: set[tuple[str, ...]] = set()
    rows = [(house,)]
    while rows:  # a row grows at either end
        row = rows.pop()
        if row in seen:
            continue
        seen.add(row)
        if len(row) >= ROW:
            found.add(frozenset(row))
        for other in beside[row[-1]] & houses - set(row):
            rows.append((*row, other))
        for other in beside[row[0]] & houses - set(row):
            rows.append((other, *row))
    return found


def connected(own: set[str], beside: dict[str, set[str]]) -> list[frozenset[str]]:
    """The houses in groups that roads join."""
    groups, left = [], set(own)
    while left:
        group, edge = set[str](), {min(left)}
        while edge:
            group |= edge
            edge = {other for house in edge for other in beside[house]} - group
        groups.append(frozenset(group))
        left -= group
    return groups
