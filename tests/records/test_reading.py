"""Record files: what is read, and what is refused with its line and column."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.audit import audit
from domain.sheet import EventLine, Unreadable
from infra.record_file import MAX_LINE, parse, read_record
from tests.records.support import HEADER, OPENING, SETUP, text, typed

SERVED = {"id": "0b2c8a9e-0000-4000-8000-000000000000"}  # a record with the id of a game is no typed sheet


def refused(source: str | bytes) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read_record(source)
    return caught.value


def test_comments_blank_lines_and_other_line_ends_are_passed_over() -> None:
    lines = ["# a score sheet", "", json.dumps(HEADER), "  # the deal", json.dumps(SETUP), "   ", json.dumps(OPENING[0]), "# the end"]
    for end in ("\n", "\r\n"):
        for mark in (b"", b"\xef\xbb\xbf"):
            sheet = read_record(mark + end.join(lines).encode())
            assert (sheet.header.line, sheet.moves) == (3, 1)
            assert [line.line for line in sheet.lines] == [5, 7]


def test_a_line_separator_inside_a_text_ends_no_line() -> None:
    assert read_record(typed({"note": "one\u2028two"}, *OPENING)).moves == len(OPENING)


def test_unknown_lines_and_events_are_skipped_and_told() -> None:
    sheet = read_record(typed({"note": "lunch"}, {"event": "CoffeeServed", "cups": 2}, *OPENING))
    assert sheet.moves == len(OPENING)
    assert sheet.skipped == (3, 4)
    assert [unknown.reason for unknown in sheet.unknown] == ["nothing that is known stands here", "the event 'CoffeeServed' is not known"]


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        ([{**HEADER, "optoins": {}}, SETUP], 1, "'optoins'"),
        ([HEADER, {**SETUP, "note": 1}], 2, "'note'"),
        ([HEADER, SETUP, {**OPENING[0], "drwas": []}], 3, "'drwas'"),
        ([HEADER, SETUP, {**OPENING[0], "line": 7}], 3, "'line'"),
        ([HEADER, SETUP, OPENING[0], {"annul": {"from": 1, "why": "coffee"}}], 4, "'annul.why'"),
        ([HEADER, SETUP, {"event": "SeatResigned", "seat": 0, "mood": "bad"}], 3, "'mood'"),
        ([HEADER, SETUP, {"end": {"mvoes": 0}}], 3, "'end.mvoes'"),
    ],
)
def test_a_key_that_no_line_of_its_kind_has_is_told(lines: list[object], line: int, words: str) -> None:
    sheet = read_record(text(*lines))
    assert [(unknown.line, unknown.reason) for unknown in sheet.unknown] == [(line, f"the key {words} is not known on this line")]
    assert sheet.skipped == (line,)


def test_many_unknown_keys_of_a_line_are_counted() -> None:
    told = read_record(typed({**OPENING[0], **{f"k{n}": 0 for n in range(9)}})).unknown
    assert len(told) == 6
    assert told[-1].reason == "and 4 more keys are not known"


@pytest.mark.parametrize(
    ("source", "line", "column", "words"),
    [
        ("", None, None, "empty"),
        ("# only a comment\n", None, None, "empty"),
        ("[]\n", 1, None, "line 1 of a record"),
        (text({"ruleset": "toy"}), 1, None, "line 1 of a record"),
        (text({**HEADER, "arbiter": 2}), 1, None, "arbiter"),
        (text({**HEADER, "arbiter": True}), 1, None, "arbiter"),
        (text({**HEADER, "players": "Ann"}), 1, None, "players"),
        (text({**HEADER, "players": []}), 1, None, "players"),
        (text({**HEADER, "players": ["Ann", ""]}), 1, None, "players.1"),
        (text({**HEADER, "players": ["Ann", "B\x1b[2J"]}), 1, None, "players.1"),
        (text({**HEADER, "players": ["x"] * 1000}), 1, None, "players"),
        (text({**HEADER, "version": 1}), 1, None, "version"),
        (text({**HEADER, "options": []}), 1, None, "options"),
        (text({**HEADER, "board": 7}), 1, None, "board"),
        (text({**HEADER, "chance": "dice"}), 1, None, "chance"),
        (text({**HEADER, "chance": {"seed": "00"}}), 1, None, "chance"),
        (text({**HEADER, "chance": {"seed": "00" * 32}}), 1, None, "id"),
        (text({**HEADER, "id": "x"}), 1, None, "id"),
        (text({**HEADER, "entropies": ["a"]}), 1, None, "entropies"),
        (text(HEADER) + '{"seat": 0, "move" "aim left"}\n', 2, 20, "not JSON"),
        (text(HEADER) + '{"seat": 0,\n', 2, 12, "not JSON"),
        (text(HEADER) + json.dumps(OPENING[0]) + " # Ann aims\n", 2, 33, "a comment has a line of its own, which starts with #"),
        (text(HEADER) + json.dumps(OPENING[0]) + json.dumps(OPENING[1]) + "\n", 2, 32, "a line holds one object"),
        (text(HEADER) + '{"seat": 0, "seat": 1, "move": "aim left"}\n', 2, None, "'seat' twice"),
        (text(HEADER) + '{"note": NaN}\n', 2, None, "NaN"),
        (text(HEADER) + '{"note": -Infinity}\n', 2, None, "Infinity"),
        (text(HEADER) + '{"note": 1e400}\n', 2, None, "too large"),
        (text(HEADER) + '{"note": 9007199254740992}\n', 2, None, "too large"),
        (text(HEADER) + '{"note": ' + "9" * 5000 + "}\n", 2, None, "too large"),
        (text(HEADER) + '{"note": "\\ud800"}\n', 2, None, "surrogate"),
        (text(HEADER) + '{"note": ' + "[" * 60 + "]" * 60 + "}\n", 2, None, "brackets"),
        (text(HEADER) + "[" * 100_000 + "\n", 2, None, "brackets"),
        (text(HEADER) + '{"note": "' + "x" * MAX_LINE + '"}\n', 2, None, "longer"),
        (text(HEADER, 7), 2, None, "object"),
        (text(HEADER, HEADER), 2, None, "second line 1"),
        (text(HEADER, {"seat": 0}), 2, None, "no move"),
        (text(HEADER, {"seat": 0, "mvoe": "aim left", "draws": []}), 2, None, "no move"),
        (text(HEADER, {"move": "aim left"}), 2, None, "seat"),
        (text(HEADER, {"seat": "0", "move": "aim left"}), 2, None, "seat"),
        (text(HEADER, {"seat": 0.0, "move": "aim left"}), 2, None, "seat"),
        (text(HEADER, {"seat": True, "move": "aim left"}), 2, None, "seat"),
        (text(HEADER, {"seat": 0, "move": 3}), 2, None, "move"),
        (text(HEADER, {"seat": 0, "move": "aim left", "draws": {}}), 2, None, "draws"),
        (text(HEADER, {"seat": 0, "move": "aim left", "facts": [1]}), 2, None, "facts"),
        (text(HEADER, {"seat": 0, "move": "aim left", "setup": {}}), 2, None, "at once"),
        (text(HEADER, {"setup": 5}), 2, None, "setup"),
        (typed(*OPENING, {"annul": {}}), 7, None, "annul"),
        (typed(*OPENING, {"annul": 3}), 7, None, "annul"),
        (typed({"end": {}}, OPENING[0]), 4, None, "after the end"),
        (typed({"end": {"outcome": 3}}), 3, None, "end.outcome"),
        (typed({"end": {"moves": "3"}}), 3, None, "end.moves"),
        (typed({"event": 3}), 3, None, "event"),
        (typed({"event": "SeatResigned", "seat": "x"}, header=SERVED), 3, None, "SeatResigned"),
    ],
)
def test_what_is_not_a_record_is_refused_with_its_place(source: str, line: int | None, column: int | None, words: str) -> None:
    error = refused(source)
    assert (error.line, error.column) == (line, column), str(error)
    assert words in error.reason
    assert "\n" not in str(error)
    assert len(str(error)) < 400


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        (text(HEADER, SETUP, SETUP), 3, "more than one"),
        (typed(OPENING[0], SETUP), 4, "more than one"),
        (text(HEADER, OPENING[0], SETUP), 3, "after the first move"),
        (typed(*OPENING, {"annul": {"from": 9}}), 7, "move 9"),
        (typed(*OPENING, {"annul": {"from": 3}}, {"annul": {"from": 4}}), 8, "move 4"),
        (typed(*OPENING, {"annul": {"from": 3, "to": 3}}), 7, "annul.to"),
        (typed(OPENING[0], {"reveal": []}, OPENING[1]), 5, "after the reveal"),
    ],
)
def test_a_line_that_makes_no_sense_where_it_stands_is_a_problem_and_ends_the_sheet(source: str, line: int, words: str) -> None:
    sheet = read_record(source)
    assert sheet.senseless is not None
    assert sheet.senseless.line == line
    assert words in sheet.senseless.reason
    assert all(each.line < line for each in sheet.lines)
    assert "reveal" in words or (line, sheet.senseless.reason) in [(problem.line, problem.reason) for problem in audit(sheet).problems]


def test_bytes_that_are_no_text_are_refused_with_their_line() -> None:
    error = refused(text(HEADER).encode() + b'{"note": "\xff"}\n')
    assert (error.line, error.reason) == (2, "is not UTF-8 text")


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=300))
def test_whatever_a_file_holds_is_read_or_refused(source: str | bytes) -> None:
    with suppress(Unreadable):
        assert read_record(source).header.players


_json = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))


@settings(max_examples=200, deadline=None)
@given(_json)
def test_plain_json_comes_back_as_it_was(value: object) -> None:
    line = json.dumps(value)
    try:
        assert parse(line) == json.loads(line)
    except Unreadable:
        assert any(mark in line for mark in ("NaN", "Infinity", "\\ud", "e+")) or any(len(word) > 15 for word in line.split())


def test_the_words_of_a_dispute_may_be_withheld_in_a_record_that_names_its_reader() -> None:
    """A spectator's record of a running game has none; it can be read all the same."""
    quiet = [{"event": "DisputeRaised", "dispute": "d", "seat": 0, "aboutMove": 1}, {"event": "DisputeRuled", "dispute": "d", "verdict": "STANDS"}]
    sheet = read_record(text({**HEADER, **SERVED, "viewer": "spectator"}, SETUP, OPENING[0], *quiet))
    assert len(sheet.of(EventLine)) == 2
    for line in quiet:
        with pytest.raises(Unreadable, match="missing required field"):
            read_record(text({**HEADER, **SERVED}, SETUP, OPENING[0], line))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([HEADER], "setup: is missing, a record of Toy says what chance did before the first move"),
        ([HEADER, {"setup": {}}], "setup: is missing, a record of Toy says what chance did before the first move"),
        ([HEADER, {"setup": {**SETUP["setup"], "hands": 3}}], "setup.hands: input should be a valid array"),
        ([HEADER, SETUP, {"seat": 0, "move": {"kind": "aim"}}], "move.side: field required"),
    ],
)
def test_a_sentence_names_its_field_once(lines: list[object], words: str) -> None:
    found = audit(read_record(text(*lines))).first_illegal
    assert found is not None
    assert found.reason == words


