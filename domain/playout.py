"""Games played by bots without a referee around them: for playouts, property tests and benchmarks."""

import hashlib
import random
from collections.abc import Iterator
from typing import Any

import msgspec

from domain.chance import Committed
from domain.message import Json, Move, State, Table
from domain.seats import Seat
from domain.table import Rules

SAFETY = 1_000_000  # moves after which a playout is given up: a game that never ends is an error of the rules


class Step(msgspec.Struct, frozen=True):
    """One move of a playout: the position before, who moved what, what fell, what followed, the position after."""

    before: State
    seat: Seat
    move: Move
    draws: list[Json]
    facts: tuple[Any, ...]
    after: State


def play_seed(seed: int) -> bytes:
    """The 32-byte seed of ``arbiter play --seed S``: SHA-256("arbiter/play/v1/S")."""
    return hashlib.sha256(f"arbiter/play/v1/{seed}".encode()).digest()


def game_of(seed: bytes) -> bytes:
    """The 16 bytes of the id of a game that bots play from this seed."""
    return hashlib.sha256(b"arbiter/play-id/v1" + seed).digest()[:16]


def deal(rules: Rules, table: Table, chance: Committed) -> tuple[Json, State]:
    """Chance makes the set-up; returned with the position before move 1."""
    setup = rules.deal(table, chance)
    return setup, begin(rules, table, setup)


def begin(rules: Rules, table: Table, setup: Json) -> State:
    """The position before move 1 of a set-up given as JSON."""
    state: State = rules.empty(table)
    for fact in rules.setup(table, rules.setup_model.model_validate(setup)):
        state = rules.evolve(state, fact)
    return state


def choose(rules: Rules, state: State, rng: random.Random) -> tuple[Seat, Move]:
    """What a bot plays: a sensible legal move of the first seat to act, each as likely as the others."""
    seat = rules.to_act(state)[0]
    legal = rules.sensible(state, seat, rules.legal_moves(state, seat))
    return seat, legal[int(rng.random() * len(legal))]


def steps(rules: Rules, table: Table, seed: int) -> Iterator[Step]:
    """A bot game from a seed, move by move, with facts made and the legal list computed for every move."""
    secret = play_seed(seed)
    chance = Committed(secret, game_of(secret), sources=rules.sources)
    rng = random.Random(seed)  # noqa: S311 (bots may be foreseen)
    _, state = deal(rules, table, chance)
    for _ in range(SAFETY):
        if not rules.to_act(state):
            return
        seat, move = choose(rules, state, rng)
        chance = chance.fresh(chance.counts)
        before, facts = state, rules.decide(state, seat, move, chance)
        for fact in facts:
            state = rules.evolve(state, fact)
        yield Step(before, seat, move, chance.drawn, facts, state)
    raise RuntimeError(f"{rules.slug}: seed {seed} has not ended after {SAFETY} moves")


def play_fast(rules: Rules, table: Table, seed: int) -> tuple[int, Json]:
    """The same game without keeping anything: the number of moves and the outcome."""
    secret = play_seed(seed)
    chance = Committed(secret, game_of(secret), sources=rules.sources)
    _, state = deal(rules, table, chance)
    to_act, legal_moves, sensible, decide, evolve = rules.to_act, rules.legal_moves, rules.sensible, rules.decide, rules.evolve
    number, draw = 0, random.Random(seed).random  # noqa: S311 (bots may be foreseen)
    while acting := to_act(state):
        seat = acting[0]
        legal = sensible(state, seat, legal_moves(state, seat))
        for fact in decide(state, seat, legal[int(draw() * len(legal))], chance):
            state = evolve(state, fact)
        number += 1
        if number > SAFETY:
            raise RuntimeError(f"{rules.slug}: seed {seed} has not ended after {SAFETY} moves")
    outcome = rules.outcome(state)
    assert outcome is not None
    return number, outcome
