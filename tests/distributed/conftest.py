"""A site for each test, on the services that the session shares; and servers of a test's own, for what kills them."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.distributed.site import Site, site
from tests.services import kafka as local_kafka
from tests.services import postgres as local_postgres
from tests.services.fixtures import missing


@pytest.fixture
def here(postgres: str, kafka: str, tmp_path: Path) -> Iterator[Site]:
    with site(postgres, kafka, tmp_path) as made:
        yield made


@pytest.fixture
def broker(folder: Path) -> Iterator[local_kafka.Broker]:
    if reason := local_kafka.unavailable():
        missing(reason)
    made = local_kafka.Broker(folder / f"broker-{time.monotonic_ns()}")
    yield made
    made.kill()


@pytest.fixture
def server(folder: Path) -> Iterator[local_postgres.Server]:
    if reason := local_postgres.unavailable():
        missing(reason)
    made = local_postgres.Server(folder / f"server-{time.monotonic_ns()}")
    yield made
    made.kill()
