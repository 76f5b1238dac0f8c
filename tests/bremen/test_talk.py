"""Table talk in structured form."""

from itertools import combinations
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from domain.bremen import RULES
from domain.bremen.pieces import ANIMAL, DECKS, PIECES, SUIT, bits_of
from domain.refusal import Refused
from domain.seats import SPECTATOR
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
    # As long as every Cat that was played lies open, "Cat 13 was played" is true of those only, and else could only mean a hand.
    assert refused(START, 0, kind="was_played", piece="cat-13").startswith("BRE-7.1")
    state = START
    while not any(piece.startswith("cat") for piece in state.played):
        state = follow(state, state.acting[0], RULES.legal_moves(state, state.acting[0])[-1])
    while state.played:
        cats = [piece for piece in state.played if piece.startswith("cat")]
        if not cats:
            break
        say(state, 2, kind="was_played", piece=cats[0])
        say(state, 2, kind="was_played", piece=cats[0], seat=0)
        if not any(heap & SUIT["cat"] & ~bits_of(state.played) for heap in state.won):
            for piece in PIECES:
                if piece.startswith("cat") and piece not in cats:
                    assert refused(state, 2, kind="was_played", piece=piece).startswith("BRE-7.1")
        state = follow(state, state.acting[0], RULES.legal_moves(state, state.acting[0])[-1])
    # From then on a Cat lies hidden, and it may be any: it may be said of each, true or not.
    for piece in PIECES:
        if piece.startswith("cat"):
            say(state, 1, kind="was_played", piece=piece)


@pytest.mark.parametrize("seats", [3, 4])
def test_BR_23_whether_a_piece_was_played_is_judged_by_what_all_can_see(seats):
    """The same answers at every table that looks the same to a spectator, whatever lies in the hands and in the heaps."""
    told: dict[str, list[str]] = {}
    for seed in range(6):
        _, _, states = random_history(seats, seed)
        for state in states:
            seen = RULES.view(state, SPECTATOR, state)
            answers = [_answer(state, piece) for piece in PIECES]
            lies_open = set(state.played)
            hidden = {animal for seat in seen.players for animal in seat.won if animal in SUIT}
            for piece, answer in zip(PIECES, answers, strict=True):
                allowed = piece in lies_open or (ANIMAL[piece] in hidden and piece in DECKS[seats].pieces and piece != state.centre)
                assert (answer == "") == allowed, (piece, answer)
            told.setdefault(seen.model_dump_json(exclude={"viewer"}), answers)
            assert told[seen.model_dump_json(exclude={"viewer"})] == answers


def _answer(state, piece):
    try:
        say(state, 0, kind="was_played", piece=piece)
    except Refused as no:
        return no.clause
    return ""


def test_the_schema_of_a_hint_says_what_each_kind_takes():
    """A hint fits the published schema exactly if the model takes it."""
    schema = RULES.hint.model_json_schema()
    values = {"seat": 1, "animal": "cat", "level": "low", "pieces": 16, "piece": "cat-13", "claim": "lacks", "number": 8}
    kinds = [one["title"] for one in schema["oneOf"]]
    assert kinds == schema["properties"]["kind"]["enum"]
    assert all(one["description"] for one in schema["oneOf"])
    judge = Draft202012Validator(schema)
    for kind in kinds:
        for size in range(4):
            for names in combinations(values, size):
                hint = {"kind": kind, **{name: values[name] for name in names}}
                try:
                    taken = RULES.hint.model_validate(hint) is not None
                except ValidationError:
                    taken = False
                assert judge.is_valid(hint) == taken, hint


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


def test_the_page_for_users_names_every_kind_with_its_fields():
    page = (Path(__file__).parents[2] / "docs" / "playing.md").read_text(encoding="utf-8")
    rows = {row.split("|")[1].strip(" `"): row for row in page.splitlines() if row.startswith("| `")}
    schema = RULES.hint.model_json_schema()
    fields = set(schema["properties"])
    for kind in schema["oneOf"]:
        told = {word.strip("`") for word in rows[kind["title"]].split("|")[2].replace(",", " ").replace(";", " ").replace("(", " ").split()}
        assert fields & told == set(kind["propertyNames"]["enum"]) - {"kind"}, kind["title"]
