"""Refused moves, by game. For the seat that tried and for arbiters, and for all once nothing is secret: who asks decides, not this file."""

import sqlalchemy as sa

from infra.notices import Notification
from projections.draft import Draft, Row
from projections.tables import Tables


def draft(notice: Notification, id: str, draft: Draft) -> None:
    """The row of an attempt."""
    row: Row = {"id": id, "game_id": notice.game_id, "version": notice.version, "line": notice.line}
    draft.put("attempts", (id,), row)


def lines(connection: sa.Connection, tables: Tables, game_id: str) -> list[bytes]:
    """The attempts of a game in order, as they were stored."""
    table = tables.attempts
    return list(connection.execute(sa.select(table.c.line).where(table.c.game_id == game_id).order_by(table.c.version)).scalars())
