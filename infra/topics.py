"""The topics: what each is for, how it is made, and what it allows."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from kafka.admin import ConfigResource, ConfigResourceType
from kafka.errors import KafkaError, TopicAlreadyExistsError, UnknownTopicOrPartitionError, for_code

from domain.text import counted
from infra.event_store import ATTEMPTS, GAMES
from infra.kafka import admin, missing, no_broker
from infra.settings import Settings
from infra.trouble import Misconfigured

PUBLIC: Final = "arbiter.games.public"
TOPICS: Final = (GAMES, PUBLIC, ATTEMPTS)
GROUP: Final = "arbiter-projections"


def topic_name(settings: Settings, topic: str) -> str:
    """The name on the broker."""
    return f"{settings.kafka_prefix}{topic}"


def make_topics(settings: Settings) -> list[str]:
    """Makes the topics that are missing, with fixed partitions, kept for ever; their names. Refuses where one has other partitions than the setting says."""
    client = admin(settings)
    try:
        wanted = {topic_name(settings, topic): topic for topic in TOPICS}
        there = {topic["name"]: len(topic["partitions"]) for topic in client.describe_topics() if topic["name"] in wanted}
        check(settings, there)
        new = [name for name in wanted if name not in there]
        if new:
            _make(client, settings, new)
        return new
    except KafkaError as error:
        raise no_broker(error) from None
    finally:
        client.close()


def _make(client: object, settings: Settings, names: list[str]) -> None:
    configs = {"retention.ms": "-1", "retention.bytes": "-1", "cleanup.policy": "delete", "max.message.bytes": str(settings.kafka_max_bytes)}
    shape = {"num_partitions": settings.kafka_partitions, "replication_factor": settings.kafka_replication, "configs": configs}
    for name in names:
        try:
            client.create_topics({name: shape}, wait_for_metadata=True)  # type: ignore[attr-defined]
        except TopicAlreadyExistsError:
            continue  # another process was quicker


def partitions(client: Any, names: Iterable[str]) -> dict[str, int]:
    """How many partitions the broker says that each topic has; 0 where there is no such topic."""
    try:
        return {topic["name"]: _counted(topic) for topic in client.describe_topics(list(names))}
    except KafkaError as error:
        raise no_broker(error) from None


def _counted(topic: Mapping[str, Any]) -> int:
    error = for_code(topic["error_code"])
    if not topic["partitions"] and error is not UnknownTopicOrPartitionError:
        raise error
    return len(topic["partitions"])


def check(settings: Settings, counts: Mapping[str, int]) -> None:
    """Refuses where a topic is missing, or has other partitions than the setting says: a game's events would stand in two of them, in no order."""
    for name, count in counts.items():
        if count == 0:
            raise missing(name)
        if count != settings.kafka_partitions:
            told = f"ARBITER_KAFKA_PARTITIONS: the topic {name} has {counted(count, 'partition')}, not {settings.kafka_partitions}; the number is fixed"
            raise Misconfigured(told)


def limits(settings: Settings, topics: tuple[str, ...]) -> dict[str, int]:
    """The largest batch of records that each topic takes now, in bytes; refuses as ``check`` does."""
    client = admin(settings)
    try:
        check(settings, partitions(client, [topic_name(settings, topic) for topic in topics]))
        asked = [ConfigResource(ConfigResourceType.TOPIC, topic_name(settings, topic), ["max.message.bytes"]) for topic in topics]
        told = client.describe_configs(asked, config_filter="all")
        values = {name: int(configs["max.message.bytes"]["value"]) for found in _pairs(told) for name, configs in [found]}
        return {topic: values[topic_name(settings, topic)] for topic in topics}
    except KeyError as error:  # it went in between
        raise missing(error.args[0]) from None
    except KafkaError as error:
        raise no_broker(error) from None
    finally:
        client.close()


def _pairs(told: object) -> list[tuple[str, dict[str, dict[str, str]]]]:
    """The client answers by type of resource, then by name."""
    assert isinstance(told, dict)
    return [pair for by_name in told.values() for pair in by_name.items()]
