"""Boards: those that ship, and what a board must satisfy."""

import copy
from collections.abc import Callable, Sequence

import pytest

from domain.han import RULES
from domain.han.board import SHIPPED, parse, show
from domain.message import Json
from domain.table import lay
from tests.han.positions import DISPUTES, WAYS

Change = Callable[[Json], object]


def changed(change: Change, map_id: str = DISPUTES) -> Json:
    board = copy.deepcopy(dict(SHIPPED[map_id]))
    change(board)
    return board


@pytest.mark.parametrize("name", [DISPUTES, WAYS])
def test_boards_that_ship_read_back(name: str) -> None:
    board = parse(SHIPPED[name])
    assert board.reconstructed
    assert parse(show(board)) == board
    assert show(board)["ruleset"] == "han"


def test_border_disputes_has_the_stand_in_provinces() -> None:
    board = parse(SHIPPED[DISPUTES])
    sizes = dict(zip(board.provinces, map(len, board.layout.spaces_of), strict=True))
    assert sizes == {"chu": 8, "qi": 5, "chin": 6, "wei": 7, "wu": 4, "han": 4, "yan": 4, "zhao": 5, "shu": 5}
    ports = [board.provinces[board.layout.provinces_of[place][0]] for place in board.layout.ports]
    assert {name: ports.count(name) for name in set(ports)} == {"yan": 1, "qi": 3, "wu": 2, "chu": 1}


def test_ways_of_diplomacy_keeps_to_the_facts() -> None:
    board = parse(SHIPPED[WAYS])
    sizes = sorted(map(len, board.layout.spaces_of))
    assert (sizes[:3], sizes[-1], sum(sizes)) == ([3, 3, 4], 8, 45)
    assert all(mask.bit_count() >= 2 for mask in board.layout.neighbours), "no dead end"
    assert len(show(board)["borders"]) > 15


def nearest(board: Json, name: str) -> Json:
    return next(space for space in board["spaces"] if space["id"] == name)


BROKEN: list[tuple[str, Change]] = [
    ("provinces: 2 of them must be yellow, not 1", lambda b: b["provinces"][2].update(color="green")),
    ("used 2 times", lambda b: b["spaces"][0].update(id="yan-2")),
    ("used 2 times", lambda b: b["spaces"][0].update(id="yan")),
    ("lies in atlantis, which is no province", lambda b: nearest(b, "yan-1").update(provinces=["atlantis"])),
    ("names yan twice", lambda b: nearest(b, "yan-1").update(provinces=["yan", "yan"])),
    ("spaces: wu has none", lambda b: [space.update(provinces=["qi"]) for space in b["spaces"] if "wu" in space["provinces"]]),
    ("must have more than any other", lambda b: [nearest(b, name).update(provinces=["wei"]) for name in ("chu-1", "chu-2")]),
    ("6 border spaces, not 5", lambda b: nearest(b, "zhao-wei").update(provinces=["zhao"])),
    ("7 ports, not 8", lambda b: nearest(b, "yan-1").update(port=True)),
    ("must not be a border space", lambda b: [nearest(b, "yan-4").update(port=False), nearest(b, "qi-wu").update(port=True)]),
    ("which have no border", lambda b: nearest(b, "qi-wu").update(provinces=["qi", "shu"])),
    ("borders: mars is no province", lambda b: b["borders"].append(["yan", "mars"])),
    ("borders: zhao and yan stand twice", lambda b: b["borders"].append(["zhao", "yan"])),
    ("borders: yan is joined to itself", lambda b: b["borders"].append(["yan", "yan"])),
    ("are both yellow", lambda b: b["borders"].append(["qi", "chin"])),
    ("each number from 1 to 15", lambda b: b["alliances"][0].update(number=2)),
    ("stand twice", lambda b: b["alliances"][0].update(provinces=["wei", "zhao"])),
    ("joins yan and wu, which have no border", lambda b: b["alliances"][0].update(provinces=["yan", "wu"])),
    ("number 3 must join chin and wei", lambda b: [b["alliances"][2].update(number=5), b["alliances"][4].update(number=3)]),
    ("have a border but no alliance", lambda b: b["borders"].append(["yan", "wei"])),
    ("is no space", lambda b: b["roads"].append(["yan-1", "yan-9"])),
    ("is joined to itself", lambda b: b["roads"].append(["yan-1", "yan-1"])),
    ("stand twice", lambda b: b["roads"].append(["yan-2", "yan-1"])),
    ("none leads to shu-3", lambda b: b.update(roads=[road for road in b["roads"] if "shu-3" not in road])),
    ("spaces.0.x", lambda b: b["spaces"][0].update(x=1001)),
    ("spaces.0.x", lambda b: b["spaces"][0].update(x=1.5)),
    ("provinces.0.id", lambda b: b["provinces"][0].update(id="Yan")),
    ("map", lambda b: b.update(map="moon")),
    ("ruleset", lambda b: b.update(ruleset="hameln")),
]


@pytest.mark.parametrize(("words", "change"), BROKEN, ids=[words for words, _ in BROKEN])
def test_HA_50_a_board_that_breaks_a_constraint_is_refused_in_one_sentence(words: str, change: Change) -> None:
    with pytest.raises(ValueError, match=r".") as refusal:
        parse(changed(change))
    said = str(refusal.value)
    assert "\n" not in said
    assert words in said


def test_HA_50_two_border_spaces_may_lie_on_one_pair() -> None:
    board = changed(lambda b: nearest(b, "zhao-wei").update(provinces=["wei", "chin"]))
    assert sum(sorted(colours) == ["red", "yellow"] for colours in parse(board).layout.colours_of) == 3, "Wei and Ch'in twice, Qi and Wu once"


def test_the_second_map_has_neither_ports_nor_border_spaces() -> None:
    with pytest.raises(ValueError, match="0 ports, not 1"):
        parse(changed(lambda b: b["spaces"][0].update(port=True), WAYS))
    with pytest.raises(ValueError, match="0 border spaces, not 1"):
        parse(changed(lambda b: b["spaces"][0].update(provinces=["barracks", "gardens"]), WAYS))
    assert parse(changed(lambda b: b["borders"].append(["barracks", "lotus-park"]), WAYS)), "a border without an alliance"


@pytest.mark.parametrize("steps", [(1, 9), (5, 11, 17), range(1, 20)], ids=["a grid", "criss-cross", "all with all"])
def test_HA_50_roads_may_run_as_they_like(steps: Sequence[int]) -> None:
    """The constraints say only that every space is on a road."""

    def entangle(board: Json) -> None:
        ids = [space["id"] for space in board["spaces"]]
        board["roads"] = [[one, ids[(n + step) % len(ids)]] for n, one in enumerate(ids) for step in steps]

    assert parse(changed(entangle)).layout.order


def test_fields_not_named_are_ignored_and_optional_ones_kept() -> None:
    board = changed(lambda b: [b.update(painter="Li"), b["provinces"][0].pop("outline"), b["alliances"][0].pop("x"), b["alliances"][0].pop("y")])
    shown = show(parse(board))
    assert "painter" not in shown
    assert "outline" not in shown["provinces"][0]
    assert "x" not in shown["alliances"][0]
    assert lay(RULES, 3, None, {**board, "id": "my-board"}).board.id == "my-board"


def test_order_inside_pairs_means_nothing() -> None:
    swapped = changed(lambda b: [alliance["provinces"].reverse() for alliance in b["alliances"]])
    assert parse(swapped).layout == parse(SHIPPED[DISPUTES]).layout
