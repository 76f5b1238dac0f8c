"""Histories that one viewer cannot tell apart look the same to that viewer, through everything that is made for him."""

import random
from typing import Any

import msgspec
import pytest

from domain.course import walk
from domain.game import Game
from domain.message import Json
from domain.moves import read_move
from domain.playout import Step
from domain.seats import ARBITER, SPECTATOR, Viewer
from domain.table import Rules
from domain.transcript import positions
from infra.record_file import read_record
from tests.every_game.support import TIMES, Laid, hooks_of, random_game, reproducible, setup_of
from tests.every_game.table_talk import History, Told, answers, history_of, late, live, record_of


def _difference(one: Any, other: Any, path: str = "") -> str | None:
    """Where two plain values differ first."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return next((found for key in one if (found := _difference(one[key], other[key], f"{path}.{key}"))), None)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        return next((found for n, pair in enumerate(zip(one, other, strict=True)) if (found := _difference(*pair, f"{path}[{n}]"))), None)
    return None if one == other else f"{path}: {str(one)[:300]} | {str(other)[:300]}"


def _twins(laid: Laid, history: History, viewer: Viewer, rng: random.Random) -> History | None:
    setup, moves = history
    found = hooks_of(laid.rules.slug).twins(laid.rules, laid.table, setup, moves, viewer, rng)
    if found is None:
        return None
    other_setup, other_moves = found
    other = (other_setup, [(seat, read_move(laid.rules, move).wire(), draws) for seat, move, draws in other_moves])
    assert other != history, "twins differ"
    assert len(other[1]) == len(moves)
    return other


@pytest.mark.parametrize("seed", range(700, 700 + TIMES))
def test_twins_look_the_same(laid: Laid, seed: int) -> None:
    rng = random.Random(seed)
    with reproducible(laid, seed) as made:
        for _ in random_game(laid, seed, made):
            pass
        setup = setup_of(laid, seed)
        for length in sorted({0, *rng.sample(range(len(made)), min(2, len(made)))}):
            history = history_of(setup, made[:length])
            for viewer in (*(Viewer(seat=seat) for seat in rng.sample(range(laid.table.seats), 2)), SPECTATOR):
                twin = _twins(laid, history, viewer, rng)
                if twin is not None:
                    _check_twins(Told(laid, history), Told(laid, twin), viewer, length, rng)
                    found = _difference(_replayed(laid, history, viewer), _replayed(laid, twin, viewer))
                    assert found is None, f"{viewer} sees in a replay of the record of {length} moves: {found}"


def _replayed(laid: Laid, history: History, viewer: Viewer) -> list[Json]:
    sheet = read_record(record_of(laid, history))
    return [position.wire() for position in positions(sheet, walk(sheet), viewer)]


def _check_twins(one: Told, other: Told, viewer: Viewer, length: int, rng: random.Random) -> None:
    numbers = sorted({0, length // 2, length, *rng.sample(range(length + 1), min(8, length))})
    for number in sorted({0, length // 2, length}):
        found = _difference(live(one.games[number], viewer), live(other.games[number], viewer))
        assert found is None, f"{viewer} sees at the head, move {number} of {length}: {found}"
    found = _difference(late(one, viewer, numbers), late(other, viewer, numbers))
    assert found is None, f"{viewer} sees when looking back from move {length}: {found}"
    _check_answers(one.games[-1], other.games[-1], viewer, rng)
    assert _difference(late(one, ARBITER, numbers), late(other, ARBITER, numbers)) is not None, "the arbiter sees that the twins differ"


def _check_answers(one: Game, other: Game, viewer: Viewer, rng: random.Random) -> None:
    """A refusal, its clause and its words, never depend on what is hidden from the seat that tries."""
    if viewer.seat is None:
        return
    tries = {str(move): move for game in (one, other) for seat, move in game.rules.conceivable(game.state) if seat == viewer.seat}
    some = [tries[name] for name in rng.sample(sorted(tries), min(200, len(tries)))]
    found = _difference(answers(one, viewer.seat, some), answers(other, viewer.seat, some))
    assert found is None, f"{viewer} is answered: {found}"


def test_a_game_with_secrets_has_twins(laid: Laid) -> None:
    """A game whose views differ between viewers hides something, so its hooks must be able to say what."""
    rng = random.Random(1)
    with reproducible(laid, 800) as made:
        for _ in random_game(laid, 800, made):
            pass
        rules, middle = laid.rules, made[len(made) // 2].after
        setup = setup_of(laid, 800)
        secret = rules.view(middle, SPECTATOR, middle).wire() != rules.view(middle, ARBITER, middle).wire()
        found = [_twins(laid, history_of(setup, made[:length]), viewer, rng) for length in (0, len(made) // 2) for viewer in (SPECTATOR, Viewer(seat=0))]
        assert secret == any(twin is not None for twin in found)


@pytest.mark.parametrize("seed", range(900, 900 + TIMES))
def test_a_late_look_is_the_live_one_but_for_what_is_hidden_now(laid: Laid, seed: int) -> None:
    """The frame of a move, looked at when the game is over, is the one that was live; and an open view hides nothing from the arbiter."""
    with reproducible(laid, seed) as made:
        for _ in random_game(laid, seed, made):
            pass
        told = Told(laid, history_of(setup_of(laid, seed), made))
        ended = msgspec.structs.replace(told.games[-1], status="ENDED", outcome=laid.rules.outcome(made[-1].after))
        for viewer in (Viewer(seat=0), SPECTATOR, ARBITER):
            for number in sorted({1, len(made) // 2, len(made) - 1}):
                if 0 < number < len(made):
                    assert live(told.games[number], viewer)["frame"] == _frame(ended, viewer, number)


def _frame(game: Any, viewer: Viewer, number: int) -> Json:
    from domain.sight import frame_of

    return dict(msgspec.to_builtins(frame_of(game, viewer, number)))


@pytest.mark.parametrize("seed", range(1000, 1000 + TIMES))
def test_the_arbiters_redaction_changes_nothing(laid: Laid, seed: int) -> None:
    """Every fact is named: a redaction for one who owns it all gives it back, and one for anybody gives a fact of the same kind."""
    rules = laid.rules
    with reproducible(laid, seed) as made:
        for step in random_game(laid, seed, made):
            _check_redactions(rules, step, laid.table.seats)


def _check_redactions(rules: Rules, step: Step, seats: int) -> None:
    for viewer in (Viewer(seat=step.seat), Viewer(seat=(step.seat + 1) % seats), SPECTATOR):
        for fact in step.facts:
            shown = rules.redact(fact, viewer, step.after, step.after)
            assert type(shown) is type(fact)
            assert shown.clauses == fact.clauses, "the clauses of a fact do not depend on who looks"
        move = rules.redact_move(step.seat, step.move, viewer, step.after, step.after)
        assert move.kind == step.move.kind
        assert rules.notate(move)
        draws = [rules.redact_draw(step.seat, draw, viewer, step.after, step.after) for draw in step.draws]
        assert [list(draw) for draw in draws] == [list(draw) for draw in step.draws]
