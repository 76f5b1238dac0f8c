"""Everything that the API reads.

``until``, where a method has it, is a time: the answer is what was committed by then. A spectator who is kept behind passes ``clock.ago(delay)``
at every door, and then sees everywhere the same past (DECISIONS.md, "The past is a parameter").
"""

import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from domain import events as ev
from domain.game import Game, Status, evolve
from domain.message import State
from domain.seats import Seat
from infra.archive import bytes_of
from infra.attempts import Attempt
from infra.memory import Memory
from infra.settings import Settings
from projections import attempts, catalogue, disputes, leaderboard, scoreboard
from projections.bell import Bell, Changed
from projections.catalogue import Page, Summary
from projections.disputes import DisputeLine
from projections.generations import ReadStore
from projections.history import BlockMemory, EventRow, recorded
from projections.rows import events_after, last_event, read_game
from projections.scoreboard import Score

_ATTEMPT: Final = msgspec.json.Decoder(Attempt)
_FOLD_AT_MOST: Final = 200  # events that are folded onto a game in memory; more are looked at lazily
_POLL: Final = 0.25  # seconds: a bell in another process is not heard here


class _Known(msgspec.Struct, frozen=True):
    """A game in memory, and when it last changed."""

    game: Game
    at: str


class Library:
    """The read side. Threads may share it."""

    def __init__(self, settings: Settings, store: ReadStore, bell: Bell) -> None:
        self._read, self._bell = store.read, bell
        self._past: Memory[tuple[str, int], _Known] = Memory(settings.hot_moves)
        self._newest: Memory[str, _Known] = Memory(settings.hot_moves)
        self._blocks: BlockMemory = Memory(settings.hot_moves)

    def game(self, game_id: str, until: str | None = None) -> Game | None:
        """A game as the projections have it; every position of it is quick to come by. None where there is no such game."""
        known = self._known(game_id) if until is None else self._known_then(game_id, until)
        return None if known is None else known.game

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
        page = self._read(lambda connection, tables: catalogue.page(connection, tables, catalogue.wanted(tables, status, ruleset, player, until), first, after))
        if until is None:
            return page
        rows = [row if row.changed_at <= until else self.summary(row.game_id, until) for row in page.rows]
        return Page(tuple(row for row in rows if row is not None), page.has_next, page.total)

    def summary(self, game_id: str, until: str | None = None) -> Summary | None:
        """A game's row of the catalogue."""
        known = self._known(game_id) if until is None else self._known_then(game_id, until)
        return None if known is None else catalogue.summary_of_game(known.game, known.at)

    def leaderboard(self, ruleset: str, first: int = 100, as_of: str | None = None) -> list[leaderboard.Row]:
        """The board of a ruleset, as it was known at a time."""
        return self._read(lambda connection, tables: leaderboard.leaderboard(connection, tables, ruleset, first, as_of))

    def scoreboard(self, game_id: str) -> list[Score]:
        """The scoreboard of a game, by seat; empty before it starts."""
        if bytes_of(game_id) is None:
            return []
        return self._read(lambda connection, tables: scoreboard.scores(connection, tables, game_id))

    def attempts(self, game_id: str, seat: Seat | None = None) -> list[Attempt]:
        """Refused moves. For the seat itself and for arbiters; for others not before the game has ended."""
        if bytes_of(game_id) is None:
            return []
        lines = self._read(lambda connection, tables: attempts.lines(connection, tables, game_id))
        return [attempt for attempt in map(_ATTEMPT.decode, lines) if seat is None or attempt.seat == seat]

    def open_disputes(self, limit: int = 100) -> list[DisputeLine]:
        """The disputes of all games that no arbiter has ruled, oldest first. For arbiters."""
        return self._read(lambda connection, tables: disputes.waiting(connection, tables, limit))

    def events_after(self, game_id: str, version: int, until: str | None = None, limit: int | None = None) -> list[ev.Recorded]:
        """The events of a game after a version, in order."""
        return [recorded(row) for row in self._rows_after(game_id, version, until, limit)]

    def due(self, game_id: str, version: int) -> str | None:
        """When the event after a version was committed; None if there is none yet. A delayed follower sleeps until then plus the delay."""
        rows = self._rows_after(game_id, version, limit=1)
        return rows[0].at if rows else None

    def version(self, game_id: str, until: str | None = None) -> int:
        """The newest version of a game here; 0 where there is none."""
        last = self._last(game_id, until)
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
            self._bell.wait(rung, min(left, _POLL))

    def listen(self, changed: Changed) -> Callable[[], None]:
        """Calls ``changed`` with the games (id → version) whenever rows were committed, from another thread; the answer ends it."""
        return self._bell.listen(changed)

    def _known(self, game_id: str) -> _Known | None:
        """What memory has, brought up to date; else what the rows tell, with moves that are loaded when somebody looks."""
        known = self._newest.get(game_id)
        if known is not None:
            game, at = known.game, known.at
            rows = self._rows_after(game_id, game.version, limit=_FOLD_AT_MOST + 1)
            if not rows:
                return known
            if len(rows) <= _FOLD_AT_MOST:
                for row in rows:
                    game, at = evolve(game, recorded(row)), row.at
                return self._keep(_Known(game, at))
        found = read_game(self._read, self._blocks, game_id) if bytes_of(game_id) is not None else None
        return None if found is None else self._keep(_Known(*found))

    def _known_then(self, game_id: str, until: str) -> _Known | None:
        last = self._last(game_id, until)
        if last is None:
            return None
        known = self._past.get((game_id, last.version))
        if known is None:
            found = read_game(self._read, self._blocks, game_id, until)
            if found is None:
                return None
            known = _Known(*found)
            self._past.put((game_id, last.version), known)
        return known

    def _rows_after(self, game_id: str, version: int, until: str | None = None, limit: int | None = None) -> list[EventRow]:
        if bytes_of(game_id) is None:
            return []
        return self._read(lambda connection, tables: events_after(connection, tables, game_id, version, until, limit))

    def _last(self, game_id: str, until: str | None) -> EventRow | None:
        if bytes_of(game_id) is None:
            return None
        return self._read(lambda connection, tables: last_event(connection, tables, game_id, until))

    def _keep(self, known: _Known) -> _Known:
        held: Any = known.game.moves
        self._newest.put(known.game.id, known, 1 + int(getattr(held, "weight", len(held))))
        return known
