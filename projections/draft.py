"""Rows that wait to be written together with the position in the stream."""

from typing import Any, TypeAlias

import sqlalchemy as sa

from projections.tables import Tables
from projections.upsert import upsert

Row: TypeAlias = dict[str, Any]


class Draft:
    """What a batch does to the tables: new rows, and rows that replace others (the last one of a key wins)."""

    def __init__(self) -> None:
        self._new: dict[str, list[Row]] = {}
        self._replaced: dict[str, dict[tuple[Any, ...], Row]] = {}
        self._cut: list[tuple[str, str, str]] = []

    def add(self, base: str, row: Row) -> None:
        """A row that is not there yet."""
        self._new.setdefault(base, []).append(row)

    def put(self, base: str, key: tuple[Any, ...], row: Row) -> None:
        """A row that may be there."""
        self._replaced.setdefault(base, {})[key] = row

    def get(self, base: str, key: tuple[Any, ...]) -> Row | None:
        """The row that waits under a key."""
        return self._replaced.get(base, {}).get(key)

    def cut(self, base: str, ruleset: str, moment: str) -> None:
        """Before anything is written, the rows of a ruleset from a moment on go."""
        self._cut.append((base, ruleset, moment))

    def of(self, base: str) -> list[Row]:
        """The new rows of a table so far."""
        return self._new.get(base, [])

    def write(self, connection: sa.Connection, tables: Tables) -> None:
        """Writes everything."""
        by_base = {table.info["base"]: table for table in tables.all}
        for base, ruleset, moment in self._cut:
            table = by_base[base]
            connection.execute(sa.delete(table).where(table.c.ruleset == ruleset, table.c.moment >= moment))
        for base, rows in self._new.items():
            connection.execute(sa.insert(by_base[base]), rows)
        for base, keyed in self._replaced.items():
            connection.execute(upsert(connection, by_base[base]), list(keyed.values()))
