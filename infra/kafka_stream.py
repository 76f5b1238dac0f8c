"""The stream of everything that happened, from Kafka: one partition after another is somebody's, and positions are the tables' business.

A position is the offset of the next record. Partitions count from 1 here: 0 is the log in the process (``LogStream``), so that a service may change from
one to the other on the same tables; versions of games keep an event that comes both ways from counting twice.
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from kafka import ConsumerRebalanceListener, TopicPartition
from kafka.errors import KafkaError
from kafka.structs import OffsetAndMetadata

from infra import metrics
from infra.cloud_events import NotOurs, notification
from infra.event_store import ATTEMPTS, GAMES
from infra.kafka import consumer, no_broker, partitions_of
from infra.log import logger
from infra.notices import Notification
from infra.settings import Settings
from infra.stream import Batch, Place, Positions, behind
from infra.topics import GROUP, topic_name

_log = logger("stream")
TAILED: Final = (GAMES, ATTEMPTS)
_QUIET: Final = 2.0  # seconds without a record after which the broker is asked whether it is there
_PATIENCE_MS: Final = 2_000


class KafkaStream:
    """A member of the group of projection workers; ``alone`` reads every partition without belonging to any group. Belongs to one thread."""

    def __init__(self, settings: Settings, *, alone: bool = False) -> None:
        self._settings, self._alone = settings, alone
        self._topics = {topic_name(settings, topic): topic for topic in TAILED}
        self._consumer: Any = None
        self._wanted: Positions = {}
        self._kept: dict[Place, int] = {}
        self._next: dict[Any, int] = {}
        self._heard_at = -math.inf
        self.joined = False  # whether this member has its share, be it none
        self._open: Callable[[], Any] = self._open_alone if alone else self._join

    def ends(self) -> Positions:
        """Where this member's partitions end; a partition of which nothing was heard yet is left out."""
        client = self._client()
        try:
            mine = list(client.assignment())
            ends = client.end_offsets(mine) if self._alone and mine else {tp: client.highwater(tp) for tp in mine}
        except KafkaError as error:
            raise self._broken(error) from None
        return {self._place(tp): end for tp, end in ends.items() if end is not None}

    def poll(self, positions: Positions, limit: int, timeout: float) -> Batch:
        """Records after the positions, which are what the tables have; of the partitions that are this member's now."""
        if self._alone and not behind(self.ends(), positions):
            return Batch([], dict(positions))  # who reads to the end need not wait for what might still come
        client, self._wanted = self._client(), positions
        try:
            self._seek(client, client.assignment())
            self._keep(client)
            found = client.poll(timeout_ms=int(timeout * 1000) or (500 if self._alone else 50), max_records=limit)
        except KafkaError as error:
            raise self._broken(error) from None
        self._listen(client, bool(found))
        messages: list[Notification] = []
        after: dict[Place, int] = {}
        for tp, records in found.items():
            topic, partition = place = self._place(tp)
            messages += [one for record in records if (one := _read(topic, partition, record)) is not None]
            after[place] = self._next[tp] = records[-1].offset + 1
        return Batch(messages, {**positions, **after})

    def close(self) -> None:
        """Leaves the group, so that others take over at once."""
        client, self._consumer, self.joined = self._consumer, None, False
        self._next.clear()
        if client is not None:
            try:
                client.close(autocommit=False, timeout_ms=3_000)
            except KafkaError as error:
                _log.warning("the group could not be left", error=type(error).__name__)

    def assigned(self) -> list[Place]:
        """The partitions that are this member's."""
        return sorted(self._place(tp) for tp in self._consumer.assignment()) if self._consumer is not None else []

    def _client(self) -> Any:
        if self._consumer is None:
            self._consumer = self._open()
        return self._consumer

    def _join(self) -> Any:
        client = consumer(self._settings, f"{self._settings.kafka_prefix}{GROUP}")
        with _closed_unless_well(client):
            partitions_of(client, list(self._topics))
            client.subscribe(topics=list(self._topics), listener=_Assigned(self))
        return client

    def _open_alone(self) -> Any:
        client = consumer(self._settings)
        with _closed_unless_well(client):
            counts = partitions_of(client, list(self._topics))
            client.assign([TopicPartition(name, number) for name, count in counts.items() for number in range(count)])
        return client

    def _place(self, tp: Any) -> Place:
        return self._topics[tp.topic], tp.partition + 1

    def _seek(self, client: Any, partitions: Any) -> None:
        """Each partition to where the tables stand, if that is not where it is read: what the group has committed has no say."""
        for tp in partitions:
            wanted = self._wanted.get(self._place(tp), 0)
            if self._next.get(tp) != wanted:
                client.seek(tp, wanted)
                self._next[tp] = wanted

    def _keep(self, client: Any) -> None:
        """Tells the group what is in the tables, for whoever watches its lag; nothing is read from there."""
        if self._alone:
            return
        new = {tp: self._wanted[place] for tp in client.assignment() if self._wanted.get(place := self._place(tp), 0) > self._kept.get(place, 0)}
        if new:
            client.commit_async({tp: OffsetAndMetadata(offset, "", -1) for tp, offset in new.items()})
            self._kept |= {self._place(tp): offset for tp, offset in new.items()}

    def _listen(self, client: Any, heard: bool) -> None:
        """Raises ``NoBroker`` when nothing comes because nobody is there: the client's ``poll`` tries again for ever and tells nothing.

        The client is kept: it finds its broker again by itself, and a group that lives is not disturbed.
        """
        if not heard and not self._alone and time.monotonic() - self._heard_at >= _QUIET:
            try:
                client.end_offsets(list(client.assignment()) or [TopicPartition(next(iter(self._topics)), 0)], timeout_ms=_PATIENCE_MS)
            except KafkaError as error:
                raise no_broker(error) from None
            heard = True
        if heard:
            self._heard_at = time.monotonic()

    def _broken(self, error: KafkaError) -> Exception:
        """A client that failed is let go of; the next call makes another."""
        self.close()
        return no_broker(error)

    def rebalanced(self, partitions: Any) -> None:
        """These partitions are this member's from now on."""
        self._next.clear()
        self._seek(self._consumer, partitions)
        self.joined = True
        _log.info("partitions taken over", partitions=len(partitions))


class _Assigned(ConsumerRebalanceListener):  # type: ignore[misc]
    def __init__(self, stream: KafkaStream) -> None:
        self._stream = stream

    def on_partitions_revoked(self, revoked: Any) -> None:
        """What is in hand is written or refused by the tables; nothing to do."""

    def on_partitions_assigned(self, assigned: Any) -> None:
        self._stream.rebalanced(assigned)


@contextmanager
def _closed_unless_well(client: Any) -> Iterator[None]:
    """A client that cannot be used has threads and sockets: it does not stay behind."""
    try:
        yield
    except BaseException:
        with suppress(KafkaError):
            client.close(autocommit=False, timeout_ms=1_000)
        raise


def _read(topic: str, partition: int, record: Any) -> Notification | None:
    """The event in a record. What is no event of ours is passed over, and counted: nobody but the relay should write there."""
    try:
        return notification(topic, partition, record.offset + 1, record.value or b"")
    except NotOurs as error:
        _log.error("a record is no event", topic=topic, partition=partition - 1, offset=record.offset, error=str(error))
        metrics.FOREIGN.inc()
        return None
