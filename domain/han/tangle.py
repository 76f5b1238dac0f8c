"""The search behind ``roads.py`` for clusters with so many roads across that ``weave.py`` would take long: it looks at every set of houses at once.

A family of sets of houses is one large number: its bit ``s`` is 1 when the set with the mask ``s`` belongs to it. To add house ``v`` to each set
of a family is one shift by ``1 << v``; so the million sets of twenty houses are dealt with in a few thousand steps. How long it takes depends
on the number of houses, which the supply bounds (HAN-1.2), and hardly on the roads.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple, TypeAlias

from domain.han.weave import ROW, bits

Family: TypeAlias = int
Row: TypeAlias = tuple[int, ...]
EMPTY_SET: Final[Family] = 1
MIRROR: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class Net(NamedTuple):
    """The houses of a cluster, numbered from 0."""

    beside: tuple[tuple[int, ...], ...]  # of each house
    without: tuple[Family, ...]  # of each house: all sets that it is not in
    sets: int  # how many sets there are


def most_points(neighbours: Sequence[int], houses: Sequence[int], crown: int) -> list[Row]:
    """The rows of these houses that score most; a row with the house ``crown`` counts twice (HA-36)."""
    net = _net(neighbours, houses)
    split = _split(net)
    most = max(size for size, family in enumerate(split) if family)
    if crown in houses:
        walks = _walks(net)
        golden, beside = _golden(net, walks, split, houses.index(crown))
        if 2 * golden.bit_count() + beside > most:
            rest = [house for n, house in enumerate(houses) if not golden >> n & 1]
            return [_named(houses, _way(net, walks, golden)), *(most_points(neighbours, rest, crown) if beside else ())]
    return [_named(houses, row) for row in _apart(net, split, _lowest(split[most]))]


def _net(neighbours: Sequence[int], houses: Sequence[int]) -> Net:
    beside = tuple(tuple(n for n, other in enumerate(houses) if neighbours[house] >> other & 1) for house in houses)
    return Net(beside, tuple(_without(v, len(houses)) for v in range(len(houses))), 1 << len(houses))


def _without(v: int, houses: int) -> Family:
    """All sets of so many houses that house ``v`` is not in: the first ``2**v`` are such, as many are not, and so on."""
    family = (1 << (1 << v)) - 1
    for u in range(v + 1, houses):
        family |= family << (1 << u)
    return family


def _joined(net: Net, fragments: Sequence[Family], v: int) -> Family:
    """What fragments, each family by the house where it ends, become when house ``v`` is joined to that end."""
    return (reduce(or_, (fragments[u] for u in net.beside[v]), 0) & net.without[v]) << (1 << v)


def _walks(net: Net) -> list[list[Family]]:
    """By size, then by house: the sets through all of which one way leads that ends at this house."""
    houses = range(len(net.beside))
    found = [[0 for _ in houses], [EMPTY_SET << (1 << v) for v in houses]]
    while len(found) <= len(houses):
        found.append([_joined(net, found[-1], v) for v in houses])
    return found


def _split(net: Net) -> list[Family]:
    """By size: the sets that rows can be made of with no house left over (HAN-11.13, HAN-11.16)."""
    houses = range(len(net.beside))
    split = [EMPTY_SET]
    growing = [[0 for _ in houses] for _ in range(ROW)]  # rows and one fragment more: by its length, of which the last is a row too, and by its end
    for _ in houses:
        *longer, row, longer_row = [[_joined(net, fragments, v) for v in houses] for fragments in growing]
        fresh = [(split[-1] & net.without[v]) << (1 << v) for v in houses]
        growing = [fresh, *longer, [one | other for one, other in zip(row, longer_row, strict=True)]]
        split.append(reduce(or_, growing[-1], 0))
    return split


def _golden(net: Net, walks: list[list[Family]], split: list[Family], crown: int) -> tuple[int, int]:
    """The row with ``crown`` that scores most together with those beside it, as a set, and how many houses these have. No row: the empty set."""
    best, found = 0, (0, 0)
    open_to = [(size, _disjoint(net, family)) for size, family in enumerate(split) if family]
    for length in range(ROW, len(walks)):
        rows = reduce(or_, walks[length]) & ~net.without[crown]
        for size, sets in open_to:
            if 2 * length + size > best and rows & sets:
                best, found = 2 * length + size, (_lowest(rows & sets), size)
    return found


def _disjoint(net: Net, family: Family) -> Family:
    """The sets that have no house in common with some set of the family: whatever lies in what such a set leaves over."""
    width = max(net.sets // 8, 1)
    mirrored = int.from_bytes(family.to_bytes(width, "big").translate(MIRROR)[::-1], "big")  # the set of all other houses stands at the other end
    for v, without in enumerate(net.without):
        mirrored |= mirrored >> (1 << v) & without
    return mirrored


def _apart(net: Net, split: list[Family], whole: int) -> Iterator[Row]:
    """Rows that have exactly the houses of ``whole``."""
    walks = _walks(net)
    ways, splits = _bytes(net, reduce(or_, (family for by_end in walks[ROW:] for family in by_end), 0)), _bytes(net, reduce(or_, split))
    while whole:
        first = whole & -whole
        rest = part = whole ^ first
        while not (_has(ways, part | first) and _has(splits, rest ^ part)):
            part = part - 1 & rest
        yield _way(net, walks, part | first)
        whole = rest ^ part


def _bytes(net: Net, family: Family) -> bytes:
    return family.to_bytes(max(net.sets // 8, 1), "little")


def _has(family: bytes, houses: int) -> bool:
    return bool(family[houses >> 3] >> (houses & 7) & 1)


def _way(net: Net, walks: list[list[Family]], houses: int) -> Row:
    """A way through all these houses."""
    way: list[int] = []
    while houses:
        by_end = walks[houses.bit_count()]
        way.append(next(v for v in (net.beside[way[-1]] if way else bits(houses)) if by_end[v] >> houses & 1))
        houses ^= 1 << way[-1]
    return tuple(way)


def _lowest(family: Family) -> int:
    return (family & -family).bit_length() - 1


def _named(houses: Sequence[int], row: Row) -> Row:
    """The row by the houses themselves, from its lower end to the other."""
    named = tuple(houses[n] for n in row)
    return named if named[0] < named[-1] else named[::-1]
