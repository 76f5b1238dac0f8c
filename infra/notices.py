"""The notification log: everything that was committed, in order. Its places never leave the process (refused attempts would show as gaps)."""

import threading
from collections.abc import Sequence
from typing import Final

import msgspec
from eventsourcing.persistence import PersistenceError

from infra.event_store import ATTEMPT, ATTEMPTS, GAMES, Entry, EventStore
from infra.trouble import unavailable


class Notification(msgspec.Struct, frozen=True):
    """An event in the log (or in a broker's partition): place ``id``, the game, the version in its stream, the stored name, the canonical record line without ``hash``."""

    id: int
    game_id: str
    version: int
    name: str
    line: bytes
    hash: str
    at: str
    topic: str = GAMES
    partition: int = 0


class _When(msgspec.Struct):
    at: str = ""
    game: str = ""


_when: Final = msgspec.json.Decoder(_When).decode


class Log:
    """Reads the log and wakes who waits for more."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._head = 0
        self._more = threading.Condition()

    def after(self, position: int, limit: int) -> list[Notification]:
        """What was committed after a place, games and attempts."""
        try:
            found = self._store.after(position, limit)
        except PersistenceError as error:
            raise unavailable(error) from error
        return [notification_of(place, entry) for place, entry in found]

    def head(self) -> int:
        """The last place in the log."""
        try:
            return self._store.recorder.max_notification_id() or 0
        except PersistenceError as error:
            raise unavailable(error) from error

    def ring(self, place: int) -> None:
        """Something was committed up to this place."""
        with self._more:
            self._head = max(self._head, place)
            self._more.notify_all()

    def wait(self, position: int, timeout: float) -> bool:
        """Waits until this process has committed something after a place; False when the time is over."""
        with self._more:
            return self._more.wait_for(lambda: self._head > position, timeout)


def notification_of(place: int, entry: Entry) -> Notification:
    """An entry of the store as the log tells it."""
    when = _when(entry.line)
    if entry.name == ATTEMPT:
        return Notification(place, when.game, entry.originator_version, entry.name, entry.line, "", when.at, ATTEMPTS)
    return Notification(place, entry.originator_id, entry.originator_version, entry.name, entry.line, entry.hash, when.at)


def only_games(notices: Sequence[Notification]) -> list[Notification]:
    """Without the refused attempts."""
    return [notice for notice in notices if notice.topic == GAMES]
