"""What the suite of all games asks of the toy: so the suite is tried on a game that is known to be right, or made wrong on purpose."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from domain.chance import BadDraw, Reported
from domain.message import HIDDEN, Json, Table
from domain.moves import read_move
from domain.playout import begin
from domain.refusal import Refused
from domain.seats import Viewer
from tests.toy import COLOURS, COPIES, RULES, ToyState

CONFIGURATIONS: list[tuple[int, dict[str, Any], object]] = [(2, {}, None), (2, {"double": True}, None)]


def check(state: ToyState) -> None:
    """No card is lost or twice, and nobody is stuck."""
    assert min(state.pile) >= 0
    turned = [*(card for hand in state.hands for card in hand), *(card for _, _, card, _ in state.heaps), state.display]
    for colour, left in zip(COLOURS, state.pile, strict=True):
        assert turned.count(colour) + left <= COPIES, f"too many {colour} cards"
    assert HIDDEN not in turned
    assert (RULES.outcome(state) is None) == bool(RULES.to_act(state))
    assert all(RULES.legal_moves(state, seat) for seat in RULES.to_act(state))


def twins(
    rules: Any, table: Table, setup: Json, moves: Sequence[tuple[int, Any, list[Json]]], viewer: Viewer, rng: random.Random
) -> tuple[Json, list[tuple[int, Any, list[Json]]]] | None:
    """The same game, but a card that another seat drew, or played face down, has another colour."""
    if viewer.all_seeing:
        return None
    tries = [(place, changed) for place, made in enumerate(moves) if made[0] != viewer.seat for changed in _changed(*made)]
    rng.shuffle(tries)
    for place, changed in tries:
        twin = [*moves[:place], changed, *moves[place + 1 :]]
        if _possible(table, setup, twin):
            return setup, twin
    return None


def _changed(seat: int, move: Any, draws: list[Json]) -> Iterator[tuple[int, Any, list[Json]]]:
    """The move with another card, where the card is hidden."""
    for colour in COLOURS:
        if draws and draws[0] != {"card": colour}:
            yield seat, move, [{"card": colour}, *draws[1:]]
        if move.get("face_down") and move["card"] != colour:
            yield seat, {**move, "card": colour}, draws


def _possible(table: Table, setup: Json, moves: Sequence[tuple[int, Any, list[Json]]]) -> bool:
    state: Any = begin(RULES, table, setup)
    for seat, move, draws in moves:
        try:
            facts = RULES.decide(state, seat, read_move(RULES, move), Reported(draws))
        except (Refused, BadDraw):
            return False
        for fact in facts:
            state = RULES.evolve(state, fact)
    return True
