"""The referee and a second, naive table agree on every position of random games."""

import os
from typing import Any

import pytest

from domain.chance import Committed
from domain.message import Json
from domain.playout import deal, game_of, play_seed, steps
from domain.seats import ARBITER
from domain.table import lay
from tests.pied_piper.hooks import CONFIGURATIONS
from tests.pied_piper.naive import Naive
from tests.pied_piper.support import RULES

GAMES = 5 * int(os.environ.get("ARBITER_TEST_GAMES", "1"))


@pytest.mark.parametrize(("seats", "options"), [(seats, options) for seats, options, _ in CONFIGURATIONS], ids=str)
def test_two_tables_agree(seats: int, options: Json) -> None:
    table = lay(RULES, seats, options)
    for seed in range(500, 500 + GAMES):
        secret = play_seed(seed)
        setup, _ = deal(RULES, table, Committed(secret, game_of(secret), sources=RULES.sources))
        naive = Naive(seats, options, setup)
        for number, step in enumerate(steps(RULES, table, seed), 1):
            naive.play(step.move.wire(), step.draws)
            state: Any = step.after
            seen = RULES.view(state, ARBITER, state)
            where = f"seats {seats}, options {options}, seed {seed}, move {number}"
            assert {house.gap: set(house.figures) for house in seen.ring} == naive.gaps(), where
            assert [player.tracker for player in seen.players] == list(naive.tracker.values()), where
            assert [sorted(player.claimed) for player in seen.players] == [sorted(box) for box in naive.box.values()], where
            assert seen.eliminated == naive.out, where
            assert [sorted(player.hand) for player in seen.players] == [sorted(hand) for hand in naive.hands], where
            if naive.winner:
                assert (seen.winners, seen.reason) == naive.winner, where
            else:
                assert [[slot.character, *(card.card for card in slot.cards)] for slot in seen.row] == naive.row, where
                assert (seen.turn, seen.step == "activate") == (naive.turn, bool(naive.queue)), where
        assert naive.winner, f"seats {seats}, options {options}, seed {seed}"
