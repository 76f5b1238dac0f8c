"""Two referees, one game: random games played through the rules are compared, position by position, with a naive referee written from the texts alone."""

import json
import os
import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from domain.chance import Committed
from domain.course import walk
from domain.hameln import RULES
from domain.message import Json, State
from domain.playout import begin, deal, game_of, play_seed
from domain.seats import ARBITER, Seat
from domain.table import lay
from domain.transcript import positions as positions_of
from infra.record_file import read_record
from tests.hameln.naive_boards import strange_board
from tests.hameln.naive_record import Play, in_order, positions
from tests.hameln.naive_table import WrongDraw

GAMES = 3 * int(os.environ.get("ARBITER_TEST_GAMES", "1"))
FIRST = int(os.environ.get("ARBITER_TEST_FIRST", "0"))
MOST = 600  # moves of a game: with moves chosen blindly some would go on for very long (HM-61)
assert RULES.boards is not None
PRINTED = RULES.boards.shipped["hameln-reconstructed"]


class Move(NamedTuple):
    seat: Seat
    move: Json
    draws: list[Json]


def position_of(state: State) -> Json:
    """What the rules say of a position, in the form of ``Play.position``."""
    acting = RULES.to_act(state)
    legal = {str(seat): in_order([move.wire() for move in RULES.legal_moves(state, seat)]) for seat in acting}
    told = {"to_act": list(acting), "legal": legal, "scores": RULES.score(state), "over": not acting}
    return told if acting else {**told, "outcome": RULES.outcome(state)}


def taste(rng: random.Random) -> dict[str, int]:
    """How fond a blind player is of each kind of move: every game another, so that hoarders, breeders and spendthrifts all play."""
    return {kind: rng.choice((1, 1, 5, 40)) for kind in RULES.moves}


def compared(seats: int, options: dict[str, str], board: Json, seed: int, blind: bool) -> Iterator[Move]:
    """Play a game through the rules and compare every position and every draw with the naive referee's."""
    table = lay(RULES, seats, options, board)
    secret, rng = play_seed(seed), random.Random(seed)
    chance = Committed(secret, game_of(secret), sources=RULES.sources)
    setup, state = deal(RULES, table, chance)
    assert begin(RULES, table, setup) == state
    naive, fond = Play(board, seats, setup, options), taste(rng)
    for number in range(MOST):
        assert naive.position() == position_of(state), f"position {number}"
        if not RULES.to_act(state):
            return
        seat = RULES.to_act(state)[0]
        legal = RULES.legal_moves(state, seat)
        choice = list(legal if blind else RULES.sensible(state, seat, legal))
        move = rng.choices(choice, [fond[one.kind] if blind else 1 for one in choice])[0]
        chance = chance.fresh(chance.counts)
        for fact in RULES.decide(state, seat, move, chance):
            state = RULES.evolve(state, fact)
        naive.move(seat, move.wire(), chance.drawn)  # takes exactly the draws that fell, or it raises
        yield Move(seat, move.wire(), chance.drawn)


@pytest.mark.parametrize("blind", [False, True], ids=["bots", "blind"])
@pytest.mark.parametrize("partner_child", ["forced", "optional"])
@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("board", ["printed", "strange"])
def test_both_referees_say_the_same_of_every_position(board: str, seats: int, partner_child: str, blind: bool) -> None:
    for seed in range(FIRST, FIRST + GAMES):
        town = PRINTED if board == "printed" else strange_board(random.Random(f"{seed}/{seats}"))
        played: list[Move] = []
        try:
            for move in compared(seats, {"partner_child": partner_child}, town, seed, blind):
                played.append(move)
        except (AssertionError, WrongDraw) as found:
            raise AssertionError(f"seed {seed}, move {len(played) + 1}, after {played[-3:]}: {found}") from found


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_both_referees_read_the_same_out_of_a_typed_record_with_annulled_moves(seats: int) -> None:
    for seed in range(FIRST, FIRST + GAMES):
        rng = random.Random(seed)
        text = "\n".join(json.dumps(line) for line in typed(seats, seed, rng))
        sheet = read_record(text)
        told = [position.wire() for position in positions_of(sheet, walk(sheet), ARBITER)]
        for position in told:
            position["legal"] = {seat: in_order(moves) for seat, moves in position["legal"].items()}
        assert told == list(positions(text.splitlines(), {PRINTED["id"]: PRINTED})), f"seed {seed}"


def typed(seats: int, seed: int, rng: random.Random) -> Iterator[Json]:
    """A game as a person types it: half of the moves in notation, some of them taken back and made again."""
    secret = play_seed(seed)
    table = lay(RULES, seats, {}, PRINTED["id"])
    setup, _ = deal(RULES, table, Committed(secret, game_of(secret), sources=RULES.sources))
    lines = [line_of(one, rng.random() < 0.5) for one in compared(seats, {"partner_child": "forced"}, PRINTED, seed, blind=False)]
    yield {"arbiter": 1, "ruleset": "hameln", "players": [f"Player {seat}" for seat in range(seats)], "board": PRINTED["id"]}
    yield {"setup": setup}
    first, last = sorted(rng.sample(range(1, len(lines)), 2))
    yield from lines[:last]
    yield {"annul": {"from": first}}
    yield from lines[first - 1 :]


def line_of(one: Move, in_words: bool) -> Json:
    """A move line."""
    words: Json = {"move": RULES.notate(RULES.moves[one.move["kind"]].model_validate(one.move))} if in_words else {"move": one.move}
    return {"seat": one.seat, **words, **({"draws": one.draws} if one.draws else {})}
