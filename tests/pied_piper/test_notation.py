"""Moves as text and as sentences."""

import pytest

from domain.moves import read_move
from domain.pied_piper import RULES
from domain.pied_piper.legal import conceivable
from domain.pied_piper.moves import activate, place
from domain.refusal import Refused
from tests.given import given
from tests.pied_piper.support import draws, fresh, position


def test_every_conceivable_move_reads_back() -> None:
    for _, move in conceivable(fresh()):
        assert RULES.read(RULES.notate(move)) == move
        assert read_move(RULES, move.wire()) == move


def test_the_lines_of_the_wire_contract() -> None:
    assert RULES.notate(place("forward-2", 0)) == "place forward-2 0"
    assert RULES.notate(place("sewer", 3, face_down=True)) == "place sewer 3 face-down"
    assert RULES.notate(activate(1)) == "activate 1"
    assert place("forward-2", 0).wire() == {"kind": "place", "card": "forward-2", "slot": 0}
    assert place("sewer", 3, face_down=True).wire() == {"kind": "place", "card": "sewer", "slot": 3, "face_down": True}


@pytest.mark.parametrize(
    "line",
    ["", "place", "place sewer", "place sewer 4", "place sewer -1", "place sewer 01", "place Sewer 1", "place rat-0 1",
     "place sewer 1 face-up", "place sewer 1 face-down now", "activate", "activate x", "activate 4", "pass", "PLACE sewer 1", "place sewer \u0661"],
)  # fmt: skip
def test_other_lines_are_refused_in_a_sentence(line: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        RULES.read(line)
    with pytest.raises(Refused) as refused:
        read_move(RULES, line)
    assert refused.value.clause == "ARB-4"


@pytest.mark.parametrize("line", ["place  sewer 1", "place sewer 1 ", " place\tsewer 1"])
def test_space_between_words_means_nothing(line: str) -> None:
    assert read_move(RULES, line) == place("sewer", 1)


@pytest.mark.parametrize(
    "raw",
    [
        {"kind": "place", "card": "sewer", "slot": 4},
        {"kind": "place", "card": "sewer", "slot": "1"},
        {"kind": "place", "card": "sewer", "slot": True},
        {"kind": "place", "card": "sewer", "slot": 1.0},
        {"kind": "place", "card": "sewer", "slot": 1, "face_down": False},
        {"kind": "place", "card": "sewer", "slot": 1, "face_down": None},
        {"kind": "place", "card": "sewer", "slot": 1, "face_down": 1},
        {"kind": "place", "card": "cheese", "slot": 1},
        {"kind": "place", "slot": 1},
        {"kind": "activate", "slot": 1, "card": "sewer"},
        {"kind": "draw"},
    ],
)
def test_other_objects_are_refused(raw: object) -> None:
    with pytest.raises(Refused) as refused:
        read_move(RULES, raw)
    assert refused.value.clause == "ARB-4"


def test_a_turn_in_sentences() -> None:
    before = position(lying={1: ["forward-1"]}, trackers=(0, 7, 0, 0))
    drawn = draws("rat-4", "melody", "melody")
    spec = given(RULES, before).when(0, "place sewer 0").when(0, "place forward-2 1", drawn)
    assert RULES.narrate(0, place("forward-2", 1), spec.facts, drawn) == (
        "Seat 0 places forward-2 on rat-1 in slot 1. Slot 1 is activated. rat-1 goes forward past house-1 to gap-2. Seat 1's tracker rises to 8. "
        "Seat 1 is at the roof and out. Seat 0 claims the tracker of seat 1. Seat 1 discards forward-1, forward-2, backward-1 and sewer. "
        "rat-1 goes forward past house-2 and house-3 to gap-0. Seat 2's tracker rises to 1. Seat 3's tracker rises to 1. "
        "Slot 1 shows rat-4. Seat 0 draws melody and melody. Seat 2 is next."
    )
    hidden = [{"character": "rat-4"}, {"card": "hidden"}, {"card": "hidden"}]
    assert "Seat 0 draws 2 cards." in RULES.narrate(0, place("forward-2", 1), spec.facts, hidden)
