"""A game as the write side holds it: the state, its secrets, and where its streams end."""

from typing import Any
from uuid import UUID

import msgspec

from domain import events as ev
from domain.chain import START, link, salt
from domain.game import Game, evolve
from domain.seats import Seat
from infra.event_store import Entry
from infra.keys import salt_key
from infra.wire import line_of


class Hot(msgspec.Struct, frozen=True):
    """A game in memory. ``attempts`` counts its stream of attempts, ``tried`` those of each seat."""

    id: bytes
    seed: bytes
    key: bytes
    game: Game | None
    at: str = ""
    attempts: int = 0
    tried: dict[Seat, int] = {}

    def put(self, events: tuple[ev.Event, ...], command_id: str | None, mark: str) -> tuple["Hot", tuple[Entry, ...], tuple[ev.Recorded, ...]]:
        """The game after these events, with the entries to store: every event linked to the one before."""
        game, entries, told, stream = self.game, [], [], str(UUID(bytes=self.id)) if self.game is None else self.game.id
        for event in events:
            version = 1 if game is None else game.version + 1
            line = line_of(event)
            before = START if game is None else bytes.fromhex(game.hash)
            hash = link(before, salt(self.key, version), line).hex()
            command = command_id if isinstance(event, ev.MoveMade) else None
            recorded = ev.Recorded(version, event, hash, command)
            game = evolve(game, recorded)
            entries.append(Entry(stream, version, event.name, line, hash, command, mark))
            told.append(recorded)
        at = getattr(events[-1], "at", None) or self.at
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
    return Hot(id, seed, salt_key(seed, id), None)


def rebuilt(id: bytes, seed: bytes, history: Any, attempts: int, tried: dict[Seat, int]) -> Hot:
    """A game from its history (an iterable of ``Recorded``)."""
    game, at = None, ""
    for recorded in history:
        game = evolve(game, recorded)
        at = getattr(recorded.event, "at", None) or at
    return Hot(id, seed, salt_key(seed, id), game, at, attempts, tried)
