"""A database that cannot be written, told by every command that needs it in the sentence that people know."""

import resource
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from tests.cli.test_service import ARBITER, arbiter
from tests.cli.test_stopping import environment

COMMANDS = [
    ["serve", "--port", "0"],
    ["project", "--rebuild"],
    ["project", "--aside"],
    ["project", "--retry", "00000000-0000-4000-8000-000000000000"],
]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database that has been used."""
    folder = tmp_path_factory.mktemp("made")
    for command in (["migrate"], ["project", "--rebuild"]):
        assert arbiter(*command, cwd=folder).returncode == 0
    return folder


@contextmanager
def locked(file: Path, how: str) -> Iterator[None]:
    other = sqlite3.connect(file, isolation_level=None)
    other.execute(f"BEGIN {how}")
    try:
        yield
    finally:
        other.close()


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_file_that_another_process_has_locked(made: Path, command: list[str]) -> None:
    with locked(made / "arbiter.db", "IMMEDIATE"):
        told = arbiter(*command, cwd=made, ARBITER_LOCK_TIMEOUT="1")
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.splitlines()[-1] == "arbiter: database: it is locked by another process, nothing was recorded"


def test_a_file_that_another_process_makes(tmp_path: Path) -> None:
    with locked(tmp_path / "arbiter.db", "EXCLUSIVE"):
        for command in (["migrate"], ["project", "--rebuild"]):
            told = arbiter(*command, cwd=tmp_path, ARBITER_LOCK_TIMEOUT="1")
            assert (told.returncode, told.stdout) == (1, "")
            assert told.stderr == "arbiter: database: it is locked by another process, nothing was recorded\n"


@pytest.mark.parametrize("kilobytes", [40, 80, 160])
def test_a_file_that_may_not_grow(made: Path, kilobytes: int) -> None:
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (kilobytes * 1024, resource.RLIM_INFINITY))
    command = [*ARBITER, "project", "--rebuild"]
    told = subprocess.run(command, cwd=made, env=environment(), preexec_fn=limit, capture_output=True, text=True, timeout=60, check=False)
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr in {
        "arbiter: database: the disk is full, nothing was recorded\n",
        "arbiter: database: the disk cannot be written or read, nothing was recorded\n",
        "arbiter: database: the file has reached the size that is allowed, nothing was recorded\n",
    }
