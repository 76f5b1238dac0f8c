"""What is the same as JSON, and how a value is shown in a sentence. Python takes ``True``, ``1`` and ``1.0`` for equal; JSON does not."""

from typing import Any, Final

import msgspec

LONGEST: Final = 60  # characters of a value in a sentence

_WRITTEN: Final = msgspec.json.Encoder(order="deterministic").encode


def same(a: Any, b: Any) -> bool:
    """Whether two plain values are the same JSON, whatever the order of keys."""
    return _WRITTEN(a) == _WRITTEN(b)


def short(value: Any, longest: int = LONGEST) -> str:
    """A value for a sentence: text in single quotes, all else as JSON (``true``, ``null``), cut where it is long."""
    shown = repr(value) if isinstance(value, str) else msgspec.json.encode(value).decode()
    return shown if len(shown) <= longest else shown[: longest - 3] + "…"
