"""What a board must satisfy, each constraint broken once."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from domain.hamsters import RULES
from domain.hamsters.board import SHIPPED, STANDARD, parse, show
from domain.hamsters.routes import DIE
from domain.refusal import Refused
from domain.table import lay
from tests.hamsters.boards import backwards, smallest, standard

Json = dict[str, Any]


def square(board: Json, name: str) -> Json:
    return next(s for s in board["squares"] if s["id"] == name)


def put(name: str, **fields: Any) -> Callable[[Json], None]:
    return lambda board: square(board, name).update(fields)


def without(name: str, field: str) -> Callable[[Json], None]:
    return lambda board: square(board, name).pop(field)


def top(**fields: Any) -> Callable[[Json], None]:
    return lambda board: board.update(fields)


def both(*changes: Callable[[Json], Any]) -> Callable[[Json], None]:
    return lambda board: [change(board) for change in changes][-1]


def add(name: str, following: list[str], **fields: Any) -> Callable[[Json], None]:
    return lambda board: board["squares"].append({"id": name, "colour": "plain", "next": following, "x": 1, "y": 1} | fields)


def number(name: str, value: int, colour: str) -> Callable[[Json], None]:
    return put(name, number=value, colour=colour)


def plain(name: str) -> Callable[[Json], None]:
    return both(put(name, colour="plain"), without(name, "number"))


BROKEN: list[tuple[str, Callable[[Json], Any], str]] = [
    ("a name twice", add("4a", ["4b"]), "squares: the id 4a is used twice"),
    ("a name in capitals", put("way-a-1", id="Way"), "squares.2.id: string should match pattern"),
    ("a board's name", top(id="The Way"), "id: string should match pattern"),
    ("another game", top(ruleset="hameln"), "ruleset: input should be 'hamsters'"),
    ("an unknown field", put("6", bridge=True), "bridge: extra inputs are not permitted"),
    ("a missing field", without("6", "next"), "next: field required"),
    ("a text for a number", put("6", number="6"), "number: input should be a valid integer"),
    ("a number too high", put("6", number=14), "number: input should be less than or equal to 13"),
    ("a coordinate off the map", put("6", x=1001), "x: input should be less than or equal to 1000"),
    ("no squares", top(squares=[]), "squares: "),
    ("a next that is no square", put("4a", next=["mill"]), "squares.4a.next: mill is no square of the board"),
    ("a next twice", put("5", next=["short-1", "short-1"]), "squares.5.next: names a square twice"),
    ("a wrong colour", put("6", colour="yellow"), "squares.6.colour: a square with the number 6 is orange, not yellow"),
    ("a plain square in colour", put("way-a-1", colour="orange"), "squares.way-a-1.colour: a square without a number is plain, not orange"),
    ("a second 6", number("safe-2", 6, "orange"), "exactly 1 must have the number 6, not 2"),
    ("a third 11", number("open-3", 11, "orange"), "exactly 2 must have the number 11, not 3"),
    ("no 13", plain("13"), "exactly 1 must have the number 13, not 0"),
    ("one 12", plain("12a"), "at least 2 must have the number 12, not 1"),
    ("one 2", both(plain("2a"), plain("2b")), "at least 2 must have the number 2, not 1"),
    ("two hospitals", put("detour-5", hospital=True), "exactly 1 must be the hospital, not 2"),
    ("no tunnel", both(without("tunnel-1", "tunnel"), without("tunnel-2", "tunnel")), "at least 1 must be a tunnel square"),
    ("a numbered tunnel", put("9a", tunnel=True), "squares.9a: a tunnel square has no number"),
    ("a numbered hospital", both(without("hospital", "hospital"), put("4a", hospital=True)), "squares.4a: a hospital square has no number"),
    ("a way back to 0", put("way-a-4", next=["0"]), "squares.0: no square may lead to 0"),
    ("an island", add("island", ["4a"]), "squares.island: no square leads to it"),
    ("a third way", put("5", next=["short-1", "safe-1", "7a"]), "squares.5.next: must name 2 squares, not 3"),
    ("a fork on a plain square", put("hill-2", next=["hill-3", "7b"]), "squares.hill-2.next: must name 1 square, not 2"),
    ("a dead end", put("way-a-4", next=[]), "squares.way-a-4.next: must name 1 square, not 0"),
    ("a circle beside the way", both(add("ring-1", ["ring-2"]), add("ring-2", ["ring-1"])), "must not go in a circle"),
    ("a circle on the way", both(put("pond-6", next=["4a"]), add("x", ["2c"]), put("main-3", next=["x"])), "must not go in a circle"),
    ("a way past 3", both(put("way-b-4", next=["pond-1"])), "every way onward from 0 must lead to 3"),
    ("a way past 10", both(put("field-5", next=["9b"]), put("safe-7", next=["burrow-1"])), "every way onward from 5 must lead to 10"),
    ("0 leads elsewhere", both(put("0", next=["1a", "way-b-1"]), put("way-b-1", next=["1b"]), put("1b", next=["way-b-2"])), "squares.0.next: must be the two"),
    ("the hospital on the main way", both(without("hospital", "hospital"), put("main-2", hospital=True)), "with the hospital must be longer"),
    ("the hospital elsewhere", both(without("hospital", "hospital"), put("meadow-1", hospital=True)), "the hospital must lie on one of the two ways from 3"),
    ("a number beside the rotten bridge", number("short-3", 7, "orange"), "must have the 6 and no other numbered square"),
    ("the 6 elsewhere", both(plain("6"), number("hill-2", 6, "orange")), "must have the 6 and no other numbered square"),
    ("a number on the safe way", number("safe-3", 7, "orange"), "the safe way from 5 must not have a numbered square"),
    (
        "a short safe way",
        both(put("safe-3", next=["7a"]), *[lambda b, n=n: b["squares"].remove(square(b, f"safe-{n}")) for n in (4, 5, 6, 7)]),
        "must be longer",
    ),
    ("one 11 elsewhere", both(plain("11b"), number("gorge-2", 11, "orange")), "must have both 11 and no other numbered square"),
    ("another number with the cat", number("open-3", 9, "orange"), "must have both 11 and no other numbered square"),
    ("a tunnel with a hole", without("tunnel-2", "tunnel"), "the other way from 10 must be all tunnel"),
    (
        "a long tunnel",
        both(put("tunnel-2", next=["t-1"]), *[add(f"t-{n}", [f"t-{n + 1}" if n < 5 else "burrow-1"], tunnel=True) for n in range(1, 6)]),
        "shorter",
    ),
    ("a second tunnel", put("hill-2", tunnel=True), "no square outside the way from 10 may be a tunnel"),
    ("a 2 too late", number("hill-2", 2, "orange"), "squares.hill-2: a 2 must lie between 0 and 5"),
    ("a 4 too early", number("meadow-1", 4, "orange"), "squares.meadow-1: a 4 must lie between 3 and 5"),
    ("a 7 too early", number("pond-3", 7, "orange"), "squares.pond-3: a 7 must lie between the join"),
    ("an 8 too late", number("burrow-1", 8, "orange"), "squares.burrow-1: a 8 must lie between the join"),
    ("a 9 too early", number("meadow-1", 9, "orange"), "squares.meadow-1: a 9 must lie between the join"),
    ("a 12 too early", number("field-1", 12, "orange"), "squares.field-1: a 12 must lie on the last 6 squares before 13"),
    (
        "a 12 out of reach",
        both(put("burrow-5", next=["w-1"]), *[add(f"w-{n}", [f"w-{n + 1}" if n < 3 else "13"]) for n in range(1, 4)]),
        "squares.12a: a 12 must lie on the last 6 squares before 13",
    ),
]


@pytest.mark.parametrize(("change", "told"), [pytest.param(change, told, id=name) for name, change, told in BROKEN])
def test_a_board_with_a_fault_is_refused_in_one_sentence(change: Callable[[Json], Any], told: str) -> None:
    raw = standard()
    change(raw)
    with pytest.raises(ValueError, match=r".") as caught:
        parse(raw)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("raw", [[], "hamsters", 3, None, {"id": "x"}])
def test_what_is_no_board_is_refused_in_one_sentence(raw: Any) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        parse(raw)


def test_the_service_names_the_board_in_its_refusal() -> None:
    raw = standard()
    put("6", colour="plain")(raw)
    with pytest.raises(Refused, match=r"ARB-4: board: squares\.6\.colour"):
        lay(RULES, 2, None, raw)


def test_HMS_1_5_the_board_that_ships_is_marked_as_reconstructed() -> None:
    shown = show(parse(SHIPPED[STANDARD]))
    assert shown["id"] == "hamsters-reconstructed"
    assert shown["reconstructed"] is True


@pytest.mark.parametrize("make", [standard, smallest, backwards])
def test_a_board_reads_back_as_it_was_written(make: Callable[[], Json]) -> None:
    board = parse(make())
    assert parse(show(board)) == board
    assert show(parse(show(board))) == show(board)


def test_the_way_is_the_stand_in_way() -> None:
    """The order of the numbered squares and the number of plain ones between them, from the rulings."""
    squares = {s["id"]: s for s in standard()["squares"]}

    def spelled(start: str) -> str:
        words, at = [], start
        while True:
            words.append(at if "number" in squares[at] else "hospital" if squares[at].get("hospital") else "P")
            if len(squares[at]["next"]) != 1:
                return " ".join(words)
            at = squares[at]["next"][0]

    tail = "7a P P 7b P 8a P 8b P 8c P P 9a P P 9b 10"
    assert squares["0"]["next"] == ["1a", "1b"]
    assert spelled("1a") == "1a P 2a P P P P 3"
    assert spelled("1b") == "1b P P 2b P P P 3"
    assert squares["3"]["next"] == ["main-1", "detour-1"]
    assert spelled("main-1") == "P P P P 4a P P 4b P 2c 5"
    assert spelled("detour-1") == "P P P hospital P P P 4a P P 4b P 2c 5"
    assert squares["5"]["next"] == ["short-1", "safe-1"]
    assert spelled("short-1") == f"P 6 P {tail}"
    assert spelled("safe-1") == f"P P P P P P P {tail}"
    assert squares["10"]["next"] == ["open-1", "tunnel-1"]
    assert spelled("open-1") == "P 11a P P 11b P P P 12a P 12b P 13"
    assert spelled("tunnel-1") == "P P P 12a P 12b P 13"
    assert [name for name, s in squares.items() if s.get("tunnel")] == ["tunnel-1", "tunnel-2"]


@pytest.mark.parametrize("make", [standard, smallest, backwards])
def test_HS_3_HS_27_every_route_is_a_full_throw_or_ends_in_the_burrow(make: Callable[[], Json]) -> None:
    board = parse(make())
    leads = {s.id: s.next for s in board.printed.squares}
    dug = {s.id for s in board.printed.squares if s.tunnel}
    for (start, pips, mole), throw in board.routes.items():
        assert 1 <= len(throw.routes) <= 8
        assert len({route.via for route in throw.routes}) == len(throw.routes)
        for route in throw.routes:
            way = (start, *route.squares)
            assert all(after in leads[before] for before, after in pairwise(way))
            assert len(route.squares) == pips or route.squares[-1] == board.burrow
            entries = sum(after in dug and before not in dug for before, after in pairwise(way))
            assert (entries == 1) == route.tunnel
            assert mole or not route.tunnel
    assert {pips for _, pips, _ in board.routes} == set(range(1, DIE + 1))
