"""One service for the tests of a file, with the toy on its shelf beside the real games."""

from collections.abc import Iterator

import pytest

from tests.api.house import House, running
from tests.toy import on_the_shelf


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with on_the_shelf(), running(tmp_path_factory.mktemp("house")) as made:
        yield made
