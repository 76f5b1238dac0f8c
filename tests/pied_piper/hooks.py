"""What the suite of every game asks of this one."""

import random
from collections import Counter
from typing import Any

import msgspec

from domain.chance import BadDraw, Reported
from domain.message import Json, Table
from domain.moves import read_move
from domain.pied_piper.deck import DECK, KINDS, PIPER, characters, copies
from domain.pied_piper.ring import house_of, houses
from domain.pied_piper.state import State
from domain.playout import begin
from domain.refusal import Refused
from domain.seats import Viewer
from tests.pied_piper.support import RULES

VARIANTS: tuple[Json, ...] = ({}, {"variant_rugrats": True}, {"variant_secret": True})
# Every number of seats begins with another variant, so that whoever takes only some of them meets all.
RULINGS = 48
CONFIGURATIONS: list[tuple[int, Json, object]] = [
    (seats, VARIANTS[(seats + 1 + n) % 3] | {"roof_level": roof}, None)
    for seats in (2, 3, 4, 5)
    for roof in ((7, 8) if seats == 5 else (8, 7))
    for n in range(3)
]


def check(state: Any) -> None:
    """Every invariant of a position."""
    assert isinstance(state, State)
    _check_cards(state)
    _check_characters(state)
    _check_ring(state)
    _check_trackers(state)
    _check_turn(state)


def _check_cards(state: State) -> None:
    held = Counter(card for hand in state.hands for card in hand)
    lying = Counter(one.card for slot in state.lying for one in slot)
    for number, kind in enumerate(KINDS):
        total = held[kind] + lying[kind] + state.deck[number] + state.discards[number]
        assert total == copies(state.table.options.variant_rugrats)[number], f"{total} of {kind}"
        assert state.deck[number] >= 0
        assert state.discards[number] >= 0
    secret = state.table.options.variant_secret
    assert all(len(slot) <= 2 for slot in state.lying)
    assert secret or not any(one.face_down for slot in state.lying for one in slot)
    for seat, hand in enumerate(state.hands):
        placed = 0 if seat != state.turn or state.placed_on < 0 else 2 if state.step == "activate" else 1
        if seat in state.eliminated:
            assert hand == ()
        elif state.step != "over":
            assert len(hand) == DECK.hand - placed, f"seat {seat} holds {hand}"
        assert list(hand) == sorted(hand, key=KINDS.index)


def _check_characters(state: State) -> None:
    named = characters(houses(state.table.seats))
    assert len(state.row) == DECK.row
    for number, name in enumerate(named):
        total = state.row.count(name) + state.character_deck[number] + state.character_discards[number]
        assert total == DECK.character_copies, f"{total} cards of {name}"
        assert min(state.character_deck[number], state.character_discards[number]) >= 0
    assert len(named) == len(state.figures) == houses(state.table.seats) + 2
    assert named.count(PIPER) == 1


def _check_ring(state: State) -> None:
    gone = {house_of(state.table.seats, seat) for seat in state.eliminated}
    assert state.ring == tuple(house for house in range(houses(state.table.seats)) if house not in gone)
    assert all(gap in state.ring for gap in state.figures)
    if state.step != "over":
        assert len(state.ring) >= 3


def _check_trackers(state: State) -> None:
    roof = state.table.options.roof_level
    for seat, tracker in enumerate(state.trackers):
        assert 0 <= tracker <= roof
        assert seat not in state.eliminated or tracker == roof
        assert seat in state.eliminated or tracker < roof or state.step == "over"
    claimed = [seat for held in state.claimed for seat in held]
    assert len(claimed) == len(set(claimed))
    assert set(claimed) <= set(state.eliminated)
    assert not any(state.claimed[seat] for seat in state.eliminated)


def _check_turn(state: State) -> None:
    over = RULES.outcome(state) is not None
    acting = RULES.to_act(state)
    assert (acting == ()) == over == (state.step == "over")
    for seat in range(state.table.seats):
        legal = RULES.legal_moves(state, seat)
        assert bool(legal) == (seat in acting)
        assert len(legal) == len(set(legal)) <= 32
    if not over:
        assert acting == (state.turn,)
        assert state.turn not in state.eliminated
        full = [slot for slot, lying in enumerate(state.lying) if len(lying) == 2]
        assert len(full) <= (2 if state.step == "activate" else 0 if state.placed_on < 0 else 1)
    left = state.table.seats - len(state.eliminated)
    assert over == (left == 1 if state.table.seats == 2 else left == 2)


