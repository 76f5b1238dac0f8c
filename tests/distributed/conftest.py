"""A site for each test, on the services that the session shares."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.distributed.site import Site, site


@pytest.fixture
def here(postgres: str, kafka: str, tmp_path: Path) -> Iterator[Site]:
    with site(postgres, kafka, tmp_path) as made:
        yield made
