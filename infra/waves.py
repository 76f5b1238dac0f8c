"""Many commands in one transaction: a SAVEPOINT each, so that a command that comes too late fails alone.

This reaches for the recorder's ``_insert_events``, which the library keeps to itself: pinned in pyproject.toml, and tested.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from eventsourcing.persistence import PersistenceError
from eventsourcing.sqlite import SQLiteApplicationRecorder

from infra.event_store import Entry, EventStore
from infra.trouble import unavailable


class Wave(Protocol):
    """An open transaction of the event store."""

    def put(self, entries: Sequence[Entry], seed: bytes | None = None) -> int | None:
        """Stores entries, all or none; the place in the log of the last one, None if one of the versions is taken."""


class SQLiteWave:
    """The wave on SQLite."""

    def __init__(self, store: EventStore, cursor: Any) -> None:
        self._store, self._cursor = store, cursor

    def put(self, entries: Sequence[Entry], seed: bytes | None = None) -> int | None:
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
            return None
        self._cursor.execute("RELEASE command")
        return places[-1] if places else None


@contextmanager
def wave(store: EventStore) -> Iterator[Wave]:
    """A transaction that commits at the end; ``Unavailable`` when the database cannot do it, and then nothing was stored."""
    recorder = store.recorder
    assert isinstance(recorder, SQLiteApplicationRecorder)
    try:
        with recorder.datastore.transaction(commit=True) as cursor:
            yield SQLiteWave(store, cursor)
    except (PersistenceError, sqlite3.Error) as error:
        raise unavailable(error) from error
