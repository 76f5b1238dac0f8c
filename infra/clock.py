"""The clock: UTC, ISO 8601 with milliseconds and "Z", never going backwards within a process."""

import threading
from datetime import UTC, datetime, timedelta

_lock = threading.Lock()
_last = ""


def stamp(moment: datetime) -> str:
    """A moment in the form that events carry; as text it sorts by time."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def now() -> str:
    """The time; a clock that is set back stands still instead."""
    global _last  # noqa: PLW0603 (the one state of this file, under its lock)
    with _lock:
        _last = max(_last, stamp(datetime.now(UTC)))
        return _last


def ago(seconds: float) -> str:
    """What the clock showed so many seconds ago: what a delayed viewer may see was committed until then."""
    return stamp(datetime.now(UTC) - timedelta(seconds=seconds))


def read(text: str) -> datetime:
    """A stamp back as a moment; ValueError for anything that is no date with a time zone."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("a time needs a time zone")
    return moment.astimezone(UTC)
