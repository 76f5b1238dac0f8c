"""Rows along the roads: the rules on the board, the search against brute force, the time that it takes."""

import random
import time
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as some

from domain.han import RULES
from domain.han.board import Board
from domain.han.facts import RowScored
from domain.han.roads import best_rows, points, tie
from domain.han.tangle import most_points
from domain.han.weave import bits, golden, mask_of, mixed, plain, sweep
from tests.given import given
from tests.han.positions import WAYS, position, table

LAST_TURN = {"last_round": True, "depleted": 2, "pile": ""}
WORST = 0.05  # seconds for all rows of a final scoring


def rows(houses: Sequence[str], options: dict[str, object] | None = None, fortified: str | None = None) -> list[RowScored]:
    laid = table(3, **(options or {}))
    fort = {0: fortified} if fortified else None
    state = position(laid, *["red 2 green"] * 3, turn=2, houses=dict.fromkeys(houses, 0), fortified=fort, **LAST_TURN)
    return [fact for fact in given(RULES, state).when(2, "discard red").facts if isinstance(fact, RowScored)]


def test_example_7_HAN_11_14_HAN_11_15_a_row_of_five_with_a_branch() -> None:
    """Five houses in Ch'in and Shu in a row, over the border; the house on the bottom left in Shu is a branch."""
    found = rows(["chin-1", "chin-3", "chin-shu", "shu-1", "shu-2", "shu-3"])
    assert [(len(row.spaces), row.points) for row in found] == [(5, 5)]


def test_HAN_11_13_four_are_needed() -> None:
    assert rows(["zhao-1", "zhao-2", "zhao-3"]) == []
    assert [row.points for row in rows(["zhao-1", "zhao-2", "zhao-3", "zhao-4"])] == [4]
    assert rows(["shu-1", "chin-shu", "shu-2", "shu-3"]) == [], "a star of four has no row of four"


def test_HAN_11_16_each_house_scores_once() -> None:
    found = rows(["chu-1", "chu-2", "chu-3", "chu-4", "chu-5", "chu-6", "shu-2", "shu-1"])
    spaces = [space for row in found for space in row.spaces]
    assert len(spaces) == len(set(spaces)) == sum(row.points for row in found) == 8


def test_HAN_6_2_houses_are_beside_each_other_where_a_road_joins_them() -> None:
    assert rows(["wei-1", "wei-chin", "chin-2", "chin-1"])
    assert rows(["wei-1", "wei-5", "wei-4", "wei-3"]) == [], "near, but no road"


def test_HA_27_a_ring_counts_whole() -> None:
    ring = ["chu-1", "chu-2", "chu-3", "chu-4", "chu-5", "chu-6"]
    assert [row.points for row in rows(ring)] == [6]


def test_HA_28_border_houses_and_ports_count_once() -> None:
    found = rows(["yan-4", "qi-2", "qi-3", "qi-4", "qi-wu", "wu-1"])
    assert [row.points for row in found] == [6]


def test_HA_36_the_choice_of_rows_reckons_with_the_fortification() -> None:
    """Eight in a row are one row of eight where the fortification is, not two of four."""
    line = ["yan-1", "yan-2", "yan-3", "yan-4", "qi-2", "qi-3", "qi-4", "qi-wu"]
    assert sum(row.points for row in rows(line)) == 8
    assert sum(row.points for row in rows(line, {"fortifications": True}, "yan-1")) == 16


def brute(neighbours: Sequence[int], own: int, fort: int) -> int:
    """The most points, by trying every set of disjoint rows."""
    found: dict[int, int] = {}

    def walk(row: tuple[int, ...], mask: int) -> None:
        if len(row) >= 4:
            found[mask] = points(row, fort)
        for onward in bits(neighbours[row[-1]] & own & ~mask):
            walk((*row, onward), mask | 1 << onward)

    for start in bits(own):
        walk((start,), 1 << start)

    @lru_cache(None)
    def most(left: int) -> int:
        if left.bit_count() < 4:
            return 0
        low = left & -left
        return max(most(left & ~low), *(worth + most(left & ~row) for row, worth in found.items() if row & low and row & left == row), 0)

    return most(own)


