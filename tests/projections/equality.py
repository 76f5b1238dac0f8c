"""Whether two read sides hold the same: one hash over all rows."""

import hashlib
from typing import Any

import sqlalchemy as sa

from domain.chain import canonical
from projections.tables import Tables


def projection_hash(connection: sa.Connection, tables: Tables) -> str:
    """SHA-256 over every row of every table, by primary key; two generations made from the same events have the same."""
    digest = hashlib.sha256()
    for table in sorted(tables.all, key=lambda table: str(table.info["base"])):
        digest.update(canonical([table.info["base"], [column.name for column in table.columns]]))
        for row in connection.execute(sa.select(table).order_by(*table.primary_key)):
            digest.update(canonical([_plain(value) for value in row]))
    return digest.hexdigest()


def _plain(value: Any) -> Any:
    return value.hex() if isinstance(value, bytes) else repr(value) if isinstance(value, float) else value
