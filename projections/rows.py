"""Reading the replay projection's rows."""

from collections.abc import Callable
from typing import Protocol, TypeVar

import sqlalchemy as sa

from domain.game import Game
from infra.memory import Memory
from projections.history import BLOCK, BlockMemory, Checkpoint, EventRow, LoadBlock, cold_game
from projections.shadow import Shadow, shadow_of
from projections.tables import Tables

T = TypeVar("T")


class Read(Protocol):
    """Lets somebody look at the tables that are current: ``ReadStore.read``."""

    def __call__(self, look: Callable[[sa.Connection, Tables], T]) -> T: ...


def _columns(tables: Tables) -> list[sa.Column[object]]:
    return [tables.events.c[name] for name in EventRow._fields]


def events_after(connection: sa.Connection, tables: Tables, game_id: str, version: int, until: str | None = None, limit: int | None = None) -> list[EventRow]:
    """The events of a game after a version, in order; with ``until`` only what was committed by then."""
    events = tables.events
    query = sa.select(*_columns(tables)).where(events.c.game_id == game_id, events.c.version > version).order_by(events.c.version)
    if until is not None:
        query = query.where(events.c.at <= until)
    return [EventRow._make(row) for row in connection.execute(query.limit(limit))]


def last_event(connection: sa.Connection, tables: Tables, game_id: str, until: str | None = None) -> EventRow | None:
    """The newest event of a game, or the newest that was committed by a time."""
    events = tables.events
    query = sa.select(*_columns(tables)).where(events.c.game_id == game_id).order_by(events.c.version.desc()).limit(1)
    if until is not None:
        query = query.where(events.c.at <= until)
    row = connection.execute(query).first()
    return None if row is None else EventRow._make(row)


def shell_rows(connection: sa.Connection, tables: Tables, game_id: str, upto: int) -> list[EventRow]:
    """The events of a game that are no moves, up to a version."""
    events = tables.events
    query = sa.select(*_columns(tables)).where(events.c.game_id == game_id, events.c.number.is_(None), events.c.version <= upto)
    return [EventRow._make(row) for row in connection.execute(query.order_by(events.c.version))]


def block(connection: sa.Connection, tables: Tables, game_id: str, first: int, last: int) -> tuple[list[EventRow], list[Checkpoint]]:
    """The moves of a block with these numbers, and the checkpoints before them. Numbers grow with versions, so where blocks begin bounds the search."""
    events, points = tables.events, tables.checkpoints
    columns = [points.c[name] for name in Checkpoint._fields]
    found = sa.select(*columns).where(points.c.game_id == game_id, points.c.number.between(first, first + BLOCK)).order_by(points.c.number)
    kept = [Checkpoint._make(row) for row in connection.execute(found)]
    query = sa.select(*_columns(tables)).where(events.c.game_id == game_id, events.c.number.between(first, last))
    if kept and kept[0].number == first:
        query = query.where(events.c.version >= kept[0].version)
    if kept and kept[-1].number == first + BLOCK:
        query = query.where(events.c.version < kept.pop().version)
    rows = connection.execute(query.order_by(events.c.version).limit(last - first + 1))
    return [EventRow._make(row) for row in rows], kept


def lazily(read: Read, game_id: str) -> LoadBlock:
    """Loads blocks of a game when they are wanted, each time from the tables that are current then."""

    def load(first: int, last: int) -> tuple[list[EventRow], list[Checkpoint]]:
        return read(lambda connection, tables: block(connection, tables, game_id, first, last))

    return load


def read_game(read: Read, memory: BlockMemory, game_id: str, until: str | None = None) -> tuple[Game, str] | None:
    """A game as the rows tell it (as it was at a time), and when it last changed; None where there is none."""

    def look(connection: sa.Connection, tables: Tables) -> tuple[list[EventRow], EventRow] | None:
        last = last_event(connection, tables, game_id, until)
        return None if last is None else (shell_rows(connection, tables, game_id, last.version), last)

    found = read(look)
    return None if found is None else (cold_game(*found, lazily(read, game_id), memory), found[1].at)


def stored_shadow(connection: sa.Connection, tables: Tables, game_id: str) -> Shadow | None:
    """A game as the projections follow it, read from its rows; None where there is none."""
    found = read_game(lambda look: look(connection, tables), Memory(100_000), game_id)
    return None if found is None else shadow_of(*found)
