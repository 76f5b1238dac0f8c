"""The referee accepts exactly the moves that it lists."""

from typing import Any

import pytest

from domain.chance import Committed
from domain.moves import clauses_of
from domain.refusal import Refused
from domain.table import Rules
from tests.every_game.support import TIMES, Laid, random_game, reproducible, sampled

SEED, ID = bytes(32), bytes(16)


@pytest.mark.parametrize("seed", range(500, 500 + TIMES))
def test_the_referee_accepts_exactly_the_moves_that_it_lists(laid: Laid, seed: int) -> None:
    rules = laid.rules
    with reproducible(laid, seed) as made:
        for _ in random_game(laid, seed, made):
            pass
        for step in sampled(made, 12):
            _check_position(rules, step.before, laid.table.seats)
        _check_position(rules, made[-1].after, laid.table.seats)


def _check_position(rules: Rules, state: Any, seats: int) -> None:
    conceivable = set(rules.conceivable(state))
    listed = {(seat, move) for seat in range(seats) for move in rules.legal_moves(state, seat)}
    assert listed <= conceivable, f"legal, but not conceivable: {listed - conceivable}"
    accepted = {(seat, move) for seat, move in conceivable if _accepts(rules, state, seat, move)}
    assert accepted == listed
    assert {seat for seat, _ in listed} == set(rules.to_act(state))


def _accepts(rules: Rules, state: Any, seat: int, move: Any) -> bool:
    chance = Committed(SEED, ID, sources=rules.sources)
    refusal = None
    try:
        facts = rules.decide(state, seat, move, chance)
    except Refused as refused:
        refusal = refused
    if refusal is None:
        assert all(clause in rules.clauses for clause in clauses_of(facts))
        return True
    assert refusal.clause in rules.clauses, f"{refusal.clause} is not numbered in RULES.md"
    assert refusal.reason.strip() == refusal.reason != ""
    assert "\n" not in refusal.reason
    assert chance.drawn == [], "a refused move uses up no chance"
    return False


@pytest.mark.parametrize("seed", range(600, 600 + TIMES))
def test_a_legal_list_names_each_move_once_and_is_short(laid: Laid, seed: int) -> None:
    rules = laid.rules
    with reproducible(laid, seed) as made:
        for step in random_game(laid, seed, made):
            moves = rules.legal_moves(step.before, step.seat)
            assert len(set(moves)) == len(moves) == len({rules.notate(move) for move in moves})
            assert len(moves) <= 120, "the choice is made in steps where a list would explode"


@pytest.mark.parametrize("seat", [-1, 99])
def test_no_move_of_a_seat_that_is_not_there(laid: Laid, seat: int) -> None:
    with reproducible(laid, 0) as made:
        step = next(iter(random_game(laid, 0, made)))
        assert tuple(laid.rules.legal_moves(step.before, seat)) == ()
