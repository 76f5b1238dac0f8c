"""What a process that serves sets for the whole of it."""

import gc
from typing import Final

_SELDOM: Final = (50_000, 20, 50)  # instead of (700, 10, 10)


def settle() -> None:
    """Lets the collector of cycles look seldom: games in memory are many small objects that live long and hold no cycles (p99 of a move falls to a third)."""
    gc.set_threshold(*_SELDOM)
