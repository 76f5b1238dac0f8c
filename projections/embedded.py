"""Everything in one process: write side, projections, read side."""

from infra.database import migrate
from infra.keys import Keys, load_secret
from infra.ledger import Ledger
from infra.log import logger
from infra.process import settle
from infra.settings import Settings
from infra.stream import LogStream
from projections.bell import Bell
from projections.current import CurrentLibrary
from projections.generations import ReadStore, ensure
from projections.library import Library
from projections.rebuild import rebuild
from projections.worker import Worker

_log = logger("service")


class Embedded:
    """The service without its doors. Opens nothing before ``start``."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.keys: Keys
        self.ledger: Ledger
        self.library: Library
        self._store: ReadStore
        self._worker: Worker

    def start(self) -> "Embedded":
        """Makes or brings up to date what it needs, and begins to work."""
        settle()
        migrate(self.settings)
        self.keys = Keys.from_secret(load_secret(self.settings))
        self.ledger = Ledger(self.settings)
        self._store = ReadStore(self.settings)
        try:
            if not ensure(self._store):
                _log.info("the read side has another shape in this version, it is built again")
                rebuild(self.settings, LogStream(self.ledger.log))
        except BaseException:
            self.ledger.close()
            self._store.close()
            raise
        bell = Bell()
        self.library = CurrentLibrary(self.settings, self._store, bell, self.ledger)
        self._worker = Worker(self._store, LogStream(self.ledger.log), bell)
        self._worker.start()
        _log.info("started", key=self.keys.key_id)
        return self

    def stop(self) -> None:
        """Finishes what was accepted, then lets go of the database."""
        self.ledger.drain()
        self._worker.stop()
        self.ledger.close()
        self._store.close()
        _log.info("stopped")

    def ready(self) -> dict[str, bool]:
        """What works."""
        return {"store": self.ledger.usable(), "projections": self._worker.healthy()}

    def __enter__(self) -> "Embedded":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
