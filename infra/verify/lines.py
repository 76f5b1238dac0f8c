"""Reads the lines of a record strictly: what is not plain JSON, or says a thing twice, is a problem with its line."""

import json
from dataclasses import dataclass
from typing import Any, Final

import rfc8785

from infra.verify.report import Problem

LONGEST: Final = 4 * 1024 * 1024  # bytes of a line


@dataclass(frozen=True)
class Line:
    """A line with content: its number in the file, its bytes, and its value (None when it cannot be read)."""

    number: int
    value: dict[str, Any] | None
    problem: Problem | None = None


class _Twice(ValueError):
    """A key stands twice in one object."""


def read_lines(data: bytes) -> list[Line]:
    """Every line that is neither empty nor a comment."""
    lines = []
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        content = raw.strip()
        if content and not content.startswith(b"#"):
            lines.append(_line(number, content))
    return lines


def _line(number: int, raw: bytes) -> Line:
    if len(raw) > LONGEST:
        return _bad(number, "line_too_long", f"is longer than {LONGEST} bytes")
    try:
        value = json.loads(raw.decode(), object_pairs_hook=_object, parse_constant=_constant, parse_int=_whole, parse_float=_real)
        rfc8785.dumps(value)
    except _Twice as error:
        return _bad(number, "duplicate_key", str(error))
    except RecursionError:
        return _bad(number, "unreadable_line", "nests too deeply")
    except json.JSONDecodeError as error:
        words = "something stands after the object; a comment has a line of its own" if error.msg == "Extra data" else error.msg.lower()
        return _bad(number, "unreadable_line", f"is not JSON at column {error.colno}: {words}")
    except UnicodeError:
        return _bad(number, "unreadable_line", "is not UTF-8 text")
    except ValueError as error:
        return _bad(number, "unreadable_line", f"is not plain JSON: {str(error)[:100]}")
    if not isinstance(value, dict):
        return _bad(number, "unreadable_line", "is not a JSON object")
    return Line(number, value)


def _bad(number: int, kind: str, reason: str) -> Line:
    return Line(number, None, Problem(None, number, kind, reason))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise _Twice(f"has the key {key[:40]!r} twice")
        seen[key] = value
    return seen


def _constant(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")


def _whole(digits: str) -> int:
    if len(digits) > 17:
        raise ValueError("a number is too large")
    return int(digits)


def _real(digits: str) -> float:
    raise ValueError(f"{digits[:20]} is not a whole number")
