"""Random games: invariants, exact legality, replay. ``ARBITER_TEST_GAMES`` multiplies how many."""

import os
from collections import Counter

import pytest

from domain.bremen import RULES
from domain.playout import play_fast, steps
from tests.bremen import hooks
from tests.bremen.support import TABLES
from tests.given import given

GAMES = int(os.environ.get("ARBITER_TEST_GAMES", "1"))


@pytest.mark.parametrize("seats", [3, 4])
def test_random_games_keep_every_piece_and_end_after_twelve_rounds(seats):
    reasons: Counter[str] = Counter()
    for seed in range(10 * GAMES):
        moves = 0
        for step in steps(RULES, TABLES[seats], seed):
            hooks.check(step.before)
            moves += 1
            assert step.draws == [], f"seed {seed}"
        hooks.check(step.after)
        assert moves == 12 * seats, f"seed {seed}"
        outcome = RULES.outcome(step.after)
        reasons[outcome["reason"]] += 1
        assert play_fast(RULES, TABLES[seats], seed) == (moves, outcome), f"seed {seed}"
    print(f"{seats} seats: {dict(reasons)}")


@pytest.mark.parametrize("seats", [3, 4])
def test_the_referee_accepts_exactly_the_moves_that_it_lists(seats):
    for seed in range(GAMES):
        for number, step in enumerate(steps(RULES, TABLES[seats], seed)):
            if number % 5:
                continue
            accepted = {(seat, move.piece) for seat, move in RULES.conceivable(step.before) if accepts(step.before, seat, move)}
            listed = {(seat, move.piece) for seat in range(seats) for move in RULES.legal_moves(step.before, seat)}
            assert accepted == listed, f"seed {seed}, move {number + 1}"


def accepts(state, seat, move) -> bool:
    spec = given(RULES, state).when(seat, move)
    return spec.refusal is None or not spec.refused(spec.refusal.clause)
