"""Many commands in one transaction, in which a command that comes too late fails alone. On SQLite each has a SAVEPOINT (PostgreSQL: ``pg_waves.py``).

This reaches for the recorder's ``_insert_events``, which the library keeps to itself: pinned in pyproject.toml, and tested.
"""

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


class SQLiteWave:
    """The wave on SQLite."""

    def __init__(self, store: EventStore, cursor: Any) -> None:
        self._store, self._cursor, self.place = store, cursor, 0

    def expect(self, streams: Iterable[str]) -> None:
        pass

    def put(self, entries: Sequence[Entry], seed: bytes | None = None) -> bool:
        recorder = self._store.recorder
        assert isinstance(recorder, SQLiteApplicationRecorder)
        self._cursor.execute("SAVEPOINT command")
        try:
            places = recorder._insert_events(self._cursor, [self._store.mapper.to_stored_event(entry) for entry in entries])
            if seed is not None:
                self._cursor.execute("INSERT INTO seeds VALUES (?, ?)", (entries[0].originator_id, seed))
        except sqlite3.IntegrityError:
            self._cursor.execute("ROLLBACK TO command")
            self._cursor.execute("RELEASE command")
            return False
        self._cursor.execute("RELEASE command")
        self.place = max(self.place, *(places or ()))
        return True


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
        with recorder.datastore.transaction(commit=True) as cursor:
            yield SQLiteWave(store, cursor)
    except (PersistenceError, sqlite3.Error) as error:
        raise unavailable(error) from error
