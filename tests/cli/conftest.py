"""Runs commands in this process, as the console script does."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from api.cli.main import main
from tests import toy


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: object) -> Ran:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        return Ran(code, told.out, told.err)

    return call


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with toy.on_the_shelf():
        yield
