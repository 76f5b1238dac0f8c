"""Who sees which number, at which position, judged now."""

import json
import random
import re

import msgspec
import pytest

from domain.bremen import RULES
from domain.bremen.facts import PiecePlayed, PiecesDealt, PiecesRedealt, PiecesRevealed, ScoreCounted
from domain.bremen.pieces import ANIMAL, BIT, DECKS, pieces_in
from domain.bremen.view import shown_to
from domain.chance import Reported
from domain.moves import write_facts
from domain.playout import begin
from domain.refusal import Refused
from domain.seats import ARBITER, SPECTATOR, Viewer, viewers
from tests.bremen import hooks
from tests.bremen.support import TABLES, deal_with, follow, position, random_history, unrecorded

NUMBERED = re.compile(r"(?:chicken|donkey|dog|cat)-\d+")


def numbers(value) -> set[str]:
    """Every piece whose number stands anywhere in a value."""
    return set(NUMBERED.findall(json.dumps(value)))


def log(setup, history, states, viewer, now):
    """Everything that a viewer can read of a game whose head is ``now``: set-up, moves, facts, notation, narration, views."""
    told = [RULES.redact_setup(setup, viewer, states[0], now)]
    for fact in RULES.setup(TABLES[now.table.seats], RULES.setup_model.model_validate(setup)):
        told.append(msgspec.to_builtins(RULES.redact(fact, viewer, states[0], now)))
    told.append(RULES.view(states[0], viewer, now).wire())
    for number, (seat, move) in enumerate(history):
        before, after = states[number], states[number + 1]
        facts = [RULES.redact(fact, viewer, after, now) for fact in RULES.decide(before, seat, move, Reported(()))]
        shown = RULES.redact_move(seat, move, viewer, after, now)
        told.append([write_facts(facts), shown.wire(), RULES.notate(shown), RULES.narrate(seat, shown, facts, [])])
        told.append([RULES.view(after, viewer, now).wire(), RULES.score(after), RULES.to_act(after)])
    return told


def head(seats, seed, moves):
    setup, history, states = random_history(seats, seed, moves)
    return setup, history, states, states[-1]


@pytest.mark.parametrize("seats", [3, 4])
def test_BR_9_BR_13_BR_14_BRE_6_5_BRE_3_7_only_own_hand_round_on_the_table_and_centre_are_shown_whatever_is_replayed(seats):
    for seed in range(4):
        moves = random.Random(seed).randint(0, 12 * seats)
        setup, history, states, now = head(seats, seed, moves)
        public = {*now.played} | ({now.centre} if now.centre else set())
        for viewer in viewers(seats):
            seen = numbers(log(setup, history, states, viewer, now))
            if viewer.all_seeing:
                assert seen == set(pieces_in(DECKS[seats].every))
            else:
                own = set() if viewer.seat is None else set(pieces_in(now.hands[viewer.seat]))
                assert seen == public | own, f"seed {seed}, {viewer}"


@pytest.mark.parametrize("seats", [3, 4])
def test_BR_13_a_finished_round_is_hidden_as_soon_as_the_next_is_led(seats):
    _, history, states, _ = head(seats, 7, seats + 1)
    finished, led = states[-2], states[-1]
    piece = history[0][1].piece
    for viewer in (SPECTATOR, *(Viewer(seat) for seat in range(seats))):
        assert RULES.redact_move(0, history[0][1], viewer, states[1], finished).piece == piece
        assert RULES.redact_move(0, history[0][1], viewer, states[1], led).piece == ANIMAL[piece]
        assert RULES.view(finished, viewer, finished).played[0].piece == piece
        assert RULES.view(finished, viewer, led).played[0].piece == ANIMAL[piece]
    assert RULES.view(finished, ARBITER, led).played[0].piece == piece


def test_BR_14_a_seat_sees_of_its_own_what_it_holds_now_in_a_replay():
    _, history, states, now = head(4, 3, 30)
    seat = history[0][0]
    hand = RULES.view(states[0], Viewer(seat), now).players[seat].hand
    assert {piece for piece in hand if piece in BIT} == set(pieces_in(now.hands[seat])) | {piece for piece in now.played if BIT[piece] & states[0].hands[seat]}
    assert len(hand) == 13


def test_a_late_frame_shows_no_number_that_the_live_one_hid():
    """What lies on the table now was hidden in the hand that held it, and is hidden there in a replay too."""
    _, history, states, now = head(4, 3, 27)
    for seat, piece in [(seat, move.piece) for seat, move in history[24:]]:
        assert piece in now.played
        for viewer in (SPECTATOR, Viewer((seat + 1) % 4)):
            assert piece not in RULES.view(states[0], viewer, now).players[seat].hand
            assert piece in str(RULES.view(now, viewer, now).played)
        assert piece in RULES.view(states[0], Viewer(seat), now).players[seat].hand


