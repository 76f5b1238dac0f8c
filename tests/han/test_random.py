"""Random games of every configuration: nothing is lost, nobody is stuck, decide accepts exactly what is listed."""

import os
from random import Random
from typing import Any, get_type_hints

import msgspec
import pytest

from domain.chance import Committed
from domain.han import RULES
from domain.han.state import State
from domain.message import Json
from domain.playout import game_of, play_seed, steps
from domain.refusal import Refused
from domain.seats import SPECTATOR, Viewer
from domain.table import lay
from tests.han.boards import tiny
from tests.han.hooks import CONFIGURATIONS, check, twins
from tests.han.telling import seen

FIELDS = get_type_hints(State)
GAMES = 4 * int(os.environ.get("ARBITER_TEST_GAMES", "1"))


@pytest.mark.parametrize(("seats", "options", "board"), CONFIGURATIONS)
def test_random_games_keep_all_pieces_and_end(seats: int, options: Json, board: Any) -> None:
    table = lay(RULES, seats, options, board)
    for seed in range(GAMES):
        try:
            made = list(steps(RULES, table, seed))
            for step in made:
                check(step.after)
        except BaseException as error:
            error.add_note(f"seed {seed} of {seats} {options} {board}")
            raise
        assert RULES.outcome(made[-1].after) is not None
        assert 20 <= len(made) <= 300


def test_HAN_10_4_a_tiny_board_is_full_before_the_deck_is_empty() -> None:
    table = lay(RULES, 3, {}, tiny())
    reasons = [outcome["reason"] for seed in range(10) if (outcome := RULES.outcome(list(steps(RULES, table, seed))[-1].after))]
    assert "no_piece_placeable" in reasons


def accepted(state: State, seat: int, move: object) -> bool:
    try:
        RULES.decide(state, seat, move, Committed(bytes(32), bytes(16), sources=RULES.sources))  # type: ignore[arg-type]
    except Refused as refusal:
        return bool(refusal.clause not in RULES.clauses)  # a refusal must cite a clause
    return True


@pytest.mark.parametrize(("seats", "options", "board"), CONFIGURATIONS[::2])
def test_decide_accepts_exactly_the_legal_moves(seats: int, options: Json, board: Any) -> None:
    seed = 11
    for step in list(steps(RULES, lay(RULES, seats, options, board), seed))[::17]:
        state = step.before
        legal = {(seat, move) for seat in range(seats) for move in RULES.legal_moves(state, seat)}
        conceivable = set(RULES.conceivable(state))
        assert legal <= conceivable
        assert {(seat, move) for seat, move in conceivable if accepted(state, seat, move)} == legal, f"seed {seed}"


@pytest.mark.parametrize(("seats", "options", "board"), CONFIGURATIONS[::3])
def test_states_and_notation_survive_writing(seats: int, options: Json, board: Any) -> None:
    table = lay(RULES, seats, options, board)
    for step in list(steps(RULES, table, 5))[::9]:
        plain = {name: getattr(step.after, name) for name in State.__struct_fields__ if name != "table"}
        text = msgspec.json.encode(plain)
        read = {name: msgspec.convert(value, FIELDS[name]) for name, value in msgspec.json.decode(text).items()}
        assert State(table, **read) == step.after
        for move in RULES.legal_moves(step.before, step.seat):
            assert RULES.read(RULES.notate(move)) == move
            assert type(move).model_validate(move.wire()) == move


@pytest.mark.parametrize(("seats", "options", "board"), CONFIGURATIONS[1::4])
def test_HA_49_twins_look_the_same_to_whom_they_are_hidden_from(seats: int, options: Json, board: Any) -> None:
    table = lay(RULES, seats, options, board)
    made = list(steps(RULES, table, 3))
    secret = play_seed(3)
    setup = dict(RULES.deal(table, Committed(secret, game_of(secret), sources=RULES.sources)))
    moves = [(step.seat, step.move.wire(), step.draws) for step in made]
    found = 0
    for length in (0, len(made) // 3, 2 * len(made) // 3, len(made) - 1):
        for viewer in (Viewer(seat=0), Viewer(seat=seats - 1), SPECTATOR):
            twin = twins(RULES, table, setup, moves[:length], viewer, Random(length))
            if twin is not None:
                found += 1
                assert twin != (setup, moves[:length])
                assert seen(table, setup, moves[:length], viewer) == seen(table, *twin, viewer)
    assert found >= 6
