"""Random games: everything is conserved after every move, the judge accepts exactly what is listed, every game ends."""

import dataclasses
import os
import random
from typing import Any

import msgspec
import pytest

from domain.chance import Committed, Reported
from domain.hameln import RULES
from domain.hameln.board import RECONSTRUCTED
from domain.hameln.state import State
from domain.moves import read_facts, write_facts
from domain.playout import Step, begin, game_of, play_seed, steps
from domain.refusal import Refused
from domain.seats import Viewer
from domain.table import lay
from tests.hameln.hooks import CONFIGURATIONS, check, twins
from tests.hameln.positions import at, opened

GAMES = 4 * int(os.environ.get("ARBITER_TEST_GAMES", "1"))
LONGEST = 5_000  # moves: far beyond anything seen
ANY_MOVE = dataclasses.replace(RULES, sensible=lambda state, seat, legal: legal)


def played(seats: int, options: dict[str, Any], seed: int, rules: Any = RULES) -> list[Step]:
    table = lay(rules, seats, options)
    game: list[Step] = []
    for step in steps(rules, table, seed):
        game.append(step)
        assert len(game) < LONGEST, f"seed {seed} with {seats} seats goes on and on"
    return game


@pytest.mark.parametrize(("seats", "options", "_board"), CONFIGURATIONS)
@pytest.mark.parametrize("rules", [RULES, ANY_MOVE], ids=["bots", "any-move"])
def test_every_position_conserves_all_pieces_and_leaves_nobody_stuck(seats: int, options: dict[str, Any], _board: None, rules: Any) -> None:
    for seed in range(GAMES):
        for number, step in enumerate(played(seats, options, seed, rules), 1):
            try:
                check(step.after)
            except AssertionError as broken:
                raise AssertionError(f"seed {seed}, {seats} seats, {options}, move {number} {RULES.notate(step.move)}: {broken}") from broken


@pytest.mark.parametrize(("seats", "options", "_board"), CONFIGURATIONS)
def test_the_judge_accepts_exactly_what_is_listed(seats: int, options: dict[str, Any], _board: None) -> None:
    rng = random.Random(seats)
    seed = rng.randrange(10_000)
    for number, step in enumerate(played(seats, options, seed, ANY_MOVE)):
        if number % 9 and step.before.step not in ("place_woman", "large_rat", "marrying", "pay"):
            continue
        listed = {(seat, move) for seat in range(seats) for move in RULES.legal_moves(step.before, seat)}
        accepted = {(seat, move) for seat, move in RULES.conceivable(step.before) if accepts(step.before, seat, move)}
        assert accepted == listed, f"seed {seed}, move {number}, step {step.before.step}"


def accepts(state: State, seat: int, move: Any) -> bool:
    try:
        RULES.decide(state, seat, move, Committed(play_seed(1), game_of(play_seed(1)), sources=RULES.sources))
    except Refused as refusal:
        clause = refusal.clause
    else:
        return True
    assert clause in RULES.clauses
    return False


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_game_is_replayed_from_its_facts_and_judged_again_from_its_record(seats: int) -> None:
    game = played(seats, {}, 11)
    state = game[0].before
    for step in game:
        assert RULES.decide(state, step.seat, RULES.read(RULES.notate(step.move)), Reported(step.draws)) == step.facts
        for fact in read_facts(RULES, msgspec.json.decode(msgspec.json.encode(write_facts(step.facts)))):
            state = RULES.evolve(state, fact)
        assert state == step.after
        assert state == stored(state)


def stored(state: State) -> State:
    """The state after it has been written as JSON and read back; the table is not part of that."""
    raw = msgspec.to_builtins(msgspec.structs.replace(state, table=None))
    back: State = msgspec.convert({**raw, "table": {"seats": 0, "options": None}}, type=State)
    return msgspec.structs.replace(back, table=state.table)


def test_HM_61_when_all_small_rats_are_out_a_bot_that_can_buys_the_cat() -> None:
    circles = [circle["id"] for circle in RECONSTRUCTED["circles"] if not circle.get("five_only")]
    out = at(opened(4), step="optional", florins={0: 9}, rats=circles[:30])
    choices = RULES.sensible(out, 0, RULES.legal_moves(out, 0))
    assert [RULES.notate(move) for move in choices] == [f"buy_cat {circle}" for circle in circles[:30]]
    one_left = at(out, rats=circles[:29])
    assert "end_turn" in [RULES.notate(move) for move in RULES.sensible(one_left, 0, RULES.legal_moves(one_left, 0))]
    owner = at(out, cat=0)
    assert "end_turn" in [RULES.notate(move) for move in RULES.sensible(owner, 0, RULES.legal_moves(owner, 0))]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_HM_61_bots_end_every_game(seats: int) -> None:
    for seed in range(100, 100 + 10 * GAMES):
        last = played(seats, {}, seed)[-1].after
        outcome = RULES.outcome(last)
        assert outcome is not None, f"seed {seed}"
        assert outcome["reason"] == "third_phase_over", f"seed {seed}"
        assert [row["total"] for row in outcome["scores"]] == [sum(v for k, v in row.items() if k != "total") for row in outcome["scores"]]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_HML_2_17_HM_47_twins_look_alike_to_who_may_not_tell_them_apart(seats: int) -> None:
    rng = random.Random(seats)
    table = lay(RULES, seats)
    game = played(seats, {}, 5)
    moves = [(step.seat, step.move.wire(), step.draws) for step in game]
    setup = {"turn_order": list(game[0].before.order), "counters": counters_of(game[0].before)}
    for viewer in (*(Viewer(seat=seat) for seat in range(seats)), Viewer()):
        twin = twins(RULES, table, setup, moves, viewer, rng)
        assert twin is not None
        assert seen(table, setup, moves, viewer) == seen(table, *twin, viewer)
        assert seen(table, setup, moves, Viewer(all_seeing=True)) != seen(table, *twin, Viewer(all_seeing=True))


def counters_of(state: State) -> dict[str, int]:
    return {house.id: state.counters[place] for place, house in enumerate(state.table.board.file.houses) if house.region != "market"}


def seen(table: Any, setup: Any, moves: Any, viewer: Viewer) -> list[Any]:
    """All that a viewer sees of a history: views, facts, draws, notation, narration, legal lists."""
    state = begin(RULES, table, setup)
    looks: list[Any] = []
    for seat, move, draws in moves:
        read = RULES.moves[move["kind"]].model_validate(move)
        facts = RULES.decide(state, seat, read, Reported(draws))
        for fact in facts:
            state = RULES.evolve(state, fact)
        shown_facts = [RULES.redact(fact, viewer, state, state) for fact in facts]
        shown_draws = [RULES.redact_draw(seat, draw, viewer, state, state) for draw in draws]
        shown_move = RULES.redact_move(seat, read, viewer, state, state)
        legal = [RULES.notate(found) for other in RULES.to_act(state) for found in RULES.legal_moves(state, other)]
        told = RULES.narrate(seat, shown_move, shown_facts, shown_draws)
        look = RULES.view(state, viewer, state)
        looks.append((look.model_dump_json(), shown_facts, shown_draws, RULES.notate(shown_move), told, legal))
    return looks
