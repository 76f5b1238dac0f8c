"""Random games over every configuration: invariants after every move, exact legality, replay, twins. A failure names its seed."""

import os
import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.chance import BadDraw, Bag, Committed, Reported
from domain.message import Json
from domain.moves import read_facts, read_move, write_facts
from domain.pied_piper.evolve import EFFECTS
from domain.playout import Step, begin, deal, game_of, play_seed, steps
from domain.refusal import Refused
from domain.seats import viewers
from domain.table import lay
from tests.pied_piper.hooks import CONFIGURATIONS, check, twins
from tests.pied_piper.support import RULES

GAMES = 4 * int(os.environ.get("ARBITER_TEST_GAMES", "1"))

each = pytest.mark.parametrize(("seats", "options"), [(seats, options) for seats, options, _ in CONFIGURATIONS], ids=str)


class WhateverIsLeft(Reported):
    """Draws the first card that is left."""

    def draw(self, what: str, bag: Bag) -> Any:
        return next(item for item, number in bag.items() if number)


@each
def test_games_end_and_nothing_is_lost(seats: int, options: Json) -> None:
    for seed in range(GAMES):
        step: Step | None = None
        try:
            for step in steps(RULES, lay(RULES, seats, options), seed):
                check(step.after)
        except Exception as error:
            raise AssertionError(f"seats {seats}, options {options}, seed {seed}") from error
        assert step is not None
        outcome = RULES.outcome(step.after)
        assert outcome is not None
        _check_outcome(outcome, seats, int(step.after.table.options.roof_level))


def _check_outcome(outcome: Json, seats: int, roof: int) -> None:
    ranks = RULES.ranking(outcome)
    assert [seat for seat in range(seats) if ranks[seat] == 1] == outcome["winners"]
    assert len(outcome["scores"]) == seats
    assert all(outcome["scores"][seat] == {"total": roof, "claimed": 0} for seat in outcome["eliminated"])
    assert len(outcome["eliminated"]) == (1 if seats == 2 else seats - 2)
    if outcome["reason"] == "draw":
        one, other = (outcome["scores"][seat] for seat in outcome["winners"])
        assert one == other


@each
def test_the_referee_accepts_exactly_what_it_lists(seats: int, options: Json) -> None:
    for step in list(steps(RULES, lay(RULES, seats, options), 77))[::7]:
        accepted, unknown = set(), set[str]()
        for seat, move in RULES.conceivable(step.before):
            try:
                RULES.decide(step.before, seat, move, WhateverIsLeft([]))
            except Refused as refused:
                unknown = {refused.clause} - set(RULES.clauses)
            else:
                accepted.add((seat, move))
            if unknown:
                raise AssertionError(f"{unknown} is not numbered")
        assert accepted == {(seat, move) for seat in range(seats) for move in RULES.legal_moves(step.before, seat)}


@each
def test_what_is_written_reads_back(seats: int, options: Json) -> None:
    for step in steps(RULES, lay(RULES, seats, options), 5):
        assert read_move(RULES, step.move.wire()) == step.move
        assert RULES.read(RULES.notate(step.move)) == step.move
        assert read_facts(RULES, write_facts(step.facts)) == step.facts
        again = msgspec.json.decode(msgspec.json.encode(replace(step.after, table=None)), type=_Loose)
        assert msgspec.to_builtins(again) == msgspec.to_builtins(replace(step.after, table=None))


_Loose: Any = msgspec.defstruct(
    "_Loose",
    [("table", type(None)), *((field.name, field.type, field.default) for field in msgspec.structs.fields(RULES.state) if field.name != "table")],
    frozen=True,
)


@each
def test_reported_draws_lead_to_the_same_game(seats: int, options: Json) -> None:
    table = lay(RULES, seats, options)
    secret = play_seed(3)
    _, state = deal(RULES, table, Committed(secret, game_of(secret), sources=RULES.sources))
    for step in steps(RULES, table, 3):
        chance = Reported(step.draws)
        assert RULES.decide(state, step.seat, step.move, chance) == step.facts
        chance.finish()
        for fact in step.facts:
            state = RULES.evolve(state, fact)
        assert state == step.after


