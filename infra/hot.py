"""A game as the write side holds it: the state, its secrets, and where its streams end."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import msgspec

from domain import events as ev
from domain.chain import START, link, salts
from domain.game import Game, evolve
from domain.referee import Ruling
from domain.seats import Seat
from infra.event_store import Entry
from infra.keys import salt_key
from infra.wire import line_of


class Hot(msgspec.Struct, frozen=True):
    """A game in memory. ``attempts`` counts its stream of attempts, ``tried`` those of each seat.

    ``index`` tells where a move with a client's id may be found. All states of a game share it, and a wave that was not stored leaves its
    entries behind: ``number`` asks the game itself.
    """

    id: bytes
    seed: bytes
    salt: Callable[[int], bytes]  # from an event's version
    game: Game | None
    at: str = ""
    attempts: int = 0
    tried: dict[Seat, int] = {}
    index: dict[tuple[Seat, str], int] = msgspec.field(default_factory=dict)

    def number(self, seat: Seat, command_id: str) -> int | None:
        """The number of the move that this seat made under this id of its client."""
        number = self.index.get((seat, command_id))
        if number is None or self.game is None or number > self.game.count:
            return None
        played = self.game.moves[number - 1]
        return number if (played.seat, played.command) == (seat, command_id) else None

    def put(self, ruling: Ruling, command_id: str | None, mark: str) -> tuple["Hot", tuple[Entry, ...], tuple[ev.Recorded, ...]]:
        """The game after a ruling, with the entries to store: every event linked to the one before."""
        game, entries, told, stream = self.game, [], [], str(UUID(bytes=self.id)) if self.game is None else self.game.id
        for event in ruling.events:
            version = 1 if game is None else game.version + 1
            line = line_of(event)
            before = START if game is None else bytes.fromhex(game.hash)
            hash = link(before, self.salt(version), line).hex()
            command = command_id if isinstance(event, ev.MoveMade) else None
            recorded = ev.Recorded(version, event, hash, command)
            game = evolve(game, recorded, ruling.made)
            _note(self.index, recorded)
            entries.append(Entry(stream, version, event.name, line, hash, command, mark))
            told.append(recorded)
        at = getattr(ruling.events[-1], "at", None) or self.at
        return msgspec.structs.replace(self, game=game, at=at), tuple(entries), tuple(told)

    def after_attempt(self, seat: Seat) -> "Hot":
        """The same with one attempt of a seat more."""
        return msgspec.structs.replace(self, attempts=self.attempts + 1, tried={**self.tried, seat: self.tried.get(seat, 0) + 1})

    @property
    def weight(self) -> int:
        """What it weighs in a bounded memory, in moves."""
        return 1 + (0 if self.game is None else self.game.count)


def fresh(id: bytes, seed: bytes) -> Hot:
    """A game before its first event."""
    return Hot(id, seed, salts(salt_key(seed, id)), None)


def rebuilt(id: bytes, seed: bytes, history: Any, attempts: int, tried: dict[Seat, int]) -> Hot:
    """A game from its history (an iterable of ``Recorded``)."""
    hot, game, at = fresh(id, seed), None, ""
    for recorded in history:
        game = evolve(game, recorded)
        _note(hot.index, recorded)
        at = getattr(recorded.event, "at", None) or at
    return msgspec.structs.replace(hot, game=game, at=at, attempts=attempts, tried=tried)


def _note(index: dict[tuple[Seat, str], int], recorded: ev.Recorded) -> None:
    if recorded.command is not None and isinstance(recorded.event, ev.MoveMade):
        index[recorded.event.seat, recorded.command] = recorded.event.number
