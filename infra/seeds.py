"""The secret seeds of games: a table of their own, read by the write side alone."""

from typing import Final

import sqlalchemy as sa

SEEDS: Final = sa.Table("seeds", sa.MetaData(), sa.Column("game_id", sa.String(36), primary_key=True), sa.Column("seed", sa.LargeBinary(32)))


def seed_of(connection: sa.Connection, game_id: str) -> bytes | None:
    """The seed of a game; None for a game that is not there."""
    found = connection.execute(sa.select(SEEDS.c.seed).where(SEEDS.c.game_id == game_id)).scalar()
    return None if found is None else bytes(found)
