"""A projection worker in a process of its own: a member of Kafka's consumer group that keeps its partitions' games up to date."""

from collections.abc import Callable
from typing import Any

from infra.database import migrate
from infra.kafka_stream import KafkaStream
from infra.keys import load_secret
from infra.settings import Settings
from infra.trouble import Misconfigured
from projections.bell import Bell
from projections.distributed import up_to_date
from projections.generations import ReadStore, ensure
from projections.rebuild import rebuild
from projections.worker import Worker


class WorkerProcess:
    """The worker with what it needs."""

    def __init__(self, settings: Settings) -> None:
        check(settings)
        self._settings = settings
        self._store = ReadStore(settings)
        self.stream = KafkaStream(settings)
        self.worker = Worker(self._store, self.stream, Bell(), self.stream.close)

    def start(self) -> None:
        """Begins, once the tables are those of this version."""
        migrate(self._settings)
        if not ensure(self._store):
            alone = KafkaStream(self._settings, alone=True)
            try:
                up_to_date(self._settings, self._store, alone)
            finally:
                alone.close()
        self.worker.start()

    def stop(self) -> None:
        """Finishes the batch in hand and leaves the group."""
        self.worker.stop()
        self.stream.close()
        self._store.close()

    def run(self, wait: Callable[[], Any]) -> None:
        """Works until ``wait`` returns."""
        self.start()
        try:
            wait()
        finally:
            self.stop()

    def ready(self) -> dict[str, bool]:
        """What works. Who belongs to the group and has no partition, because there are more workers, stands by: that is well too."""
        return {"projections": self.worker.healthy(), "partitions": self.stream.joined}


def check(settings: Settings) -> None:
    """Refuses what cannot work for processes beside others."""
    if settings.sqlite_path is not None:
        raise Misconfigured("ARBITER_DATABASE: must be postgresql://… when ARBITER_KAFKA is set: processes of several machines share it")
    load_secret(settings)


def rebuild_from_kafka(settings: Settings, progress: Callable[[int], Any] | None = None) -> int:
    """Builds the read side again from the beginning of the topics, beside whatever runs; how many messages it took."""
    check(settings)
    migrate(settings)
    store, stream = ReadStore(settings), KafkaStream(settings, alone=True)
    try:
        ensure(store)
        return rebuild(settings, stream, progress)
    finally:
        stream.close()
        store.close()
