"""The verdict on a record: legality, then draws, then facts, then the end; annulments; lines beside the moves."""

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

import pytest

from domain.audit import audit
from domain.refusal import Refused
from domain.ruleset import Hindsight
from domain.sheet import Unreadable
from infra.record_file import read_record
from tests import toy
from tests.records.support import HEADER, OPENING, SETUP, as_bytes, judged, text, written


def test_a_typed_record_may_end_anywhere() -> None:
    for length in range(len(OPENING) + 1):
        report = judged(*OPENING[:length])
        assert report.wire() == {"ok": True, "moves": length, "annulled_illegal": []}


def test_the_first_illegal_move_is_named_with_clause_and_what_was_legal() -> None:
    report = judged(*OPENING[:3], {"seat": 1, "move": "play green", "draws": []}, {"seat": 1, "move": "nonsense"})
    assert report.wire() == {
        "ok": False,
        "moves": 5,
        "first_illegal": {
            "move": 4,
            "line": 6,
            "seat": 1,
            "clause": "TOY-3",
            "reason": "green is not in the hand of seat 1",
            "legal": [{"kind": "play", "card": "blue"}, {"kind": "play", "card": "blue", "face_down": True}],
            "to_act": [1],
        },
        "annulled_illegal": [],
    }


@pytest.mark.parametrize(
    ("line", "clause", "words"),
    [
        ({"seat": 1, "move": "aim left"}, "TOY-1", "turn of seat 0"),
        ({"seat": 2, "move": "aim left"}, "ARB-1", "nobody sits at 2"),
        ({"seat": -1, "move": "aim left"}, "ARB-1", "nobody sits at -1"),
        ({"seat": 0, "move": "aim up"}, "ARB-4", "move"),
        ({"seat": 0, "move": {"kind": "fly"}}, "ARB-4", "move.kind"),
        ({"seat": 0, "move": {"kind": "aim", "side": "left", "extra": 1}}, "ARB-4", "extra"),
        ({"seat": 0, "move": "play red", "draws": [{"card": "x"}]}, "TOY-2", "aims first"),
    ],
)
def test_legality_is_judged_first(line: dict[str, Any], clause: str, words: str) -> None:
    found = judged(line).first_illegal
    assert found is not None
    assert (found.move, found.line, found.clause) == (1, 3, clause)
    assert words in found.reason


@pytest.mark.parametrize(
    ("draws", "words"),
    [
        ([], "draw 1 is missing: card"),
        ([{"card": "blue"}], "draw 2 is missing: display"),
        ([{"card": "blue"}, {"display": "green"}, {"card": "red"}], "draw 3 is surplus"),
        ([{"display": "blue"}, {"card": "green"}], "draw 1 must be card"),
        ([{"card": "violet"}, {"display": "green"}], "draw 1: card cannot be 'violet'"),
        ([{"card": 3}, {"display": "green"}], "draw 1: card cannot be 3"),
        ([{"card": None}, {"display": "green"}], "draw 1"),
        ([{"card": "blue", "display": "red"}], "draw 1 must be card"),
        ([{}], "draw 1 must be card"),
    ],
)
def test_draws_that_are_missing_surplus_or_impossible_are_named_with_their_move(draws: list[Any], words: str) -> None:
    found = judged(OPENING[0], {**OPENING[1], "draws": draws}, *OPENING[2:]).first_illegal
    assert found is not None
    assert (found.move, found.line, found.clause) == (2, 4, "ARB-8")
    assert words in found.reason


def test_a_draw_where_nothing_falls_is_surplus() -> None:
    found = judged({**OPENING[0], "draws": [{"card": "red"}]}).first_illegal
    assert found is not None
    assert (found.move, found.clause) == (1, "ARB-8")


