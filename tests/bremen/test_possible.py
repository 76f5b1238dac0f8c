"""Hands not recorded, move by move, against every deal of small decks, and on whole games."""

import os
import random

import pytest

from domain.bremen import RULES
from domain.bremen.moves import play
from domain.bremen.pieces import BIT, DECKS, bits_of, pieces_in
from domain.bremen.setup import Setup
from domain.bremen.state import State
from domain.playout import begin
from tests.bremen import hooks, small
from tests.bremen.support import EIGHT_CHICKENS, TABLES, follow, random_history, unrecorded
from tests.given import given

GAMES = int(os.environ.get("ARBITER_TEST_GAMES", "1"))


def start(deck, centre) -> State:
    return begin(RULES, TABLES[deck.seats], {"deals": [{"centre": centre}]} if centre else {})


@pytest.mark.parametrize("deck", small.SMALL, ids=range(len(small.SMALL)))
def test_BR_17_live_legal_lists_are_exactly_what_some_deal_allows(deck, monkeypatch):
    """Plays at random what the referee allows, and compares each list with a search over all deals."""
    monkeypatch.setitem(DECKS, deck.seats, deck)
    for game in range(6 * GAMES):
        seed = 1000 * deck.every + game
        rng = random.Random(seed)
        centre = pieces_in(rng.choice(small.deals(deck))[-1])[0] if deck.centre and rng.random() < 0.5 else None
        state, plays = start(deck, centre), []
        alive = [deal for deal in small.deals(deck) if centre is None or deal[-1] == BIT[centre]]
        while True:
            wanted = {seat: {piece for piece in pieces_in(deck.every) if any(
                deal[seat] & BIT[piece] and small.legal_prefix(deck, deal, [*plays, (seat, piece)]) > len(plays) for deal in alive)}
                for seat in range(deck.seats)}  # fmt: skip
            told = {seat: {move.piece for move in RULES.legal_moves(state, seat)} for seat in range(deck.seats)}
            assert told == wanted, f"seed {seed}, after {plays}"
            if not RULES.to_act(state):
                break
            assert set(RULES.to_act(state)) == {seat for seat in wanted if wanted[seat]}, f"seed {seed}"
            seat = rng.choice(RULES.to_act(state))
            piece = rng.choice(sorted(wanted[seat]))
            state = follow(state, seat, play(piece))
            plays.append((seat, piece))
            alive = [deal for deal in alive if small.legal_prefix(deck, deal, plays) == len(plays)]
        check_outcome(deck, state, alive, plays, seed)


def check_outcome(deck, state, alive, plays, seed):
    """BR-21: what is left, the centre and the score are told exactly where all deals that remain agree."""
    outcome = RULES.outcome(state)
    played = [bits_of(piece for who, piece in plays if who == seat) for seat in range(deck.seats)]
    left = {tuple(hand & ~gone for hand, gone in zip(deal, played, strict=False)) for deal in alive}
    whole = list(RULES.outcomes(state))
    assert {tuple(BIT[piece] for piece in one["remaining"]) for one in whole} == left, f"seed {seed}"
    assert len(whole) == len(left)
    # Hands that keep the same pieces have the same centre too, for it is what nobody holds.
    assert ("remaining" in outcome) == (len(left) == 1), f"seed {seed}"
    if "remaining" in outcome:
        assert tuple(BIT[piece] for piece in outcome["remaining"]) in left
    if deck.centre:
        centres = {deal[-1] for deal in alive}
        assert outcome.get("centre") == (pieces_in(centres.pop())[0] if len(centres) == 1 else None)
    if outcome["winners"]:
        most, none = outcome["pieces_won"].index(max(outcome["pieces_won"])), outcome["pieces_won"].index(0)
        scores = {tuple(int(pieces_in(kept[seat])[0].split("-")[1]) for seat in (most, none)) for kept in left}
        assert (outcome["scores"] is not None) == (len(scores) == 1), f"seed {seed}"


