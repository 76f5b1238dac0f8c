"""Notation, narration, redaction and the picture."""

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from domain.hamsters import RULES
from domain.hamsters.board import parse
from domain.hamsters.moves import ACCEPT_BEAVERS, DECLINE, HELP_MICE, ROLL, go
from domain.moves import read_move
from domain.playout import steps
from domain.refusal import Refused
from domain.seats import viewers
from domain.table import lay
from tests.hamsters.boards import smallest, standard
from tests.hamsters.positions import AWAY, combat, die, hamster, on, position

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (ROLL, "roll"),
        (go(("safe-1",)), "go safe-1"),
        (go(("1b", "detour-1")), "go 1b detour-1"),
        (HELP_MICE, "help_mice"),
        (ACCEPT_BEAVERS, "accept_beavers"),
        (DECLINE, "decline"),
    ],
)
def test_a_move_is_a_line_and_reads_back(move: Any, line: str) -> None:
    assert RULES.notate(move) == line
    assert RULES.read(line) == move
    assert read_move(RULES, move.wire()) == move


@pytest.mark.parametrize(
    "wrong", ["", "jump", "roll 4", "go Safe", "go safe_1", "decline now", {"kind": "go"}, {"kind": "go", "via": "safe-1"}, {"kind": "roll", "x": 1}, 7]
)
def test_what_is_no_move_is_unreadable(wrong: Any) -> None:
    with pytest.raises(Refused, match="ARB-4"):
        read_move(RULES, wrong)


def test_a_way_of_too_many_squares_is_counted_whole() -> None:
    with pytest.raises(Refused, match=r"not 30$"):
        read_move(RULES, "go" + 30 * " 1a")


def test_a_move_is_told_in_sentences() -> None:
    spec = on(hamster("gorge-2", cards="beaver"), hamster("8b")).when(0, "roll", [die(1), combat((0, 6), (1, 2))])
    told = RULES.narrate(0, ROLL, spec.facts, [])
    assert told == (
        "Seat 0 throws 1. Seat 0's hamster goes to 8b. Combat on 8b: seat 0 throws 6, seat 1 2. Seat 1's hamster goes back to 8a. "
        "The rats attack; seat 0 hands in its beaver card and the beavers drive them away. The rats steal a sack of seat 1. It is the turn of seat 1."
    )


def test_HMS_3_9_every_viewer_reads_the_same_facts_moves_and_draws() -> None:
    for step in steps(RULES, lay(RULES, 4), 2):
        for viewer in viewers(4):
            assert all(RULES.redact(fact, viewer, step.after, step.after) is fact for fact in step.facts)
            assert RULES.redact_move(step.seat, step.move, viewer, step.after, step.after) is step.move
            assert all(RULES.redact_draw(step.seat, draw, viewer, step.after, step.after) is draw for draw in step.draws)
            assert RULES.view(step.after, viewer, step.after) == RULES.view(step.after, viewers(4)[0], step.after)
    assert RULES.redact_setup({}, viewers(4)[0], step.after, step.after) == {}


def test_a_view_shows_who_decides_what_and_what_is_still_to_come() -> None:
    spec = on(hamster("pond-4"), hamster("4b"), AWAY, AWAY, AWAY).when(0, "roll", [die(1), combat((0, 5), (1, 3))])
    view = RULES.view(spec.state, viewers(5)[0], spec.state)
    assert (view.step, view.to_act, view.pending, view.turn, view.throw) == ("accept_beavers", (0,), (1,), 0, 1)
    assert [(walk.seat, walk.squares[-1], walk.back) for walk in view.walks] == [(0, "4b", False), (1, "4a", True)]
    assert view.hamsters[1].route[-2:] == ("pond-1", "4a")
    assert view.wire()["board"]["id"] == "hamsters-reconstructed"


def draw(state: Any) -> ET.Element:
    return ET.fromstring(RULES.draw(RULES.view(state, viewers(2)[0], state)))


def test_a_picture_has_every_hamster_a_text_alternative_and_the_mark_of_a_made_up_board() -> None:
    state = position(hamster("4a", cards="beaver", waits=True), hamster("7a", rests=True), hamster("11a", sacks=1, deposited=1))
    picture = draw(state)
    words = picture.find(f"{SVG}desc").text or ""
    assert "Seat 0 is to throw." in words
    assert "Seat 0 is on 4a, waits with the beavers, carries 2 sacks, has no sacks in the burrow, cards: beaver." in words
    assert "Seat 1 is on 7a, rests, carries 2 sacks" in words
    assert "Seat 2 is on 11a, carries 1 sack, has 1 sack in the burrow, no cards." in words
    shown = " ".join(element.text or "" for element in picture.iter(f"{SVG}text"))
    assert "reconstructed" in shown
    assert all(sign in shown for sign in ("last move", "is to act", "hospital", "tunnel", "Beside the board"))


def test_the_last_move_is_marked() -> None:
    spec = on(hamster("field-1"), hamster("field-4")).when(0, "roll", [die(3), combat((0, 5), (1, 2))])
    dashes = [path.get("stroke-dasharray") for path in draw(spec.state).iter(f"{SVG}path") if path.get("stroke-dasharray") in ("11 6", "1 9")]
    assert dashes == ["11 6", "1 9"]


@pytest.mark.parametrize("seats", RULES.seats)
def test_every_position_of_a_game_can_be_drawn(seats: int) -> None:
    for number, step in enumerate(steps(RULES, lay(RULES, seats, None, smallest() if seats == 2 else None), seats)):
        if number % 40 == 0 or step.after.winner is not None:
            draw(step.after)


def test_boards_of_any_shape_can_be_drawn() -> None:
    flat = standard()
    for square in flat["squares"]:
        square |= {"x": 0, "y": 1000}
    for board in (standard(), smallest(), flat):
        picture = ET.fromstring(RULES.boards.draw(parse(board)))
        assert picture.find(f"{SVG}desc") is not None
