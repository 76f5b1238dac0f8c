"""The relay: the application's notification log → Kafka, in order, at least once.

One process leads a feed (a lock of the database's), the others stand by. A window of records goes out, every acknowledgement is looked at, and only then
does the position move, on the connection that holds the lock. Whatever goes wrong, everything is let go of and begins again at the stored position.
"""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from infra import clock, metrics
from infra.archive import Archive
from infra.database import engine
from infra.event_store import EventStore, attempts_stream
from infra.leader import Lead
from infra.log import logger
from infra.notices import Log, Notification, notification_of
from infra.relay_desk import Held, NotLeading, RelayDesk
from infra.relay_feeds import FEEDS, Feed
from infra.relay_sender import Refused, Sender, Stopped
from infra.relay_turn import Turn
from infra.relay_watch import Watch
from infra.settings import Settings
from infra.trouble import Trouble

_log = logger("relay")
_STAND_BY: Final = 0.5  # seconds between two tries to lead
_SHORTEST: Final = 0.1
_LONGEST: Final = 3.0
_TRUSTED: Final = 10.0  # seconds that somebody else has to lead before whoever could not is content with that


class Relay:
    """Publishes one feed, whenever this process leads it."""

    def __init__(self, settings: Settings, feed: str) -> None:
        self.settings, self.name = settings, feed
        self._store = EventStore(settings)
        self._engine = engine(settings)
        self._archive = Archive(self._store, self._engine)
        self._log = Log(self._store)
        self._stopping, self._well = threading.Event(), threading.Event()
        self._watch: Watch | None = None
        self._pause, self._said, self._stood = _SHORTEST, "", 0.0
        self._thread = threading.Thread(target=self._run, name=f"arbiter-relay-{feed}", daemon=True)

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def stop(self) -> None:
        """Finishes the window under way, if the broker answers, and lets somebody else lead."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()
        self._engine.dispose()
        self._store.close()

    def healthy(self) -> bool:
        """Whether it leads and gets through to the broker, or stands by while somebody else leads."""
        watch = self._watch
        return self._thread.is_alive() and self._well.is_set() and (watch is None or watch.well())

    def _run(self) -> None:
        pause = 0.0
        while not self._stopping.wait(pause):
            lead = Lead(self.settings, f"relay/{self.name}")
            try:
                if not lead.take():
                    self._stand_by()
                    pause = _STAND_BY
                    continue
                self._stood = 0.0
                self._lead(lead)
            except Stopped:
                return
            except Refused as no:
                _log.error("a record is refused", feed=self.name, game=no.record.game_id, version=no.record.version, reason=no.reason)
                self._hold(lead, no)
            except NotLeading as error:
                _log.warning("the relay starts again", feed=self.name, reason=str(error))
            except Trouble as error:
                self._broken(str(error))
            except Exception as error:
                self._broken(type(error).__name__, error)
            finally:
                metrics.RELAY_LEADS.labels(self.name).set(0)
                lead.close()
            pause = self._pause

    def _stand_by(self) -> None:
        """Somebody else leads. Who could not lead believes it when it lasts: the other may just be finding out that it cannot either."""
        self._stood = self._stood or time.monotonic()
        if not self._said or time.monotonic() - self._stood > _TRUSTED:
            self._content()
        metrics.RELAY_LAG.labels(self.name).set(0)  # whoever leads tells it

    def _content(self) -> None:
        self._said, self._pause = "", _SHORTEST
        self._well.set()

    def _broken(self, reason: str, error: Exception | None = None) -> None:
        """Not ready until it leads again; the reason is told once, however often it is met."""
        self._well.clear()
        self._pause = min(_LONGEST, self._pause * 2)
        if reason != self._said:
            (_log.error if error else _log.warning)("the relay starts again", feed=self.name, reason=reason, exc_info=error)
        self._said = reason

    def _lead(self, lead: Lead) -> None:
        assert lead.connection is not None
        desk = RelayDesk(lead.connection)
        metrics.RELAY_LAG.labels(self.name).set(max(0, self.head() - desk.position(self.name)))  # also where it comes no further than here
        feed: Feed = FEEDS[self.name](self.settings, self._archive)
        sender = Sender(self.settings, feed.topics)
        self._watch = watch = Watch(self.settings, self.name, feed.topics)
        try:
            metrics.RELAY_LEADS.labels(self.name).set(1)
            self._content()
            _log.info("leads", feed=self.name)
            Turn(self, lead, desk, feed, sender, watch).run()
            sender.close(2)
        finally:
            self._watch = None
            watch.close()
            sender.close()

    def _hold(self, lead: Lead, no: Refused) -> None:
        """A broker refused what it was thought to take: the game is held back before the window goes out again."""
        if lead.connection is not None:
            try:
                desk = RelayDesk(lead.connection)
                position = desk.position(self.name)
                desk.advance(self.name, position, position, [Held(no.record.topic, no.record.game_id, no.record.version, no.reason, clock.now(), False)], [])
            except (Trouble, NotLeading) as error:
                self._broken(str(error))

    # what a turn asks for

    def stopping(self) -> bool:
        return self._stopping.is_set()

    def after(self, position: int, limit: int) -> list[Notification]:
        return self._log.after(position, limit)

    def head(self) -> int:
        return self._log.head()

    def held_notices(self, lead: Lead, held: Held, position: int) -> list[Notification]:
        """What was held back of a game, up to a place in the log."""
        assert lead.connection is not None
        stream = attempts_stream(held.game_id) if held.topic.endswith("attempts") else held.game_id
        query = "SELECT notification_id, originator_id, originator_version, topic, state FROM arbiter_events"
        where = "WHERE originator_id = %s AND originator_version >= %s AND notification_id <= %s ORDER BY originator_version"
        rows = lead.connection.execute(f"{query} {where}", (stream, held.version, position)).fetchall()
        return [notification_of(row[0], self._store.entry_of(*row[1:])) for row in rows]


class Relays:
    """All feeds that one process is to publish."""

    def __init__(self, settings: Settings, feeds: Sequence[str]) -> None:
        self._relays = [Relay(settings, feed) for feed in feeds]

    def ready(self) -> dict[str, bool]:
        """Which feeds are published or stood by for."""
        return {relay.name: relay.healthy() for relay in self._relays}

    def run(self, wait: Callable[[], Any]) -> None:
        """Publishes until ``wait`` returns."""
        for relay in self._relays:
            relay.start()
        try:
            wait()
        finally:
            for relay in self._relays:
                relay.stop()