def _history(seats: int, options: Json, seed: int) -> tuple[Json, list[Any]]:
    secret = play_seed(seed)
    table = lay(RULES, seats, options)
    setup, _ = deal(RULES, table, Committed(secret, game_of(secret), sources=RULES.sources))
    return setup, [(step.seat, step.move.wire(), step.draws) for step in steps(RULES, table, seed)]


def _seen(table: Any, setup: Json, moves: list[Any], viewer: Any) -> list[Any]:
    """All that a viewer is ever shown of a history."""
    state = begin(RULES, table, setup)
    shown: list[Any] = [RULES.redact_setup(setup, viewer, state, state), RULES.view(state, viewer, state)]
    states = []
    for seat, raw, drawn in moves:
        move, chance = read_move(RULES, raw), Reported(drawn)
        before, facts = state, RULES.decide(state, seat, move, chance)
        chance.finish()
        for fact in facts:
            state = RULES.evolve(state, fact)
        states.append((seat, move, drawn, facts, before, state))
    for seat, move, drawn, facts, before, after in states:
        known_move = RULES.redact_move(seat, move, viewer, after, state)
        known_facts = [RULES.redact(fact, viewer, after, state) for fact in facts]
        known_draws = [RULES.redact_draw(seat, draw, viewer, after, state) for draw in drawn]
        told = RULES.narrate(seat, known_move, known_facts, known_draws)
        legal = [RULES.legal_moves(after, s) for s in RULES.to_act(after) if RULES.sees_legal(after, viewer, s)]
        there = RULES.view(after, viewer, state)
        shown.append((RULES.notate(known_move), known_facts, known_draws, told, there, legal, RULES.reveals(before, seat, move, after)))
    shown.append(RULES.draw(RULES.view(state, viewer, state)))
    return shown


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("options", [{}, {"variant_rugrats": True}, {"variant_secret": True}], ids=str)
def test_PP_30_PP_46_PP_47_twins_look_the_same(seats: int, options: Json) -> None:
    """A history that one viewer cannot tell apart shows him the same views, moves, facts, draws, sentences, pictures."""
    found = 0
    for seed in range(2):
        setup, moves = _history(seats, options, seed)
        rng = random.Random(seed)
        moves = moves[: rng.randrange(2, len(moves) - 1)]
        table = lay(RULES, seats, options)
        for viewer in viewers(seats):
            twin = twins(RULES, table, setup, moves, viewer, rng)
            if twin is None:
                continue
            found += 1
            assert twin != (setup, moves)
            assert _seen(table, *twin, viewer) == _seen(table, setup, moves, viewer), f"seed {seed}, {viewer}"
    assert found >= seats


def test_face_down_cards_have_twins() -> None:
    table = lay(RULES, 3, {"variant_secret": True})
    changed = 0
    for seed in range(12):
        setup, moves = _history(3, {"variant_secret": True}, seed)
        for length in range(4, len(moves), 5):
            twin = twins(RULES, table, setup, moves[:length], viewers(3)[0], random.Random(seed))
            changed += twin is not None and any(a[1] != b[1] for a, b in zip(twin[1], moves, strict=False))
    assert changed >= 5


def test_every_fact_has_an_effect() -> None:
    assert set(EFFECTS) == set(RULES.facts)


def test_impossible_draws_are_refused() -> None:
    table = lay(RULES, 3, {})
    setup, moves = _history(3, {}, 1)
    seat, raw, _ = moves[0]
    state = begin(RULES, table, setup)
    for draws in ([], [{"character": "rat-0"}], [{"card": "hidden"}], [{"card": "piper"}]):
        with pytest.raises(BadDraw):
            RULES.decide(state, seat, read_move(RULES, raw), Reported(draws))
