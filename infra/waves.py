"""Many commands in one transaction, in which a command that comes too late fails alone (PostgreSQL: ``pg_waves.py``).

The transaction takes the write lock first, so nobody else can append meanwhile: one question tells where all streams end, what comes too late is
known before anything is written, and all the rest goes in one statement. The primary key stays as the backstop.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from eventsourcing.persistence import PersistenceError
from eventsourcing.sqlite import SQLiteApplicationRecorder

from infra.event_store import Entry, EventStore
from infra.trouble import unavailable


class Wave(Protocol):
    """An open transaction of the event store. ``place`` is the last one in the log, once the transaction is over."""

    place: int

    def expect(self, streams: Iterable[str]) -> None:
        """These streams are going to be written to: what is to be known of them can be asked for at once."""

    def put(self, entries: Sequence[Entry], seed: bytes | None = None) -> bool:
        """Stores entries of one stream, all or none; False if one of the versions is taken."""

    def ready(self) -> None:
        """All was put: only the commit is left to be done, and another thread may do it."""


class SQLiteWave:
    """The wave on SQLite."""

    def __init__(self, store: EventStore, recorder: SQLiteApplicationRecorder, cursor: sqlite3.Cursor) -> None:
        self._store, self._recorder, self._cursor, self.place = store, recorder, cursor, 0
        self._heads: dict[str, int] = {}
        self._rows: list[tuple[str, int, str, bytes]] = []
        self._seeds: list[tuple[str, bytes]] = []

    def expect(self, streams: Iterable[str]) -> None:
        unknown = sorted(set(streams).difference(self._heads))
        table = self._recorder.events_table_name
        head = f"SELECT MAX(originator_version) FROM {table} WHERE originator_id = value"  # noqa: S608 (one step in the index, however long the stream)
        self._heads |= self._cursor.execute(f"SELECT value, COALESCE(({head}), 0) FROM json_each(?)", (json.dumps(unknown),))  # noqa: S608

    def put(self, entries: Sequence[Entry], seed: bytes | None = None) -> bool:
        stream = entries[0].originator_id
        if stream not in self._heads:
            self.expect((stream,))
        head = self._heads[stream]
        if any(entry.originator_id != stream or entry.originator_version != version for version, entry in enumerate(entries, head + 1)):
            return False
        self._heads[stream] = head + len(entries)
        for entry in entries:
            stored = self._store.mapper.to_stored_event(entry)
            self._rows.append((stream, stored.originator_version, stored.topic, stored.state))
        if seed is not None:
            self._seeds.append((stream, seed))
        return True

    def ready(self) -> None:
        """Writes what was put and is not written yet."""
        if self._seeds:
            self._cursor.executemany("INSERT INTO seeds VALUES (?, ?)", self._seeds)
        if self._rows:
            self._cursor.executemany(self._recorder.insert_events_statement, self._rows)
            self.place = self._cursor.execute(self._recorder.select_max_notification_id_statement).fetchone()[0]
        self._seeds, self._rows = [], []


@contextmanager
def wave(store: EventStore) -> Iterator[Wave]:
    """A transaction that commits at the end; ``Unavailable`` when the database cannot do it, and then nothing was stored."""
    recorder = store.recorder
    if not isinstance(recorder, SQLiteApplicationRecorder):
        from infra.pg_waves import pg_wave

        with pg_wave(store) as open_wave:
            yield open_wave
        return
    try:
        with recorder.datastore.get_connection(commit=True) as connection, _writing(connection._sqlite_conn) as cursor:
            made = SQLiteWave(store, recorder, cursor)
            yield made
            made.ready()
    except (PersistenceError, sqlite3.Error) as error:
        raise unavailable(error) from error


@contextmanager
def _writing(connection: sqlite3.Connection) -> Iterator[sqlite3.Cursor]:
    """A transaction that has the write lock from its first moment (the library's takes it with the first INSERT, too late to ask before)."""
    cursor: Any = connection.cursor()
    cursor.row_factory = None
    cursor.execute("BEGIN IMMEDIATE")
    try:
        yield cursor
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
    finally:
        cursor.close()
