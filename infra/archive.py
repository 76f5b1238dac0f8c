"""Games and attempts read back from the store."""

from collections.abc import Iterator
from uuid import UUID

import msgspec
import sqlalchemy as sa
from eventsourcing.persistence import PersistenceError

from domain import events as ev
from domain.seats import Seat
from infra.attempts import Attempt
from infra.database import trouble
from infra.event_store import EventStore, attempts_stream, recorded
from infra.hot import Hot, rebuilt
from infra.notices import Notification, notification_of
from infra.seeds import seed_of
from infra.trouble import unavailable

_ATTEMPT = msgspec.json.Decoder(Attempt)


class Archive:
    """What the store knows of one game."""

    def __init__(self, store: EventStore, engine: sa.Engine) -> None:
        self._store, self._engine = store, engine

    def load(self, game_id: str) -> Hot | None:
        """A game whole, with its secrets; None where there is no such game."""
        id = bytes_of(game_id)
        if id is None:
            return None
        try:
            with self._engine.connect() as connection:
                seed = seed_of(connection, game_id)
        except sa.exc.SQLAlchemyError as error:
            raise trouble(error) from error
        if seed is None:
            return None
        tried = [attempt.seat for attempt in self.attempts(game_id)]
        return rebuilt(id, seed, self.history(game_id), len(tried), {seat: tried.count(seat) for seat in set(tried)})

    def history(self, game_id: str, after: int = 0, limit: int | None = None) -> Iterator[ev.Recorded]:
        """The events of a game after a version."""
        try:
            found = self._store.events.get(game_id, gt=after, limit=limit)
        except PersistenceError as error:
            raise unavailable(error) from error
        return (recorded(entry) for entry in found)  # type: ignore[arg-type]

    def grown(self, hot: Hot) -> bool:
        """Whether the store has more of this game."""
        return hot.game is not None and next(self.history(hot.game.id, hot.game.version, 1), None) is not None

    def attempts(self, game_id: str, seat: Seat | None = None) -> list[Attempt]:
        """The refused moves of a game (or of one seat of it), in order."""
        if bytes_of(game_id) is None:
            return []
        try:
            lines = [entry.line for entry in self._store.events.get(attempts_stream(game_id))]  # type: ignore[attr-defined]
        except PersistenceError as error:
            raise unavailable(error) from error
        told = [_ATTEMPT.decode(line) for line in lines]
        return [attempt for attempt in told if seat is None or attempt.seat == seat]

    def notices(self, game_id: str, after: int) -> list[Notification]:
        """The events of a game after a version, as the log tells them but for their places there."""
        return self._notices(game_id, after)

    def attempt_notices(self, game_id: str) -> list[Notification]:
        """The refused moves of a game, the same way."""
        return self._notices(attempts_stream(game_id), 0)

    def _notices(self, stream: str, after: int) -> list[Notification]:
        try:
            return [notification_of(0, entry) for entry in self._store.events.get(stream, gt=after)]  # type: ignore[arg-type]
        except PersistenceError as error:
            raise unavailable(error) from error


def bytes_of(game_id: str) -> bytes | None:
    """The 16 bytes of a game's id; None for what is not an id in its one true spelling."""
    try:
        id = UUID(game_id)
    except (ValueError, AttributeError, TypeError):
        return None
    return id.bytes if str(id) == game_id else None
