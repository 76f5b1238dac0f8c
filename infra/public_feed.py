"""What the public feed says: each event as a spectator sees it, and of that only what stays visible until the end.

A log cannot be made to forget, so secrecy is judged at the position before the first move as well: what is seen only for a while was not to be seen
there. At the end ``SeedRevealed`` carries everything that was kept back, so that no event ever has to be sent again with other content.
"""

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from domain import events as ev
from domain.game import Game, evolve
from domain.message import Json
from domain.seats import SPECTATOR
from domain.sight import line_of
from infra.memory import Memory

History = Callable[[str, int], Iterable[ev.Recorded]]  # (game, up to this version)
_encode: Final = msgspec.json.Encoder().encode


class PublicFeed:
    """Follows games, each from wherever it is asked about; forgets those that were not asked about for long."""

    def __init__(self, history: History, hot_moves: int) -> None:
        self._history = history
        self._games: Memory[str, Game] = Memory(hot_moves)

    def data(self, game_id: str, recorded: ev.Recorded) -> tuple[str, bytes]:
        """The ruleset, and the data of an event in the public feed. The same event always has the same data."""
        game = self._at(game_id, recorded)
        line = lasting_line(game, recorded)
        if isinstance(recorded.event, ev.SeedRevealed):
            line = {**line, "released": self._released(game_id, recorded.version)}
        return game.rules.slug, _encode(line)

    def _at(self, game_id: str, recorded: ev.Recorded) -> Game:
        """The game just after an event."""
        before = self._games.get(game_id)
        if before is not None and before.version == recorded.version:
            return before
        if before is None or before.version != recorded.version - 1:
            before = None
            for earlier in self._history(game_id, recorded.version - 1):
                before = evolve(before, earlier)
        game = evolve(before, recorded)
        self._games.put(game_id, game, 1 + game.count)
        return game

    def _released(self, game_id: str, upto: int) -> dict[str, Json]:
        """The full data of each event that was redacted, by version."""
        game: Game | None = None
        found = {}
        for recorded in self._history(game_id, upto - 1):
            game = evolve(game, recorded)
            full = full_line(recorded)
            if lasting_line(game, recorded) != full:
                found[str(recorded.version)] = full
        return found


def full_line(recorded: ev.Recorded) -> Json:
    """The record line with its hash."""
    return {**ev.to_line(recorded.event), "hash": recorded.hash}


def lasting_line(game: Game, recorded: ev.Recorded) -> Json:
    """The line of the newest event of a game, as a spectator sees it and goes on seeing it."""
    return line_of(msgspec.structs.replace(game, head=0), SPECTATOR, recorded)
