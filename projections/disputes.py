"""Disputes across all games: what waits for an arbiter."""

import msgspec
import sqlalchemy as sa

from domain import events as ev
from projections.draft import Draft, Row
from projections.tables import Tables


class DisputeLine(msgspec.Struct, frozen=True):
    """A dispute in a list; its text stays in the game."""

    id: str
    game_id: str
    raised_by: int
    about_move: int | None
    raised_at: str
    verdict: str | None
    ruled_at: str | None


def draft_raised(game_id: str, event: ev.DisputeRaised, at: str, draft: Draft) -> None:
    """A dispute that waits."""
    row = DisputeLine(event.dispute, game_id, event.seat, event.about_move, at, None, None)
    draft.put("disputes", (event.dispute,), msgspec.to_builtins(row))


def draft_ruled(row: Row, event: ev.DisputeRuled, at: str, draft: Draft) -> None:
    """The same dispute, ruled."""
    draft.put("disputes", (event.dispute,), {**row, "verdict": event.verdict, "ruled_at": at})


def find(connection: sa.Connection, tables: Tables, id: str) -> Row | None:
    """The row of a dispute."""
    row = connection.execute(sa.select(tables.disputes).where(tables.disputes.c.id == id)).first()
    return None if row is None else dict(row._mapping)


def waiting(connection: sa.Connection, tables: Tables, limit: int = 100) -> list[DisputeLine]:
    """The disputes that no arbiter has ruled, oldest first."""
    table = tables.disputes
    query = sa.select(table).where(table.c.verdict.is_(None)).order_by(table.c.raised_at, table.c.id).limit(limit)
    return [DisputeLine(**row._mapping) for row in connection.execute(query)]
