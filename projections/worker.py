"""Stream → projections, for ever: whatever goes wrong, it backs off and starts again where the tables stand."""

import threading
import time
from collections.abc import Callable
from typing import Final

import sqlalchemy as sa

from infra import metrics
from infra.log import logger
from infra.stream import Stream, behind
from infra.trouble import Trouble
from projections.bell import Bell
from projections.generations import OtherVersion, ReadStore, Superseded, readable
from projections.projector import Projector

_log = logger("worker")
_POLL: Final = 0.25
_LONGEST: Final = 3.0
_STALE: Final = 20.0


class Worker:
    """A thread that keeps the active generation up to date."""

    def __init__(self, store: ReadStore, stream: Stream, bell: Bell, leave: Callable[[], None] = lambda: None) -> None:
        """``leave`` hands this worker's share of the stream to others, until it asks for more."""
        self._store, self._stream, self._bell, self._leave = store, stream, bell, leave
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="arbiter-projections", daemon=True)
        self._projector: Projector | None = None
        self.alive_at = time.monotonic()

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def stop(self) -> None:
        """Finishes the batch in hand and ends."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def step(self, timeout: float = 0) -> int:
        """Takes one batch in; how many messages it had."""
        projector = self._projector
        if projector is None:
            with self._store.engine.connect() as connection:
                projector = self._projector = Projector(self._store, readable(connection), "active")
        before = projector.positions()
        batch = self._stream.poll(before, self._store.settings.projection_batch, timeout)
        self.alive_at = time.monotonic()
        metrics.LAG.set(behind(self._stream.ends(), batch.positions))
        if batch.positions == before:
            return 0
        taken = projector.take(batch)
        self._bell.ring(taken.games)
        return taken.messages

    def healthy(self) -> bool:
        """Whether it is running and has looked at the stream in the last seconds."""
        return self._thread.is_alive() and time.monotonic() - self.alive_at < _STALE

    def _run(self) -> None:
        pause = 0.0
        while not self._stopping.wait(pause):
            try:
                self.step(_POLL)
                pause = 0.0
            except Superseded:
                self._projector = None
                pause = 0.01
            except Exception as error:
                known = isinstance(error, Trouble | sa.exc.OperationalError)
                _log.error("projections start again", error=type(error).__name__, exc_info=not known)
                metrics.RESTARTS.inc()
                self._projector = None
                pause = min(_LONGEST, max(0.1, pause * 2))
                if isinstance(error, OtherVersion):
                    self._leave()