@pytest.mark.parametrize(
    ("lines", "clause", "line"),
    [
        ([HEADER, OPENING[0]], "ARB-8", 1),
        ([HEADER, {"setup": None}, OPENING[0]], "ARB-8", 2),
        ([HEADER, {"setup": {"hands": []}}], "ARB-4", 2),
        ([HEADER, {"setup": {"hands": [["red"], ["red"]], "display": "red"}}], "TOY-5", 2),
        ([HEADER, {"setup": {**SETUP["setup"], "more": 1}}], "ARB-4", 2),
        ([HEADER, {**SETUP, "facts": []}], "ARB-9", 2),
    ],
)
def test_what_is_wrong_with_the_set_up_is_move_0(lines: list[Any], clause: str, line: int) -> None:
    found = audit(read_record(text(*lines))).first_illegal
    assert found is not None
    assert (found.move, found.line, found.seat, found.clause, found.legal) == (0, line, None, clause, [])


def test_wrong_facts_and_clauses_are_named_with_their_move() -> None:
    right = {"fact": "aimed", "seat": 0, "side": "left"}
    assert judged({**OPENING[0], "facts": [right], "clauses": ["TOY-2"]}).ok
    wrong = [
        ({"facts": []}, "fact 1 is missing"),
        ({"facts": [right, right]}, "fact 2 is surplus"),
        ({"facts": [{**right, "side": "right"}]}, "side"),
        ({"facts": [{"fact": "flown"}]}, "fact"),
        ({"clauses": ["TOY-3"]}, "clauses"),
    ]
    for claim, words in wrong:
        found = judged({**OPENING[0], **claim}).first_illegal
        assert found is not None
        assert (found.move, found.line, found.clause) == (1, 3, "ARB-9")
        assert words in found.reason


def test_an_illegal_move_that_is_taken_back_is_listed_and_does_no_harm() -> None:
    """Nothing is judged between the illegal move and its annulment: nobody knows on what the players went on."""
    lines = [*OPENING[:3], {"seat": 1, "move": "play green"}, {"seat": 0, "move": "aim left"}, {"seat": 0, "move": "nonsense"}]
    report = judged(*lines, {"annul": {"from": 4}}, OPENING[3])
    assert (report.ok, report.moves, report.annulled_illegal) == (True, 7, [4])
    report = judged(*lines, {"annul": {"from": 5}})
    assert report.first_illegal is not None
    assert report.first_illegal.move == 4
    report = judged(*lines, {"annul": {"from": 6}}, {"annul": {"from": 4}}, OPENING[3], {"seat": 0, "move": "nonsense"})
    assert report.annulled_illegal == [4]
    assert report.first_illegal is not None
    assert report.first_illegal.move == 8


def test_play_goes_on_from_before_the_annulled_moves() -> None:
    report = judged(*OPENING, {"annul": {"from": 2}}, OPENING[1], {"annul": {"from": 1}}, *OPENING)
    assert report.ok
    found = judged(*OPENING, {"annul": {"from": 2}}, OPENING[0]).first_illegal
    assert found is not None
    assert (found.move, found.clause) == (5, "TOY-2")


def _finished() -> list[dict[str, Any]]:
    """The lines of a finished typed game."""
    return [
        {"seat": line["seat"], "move": line["move"], **({"draws": line["draws"]} if "draws" in line else {})}
        for line in written()
        if "move" in line and "event" not in line
    ]


def test_the_end_is_checked_where_it_is_told() -> None:
    lines = written()
    number, outcome = len(_finished()), lines[-1]["end"]["outcome"]
    typed = [{key: value for key, value in line.items() if key in ("setup", "seat", "move", "draws", "annul")} for line in lines[1:]]
    base = [{**HEADER, "options": lines[0]["options"]}, *(line for line in typed if "setup" in line or "move" in line or "annul" in line)]
    right: list[Any] = [{}, {"moves": number}, {"moves": number, "outcome": outcome}, {"outcome": {"winners": [1], "reason": "adjudicated", "scores": None}}]
    for end in right:
        assert audit(read_record(text(*base, {"end": end}))).ok, end
    wrong: list[Any] = [
        {"moves": number - 1},
        {"outcome": {**outcome, "winners": []}},
        {"outcome": None},
        {"outcome": {"winners": [], "reason": "resigned", "scores": None}},
        {"outcome": {}},
    ]
    for end in wrong:
        found = audit(read_record(text(*base, {"end": end}))).first_illegal
        assert found is not None, end
        assert (found.move, found.line, found.clause) == (number, len(base) + 1, "ARB-9")
    found = audit(read_record(text(*base, {"seat": 0, "move": "aim left"}))).first_illegal
    assert found is not None
    assert found.clause == "ARB-3"


