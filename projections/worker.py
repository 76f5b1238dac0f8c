"""Stream → projections, for ever: whatever goes wrong, it backs off and starts again where the tables stand."""

import math
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
from projections.generations import SET_ASIDE, OtherVersion, ReadStore, Superseded, readable
from projections.projector import Projector

_log = logger("worker")
_POLL: Final = 0.25
_LONGEST: Final = 3.0
_STALE: Final = 5.0  # seconds without a step that came to its end: whatever holds it up, it is not ready
_LOOK: Final = 2.0  # seconds between two looks at what other processes change: the generation that is read, the games that are set aside


class Worker:
    """A thread that keeps the active generation up to date."""

    def __init__(self, store: ReadStore, stream: Stream, bell: Bell, leave: Callable[[], None] = lambda: None) -> None:
        """``leave`` hands this worker's share of the stream to others, until it asks for more."""
        self._store, self._stream, self._bell, self._leave = store, stream, bell, leave
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="arbiter-projections", daemon=True)
        self._projector: Projector | None = None
        self._well_at, self._looked_at = time.monotonic(), -math.inf
        self._told = ""

    def start(self) -> None:
        """Begins."""
        self._well_at = time.monotonic()
        self._thread.start()

    def stop(self) -> None:
        """Finishes the batch in hand and ends."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def step(self, timeout: float = 0) -> int:
        """Takes one batch in; how many messages it had."""
        projector = self._current()
        before = projector.positions()
        batch = self._stream.poll(before, self._store.settings.projection_batch, timeout)
        ends = self._stream.ends()
        metrics.LAG.set(behind(ends, before))
        if batch.positions == before:
            return 0
        taken = projector.take(batch)
        metrics.LAG.set(behind(ends, batch.positions))
        self._bell.ring(taken.games)
        return taken.messages

    def healthy(self) -> bool:
        """Whether it is running, and stream and tables have answered in the last seconds."""
        return self._thread.is_alive() and time.monotonic() - self._well_at < _STALE

    def _current(self) -> Projector:
        """The projector of the generation that is read; now and then it is looked whether that is another by now, and how many games are set aside in it."""
        if self._projector is not None and time.monotonic() - self._looked_at < _LOOK:
            return self._projector
        with self._store.engine.connect() as connection:
            generation = readable(connection)
            aside = connection.execute(sa.select(sa.func.count()).where(SET_ASIDE.c.generation == generation)).scalar_one()
        metrics.POISONED.set(aside)
        self._looked_at = time.monotonic()
        if self._projector is None or self._projector.generation != generation:
            self._projector = Projector(self._store, generation, "active")
        return self._projector

    def _run(self) -> None:
        pause = 0.0
        while not self._stopping.wait(pause):
            try:
                self.step(_POLL)
                pause = 0.0
                self._well()
            except Superseded:
                self._projector = None
                pause = 0.01
            except Exception as error:
                self._tell(error)
                metrics.RESTARTS.inc()
                metrics.LAG.set(math.nan)  # nobody knows
                self._projector = None
                pause = min(_LONGEST, max(0.1, pause * 2))
                if isinstance(error, OtherVersion):
                    self._leave()
                    metrics.LAG.set(0)  # its share is others' now

    def _well(self) -> None:
        self._well_at = time.monotonic()
        if self._told:
            _log.info("projections go on")
            self._told = ""

    def _tell(self, error: Exception) -> None:
        """Says what is wrong; once, however often it is tried again in vain."""
        kind = type(error).__name__
        if kind != self._told:
            _log.error("projections start again", error=kind, exc_info=not isinstance(error, Trouble | sa.exc.OperationalError))
            self._told = kind