@some.composite
def networks(draw: some.DrawFn) -> tuple[list[int], int, int]:
    """A road network of up to ten spaces, some of them built on, perhaps with a fortification."""
    size = draw(some.integers(4, 10))
    pairs = [(a, b) for a in range(size) for b in range(a)]
    roads = draw(some.lists(some.sampled_from(pairs), unique=True, min_size=3, max_size=15))
    neighbours = [0] * size
    for a, b in roads:
        neighbours[a] |= 1 << b
        neighbours[b] |= 1 << a
    own = draw(some.integers(0, (1 << size) - 1).map(lambda mask: mask | draw(some.integers(0, (1 << size) - 1))))
    return neighbours, own, draw(some.sampled_from([-1, *bits(own)]))


@settings(max_examples=300, deadline=None, derandomize=True)
@for_all(networks())
def test_HA_27_nothing_beats_the_rows_that_are_found(network: tuple[list[int], int, int]) -> None:
    neighbours, own, fort = network
    order = sweep(neighbours, mask_of(range(len(neighbours))))
    found = best_rows(neighbours, order, own, fort)
    houses = [house for row in found for house in row]
    assert len(houses) == len(set(houses))
    assert mask_of(houses) & ~own == 0
    assert all(len(row) >= 4 for row in found)
    assert all(neighbours[a] >> b & 1 for row in found for a, b in pairwise(row))
    assert sum(points(row, fort) for row in found) == brute(neighbours, own, fort)


@pytest.mark.parametrize("seed", range(150))
def test_HA_27_HA_36_each_search_behind_it_finds_the_best_in_any_order(seed: int) -> None:
    """Most houses in rows; the longest row with the fortification; most points with both: each alone, without the short cuts, on trees with a ring or two."""
    rng = random.Random(seed)
    size = rng.randint(6, 11)
    roads = {(rng.randrange(max(0, v - 4), v), v) for v in range(1, size)} | {tuple(sorted(rng.sample(range(size), 2))) for _ in range(rng.randint(0, 3))}
    neighbours = [0] * size
    for a, b in roads:
        neighbours[a] |= 1 << b
        neighbours[b] |= 1 << a
    own, fort, order = (1 << size) - 1, rng.randrange(size), rng.sample(range(size), size)
    assert sum(map(len, tie(plain(neighbours, order)))) == brute(neighbours, own, -1)
    assert sum(map(len, tie(golden(neighbours, order, fort)))) == longest(neighbours, own, fort)
    best = brute(neighbours, own, fort)
    assert sum(points(row, fort) for row in tie(mixed(neighbours, order, fort, 2 * size - best))) == best
    if best < 2 * size:
        assert mixed(neighbours, order, fort, 2 * size - best - 1) is None, "nothing loses less"


