"""Everything that the API reads.

``until``, where a method has it, is a time: the answer is what was committed by then. A spectator who is kept behind passes ``clock.ago(delay)``
at every door, and then sees everywhere the same past (DECISIONS.md, "The past is a parameter").
"""

import time
from collections.abc import Callable
from typing import Any, Final, cast

import msgspec

from domain import events as ev
from domain.game import Game, Status, evolve
from domain.message import State
from domain.seats import Seat
from infra.attempts import Attempt
from infra.memory import Memory
from infra.settings import Settings
from projections import attempts, catalogue, disputes, leaderboard, scoreboard
from projections.bell import Bell, Changed
from projections.catalogue import Page, Summary
from projections.disputes import DisputeLine
from projections.generations import ReadStore
from projections.history import BlockMemory, recorded
from projections.rows import events_after, last_event, read_game
from projections.scoreboard import Score

_ATTEMPT: Final = msgspec.json.Decoder(Attempt)
_FOLD_AT_MOST: Final = 200  # events that are folded onto a game in memory; more are looked at lazily


class Library:
    """The read side. Threads may share it."""

    def __init__(self, settings: Settings, store: ReadStore, bell: Bell) -> None:
        self._store, self._bell = store, bell
        self._games: Memory[tuple[str, int], Game] = Memory(settings.hot_moves)
        self._newest: Memory[str, Game] = Memory(settings.hot_moves)
        self._blocks: BlockMemory = Memory(settings.hot_moves)

    def game(self, game_id: str, until: str | None = None) -> Game | None:
        """A game as the projections have it; every position of it is quick to come by. None where there is no such game."""
        with self._store.reading() as (connection, tables):
            if until is not None:
                last = last_event(connection, tables, game_id, until)
                if last is None:
                    return None
                known = self._games.get((game_id, last.version))
                if known is not None:
                    return known
            else:
                hot = self._newest.get(game_id)
                if hot is not None:
                    rows = events_after(connection, tables, game_id, hot.version, limit=_FOLD_AT_MOST + 1)
                    if len(rows) <= _FOLD_AT_MOST:
                        for row in rows:
                            hot = evolve(hot, recorded(row))
                        return self._keep(hot) if rows else hot
        game = read_game(self._store.reading, self._blocks, game_id, until)
        if game is None:
            return None
        if until is None:
            return self._keep(game)
        self._games.put((game_id, game.version), game)
        return game

    def position(self, game_id: str, number: int, until: str | None = None) -> State | None:
        """The position after a move (0: before the first), on whichever line it stands; None where there is none."""
        game = self.game(game_id, until)
        if game is None or game.start is None or not 0 <= number <= game.count:
            return None
        return game.position(number)

    def games(
        self,
        status: Status | None = None,
        ruleset: str | None = None,
        player: str | None = None,
        first: int = 20,
        after: str | None = None,
        until: str | None = None,
    ) -> Page:
        """A page of the catalogue, newest games first."""
        with self._store.reading() as (connection, tables):
            page = catalogue.page(connection, tables, catalogue.wanted(tables, status, ruleset, player, until), first, after)
        if until is None:
            return page
        rows = [row if row.changed_at <= until else self.summary(row.game_id, until) for row in page.rows]
        return Page(tuple(row for row in rows if row is not None), page.has_next, page.total)

    def summary(self, game_id: str, until: str | None = None) -> Summary | None:
        """A game's row of the catalogue."""
        game = self.game(game_id, until)
        if game is None:
            return None
        with self._store.reading() as (connection, tables):
            last = last_event(connection, tables, game_id, until)
        return catalogue.summary_of_game(game, "" if last is None else last.at)

    def leaderboard(self, ruleset: str, first: int = 100, as_of: str | None = None) -> list[leaderboard.Row]:
        """The board of a ruleset, as it was known at a time."""
        with self._store.reading() as (connection, tables):
            return leaderboard.leaderboard(connection, tables, ruleset, first, as_of)

    def scoreboard(self, game_id: str) -> list[Score]:
        """The scoreboard of a game, by seat; empty before it starts."""
        with self._store.reading() as (connection, tables):
            return scoreboard.scores(connection, tables, game_id)

    def attempts(self, game_id: str, seat: Seat | None = None) -> list[Attempt]:
        """Refused moves. For the seat itself and for arbiters; for others not before the game has ended."""
        with self._store.reading() as (connection, tables):
            lines = attempts.lines(connection, tables, game_id)
        return [attempt for attempt in map(_ATTEMPT.decode, lines) if seat is None or attempt.seat == seat]

    def open_disputes(self, limit: int = 100) -> list[DisputeLine]:
        """The disputes of all games that no arbiter has ruled, oldest first. For arbiters."""
        with self._store.reading() as (connection, tables):
            return disputes.waiting(connection, tables, limit)

    def events_after(self, game_id: str, version: int, until: str | None = None, limit: int | None = None) -> list[ev.Recorded]:
        """The events of a game after a version, in order."""
        with self._store.reading() as (connection, tables):
            return [recorded(row) for row in events_after(connection, tables, game_id, version, until, limit)]

    def due(self, game_id: str, version: int) -> str | None:
        """When the event after a version was committed; None if there is none yet. A delayed follower sleeps until then plus the delay."""
        with self._store.reading() as (connection, tables):
            rows = events_after(connection, tables, game_id, version, limit=1)
        return rows[0].at if rows else None

    def version(self, game_id: str, until: str | None = None) -> int:
        """The newest version of a game here; 0 where there is none."""
        with self._store.reading() as (connection, tables):
            last = last_event(connection, tables, game_id, until)
        return 0 if last is None else last.version

    def wait_for(self, game_id: str, version: int, timeout: float) -> bool:
        """Waits until a game has come to a version here."""
        end = time.monotonic() + timeout
        while True:
            rung = self._bell.rung()
            if self.version(game_id) >= version:
                return True
            left = end - time.monotonic()
            if left <= 0:
                return False
            self._bell.wait(rung, min(left, 0.25))

    def listen(self, changed: Changed) -> Callable[[], None]:
        """Calls ``changed`` with the games (id → version) whenever rows were committed, from another thread; the answer ends it."""
        return self._bell.listen(changed)

    def _keep(self, game: Game) -> Game:
        held: Any = game.moves
        self._newest.put(game.id, game, 1 + cast("int", getattr(held, "weight", len(held))))
        return game
