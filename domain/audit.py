"""The verdict on a record: the first thing that is wrong with it, its clause, and what would have been legal. Pure."""

from collections.abc import Sequence

import msgspec

from domain.course import Course, Fault, hides, walk
from domain.ending import Checked, checked_end, verdict_at_the_end
from domain.events import GameOpened
from domain.grounds import groundless
from domain.message import Json, Move
from domain.refusal import BAD_RECORD
from domain.seats import Seat
from domain.sheet import EventLine, Problem, RevealLine, Sheet
from domain.table import board_digest


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
    not_checkable: list[str] = []  # what the record says of its end that is possible, but not certain from all that it tells
    skipped: list[int] = []  # lines with something that is not known
    unknown: list[Problem] = []  # what that is
    verdict: list[Seat] | None = None  # whom an arbiter named as winners, where the result is not what the rules make of it
    partial: bool = False  # the set-up is not recorded in full: legality is what is possible

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
        if self.not_checkable:
            shown["not_checkable"] = self.not_checkable
        if self.skipped:
            shown["skipped"] = self.skipped
        if self.unknown:
            shown["unknown"] = msgspec.to_builtins(self.unknown)
        return shown


def audit(sheet: Sheet) -> Report:
    """Referees a record move by move. Raises Unreadable for an unknown ruleset, option or board, or a record that hides what would be judged."""
    return report(sheet, walk(sheet))


def report(sheet: Sheet, course: Course) -> Report:
    """The verdict on a record that was walked."""
    first = _first_fault(sheet, course)
    end = checked_end(sheet, course) if first is None else Checked()
    fault = first or end.fault
    problems = []
    if course.reveal_problem is not None:
        problems.append(Problem(sheet.of(RevealLine)[0].line, course.reveal_problem))
    if (fault or problems) and sheet.header.reader is not None:
        raise hides(sheet.header)
    problems += _other_board(sheet, course)
    problems += sheet.problems
    return Report(
        ok=fault is None and not problems,
        moves=sheet.moves,
        first_illegal=None if fault is None else _illegal(course, fault),
        others=[] if fault is None else list(fault.others),
        annulled_illegal=list(course.taken_back_illegal),
        problems=problems,
        not_checkable=list(end.not_checkable),
        skipped=list(sheet.skipped),
        unknown=list(sheet.unknown),
        verdict=verdict_at_the_end(sheet, course),
        partial=course.partial,
    )


def _other_board(sheet: Sheet, course: Course) -> list[Problem]:
    """Whether the digest of the board, where line 1 or the opening states one, is that of the board that is refereed on."""
    stated = [(sheet.header.line, "boardDigest", sheet.header.board_digest)]
    stated += [(line.line, "GameOpened.boardDigest", line.event.board_digest) for line in sheet.of(EventLine) if isinstance(line.event, GameOpened)]
    told = [(line, field, digest) for line, field, digest in stated if digest is not None]
    right = board_digest(course.rules, course.table) if told else None
    return [Problem(line, f"{field}: is not the digest of the board that the record names") for line, field, digest in told if digest != right]


def _first_fault(sheet: Sheet, course: Course) -> Fault | None:
    """A wrong move, or an event before it without grounds."""
    found = groundless(sheet)
    if found is None or (course.fault is not None and course.fault.line < found.line):
        return course.fault
    return Fault(found.head, found.line, None, BAD_RECORD, found.reason)


def _illegal(course: Course, fault: Fault) -> Illegal:
    acting, legal = _instead(course, fault)
    return Illegal(fault.move, fault.line, fault.seat, fault.clause, fault.reason, [move.wire() for move in legal], list(acting))


def _instead(course: Course, fault: Fault) -> tuple[Sequence[Seat], Sequence[Move]]:
    """Who could have moved, and what the seat could have done: by all that the record proves where the move is wrong in hindsight, else by the position."""
    if fault.instead is not None:
        return fault.instead
    if fault.before is None:
        return (), ()
    acting = course.rules.to_act(fault.before)
    return acting, course.rules.legal_moves(fault.before, fault.seat) if fault.seat in acting else ()
