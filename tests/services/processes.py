"""Processes that a test starts, in a group of their own, and that end with it."""

import atexit
import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

_given: set[int] = set()


class Process:
    """A child in its own process group; killed by its group when it is stopped, garbage-free at exit."""

    def __init__(self, command: Sequence[str], log: Path, env: dict[str, str] | None = None, cwd: Path | None = None) -> None:
        self.log = log
        with log.open("ab") as out:
            self.child = subprocess.Popen(list(command), stdout=out, stderr=subprocess.STDOUT, start_new_session=True, env=env, cwd=cwd)
        atexit.register(self.kill)

    def kill(self) -> None:
        """SIGKILL to the whole group, then reap."""
        self._signal(signal.SIGKILL)
        self.child.wait(10)

    def terminate(self, seconds: float = 15) -> int:
        """SIGTERM, then SIGKILL when it has not ended in time; the exit code."""
        self._signal(signal.SIGTERM)
        try:
            return self.child.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            return self.child.returncode

    def pause(self) -> None:
        """SIGSTOP: it stands still, and nobody is told."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """SIGCONT."""
        self._signal(signal.SIGCONT)

    def tail(self, lines: int = 20) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def _signal(self, number: int) -> None:
        if self.child.poll() is None:
            try:
                os.killpg(self.child.pid, number)
            except ProcessLookupError:
                return


def free_port() -> int:
    """One that nobody listens on, and no other call in this process got.

    Below those from which the system takes the near end of a connection: a client of a server that is away would now and then meet itself there.
    """
    while True:
        port = 10_000 + secrets.randbelow(20_000)
        if port not in _given and _free(port):
            _given.add(port)
            return port


def _free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.3)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(true: Callable[[], bool], seconds: float, what: str, process: Process | None = None) -> None:
    """Polls until something is true; AssertionError with the process's last words when it is not in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process is not None and process.child.poll() is not None:
            raise AssertionError(f"{what}: the process ended\n{process.tail()}")
        if true():
            return
        time.sleep(0.05)
    raise AssertionError(f"{what}: not within {seconds} s\n{process.tail() if process else ''}")
