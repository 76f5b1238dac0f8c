"""What a service did to a game needs grounds in the record: verdicts, consents, resignations; found by ``verify`` and by ``audit``, each by itself."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from domain.audit import audit
from domain.refusal import BAD_RECORD
from infra.record_file import read_record
from infra.verify import verify
from tests.records.support import OPENING, as_bytes, judged
from tests.records.told import STORIES, Lines, rechained, told


def kinds(lines: Lines) -> set[str]:
    return {problem.kind for problem in verify(as_bytes(lines)).problems}


def at(lines: Lines, name: str, nth: int = 0) -> int:
    """Where a form or an event stands for the n-th time."""
    return [n for n, line in enumerate(lines) if line.get("event", next(iter(line))) == name or (name in line and "event" not in line)][nth]


def without(lines: Lines, *places: int) -> Lines:
    return rechained([line for n, line in enumerate(lines) if n not in places])


def put(lines: Lines, place: int, *more: dict[str, Any]) -> Lines:
    return rechained([*lines[:place], *({**line, "at": lines[place - 1]["at"]} for line in more), *lines[place:]])


def changed(lines: Lines, place: int, **fields: Any) -> Lines:
    return rechained([*lines[:place], {name: told for name, told in {**lines[place], **fields}.items() if told is not None}, *lines[place + 1 :]])


def ended_as(lines: Lines, outcome: dict[str, Any]) -> Lines:
    """The same with another outcome wherever it is told at the end."""
    told = copy.deepcopy(lines)
    told[at(told, "GameEnded")]["outcome"] = outcome
    told[-1]["end"]["outcome"] = outcome
    return rechained(told)


@pytest.mark.parametrize("story", STORIES)
def test_what_the_service_wrote_is_clean(story: str) -> None:
    lines = told(story)
    assert verify(as_bytes(lines)).problems == []
    report = audit(read_record(as_bytes(lines)))
    assert report.ok, report
    assert story == "running" or rechained(lines)[1:-1] == lines[1:-1]


VERDICT = {"winners": [1], "reason": "adjudicated", "scores": None}


def _made_up() -> Lines:
    lines = told("disputed_at_the_end")
    place = at(lines, "GameEnded")
    return ended_as(put(lines, place, {"event": "GameAdjudicated", "dispute": "nope", "outcome": VERDICT}), VERDICT)


def _ruled_otherwise(**fields: Any) -> Callable[[], Lines]:
    return lambda: changed(told("adjudicated"), at(told("adjudicated"), "DisputeRuled"), **fields)


def _ruled_twice() -> Lines:
    lines = told("disputed_at_the_end")
    return put(lines, len(lines) - 1, lines[-2])


def _verdict_taken_out() -> Lines:
    lines = told("adjudicated_after_the_end")
    lines[-1]["end"]["outcome"] = lines[at(lines, "GameEnded")]["outcome"]
    return without(lines, at(lines, "GameAdjudicated"))


def _ruling_of_an_annulment_made_up() -> Lines:
    lines = told("taken_back")
    return changed(lines, at(lines, "DisputeRuled"), verdict="ANNUL")


def _annulled(**fields: Any) -> Callable[[int], Callable[[], Lines]]:
    return lambda nth: lambda: changed(told("taken_back"), at(told("taken_back"), "annul", nth), **fields)


def _nobody_agreed() -> Lines:
    lines = told("taken_back")
    return without(lines, at(lines, "ProposalAgreed"))


def _a_stranger_agreed() -> Lines:
    lines = told("stopped")
    return changed(lines, at(lines, "ProposalAgreed"), seat=7)


def _one_agreed_twice() -> Lines:
    lines = told("stopped")
    return changed(lines, at(lines, "ProposalAgreed"), seat=0)


def _nobody_resigned() -> Lines:
    lines = told("resigned")
    return without(lines, at(lines, "SeatResigned"))


def _won_in_spite_of_it() -> Lines:
    return ended_as(told("resigned"), {"winners": [1], "reason": "adjudicated", "scores": None})


def _a_stranger_resigned() -> Lines:
    lines = told("resigned")
    return changed(lines, at(lines, "SeatResigned"), seat=2)


def _not_stopped() -> Lines:
    lines = told("stopped")
    return without(lines, at(lines, "StopProposed", 1), at(lines, "ProposalAgreed"))


def _timed_out() -> Lines:
    lines = told("resigned")
    return without(ended_as(lines, {"winners": [], "reason": "timed_out", "scores": None}), at(lines, "SeatResigned"))


def _ended_under_dispute() -> Lines:
    lines = told("resigned_under_dispute")
    return without(lines, at(lines, "DisputeRuled"), at(lines, "annul"))


FORGERIES: list[tuple[Callable[[], Lines], str]] = [
    (_made_up, "adjudication_unfounded"),
    (_ruled_otherwise(verdict="STANDS", winners=None), "adjudication_unfounded"),
    (_ruled_otherwise(verdict="STANDS"), "adjudication_unfounded"),
    (_ruled_otherwise(winners=[0]), "adjudication_unfounded"),
    (_ruled_otherwise(winners=None), "adjudication_unfounded"),
    (_ruled_otherwise(winners=[1, 7]), "adjudication_unfounded"),
    (_ruled_otherwise(dispute="nope"), "ruling_unfounded"),
    (_ruled_twice, "event_twice"),
    (_verdict_taken_out, "verdict_without_effect"),
    (_ruling_of_an_annulment_made_up, "verdict_without_effect"),
    (_annulled(by="nope")(0), "annulment_unfounded"),
    (_annulled(by=None)(0), "annulment_unfounded"),
    (_annulled(by="nope")(1), "annulment_unfounded"),
    (_annulled(annul={"from": 4, "to": 5})(1), "annulment_unfounded"),
    (_nobody_agreed, "annulment_unfounded"),
    (_a_stranger_agreed, "event_wrong"),
    (_one_agreed_twice, "event_twice"),
    (_nobody_resigned, "ending_unfounded"),
    (_won_in_spite_of_it, "ending_unfounded"),
    (_a_stranger_resigned, "event_wrong"),
    (_not_stopped, "ending_unfounded"),
    (_timed_out, "ending_unfounded"),
    (_ended_under_dispute, "ending_unfounded"),
]


@pytest.mark.parametrize(("forged", "kind"), FORGERIES)
def test_what_has_no_grounds_is_found_by_both(forged: Callable[[], Lines], kind: str) -> None:
    lines = forged()
    assert kind in kinds(lines)
    found = audit(read_record(as_bytes(lines))).first_illegal
    assert found is not None
    assert found.clause == BAD_RECORD, found


def test_a_verdict_that_names_a_winner_twice_is_one_verdict() -> None:
    """Older records hold the names as they were given."""
    lines = _ruled_otherwise(winners=[1, 1])()
    assert kinds(lines) == set()
    assert audit(read_record(as_bytes(lines))).ok


@pytest.mark.parametrize("winners", [[7], [-1], [1, 0], [1, 1], [True], ["Ann"], 1, None])
def test_winners_of_a_verdict_on_a_typed_sheet_are_seats_in_order_each_once(winners: Any) -> None:
    found = judged(*OPENING, {"end": {"outcome": {"winners": winners, "reason": "adjudicated", "scores": None}}}).first_illegal
    assert found is not None
    assert (found.clause, found.line) == (BAD_RECORD, 7)
    assert "winners" in found.reason


@pytest.mark.parametrize("winners", [[], [0], [1], [0, 1]])
def test_a_verdict_on_a_typed_sheet_can_be_true(winners: list[int]) -> None:
    report = judged(*OPENING, {"end": {"outcome": {"winners": winners, "reason": "adjudicated", "scores": None}}})
    assert report.ok
    assert report.not_checkable == ["end.outcome"]


def test_a_typed_sheet_may_annul_without_saying_why() -> None:
    assert judged(*OPENING, {"annul": {"from": 3}}, *OPENING[2:]).ok


TABLE: list[tuple[Callable[[Lines], Lines], str]] = [
    (lambda lines: put(lines, 4, lines[2]), "event_twice"),
    (lambda lines: put(lines, 4, {**lines[2], "player": "Cy"}), "event_twice"),
    (lambda lines: put(lines, 4, {**lines[2], "seat": 2, "player": "Cy"}), "event_wrong"),
    (lambda lines: put(lines, 4, {**lines[2], "seat": "0", "player": "Cy"}), "event_wrong"),
    (lambda lines: changed(lines, 2, seat=True), "event_wrong"),
    (lambda lines: changed(lines, 2, player=7), "event_wrong"),
    (lambda lines: changed(lines, 2, entropy=7), "event_wrong"),
    (lambda lines: put(lines, 6, lines[2]), "event_misplaced"),
    (lambda lines: without(lines, 3), "event_misplaced"),
    (lambda lines: put(lines, 5, lines[4]), "event_twice"),
    (lambda lines: put(lines, at(lines, "ProposalAgreed") + 1, lines[at(lines, "ProposalAgreed")]), "event_twice"),
    (lambda lines: put(lines, at(lines, "StopProposed") + 1, lines[at(lines, "StopProposed")]), "event_twice"),
    (lambda lines: put(lines, at(lines, "MessageSent") + 1, lines[at(lines, "MessageSent")]), "event_twice"),
    (lambda lines: put(lines, at(lines, "SeatTokenReissued") + 1, lines[at(lines, "SeatTokenReissued")]), "event_twice"),
    (lambda lines: changed(lines, at(lines, "MessageSent"), message=2), "event_wrong"),
    (lambda lines: put(lines, at(lines, "ProposalAgreed") + 1, {"event": "SeatResigned", "seat": 0}), "event_misplaced"),
    (lambda lines: put(lines, 4, {"event": "DisputeRaised", "dispute": "d", "seat": 0, "text": ""}), "event_misplaced"),
]


@pytest.mark.parametrize(("forged", "kind"), TABLE)
def test_what_happens_once_stands_once_and_in_its_place(forged: Callable[[Lines], Lines], kind: str) -> None:
    assert kind in kinds(forged(told("stopped")))


@pytest.mark.parametrize(
    ("time", "kind"),
    [
        ("not a time", "time_wrong"),
        ("2026-11-30", "time_wrong"),
        ("2026-11-30T08:00:06", "time_wrong"),
        ("2026-11-30T08:00:06+01:00", "time_wrong"),
        ("2026-13-30T08:00:06Z", "time_wrong"),
        ("2026-11-30 08:00:06Z", "time_wrong"),
        (7, "time_wrong"),
        ("2020-01-01T00:00:00.000Z", "time_backwards"),
        ("2099-01-01T00:00:00.000Z", "time_backwards"),
    ],
)
def test_times_are_times_and_go_forwards(time: Any, kind: str) -> None:
    lines = told("taken_back")
    assert kinds(changed(lines, at(lines, "move"), at=time)) == {kind}


def test_a_line_that_cannot_be_read_is_no_missing_ground() -> None:
    """Nobody knows what it said."""
    for story in STORIES:
        lines = told(story)
        for place in range(at(lines, "setup") + 1, len(lines) - 1):
            broken: list[Any] = [*lines[:place], '{"event": "', *lines[place + 1 :]]
            found = {problem.kind for problem in verify(as_bytes(broken)).problems}
            assert found <= {"unreadable_line", "seed_missing", "seed_wrong", "event_misplaced", "end_outcome_wrong", "header_differs", "end_head_wrong"}, (
                story,
                json.dumps(lines[place]),
            )
