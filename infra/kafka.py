"""Kafka's clients, set up the one way in which nothing is lost: idempotent, acknowledged by all, offsets by hand, only what is committed."""

import logging
from collections.abc import Mapping
from typing import Any, Final

from kafka import KafkaConsumer, KafkaProducer
from kafka.admin import KafkaAdminClient
from kafka.errors import KafkaError
from kafka.partitioner.default import murmur2

from infra.settings import Settings
from infra.trouble import Misconfigured, Trouble

SESSION_MS: Final = 6_000  # a worker that died is replaced after this long
CONTENT_TYPE: Final = ("content-type", b"application/cloudevents+json; charset=UTF-8")
_POSITIVE: Final = 0x7FFFFFFF

logging.getLogger("kafka").setLevel(logging.CRITICAL)  # what matters of it is raised, and logged by who catches it


class NoBroker(Trouble):
    """Kafka cannot be reached, or refused."""


def no_broker(error: BaseException) -> NoBroker:
    """The sentence for what the client raised."""
    return NoBroker(f"kafka: the broker does not answer ({type(error).__name__})")


def _common(settings: Settings) -> dict[str, Any]:
    if settings.kafka is None:
        raise Misconfigured("ARBITER_KAFKA: must be set, to the bootstrap servers of Kafka")
    servers = [server.strip() for server in settings.kafka.split(",")]
    return {"bootstrap_servers": servers, "allow_auto_create_topics": False, "bootstrap_timeout_ms": 5_000, "metrics_enabled": False, **settings.kafka_options}


def admin(settings: Settings) -> KafkaAdminClient:
    """The client that makes topics."""
    options = {key: value for key, value in _common(settings).items() if key not in ("allow_auto_create_topics", "metrics_enabled")}
    try:
        return KafkaAdminClient(**options, request_timeout_ms=10_000)
    except KafkaError as error:
        raise no_broker(error) from None


def producer(settings: Settings) -> KafkaProducer:
    """A producer that neither loses, doubles nor reorders what one instance sends."""
    try:
        return KafkaProducer(
            **_common(settings),
            enable_idempotence=True,
            acks="all",
            linger_ms=2,
            batch_size=131_072,
            max_request_size=64 * 1024 * 1024,  # the topic's own limit is what counts
            max_block_ms=10_000,
            request_timeout_ms=8_000,
            delivery_timeout_ms=24 * 3_600_000,  # a broker that is away is waited for, in order: nothing expires in the middle
            reconnect_backoff_max_ms=1_000,
        )
    except KafkaError as error:
        raise no_broker(error) from None


def consumer(settings: Settings, group: str | None = None, **more: Any) -> KafkaConsumer:
    """A consumer whose offsets are its owner's business: it neither commits by itself nor jumps."""
    grouped = {"group_id": group, "session_timeout_ms": SESSION_MS, "heartbeat_interval_ms": 1_500} if group else {}
    try:
        return KafkaConsumer(
            **_common(settings),
            **grouped,
            enable_auto_commit=False,
            auto_offset_reset="none",
            isolation_level="read_committed",
            fetch_max_wait_ms=250,
            max_partition_fetch_bytes=4 * 1024 * 1024,
            request_timeout_ms=15_000,
            reconnect_backoff_max_ms=1_000,
            metadata_max_age_ms=30_000,
            **more,
        )
    except KafkaError as error:
        raise no_broker(error) from None


def hash_of(key: bytes) -> int:
    """The number of a key: its rest by the number of partitions is the partition that every Kafka client chooses."""
    return int(murmur2(key)) & _POSITIVE


def partitions_of(client: Any, topics: Mapping[str, Any] | list[str]) -> dict[str, int]:
    """How many partitions each topic has; ``NoBroker`` where one is missing, or the broker is."""
    found = {}
    for topic in topics:
        try:
            partitions = client.partitions_for(topic) if isinstance(client, KafkaProducer) else client.partitions_for_topic(topic)
        except KafkaError as error:
            raise no_broker(error) from None
        if not partitions:
            raise NoBroker(f"kafka: the topic {topic} is missing, run `arbiter migrate`")
        found[topic] = len(partitions)
    return found
