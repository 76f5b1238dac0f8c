"""When things happened: every time is a UTC time of RFC 3339, and none is before the one above it."""

import re
from datetime import UTC, datetime
from typing import Any, Final

from infra.verify.record import Record
from infra.verify.report import Problem

_TIME: Final = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]00:00)", re.ASCII)


def check_times(record: Record) -> list[Problem]:
    """Times that are none, and times that go backwards. Records of bots have no times."""
    problems: list[Problem] = []
    last: datetime | None = None
    for event in record.events:
        if event.value is None or "at" not in event.value:
            continue
        moment = _read(event.value["at"])
        if moment is None:
            problems.append(event.problem("time_wrong", "at: is not a UTC time in the form of RFC 3339"))
        elif last is not None and moment < last:
            problems.append(event.problem("time_backwards", "at: is before the time of an event above"))
        else:
            last = moment
    return problems


def _read(told: Any) -> datetime | None:
    if not isinstance(told, str) or _TIME.fullmatch(told) is None:
        return None
    try:
        return datetime.fromisoformat(told.upper().replace("Z", "+00:00")).astimezone(UTC)
    except ValueError:
        return None
