"""A site for each test, on the services that the session shares; and servers of a test's own, for what kills them."""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.distributed.load import SEED
from tests.distributed.site import Site, site
from tests.services import kafka as local_kafka
from tests.services import postgres as local_postgres
from tests.services.fixtures import started


@pytest.fixture
def here(postgres: str, kafka: str, tmp_path: Path) -> Iterator[Site]:
    with site(postgres, kafka, tmp_path) as made:
        yield made


@pytest.fixture
def rng() -> random.Random:
    """Chance. What a test prints when it fails makes it the same again."""
    print(f"ARBITER_TEST_SEED={SEED}")
    return random.Random(SEED)


@pytest.fixture(scope="module")
def mortal(folder: Path) -> Iterator[local_kafka.Broker]:
    with started(local_kafka.unavailable(), lambda: local_kafka.Broker(folder / f"broker-{time.monotonic_ns()}")) as made:
        yield made


@pytest.fixture
def broker(mortal: local_kafka.Broker) -> local_kafka.Broker:
    """A broker that the test may stop, kill, start again; whatever the last one left of it."""
    assert mortal.process is not None
    if mortal.process.child.poll() is not None:
        mortal.start()
    mortal.process.resume()
    return mortal


@pytest.fixture
def server(folder: Path) -> Iterator[local_postgres.Server]:
    with started(local_postgres.unavailable(), lambda: local_postgres.Server(folder / f"server-{time.monotonic_ns()}")) as made:
        yield made
