"""The service as a process of its own, which can be killed and started again on the same database."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx

from tests.services.processes import free_port

START = "import sys; from infra.settings import Settings; from api.server import serve; serve(Settings(), '127.0.0.1', int(sys.argv[1]))"


class Process:
    """``start``, ``kill`` (no warning), ``stop`` (asked to)."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.port, self.folder = free_port(), folder
        self.url = f"http://127.0.0.1:{self.port}"
        self._environment = {
            **os.environ,
            "ARBITER_DATABASE": f"sqlite:///{folder / 'arbiter.db'}",
            "ARBITER_RATE_PER_ADDRESS": "100000",
            "PYTHONPATH": str(Path(__file__).parents[2]),
            **environment,
        }
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self._running = subprocess.Popen(
                [sys.executable, "-c", START, str(self.port)], env=self._environment, stdout=log, stderr=log, start_new_session=True
            )
        end = time.monotonic() + 30
        while time.monotonic() < end:
            assert self._running.poll() is None, self.log()
            try:
                if httpx.get(f"{self.url}/readyz", timeout=2).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"not ready: {self.log()}")

    def kill(self) -> None:
        """As if the power had failed."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Asks it to stop; its exit code."""
        return self._end(signal.SIGTERM)

    def log(self) -> str:
        return (self.folder / "log").read_text()

    def _end(self, number: signal.Signals) -> int:
        running, self._running = self._running, None
        if running is None or running.poll() is not None:
            return 0
        os.killpg(running.pid, number)
        return running.wait(30)

    def __enter__(self) -> "Process":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
