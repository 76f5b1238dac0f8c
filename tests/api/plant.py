"""Puts a chosen history into the store of a service, as if it had been played: secrets can then be compared between twins."""

from concurrent.futures import Future
from typing import Any
from uuid import UUID

import msgspec

from domain import events as ev
from domain.referee import Ruling
from infra.hot import fresh
from infra.judging import Done, Judged, done_of
from infra.writer import Order
from tests.api.house import House

AT = "2026-01-01T00:00:00.000Z"


def plant(house: House, game_id: str, told: list[ev.Recorded], seed: bytes = bytes(32)) -> None:
    """Stores the events under another id, all at the same time; returns when they can be read."""
    events: list[Any] = [msgspec.structs.replace(recorded.event, at=AT) for recorded in told]
    events[0] = msgspec.structs.replace(events[0], id=game_id)
    hot, entries, recorded = fresh(UUID(game_id).bytes, seed).put(Ruling(tuple(events)), None, "")
    assert hot.game is not None
    one, answer = Judged(done_of(hot.game, recorded), entries, hot, seed=seed), Future[Done]()
    house.embedded.ledger._writer.put(Order(game_id, "OpenGame", lambda *_: one, answer))
    answer.result(10)
    house.caught_up(game_id)
