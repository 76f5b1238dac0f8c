"""Random games over every configuration: they end, nothing gets lost, and the referee accepts exactly what it lists.

``ARBITER_TEST_GAMES`` multiplies the number of games. A failure names the seed.
"""

import os
from typing import Any

import msgspec
import pytest

from domain.chance import Committed, Reported
from domain.hamsters import RULES
from domain.hamsters.facts import HamstersFact
from domain.hamsters.state import State
from domain.message import Table
from domain.moves import read_facts, read_move, write_facts
from domain.playout import play_fast, steps
from domain.refusal import Refused
from domain.table import lay
from tests.hamsters.hooks import CONFIGURATIONS, check, twins

GAMES = 6 * int(os.environ.get("ARBITER_TEST_GAMES", "1"))
LONGEST = 20_000  # moves; thousands of games stayed far below

by_configuration = pytest.mark.parametrize(("seats", "options", "board"), CONFIGURATIONS)


@by_configuration
def test_every_game_ends_and_nothing_gets_lost(seats: int, options: dict[str, Any], board: Any) -> None:
    table = lay(RULES, seats, options, board)
    for seed in range(GAMES):
        try:
            for step in steps(RULES, table, seed):
                check(step.after)
            assert step.after.winner is not None
        except AssertionError as error:
            raise AssertionError(f"{seats} seats, seed {seed}: {error}") from error


@by_configuration
def test_facts_moves_and_positions_read_back(seats: int, options: dict[str, Any], board: Any) -> None:
    table = lay(RULES, seats, options, board)
    for seed in range(GAMES // 3):
        for step in steps(RULES, table, seed):
            assert read_facts(RULES, write_facts(step.facts)) == step.facts, f"seed {seed}"
            assert RULES.read(RULES.notate(step.move)) == step.move, f"seed {seed}"
            assert read_move(RULES, step.move.wire()) == step.move, f"seed {seed}"
            assert RULES.narrate(step.seat, step.move, step.facts, step.draws), f"seed {seed}"
            bare = msgspec.structs.replace(step.after, table=Table(seats, None))
            told = msgspec.json.decode(msgspec.json.encode(bare), type=State)
            assert msgspec.structs.replace(told, table=table) == step.after, f"seed {seed}"


@by_configuration
def test_the_referee_accepts_exactly_the_moves_that_it_lists(seats: int, options: dict[str, Any], board: Any) -> None:
    table = lay(RULES, seats, options, board)
    for seed in range(2):
        for number, step in enumerate(steps(RULES, table, seed)):
            if number % 5:
                continue
            listed = {(seat, move) for seat in range(seats) for move in RULES.legal_moves(step.after, seat)}
            assert {(seat, move) for seat, move in RULES.conceivable(step.after) if accepted(step.after, seat, move)} == listed, f"seed {seed}"


def accepted(state: Any, seat: int, move: Any) -> bool:
    """Whether the referee takes the move; a refusal names a clause that exists and has used up no die."""
    chance = Committed(bytes(32), bytes(16))
    try:
        RULES.decide(state, seat, move, chance)
    except Refused as refusal:
        told = refusal.clause
    else:
        return True
    assert told in RULES.clauses
    assert chance.drawn == []
    return False


@by_configuration
def test_what_fell_can_be_reported_and_gives_the_same_facts(seats: int, options: dict[str, Any], board: Any) -> None:
    for step in steps(RULES, lay(RULES, seats, options, board), 7):
        chance = Reported(step.draws)
        assert RULES.decide(step.before, step.seat, step.move, chance) == step.facts
        chance.finish()
        assert not (step.draws and step.before.step == "decide"), "no draw can fall after a decision"


def test_the_fast_playout_is_the_same_game() -> None:
    table = lay(RULES, 5)
    assert play_fast(RULES, table, 3)[0] == sum(1 for _ in steps(RULES, table, 3))


def test_every_fact_happens_in_some_game_and_the_record_of_each_is_stable() -> None:
    seen: dict[type, HamstersFact] = {}
    for seats in (2, 6):
        for seed in range(40):
            for step in steps(RULES, lay(RULES, seats), seed):
                seen |= {type(fact): fact for fact in step.facts}
    assert {fact.__name__ for fact in RULES.facts} - {fact.__name__ for fact in seen} == {"HamstersPlaced"}


def test_the_way_does_not_depend_on_names_or_on_the_order_in_the_file() -> None:
    board = CONFIGURATIONS[-1][2]
    for step, other in zip(steps(RULES, lay(RULES, 5), 11), steps(RULES, lay(RULES, 5, None, board), 11), strict=True):
        assert [f"s-{h.square}" for h in step.after.hamsters] == [h.square for h in other.after.hamsters]


def test_an_open_game_has_no_twins() -> None:
    assert twins(RULES, None, {}, [], None, None) is None
