"""Records to the broker: a window at a time, in order, and every single acknowledgement is looked at."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from kafka.errors import InvalidRecordError, KafkaError, MessageSizeTooLargeError, RecordListTooLargeError

from infra.kafka import CONTENT_TYPE, hash_of, no_broker, partitions_of, producer
from infra.memory import Memory
from infra.settings import Settings
from infra.topics import check, limits, topic_name

_FRAME: Final = 300  # bytes around key and value in a batch of one record, generously
_REFUSALS: Final = (MessageSizeTooLargeError, RecordListTooLargeError, InvalidRecordError)
_LOOK: Final = 1.0
_PATIENCE: Final = 5.0


class Record(NamedTuple):
    """A record of a game on a topic."""

    topic: str
    game_id: str
    version: int
    value: bytes


class Refused(Exception):
    """The broker does not take a record, and would not take it the next time (the client has split the batch down to it)."""

    def __init__(self, record: Record, reason: str) -> None:
        super().__init__(reason)
        self.record, self.reason = record, reason


class Stopped(Exception):
    """Somebody asked to stop while a window was under way."""


class Sender:
    """A producer with what it has to know about the topics. After an error it is of no use any more."""

    def __init__(self, settings: Settings, topics: tuple[str, ...]) -> None:
        self._settings = settings
        self._names = {topic: topic_name(settings, topic) for topic in topics}
        self.ask_limits()
        self._producer = producer(settings)
        try:
            check(settings, partitions_of(self._producer, list(self._names.values())))
        except KafkaError as error:
            self.close()
            raise no_broker(error) from None
        except BaseException:
            self.close()
            raise
        self._hashes: Memory[str, int] = Memory(100_000)

    def ask_limits(self) -> None:
        """Asks the broker what it takes; somebody may have changed that."""
        self._limits = limits(self._settings, tuple(self._names))

    def too_large(self, record: Record) -> str | None:
        """Why the broker would refuse a record; None if it would not."""
        most, size = self._limits[record.topic], len(record.value) + _FRAME
        return f"the record has about {size} bytes, the topic allows {most}" if size > most else None

    def submit(self, records: Sequence[Record]) -> list[tuple[Record, Any]]:
        """Hands records over, in order; nothing is acknowledged yet."""
        send, headers = self._producer.send, [CONTENT_TYPE]
        try:
            window = []
            for one in records:
                key = one.game_id.encode()
                window.append((one, send(self._names[one.topic], one.value, key, headers, self._partition(one.game_id, key))))
            return window
        except KafkaError as error:
            raise no_broker(error) from None

    def settle(self, window: Sequence[tuple[Record, Any]], stopping: Callable[[], bool]) -> None:
        """Waits until every record is acknowledged; as long as it takes, for a broker that is away comes back."""
        for record, future in window:
            while not future.is_done:
                if stopping():
                    raise Stopped
                _wait(future)
            if isinstance(future.exception, _REFUSALS):
                raise Refused(record, f"the broker refuses the record ({type(future.exception).__name__})")
            if future.exception is not None:
                raise no_broker(future.exception)

    def close(self, seconds: float = 0) -> None:
        """Lets go; what was not acknowledged within the time is dropped, and sent again by whoever comes next."""
        try:
            self._producer.close(timeout=seconds)
        except KafkaError:  # with records under way this client gives up closing, not the records: it would go on sending them
            self._producer._sender.force_close()
            self._producer._sender.join(_PATIENCE)
            with suppress(KafkaError):
                self._producer.close(timeout=0)

    def _partition(self, game_id: str, key: bytes) -> int:
        known = self._hashes.get(game_id)
        if known is None:
            known = hash_of(key)
            self._hashes.put(game_id, known)
        return known % self._settings.kafka_partitions


def _wait(future: Any) -> None:
    try:
        future.get(timeout=_LOOK)
    except KafkaError:
        if not future.is_done:
            time.sleep(0.01)
