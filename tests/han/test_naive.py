"""Two referees, one game: random games played through the rules are compared, position by position, with a naive referee written from the texts alone."""

import json
import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from domain.chance import Committed
from domain.han import RULES
from domain.message import Json, State
from domain.playout import deal, game_of, play_seed
from domain.table import lay
from tests.han.naive import Naive, Wrong
from tests.han.naive_boards import strange_board

GAMES = int(os.environ.get("ARBITER_TEST_GAMES", "1"))
FIRST = int(os.environ.get("ARBITER_TEST_FIRST", "0"))
DISPUTES, WAYS = "border-disputes", "ways-of-diplomacy"
CASES = [
    *((DISPUTES, seats, {"fortifications": forts}) for seats in (3, 4, 5) for forts in (False, True)),
    *((WAYS, seats, {"map": WAYS, "market_places": markets}) for seats in (2, 3, 4) for markets in (False, True)),
]
assert RULES.boards is not None
SHIPPED = RULES.boards.shipped


class Told(NamedTuple):
    seat: int
    move: Json
    draws: list[Json]


def in_order(moves: list[Json]) -> list[str]:
    return sorted(json.dumps(move, sort_keys=True) for move in moves)


def same(naive: Naive, state: State) -> None:
    """All that a position tells."""
    assert naive.to_act() == list(RULES.to_act(state))
    for seat in range(naive.seats):
        listed = [move.wire() for move in RULES.legal_moves(state, seat)]
        assert in_order(listed) == in_order(naive.legal() if [seat] == naive.to_act() else [])
    assert naive.scores == RULES.score(state)
    outcome = RULES.outcome(state)
    assert (naive.outcome is None) == (outcome is None)
    if naive.outcome is not None and outcome is not None:
        assert naive.outcome == {key: outcome[key] for key in naive.outcome}


def blind(naive: Naive, legal: list[Any], rng: Random) -> Any:
    """Any move."""
    return rng.choice(legal)


def builder(naive: Naive, legal: list[Any], rng: Random) -> Any:
    """Houses beside own ones above all: provinces fill and rows grow long."""

    def likes(move: Json) -> int:
        if move["kind"] == "place_fortification":
            return 4
        if move["kind"] == "place_house":
            own = {space for space, (_, seat) in naive.built.items() if seat == naive.turn}
            return 3 if any(move["space"] in road and own & set(road) for road in naive.board["roads"]) else 2
        return {"place_emissary": 1, "place_market": 1, "draw": 1}.get(move["kind"], 0)

    most = max(likes(move.wire()) for move in legal)
    return rng.choice([move for move in legal if likes(move.wire()) == most])


def hasty(naive: Naive, legal: list[Any], rng: Random) -> Any:
    """Pieces above all, of any kind: supplies run out, courts are full."""
    places = [move for move in legal if move.kind.startswith("place_")]
    return rng.choice(places or legal)


STYLES: list[Callable[[Naive, list[Any], Random], Any]] = [blind, builder, hasty]


def compared(seats: int, options: Json, board: str | Json, seed: int, choose: Callable[[Naive, list[Any], Random], Any]) -> Iterator[Told]:
    """A game through the rules; every position and all that chance did is compared."""
    table = lay(RULES, seats, options, board)
    secret, rng = play_seed(seed), Random(seed)
    chance = Committed(secret, game_of(secret), sources=RULES.sources)
    setup, state = deal(RULES, table, chance)
    naive = Naive(SHIPPED[board] if isinstance(board, str) else board, seats, options, setup)
    while True:
        same(naive, state)
        acting = RULES.to_act(state)
        if not acting:
            return
        move = choose(naive, list(RULES.legal_moves(state, acting[0])), rng)
        chance = chance.fresh(chance.counts)
        facts = RULES.decide(state, acting[0], move, chance)
        for fact in facts:
            state = RULES.evolve(state, fact)
        told = {"CardDrawn": "card", "DisplayRefilled": "display", "PileRenewed": "reshuffle"}
        assert naive.needs(move.wire()) == [told[type(fact).__name__] for fact in facts if type(fact).__name__ in told]
        yield Told(acting[0], move.wire(), chance.drawn)
        naive.play(acting[0], move.wire(), chance.drawn)


def play(seats: int, options: Json, board: str | Json, seed: int, choose: Callable[[Naive, list[Any], Random], Any]) -> list[Told]:
    made: list[Told] = []
    try:
        for told in compared(seats, options, board, seed, choose):
            made.append(told)
    except (AssertionError, Wrong) as error:
        error.add_note(f"seed {seed}, {seats} seats, {options}, {choose.__name__}, move {len(made)}: {made[-3:]}")
        raise
    return made


@pytest.mark.parametrize("choose", STYLES)
@pytest.mark.parametrize(("board", "seats", "options"), CASES)
def test_both_referees_say_the_same_on_the_boards_that_ship(board: str, seats: int, options: Json, choose: Any) -> None:
    for seed in range(FIRST, FIRST + GAMES):
        assert play(seats, {**options, "random_start": True}, board, seed, choose)


@pytest.mark.parametrize(("board", "seats", "options"), CASES)
def test_both_referees_say_the_same_on_strange_boards(board: str, seats: int, options: Json) -> None:
    for seed in range(FIRST, FIRST + GAMES):
        rng = Random(seed * 100 + seats)
        strange = strange_board(board, rng, roads=rng.choice([3, 12, 25]), largest=rng.choice([1, 3, 6]))
        assert play(seats, {**options, "random_start": True}, strange, seed, rng.choice(STYLES))
