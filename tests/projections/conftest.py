"""Every test here has the toy on the shelf."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.settings import Settings
from tests.projections.support import LONG
from tests.stores import KINDS, database
from tests.toy import RULES, on_the_shelf


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with on_the_shelf(RULES, LONG):
        yield


@pytest.fixture(params=KINDS)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    with database(request, request.param, tmp_path) as made:
        yield made
