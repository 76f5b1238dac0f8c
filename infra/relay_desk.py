"""Where a relay stands, and the games that it holds back: written through the leader's own connection, so that only the leader can."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import psycopg

from infra import clock
from infra.trouble import unavailable


class NotLeading(Exception):
    """The position is not where its owner thought: somebody else has moved it on, or an operator has set it."""

    def __init__(self, here: int) -> None:
        super().__init__(f"the position is no longer {here}: somebody else moved it, and from there it goes on")


class Held(msgspec.Struct, frozen=True):
    """A game of which nothing more is published on a topic, from a version on, until somebody asks to try again."""

    topic: str
    game_id: str
    version: int
    reason: str
    at: str
    retry: bool


class RelayDesk:
    """The relay's two tables."""

    def __init__(self, connection: "psycopg.Connection[Any]") -> None:
        self._connection = connection

    def position(self, feed: str) -> int:
        """The last place in the log that has been published, and acknowledged."""
        with _sentences():
            self._connection.execute("INSERT INTO relay_positions VALUES (%s, 0) ON CONFLICT DO NOTHING", (feed,))
            row = self._connection.execute("SELECT position FROM relay_positions WHERE feed = %s", (feed,)).fetchone()
            assert row is not None
            return int(row[0])

    def advance(self, feed: str, before: int, after: int, held: list[Held], released: list[Held]) -> None:
        """Moves on, with what has to be held back from here on and what is no longer."""
        with _sentences(), self._connection.transaction():
            moved = self._connection.execute("UPDATE relay_positions SET position = %s WHERE feed = %s AND position = %s", (after, feed, before))
            if moved.rowcount != 1:
                raise NotLeading(before)
            for one in held:
                values = (one.topic, one.game_id, one.version, one.reason[:300], clock.now())
                again = "ON CONFLICT (topic, game_id) DO UPDATE SET version = excluded.version, reason = excluded.reason, at = excluded.at, retry = false"
                self._connection.execute(f"INSERT INTO relay_held VALUES (%s, %s, %s, %s, %s, false) {again}", values)  # noqa: S608 (no word of it comes from outside)
            for one in released:
                self._connection.execute("DELETE FROM relay_held WHERE topic = %s AND game_id = %s", (one.topic, one.game_id))

    def held(self, topics: list[str]) -> list[Held]:
        """The games that are held back on these topics."""
        with _sentences():
            found = self._connection.execute("SELECT * FROM relay_held WHERE topic = ANY(%s) ORDER BY topic, game_id", (topics,)).fetchall()
        return [Held(*row) for row in found]

    def ask(self, game_id: str) -> int:
        """Asks the relay to try a game again; on how many topics it is held."""
        with _sentences():
            return self._connection.execute("UPDATE relay_held SET retry = true WHERE game_id = %s", (game_id,)).rowcount


@contextmanager
def _sentences() -> Iterator[None]:
    """A driver's error as one of ours."""
    try:
        yield
    except psycopg.Error as error:
        raise unavailable(error) from None
