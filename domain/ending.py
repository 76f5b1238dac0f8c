"""What a record says about its end, held against what its moves and events make of it.

Where the set-up is not recorded in full the rules leave parts of an outcome open. What a record says of them must be possible; it cannot be checked further.
"""

from collections.abc import Iterable, Sequence
from typing import Final, TypeGuard

import msgspec

from domain.closing import ADJUDICATED, Closing, service_outcome
from domain.course import Course, Fault
from domain.grounds import wrong_winners
from domain.likeness import difference, same, short
from domain.message import Json, State
from domain.refusal import BAD_RECORD
from domain.seats import Seat
from domain.sheet import EndLine, Sheet
from domain.text import counted

LONG: Final = 300  # characters of an outcome in a sentence


class Checked(msgspec.Struct, frozen=True):
    """What is wrong with the end of a record, if anything, and what of it is not certain."""

    fault: Fault | None = None
    not_checkable: tuple[str, ...] = ()


class _Right(msgspec.Struct, frozen=True):
    """How a game ended: what is certain of it (None: it is not over), and every whole outcome that what is not recorded could make of it."""

    certain: Json | None
    possible: tuple[Json, ...] = ()


def outcome_of(course: Course) -> Json | None:
    """How the game ended: as the service closed it, else as the rules say; None while it is not over."""
    return None if course.final is None else course.closing.outcome(course.rules.outcome(course.final))


def verdict_at_the_end(sheet: Sheet, course: Course) -> list[Seat] | None:
    """The winners that an arbiter named, by the events or, where a sheet has none, by its last line; None where the result is by the rules."""
    stated = next((line.end.outcome for line in sheet.of(EndLine)), None)
    outcome = course.closing.adjudicated if course.closing.over else stated
    winners = outcome.get("winners") if _adjudicated(outcome) else None
    return winners if isinstance(winners, list) else None


def checked_end(sheet: Sheet, course: Course) -> Checked:
    """What is wrong with the event of the end and with the last line, the first of them, for a record whose moves are right."""
    ended, end = course.ended, next(iter(sheet.of(EndLine)), None)
    not_checkable: tuple[str, ...] = ()
    if ended is not None:
        words, not_checkable = _compared("GameEnded.outcome", ended.outcome, _right(course, ended.closing, ended.state))
        if words is not None:
            return Checked(_fault(course, ended.line, words))
    if end is None:
        return Checked(None, not_checkable)
    if end.end.moves is not None and end.end.moves != sheet.moves:
        return Checked(_fault(course, end.line, f"end.moves: the record has {counted(sheet.moves, 'move')}, not {end.end.moves}"))
    if not end.end.states_outcome:
        return Checked(None, not_checkable)
    if _told_by_service(end.end.outcome, course):
        if not _adjudicated(end.end.outcome):
            return Checked(None, not_checkable)
        wrong = wrong_winners(end.end.outcome.get("winners"), course.table.seats)
        return Checked(None, (*not_checkable, "end.outcome")) if wrong is None else Checked(_fault(course, end.line, f"end.outcome.{wrong}"))
    assert course.final is not None
    words, open_parts = _compared("end.outcome", end.end.outcome, _right(course, course.closing, course.final))
    return Checked(None if words is None else _fault(course, end.line, words), (*not_checkable, *open_parts))


def _fault(course: Course, line: int, words: str) -> Fault:
    return Fault(course.head, line, None, BAD_RECORD, words)


def _right(course: Course, closing: Closing, state: State) -> _Right:
    by_rules = course.rules.outcome(state)
    certain = closing.outcome(by_rules)
    if by_rules is None or certain is not by_rules or course.rules.outcomes is None:
        return _Right(certain)
    return _Right(certain, tuple(course.rules.outcomes(state)))


def _told_by_service(stated: Json | None, course: Course) -> bool:
    """Whether a stated outcome is right for what the service does: a typed record has no events that tell of a resignation, a clock or a verdict."""
    if stated is None:  # a game under dispute has not ended, although its last move is made
        return bool(course.closing.disputes)
    right = outcome_of(course)
    return not course.closing.over and service_outcome(stated) and (right is None or stated.get("reason") == ADJUDICATED)


def _adjudicated(outcome: Json | None) -> TypeGuard[Json]:
    return outcome is not None and outcome.get("reason") == ADJUDICATED


def _compared(field: str, stated: Json | None, right: _Right) -> tuple[str | None, tuple[str, ...]]:
    """What is wrong with a stated outcome, in a sentence; or which parts of it are possible, but not certain."""
    certain = right.certain
    if same(stated, certain):
        return None, ()
    if certain is None:
        return f"{field}: the game is not over", ()
    if stated is None:
        return f"{field}: the rules make it {short(certain, LONG)}", ()
    told = [part for part in stated if part not in certain or not same(stated[part], certain[part])]
    if certain.keys() <= stated.keys() and any(_agree(whole, stated, told) for whole in right.possible):
        return None, tuple(f"{field}.{part}" for part in told)
    return f"{field}{_wrong(stated, certain, told, right.possible)}", ()


def _agree(one: Json, other: Json, parts: Iterable[str]) -> bool:
    return all(part in one and part in other and same(one[part], other[part]) for part in parts)


def _wrong(stated: Json, certain: Json, told: Sequence[str], possible: Sequence[Json]) -> str:
    """The first part that is not so whatever is not recorded, or else the parts that do not go together."""
    certainly = {part: value for part, value in certain.items() if all(_agree(certain, whole, [part]) for whole in possible)}
    found = difference(certainly, {part: stated[part] for part in stated if part in certainly})
    if found is not None:
        return f"{found.path}: {found.words}"
    for part in certain:
        if part not in stated:
            return f".{part}: is left out"
    for part in told:
        if not any(part in whole for whole in possible):
            return f".{part[:40]}: does not belong there"
        if not any(_agree(whole, stated, [part]) for whole in possible):
            return f".{part}: cannot be {short(stated[part])}, whatever is not recorded"
    return f": {' and '.join(told)} do not go together, whatever is not recorded"