def test_BR_14_after_the_end_a_replay_is_as_it_was_when_that_position_was_the_head():
    _, _, states, _ = head(4, 3, 99)
    for state in states[:5]:
        view = RULES.view(state, Viewer(1), state)
        assert set(view.players[1].hand) == set(pieces_in(state.hands[1]))


@pytest.mark.parametrize("seats", [3, 4])
def test_BR_16_BRE_1_2_hidden_pieces_follow_the_shown_ones_of_their_animal(seats):
    order = ["chicken", "donkey", "dog", "cat"]
    _, _, states, now = head(seats, 5, 17)
    for viewer in viewers(seats):
        for state in states:
            for player in RULES.view(state, viewer, now).players:
                for pieces in (player.hand, player.won):
                    keys = [(order.index(name.split("-")[0]), name not in BIT, int(name.split("-")[1]) if name in BIT else 0) for name in pieces]
                    assert keys == sorted(keys)
                assert len(player.won) == player.pieces_won
                assert len(player.hand) == player.hand_size


def test_BR_15_numbers_of_a_redealt_deal_are_hidden_from_everybody_but_its_animals_are_public():
    bad = deal_with(3, {0: [f"chicken-{number}" for number in range(4, 12)]}, centre="cat-9")
    good = deal_with(3, centre="dog-4")
    setup = {"deals": [bad, good]}
    state = position(3, bad, good)
    for viewer in (SPECTATOR, *(Viewer(seat) for seat in range(3))):
        redacted = RULES.redact_setup(setup, viewer, state, state)
        assert redacted["deals"][0]["centre"] == "cat"
        assert sorted(redacted["deals"][0]["hands"][0]) == sorted(ANIMAL[piece] for piece in bad["hands"][0])
        assert numbers(redacted["deals"][0]) == set()
        assert redacted["deals"][1]["centre"] == "dog-4"
        fact = RULES.redact(RULES.setup(TABLES[3], RULES.setup_model.model_validate(setup))[0], viewer, state, state)
        assert isinstance(fact, PiecesRedealt)
        assert fact.seats == (0,)
        assert numbers(msgspec.to_builtins(fact)) == set()
        view = RULES.view(state, viewer, state)
        assert numbers(view.redeals[0].wire()) == set()
        assert (view.redeals[0].seats, view.redeals[0].centre) == ([0], "cat")
    assert RULES.redact_setup(setup, ARBITER, state, state) == setup


def test_the_deal_shows_each_seat_its_own_hand_only():
    setup, _, _, now = head(4, 1, 0)
    hands = setup["deals"][0]["hands"]
    for viewer in (Viewer(2), SPECTATOR):
        shown = RULES.redact_setup(setup, viewer, now, now)["deals"][0]["hands"]
        fact = RULES.redact(PiecesDealt(1, tuple(map(tuple, hands))), viewer, now, now)
        assert [list(hand) for hand in fact.hands] == shown
        for seat, hand in enumerate(shown):
            assert numbers(hand) == (set(hands[seat]) if viewer.seat == seat else set())
            assert len(hand) == 13


def test_the_score_is_hidden_while_the_service_calls_the_game_running():
    _, _, _, end = head(4, 1, 99)
    fact = ScoreCounted(10, "The Spirited Band")
    assert RULES.redact(fact, Viewer(0), end, end) == ScoreCounted()
    assert RULES.redact(fact, ARBITER, end, end) == fact
    assert RULES.narrate(0, RULES.read("play cat"), [ScoreCounted()], []) == "Seat 0 plays a Cat."
    left = tuple(tuple(pieces_in(hand)) for hand in end.hands)
    shown = RULES.redact(PiecesRevealed(left), Viewer(0), end, end)
    assert shown.hands[0] == left[0]
    assert numbers(msgspec.to_builtins(shown)) == set(left[0])


def test_BR_16_a_legal_list_is_for_its_seat_and_for_nobody_when_hands_are_not_recorded():
    _, _, _, now = head(4, 1, 5)
    for seat in range(4):
        assert [viewer for viewer in viewers(4) if RULES.sees_legal(now, viewer, seat)] == [Viewer(seat), ARBITER]
        assert [viewer for viewer in viewers(4) if RULES.sees_legal(unrecorded(4), viewer, seat)] == [ARBITER]


def test_BRE_5_1_every_play_shows_a_number_so_undo_by_consent_never_takes_one_back():
    _, history, states, _ = head(4, 1, 4)
    assert all(RULES.reveals(states[n], *history[n], states[n + 1]) for n in range(4))


def test_draws_of_a_deal_are_masked():
    _, _, states, now = head(3, 1, 2)
    draw = {"circle": list(pieces_in(DECKS[3].every))}
    assert RULES.redact_draw(0, draw, SPECTATOR, states[1], now) == {"circle": "hidden"}
    assert RULES.redact_draw(0, draw, ARBITER, states[1], now) == draw


