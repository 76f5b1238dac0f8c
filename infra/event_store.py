"""The event store: the ``eventsourcing`` library in its functional shape, with chosen names as topics.

A stored event is the canonical record line, its hash, and beside it (outside the hash) the client's id of the command and a
mark of the write. Games and their refused attempts are streams of their own in one log.
"""

from typing import Any, Final

import msgspec
from eventsourcing.application import Application
from eventsourcing.persistence import Mapper, StoredEvent
from eventsourcing.utils import Environment

from domain import events as ev
from infra.settings import Settings
from infra.sqlite import DurableFactory
from infra.trouble import Misconfigured
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
        state = _decode(stored_event.state)
        stream = stored_event.originator_id
        assert isinstance(stream, str)
        return Entry(stream, stored_event.originator_version, stored_event.topic, bytes(state.line), state.hash, state.command, state.mark)


class EventStore(Application[str]):
    """The library's application: mapper, recorder, notification log."""

    name = "arbiter"

    def __init__(self, settings: Settings) -> None:
        path = settings.sqlite_path
        if path is None:
            super().__init__(_postgres(settings))
        else:
            super().__init__({"ORIGINATOR_ID_TYPE": "text", "SQLITE_DBNAME": str(path), "SQLITE_LOCK_TIMEOUT": str(settings.lock_timeout)})

    def entry(self, stored: StoredEvent) -> Entry:
        """The entry in a stored event."""
        entry: Any = self.mapper.to_domain_event(stored)
        assert isinstance(entry, Entry)
        return entry

    def entry_of(self, stream: str, version: int, name: str, state: bytes) -> Entry:
        """The entry in the columns of the store's table."""
        return self.entry(StoredEvent(stream, version, name, bytes(state)))

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
