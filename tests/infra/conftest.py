"""Every test here has the toy on the shelf, and a database of each kind where it asks for one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.ledger import Ledger
from infra.settings import Settings
from tests.stores import KINDS, database, ledger_of
from tests.toy import on_the_shelf


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with on_the_shelf():
        yield


@pytest.fixture(params=KINDS)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    with database(request, request.param, tmp_path) as made:
        yield made


@pytest.fixture
def ledger(settings: Settings) -> Iterator[Ledger]:
    with ledger_of(settings) as made:
        yield made
