"""The live side: feeds of the games that somebody follows, kept up to date as events arrive."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

from api.feed import Feed
from api.reading import Reading
from domain.game import Game
from domain.refusal import SERVICE, Refused
from infra.log import logger

POLL: Final = 1.0  # seconds between looks at a game about which nothing was heard: another process may have written
POLL_DELAYED: Final = 0.2  # the same for a delayed feed, for which time itself brings news
PATIENCE: Final = 1.0  # seconds to wait after an error of the store

_log = logger("live")


class Hub:
    """All feeds of one process, by game and by whether they are delayed. Belongs to one event loop; ``heard`` may be called from any thread."""

    def __init__(self, reading: Reading, keep: int) -> None:
        self._reading, self._keep = reading, keep
        self._feeds: dict[tuple[str, bool], tuple[Feed, asyncio.Event, asyncio.Task[None]]] = {}
        self._watchers: set[Callable[[str], None]] = set()
        self._bells: dict[str, set[asyncio.Event]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def attach(self) -> None:
        """Belongs to the running loop from now on."""
        self._loop = asyncio.get_running_loop()

    async def close(self) -> None:
        """Lets go of all feeds."""
        tasks = [task for _, _, task in self._feeds.values()]
        self._feeds.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def heard(self, game_ids: Iterable[str]) -> None:
        """Something happened in these games. From any thread."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._heard, tuple(game_ids))

    def _heard(self, game_ids: tuple[str, ...]) -> None:
        for game_id in game_ids:
            if (found := self._feeds.get((game_id, False))) is not None:
                found[1].set()
            for watcher in tuple(self._watchers):
                watcher(game_id)
            for bell in self._bells.get(game_id, ()):
                bell.set()

    @asynccontextmanager
    async def feed(self, game_id: str, delayed: bool) -> AsyncIterator[Feed]:
        """The feed of a game, shared by all who follow it. Refused where there is no such game."""
        delayed = delayed and bool(self._reading.delay)
        feed = await self._open(game_id, delayed)
        feed.readers += 1
        try:
            yield feed
        finally:
            feed.readers -= 1
            if feed.readers == 0:
                found = self._feeds.pop((game_id, delayed), None)
                if found is not None:
                    found[2].cancel()

    @contextmanager
    def bell(self, game_id: str | None) -> Iterator[asyncio.Event]:
        """Rung whenever something happens in the game; of no game it never is."""
        bell = asyncio.Event()
        bells = self._bells.setdefault(game_id, set()) if game_id is not None else set()
        bells.add(bell)
        try:
            yield bell
        finally:
            bells.discard(bell)
            if game_id is not None and not bells:
                self._bells.pop(game_id, None)

    @asynccontextmanager
    async def watch(self, keep: int) -> AsyncIterator["Watch"]:
        """The ids of games in which something happened."""
        watch = Watch(keep)
        self._watchers.add(watch.put)
        try:
            yield watch
        finally:
            self._watchers.discard(watch.put)

    async def _open(self, game_id: str, delayed: bool) -> Feed:
        key = (game_id, delayed)
        if key not in self._feeds:
            game = await self._reading.game_seen(game_id, delayed)
            if game is None:
                raise Refused(SERVICE, "id: there is no such game")
            if key not in self._feeds:  # somebody else may have been quicker
                self._start(key, game)
        return self._feeds[key][0]

    def _start(self, key: tuple[str, bool], game: Game) -> None:
        feed, bell = Feed(game, self._keep), asyncio.Event()
        bell.set()
        self._feeds[key] = (feed, bell, asyncio.create_task(self._pump(key, feed, bell)))

    async def _pump(self, key: tuple[str, bool], feed: Feed, bell: asyncio.Event) -> None:
        game_id, delayed = key
        while True:
            await rung(bell, POLL_DELAYED if delayed else POLL)
            try:
                feed.put(await asyncio.to_thread(self._reading.events_after, game_id, feed.game.version, delayed))
            except Exception as error:
                _log.warning("feed", game=game_id, error=type(error).__name__)
                await asyncio.sleep(PATIENCE)


class Watch:
    """Ids of games in which something happened since one last looked: each once, however often; bounded."""

    def __init__(self, keep: int) -> None:
        self._keep = keep
        self._ids: dict[str, None] = {}
        self._more = asyncio.Event()

    def put(self, game_id: str) -> None:
        self._ids.pop(game_id, None)
        self._ids[game_id] = None
        if len(self._ids) > self._keep:
            del self._ids[next(iter(self._ids))]
        self._more.set()

    async def next(self) -> tuple[str, ...]:
        """The ids, at least one."""
        await self._more.wait()
        self._more.clear()
        ids, self._ids = tuple(self._ids), {}
        return ids


async def rung(bell: asyncio.Event, seconds: float) -> None:
    """Waits for the bell, but not for ever."""
    try:
        async with asyncio.timeout(seconds):
            await bell.wait()
    except TimeoutError:
        return
    bell.clear()
