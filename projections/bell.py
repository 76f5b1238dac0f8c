"""Tells whoever follows that games have changed: threads that wait, and callbacks (which hand on into an event loop)."""

import threading
from collections.abc import Callable, Mapping
from typing import TypeAlias

from infra.log import logger

_log = logger("bell")
Changed: TypeAlias = Callable[[Mapping[str, int]], None]


class Bell:
    """Rung by the projections when rows are committed, with the games and their newest versions."""

    def __init__(self) -> None:
        self._more = threading.Condition()
        self._rung = 0
        self._listeners: dict[int, Changed] = {}
        self._next = 0

    def ring(self, games: Mapping[str, int]) -> None:
        """These games have changed."""
        with self._more:
            self._rung += 1
            self._more.notify_all()
            listeners = list(self._listeners.values())
        for listener in listeners:
            try:
                listener(games)
            except Exception as error:  # a listener's trouble is not the projections'
                _log.error("a listener failed", error=type(error).__name__, exc_info=True)

    def listen(self, changed: Changed) -> Callable[[], None]:
        """Calls ``changed`` from the projections' thread at every change; the answer ends it. It must return at once:
        ``loop.call_soon_threadsafe(queue.put_nowait, …)`` is what it is for.
        """
        with self._more:
            number = self._next = self._next + 1
            self._listeners[number] = changed

        def stop() -> None:
            with self._more:
                self._listeners.pop(number, None)

        return stop

    def rung(self) -> int:
        """How often it has been rung: to be read before looking, and handed to ``wait`` after."""
        with self._more:
            return self._rung

    def wait(self, rung: int, timeout: float) -> bool:
        """Waits until it is rung again after ``rung``; False when the time is over."""
        with self._more:
            return self._more.wait_for(lambda: self._rung != rung, timeout)
