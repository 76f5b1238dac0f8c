"""A record taken apart: header, events in their places, end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from infra.verify.lines import Line
from infra.verify.report import NoRecord, Problem

Json = dict[str, Any]


@dataclass(frozen=True)
class Event:
    """An event line: its place from 1 (its version in the game), the number of its line, its value (None when it cannot be read)."""

    place: int
    line: int
    value: Json | None

    def problem(self, kind: str, reason: str) -> Problem:
        return Problem(self.place, self.line, kind, reason)

    def named(self, name: str) -> bool:
        return self.value is not None and self.value.get("event") == name


@dataclass(frozen=True)
class Record:
    """What the verifier looks at."""

    header: Json | None
    header_line: int
    events: tuple[Event, ...]
    end: Json | None
    end_line: int | None
    problems: tuple[Problem, ...]

    def only(self, name: str) -> Event | None:
        """The first event of a name."""
        return next((event for event in self.events if event.named(name)), None)

    def field(self, name: str, key: str) -> Any:
        """A field of the first event of a name; None where either is missing."""
        event = self.only(name)
        return None if event is None or event.value is None else event.value.get(key)

    @property
    def written_by_service(self) -> bool:
        """Whether it claims to be more than a typed score sheet."""
        return _written(self.header, self.events)


def _written(header: Json | None, events: Sequence[Event]) -> bool:
    chained = any(event.value is not None and "hash" in event.value for event in events)
    return chained or (header is not None and ("id" in header or "seedCommitment" in header))


def take_apart(lines: list[Line]) -> Record:
    """The record of the lines. Raises NoRecord when neither line 1 nor any event can be read."""
    if not lines:
        raise NoRecord("the file is empty")
    first, rest = lines[0], lines[1:]
    header = first.value if first.value is not None and "arbiter" in first.value else None
    if header is None and not any(line.value is not None and "hash" in line.value for line in rest):
        raise NoRecord(f"line {first.number} is not the header of a record, and no event follows")
    problems = [line.problem for line in lines if line.problem is not None]
    if header is None and first.problem is None:
        problems.append(Problem(None, first.number, "header_missing", "line 1 of a record has the key 'arbiter'"))
    elif header is not None and (type(header["arbiter"]) is not int or header["arbiter"] != 1):
        problems.append(Problem(None, first.number, "unknown_format", "this program verifies records of format 1"))
    events: list[Event] = []
    end, end_line = None, None
    for line in rest if header is not None or first.problem is not None else lines:
        if end_line is not None:
            problems.append(Problem(None, line.number, "line_after_end", "stands after the end of the record"))
        elif line.value is not None and "end" in line.value:
            end, end_line = line.value["end"], line.number
        else:
            events.append(Event(len(events) + 1, line.number, line.value))
    if end_line is None:
        problems.append(
            Problem(
                None,
                lines[-1].number,
                "end_missing",
                "the record has no end: it was cut" if _written(header, events) else "the record has no last line, so nobody can see whether it is whole",
            )
        )
    elif not isinstance(end, dict):
        problems.append(Problem(None, end_line, "unreadable_line", "end: is not an object"))
        end = None
    placed = {event.line: event.place for event in events}
    problems = [Problem(placed.get(p.line or 0), p.line, p.kind, p.reason) for p in problems]
    return Record(header, first.number, tuple(events), end, end_line, tuple(problems))
