"""The verdict on a whole record without hands."""

import os
import random

import pytest

from domain.bremen import RULES
from domain.bremen.hindsight import verdict, walk
from domain.bremen.pieces import BIT, DECKS, bits_of, pieces_in, winning_place
from domain.ruleset import Hindsight
from tests.bremen import small
from tests.bremen.support import EIGHT_CHICKENS, TABLES, deal_with, random_history

GAMES = int(os.environ.get("ARBITER_TEST_GAMES", "1"))


def judge(seats, lines, setup=None, reveal=None):
    moves = [(seat, RULES.read(f"play {piece}")) for seat, piece in lines]
    return RULES.hindsight(TABLES[seats], setup or {}, moves, reveal)


EXAMPLE = [(0, "donkey-7"), (1, "dog-3"), (2, "donkey-8"), (3, "donkey-9"), (3, "cat-4"), (0, "cat-5"), (1, "donkey-2")]


def test_BR_18_the_wire_page_example_names_move_2():
    found = judge(4, EXAMPLE)
    assert (found.move, found.clause, found.reveal_problem) == (2, "BRE-5.3", None)
    assert "donkey-2" in found.reason
    assert "move 7" in found.reason
    assert found.others == ()
    assert judge(4, EXAMPLE[:6]) == Hindsight()


def test_BR_18_what_could_have_been_played_agrees_with_the_whole_record():
    """Not what others play later, no other animal, not the leading Donkey that seat 0 must have held; its own later play is there."""
    acting, could = judge(4, EXAMPLE).instead
    assert acting == (1,)
    assert [move.piece for move in could] == [f"donkey-{n}" for n in (2, 3, 4, 5, 6, 10, 11, 12, 13)]


def test_BR_18_who_may_not_lead_could_have_played_nothing():
    plays = [(0, "dog-5"), (1, "dog-6"), (2, "dog-7"), (3, "dog-8"), (3, "donkey-1")]
    assert judge(4, plays).instead == ((3,), ())
    full = [["chicken-2", *(f"cat-{n}" for n in range(2, 13))], [], [], []]
    assert judge(4, plays[:4], reveal=full).instead == ((1, 2, 3), ())


def test_BR_20_what_is_wrong_whatever_the_hands_are_is_answered_by_the_position():
    assert judge(4, [*EXAMPLE[:6], (1, "donkey-7")]).instead is None


def test_BR_18_reveal_shows_who_did_not_follow():
    left = [[], ["donkey-2", *(f"cat-{n}" for n in (1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13))], [], []]
    found = judge(4, EXAMPLE[:6], reveal=left)
    assert (found.move, found.clause) == (2, "BRE-5.3")
    assert "reveal" in found.reason


def test_BR_18_a_first_leader_without_the_leading_donkey_is_named_at_move_1():
    assert judge(4, [(0, "dog-5"), (1, "dog-6"), (2, "dog-7"), (3, "dog-8"), (3, "donkey-2")]).move is None
    assert judge(4, [(0, "dog-5"), (1, "dog-6"), (2, "dog-7"), (3, "dog-8"), (3, "donkey-1")]).move == 1
    found = judge(4, [(0, "dog-5"), (1, "dog-6"), (2, "dog-7"), (3, "dog-8"), (3, "cat-3"), (0, "cat-4"), (1, "donkey-1")])
    assert (found.move, found.clause) == (1, "BRE-4.2")
    assert "move 7" in found.reason


def test_BR_18_with_three_players_the_centre_decides_which_donkey_leads():
    plays = [(0, "dog-5"), (1, "dog-6"), (2, "donkey-5")]
    assert judge(3, plays).move is None  # Donkey 4 may be in the hand of seat 0
    assert judge(3, plays, {"deals": [{"centre": "cat-9"}]}).move is None
    found = judge(3, plays, {"deals": [{"centre": "donkey-4"}]})
    assert (found.move, found.clause) == (1, "BRE-4.1")
    assert judge(3, [(0, "dog-5"), (1, "donkey-4")]).move == 1


def test_BR_19_a_seat_that_played_8_chickens_puts_the_deal_at_fault():
    found = judge(4, EIGHT_CHICKENS)
    assert (found.move, found.clause) == (0, "BR-19")
    assert judge(4, EIGHT_CHICKENS[:-1]).move is None
    # A reveal proves it as well, and the pieces revealed are still not played.
    left = [["chicken-6", "donkey-1", "donkey-12", "donkey-13"], [], [], []]
    assert judge(4, EIGHT_CHICKENS[:-1], reveal=left).move == 0


