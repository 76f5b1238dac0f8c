"""Told to stop, a command that runs for ever stops: also while it starts, and while it waits for somebody else."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from infra.database import migrate
from projections.generations import GENERATIONS, ReadStore, ensure
from tests.cli.test_service import ARBITER
from tests.stores import sqlite


def environment(**more: str) -> dict[str, str]:
    """Of a process that is set up by nothing else."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ARBITER_")}
    return {**clean, "PYTHONPATH": str(Path(__file__).parents[2]), **more}


@contextmanager
def started(cwd: Path, *arguments: str, **more: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen([*ARBITER, *arguments], cwd=cwd, env=environment(**more), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def catches(process: "subprocess.Popen[str]") -> bool:
    """Whether it has a handler for SIGTERM."""
    status = Path(f"/proc/{process.pid}/status")
    caught = next((line for line in status.read_text().splitlines() if line.startswith("SigCgt:")), "SigCgt: 0") if status.exists() else "SigCgt: 0"
    return bool(int(caught.split()[1], 16) & 1 << (signal.SIGTERM - 1))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("share", [0.0, 0.2, 0.4, 0.6, 0.8, 0.95])
def test_the_service_stops_whenever_it_is_told_to(tmp_path: Path, startup: float, share: float, number: signal.Signals) -> None:
    with started(tmp_path, "serve", "--port", "0") as process:
        until_it_listens_to_signals(process)
        time.sleep(startup * share)
        process.send_signal(number)
        out, err = process.communicate(timeout=10)
    assert (process.returncode, "Traceback" in err) == (0, False), err
    assert not out or share > 0.5, "nothing was served"


@pytest.fixture(scope="module")
def startup(tmp_path_factory: pytest.TempPathFactory) -> float:
    """Seconds from the moment that signals are heard to the moment that the service is up."""
    with started(tmp_path_factory.mktemp("startup"), "serve", "--port", "0") as process:
        until_it_listens_to_signals(process)
        begun = time.monotonic()
        assert process.stdout is not None
        assert process.stdout.readline().startswith("The service is up")
        return time.monotonic() - begun


def until_it_listens_to_signals(process: "subprocess.Popen[str]") -> None:
    end = time.monotonic() + 20
    while not catches(process):
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.01)


def test_the_service_stops_while_it_builds_again(tmp_path: Path) -> None:
    """A writer that holds the file keeps it there."""
    settings = sqlite(tmp_path)
    migrate(settings)
    store = ReadStore(settings)
    ensure(store)
    with store.writing() as connection:
        connection.execute(sa.update(GENERATIONS).values(shape='{"tables":"others","games":{}}'))
    with store.writing(), started(tmp_path, "serve", "--port", "0", ARBITER_LOCK_TIMEOUT="3") as process:
        until_it_listens_to_signals(process)
        time.sleep(1.5)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=15)
    assert (process.returncode, out, "Traceback" in err) == (0, "", False), err
    store.close()
