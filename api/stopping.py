"""SIGTERM and SIGINT, heard from the first moment on: who is told to stop while it still starts ends there and then."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

_LOOK: Final = 1.0  # seconds
_AGAIN: Final = 0.05  # seconds until what was lost is raised again


class Stopped(KeyboardInterrupt):
    """This process was told to stop. As at Ctrl+C, a driver that waits for a server's answer takes its question back."""


class Signals:
    """What was heard. The first signal breaks off whatever the main thread does; what it lets go of then is not disturbed by a second one."""

    def __init__(self) -> None:
        self.told, self.starting = False, True
        self._others = False
        self._again: threading.Timer | None = None

    def hear(self, *_: Any) -> None:
        """The handler."""
        first, self.told = not self.told, True
        again, self._again = self._again is not None and self.starting, None
        if (first or again) and not self._others:
            raise Stopped

    def lost(self, what: Any, otherwise: Callable[[Any], Any]) -> None:
        """The hook for what came where Python cannot raise (``__del__``, a callback of the import system): a stop is raised again a moment later."""
        if isinstance(what.exc_value, Stopped):
            self._again = threading.Timer(_AGAIN, signal.pthread_kill, (threading.main_thread().ident, signal.SIGTERM))
            self._again.start()
        else:
            otherwise(what)

    def end(self) -> None:
        """Nothing is raised again from here on."""
        self.starting = False
        if again := self._again:
            again.cancel()
            again.join()

    def wait(self) -> None:
        """Waits for a signal, also for one that a library swallowed."""
        self.starting = False
        while not self.told:
            time.sleep(_LOOK)

    def hand_over(self) -> bool:
        """From here on somebody else acts on signals; whether there was none until now."""
        self.starting, self._others = False, True
        return not self.told


_open: list[Signals] = []  # at most one: a block within another hears what was told to the outer one


@contextmanager
def stoppable() -> Iterator[Signals]:
    """A block that ends quietly when this process is told to stop."""
    if _open:
        yield _open[0]
        return
    signals = Signals()
    before = {number: signal.signal(number, signals.hear) for number in (signal.SIGTERM, signal.SIGINT)}
    hook = sys.unraisablehook
    sys.unraisablehook = lambda what: signals.lost(what, hook)
    _open.append(signals)
    try:
        yield signals
    except Stopped:
        return
    except Exception:
        if not (signals.told and signals.starting):  # else it is what a library made of being broken off
            raise
    finally:
        signals.end()
        sys.unraisablehook = hook
        _open.clear()
        for number, handler in before.items():
            signal.signal(number, handler)
