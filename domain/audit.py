"""The verdict on a record: the first thing that is wrong with it, its clause, and what would have been legal. Pure."""

from typing import Any, Final

import msgspec

from domain.closing import ADJUDICATED, service_outcome
from domain.course import Course, Fault, hides, walk
from domain.likeness import same, short
from domain.message import Json
from domain.refusal import BAD_RECORD
from domain.seats import Seat
from domain.sheet import EndLine, RevealLine, Sheet

LONG: Final = 300  # characters of an outcome in a sentence


class Problem(msgspec.Struct, frozen=True):
    """A line that is wrong and is no move."""

    line: int
    reason: str


class Illegal(msgspec.Struct, frozen=True):
    """The first move that is wrong (0: the set-up), with what its seat could have done instead."""

    move: int
    line: int
    seat: Seat | None
    clause: str
    reason: str
    legal: list[Json] = []
    to_act: list[Seat] = []


class Report(msgspec.Struct, frozen=True):
    """What an audit finds."""

    ok: bool
    moves: int
    first_illegal: Illegal | None = None
    others: list[int] = []  # earlier moves, each of which could be the wrong one instead
    annulled_illegal: list[int] = []
    problems: list[Problem] = []
    skipped: list[int] = []

    def wire(self) -> Json:
        """The JSON of ``arbiter audit --json``: what is not there is left out, but for the list of annulled moves."""
        shown: Json = {"ok": self.ok, "moves": self.moves}
        if self.first_illegal is not None:
            shown["first_illegal"] = msgspec.to_builtins(self.first_illegal)
        if self.others:
            shown["others"] = self.others
        shown["annulled_illegal"] = self.annulled_illegal
        if self.problems:
            shown["problems"] = msgspec.to_builtins(self.problems)
        if self.skipped:
            shown["skipped"] = self.skipped
        return shown


def audit(sheet: Sheet) -> Report:
    """Referees a record move by move. Raises Unreadable for an unknown ruleset, option or board, or a record that hides what would be judged."""
    return report(sheet, walk(sheet))


def report(sheet: Sheet, course: Course) -> Report:
    """The verdict on a record that was walked."""
    fault = course.fault or _wrong_end(sheet, course)
    problems = []
    if course.reveal_problem is not None:
        problems.append(Problem(sheet.of(RevealLine)[0].line, course.reveal_problem))
    if (fault or problems) and sheet.header.reader is not None:
        raise hides(sheet.header)
    return Report(
        ok=fault is None and not problems,
        moves=sheet.moves,
        first_illegal=None if fault is None else _illegal(course, fault),
        others=[] if fault is None else list(fault.others),
        annulled_illegal=list(course.taken_back_illegal),
        problems=problems,
        skipped=list(sheet.skipped),
    )


def outcome_of(course: Course) -> Json | None:
    """How the game ended: as the service closed it, else as the rules say; None while it is not over."""
    return None if course.final is None else course.closing.outcome(course.rules.outcome(course.final))


def _illegal(course: Course, fault: Fault) -> Illegal:
    rules, legal, acting = course.rules, list[Json](), list[Seat]()
    if fault.before is not None:
        acting = list(rules.to_act(fault.before))
        if fault.seat in acting:  # in hindsight the move itself is not, although the position alone would allow it
            legal = [move.wire() for move in rules.legal_moves(fault.before, fault.seat) if move != fault.made]
    return Illegal(fault.move, fault.line, fault.seat, fault.clause, fault.reason, legal, acting)


def _wrong_end(sheet: Sheet, course: Course) -> Fault | None:
    """Where the record says another end than the one its moves lead to."""
    ended = course.ended
    if ended is not None and not same(ended.outcome, right := ended.closing.outcome(ended.by_rules)):
        return _fault(course, ended.line, "GameEnded.outcome", right)
    end: EndLine | None = next(iter(sheet.of(EndLine)), None)
    if end is None:
        return None
    if end.end.moves is not None and end.end.moves != sheet.moves:
        return Fault(course.head, end.line, None, BAD_RECORD, f"end.moves: the record has {sheet.moves} moves, not {end.end.moves}")
    if end.end.states_outcome and not _end_fits(end.end.outcome, course):
        return _fault(course, end.line, "end.outcome", outcome_of(course))
    return None


def _end_fits(stated: Json | None, course: Course) -> bool:
    """Whether a stated outcome is the right one. A typed record has no events that tell of a resignation, a clock or a verdict."""
    right = outcome_of(course)
    if stated is None:  # a game under dispute has not ended, although its last move is made
        return bool(course.closing.disputes) or right is None
    if same(stated, right):
        return True
    closed = course.closing.over
    return not closed and service_outcome(stated) and (right is None or stated.get("reason") == ADJUDICATED)


def _fault(course: Course, line: int, field: str, right: Any) -> Fault:
    words = "the game is not over" if right is None else f"the rules make it {short(right, LONG)}"
    return Fault(course.head, line, None, BAD_RECORD, f"{field}: {words}")
