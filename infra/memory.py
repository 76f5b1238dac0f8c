"""A bounded memory: keeps what was used last, as long as the weights fit."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memory(Generic[K, V]):
    """Least recently used goes first; safe for threads. The library's cache counts entries, this one weighs them: games differ a thousandfold."""

    def __init__(self, most: int) -> None:
        self._most, self._weight = most, 0
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """What is kept under the key, which becomes the newest."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def put(self, key: K, value: V, weight: int = 1) -> None:
        """Keeps a value; forgets the oldest others until all fit (the newest always stays)."""
        with self._lock:
            self._drop(key)
            self._kept[key] = (value, weight)
            self._weight += weight
            while self._weight > self._most and len(self._kept) > 1:
                self._drop(next(iter(self._kept)))

    def forget(self, key: K) -> None:
        """Drops a key, if it is there."""
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        """Drops everything."""
        with self._lock:
            self._kept.clear()
            self._weight = 0

    def __len__(self) -> int:
        return len(self._kept)

    def _drop(self, key: K) -> None:
        found = self._kept.pop(key, None)
        if found is not None:
            self._weight -= found[1]