def test_BR_19_chickens_that_have_nowhere_else_to_go():
    # Seats 1, 2 and 3 do not follow a Chicken: they hold none, so seat 0 would hold all 13.
    found = judge(4, [(0, "chicken-2"), (1, "dog-1"), (2, "dog-2"), (3, "dog-3")])
    assert (found.move, found.clause) == (4, "BRE-5.3")
    assert "move 2 or 3 could be the wrong one" in found.reason
    assert found.others == (2, 3)
    assert judge(4, [(0, "chicken-2"), (1, "dog-1"), (2, "dog-2")]).move is None


def test_BR_19_an_impossible_recorded_set_up_is_move_0():
    deal = deal_with(4)
    found = judge(4, [], {"deals": [deal | {"hands": deal["hands"][:3]}]})
    assert (found.move, found.clause) == (0, "BRE-3.5")


@pytest.mark.parametrize(
    ("wrong", "clause"),
    [((2, "cat-6"), "BRE-5.1"), ((1, "donkey-7"), "BRE-5.1"), ((1, "cat"), "BRE-5.1")],
    ids=["not the turn", "played before", "a silhouette"],
)
def test_BR_20_a_move_wrong_whatever_the_hands_are_is_named_and_nothing_after_it_counts(wrong, clause):
    start = EXAMPLE[:6]
    found = judge(4, [*start, wrong, (1, "donkey-2")], reveal=[["nonsense"]])
    assert (found.move, found.clause, found.reveal_problem) == (7, clause, None)
    # A revoke shown before is named first.
    assert judge(4, [*EXAMPLE, wrong]).move == 2


def test_BR_20_not_in_use_centre_and_after_the_end():
    assert judge(3, [(0, "dog-5"), (1, "dog-3")]).clause == "BRE-3.1"
    found = judge(3, [(0, "dog-5"), (1, "dog-9")], {"deals": [{"centre": "dog-9"}]})
    assert (found.move, found.clause) == (2, "BR-6")
    _, history, _ = random_history(4, 5)
    lines = [(seat, move.piece) for seat, move in history]
    left = next(piece for piece in pieces_in(DECKS[4].every) if piece not in {piece for _, piece in lines})
    found = judge(4, [*lines, (0, left)])
    assert (found.move, found.clause) == (49, "BRE-8.1")
    assert judge(4, [*lines[:4], ((history[4][0] + 1) % 4, left)]).clause == "BRE-6.1"


def test_BR_25_a_bad_reveal_is_no_evidence_not_even_its_right_lists():
    right = ["donkey-2", *(f"cat-{n}" for n in (1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13))]
    found = judge(4, EXAMPLE[:6], reveal=[["cat-1"], right, [], []])
    assert found.move is None
    assert "reveal[0]" in found.reveal_problem
    # Moves taken back never reach the verdict, so they prove nothing.
    assert judge(4, EXAMPLE[:6]).move is None


def test_hindsight_with_recorded_hands_is_the_referee_move_by_move():
    for seats in (3, 4):
        setup, history, states = random_history(seats, 9)
        left = [list(pieces_in(hand)) for hand in states[-1].hands]
        assert RULES.hindsight(TABLES[seats], setup, history, left) == Hindsight()
        assert RULES.hindsight(TABLES[seats], setup, history, [left[1], left[0], *left[2:]]).reveal_problem
        wrong = [*history[:5], history[4], *history[5:]]
        assert RULES.hindsight(TABLES[seats], setup, wrong, left).move == 6


@pytest.mark.parametrize("seats", [3, 4])
def test_BR_18_a_legal_record_is_clean_with_and_without_its_last_line(seats):
    for seed in range(20 * GAMES):
        _, history, states = random_history(seats, seed, random.Random(seed).randint(1, 48))
        left = [list(pieces_in(hand)) for hand in states[-1].hands]
        for setup in ({}, {"deals": [{"centre": states[0].centre}]}) if seats == 3 else ({},):
            for reveal in (None, left, [left[0], *[[]] * (seats - 1)]):
                assert RULES.hindsight(TABLES[seats], setup, history, reveal) == Hindsight(), f"seed {seed}"


def slow_verdict(deck, centre, plays, reveal):
    """By the words of the wire page, over every deal."""
    return slow_verdict_and_instead(deck, centre, plays, reveal)[0]


