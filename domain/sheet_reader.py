"""Reads a record's lines, as plain JSON, into a ``Sheet``. Judges no move; refuses what is not a record, with its line.

A line that is readable and makes no sense where it stands is no reason to refuse: the sheet holds what is before it, since nobody knows what was meant.
A move that says a wrong number stands where it stands: moves are counted by their lines.
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
    reading = _Reading(header)
    reading.pass_over(at, unknown_keys("arbiter", value))
    for at, value in numbered:
        reading.add(at, value)
    return Sheet(header, tuple(reading.lines), reading.count, frozenset(reading.taken_back), tuple(reading.unknown), reading.misnumbered, reading.senseless)


class _NoSense(Exception):
    """What makes no sense about the place of a line. One sentence."""


class _Reading:
    """The lines so far, and what may follow them."""

    def __init__(self, header: Header) -> None:
        self.withheld: Mapping[str, Json] = WITHHELD if header.reader is not None else {}
        self.typed = header.id is None
        self.lines: list[Line] = []
        self.unknown: list[Problem] = []
        self.seen: set[str] = set()
        self.count = 0
        self.counting: list[int] = []
        self.taken_back: set[int] = set()
        self.misnumbered: Problem | None = None
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
        line = self._event(at, value) if forms[0] == "event" else _said(FORMS[forms[0]], at, value)
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
            line = self._annulled(line)
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
        self.count += 1
        if line.number not in (0, self.count) and self.misnumbered is None:
            self.misnumbered = Problem(line.line, f"number: this is move {self.count} of the record, not {line.number}")
        self.counting.append(self.count)
        return line.model_copy(update={"number": self.count})

    def _annulled(self, line: AnnulLine) -> AnnulLine:
        """Takes back the moves from a number on that count; the line then says the first of them."""
        first, last = line.annul.first, line.annul.last
        place = bisect_left(self.counting, first)
        if first < 1 or place == len(self.counting):
            raise _NoSense(f"annul.from: there is no move {first}, nor a later one, that counts")
        if last not in (None, self.count):
            raise _NoSense(f"annul.to: the last move is {self.count}, not {last}")
        taken_back = self.counting[place:]
        self.taken_back.update(taken_back)
        del self.counting[place:]
        return line.model_copy(update={"annul": line.annul.model_copy(update={"first": taken_back[0]})})

    def _event(self, at: int, value: Json) -> EventLine | None:
        """The event on a line. On a typed sheet one that lacks what an event has is passed over: no page says what its writer should have known."""
        name = value["event"]
        if not isinstance(name, str):
            raise Unreadable("event: must be the name of an event", at)
        try:
            event = ev.from_line({**self.withheld.get(name, {}), **value})
        except msgspec.ValidationError as error:
            if not self.typed:
                raise Unreadable(_converted(name, str(error)), at) from None
            self.pass_over(at, [_converted(name, str(error))])
            return None
        return None if event is None else EventLine(at, event)


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
