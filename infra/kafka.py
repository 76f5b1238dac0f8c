"""Kafka's clients, set up the one way in which nothing is lost: idempotent, acknowledged by all, offsets by hand, only what is committed."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from kafka import KafkaConsumer, KafkaProducer
from kafka.admin import KafkaAdminClient
from kafka.errors import (
    AuthorizationError,
    BrokerResponseError,
    IllegalSaslStateError,
    InvalidReplicationFactorError,
    KafkaConfigurationError,
    KafkaError,
    SaslAuthenticationFailedError,
    UnsupportedSaslMechanismError,
)
from kafka.partitioner.default import murmur2

from infra.kafka_options import for_client
from infra.settings import Settings
from infra.trouble import Misconfigured, Trouble

SESSION_MS: Final = 6_000  # a worker that died is replaced after this long
CONTENT_TYPE: Final = ("content-type", b"application/cloudevents+json; charset=UTF-8")
_POSITIVE: Final = 0x7FFFFFFF
T = TypeVar("T")

logging.getLogger("kafka").setLevel(logging.CRITICAL)  # what matters of it is raised, and logged by who catches it


class NoBroker(Trouble):
    """Kafka cannot be reached, or refused."""


def no_broker(error: BaseException) -> Trouble:
    """The sentence for what the client raised."""
    name = type(error).__name__
    if isinstance(error, InvalidReplicationFactorError):
        return Misconfigured("ARBITER_KAFKA_REPLICATION: the broker cannot keep so many copies of a partition")
    if isinstance(error, KafkaConfigurationError):
        return Misconfigured("ARBITER_KAFKA_OPTIONS: kafka-python does not take these values together")
    if isinstance(error, SaslAuthenticationFailedError | UnsupportedSaslMechanismError | IllegalSaslStateError):
        return NoBroker(f"kafka: the broker does not accept who ARBITER_KAFKA_OPTIONS says that we are ({name})")
    if isinstance(error, AuthorizationError):
        return NoBroker(f"kafka: the broker does not allow it to who ARBITER_KAFKA_OPTIONS says that we are ({name})")
    if isinstance(error, BrokerResponseError) and not error.retriable:
        return NoBroker(f"kafka: the broker refuses ({name})")
    return NoBroker(f"kafka: the broker does not answer ({name})")


@contextmanager
def _making(settings: Settings) -> Iterator[None]:
    """What goes wrong while a client is made; files that are not there and values that do not fit are the options' fault."""
    try:
        yield
    except KafkaError as error:
        raise no_broker(error) from None
    except (OSError, ValueError, TypeError, AssertionError, ImportError) as error:
        if not settings.kafka_options:
            raise
        raise Misconfigured(f"ARBITER_KAFKA_OPTIONS: no client can be made with them ({type(error).__name__})") from error


def _made(kind: type[T], settings: Settings, **defaults: Any) -> T:
    """A client; what the settings say wins over our defaults."""
    if settings.kafka is None:
        raise Misconfigured("ARBITER_KAFKA: must be set, to the bootstrap servers of Kafka")
    servers = [server.strip() for server in settings.kafka.split(",")]
    common = {"bootstrap_servers": servers, "allow_auto_create_topics": False, "bootstrap_timeout_ms": 5_000, "metrics_enabled": False}
    with _making(settings):
        return kind(**for_client(kind, {**common, **defaults}, settings.kafka_options))


def admin(settings: Settings) -> KafkaAdminClient:
    """The client that makes topics."""
    return _made(KafkaAdminClient, settings, request_timeout_ms=10_000)


def producer(settings: Settings) -> KafkaProducer:
    """A producer that neither loses, doubles nor reorders what one instance sends."""
    return _made(
        KafkaProducer,
        settings,
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


def consumer(settings: Settings, group: str | None = None, **more: Any) -> KafkaConsumer:
    """A consumer whose offsets are its owner's business: it neither commits by itself nor jumps."""
    grouped = {"group_id": group, "session_timeout_ms": SESSION_MS, "heartbeat_interval_ms": 1_500} if group else {}
    return _made(
        KafkaConsumer,
        settings,
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


def hash_of(key: bytes) -> int:
    """The number of a key: its rest by the number of partitions is the partition that every Kafka client chooses."""
    return int(murmur2(key)) & _POSITIVE


def missing(name: str) -> NoBroker:
    """The sentence for a topic that nobody has made, or that is gone."""
    return NoBroker(f"kafka: the topic {name} is missing, run `arbiter migrate`")


def partitions_of(client: Any, topics: Mapping[str, Any] | list[str]) -> dict[str, int]:
    """How many partitions each topic has; ``NoBroker`` where one is missing, or the broker is."""
    found = {}
    for topic in topics:
        try:
            partitions = client.partitions_for(topic) if isinstance(client, KafkaProducer) else client.partitions_for_topic(topic)
        except KafkaError as error:
            raise no_broker(error) from None
        if not partitions:
            raise missing(topic)
        found[topic] = len(partitions)
    return found
