"""One of several processes at one PostgreSQL. Projections are other processes' work when there is Kafka; without it one process at a time does it."""

import time
from typing import Final

from infra.database import migrate
from infra.keys import Keys, load_secret
from infra.leader import Lead
from infra.ledger import Ledger
from infra.listener import Listener
from infra.log import logger
from infra.settings import Settings
from infra.stream import Batch, LogStream, Positions, Stream
from infra.trouble import Misconfigured, Unavailable
from projections.bell import Bell
from projections.current import CurrentLibrary
from projections.embedded import Embedded
from projections.generations import ReadStore, ensure
from projections.rebuild import Rebuilding, rebuild
from projections.worker import Worker

_log = logger("service")
_STAND_BY: Final = 0.5


class LedStream:
    """The log for the one process that leads; nothing for the others."""

    def __init__(self, settings: Settings, log: Stream) -> None:
        self._lead, self._log = Lead(settings, "projections"), log
        self._leads = False

    def ends(self) -> Positions:
        return self._log.ends() if self._leads else {}

    def poll(self, positions: Positions, limit: int, timeout: float) -> Batch:
        if not self._leads or not self._lead.holds():
            self._leads = self._lead.take()
        if self._leads:
            return self._log.poll(positions, limit, timeout)
        time.sleep(min(timeout, _STAND_BY))
        return Batch([], dict(positions))

    def close(self) -> None:
        """Lets another process lead."""
        self._lead.close()


class Distributed(Embedded):
    """The service without its doors, beside others of its kind."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._listener: Listener
        self._stream: LedStream | None = None

    def start(self) -> "Distributed":
        migrate(self.settings)
        self.keys = Keys.from_secret(load_secret(self.settings))
        self.ledger = Ledger(self.settings)
        self._store = ReadStore(self.settings)
        bell = Bell()
        self.library = CurrentLibrary(self.settings, self._store, bell, self.ledger)
        try:
            if self.settings.kafka is None:
                self._project(bell)
            else:
                ensure(self._store)
        except BaseException:
            self.ledger.close()
            self._store.close()
            raise
        self._listener = Listener(self.settings, bell.ring, self._wake_log if self._stream else None)
        self._listener.start()
        _log.info("started", key=self.keys.key_id, kafka=self.settings.kafka is not None)
        return self

    def stop(self) -> None:
        self.ledger.drain()
        self._listener.stop()
        if self._stream is not None:
            self._worker.stop()
            self._stream.close()
        self.ledger.close()
        self._store.close()
        _log.info("stopped")

    def ready(self) -> dict[str, bool]:
        parts = {"store": self.ledger.usable(), "notifications": self._listener.hears(), "readSide": self._fits()}
        return parts if self._stream is None else parts | {"projections": self._worker.healthy()}

    def _project(self, bell: Bell) -> None:
        log = LogStream(self.ledger.log)
        up_to_date(self.settings, self._store, log)
        self._stream = LedStream(self.settings, log)
        self._worker = Worker(self._store, self._stream, bell, self._stream.close)
        self._worker.start()

    def _wake_log(self) -> None:
        try:
            self.ledger.log.ring(self.ledger.log.head())
        except Unavailable:
            return  # it is polled as well

    def _fits(self) -> bool:
        try:
            return ensure(self._store)
        except Exception as error:
            _log.warning("the read side does not answer", error=type(error).__name__)
            return False


def up_to_date(settings: Settings, store: ReadStore, stream: Stream) -> None:
    """Sees to it that the read side has the shape of this version: builds it again, or waits until another process has."""
    while not ensure(store):
        _log.info("the read side has another shape in this version, it is built again")
        try:
            rebuild(settings, stream)
        except Rebuilding:
            time.sleep(1)


def service_of(settings: Settings) -> Embedded:
    """The service that the settings ask for."""
    if settings.sqlite_path is None:
        return Distributed(settings)
    if settings.kafka is not None:
        raise Misconfigured("ARBITER_DATABASE: must be postgresql://… when ARBITER_KAFKA is set: processes of several machines share it")
    return Embedded(settings)
