"""Fixtures: ``kafka`` (bootstrap servers) and ``postgres`` (an URL), one of each a test session, however they were found."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services import kafka as local_kafka
from tests.services import postgres as local_postgres


def missing(reason: str) -> None:
    """Skips with the reason; fails where services are required (ARBITER_REQUIRE_SERVICES=1)."""
    if os.environ.get("ARBITER_REQUIRE_SERVICES") == "1":
        pytest.fail(f"a required service is missing: {reason}", pytrace=False)
    pytest.skip(reason)


def docker() -> bool:
    """Whether a Docker engine answers (testcontainers would only time out)."""
    try:
        import docker as client

        client.from_env(timeout=2).ping()
    except Exception:
        return False
    return True


@pytest.fixture(scope="session")
def folder() -> Path:
    """A short folder that other users may enter: servers refuse to run as root and socket paths are bounded."""
    made = Path(tempfile.mkdtemp(prefix="arb"))
    made.chmod(0o755)
    return made


@pytest.fixture(scope="session")
def kafka(folder: Path) -> Iterator[str]:
    """Bootstrap servers of a real Apache Kafka."""
    if address := os.environ.get("ARBITER_TEST_KAFKA"):
        yield address
    elif docker():
        from testcontainers.kafka import KafkaContainer

        with KafkaContainer().with_kraft() as container:
            yield container.get_bootstrap_server()
    elif reason := local_kafka.unavailable():
        missing(reason)
    else:
        broker = local_kafka.Broker(folder / "kafka")
        yield broker.address
        broker.kill()


@pytest.fixture(scope="session")
def postgres(folder: Path) -> Iterator[str]:
    """The URL of a database on a real PostgreSQL; a test makes a schema of its own in it."""
    if address := os.environ.get("ARBITER_TEST_DATABASE"):
        yield address
    elif docker():
        from testcontainers.postgres import PostgresContainer

        with PostgresContainer("postgres:17", driver=None) as container:
            yield container.get_connection_url()
    elif reason := local_postgres.unavailable():
        missing(reason)
    else:
        server = local_postgres.Server(folder / "postgres")
        yield server.url
        server.kill()