def crossing(rng: random.Random, size: int) -> list[int]:
    """Roads from some houses to all others and to nowhere else, but for a few: no row leads through all."""
    hubs, neighbours = rng.randint(1, size // 2), [0] * size
    for a in range(size):
        for b in range(a):
            if (b < hubs <= a and rng.random() < 0.9) or rng.random() < 0.03:
                neighbours[a] |= 1 << b
                neighbours[b] |= 1 << a
    return neighbours


@pytest.mark.parametrize("seed", range(100))
def test_HA_27_HA_36_the_search_for_tangled_clusters_finds_the_best(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(4, 9)
    neighbours = crossing(rng, size)
    fort, everything = rng.choice([-1, *range(size)]), (1 << size) - 1
    found = most_points(neighbours, range(size), fort)
    houses = [house for row in found for house in row]
    assert len(houses) == len(set(houses))
    assert all(len(row) >= 4 for row in found)
    assert all(neighbours[a] >> b & 1 for row in found for a, b in pairwise(row))
    assert sum(points(row, fort) for row in found) == brute(neighbours, everything, fort)


@pytest.mark.parametrize("hubs", [5, 7, 9])
def test_HA_27_twenty_houses_however_tangled_are_scored_in_bounded_time(hubs: int) -> None:
    """Some houses have roads to all the others, and these to no more: an end at either side of a hub is the best there is."""
    neighbours = [(1 << 20) - (1 << hubs) if v < hubs else (1 << hubs) - 1 for v in range(20)]
    start = time.process_time()
    found = best_rows(neighbours, sweep(neighbours, mask_of(range(20))), mask_of(range(20)), 19)
    assert sum(points(row, 19) for row in found) == 2 * (2 * hubs + 1)
    assert time.process_time() - start < 3


def longest(neighbours: Sequence[int], own: int, through: int) -> int:
    """The houses of the longest row through one of them; 0 where there is no row."""

    def walk(row: tuple[int, ...], mask: int) -> int:
        here = len(row) if len(row) >= 4 and through in row else 0
        return max([here, *(walk((*row, onward), mask | 1 << onward) for onward in bits(neighbours[row[-1]] & own & ~mask))])

    return max(walk((start,), 1 << start) for start in bits(own))


def test_HA_36_neither_the_longest_row_nor_the_most_houses_may_be_best() -> None:
    """Two rows of four, one with the fortification (12), beat the longest row with it (10) and another choice of eight houses without it (8)."""
    neighbours = [0] * 9
    for a, b in ((0, 1), (1, 2), (1, 3), (1, 4), (2, 5), (3, 6), (3, 7), (7, 8)):
        neighbours[a] |= 1 << b
        neighbours[b] |= 1 << a
    assert best_rows(neighbours, range(9), (1 << 9) - 1, 0) == ((0, 1, 2, 5), (6, 3, 7, 8))


def timed(board: Board, own: Sequence[int], fort: int) -> float:
    """Seconds for the rows of one player: the best of three, since other work on the machine only adds."""
    layout, taken = board.layout, []
    for _ in range(3):
        start = time.perf_counter()
        best_rows(layout.neighbours, layout.order, mask_of(own), fort)
        taken.append(time.perf_counter() - start)
    return min(taken)


HARD = (  # twenty houses each of two players, found by climbing towards more work
    (
        "yan-1 yan-2 yan-3 zhao-3 zhao-4 zhao-wei qi-1 qi-2 qi-wu wei-1 wei-2 wei-3 wei-4 wei-5 wei-chin chin-2 chin-3 chin-4 chin-shu han-2",
        "chin-2",
        "yan-4 zhao-1 zhao-2 qi-3 qi-4 chin-1 han-1 han-chu shu-1 shu-2 shu-3 shu-4 chu-1 chu-2 chu-3 chu-4 chu-5 chu-6 chu-wu wu-1",
        "chu-1",
    ),
    (
        "zhao-2 zhao-3 wei-chin chin-1 chin-2 chin-3 chin-4 chin-shu han-1 han-2 han-3 shu-1 shu-2 shu-3 chu-1 chu-2 chu-3 chu-4 chu-6 chu-wu",
        "chu-1",
        "yan-2 yan-3 yan-4 zhao-1 zhao-wei qi-1 qi-2 qi-3 qi-4 qi-wu wei-1 wei-2 wei-3 wei-4 wei-5 han-chu shu-4 chu-5 wu-1 wu-2",
        "wei-3",
    ),
)


@pytest.mark.parametrize(("mine", "my_fort", "theirs", "their_fort"), HARD)
def test_the_hardest_road_scoring_that_was_found_is_quick(mine: str, my_fort: str, theirs: str, their_fort: str) -> None:
    board = table(3, fortifications=True).board
    at = board.layout.space_at
    taken = sum(timed(board, [at[space] for space in houses.split()], at[fort]) for houses, fort in ((mine, my_fort), (theirs, their_fort)))
    assert taken < WORST


@pytest.mark.parametrize("map_id", ["border-disputes", WAYS])
def test_random_clusters_of_twenty_houses_are_scored_quickly(map_id: str) -> None:
    rng = random.Random(7)
    board = table(3, map=map_id).board
    for _ in range(25):
        own = {rng.randrange(len(board.spaces))}
        while len(own) < 20:
            own.add(rng.choice([v for v in range(len(board.spaces)) if v not in own and board.layout.neighbours[v] & mask_of(own)]))
        rest = [place for place in range(len(board.spaces)) if place not in own][:20]
        forts = (rng.choice(sorted(own)), rng.choice(rest)) if map_id != WAYS else (-1, -1)
        assert timed(board, sorted(own), forts[0]) + timed(board, rest, forts[1]) < WORST
