"""The store as the library's, with names and bytes of ours. A contract: it holds for every kind of database."""

import sqlite3
from collections.abc import Iterator

import msgspec
import pytest
from eventsourcing.sqlite import SQLiteApplicationRecorder

from domain import events as ev
from infra.database import migrate
from infra.event_store import ATTEMPT, Entry, EventStore, recorded
from infra.settings import Settings
from infra.waves import SQLiteWave, wave
from infra.wire import line_of
from tests.infra.examples import EXAMPLES

GAME = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def store(settings: Settings) -> Iterator[EventStore]:
    migrate(settings)
    with EventStore(settings) as made:
        yield made


def entry(event: ev.Event, version: int = 1, game: str = GAME) -> Entry:
    return Entry(game, version, event.name, line_of(event), "12" * 32, "client's id é", "mark")


@pytest.mark.parametrize("name", sorted(ev.EVENTS))
def test_every_event_comes_back_as_it_was_stored(store: EventStore, name: str) -> None:
    event = EXAMPLES[name]
    store.events.put([entry(event)])  # type: ignore[list-item]
    (found,) = store.events.get(GAME)
    assert found == entry(event)
    assert recorded(found) == ev.Recorded(1, event, "12" * 32, "client's id é")  # type: ignore[arg-type]


def test_stored_names_are_chosen_and_the_state_is_plain_json(store: EventStore) -> None:
    for version, event in enumerate(EXAMPLES.values(), 1):
        store.events.put([entry(event, version)])  # type: ignore[list-item]
    stored = store.recorder.select_notifications(None, 100)
    assert [one.topic for one in stored] == list(EXAMPLES)
    for one, event in zip(stored, EXAMPLES.values(), strict=True):
        state = msgspec.json.decode(one.state)
        assert state.keys() == {"line", "hash", "command", "mark"}
        assert state["line"] == msgspec.json.decode(line_of(event))
        assert line_of(event) in bytes(one.state), "the canonical bytes stand there as they were hashed"


def test_a_wave_stores_all_or_none_of_each_command(store: EventStore) -> None:
    seat = EXAMPLES["SeatTaken"]
    store.events.put([entry(seat, 1)])  # type: ignore[list-item]
    other = GAME.replace("0000", "1111", 1)
    with wave(store) as open_wave:
        assert open_wave.put([entry(seat, 1, other), entry(seat, 2, other)], b"s" * 32)
        assert not open_wave.put([entry(seat, 2), entry(seat, 1)]), "version 1 is taken, so 2 is not stored either"
        assert not open_wave.put([entry(seat, 9, other)], b"t" * 32), "a game has one seed"
        assert open_wave.put([entry(seat, 2)])
        assert open_wave.put([entry(seat, 3, other)])
    assert open_wave.place == store.recorder.max_notification_id()
    assert [(one.originator_id[:4], one.originator_version) for one in store.recorder.select_notifications(None, 100)] == [
        ("0000", 1), ("1111", 1), ("1111", 2), ("0000", 2), ("1111", 3),
    ]  # fmt: skip


def test_a_wave_that_fails_stores_nothing(store: EventStore) -> None:
    def fail() -> None:
        with wave(store) as open_wave:
            assert open_wave.put([entry(EXAMPLES["SeatTaken"])])
            raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        fail()
    assert store.recorder.select_notifications(None, 100) == []


def test_what_a_wave_stands_on_is_still_there(settings: Settings, store: EventStore) -> None:
    """The library's statements and its own connection: pinned to a minor version, and looked at here."""
    if settings.sqlite_path is None:
        return
    recorder = store.recorder
    assert isinstance(recorder, SQLiteApplicationRecorder)
    assert recorder.insert_events_statement == f"INSERT INTO {recorder.events_table_name} VALUES (?,?,?,?)"
    assert recorder.select_max_notification_id_statement == f"SELECT MAX(rowid) FROM {recorder.events_table_name}"
    with recorder.datastore.get_connection(commit=True) as connection:
        assert isinstance(connection._sqlite_conn, sqlite3.Connection)
        found = connection._sqlite_conn.execute(f"PRAGMA table_info({recorder.events_table_name})").fetchall()
    assert [row["name"] for row in found] == ["originator_id", "originator_version", "topic", "state"]


def test_where_a_stream_ends_is_one_step_in_the_index(settings: Settings, store: EventStore) -> None:
    """The plan must search, whatever the length of the stream: with GROUP BY it would read all of it."""
    if settings.sqlite_path is None:
        return
    assert isinstance(store.recorder, SQLiteApplicationRecorder)
    plans: list[str] = []
    with store.recorder.datastore.get_connection(commit=False) as connection:
        cursor = connection._sqlite_conn.cursor()
        cursor.row_factory = None

        class Explained:
            def execute(self, query: str, values: tuple[str, ...]) -> Iterator[tuple[str, int]]:
                plans.extend(row[3] for row in cursor.execute(f"EXPLAIN QUERY PLAN {query}", values))
                yield from cursor.execute(query, values)

        SQLiteWave(store, store.recorder, Explained()).expect([GAME, "other"])  # type: ignore[arg-type]
    assert any(plan.startswith("SEARCH stored_events USING COVERING INDEX") for plan in plans), plans
    assert not any(plan.startswith("SCAN stored_events") for plan in plans), plans


def test_every_connection_waits_for_the_disk(store: EventStore) -> None:
    for commit in (True, False):
        if not isinstance(store.recorder, SQLiteApplicationRecorder):
            with store.recorder.datastore.transaction(commit=commit) as cursor:  # type: ignore[attr-defined]
                cursor.execute("SHOW synchronous_commit")
                assert cursor.fetchone()["synchronous_commit"] == "on"
            continue
        with store.recorder.datastore.transaction(commit=commit) as cursor:
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone()[0] == 2, "FULL"
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone()[0] == "wal"


def test_the_library_s_own_environment_has_no_say(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPRESSOR_TOPIC", "zlib")
    monkeypatch.setenv("PERSISTENCE_MODULE", "eventsourcing.popo")
    monkeypatch.setenv("CREATE_TABLE", "n")
    migrate(settings)
    with EventStore(settings) as store:
        store.events.put([entry(EXAMPLES["SeatTaken"])])  # type: ignore[list-item]
        assert bytes(store.recorder.select_notifications(None, 1)[0].state).startswith(b'{"line"')


def test_attempts_are_no_events_of_a_game() -> None:
    assert ATTEMPT not in ev.EVENTS
