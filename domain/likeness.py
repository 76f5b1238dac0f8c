"""What is the same as JSON, and how a value is shown in a sentence. Python takes ``True``, ``1`` and ``1.0`` for equal; JSON does not."""

from typing import Any, Final

import msgspec

LONGEST: Final = 60  # characters of a value in a sentence

_WRITTEN: Final = msgspec.json.Encoder(order="deterministic").encode


def same(a: Any, b: Any) -> bool:
    """Whether two plain values are the same JSON, whatever the order of keys."""
    return _WRITTEN(a) == _WRITTEN(b)


class Difference(msgspec.Struct, frozen=True):
    """The first place, in the order of the right value, where another value is not the same."""

    path: str  # ``.scores.0.total``; empty where the values themselves differ
    words: str


def difference(right: Any, claimed: Any, path: str = "") -> Difference | None:
    """Where a value is not what it should be; None where it is."""
    if same(right, claimed):
        return None
    if isinstance(right, dict) and isinstance(claimed, dict):
        for name in right:
            if name not in claimed:
                return Difference(f"{path}.{name}", f"is left out, it is {short(right[name])}")
            if found := difference(right[name], claimed[name], f"{path}.{name}"):
                return found
        return Difference(f"{path}.{min(claimed.keys() - right.keys())[:40]}", "does not belong there")
    if isinstance(right, list) and isinstance(claimed, list) and len(right) == len(claimed):
        return next(found for place, pair in enumerate(zip(right, claimed, strict=True)) if (found := difference(*pair, f"{path}.{place}")))
    return Difference(path, f"is {short(right)}, not {short(claimed)}")


def short(value: Any, longest: int = LONGEST) -> str:
    """A value for a sentence: text in single quotes, all else as JSON (``true``, ``null``), cut where it is long."""
    shown = repr(value) if isinstance(value, str) else msgspec.json.encode(value).decode()
    return shown if len(shown) <= longest else shown[: longest - 3] + "…"
