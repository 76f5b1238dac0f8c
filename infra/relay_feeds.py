"""What the relay publishes: from a place in the log to the records of a feed."""

from collections.abc import Iterable
from typing import Any, Final, Protocol

import msgspec

from domain import events as ev
from infra.archive import Archive
from infra.cloud_events import data_of, schema_url, written, written_attempt
from infra.event_store import ATTEMPTS, GAMES, recorded
from infra.event_store import Entry as Stored
from infra.memory import Memory
from infra.notices import Notification
from infra.public_feed import PublicFeed
from infra.settings import Settings
from infra.topics import PUBLIC


class _Opening(msgspec.Struct):
    ruleset: str


_opening: Final = msgspec.json.Decoder(_Opening).decode


class Feed(Protocol):
    """A name under which the position is kept, the topics that it fills, and how late it is."""

    name: str
    topics: tuple[str, ...]
    delay: float

    def record(self, notice: Notification) -> tuple[str, bytes] | None:
        """The topic and the record of a place in the log; None where it is none of this feed's business."""


class FullFeed:
    """Every event as it stands in the store, and every refused move, for projections and trusted consumers."""

    name, topics, delay = "full", (GAMES, ATTEMPTS), 0.0

    def __init__(self, settings: Settings, archive: Archive) -> None:
        self._url, self._archive = settings.url, archive
        self._rulesets: Memory[str, str] = Memory(100_000)

    def record(self, notice: Notification) -> tuple[str, bytes] | None:
        if notice.topic == ATTEMPTS:
            return ATTEMPTS, written_attempt(notice, schema_url(self._url, "attempts", notice.name))
        schema = schema_url(self._url, self._ruleset(notice), notice.name)
        return GAMES, written(notice.game_id, notice.version, notice.name, data_of(notice), notice.at, schema)

    def _ruleset(self, notice: Notification) -> str:
        known = self._rulesets.get(notice.game_id)
        if known is None:
            known = _opening(notice.line).ruleset if notice.version == 1 else _ruleset_of(self._archive.history(notice.game_id, 0, 1))
            self._rulesets.put(notice.game_id, known)
        return known


def _ruleset_of(history: Iterable[ev.Recorded]) -> str:
    first = next(iter(history)).event
    assert isinstance(first, ev.GameOpened)
    return first.ruleset


class SpectatorFeed:
    """What a spectator sees and may go on seeing, as late as spectators are."""

    name, topics = "public", (PUBLIC,)

    def __init__(self, settings: Settings, archive: Archive) -> None:
        self._url, self.delay = settings.url, settings.spectator_delay
        self._public = PublicFeed(lambda game_id, upto: archive.history(game_id, 0, upto) if upto else (), settings.hot_moves)

    def record(self, notice: Notification) -> tuple[str, bytes] | None:
        if notice.topic != GAMES:
            return None
        event = recorded(Stored(notice.game_id, notice.version, notice.name, notice.line, notice.hash))
        slug, data = self._public.data(notice.game_id, event)
        return PUBLIC, written(notice.game_id, notice.version, notice.name, data, notice.at, schema_url(self._url, slug, notice.name))


FEEDS: Final[dict[str, Any]] = {"full": FullFeed, "public": SpectatorFeed}