@pytest.mark.parametrize(("seats", "centre"), [(3, True), (3, False), (4, False)])
def test_BR_17_a_legal_game_is_legal_without_its_hands_and_nobody_is_ever_stuck(seats, centre):
    for seed in range(3 * GAMES):
        _, history, states = random_history(seats, seed)
        state = unrecorded(seats, states[0].centre if centre else None)
        for number, (seat, move) in enumerate(history):
            assert move in RULES.legal_moves(state, seat), f"seed {seed}"
            assert RULES.to_act(state) == (states[number].acting if number else tuple(range(seats)))
            if number % 7 == 0:
                hooks.check(state)
            state = follow(state, seat, move)
        known, told = RULES.outcome(states[-1]), RULES.outcome(state)
        assert {key: told[key] for key in ("winners", "reason", "pieces_won")} == {key: known[key] for key in ("winners", "reason", "pieces_won")}
        if "remaining" in told:
            assert told["remaining"] == known["remaining"]
        assert told.get("centre", known.get("centre")) == known.get("centre")


@pytest.mark.parametrize("seats", [3, 4])
def test_BR_17_games_played_on_an_empty_sheet_never_get_stuck(seats):
    for seed in range(3 * GAMES):
        rng = random.Random(seed)
        state = unrecorded(seats)
        longest = 0
        while RULES.to_act(state):
            seat = rng.choice(RULES.to_act(state))
            legal = RULES.legal_moves(state, seat)
            longest = max(longest, len(legal))
            assert legal, f"seed {seed}: stuck"
            state = follow(state, seat, rng.choice(legal))
        assert longest == len(pieces_in(DECKS[seats].every))
        assert RULES.outcome(state) is not None


def test_the_wire_page_example_live_move_7_is_refused():
    spec = given(RULES, unrecorded(4))
    for seat, line in [(0, "play donkey-7"), (1, "play dog-3"), (2, "play donkey-8"), (3, "play donkey-9"), (3, "play cat-4"), (0, "play cat-5")]:
        spec = spec.when(seat, line).accepted()
    spec.when(1, "play donkey-2").refused("BRE-5.3")
    assert not any(move.piece.startswith("donkey") for move in RULES.legal_moves(spec.state, 1))


def test_BR_20_live_what_is_wrong_whatever_the_hands_are():
    three = given(RULES, unrecorded(3, "cat-9"))
    three.when(0, "play cat-9").refused("BR-6")
    three.when(0, "play cat-3").refused("BRE-3.1")
    three.when(0, "play cat").refused("BRE-5.1")
    after = three.when(1, "play dog-9")
    assert after.state.acting == (2,)
    after.when(0, "play dog-10").refused("BRE-5.1")
    after.when(2, "play dog-9").refused("BRE-5.1")
    # Seat 1 led, so nobody else can hold Donkey 4; with Donkey 4 in the centre nobody else can hold Donkey 5.
    after.when(2, "play donkey-4").refused("BR-17")
    after.when(2, "play donkey-5").accepted()
    given(RULES, unrecorded(3, "donkey-4")).when(1, "play dog-9").when(2, "play donkey-5").refused("BR-17")


def test_BR_6_BRE_4_1_an_unknown_centre_may_be_the_leading_donkey():
    spec = given(RULES, unrecorded(3)).when(0, "play dog-9")
    spec.when(1, "play donkey-5").accepted()  # then Donkey 4 is in the hand of seat 0
    spec.when(1, "play donkey-4").refused("BR-17")  # then seat 1 would have led


def test_BR_17_BRE_3_8_an_eighth_chicken_is_refused_live():
    state = unrecorded(4)
    for seat, piece in EIGHT_CHICKENS[:-1]:
        state = follow(state, seat, play(piece))
    given(RULES, state).when(*EIGHT_CHICKENS[-1][:1], f"play {EIGHT_CHICKENS[-1][1]}").refused("BRE-3.8")
    assert not any(move.piece.startswith("chicken") for move in RULES.legal_moves(state, 0))


def test_deals_cannot_be_guessed_from_an_empty_sheet():
    state = unrecorded(4)
    assert all(len(RULES.legal_moves(state, seat)) == 52 for seat in range(4))
    assert Setup.model_validate({}).deals is None
