"""The board as data: every constraint of the wire page, each broken once."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from domain.hameln import RULES
from domain.hameln.board import RECONSTRUCTED, parse, show, suffices
from domain.hameln.board_file import MARKET
from domain.message import Json

BOARDS = RULES.boards
assert BOARDS is not None


def broken(change: Callable[[Json], Any]) -> str:
    """What is said about the board that ships after a change."""
    raw = copy.deepcopy(RECONSTRUCTED)
    change(raw)
    with pytest.raises(ValueError) as error:
        parse(raw)
    said = str(error.value)
    assert "\n" not in said
    return said


def house(raw: Json, name: str) -> Json:
    return next(house for house in raw["houses"] if house["id"] == name)


def circle(raw: Json, name: str) -> Json:
    return next(circle for circle in raw["circles"] if circle["id"] == name)


def test_HML_1_9_the_board_that_ships_is_a_town_of_22_houses_in_four_regions() -> None:
    board = parse(RECONSTRUCTED)
    assert RECONSTRUCTED["id"] == "hameln-reconstructed"
    assert RECONSTRUCTED["reconstructed"] is True
    by_region = {region: sorted(h.kind for h in board.file.houses if h.region == region) for region in ("black", "yellow", "red", "green")}
    assert set(map(tuple, by_region.values())) == {("bakery", "brewery", "dairy", "influence")}
    assert [h.kind for h in board.file.houses if h.region == MARKET] == ["butcher"] * 6


def test_the_stand_in_values() -> None:
    board = parse(RECONSTRUCTED)
    assert board.loop == ((2, 1), (3, 1), (4, 2), (5, 2), (6, 3))
    assert list(zip(board.regions, board.prices, strict=True)) == [("yellow", 1), ("red", 2), ("black", 2), ("green", 3)]
    assert board.file.road == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert board.file.influence_spaces == 20
    costs = {h.kind: {other.cost for other in board.file.houses if other.kind == h.kind} for h in board.file.houses}
    assert costs == {"bakery": {2}, "dairy": {3}, "brewery": {4}, "butcher": {5}, "influence": {4, 6, 8}}
    assert {(h.cost, h.bonus) for h in board.file.houses if h.kind == "influence"} == {(4, 2), (6, 3), (8, 4)}


def test_the_lie_of_the_circles() -> None:
    board = parse(RECONSTRUCTED)
    ordinary = [c for c in board.file.circles if not c.five_only]
    assert 30 <= len(ordinary) <= 36
    assert len(board.file.circles) - len(ordinary) == 6
    assert sum(len(c.touches) == 2 for c in ordinary) > len(ordinary) / 2
    assert [c.id for c in ordinary if len(c.regions) == 2] == ["gy-1", "yr-1", "rb-1", "bg-1"]
    rings = board.four.ring
    assert not [(a, b) for a in range(22) for b in range(22) if a != b and rings[a] & ~rings[b] == 0], "one house's circles are all another's"


def test_seven_houses_need_far_fewer_than_thirty_rats() -> None:
    board = parse(RECONSTRUCTED)
    assert suffices(board.five.ring, 7, 16)
    assert not suffices(board.five.ring, 7, 12)


def test_suffices_is_exact_where_taking_the_smallest_first_is_not() -> None:
    """The two smallest need four circles, the two that overlap three."""
    assert suffices((0b0000011, 0b0001100, 0b1110000, 0b0110000 | 0b1000000), 2, 3)
    assert not suffices((0b0011, 0b1100), 2, 3)


def test_what_is_shown_is_parsed_to_the_same_board() -> None:
    board = parse(RECONSTRUCTED)
    assert show(board) == RECONSTRUCTED
    assert parse(show(board)) == board
    assert BOARDS is not None
    assert BOARDS.shipped["hameln-reconstructed"] == RECONSTRUCTED
    assert "five_only" not in circle(RECONSTRUCTED, "m-1")
    assert circle(RECONSTRUCTED, "e-1")["five_only"] is True
    assert "bonus" not in house(RECONSTRUCTED, "market-1")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda raw: raw.update(id="My Board"), "id: 'My Board' is not an id in kebab-case"),
        (lambda raw: raw.update(ruleset="bremen"), "ruleset"),
        (lambda raw: raw.update(colour="blue"), "colour"),
        (lambda raw: raw.pop("road"), "road"),
        (lambda raw: house(raw, "red-dairy").update(id="Red_Dairy"), "houses: 'Red_Dairy' is not an id in kebab-case"),
        (lambda raw: house(raw, "red-dairy").update(id="red-bakery"), "houses: the id 'red-bakery' stands twice"),
        (lambda raw: circle(raw, "m-1").update(id="m-2"), "circles: the id 'm-2' stands twice"),
        (lambda raw: house(raw, "red-dairy").update(kind="mill"), "houses.12.kind"),
        (lambda raw: house(raw, "red-dairy").update(region="blue"), "houses.12.region"),
        (lambda raw: house(raw, "red-dairy").update(cost=0), "houses.12.cost"),
        (lambda raw: house(raw, "red-influence").update(bonus=0), "bonus"),
        (lambda raw: house(raw, "red-influence").pop("bonus"), "red-influence is of kind influence"),
        (lambda raw: house(raw, "red-dairy").update(bonus=2), "red-dairy is of kind dairy; influence houses have a bonus and no others do"),
        (lambda raw: raw["houses"].pop(), "houses: there must be 22, not 21"),
        (lambda raw: house(raw, "market-1").update(region="red"), "houses: 6 must stand at the market, not 5"),
        (lambda raw: house(raw, "market-1").update(kind="bakery"), "market-1 stands at the market, so it must be a butcher"),
        (lambda raw: [c["touches"].pop("red-dairy", None) for c in raw["circles"]], "red-dairy is touched by no circle"),
        (lambda raw: [c.update(five_only=True) for c in raw["circles"] if "red-dairy" in c["touches"]], "red-dairy is touched by no circle"),
        (lambda raw: circle(raw, "m-1").update(touches={}), "circles.0.touches"),
        (lambda raw: circle(raw, "m-1").update(touches={"castle": "north"}), "m-1 touches 'castle', which is no house"),
        (lambda raw: circle(raw, "m-1")["touches"].update({"market-1": " "}), "m-1 needs the name of the side of market-1"),
        (lambda raw: circle(raw, "m-1").update(regions=[]), "circles.0.regions"),
        (lambda raw: circle(raw, "m-1").update(regions=["red", "red"]), "regions of m-1"),
        (lambda raw: circle(raw, "m-1").update(regions=["market", "red"]), "regions of m-1"),
        (lambda raw: circle(raw, "m-1").update(regions=["red", "green", "black"]), "circles.0.regions"),
        (lambda raw: circle(raw, "m-1").update(x=1001), "circles.0.x"),
        (lambda raw: house(raw, "red-dairy").pop("y"), "houses.12.y"),
        (lambda raw: raw["piper_spaces"].pop(), "piper_spaces: there must be four"),
        (lambda raw: raw["piper_spaces"][0].update(region="red"), "piper_spaces: there must be four, one for each region"),
        (lambda raw: raw["piper_spaces"][0].update(price=4), "piper_spaces.0.price"),
        (lambda raw: raw["piper_spaces"][0].update(y=-1), "piper_spaces.0.y"),
        (lambda raw: raw.update(purchase_loop=[]), "purchase_loop"),
        (lambda raw: raw["purchase_loop"][0].update(cost=0), "purchase_loop.0.cost"),
        (lambda raw: raw["purchase_loop"][0].update(gain=0), "purchase_loop.0.gain"),
        (lambda raw: raw["road"].append(-1), "road: the points lost"),
        (lambda raw: raw.update(influence_spaces=1), "influence_spaces"),
        (lambda raw: raw.update(circles=crowded()), "circles: 30 small rats cannot infest 7 houses at once"),
    ],
)
def test_every_constraint_is_checked(change: Callable[[Json], Any], words: str) -> None:
    said = broken(change)
    assert words in said


def crowded() -> list[Json]:
    """Five circles for every house, shared with none: 35 for seven houses."""
    houses = [h["id"] for h in RECONSTRUCTED["houses"]]
    return [{"id": f"c-{at}-{n}", "touches": {name: "north"}, "regions": ["red"], "x": 10, "y": 10} for at, name in enumerate(houses) for n in range(5)]


def test_a_board_may_leave_reconstructed_out() -> None:
    raw = {key: value for key, value in RECONSTRUCTED.items() if key != "reconstructed"} | {"id": "printed-hameln"}
    assert show(parse(raw))["reconstructed"] is False