def slow_verdict_and_instead(deck, centre, plays, reveal):
    """The verdict; and, where it rests on more than the move itself, who could have moved there and what the seat could have played."""
    sound = []
    for number, (seat, piece) in enumerate(plays, 1):
        turn = whose_turn(deck, sound)
        used = {played for _, played in sound}
        if turn not in (None, seat) or turn == -1 or not BIT.get(piece, 0) & deck.every or piece in used or piece == centre:
            wrong = number
            break
        sound.append((seat, piece))
    else:
        wrong = None
    held = [bits_of(piece for who, piece in sound if who == seat) for seat in range(deck.seats)]
    if wrong is None and reveal is not None:
        held = [pieces | bits_of(told) for pieces, told in zip(held, reveal, strict=True)]
    agree = [
        deal
        for deal in small.deals(deck)
        if all(pieces & ~hand == 0 for pieces, hand in zip(held, deal, strict=False)) and (centre is None or deal[-1] == BIT[centre])
    ]
    if not agree:
        return 0, None
    prefixes = [small.legal_prefix(deck, deal, sound) for deal in agree]
    best = max(prefixes)
    if best == len(sound):
        return wrong, None
    alive = [deal for deal, prefix in zip(agree, prefixes, strict=True) if prefix == best]
    could = {
        (seat, piece)
        for seat in range(deck.seats)
        for piece in pieces_in(deck.every)
        if any(deal[seat] & BIT[piece] and small.legal_prefix(deck, deal, [*sound[:best], (seat, piece)]) > best for deal in alive)
    }
    named = sound[best][0]
    return best + 1, (tuple(sorted({seat for seat, _ in could})), {piece for seat, piece in could if seat == named})


def whose_turn(deck, plays):
    """None before the first play, -1 after the end."""
    if not plays:
        return None
    if len(plays) == deck.seats * deck.rounds:
        return -1
    done = len(plays) % deck.seats
    if done:
        return (plays[-1][0] + 1) % deck.seats
    last = plays[-deck.seats :]
    return last[winning_place(tuple(piece for _, piece in last))][0]


@pytest.mark.parametrize("place", range(len(small.SMALL)))
def test_BR_18_the_verdict_is_exact_on_small_decks(place):
    deck = small.SMALL[place]
    named = set()
    for game in range(40 * GAMES):
        seed = 10_000 * place + game
        rng = random.Random(seed)
        plays = small.sloppy_game(deck, rng)
        centre = pieces_in(rng.choice(small.deals(deck))[-1])[0] if deck.centre and rng.random() < 0.4 else None
        reveal = random_reveal(deck, centre, plays, rng) if rng.random() < 0.6 else None
        found = verdict(deck, centre, plays, reveal)
        assert found.reveal_problem is None, f"seed {seed}: {found.reveal_problem}"
        move, instead = slow_verdict_and_instead(deck, centre, plays, reveal)
        assert found.move == move, f"seed {seed}: {plays} {centre} {reveal} {found}"
        told = None if found.instead is None else (found.instead[0], {move.piece for move in found.instead[1]})
        assert told == instead, f"seed {seed}: {plays} {centre} {reveal} {found}"
        assert found.instead is None or [move.piece for move in found.instead[1]] == list(pieces_in(bits_of(told[1])))
        named.add(found.move)
    assert len(named) >= 3, "the games of this test are all alike"


def random_reveal(deck, centre, plays, rng):
    """A last line that is well formed, but says anything."""
    gone = {piece for _, piece in plays} | {centre}
    free = [piece for piece in pieces_in(deck.every) if piece not in gone]
    rng.shuffle(free)
    told = []
    for seat in range(deck.seats):
        size = deck.hand - sum(who == seat for who, _ in plays)
        told.append([free.pop() for _ in range(size)] if rng.random() < 0.5 and 0 <= size <= len(free) else [])
    return told


def test_BR_18_the_other_moves_named_are_exactly_those_that_alone_would_explain_it():
    """Another move is named exactly if in some deal that agrees it is the only illegal one of moves 1 to i."""
    seen = 0
    for place in (2, 4, 7):
        deck = small.SMALL[place]
        for seed in range(150 * GAMES):
            plays = small.sloppy_game(deck, random.Random(seed))
            found = verdict(deck, None, plays)
            if found.clause != "BRE-5.3" or "but it held" in found.reason or not found.move:
                continue
            sound = plays[: next((n for n in range(1, len(plays)) if verdict_is_about_the_play_itself(deck, plays[: n + 1])), len(plays))]
            agree = [deal for deal in small.deals(deck) if all(deal[seat] & BIT[piece] for seat, piece in sound)]
            alone = {wrong.pop() for wrong in ({*small.illegal_plays(deck, deal, sound[: found.move])} for deal in agree) if len(wrong) == 1}
            told = found.reason.partition("; move ")[2].removesuffix(" could be the wrong one instead")
            assert {int(other) for other in told.split(" or ") if other} == alone - {found.move}, f"deck {place}, seed {seed}: {plays}"
            seen += bool(told)
    assert seen > 3, "hardly a record of this test has several suspects"


def verdict_is_about_the_play_itself(deck, plays):
    """Whether the last of these plays is wrong whatever the hands are."""
    _, wrong = walk(deck, None, plays)
    return wrong is not None and wrong.move == len(plays)
