"""What is read for whoever asks: live, or as it was some seconds ago for a spectator. What may block runs in a thread."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from api.auth import Identity, check_alive
from domain.events import Recorded
from domain.game import Game, Status
from domain.seats import Viewer
from domain.shelf import shelf
from infra import clock
from infra.attempts import Attempt
from infra.ledger import Ledger
from infra.log import logger
from projections.catalogue import Page, Summary
from projections.leaderboard import Row
from projections.library import Library

PATIENCE: Final = 1.0  # seconds to wait for the read side

_log = logger("reading")


class Reading:
    """The one door to the read side for queries, pages and subscriptions."""

    def __init__(self, library: Library, ledger: Ledger, delay: float) -> None:
        self._library, self._ledger = library, ledger
        self.delay = delay

    def until(self, delayed: bool) -> str | None:
        """The newest moment that a viewer may know of; None for no bound."""
        return clock.ago(self.delay) if delayed and self.delay else None

    async def game(self, game_id: str, identity: Identity) -> Game | None:
        """The game as this identity may follow it; None where there is none (yet, for a delayed spectator)."""
        return await self.game_seen(game_id, identity.is_delayed(game_id))

    async def game_seen(self, game_id: str, delayed: bool) -> Game | None:
        """The same by whether the spectators' delay holds. Whoever is not delayed sees all that was acknowledged before, at whatever process."""
        return await asyncio.to_thread(self._library.game, game_id, self.until(delayed)) if is_id(game_id) else None

    async def catch_up(self, game_id: str, version: int) -> None:
        """Waits a little until the read side has a version of a game: who has just changed it wants to see that. Holds no thread meanwhile."""
        loop, there = asyncio.get_running_loop(), asyncio.Event()

        def changed(games: Mapping[str, int]) -> None:
            if games.get(game_id, 0) >= version:
                loop.call_soon_threadsafe(there.set)

        stop = self._library.listen(changed)
        try:
            if await asyncio.to_thread(self._library.version, game_id) < version:
                async with asyncio.timeout(PATIENCE):
                    await there.wait()
        except TimeoutError:
            _log.warning("the read side is behind", game=game_id, version=version)
        finally:
            stop()

    def events_after(self, game_id: str, version: int, delayed: bool) -> Sequence[Recorded]:
        """A game's events after a version, in order."""
        return self._library.events_after(game_id, version, self.until(delayed))

    async def current(self, game_id: str) -> Game | None:
        """The game as it is at this moment, for the write side's own checks."""
        return await asyncio.to_thread(self._ledger.game, game_id) if is_id(game_id) else None

    async def alive(self, identity: Identity) -> Identity:
        """The identity, if its token lives; BadToken otherwise."""
        check_alive(identity, None if identity.game is None else await self.current(identity.game))
        return identity

    async def attempts(self, game: Game, viewer: Viewer) -> list[Attempt]:
        """The refused moves that the viewer may see: the own ones while the game runs; all for the arbiter, and for everybody afterwards."""
        if viewer.all_seeing or game.status == "ENDED":
            return await asyncio.to_thread(self._ledger.attempts_of, game.id, None)
        return [] if viewer.seat is None else await asyncio.to_thread(self._ledger.attempts_of, game.id, viewer.seat)

    async def page(self, identity: Identity, status: Status | None, ruleset: str | None, player: str | None, first: int, after: str | None) -> Page:
        """A page of the catalogue."""
        until = self.until(identity.is_delayed(None))
        return await asyncio.to_thread(self._library.games, status, ruleset, player, first, after, until)

    async def summary(self, game_id: str, identity: Identity) -> Summary | None:
        """A game's line of the catalogue."""
        return await asyncio.to_thread(self._library.summary, game_id, self.until(identity.is_delayed(None)))

    async def leaderboard(self, identity: Identity, ruleset: str | None, first: int, as_of: str | None) -> list[Row]:
        """The board of a ruleset, or of all of them one after the other; never later than the viewer may know of."""
        until = self.until(identity.is_delayed(None))
        moment = min((time for time in (until, as_of) if time is not None), default=None)
        slugs = list(shelf()) if ruleset is None else [ruleset]
        return await asyncio.to_thread(lambda: [row for slug in slugs for row in self._library.leaderboard(slug, first, moment)])


def is_id(game_id: str) -> bool:
    """Whether this is a game's id in its one true spelling."""
    try:
        return str(UUID(game_id)) == game_id
    except ValueError:
        return False
