"""SQLite for the ``eventsourcing`` library, made durable: an acknowledged commit is on the disk."""

import sqlite3
import time
from typing import Any, Final

from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool, SQLiteFactory

_LOOK: Final = 0.005  # seconds between two tries


def write_ahead(connection: sqlite3.Connection) -> None:
    """Gives the file a write-ahead log, if it has none yet.

    SQLite's own timeout does not hold for this switch: of several connections that are the first at once, all but one are told
    that the file is locked. So the timeout is kept here; raises ``sqlite3.OperationalError`` when it is over.
    """
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()  # milliseconds
    end = time.monotonic() + patience / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= end:
                raise
        time.sleep(_LOOK)


class DurablePool(SQLiteConnectionPool):
    """Connections that wait for the disk at every commit (write-ahead log, ``synchronous=FULL``)."""

    def _create_connection(self) -> SQLiteConnection:
        connection: SQLiteConnection = super()._create_connection()
        make_durable(connection._sqlite_conn)
        return connection


def make_durable(connection: sqlite3.Connection) -> None:
    """Every commit of this connection waits for the disk."""
    connection.execute("PRAGMA synchronous=FULL")


class DurableFactory(SQLiteFactory):
    """The library's factory with durable connections."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        pool = self.datastore.pool
        self.datastore.pool = DurablePool(db_name=pool.db_name, lock_timeout=pool.lock_timeout)
        pool.close()