class Held(msgspec.Struct):
    """An action card that a seat got, followed through a history: where it came from, where it was placed, whether others know it."""

    seat: int
    kind: str
    origin: tuple[int, int]  # (-1, place in the hand) for the set-up, else (move, draw)
    placed: int = -1
    public: bool = False


def twins(rules: Any, table: Table, setup: Json, moves: list[Any], viewer: Viewer, rng: random.Random) -> tuple[Json, list[Any]] | None:
    """Another history that ``viewer`` cannot tell apart: two cards unknown to him change places, or one and a card of the deck."""
    if viewer.all_seeing:
        return None
    moves = [(seat, read_move(RULES, raw).wire(), drawn) for seat, raw, drawn in moves]
    free = [card for card in _follow(table, setup, moves, rng) if not card.public and card.seat != viewer.seat]
    swaps = [((a, b.kind), (b, a.kind)) for n, a in enumerate(free) for b in free[:n] if a.kind != b.kind and a.seat != b.seat]
    swaps += [((a, b.kind), (b, a.kind)) for n, a in enumerate(free) for b in free[:n] if a.kind != b.kind and (a.placed < 0) != (b.placed < 0)]
    others: list[Any] = [((card, kind),) for card in free for kind in KINDS if kind != card.kind]
    rng.shuffle(swaps)
    rng.shuffle(others)
    mixed = swaps[:4] + others[:8]
    rng.shuffle(mixed)
    for swap in mixed:
        twin = _rewrite(setup, moves, swap)
        if _stands(rules, table, *twin):
            return twin
    return None


def _follow(table: Table, setup: Json, moves: list[Any], rng: random.Random) -> list[Held]:
    """Every action card that a seat got, with what became of it."""
    cards = [Held(seat, kind, (-1, place)) for seat, hand in enumerate(setup["hands"]) for place, kind in enumerate(hand)]
    state: Any = begin(RULES, table, setup)
    for number, (seat, raw, drawn) in enumerate(moves):
        move = read_move(RULES, raw)
        for fact in RULES.decide(state, seat, move, Reported(drawn)):
            state = RULES.evolve(state, fact)
        if raw["kind"] == "place":
            one = rng.choice([card for card in cards if card.seat == seat and card.kind == raw["card"] and card.placed < 0 and not card.public])
            one.placed, one.public = number, "face_down" not in raw
        for card in cards:
            if card.placed >= 0 and not card.public:
                slot = moves[card.placed][1]["slot"]
                card.public = not any(lying.face_down and lying.seat == card.seat for lying in state.lying[slot])
            elif card.placed < 0 and card.seat in state.eliminated:
                card.public = True
        cards += [Held(seat, draw["card"], (number, place)) for place, draw in enumerate(drawn) if "card" in draw]
    return cards


def _rewrite(setup: Json, moves: list[Any], swap: Any) -> tuple[Json, list[Any]]:
    hands = [list(hand) for hand in setup["hands"]]
    told = [(seat, dict(raw), [dict(draw) for draw in drawn]) for seat, raw, drawn in moves]
    for card, kind in swap:
        number, place = card.origin
        if number < 0:
            hands[card.seat][place] = kind
        else:
            told[number][2][place]["card"] = kind
        if card.placed >= 0:
            told[card.placed][1]["card"] = kind
    return setup | {"hands": [sorted(hand, key=KINDS.index) for hand in hands]}, told


def _stands(rules: Any, table: Table, setup: Json, moves: list[Any]) -> bool:
    """Whether the history is legal and every draw possible."""
    try:
        state = begin(rules, table, setup)
        for seat, raw, drawn in moves:
            chance = Reported(drawn)
            facts = rules.decide(state, seat, read_move(rules, raw), chance)
            chance.finish()
            for fact in facts:
                state = rules.evolve(state, fact)
    except (BadDraw, Refused):
        return False
    return True
