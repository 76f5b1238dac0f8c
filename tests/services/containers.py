"""Services in containers, through testcontainers: what whoever has Docker gets."""

import contextlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

KAFKA_IMAGE: Final = "confluentinc/cp-kafka:7.6.0"  # the newest that the library's start script is made for; its Kafka is 3.6
POSTGRES_IMAGE: Final = "postgres:17-bookworm"


def available() -> bool:
    """Whether an engine answers where testcontainers looks for one (``DOCKER_HOST``, the current context, the usual socket)."""
    try:
        from testcontainers.core.docker_client import DockerClient

        with contextlib.closing(DockerClient(timeout=2).client) as client:
            return bool(client.ping())
    except Exception:  # whatever is wrong with it, or with the library: there is no engine to be used
        return False


@contextmanager
def kafka(seconds: int = 180) -> Iterator[str]:
    """Bootstrap servers of a broker without ZooKeeper that makes no topics by itself."""
    from testcontainers.community.kafka import KafkaContainer

    container = KafkaContainer(KAFKA_IMAGE).with_kraft().with_env("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
    try:
        yield container.start(timeout=seconds).get_bootstrap_server()
    finally:
        container.stop()


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of a database."""
    from testcontainers.community.postgres import PostgresContainer

    with PostgresContainer(POSTGRES_IMAGE, driver=None) as container:
        yield container.get_connection_url()
