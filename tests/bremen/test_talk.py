"""Table talk in structured form."""

import pytest
from pydantic import ValidationError

from domain.bremen import RULES
from domain.refusal import Refused
from tests.bremen.support import deal_with, follow, position, random_history

START = position(4, deal_with(4, {0: ["donkey-1", "chicken-8"], 1: ["cat-13"]}))


def say(state, speaker, /, **hint):
    RULES.hear(state, speaker, RULES.hint.model_validate(hint))


def refused(state, speaker, /, **hint):
    with pytest.raises(Refused) as refusal:
        say(state, speaker, **hint)
    assert refusal.value.clause in RULES.clauses
    return str(refusal.value)


@pytest.mark.parametrize("claim", ["holds", "lacks", "all_higher", "all_lower", "none_higher", "none_lower"])
@pytest.mark.parametrize("number", [1, 8, 13])
def test_BRE_7_1_BRE_7_4_BR_10_BR_23_numbers_in_a_hand_are_never_told_true_or_not(claim, number):
    _, _, states = random_history(4, 2)
    answers = {refused(state, 0, kind="about_hand", claim=claim, number=number, animal="chicken") for state in (START, *states)}
    assert len(answers) == 1, "a refusal that differs would tell"
    assert answers.pop().startswith("BRE-7.1")
    assert refused(START, 2, kind="about_hand", claim=claim, number=number, seat=0).startswith("BRE-7.1")


@pytest.mark.parametrize(
    "hint",
    [
        {"kind": "wish", "level": "high"},
        {"kind": "rid"},
        {"kind": "rid", "animal": "dog"},
        {"kind": "wish", "animal": "chicken", "seat": 2},
        {"kind": "has_animal", "animal": "cat", "seat": 1},
        {"kind": "win_pieces", "seat": 3, "pieces": 24},
        {"kind": "keep_animal", "animal": "dog"},
    ],
)
def test_BRE_7_2_BRE_7_3_everything_else_may_be_said(hint):
    assert say(START, 0, **hint) is None


def test_BR_23_pieces_already_played_may_be_talked_about():
    # Before the first Cat is played, "Cat 13 was played" could only mean a hand; from then on it may be said, true or not.
    assert refused(START, 0, kind="was_played", piece="cat-13").startswith("BRE-7.1")
    state = START
    while not any(piece.startswith("cat") for piece in state.played):
        seat = state.acting[0]
        state = follow(state, seat, RULES.legal_moves(state, seat)[-1])
    say(state, 2, kind="was_played", piece="cat-13")
    say(state, 2, kind="was_played", piece="cat-1", seat=0)


def test_hints_about_what_is_not_at_the_table():
    three = position(3, deal_with(3))
    assert refused(three, 0, kind="keep_animal", animal="cat", seat=3).startswith("BRE-7.2")
    assert refused(three, 0, kind="win_pieces", seat=1, pieces=16).startswith("BRE-7.2")
    assert refused(three, 0, kind="was_played", piece="cat-1").startswith("BRE-3.1")
    say(three, 0, kind="win_pieces", seat=1, pieces=12)


@pytest.mark.parametrize(
    "hint",
    [
        {"kind": "shout"},
        {"kind": "wish", "number": 8},
        {"kind": "keep_animal", "animal": "cat", "piece": "cat-13"},
        {"kind": "has_animal"},
        {"kind": "about_hand", "claim": "holds"},
        {"kind": "was_played", "piece": "cat"},
        {"kind": "wish", "animal": "horse"},
        {"kind": "wish", "text": "I hold Chicken 8"},
    ],
)
def test_a_hint_cannot_carry_a_number_in_another_field(hint):
    with pytest.raises(ValidationError):
        RULES.hint.model_validate(hint)
