"""What is the same as JSON. Python takes ``True`` and ``1`` for equal; JSON does not."""

from typing import Any

import rfc8785


def same(a: Any, b: Any) -> bool:
    """Whether two values of plain JSON are the same."""
    return bool(rfc8785.dumps(a) == rfc8785.dumps(b))
