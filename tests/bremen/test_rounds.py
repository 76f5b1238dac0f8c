"""Playing: whose turn, what may be played, who wins a round."""

import pytest

from domain.bremen import RULES
from domain.bremen.facts import PiecePlayed, RoundWonByAnimalLed, RoundWonByChicken
from domain.bremen.moves import PlayPiece
from domain.seats import ARBITER
from tests.bremen.support import deal_with, follow, position, random_history
from tests.given import given

DONKEYS = [f"donkey-{number}" for number in range(1, 14)]
# Example 1: A leads Donkey 7, B Donkey 4, C (without a Donkey) Dog 10, D Donkey 8.
EXAMPLE_1 = position(4, deal_with(4, {0: ["donkey-1", "donkey-7"], 1: ["donkey-4"], 2: ["dog-10"], 3: ["donkey-8"]}, {2: ["donkey"]}))
# Example 2: A leads Donkey 6, and nobody else has a Donkey.
EXAMPLE_2 = position(4, deal_with(4, {0: DONKEYS, 1: ["chicken-3"], 2: ["chicken-1"], 3: ["cat-8"]}))


def legal(state, seat):
    return [RULES.notate(move) for move in RULES.legal_moves(state, seat)]


def test_BRE_5_9_BRE_5_8_example_1_the_highest_of_the_animal_led_wins():
    spec = given(RULES, EXAMPLE_1).when(0, "play donkey-7").when(1, "play donkey-4").when(2, "play dog-10").when(3, "play donkey-8")
    spec.then(PiecePlayed(3, "donkey-8"), RoundWonByAnimalLed(3))
    assert RULES.score(spec.state) == [0, 0, 0, 4]


def test_BRE_5_10_BRE_5_7_example_2_the_highest_chicken_wins():
    spec = given(RULES, EXAMPLE_2).when(0, "play donkey-6").when(1, "play chicken-3").when(2, "play chicken-1").when(3, "play cat-8")
    spec.then(RoundWonByChicken(1))
    assert RULES.score(spec.state) == [0, 4, 0, 0]


def test_BRE_5_6_the_winner_takes_every_piece_of_the_round_3_with_three_players():
    deal = deal_with(3, {0: ["donkey-4", "cat-5"], 1: ["cat-9"], 2: ["cat-7"]})
    spec = given(RULES, position(3, deal)).when(0, "play cat-5").when(1, "play cat-9").when(2, "play cat-7").then(RoundWonByAnimalLed(1))
    assert RULES.score(spec.state) == [0, 3, 0]


def test_BRE_5_7_a_low_chicken_beats_a_high_piece_of_the_animal_led():
    deal = deal_with(4, {0: ["donkey-1", "cat-5"], 1: ["cat-13"], 2: ["chicken-1"], 3: ["cat-7"]}, {2: ["cat"]})
    given(RULES, position(4, deal)).when(0, "play cat-5").when(1, "play cat-13").when(2, "play chicken-1").when(3, "play cat-7").then(RoundWonByChicken(2))


def test_BR_2_a_chicken_may_be_led_must_be_followed_and_the_highest_chicken_wins():
    deal = deal_with(4, {0: ["donkey-1", "chicken-2"], 1: ["chicken-9", "cat-13"], 2: ["chicken-4"], 3: ["dog-12"]}, {3: ["chicken"]})
    spec = given(RULES, position(4, deal)).when(0, "play chicken-2")
    assert all(line.startswith("play chicken-") for line in legal(spec.state, 1))
    spec.when(1, "play cat-13").refused("BRE-5.3")
    spec.when(1, "play chicken-9").when(2, "play chicken-4").when(3, "play dog-12").then(RoundWonByChicken(1))


def test_BRE_4_2_nobody_else_leads_round_1():
    for seat in (1, 2, 3):
        given(RULES, EXAMPLE_1).when(seat, RULES.legal_moves(EXAMPLE_1, 0)[0]).refused("BRE-4.2")


def test_BRE_4_1_nobody_else_leads_round_1_with_three_players():
    given(RULES, position(3, deal_with(3, {0: ["donkey-4"], 1: ["cat-9"]}))).when(1, "play cat-9").refused("BRE-4.1")


def test_BR_1_BRE_5_2_the_first_leader_plays_any_piece_not_only_the_donkey():
    hand = RULES.legal_moves(EXAMPLE_1, 0)
    assert len(hand) == 13
    for move in hand:
        given(RULES, EXAMPLE_1).when(0, move).accepted()


def test_BRE_5_1_clockwise_one_piece_each_from_the_own_hand():
    spec = given(RULES, EXAMPLE_1).when(0, "play donkey-7")
    assert spec.state.acting == (1,)
    spec.when(2, "play dog-10").refused("BRE-5.1")
    spec.when(0, "play donkey-1").refused("BRE-5.1")
    spec.when(1, "play donkey-8").refused("BRE-5.1")  # in the hand of seat 3
    spec.when(1, "play donkey-7").refused("BRE-5.1")  # on the table
    spec.when(1, "play donkey").refused("BRE-5.1")  # a silhouette


