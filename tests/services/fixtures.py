"""Fixtures: ``kafka`` (bootstrap servers) and ``postgres`` (an URL), one of each a test session, however they were found."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

import pytest

from tests.services import containers
from tests.services import kafka as local_kafka
from tests.services import postgres as local_postgres


def missing(reason: str) -> None:
    """Skips with the reason; fails where services are required (ARBITER_REQUIRE_SERVICES=1)."""
    if os.environ.get("ARBITER_REQUIRE_SERVICES") == "1":
        pytest.fail(f"a required service is missing: {reason}", pytrace=False)
    pytest.skip(reason)


class Killable(Protocol):
    """A server of our own."""

    def kill(self) -> None: ...


K = TypeVar("K", bound=Killable)


@contextmanager
def started(why_not: str | None, start: Callable[[], K]) -> Iterator[K]:
    """A server of our own for as long as the block runs; missing where it cannot be had."""
    if why_not:
        missing(why_not)
    made = start()
    try:
        yield made
    finally:
        made.kill()


@pytest.fixture(scope="session")
def folder() -> Path:
    """A short folder that other users may enter: servers refuse to run as root and socket paths are bounded."""
    made = Path(tempfile.mkdtemp(prefix="arb"))
    made.chmod(0o755)
    return made


@pytest.fixture(scope="session")
def kafka(folder: Path) -> Iterator[str]:
    """Bootstrap servers of a real Apache Kafka."""
    with found_kafka(folder) as address:
        yield address


@pytest.fixture(scope="session")
def postgres(folder: Path) -> Iterator[str]:
    """The URL of a database on a real PostgreSQL; a test makes a schema of its own in it."""
    with found_postgres(folder) as url:
        yield url


@contextmanager
def found_kafka(folder: Path) -> Iterator[str]:
    """An address in the environment, else a container, else a broker of our own, else none with the reason."""
    if address := os.environ.get("ARBITER_TEST_KAFKA"):
        yield address
    elif containers.available():
        with containers.kafka() as address:
            yield address
    else:
        with started(local_kafka.unavailable(), lambda: local_kafka.Broker(folder / "kafka")) as broker:
            yield broker.address


@contextmanager
def found_postgres(folder: Path) -> Iterator[str]:
    """As for Kafka."""
    if address := os.environ.get("ARBITER_TEST_DATABASE"):
        yield address
    elif containers.available():
        with containers.postgres() as url:
            yield url
    else:
        with started(local_postgres.unavailable(), lambda: local_postgres.Server(folder / "postgres")) as server:
            yield server.url