def test_a_game_that_stopped_before_its_end_may_say_why() -> None:
    for reason in ("resigned", "timed_out", "abandoned", "adjudicated"):
        assert judged(*OPENING, {"end": {"outcome": {"winners": [], "reason": reason, "scores": None}}}).ok
    for outcome in ({"winners": [0], "reason": "resigned", "scores": None}, {"winners": [0], "reason": "most_points", "scores": [{"total": 2}, {"total": 1}]}):
        assert not judged(*OPENING, {"end": {"outcome": outcome}}).ok
    assert judged(*OPENING, {"end": {"outcome": None}}).ok
    assert judged(*OPENING, {"event": "SeatResigned", "seat": 0}, OPENING[0]).first_illegal is not None


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ({"ruleset": "chess"}, "ruleset"),
        ({"players": ["Ann"]}, "players"),
        ({"options": {"no": 1}}, "options"),
        ({"options": {"double": "yes"}}, "options"),
        ({"board": "somewhere"}, "board"),
    ],
)
def test_what_is_not_on_the_shelf_is_unreadable(header: dict[str, Any], words: str) -> None:
    with pytest.raises(Unreadable, match=words) as caught:
        judged(header=header)
    assert caught.value.line == 1


def test_the_referees_own_record_is_clean_and_every_claim_in_it_is_checked() -> None:
    """Seed, draws, witnesses, facts, clauses, set-up and end: each changed by itself is found, with its line."""
    lines = written()
    assert audit(read_record(as_bytes(lines))).ok
    for at, line in enumerate(lines, 1):
        for changed in _changed(line):
            report = audit(read_record(as_bytes([*lines[: at - 1], changed, *lines[at:]])))
            assert report.first_illegal is not None or report.annulled_illegal, changed
            if report.first_illegal is not None:
                assert report.first_illegal.line == at


