"""One time of leading a feed: window after window, each acknowledged before the position moves."""

import time
from collections.abc import Sequence
from functools import partial
from typing import Final, Protocol

import msgspec

from infra import clock, metrics
from infra.event_store import ATTEMPT
from infra.leader import Lead
from infra.log import logger
from infra.notices import Notification
from infra.relay_desk import Held, NotLeading, RelayDesk
from infra.relay_feeds import Feed
from infra.relay_sender import Record, Sender
from infra.relay_watch import Watch
from infra.trouble import Trouble, Unavailable

_log = logger("relay")
WINDOW: Final = 1_000  # places of the log that go out together
_POLL: Final = 0.25
_LOOK_EVERY: Final = 1.0
_SAY_SO_EVERY: Final = 1.0


class Source(Protocol):
    """What a turn asks of its relay."""

    def stopping(self) -> bool:
        """Whether somebody asked to stop."""

    def after(self, position: int, limit: int) -> list[Notification]:
        """What was committed after a place."""

    def head(self) -> int:
        """The last place in the log."""

    def held_notices(self, lead: Lead, held: Held, position: int) -> list[Notification]:
        """What was held back of a game, up to a place in the log."""


class Turn:
    """One time of leading: a feed, a sender, a position."""

    def __init__(self, relay: Source, lead: Lead, desk: RelayDesk, feed: Feed, sender: Sender, watch: Watch) -> None:
        self._relay, self._lead, self._desk, self._feed, self._sender, self._watch = relay, lead, desk, feed, sender, watch
        self._held: dict[tuple[str, str], Held] = {}
        self._looked, self._said_so = 0.0, 0.0

    def run(self) -> None:
        """Until somebody asks to stop, or something goes wrong."""
        position = self._desk.position(self._feed.name)
        self._look_at_tables(position)
        notices, window, holding = self._next(position)
        while not self._relay.stopping():
            self._watch.look()
            if notices:
                with self._watch.sending():
                    under_way = self._sender.submit(window)
                    more = self._next(notices[-1].id)  # while the broker works
                    self._sender.settle(under_way, partial(self._interrupted, position))
                self._desk.advance(self._feed.name, position, notices[-1].id, holding, [])
                position = notices[-1].id
                metrics.RELAYED.labels(self._feed.name).inc(len(window))
            else:
                self._lead.listen(self._patience())
                more = None
            self._tell_lag(position)
            if self._look_at_tables(position) or more is None:
                more = self._next(position)
            notices, window, holding = more

    def _tell_lag(self, position: int) -> None:
        metrics.RELAY_LAG.labels(self._feed.name).set(max(0, self._relay.head() - position))

    def _interrupted(self, position: int) -> bool:
        """Whether somebody asked to stop while a broker is waited for; raises when somebody else leads by now."""
        now = time.monotonic()
        if now - self._said_so >= _SAY_SO_EVERY:
            self._said_so = now
            if not self._lead.holds():
                raise Unavailable("database: the connection is gone")
            self._watch.look()
            self._tell_lag(position)
        return self._relay.stopping()

    def _patience(self) -> float:
        return min(_POLL, self._feed.delay) if self._feed.delay else _POLL

    def _next(self, position: int) -> tuple[Sequence[Notification], list[Record], list[Held]]:
        """What goes out next: places of the log, their records, and games to be held back from there on."""
        notices = self._due(self._relay.after(position, WINDOW))
        records, holding = self._fitting(notices)
        return notices, records, holding

    def _due(self, notices: list[Notification]) -> list[Notification]:
        """As far as a delayed feed may go."""
        if not self._feed.delay:
            return notices
        until = clock.ago(self._feed.delay)
        late = next((place for place, notice in enumerate(notices) if notice.at > until), len(notices))
        return notices[:late]

    def _fitting(self, notices: Sequence[Notification]) -> tuple[list[Record], list[Held]]:
        records: list[Record] = []
        holding: list[Held] = []
        for notice in notices:
            if self._is_held(notice):
                continue
            made = self._record(notice)
            if isinstance(made, Record):
                records.append(made)
            elif made is not None:
                _log.error("a game is held back", feed=self._feed.name, game=notice.game_id, version=notice.version, reason=made.reason)
                self._held[made.topic, made.game_id] = made
                holding.append(made)
        return records, holding

    def _record(self, notice: Notification) -> Record | Held | None:
        """The record of a place; what has to be held back instead where there cannot be one; None where there is none."""
        try:
            made = self._feed.record(notice)
        except Trouble:
            raise
        except Exception as error:  # whatever the rules of a game do with it, it is this game's trouble alone
            _log.error("no record can be made", feed=self._feed.name, game=notice.game_id, error=type(error).__name__, exc_info=True)
            topic = next(topic for topic in self._feed.topics if _same(topic, notice))
            return Held(topic, notice.game_id, notice.version, f"no record can be made ({type(error).__name__})", clock.now(), False)
        if made is None:
            return None
        record = Record(made[0], notice.game_id, notice.version, made[1])
        reason = self._sender.too_large(record)
        return record if reason is None else Held(record.topic, record.game_id, record.version, reason, clock.now(), False)

    def _is_held(self, notice: Notification) -> bool:
        """Whether its game is held back from there on; what stands before goes out, also for the second time."""
        found = ((self._held.get((topic, notice.game_id)), topic) for topic in self._feed.topics) if self._held else ()
        return any(held is not None and _same(topic, notice) and notice.version >= held.version for held, topic in found)

    def _look_at_tables(self, position: int) -> bool:
        """Tries again what somebody asked for; whether there was something, so that what was made ready has to be made anew.

        Raises where somebody has set the position: all begins again, there.
        """
        now = time.monotonic()
        if self._looked and now - self._looked < _LOOK_EVERY:
            return False
        self._looked = now
        if self._desk.position(self._feed.name) != position:
            raise NotLeading(position)
        stored = self._desk.held(list(self._feed.topics))
        metrics.RELAY_HELD.labels(self._feed.name).set(len(stored))
        asked = [one for one in stored if one.retry]
        if asked or not self._held:
            self._held = {(one.topic, one.game_id): one for one in stored}
        if asked:
            self._sender.ask_limits()
        for one in asked:
            self._retry(one, position)
        return bool(asked)

    def _retry(self, held: Held, position: int) -> None:
        made = [self._record(notice) for notice in self._relay.held_notices(self._lead, held, position)]
        records = [one for one in made if isinstance(one, Record)]
        still = next((one for one in made if isinstance(one, Held)), None)
        if still is not None:
            self._desk.advance(self._feed.name, position, position, [msgspec.structs.replace(still, version=held.version)], [])
            return
        for start in range(0, len(records), WINDOW):
            with self._watch.sending():
                self._sender.settle(self._sender.submit(records[start : start + WINDOW]), partial(self._interrupted, position))
        self._desk.advance(self._feed.name, position, position, [], [held])
        self._held.pop((held.topic, held.game_id), None)
        _log.info("a game goes on", feed=self._feed.name, game=held.game_id, records=len(records))


def _same(topic: str, notice: Notification) -> bool:
    """Whether what a topic holds back is of this notice's stream."""
    return topic.endswith("attempts") == (notice.name == ATTEMPT)
