"""One among several processes: whoever holds a lock of the database's. It ends with its session, however that ends, so another takes over at once."""

import hashlib
from typing import Any, Final

import psycopg

from infra.postgres import CHANNEL, connect, schema_of
from infra.settings import Settings
from infra.trouble import Unavailable, unavailable

SILENCE: Final = 10  # seconds after which a leader that says nothing to the database leads no more
_SILENT: Final = ["idle_session_timeout", "idle_in_transaction_session_timeout"]  # outside a transaction (PostgreSQL before 14 has no such setting), and in one


class Lead:
    """A candidate for a task. All that the leader writes about the task goes through ``connection``: without the lock it cannot."""

    def __init__(self, settings: Settings, task: str) -> None:
        self._settings, self._task = settings, task
        self._key: int | None = None
        self.connection: psycopg.Connection[Any] | None = None

    def take(self) -> bool:
        """Whether this process leads now; ``Unavailable`` when the database is away."""
        try:
            if self.connection is None or self.connection.closed:
                self._key = self._key or key_of(schema_of(self._settings), self._task)
                self.connection = connect(self._settings)
                self.connection.execute(f"LISTEN {CHANNEL}")
                # A leader whose host vanished is cut off by the server, which frees the lock.
                self.connection.execute("SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3")
                # So is one that stands still: who leads says so now and then (``holds``).
                self.connection.execute("SELECT set_config(name, %s, false) FROM pg_settings WHERE name = ANY(%s)", (f"{SILENCE}s", _SILENT))
            row = self.connection.execute("SELECT pg_try_advisory_lock(%s)", (self._key,)).fetchone()
        except psycopg.Error as error:
            self.close()
            raise unavailable(error) from None
        return bool(row and row[0])

    def holds(self) -> bool:
        """Whether the connection that holds the lock still lives."""
        try:
            return self.connection is not None and self.connection.execute("SELECT 1").fetchone() is not None
        except psycopg.Error:
            self.close()
            return False

    def listen(self, timeout: float) -> None:
        """Waits until events are committed, or the time is over."""
        if self.connection is None:
            raise Unavailable("database: the connection is gone")
        try:
            if list(self.connection.notifies(timeout=timeout, stop_after=1)):
                list(self.connection.notifies(timeout=0))  # all that has piled up says the same
        except psycopg.Error as error:
            raise unavailable(error) from None

    def close(self) -> None:
        """Leads no more."""
        connection, self.connection = self.connection, None
        if connection is not None:
            connection.close()


def key_of(schema: str, task: str) -> int:
    """The number of a task's lock."""
    return int.from_bytes(hashlib.sha256(f"arbiter/{schema}/{task}".encode()).digest()[:8], "big", signed=True)
