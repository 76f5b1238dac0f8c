"""Rows that wait to be written together with the position in the stream."""

from functools import cache
from typing import Any, Final, TypeAlias

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import Dialect

from projections.generations import Superseded
from projections.tables import Tables

Row: TypeAlias = dict[str, Any]
_PLAIN: Final[dict[type, type[sa.types.TypeEngine[Any]]]] = {str: sa.Text, int: sa.Integer, float: sa.Double, bool: sa.Boolean, bytes: sa.LargeBinary}
Values: TypeAlias = tuple[Any, ...]  # of a row, in the order of the table's columns


class Draft:
    """What a batch does to the tables: new rows, and rows that replace others (the last one of a key wins)."""

    def __init__(self) -> None:
        self._new: dict[str, list[Values]] = {}
        self._replaced: dict[str, dict[tuple[Any, ...], Row]] = {}
        self._cut: list[tuple[str, str, str]] = []
        self._boards: list[tuple[str, int, int]] = []

    def add(self, base: str, row: Values) -> None:
        """A row that is not there yet."""
        rows = self._new.get(base)
        if rows is None:
            rows = self._new[base] = []
        rows.append(row)

    def put(self, base: str, key: tuple[Any, ...], row: Row) -> None:
        """A row that may be there."""
        self._replaced.setdefault(base, {})[key] = row

    def get(self, base: str, key: tuple[Any, ...]) -> Row | None:
        """The row that waits under a key."""
        return self._replaced.get(base, {}).get(key)

    def cut(self, base: str, ruleset: str, moment: str) -> None:
        """Before anything is written, the rows of a ruleset from a moment on go."""
        self._cut.append((base, ruleset, moment))

    def move_board(self, ruleset: str, before: int, more: int) -> None:
        """The rows of a leaderboard were made on so many results: if there are others by now, nothing is written."""
        self._boards.append((ruleset, before, before + more))

    def of(self, base: str) -> list[Values]:
        """The new rows of a table so far."""
        return self._new.get(base, [])

    def write(self, connection: sa.Connection, tables: Tables) -> None:
        """Writes everything."""
        for base, ruleset, moment in self._cut:
            table = tables.by_base[base]
            connection.execute(sa.delete(table).where(table.c.ruleset == ruleset, table.c.moment >= moment))
        for ruleset, before, after in self._boards:
            _move_board(connection, tables.boards, ruleset, before, after)
        for base, rows in self._new.items():
            _write(connection, tables.by_base[base], rows, replace=False)
        for base, keyed in self._replaced.items():
            table = tables.by_base[base]
            names = table.columns.keys()
            _write(connection, table, [tuple(map(row.__getitem__, names)) for row in keyed.values()], replace=True)


def _move_board(connection: sa.Connection, boards: sa.Table, ruleset: str, before: int, after: int) -> None:
    """Workers of several partitions share the board of a ruleset: whoever worked on an older one starts again."""
    if before:
        moved = sa.update(boards).where(boards.c.ruleset == ruleset, boards.c.results == before).values(results=after)
        if connection.execute(moved).rowcount != 1:
            raise Superseded("somebody else has moved this leaderboard on")
        return
    try:
        connection.execute(sa.insert(boards).values(ruleset=ruleset, results=after))
    except sa.exc.IntegrityError:
        raise Superseded("somebody else has begun this leaderboard") from None


def _write(connection: sa.Connection, table: sa.Table, rows: list[Values], *, replace: bool) -> None:
    """The statement is SQLAlchemy's, written once; handing rows to the driver straight saves more than half of the time.

    PostgreSQL gets all rows as one statement, a column an array: of the many of ``executemany`` the driver makes a pipeline, and while
    a server waits for the next one of a pipeline it does not cut off a process that stands still.
    """
    if connection.dialect.name == "postgresql":
        columns = zip(table.columns.keys(), map(list, zip(*rows, strict=True)), strict=True)
        connection.exec_driver_sql(_arrays(table, connection.dialect, replace), dict(columns))
    else:
        connection.exec_driver_sql(_one_by_one(table, connection.dialect, replace), rows)


@cache
def _one_by_one(table: sa.Table, dialect: Dialect, replace: bool) -> str:
    """A row's values by place."""
    compiled = _insert(sqlite, table, replace).compile(dialect=dialect)
    assert tuple(compiled.positiontup or ()) == tuple(table.columns.keys())
    return str(compiled)


@cache
def _arrays(table: sa.Table, dialect: Dialect, replace: bool) -> str:
    """A column's values by its name."""
    given = (sa.cast(sa.bindparam(column.name), postgresql.ARRAY(_PLAIN[column.type.python_type])) for column in table.columns)
    rows = sa.func.unnest(*given).table_valued(*table.columns.keys()).render_derived()
    return str(_insert(postgresql, table, replace, rows).compile(dialect=dialect))


def _insert(kind: Any, table: sa.Table, replace: bool, rows: sa.TableValuedAlias | None = None) -> Any:
    """INSERT, or INSERT … ON CONFLICT (primary key) DO UPDATE of all other columns."""
    insert = kind.insert(table)
    if rows is not None:
        insert = insert.from_select(table.columns.keys(), sa.select(rows))
    if replace:
        keys = [column.name for column in table.primary_key]
        others = {column.name: insert.excluded[column.name] for column in table.columns if column.name not in keys}
        insert = insert.on_conflict_do_update(index_elements=keys, set_=others)
    return insert
