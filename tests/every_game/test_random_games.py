"""Random games end, keep every invariant, and reach the same table again from facts, from state as JSON, and from what was written."""

import re
from typing import Any

import msgspec
import pytest

from domain.chain import canonical
from domain.message import Json, State, Table
from domain.moves import read_facts, read_move, write_facts
from domain.playout import begin, play_fast
from domain.table import Rules
from tests.every_game.support import TIMES, Laid, hooks_of, random_game, reproducible, sampled, setup_of

SNAKE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


@pytest.mark.parametrize("seed", range(2 * TIMES))
def test_a_random_game_ends_and_keeps_every_invariant(laid: Laid, seed: int) -> None:
    rules, check = laid.rules, hooks_of(laid.rules.slug).check
    with reproducible(laid, seed) as made:
        check(begin(rules, laid.table, setup_of(laid, seed)))
        for step in random_game(laid, seed, made):
            check(step.after)
            assert rules.outcome(step.before) is None
        last = made[-1].after
        assert rules.to_act(last) == ()
        assert not any(rules.legal_moves(last, seat) for seat in range(laid.table.seats))
        outcome = rules.outcome(last)
        assert outcome is not None
        _check_outcome(rules, outcome, laid.table.seats)
        assert play_fast(rules, laid.table, seed) == (len(made), outcome)


def _check_outcome(rules: Rules, outcome: Json, seats: int) -> None:
    """The outcome has the form of the wire contract."""
    _check_plain(outcome)
    assert set(outcome["winners"]) <= set(range(seats))
    assert outcome["winners"] == sorted(set(outcome["winners"]))
    assert SNAKE.fullmatch(outcome["reason"])
    if outcome["scores"] is None:
        return
    assert [type(scores["total"]) for scores in outcome["scores"]] == [int] * seats
    ranks = rules.ranking(outcome)
    assert len(ranks) == seats
    assert all(1 <= rank <= seats for rank in ranks)
    assert outcome["winners"] == [] or all((ranks[seat] == 1) == (seat in outcome["winners"]) for seat in range(seats))


def _check_plain(value: Any) -> None:
    """JSON as I-JSON carries it, without fractions, and equal when read back."""
    text = canonical(value)
    assert msgspec.json.decode(text) == value
    assert not re.search(rb'(?<!")\b\d+\.\d', re.sub(rb'"[^"]*"', b'""', text)), "a fraction"


@pytest.mark.parametrize("seed", range(100, 100 + TIMES))
def test_replay_of_written_facts_reaches_the_same_table(laid: Laid, seed: int) -> None:
    rules = laid.rules
    with reproducible(laid, seed) as made:
        setup = setup_of(laid, seed)
        dealt = rules.setup(laid.table, rules.setup_model.model_validate(setup))
        state: Any = _apply(rules, rules.empty(laid.table), read_facts(rules, write_facts(dealt)))
        for step in random_game(laid, seed, made):
            assert state == step.before
            written = write_facts(step.facts)
            _check_plain(written)
            assert read_facts(rules, written) == step.facts
            state = _apply(rules, state, read_facts(rules, written))
            assert state == step.after


def _apply(rules: Rules, state: Any, facts: Any) -> Any:
    for fact in facts:
        state = rules.evolve(state, fact)
    return state


@pytest.mark.parametrize("seed", range(200, 200 + TIMES))
def test_a_state_survives_json(laid: Laid, seed: int) -> None:
    rules = laid.rules
    with reproducible(laid, seed) as made:
        for _ in random_game(laid, seed, made):
            pass
        for step in sampled(made, 40):
            assert _again(rules, step.after) == step.after


def _again(rules: Rules, state: State) -> State:
    bare = msgspec.structs.replace(state, table=Table(state.table.seats, None))
    hash(bare)  # raises where something in a state can be changed
    text = msgspec.json.encode(bare)
    read: State = msgspec.structs.replace(msgspec.json.decode(text, type=rules.state), table=state.table)
    for seat in range(state.table.seats):
        assert rules.legal_moves(read, seat) == rules.legal_moves(state, seat)
    assert rules.to_act(read) == rules.to_act(state)
    assert rules.outcome(read) == rules.outcome(state)
    return read


@pytest.mark.parametrize("seed", range(300, 300 + TIMES))
def test_moves_read_back_from_notation_and_from_json(laid: Laid, seed: int) -> None:
    rules = laid.rules
    with reproducible(laid, seed) as made:
        for _ in random_game(laid, seed, made):
            pass
        for step in sampled(made, 60):
            for move in rules.legal_moves(step.before, step.seat):
                line = rules.notate(move)
                assert rules.read(line) == move
                assert read_move(rules, line) == move
                assert line == " ".join(line.split())
                wire = move.wire()
                assert read_move(rules, msgspec.json.decode(msgspec.json.encode(wire))) == move
                _check_move(rules, wire)
            _check_plain(step.draws)
            assert all(len(draw) == 1 and next(iter(draw)) in rules.sources for draw in step.draws)
            assert rules.narrate(step.seat, step.move, step.facts, step.draws).strip()


def _check_move(rules: Rules, wire: Json) -> None:
    assert wire["kind"] in rules.moves
    assert SNAKE.fullmatch(wire["kind"])
    assert None not in wire.values()
    _check_plain(wire)


@pytest.mark.parametrize("seed", range(400, 400 + TIMES))
def test_scores_and_set_up_have_their_form(laid: Laid, seed: int) -> None:
    rules = laid.rules
    with reproducible(laid, seed) as made:
        setup = setup_of(laid, seed)
        _check_plain(setup)
        model = rules.setup_model.model_validate_json(msgspec.json.encode(setup))
        assert rules.setup_model.model_validate_json(msgspec.json.encode(model.wire())) == model
        for step in random_game(laid, seed, made):
            scores = rules.score(step.after)
            assert scores is None or (len(scores) == laid.table.seats and all(type(score) is int for score in scores))
