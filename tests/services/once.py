"""What tests fetch and keep in a cache that git ignores."""

import fcntl
from collections.abc import Callable
from pathlib import Path

COMPLETE = "complete"


def once(folder: Path, fill: Callable[[], object]) -> Path:
    """A folder that is filled by whoever comes first; other processes wait. If it fails the next one tries again."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if not (folder / COMPLETE).exists():
            fill()
            (folder / COMPLETE).touch()
    return folder
