"""Reads a record's lines, as plain JSON, into a ``Sheet``. Judges no move; refuses what is not a record, with its line.

A line that is readable and makes no sense where it stands is no reason to refuse: the sheet holds what is before it, since nobody knows what was meant.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar

import msgspec
from pydantic import BaseModel, ValidationError

from domain import events as ev
from domain.message import Json
from domain.sheet import AnnulLine, EndLine, EventLine, Header, Line, MoveLine, Problem, RevealLine, SetupLine, Sheet, Unreadable
from domain.sheet_known import unknown_keys
from domain.table import first_error

M = TypeVar("M", bound=BaseModel)

FORMS: Final[dict[str, type[Any]]] = {"setup": SetupLine, "move": MoveLine, "annul": AnnulLine, "reveal": RevealLine, "end": EndLine, "event": EventLine}
ONCE: Final = ("setup", "reveal")

# What a record leaves out for a reader who may not see it, and no judgement needs.
WITHHELD: Final[dict[str, Json]] = {"DisputeRaised": {"text": ""}, "DisputeRuled": {"reason": ""}}


def read_sheet(lines: Iterable[tuple[int, Any]]) -> Sheet:
    """A sheet from numbered JSON values, the header first. Raises Unreadable."""
    numbered = iter(lines)
    first = next(numbered, None)
    if first is None:
        raise Unreadable("the record is empty")
    at, value = first
    if not isinstance(value, dict) or "arbiter" not in value:
        raise Unreadable('line 1 of a record is {"arbiter": 1, "ruleset": …, "players": […]}', at)
    header = _said(Header, at, value)
    reading = _Reading(WITHHELD if header.reader is not None else {})
    reading.pass_over(at, unknown_keys("arbiter", value))
    for at, value in numbered:
        reading.add(at, value)
    return Sheet(header, tuple(reading.lines), reading.count, frozenset(reading.taken_back), tuple(reading.unknown), reading.senseless)


class _NoSense(Exception):
    """What makes no sense about the place of a line. One sentence."""


class _Reading:
    """The lines so far, and what may follow them."""

    def __init__(self, withheld: Mapping[str, Json]) -> None:
        self.withheld = withheld
        self.lines: list[Line] = []
        self.unknown: list[Problem] = []
        self.seen: set[str] = set()
        self.count = 0
        self.counting: list[int] = []
        self.taken_back: set[int] = set()
        self.senseless: Problem | None = None

    def add(self, at: int, value: Any) -> None:
        if not isinstance(value, dict):
            raise Unreadable("is not a JSON object", at)
        if "end" in self.seen:
            raise Unreadable("stands after the end of the record", at)
        forms = [form for form in FORMS if form in value]
        if len(forms) > 1:
            raise Unreadable(f"says {forms[0]} and {forms[1]} at once", at)
        if not forms:
            self._skip(at, value)
            return
        line = _event(at, value, self.withheld) if forms[0] == "event" else _said(FORMS[forms[0]], at, value)
        self.pass_over(at, unknown_keys(forms[0], value))
        if self.senseless is not None:
            return
        try:
            self._place(forms[0], line)
        except _NoSense as no_sense:
            self.senseless = Problem(at, str(no_sense))

    def _place(self, form: str, line: Line | None) -> None:
        """Takes a line in where it stands. Raises _NoSense."""
        self._check_order(form)
        if isinstance(line, MoveLine):
            line = self._counted(line)
        elif isinstance(line, AnnulLine):
            self._annul(line)
        self.seen.add(form)
        if line is not None:
            self.lines.append(line)

    def _skip(self, at: int, value: Json) -> None:
        """Readers skip what they do not know; half a move, or a second header, is an error."""
        if "arbiter" in value:
            raise Unreadable("is a second line 1", at)
        if "seat" in value or "draws" in value:
            raise Unreadable("has no move", at)
        self.pass_over(at, ["nothing that is known stands here"])

    def pass_over(self, at: int, words: Iterable[str]) -> None:
        """Notes what is not known on a line."""
        self.unknown += [Problem(at, what) for what in words]

    def _check_order(self, form: str) -> None:
        if form in ONCE and form in self.seen:
            raise _NoSense(f"{form}: there is more than one in the record")
        if form == "setup" and self.count:
            raise _NoSense("setup: stands after the first move")
        if form in ("move", "annul") and "reveal" in self.seen:
            raise _NoSense(f"{form}: stands after the reveal")

    def _counted(self, line: MoveLine) -> MoveLine:
        if line.number not in (0, self.count + 1):
            raise _NoSense(f"number: this is move {self.count + 1} of the record, not {line.number}")
        self.count += 1
        self.counting.append(self.count)
        return line.model_copy(update={"number": self.count})

    def _annul(self, line: AnnulLine) -> None:
        first, last = line.annul.first, line.annul.last
        place = bisect_left(self.counting, first)
        if self.counting[place : place + 1] != [first]:
            raise _NoSense(f"annul.from: there is no move {first} that counts")
        if last not in (None, self.count):
            raise _NoSense(f"annul.to: the last move is {self.count}, not {last}")
        self.taken_back.update(self.counting[place:])
        del self.counting[place:]


def _said(model: type[M], at: int, value: Json) -> M:
    try:
        return model.model_validate({**value, "line": at})
    except ValidationError as error:
        raise Unreadable(first_error(error), at) from None


def _converted(name: str, words: str) -> str:
    """What msgspec refused of an event, with the field first."""
    told, _, place = words.partition(" - at `$")
    told = told.replace("`", "")
    return f"{name[:40]}{place.rstrip('`')[:100]}: {told[:1].lower()}{told[1:200]}"


def _event(at: int, value: Json, withheld: Mapping[str, Json]) -> EventLine | None:
    if not isinstance(value["event"], str):
        raise Unreadable("event: must be the name of an event", at)
    try:
        event = ev.from_line({**withheld.get(value["event"], {}), **value})
    except msgspec.ValidationError as error:
        raise Unreadable(_converted(value["event"], str(error)), at) from None
    return None if event is None else EventLine(at, event)
