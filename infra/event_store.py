"""The event store: the ``eventsourcing`` library in its functional shape, with chosen names as topics.

A stored event is the canonical record line, its hash, and beside it (outside the hash) the client's id of the command and a
mark of the write. Games and their refused attempts are streams of their own in one log.
"""

from typing import Any, Final

import msgspec
from eventsourcing.application import Application
from eventsourcing.persistence import Mapper, PersistenceError, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder
from eventsourcing.utils import Environment

from domain import events as ev
from infra.settings import Settings
from infra.sqlite import DurableFactory
from infra.trouble import Misconfigured, unavailable
from infra.wire import event_of

GAMES: Final = "arbiter.games.full"
ATTEMPTS: Final = "arbiter.attempts"
ATTEMPT: Final = "AttemptRefused"  # the stored name in a stream of attempts


class Entry(msgspec.Struct, frozen=True):
    """An event in its stream, as the store keeps it."""

    originator_id: str
    originator_version: int
    name: str
    line: bytes
    hash: str = ""
    command: str | None = None
    mark: str = ""


class _State(msgspec.Struct, frozen=True, omit_defaults=True):
    line: msgspec.Raw
    hash: str = ""
    command: str | None = None
    mark: str = ""


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(_State).decode


class EntryMapper(Mapper[str]):
    """Stores an entry under its chosen name; no module path, no marker of a decoder, nothing that a client's words could be taken for."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        entry: Entry = domain_event
        state = _encode(_State(msgspec.Raw(entry.line), entry.hash, entry.command, entry.mark))
        return StoredEvent(entry.originator_id, entry.originator_version, entry.name, state)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        stream = stored_event.originator_id
        assert isinstance(stream, str)
        return _entry(stream, stored_event.originator_version, stored_event.topic, stored_event.state)


def _entry(stream: str, version: int, name: str, state: bytes) -> Entry:
    kept = _decode(state)
    return Entry(stream, version, name, bytes(kept.line), kept.hash, kept.command, kept.mark)


class EventStore(Application[str]):
    """The library's application: mapper, recorder, notification log."""

    name = "arbiter"

    def __init__(self, settings: Settings) -> None:
        path = settings.sqlite_path
        kept = {"ORIGINATOR_ID_TYPE": "text", "SQLITE_DBNAME": str(path), "SQLITE_LOCK_TIMEOUT": str(settings.lock_timeout)}
        environment = _postgres(settings) if path is None else kept
        try:
            super().__init__(environment)
        except PersistenceError as error:
            raise unavailable(error) from error

    def entry(self, stored: StoredEvent) -> Entry:
        """The entry in a stored event."""
        entry: Any = self.mapper.to_domain_event(stored)
        assert isinstance(entry, Entry)
        return entry

    def entry_of(self, stream: str, version: int, name: str, state: bytes) -> Entry:
        """The entry in the columns of the store's table."""
        return _entry(stream, version, name, bytes(state))

    def after(self, place: int, limit: int) -> list[tuple[int, Entry]]:
        """What stands behind a place in the log, each with its place. The library makes two objects of each row, a tenth of the time of a rebuild."""
        recorder = self.recorder
        if not isinstance(recorder, SQLiteApplicationRecorder):
            return [(one.id, self.entry(one)) for one in recorder.select_notifications(place, limit, inclusive_of_start=False)]
        columns = "rowid, originator_id, originator_version, topic, state"
        with recorder.datastore.transaction(commit=False) as cursor:
            cursor.execute(f"SELECT {columns} FROM {recorder.events_table_name} WHERE rowid > ? ORDER BY rowid LIMIT ?", (place, limit))  # noqa: S608
            return [(at, _entry(stream, version, name, state)) for at, stream, version, name, state in cursor.fetchall()]

    def construct_env(self, name: str, env: Any = None) -> Environment:
        """Only what the settings say: the library's own environment variables have no say here."""
        return Environment(name, dict(env or {}))

    def construct_factory(self, env: Environment) -> Any:
        if "POSTGRES_URL" not in env:
            return DurableFactory(env)
        from infra.postgres import UrlFactory

        return UrlFactory(env)

    def construct_mapper(self) -> Mapper[str]:
        return EntryMapper(self.construct_transcoder())


def _postgres(settings: Settings) -> dict[str, str]:
    try:
        from infra.postgres import environment
    except ImportError:
        raise Misconfigured("ARBITER_DATABASE: PostgreSQL needs the extra `distributed` (psycopg)") from None
    return environment(settings)


def attempts_stream(game_id: str) -> str:
    """The id of the stream that keeps a game's refused moves."""
    return f"{game_id}/attempts"


def recorded(entry: Entry) -> ev.Recorded:
    """The game's event in a stored entry."""
    return ev.Recorded(entry.originator_version, event_of(entry.name, entry.line), entry.hash, entry.command)
