"""PostgreSQL for tests: the binaries installed on the machine, started in a folder of the test's own."""

import getpass
import os
import shutil
import subprocess
from pathlib import Path

import psycopg

from tests.services.processes import Process, free_port, wait_until


def program(name: str) -> str | None:
    """A server program, beside ``postgres`` where that is a link into the server's own folder."""
    server = shutil.which("postgres")
    beside = Path(os.path.realpath(server)).parent / name if server else None
    return str(beside) if beside and beside.exists() else shutil.which(name)


def unavailable() -> str | None:
    """Why PostgreSQL cannot be started here; None if it can."""
    return None if program("postgres") and program("initdb") else "PostgreSQL's server programs are not installed"


class Server:
    """A server on 127.0.0.1 with a database ``arbiter``, durable, that can be killed and started again on its data."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.data = folder / "data"
        folder.mkdir(parents=True, exist_ok=True)
        if self._as_root:
            shutil.chown(folder, "postgres")
        subprocess.run(
            self._command("initdb", "-D", str(self.data), "-U", "arbiter", "-A", "trust", "-E", "UTF8", "--locale=C"),
            check=True,
            capture_output=True,
            cwd=folder,
        )
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://arbiter@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        options = ["-D", str(self.data), "-p", str(self.port), "-k", "", "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=100"]
        self.process = Process(self._command("postgres", *options), self.folder.parent / f"{self.folder.name}.log", cwd=self.folder)
        wait_until(self._answers, 30, "PostgreSQL", self.process)

    def _answers(self) -> bool:
        try:
            with psycopg.connect(self.url, connect_timeout=1):
                return True
        except psycopg.OperationalError:
            return False

    def kill(self) -> None:
        self.process.kill()
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        self.process.terminate(20)

    @property
    def _as_root(self) -> bool:
        return getpass.getuser() == "root" and hasattr(os, "geteuid") and os.geteuid() == 0

    def _command(self, name: str, *arguments: str) -> list[str]:
        binary = program(name)
        assert binary is not None
        return [*(["runuser", "-u", "postgres", "--"] if self._as_root else []), binary, *arguments]
