"""The wave on PostgreSQL: under the library's table lock nobody else can append, so it is known beforehand which command comes too late,
and all that is stored goes in one INSERT.

This reaches for what the recorder keeps to itself (``_lock_table``, ``_insert_stored_events``): pinned in pyproject.toml, and tested.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from eventsourcing.persistence import PersistenceError
from eventsourcing.postgres import PostgresApplicationRecorder

from infra.event_store import ATTEMPT, Entry, EventStore
from infra.listener import GAMES, payloads
from infra.log import logger
from infra.trouble import Unavailable, unavailable

_log = logger("waves")
_HEADS: Final = (
    "SELECT stream, coalesce((SELECT max(originator_version) FROM arbiter_events WHERE originator_id = stream), 0) AS head FROM unnest(%s::text[]) AS stream"
)
_SEEDS: Final = "INSERT INTO seeds (game_id, seed) SELECT * FROM unnest(%s::text[], %s::bytea[])"
_DOUBT: Final = 10.0  # seconds to find out what became of a commit that was not acknowledged
UNKNOWN: Final = "database: it went away in the middle; whether this was recorded is not known, look again before you repeat it (a clientMoveId makes it safe)"


class PostgresWave:
    """An open transaction that holds the table lock."""

    def __init__(self, store: EventStore, cursor: Any) -> None:
        self._store, self._cursor, self.place = store, cursor, 0
        self._heads: dict[str, int] = {}
        self._seeds: dict[str, bytes] = {}
        self.entries: list[Entry] = []

    def expect(self, streams: Iterable[str]) -> None:
        unknown = sorted(set(streams).difference(self._heads))
        if unknown:
            self._cursor.execute(_HEADS, (unknown,))
            self._heads |= {row["stream"]: row["head"] for row in self._cursor.fetchall()}

    def put(self, entries: Sequence[Entry], seed: bytes | None = None) -> bool:
        stream = entries[0].originator_id
        self.expect((stream,))
        head = self._heads[stream]
        if any(entry.originator_id != stream or entry.originator_version != version for version, entry in enumerate(entries, head + 1)):
            return False
        self._heads[stream] = head + len(entries)
        if seed is not None:
            self._seeds[stream] = seed
        self.entries += entries
        return True

    def ready(self) -> None:
        """Nothing: all is sent at the commit, in one statement."""

    def flush(self, recorder: PostgresApplicationRecorder) -> None:
        """Sends everything."""
        if self._seeds:
            self._cursor.execute(_SEEDS, (list(self._seeds), list(self._seeds.values())))
        if self.entries:
            stored = [self._store.mapper.to_stored_event(entry) for entry in self.entries]
            recorder._insert_stored_events(self._cursor, stored)
            self.place = max(row["notification_id"] for row in self._cursor.fetchall())
            self._tell()

    def _tell(self) -> None:
        """Wakes whoever follows these games in other processes, at the commit."""
        games = {entry.originator_id: entry.originator_version for entry in self.entries if entry.name != ATTEMPT}
        for payload in payloads(games):
            self._cursor.execute("SELECT pg_notify(%s, %s)", (GAMES, payload))


@contextmanager
def pg_wave(store: EventStore) -> Iterator[PostgresWave]:
    """A transaction that commits at the end; ``Unavailable`` when the database cannot do it.

    If the connection breaks at the commit itself, the mark of the write tells what became of it.
    """
    recorder = store.recorder
    assert isinstance(recorder, PostgresApplicationRecorder)
    wave: PostgresWave | None = None
    sent = False
    try:
        with recorder.datastore.transaction(commit=True) as cursor:
            recorder._lock_table(cursor)
            wave = PostgresWave(store, cursor)
            yield wave
            wave.flush(recorder)
            sent = True
    except (PersistenceError, psycopg.Error) as error:
        if not (sent and wave is not None and wave.entries and _happened(recorder, store, wave.entries[0])):
            raise unavailable(error) from error
        _log.warning("a commit was not acknowledged, but it had happened", events=len(wave.entries))


def _happened(recorder: PostgresApplicationRecorder, store: EventStore, entry: Entry) -> bool:
    """Whether a write that may have been committed was; the table lock waits for the writer's session to be over. ``Unavailable`` if nobody can say."""
    end = time.monotonic() + _DOUBT
    while time.monotonic() < end:
        try:
            with recorder.datastore.transaction(commit=False) as cursor:
                recorder._lock_table(cursor)
                cursor.execute(
                    "SELECT originator_id, originator_version, topic, state FROM arbiter_events WHERE originator_id = %s AND originator_version = %s",
                    (entry.originator_id, entry.originator_version),
                )
                row = cursor.fetchone()
        except (PersistenceError, psycopg.Error):
            time.sleep(0.2)
            continue
        return row is not None and store.entry_of(*row.values()).mark == entry.mark
    raise Unavailable(UNKNOWN)
