"""SQLite for the ``eventsourcing`` library, made durable: an acknowledged commit is on the disk."""

import sqlite3
from typing import Any

from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool, SQLiteFactory


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
