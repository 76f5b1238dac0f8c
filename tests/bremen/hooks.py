"""What the suite of all games asks of Bremen."""

import random
from collections.abc import Sequence
from typing import Any

from domain.bremen import RULES
from domain.bremen.pieces import ANIMAL, BIT, CHICKENS, DECKS, bits_of
from domain.bremen.state import State
from domain.message import Json, Table
from domain.seats import Viewer

RULINGS = 26
CONFIGURATIONS: list[tuple[int, dict[str, Any], object]] = [(3, {}, None), (4, {}, None)]


def check(state: State) -> None:
    """Every piece is in exactly one place, sizes fit the number of plays, and nobody is stuck."""
    deck = DECKS[state.table.seats]
    in_progress = state.played if len(state.played) < deck.seats else ()
    plays = state.rounds * deck.seats + len(in_progress)
    places = [*state.won, bits_of(in_progress), BIT[state.centre] if state.centre else 0]
    if state.hands is not None:
        places += state.hands
        assert sum(places) == deck.every, "pieces are lost or twice"
        assert sum(hand.bit_count() for hand in state.hands) == deck.seats * deck.hand - plays
        assert max(hand.bit_count() for hand in state.hands) - min(hand.bit_count() for hand in state.hands) <= 1
        assert all((hand & CHICKENS).bit_count() < deck.too_many_chickens for hand in state.hands)
    union = 0
    for pieces in places:
        assert not union & pieces, "a piece is in two places"
        union |= pieces
    assert union & ~deck.every == 0
    assert sum(heap.bit_count() for heap in state.won) == state.rounds * deck.seats
    assert all(heap.bit_count() % deck.seats == 0 for heap in state.won)
    assert (RULES.outcome(state) is None) == bool(RULES.to_act(state))
    for seat in range(deck.seats):
        assert bool(RULES.legal_moves(state, seat)) == (seat in RULES.to_act(state)), f"seat {seat} is stuck, or may move out of turn"


def twins(
    _: Any, table: Table, setup: Json, moves: Sequence[tuple[int, Any, Any]], viewer: Viewer, rng: random.Random
) -> tuple[Json, list[tuple[int, Any, Any]]] | None:
    """The same game with two pieces of one animal swapped that the viewer has never seen.

    Every piece that was played has been seen by all, so these are pieces that two other seats still hold. Neither may be the leading Donkey.
    """
    deals = setup.get("deals") or [{}]
    last = deals[-1]
    if viewer.all_seeing or not last.get("hands"):
        return None
    gone = {_piece(move) for _, move, _ in moves}
    leading = next(donkey for donkey in DECKS[table.seats].leading if last.get("centre") is None or BIT[last["centre"]] != donkey)
    free = [(seat, piece) for seat, hand in enumerate(last["hands"]) for piece in hand if seat != viewer.seat and piece not in gone and BIT[piece] != leading]
    swaps = [(one, other) for one in free for other in free if one[0] < other[0] and ANIMAL[one[1]] == ANIMAL[other[1]]]
    if not swaps:
        return None
    (a, one), (b, other) = rng.choice(swaps)
    hands = [list(hand) for hand in last["hands"]]
    hands[a][hands[a].index(one)], hands[b][hands[b].index(other)] = other, one
    return setup | {"deals": [*deals[:-1], last | {"hands": hands}]}, list(moves)


def _piece(move: Any) -> str:
    return move["piece"] if isinstance(move, dict) else move.partition(" ")[2] if isinstance(move, str) else move.piece
