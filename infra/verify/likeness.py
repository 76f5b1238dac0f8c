"""What is the same as JSON, and where it is not. Python takes ``True`` and ``1`` for equal; JSON does not."""

import json
from collections.abc import Iterator
from typing import Any, Final

import rfc8785

MOST: Final = 3  # differences that are named
LONGEST: Final = 60  # characters of a value in a sentence

NOTHING: Final = object()  # stands where something is left out


def same(a: Any, b: Any) -> bool:
    """Whether two values of plain JSON are the same."""
    return bool(rfc8785.dumps(a) == rfc8785.dumps(b))


def differences(right: Any, said: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """The places in which two values differ, the outermost that are enough, with what stands there; ``NOTHING`` where it is left out."""
    if right is not NOTHING and said is not NOTHING and same(right, said):
        return
    if isinstance(right, dict) and isinstance(said, dict):
        for name in sorted(right.keys() | said.keys()):
            yield from differences(right.get(name, NOTHING), said.get(name, NOTHING), f"{path}.{name[:40]}")
    elif isinstance(right, list) and isinstance(said, list) and len(right) == len(said):
        for place, (one, other) in enumerate(zip(right, said, strict=True)):
            yield from differences(one, other, f"{path}.{place}")
    else:
        yield path, right, said


def shown(value: Any) -> str:
    """A value as JSON for a sentence, cut where it is long."""
    if value is NOTHING:
        return "nothing"
    words = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
