"""The picture: everything on the table is in it, and its text alternative says so too."""

import xml.etree.ElementTree as ET

import pytest

from domain.hameln import RULES
from domain.hameln.board import RECONSTRUCTED, parse
from domain.hameln.drawing_town import hull
from domain.hameln.state import State
from domain.seats import SPECTATOR, Viewer
from tests.hameln.positions import at, circles_of, opened, turn

SVG = "{http://www.w3.org/2000/svg}"


def picture(state: State, viewer: Viewer = SPECTATOR) -> ET.Element:
    return ET.fromstring(RULES.draw(RULES.view(state, viewer, state)))


def words(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def titles(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}title")]


def description(root: ET.Element) -> str:
    return root.findtext(f"{SVG}desc") or ""


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_all_houses_and_circles_in_play_are_drawn(seats: int) -> None:
    shown = words(picture(opened(seats)))
    for house in RECONSTRUCTED["houses"]:
        assert house["id"] in shown
    for circle in RECONSTRUCTED["circles"]:
        assert (circle["id"] in shown) == (seats == 5 or not circle.get("five_only"))


def test_pieces_have_titles_and_the_text_alternative_tells_the_position() -> None:
    around = circles_of(opened(), "red-dairy")
    root = picture(at(opened(), rats=around, figures=["red-dairy"], bribes={"green": 3}, piper="green", cat=1, road=(2,), phase=3))
    said = titles(root)
    assert sum(title.startswith("small rat on") for title in said) == len(around)
    for title in ("large rat", "the Rat Emperor", "the Pied Piper", "the cat", "infested", "child of seat 2", "man of seat 0", "woman of seat 2"):
        assert title in said, title
    told = description(root)
    assert "red-dairy: dairy, costs 3, empty, infested with a large rat." in told
    assert "Piper space green: 3 a child, bribe 3, the Piper is here." in told
    assert "On the road: seat 2." in told
    assert "Seat 1: 0 florins, 0 bread, 0 cheese, 0 beer, 1 meat, 0 tokens" in told
    assert "the cat." in told


def test_values_of_tokens_are_drawn_for_their_holder_only() -> None:
    state = at(opened(), tokens={0: (3, 2)})
    assert "2 (3, 2)" in words(picture(state, Viewer(seat=0)))
    assert not any("(3, 2)" in word for word in words(picture(state)))


def test_the_last_move_is_named_and_marked() -> None:
    spec = turn().when(0, "declare man market-1", [{"cube": "boy"}]).when(0, "place_rat g-1")
    root = picture(spec.state)
    assert "last move: seat 0, place_rat g-1" in words(root)
    assert any(circle.get("r") == "20" and circle.get("cx") == "276" for circle in root.iter(f"{SVG}circle"))


def test_the_board_says_that_it_is_reconstructed() -> None:
    assert RULES.boards is not None
    empty = ET.fromstring(RULES.boards.draw(parse(RECONSTRUCTED)))
    assert any("reconstructed: not the printed one" in word for word in words(empty))
    printed = ET.fromstring(RULES.boards.draw(parse({**RECONSTRUCTED, "id": "printed", "reconstructed": False})))
    assert not any("reconstructed:" in word for word in words(printed))


def test_hull_of_a_square_with_a_point_inside() -> None:
    assert sorted(hull([(0, 0), (2, 0), (2, 2), (0, 2), (1, 1)])) == [(0, 0), (0, 2), (2, 0), (2, 2)]


def test_HML_11_3_a_track_of_any_length_is_drawn_in_a_bounded_picture() -> None:
    printed, endless = (RULES.boards.draw(parse({**RECONSTRUCTED, "influence_spaces": spaces})) for spaces in (20, 10**9))  # type: ignore[union-attr]
    assert len(endless) < 2 * len(printed)