def test_hands_not_recorded_show_the_round_and_the_centre_only():
    _, history, known = random_history(3, 2, 10)
    state = unrecorded(3, known[0].centre)
    states = [state]
    for seat, move in history:
        states.append(follow(states[-1], seat, move))
    now = states[-1]
    for viewer in (SPECTATOR, Viewer(0)):
        for then in states:
            view = RULES.view(then, viewer, now)
            assert not view.hands_recorded
            assert all(player.hand == [] for player in view.players)
            assert numbers(view.wire()) <= {*now.played, now.centre}
        assert [player.hand_size for player in RULES.view(now, viewer, now).players] == [hand.bit_count() for hand in known[-1].hands]
    assert RULES.redact_setup({}, SPECTATOR, states[0], now) == {}
    assert RULES.redact_setup({"deals": None}, SPECTATOR, states[0], now) == {"deals": None}


def as_history(history):
    return [(seat, move.wire(), []) for seat, move in history]


def play_out(seats, setup, moves):
    states = [begin(RULES, TABLES[seats], setup)]
    history = [(seat, RULES.moves["play_piece"].model_validate(move)) for seat, move, _ in moves]
    for seat, move in history:
        states.append(follow(states[-1], seat, move))
    return history, states


@pytest.mark.parametrize("seats", [3, 4])
def test_twins_look_alike_at_every_position_and_are_another_game(seats):
    found = 0
    for seed in range(4):
        rng = random.Random(seed)
        setup, history, states = random_history(seats, seed, rng.randint(0, 11 * seats))
        for viewer in viewers(seats):
            twin = hooks.twins(RULES, TABLES[seats], setup, as_history(history), viewer, rng)
            if twin is None:
                continue
            found += 1
            other_setup, other_moves = twin
            other_history, other_states = play_out(seats, other_setup, other_moves)
            assert other_states[-1].hands != states[-1].hands
            for end in range(len(states)):
                one = log(setup, history[:end], states[: end + 1], viewer, states[end])
                two = log(other_setup, other_history[:end], other_states[: end + 1], viewer, other_states[end])
                assert one == two, f"seed {seed}, {viewer}, position {end}"
                for seat in range(seats):
                    if RULES.sees_legal(states[end], viewer, seat):
                        assert RULES.legal_moves(states[end], seat) == RULES.legal_moves(other_states[end], seat)
    assert found > seats
    assert hooks.twins(RULES, TABLES[seats], setup, [], ARBITER, random.Random(0)) is None


def forgotten_twin(seats, setup, history, states, rng):
    """The same game with two pieces of one animal swapped that lie in heaps and are hidden from everybody now; None if no swap is legal."""
    now = states[-1]
    hidden = [piece for heap in now.won for piece in pieces_in(heap) if piece not in now.played]
    pairs = [(one, other) for one in hidden for other in hidden if one < other and ANIMAL[one] == ANIMAL[other]]
    rng.shuffle(pairs)
    for one, other in pairs[:40]:
        swap = {one: other, other: one}
        deal = setup["deals"][-1]
        twin_setup = {"deals": [deal | {"hands": [[swap.get(piece, piece) for piece in hand] for hand in deal["hands"]]}]}
        twin_moves = [(seat, {"kind": "play_piece", "piece": swap.get(move.piece, move.piece)}, []) for seat, move in history]
        try:
            twin_history, twin_states = play_out(seats, twin_setup, twin_moves)
        except Refused:
            continue  # another winner or leader: no twin
        if [state.acting for state in twin_states] == [state.acting for state in states]:
            return twin_setup, twin_history, twin_states
    return None


@pytest.mark.parametrize("seats", [3, 4])
def test_BR_9_BR_14_who_played_what_in_earlier_rounds_cannot_be_told_from_any_replay(seats):
    """Two games that differ only in numbers of earlier rounds read alike at the head, for everybody but the arbiter: also for who played them."""
    found = 0
    for seed in range(6):
        rng = random.Random(seed)
        setup, history, states = random_history(seats, seed, rng.randint(3 * seats, 12 * seats))
        twin = forgotten_twin(seats, setup, history, states, rng)
        if twin is None:
            continue
        found += 1
        for viewer in (SPECTATOR, *(Viewer(seat) for seat in range(seats))):
            assert log(setup, history, states, viewer, states[-1]) == log(*twin, viewer, twin[2][-1]), f"seed {seed}, {viewer}"
        assert log(setup, history, states, ARBITER, states[-1]) != log(*twin, ARBITER, twin[2][-1])
    assert found >= 3


def test_an_annulled_play_is_seen_again_only_by_who_holds_it():
    _, history, states, _ = head(4, 4, 2)
    back, undone = states[1], states[2]
    seat, move = history[1]
    assert RULES.redact(PiecePlayed(seat, move.piece), Viewer(seat), undone, back) == PiecePlayed(seat, move.piece)
    assert RULES.redact(PiecePlayed(seat, move.piece), SPECTATOR, undone, back) == PiecePlayed(seat, ANIMAL[move.piece])
    assert not shown_to(undone, Viewer((seat + 1) % 4), back) & BIT[move.piece]
