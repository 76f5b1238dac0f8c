"""Tells other processes whose rows have changed, with the commit that changes them."""

from collections.abc import Mapping

import sqlalchemy as sa

from infra.listener import GAMES, payloads


def announce(connection: sa.Connection, games: Mapping[str, int]) -> None:
    """Notifies, where the database can: at the commit, and only if there is one."""
    if connection.dialect.name == "postgresql":
        for payload in payloads(games):
            connection.execute(sa.select(sa.func.pg_notify(GAMES, payload)))