def _changed(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    other = {"red": "green", "green": "blue", "blue": "red"}
    for place, draw in enumerate(line.get("draws", ())):
        ((name, value),) = draw.items()
        yield {**line, "draws": [*line["draws"][:place], {name: other[value]}, *line["draws"][place + 1 :]]}
    for place, witness in enumerate(line["chance"] if isinstance(line.get("chance"), list) else ()):
        yield {**line, "chance": [*line["chance"][:place], {**witness, "n": witness["n"] + 1}, *line["chance"][place + 1 :]]}
        bag = {**witness["of"], "red": witness["of"].get("red", 0) + 1}
        yield {**line, "chance": [*line["chance"][:place], {**witness, "of": bag}, *line["chance"][place + 1 :]]}
    if "facts" in line and "move" in line:
        yield {**line, "facts": line["facts"][1:]}
    if "setup" in line:
        setup = line["setup"]
        yield {**line, "setup": {**setup, "display": other[setup["display"]]}}
    if "end" in line:
        yield {"end": {**line["end"], "outcome": {**line["end"]["outcome"], "winners": []}}}
    if line.get("event") == "GameEnded":
        yield {**line, "outcome": {**line["outcome"], "winners": []}}


def test_another_seed_is_not_what_was_played_with() -> None:
    lines = written()
    lines[0] = {**lines[0], "chance": {"seed": "11" * 32}}
    found = audit(read_record(as_bytes(lines))).first_illegal
    assert found is not None
    assert (found.move, found.clause) == (0, "ARB-8")


def test_a_record_that_hides_what_would_be_judged_is_not_judged() -> None:
    hidden = text({**HEADER, "viewer": "spectator"}, {"setup": {"hands": [["hidden"] * 2] * 2, "display": "red"}})
    with pytest.raises(Unreadable, match="spectator"):
        audit(read_record(hidden))


@pytest.fixture
def sheets_without_hands(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A toy that asks in hindsight, with the answer to be set."""
    answer: dict[str, Any] = {"hindsight": Hindsight(), "asked": None}

    def hindsight(table: Any, setup: Any, moves: Any, reveal: Any) -> Hindsight:
        answer["asked"] = ([(seat, toy.notate(move)) for seat, move in moves], reveal)
        return answer["hindsight"]

    def testify(state: Any, reveal: Any) -> tuple[Any, ...]:
        if reveal == "bad":
            raise Refused("TOY-3", "reveal: bad")
        return ()

    rules = dataclasses.replace(toy.RULES, partial=lambda state: True, hindsight=hindsight, testify=testify)
    monkeypatch.setattr("domain.shelf.find", lambda: {"toy": lambda: rules})
    toy.domain.shelf.shelf.cache_clear()
    return answer


def test_where_the_set_up_is_incomplete_the_whole_record_is_asked(sheets_without_hands: dict[str, Any]) -> None:
    sheets_without_hands["hindsight"] = Hindsight(move=2, clause="TOY-3", reason="seen later")
    lines = [OPENING[0], {"annul": {"from": 1}}, *OPENING, {"reveal": ["red"]}]
    found = judged(*lines).first_illegal
    assert found is not None
    assert (found.move, found.line, found.clause, found.reason) == (3, 6, "TOY-3", "seen later")
    assert {"kind": "play", "card": "red"} not in found.legal
    assert found.legal
    assert sheets_without_hands["asked"] == ([(0, "aim left"), (0, "play red"), (1, "aim right"), (1, "play blue")], ["red"])


def test_a_move_that_cannot_be_read_ends_the_evidence(sheets_without_hands: dict[str, Any]) -> None:
    found = judged(*OPENING[:2], {"seat": 1, "move": "nonsense"}, OPENING[3], {"reveal": ["red"]}).first_illegal
    assert found is not None
    assert found.move == 3
    assert sheets_without_hands["asked"] == ([(0, "aim left"), (0, "play red")], None)


def test_a_bad_reveal_is_a_problem_of_its_line_and_of_no_move(sheets_without_hands: dict[str, Any]) -> None:
    sheets_without_hands["hindsight"] = Hindsight(reveal_problem="reveal: no")
    report = judged(*OPENING, {"reveal": ["red"]})
    assert report.wire() == {"ok": False, "moves": 4, "annulled_illegal": [], "problems": [{"line": 7, "reason": "reveal: no"}]}
    sheets_without_hands["hindsight"] = Hindsight()
    assert [problem.reason for problem in judged(*OPENING, {"reveal": "bad"}).problems] == ["reveal: bad"]
    assert judged(*OPENING, {"reveal": ["red"]}).ok


def test_a_deal_at_fault_is_move_0(sheets_without_hands: dict[str, Any]) -> None:
    sheets_without_hands["hindsight"] = Hindsight(move=0, clause="TOY-5", reason="no deal fits")
    found = judged(*OPENING).first_illegal
    assert found is not None
    assert (found.move, found.line, found.clause) == (0, 2, "TOY-5")


def test_a_game_without_a_reveal_line_has_none() -> None:
    with pytest.raises(Unreadable, match="reveal") as caught:
        judged(*OPENING, {"reveal": []})
    assert caught.value.line == 7


def test_reports_are_plain_json() -> None:
    assert json.loads(json.dumps(judged(*OPENING, {"seat": 0, "move": "x"}).wire()))["ok"] is False
