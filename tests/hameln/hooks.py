"""What the suite of all games needs to know about Hameln: configurations, invariants, twins."""

import random
from collections.abc import Sequence
from typing import Any

from domain.hameln import RULES
from domain.hameln.board import FIGURES, SMALL_RATS
from domain.hameln.state import BOYS, CUBES, GIRLS, MEMBERS, NOBODY, TOKENS, State, board_of, is_infested, small_rats, stock, town_of
from domain.message import Json, Table
from domain.seats import Viewer

RULINGS = 61
CONFIGURATIONS: list[tuple[int, dict[str, Any], object]] = [(seats, {"partner_child": child}, None) for seats in (3, 4, 5) for child in ("forced", "optional")]


def check(state: State) -> None:
    """Everything is conserved, nothing is negative, nobody is stuck."""
    seats = range(state.table.seats)
    for seat in seats:
        living = sum(owner == seat for owners in (state.men, state.women) for owner in owners)
        members = state.supply[seat] + living + state.boys[seat] + state.girls[seat] + state.road.count(seat)
        assert members == MEMBERS, f"seat {seat} has {members} members"
        assert min(state.supply[seat], state.florins[seat], state.boys[seat], state.girls[seat], *state.goods[seat]) >= 0
    _check_pieces(state)
    _check_town(state)
    _check_turn(state)


def _check_pieces(state: State) -> None:
    assert sum(state.boys) <= BOYS
    assert sum(state.girls) <= GIRLS
    for good, cubes in enumerate(CUBES):
        assert 0 <= stock(state, good) <= cubes
    taken = [value for values in state.tokens for value in values]
    assert len(taken) + sum(state.piles) == 3 * TOKENS
    assert min(state.piles) >= 0
    assert all(taken.count(value) <= TOKENS for value in (1, 2, 3))
    assert set(taken) <= {1, 2, 3}
    assert sorted(state.line) == list(range(state.table.seats))
    levels = [state.spaces[seat] for seat in state.line]
    assert levels == sorted(levels, reverse=True)
    assert levels[0] < board_of(state).file.influence_spaces
    bribes = [bribe for bribe in state.bribes if bribe]
    assert len(set(bribes)) == len(bribes)
    assert min(state.bribes) >= 0
    if bribes and state.step not in ("piper", "over"):
        assert state.bribes[state.piper] == max(bribes), "the Piper does not stand on the biggest bribe"


def _check_town(state: State) -> None:
    town = town_of(state)
    assert 0 <= small_rats(state) <= SMALL_RATS
    assert state.rats & ~sum(1 << circle for circle in town.circles) == 0, "a rat on a circle that is not in play"
    figures = [house for house in range(len(town.ring)) if state.figures >> house & 1]
    assert all(is_infested(state, house) for house in figures), "a large rat on a house that is not infested"
    if state.step not in ("pay", "over"):
        large = {3: (4, 5, 6), 4: (4, 5, 6), 5: (5, 6, 7)}[state.table.seats][state.phase - 1]
        assert len(figures) + state.reserve == large <= FIGURES, "large rats are not conserved"
    for house, man in enumerate(state.men):
        if state.step not in ("place_man", "place_woman"):
            assert (man == NOBODY) == (state.women[house] == NOBODY)
            assert man == NOBODY or man != state.women[house]


def _check_turn(state: State) -> None:
    acting = RULES.to_act(state)
    assert (not acting) == (RULES.outcome(state) is not None)
    assert sorted(state.order) == list(range(state.table.seats))
    for seat in acting:
        legal = RULES.legal_moves(state, seat)
        assert legal
        assert len(set(map(RULES.notate, legal))) == len(legal)
    assert state.step != "pay" or state.florins[acting[0]] >= board_of(state).prices[state.piper]


def twins(
    rules: Any, table: Table, setup: Json, moves: Sequence[tuple[int, Json, list[Json]]], viewer: Viewer, rng: random.Random
) -> tuple[Json, list[tuple[int, Json, list[Json]]]] | None:
    """The same history with another value of one token (or two swapped) that this viewer has not seen."""
    if viewer.all_seeing:
        return None
    tokens = [(number, place, seat, draw["token"]) for number, (seat, _, draws) in enumerate(moves) for place, draw in enumerate(draws) if "token" in draw]
    values = [value for *_, value in tokens]
    choices = []
    for number, place, seat, value in tokens:
        if viewer.seat == seat:
            continue
        choices += [[(number, place, other)] for other in (1, 2, 3) if other != value and values.count(other) < TOKENS]
        choices += [
            [(number, place, other), (second, place_2, value)]
            for second, place_2, owner, other in tokens
            if other != value and viewer.seat != owner and number < second
        ]
    if not choices:
        return None
    changed = [(seat, move, [dict(draw) for draw in draws]) for seat, move, draws in moves]
    for number, place, value in rng.choice(choices):
        changed[number][2][place]["token"] = value
    return setup, changed
