"""The toy stands on the shelf for all tests of records."""

from collections.abc import Iterator

import pytest

from tests import toy


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with toy.on_the_shelf():
        yield
