"""Rows of houses along the roads: the most that one player's houses can score (HAN-11.13 to HAN-11.16, HA-27).

A row is a simple path of four or more own houses; no house lies in two rows; a house beside a row is a branch and counts nothing (HAN-11.14);
the row with the fortification counts twice (HA-36). How the best rows are found is told in ``weave.py`` and, for clusters with many roads
across, in ``tangle.py``: whatever the board, a cluster of twenty houses takes less than a second.
"""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from domain.han.tangle import most_points
from domain.han.weave import GONE, ROW, Joints, bits, frontiers, golden, mask_of, mixed, plain, sweep

Row: TypeAlias = tuple[int, ...]
NOWHERE: Final = GONE  # no fortification
STARTS: Final = 8  # houses from which a row through a whole cluster is tried
WIDEST: Final = 5  # spaces with roads ahead while one goes over a cluster, and
MOST_ROADS: Final = 6  # roads at a house: where there are more it is work for ``tangle``; no cluster on the boards that ship was found to need it


def points(row: Row, fortified: int) -> int:
    """What a row scores: a point a house (HAN-11.16), twice as many with the fortification in it (HAN-13.8)."""
    return len(row) * (2 if fortified in row else 1)


def best_rows(neighbours: Sequence[int], order: Sequence[int], own: int, fortified: int = NOWHERE) -> tuple[Row, ...]:
    """The rows that score most for the houses of the mask ``own``; ``order`` is the board's sweep, ``fortified`` the house on the fortification."""
    rows: list[Row] = []
    while own:
        cluster = _cluster(neighbours, own)
        own &= ~cluster
        if cluster.bit_count() >= ROW:
            way = _walk(neighbours, cluster)
            rows += [way] if way else _best(neighbours, sweep(neighbours, cluster, order), fortified)
    return tuple(sorted(rows))


def _cluster(neighbours: Sequence[int], own: int) -> int:
    """The houses of ``own`` that hang together with its lowest."""
    found, fresh = 0, own & -own
    while fresh:
        found |= fresh
        reach = 0
        for v in bits(fresh):
            reach |= neighbours[v]
        fresh = reach & own & ~found
    return found


def _walk(neighbours: Sequence[int], cluster: int) -> Row:
    """A row through all houses of a cluster, which nothing can beat, if a short try finds one: always on to the house with fewest ways on."""
    starts = sorted(bits(cluster), key=lambda v: (neighbours[v] & cluster).bit_count())[:STARTS]
    for start in starts:
        way, rest = [start], cluster & ~(1 << start)
        while onward := neighbours[way[-1]] & rest:
            v = min(bits(onward), key=lambda u: (neighbours[u] & rest).bit_count())
            way.append(v)
            rest &= ~(1 << v)
        if not rest:
            return tuple(way) if way[0] < way[-1] else tuple(reversed(way))
    return ()


def _best(neighbours: Sequence[int], order: list[int], fortified: int) -> list[Row]:
    """The best rows of one cluster, whose houses stand in ``order``.

    With a fortification two good answers come first: the most houses in rows, and the longest row with the fortification beside
    the most houses in rows of what it leaves over. Then it is asked whether anything beats the better one.
    """
    if _tangled(neighbours, order):
        return most_points(neighbours, sorted(order), fortified)
    rows = tie(plain(neighbours, order))
    if fortified not in order or not rows:
        return rows
    row = tie(golden(neighbours, order, fortified))
    rest = mask_of(order) & ~mask_of(v for r in row for v in r)
    other = [*row, *best_rows(neighbours, order, rest)]
    best = max(rows, other, key=lambda answer: sum(points(r, fortified) for r in answer))
    better = mixed(neighbours, order, fortified, 2 * len(order) - sum(points(r, fortified) for r in best) - 1)
    return best if better is None else tie(better)


def _tangled(neighbours: Sequence[int], order: list[int]) -> bool:
    cluster = mask_of(order)
    return frontiers(neighbours, order)[0] > WIDEST or any((neighbours[v] & cluster).bit_count() > MOST_ROADS for v in order)


def tie(joints: Joints) -> list[Row]:
    """The rows that these joints make, each from its lower end to the other."""
    return list(_tied(joints))


def _tied(joints: Joints) -> Iterator[Row]:
    beside: dict[int, list[int]] = {}
    while joints is not None:
        joints, v, others = joints
        for u in others:
            beside.setdefault(v, []).append(u)
            beside.setdefault(u, []).append(v)
    tied: set[int] = set()
    for start in sorted(v for v, others in beside.items() if len(others) == 1):
        if start not in tied:
            row = [start, *beside[start]]
            while following := [u for u in beside[row[-1]] if u != row[-2]]:
                row += following
            tied.add(row[-1])
            yield tuple(row)