def test_an_event_that_is_wrong_names_its_field() -> None:
    assert refused(typed({"event": "SeatResigned", "seat": "x"}, header=SERVED)).reason == "SeatResigned.seat: expected int, got str"
    assert refused(typed({"event": "SeatResigned"}, header=SERVED)).reason == "SeatResigned: object missing required field seat"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ({"event": "MessageSent", "seat": 1, "text": "hello"}, "MessageSent: object missing required field message"),
        ({"event": "SeatTaken"}, "SeatTaken: object missing required field seat"),
        ({"event": "SeatResigned", "seat": "x"}, "SeatResigned.seat: expected int, got str"),
    ],
)
def test_an_event_that_somebody_typed_is_passed_over_where_it_lacks_what_events_have(line: dict[str, object], words: str) -> None:
    """No page tells a person at a table what the events of a service are made of."""
    sheet = read_record(typed(OPENING[0], line, OPENING[1]))
    assert (sheet.moves, sheet.of(EventLine)) == (2, [])
    assert [(problem.line, problem.reason) for problem in sheet.unknown if words in problem.reason] == [(4, words)]
    assert audit(sheet).ok


def test_an_annulment_takes_back_the_moves_from_its_number_on_that_count() -> None:
    """Also where the move of that number was taken back before."""
    sheet = read_record(typed(*OPENING[:2], {"annul": {"from": 2}}, OPENING[1], {"annul": {"from": 2}}, OPENING[1]))
    assert (sheet.senseless, sheet.taken_back, [line.number for line in sheet.counting()]) == (None, {2, 3}, [1, 4])
    assert audit(sheet).ok
    again = read_record(typed(*OPENING[:3], {"annul": {"from": 3}}, OPENING[2], {"annul": {"from": 2}}, OPENING[1], {"annul": {"from": 3}}, OPENING[1]))
    assert ([line.number for line in again.counting()], audit(again).ok) == ([1, 6], True), "play goes on from before the first that counted"