def test_BRE_5_3_who_holds_the_animal_led_plays_it_with_any_number():
    spec = given(RULES, EXAMPLE_1).when(0, "play donkey-7")
    held = [piece for piece in position_hand(spec.state, 1) if piece.startswith("donkey-")]
    assert legal(spec.state, 1) == [f"play {piece}" for piece in held]
    other = next(piece for piece in position_hand(spec.state, 1) if not piece.startswith("donkey-"))
    spec.when(1, f"play {other}").refused("BRE-5.3")


def position_hand(state, seat):
    return RULES.view(state, ARBITER, state).players[seat].hand


def test_BRE_5_5_BR_3_who_has_none_of_it_plays_anything_and_no_chicken_need_be_played():
    spec = given(RULES, EXAMPLE_1).when(0, "play donkey-7").when(1, "play donkey-4")
    assert len(legal(spec.state, 2)) == 13
    assert any(line.startswith("play chicken-") for line in legal(spec.state, 2))
    spec.when(2, "play dog-10").accepted()


def test_BRE_6_1_BRE_6_2_BRE_6_3_the_winner_leads_the_next_round_with_any_piece_and_the_others_follow():
    spec = given(RULES, EXAMPLE_1).when(0, "play donkey-7").when(1, "play donkey-4").when(2, "play dog-10").when(3, "play donkey-8")
    assert spec.state.acting == (3,)
    assert len(legal(spec.state, 3)) == 12
    spec.when(0, "play donkey-1").refused("BRE-6.1")
    for move in RULES.legal_moves(spec.state, 3):
        spec.when(3, move).accepted()
    led = RULES.legal_moves(spec.state, 3)[0]
    animal = led.piece.partition("-")[0]
    after = spec.when(3, led).state
    assert after.acting == (0,)
    assert {move.piece.partition("-")[0] for move in RULES.legal_moves(after, 0)} == {animal}


def test_BRE_3_1_a_piece_not_in_use_is_refused():
    given(RULES, position(3, deal_with(3, {0: ["donkey-4"]}))).when(0, "play cat-3").refused("BRE-3.1")


def test_BR_6_the_centre_is_never_played():
    state = position(3, deal_with(3, {0: ["donkey-4"]}, centre="cat-9"))
    given(RULES, state).when(0, "play cat-9").refused("BRE-5.1")
    _, _, states = random_history(3, 11)
    assert all(s.centre == states[0].centre for s in states)


@pytest.mark.parametrize(("seats", "moves"), [(3, 36), (4, 48)])
def test_BRE_8_1_BRE_2_1_BRE_2_2_BR_7_twelve_rounds_are_played_whatever_happens_and_nothing_after(seats, moves):
    _, history, states = random_history(seats, 3)
    assert len(history) == moves
    end = states[-1]
    assert RULES.to_act(end) == ()
    assert RULES.outcome(end) is not None
    assert all(RULES.outcome(state) is None for state in states[:-1])
    assert [hand.bit_count() for hand in end.hands] == [1] * seats
    left = RULES.outcome(end)["remaining"][0]
    given(RULES, end).when(0, f"play {left}").refused("BRE-8.1")


def test_lists_are_ordered_by_animal_then_number():
    order = [f"{animal}-{number}" for animal in ("chicken", "donkey", "dog", "cat") for number in range(1, 14)]
    for _, _, states in (random_history(seats, seed) for seats in (3, 4) for seed in range(5)):
        for state in states:
            for seat in state.acting:
                places = [order.index(move.piece) for move in RULES.legal_moves(state, seat)]
                assert places == sorted(places)
                assert 1 <= len(places) <= 13


def test_a_refusal_depends_on_nothing_that_the_seat_cannot_see():
    # Swapping numbers between two other hands changes no answer that seat 1 gets.
    one = position(4, deal_with(4, {0: ["donkey-1"], 2: ["cat-5"], 3: ["cat-6"]}))
    two = position(4, deal_with(4, {0: ["donkey-1"], 2: ["cat-6"], 3: ["cat-5"]}))
    first = RULES.legal_moves(one, 0)[0]
    one, two = follow(one, 0, first), follow(two, 0, first)
    for piece in (f"{animal}-{number}" for animal in ("chicken", "donkey", "dog", "cat") for number in range(1, 14)):
        answers = [given(RULES, state).when(1, PlayPiece(piece=piece)) for state in (one, two)]
        if piece not in {"cat-5", "cat-6"}:
            assert str(answers[0].refusal) == str(answers[1].refusal)
        else:
            assert {answer.refusal.clause for answer in answers} == {"BRE-5.1"}
