"""The one statement that SQLAlchemy spells differently for SQLite and PostgreSQL."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite


def upsert(connection: sa.Connection, table: sa.Table) -> Any:
    """INSERT … ON CONFLICT (primary key) DO UPDATE of all other columns."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement = dialect.insert(table)
    keys = [column.name for column in table.primary_key]
    others = {column.name: statement.excluded[column.name] for column in table.columns if column.name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=others)
