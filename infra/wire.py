"""Plain JSON: what may come in, and the canonical bytes of what is kept."""

import math
from typing import Any, Final

import msgspec

from domain import events as ev
from domain.chain import canonical
from domain.message import Json
from domain.refusal import UNREADABLE, Refused

MAX_DEPTH, MAX_ITEMS, MAX_BYTES = 32, 20_000, 262_144
_LARGEST: Final = 2**53 - 1  # I-JSON (RFC 7493): a whole number that every reader keeps
_MARKERS: Final = frozenset({"_type_", "_data_"})  # of the eventsourcing library's own transcoder, in other programs that read the store
_DIGITS: Final = bytes(0x30 if 0x30 <= byte <= 0x39 else 0x20 for byte in range(256))  # every digit becomes a 0, all else a blank
_LONG: Final = b"0" * 16  # a quarter of the time of a regular expression


class NotPlain(ValueError):
    """A value that the store would not give back as it was."""


def plain(value: Any, field: str, depth: int = MAX_DEPTH, items: int = MAX_ITEMS, size: int = MAX_BYTES) -> Any:
    """The value itself, if it is plain JSON within the bounds; else ``Refused`` with ARB-4, naming the field."""
    budget = [items, size]
    _walk(value, field, depth, budget)
    return value


def _walk(value: Any, field: str, depth: int, budget: list[int]) -> None:
    budget[0] -= 1
    if budget[0] < 0 or budget[1] < 0:
        raise _no(field, "is too large")
    kind = type(value)
    if value is None or kind is bool:
        return
    if kind is int:
        if not -_LARGEST <= value <= _LARGEST:
            raise _no(field, "is a number beyond 2^53 - 1")
    elif kind is float:
        if not math.isfinite(value):
            raise _no(field, "is not a finite number")
    elif kind is str:
        _check_text(value, field, budget)
    elif kind is list or kind is dict:
        if depth <= 0:
            raise _no(field, "nests too deeply")
        _walk_inside(value, field, depth - 1, budget)
    else:
        raise _no(field, "is not plain JSON")


def _walk_inside(value: Any, field: str, depth: int, budget: list[int]) -> None:
    if type(value) is list:
        for place, item in enumerate(value):
            _walk(item, f"{field}.{place}", depth, budget)
        return
    for key, item in value.items():
        if type(key) is not str:
            raise _no(field, "has a key that is not text")
        _check_text(key, field, budget)
        if key in _MARKERS:
            raise _no(field, f"has the key {key}, which is not allowed")
        _walk(item, f"{field}.{key}"[:200], depth, budget)


def _check_text(text: str, field: str, budget: list[int]) -> None:
    budget[1] -= len(text)
    if budget[1] < 0:
        raise _no(field, "is too large")
    if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
        raise _no(field, "has half of a surrogate pair")


def _no(field: str, what: str) -> Refused:
    shown = field if field.isascii() and field.isprintable() else field.encode("ascii", "replace").decode()
    return Refused(UNREADABLE, f"{shown}: {what}")


def _whole(_: str) -> Any:
    raise NotPlain("a fraction, or a number beyond 2^53 - 1, is not kept")


_ENCODE: Final = msgspec.json.Encoder(order="sorted").encode
_MOVE: Final = msgspec.json.Decoder(ev.MoveMade, float_hook=_whole).decode
_START: Final = msgspec.json.Decoder(ev.GameStarted, float_hook=_whole).decode
_LINE: Final = msgspec.json.Decoder(dict[str, Any], float_hook=_whole).decode


def line_of(event: ev.Event) -> bytes:
    """The RFC 8785 bytes of an event's record line, proved to read back equal; NotPlain if they would not."""
    if isinstance(event, ev.MoveMade):
        return _proved(event, _MOVE)
    if isinstance(event, ev.GameStarted):
        return _proved(event, _START)
    try:
        line = line_of_json(ev.to_line(event))
    except TypeError as error:
        raise NotPlain(f"cannot be kept: {type(error).__name__}") from None
    if event_of(event.name, line) != event:
        raise NotPlain("would not read back as it was written")
    return line


def line_of_json(value: Json) -> bytes:
    """The RFC 8785 bytes of a JSON object, proved to read back equal; NotPlain if they would not."""
    return _proved(value, _LINE)


def _proved(value: Any, decode: Any) -> bytes:
    try:
        line: bytes = _ENCODE(value)
        again = decode(line)
    except (TypeError, ValueError, OverflowError, RecursionError, msgspec.MsgspecError) as error:
        raise NotPlain(f"cannot be kept: {type(error).__name__}") from None
    if again != value:
        raise NotPlain("would not read back as it was written")
    if line.isascii() and _LONG not in line.translate(_DIGITS):
        return line  # msgspec's sorted form is RFC 8785 then: whole numbers below 2^53, keys without surrogates
    return _slowly(value if isinstance(value, dict) else ev.to_line(value))


def _slowly(value: Json) -> bytes:
    """By the reference library: it sorts keys by UTF-16 and refuses numbers beyond 2^53 - 1."""
    try:
        return canonical(value)
    except (ValueError, TypeError, RecursionError) as error:
        raise NotPlain(f"cannot be kept: {type(error).__name__}") from None


def event_of(name: str, line: bytes) -> ev.Event:
    """The event that a stored line tells; ValueError for a line that this version does not know."""
    if name == ev.MoveMade.name:
        return _MOVE(line)
    if name == ev.GameStarted.name:
        return _START(line)
    event = ev.from_line(_LINE(line))
    if event is None or event.name != name:
        raise ValueError(f"{name[:40]!r} is not an event of this version")
    return event
