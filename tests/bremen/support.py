"""Tables, deals and positions for the tests of Bremen."""

import random
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from domain.bremen import RULES
from domain.bremen.pieces import ANIMAL, DECKS, pieces_in
from domain.bremen.state import State
from domain.chance import Reported
from domain.message import Json, Table
from domain.playout import begin
from domain.table import lay

TABLES: dict[int, Table] = {seats: lay(RULES, seats) for seats in RULES.seats}

# Seat 0 leads five Chickens that only seat 3 follows, then wins two rounds of Cats with Chickens; the last play is its eighth Chicken.
EIGHT_CHICKENS: list[tuple[int, str]] = [
    *((seat, piece) for n in range(5) for seat, piece in enumerate((f"chicken-{13 - n}", f"donkey-{2 + n}", f"donkey-{7 + n}", f"chicken-{1 + n}"))),
    *enumerate(("dog-1", "dog-13", "dog-3", "dog-4")),
    *zip((1, 2, 3, 0), ("cat-1", "cat-2", "cat-3", "chicken-8"), strict=True),
    *enumerate(("dog-2", "dog-12", "dog-5", "dog-6")),
    *zip((1, 2, 3, 0), ("cat-4", "cat-5", "cat-6", "chicken-7"), strict=True),
    (0, "chicken-6"),
]


def deal_with(
    seats: int, wanted: Mapping[int, Sequence[str]] | None = None, without: Mapping[int, Sequence[str]] | None = None, centre: str | None = None
) -> Json:
    """A whole deal in which the seats hold the pieces wanted, and none of the animals that they are to be without."""
    wanted, without = wanted or {}, without or {}
    hands = [list(wanted.get(seat, ())) for seat in range(seats)]
    rest = [piece for piece in pieces_in(DECKS[seats].every) if piece not in {*chain(*hands)} and piece != centre]
    if seats == 3 and centre is None:
        centre = rest.pop()
    # The animals that fewest may hold go first, each piece to whoever has most room.
    may = {piece: [seat for seat in range(seats) if ANIMAL[piece] not in without.get(seat, ())] for piece in rest}
    for piece in sorted(rest, key=lambda piece: len(may[piece])):
        chickens = [sum(ANIMAL[held] == "chicken" for held in hand) for hand in hands]
        fit = [seat for seat in may[piece] if ANIMAL[piece] != "chicken" or chickens[seat] < 7]
        hands[min(fit, key=lambda seat: len(hands[seat]))].append(piece)
    assert [len(hand) for hand in hands] == [13] * seats, "such a deal cannot be filled up"
    return {"hands": hands} | ({"centre": centre} if seats == 3 else {})


def position(seats: int, *deals: Json) -> State:
    """The position before move 1."""
    return begin(RULES, TABLES[seats], {"deals": list(deals)})


def unrecorded(seats: int, centre: str | None = None) -> State:
    """The position before move 1 when hands are not recorded."""
    return begin(RULES, TABLES[seats], {} if centre is None else {"deals": [{"centre": centre}]})


def random_setup(seats: int, seed: int) -> Json:
    """A deal by the seed."""
    rng = random.Random(seed)
    while True:
        circle = list(pieces_in(DECKS[seats].every))
        rng.shuffle(circle)
        hands = [circle[seat : seats * 13 : seats] for seat in range(seats)]
        if all(sum(ANIMAL[piece] == "chicken" for piece in hand) < 8 for hand in hands):
            return {"deals": [{"hands": hands} | ({"centre": circle[39]} if seats == 3 else {})]}


def random_history(seats: int, seed: int, moves: int = 99) -> tuple[Json, list[tuple[int, Any]], list[State]]:
    """A set-up, the moves of a random game, and its positions, the one before move 1 first."""
    rng = random.Random(seed)
    setup = random_setup(seats, seed)
    states = [begin(RULES, TABLES[seats], setup)]
    history: list[tuple[int, Any]] = []
    while states[-1].acting and len(history) < moves:
        state = states[-1]
        seat = state.acting[0]
        move = rng.choice(RULES.legal_moves(state, seat))
        history.append((seat, move))
        states.append(follow(state, seat, move))
    return setup, history, states


def follow(state: State, seat: int, move: Any) -> State:
    """The position after a legal move."""
    for fact in RULES.decide(state, seat, move, Reported(())):
        state = RULES.evolve(state, fact)
    return state
