"""Golden games, replayed line by line; node counts; the picture."""

import xml.etree.ElementTree as ET

import pytest

from domain.bremen import RULES
from domain.seats import ARBITER, SPECTATOR, Viewer, viewers
from tests.bremen import perft
from tests.bremen.playthrough import FOLDER, parse, transcript
from tests.bremen.support import deal_with, position, random_history, unrecorded

CAP = 30_000  # nodes; deeper counts are in the file for who has time


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_golden_games_say_the_same_line_by_line(path):
    text = path.read_text(encoding="utf-8")
    golden = text.splitlines()
    for number, (line, told) in enumerate(zip(golden, transcript(*parse(text)), strict=True), 1):
        assert told == line, f"{path.name}:{number}"


def test_there_are_golden_games_of_every_kind():
    assert {path.stem for path in FOLDER.glob("*.txt")} >= {
        f"{seats}-seats-{kind}" for seats in ("three", "four") for kind in ("won", "redealt", "not-recorded")
    }


@pytest.mark.parametrize(("name", "depth", "count"), [row for row in perft.rows() if row[2] <= CAP])
def test_node_counts(name, depth, count):
    position, _ = perft.POSITIONS[name]
    assert perft.nodes(position(), depth) == count


def pictures():
    for seats in (3, 4):
        _, _, states = random_history(seats, 21)
        for state in (*states[:: seats * 2 + 1], states[-1]):
            for viewer in viewers(seats):
                yield state, viewer
        yield unrecorded(seats), ARBITER
    bad = deal_with(3, {0: [f"chicken-{number}" for number in range(4, 12)]})
    yield position(3, bad, deal_with(3)), SPECTATOR


def test_the_picture_has_a_text_alternative_a_legend_and_marks_the_last_move():
    for state, viewer in pictures():
        svg = RULES.draw(RULES.view(state, viewer, state))
        root = ET.fromstring(svg)
        words = " ".join(root.itertext())
        assert root.get("role") == "img"
        assert "Legend" in words
        assert f"Round {state.rounds + (0 < len(state.played) < state.table.seats)} of 12" in words
        assert svg.count('class="last-move"') == (1 if state.played else 0)
        for seat in state.acting:
            assert f"Seat {seat}" in words
        if state.redeals:
            assert "seat 0 held 8+ Chickens" in words


def test_the_picture_shows_no_number_that_the_view_hides():
    _, _, states = random_history(4, 2, 14)
    now = states[-1]
    mine = RULES.draw(RULES.view(now, Viewer(0), now))
    names = {title.text for title in ET.fromstring(mine).iter("{http://www.w3.org/2000/svg}title")}
    hidden = [piece for seat in (1, 2, 3) for piece in RULES.view(now, ARBITER, now).players[seat].hand]
    assert not names & {piece.replace("-", " ").capitalize() for piece in hidden if piece != "dog-9"}  # Dog 9 stands in the legend
