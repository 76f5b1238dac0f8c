"""The tables that people read from. Each name ends in the number of its generation, so that a new one can be built beside the old."""

import hashlib
from functools import cache, cached_property
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.schema import CreateTable

# Text that sorts by code points everywhere: ids, times, moments.
Text: Final = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
Key: Final = sa.String(120).with_variant(sa.String(120, collation="C"), "postgresql")


class Tables:
    """The tables of one generation."""

    def __init__(self, generation: int) -> None:
        self.generation = generation
        self.metadata = sa.MetaData()
        self.games = self._table(
            "games",
            sa.Column("game_id", Key, primary_key=True),
            sa.Column("ruleset", Key, nullable=False),
            sa.Column("rules_version", Key, nullable=False),
            sa.Column("status", Key, nullable=False),
            sa.Column("players", Text, nullable=False),
            sa.Column("move_count", sa.Integer, nullable=False),
            sa.Column("version", sa.Integer, nullable=False),
            sa.Column("hash", Key, nullable=False),
            sa.Column("opened_at", Key, nullable=False),
            sa.Column("started_at", Key),
            sa.Column("ended_at", Key),
            sa.Column("changed_at", Key, nullable=False),
            sa.Column("outcome", Text),
            indexes=[("opened_at", "game_id"), ("ruleset", "opened_at"), ("status", "opened_at")],
        )
        self.players = self._table(
            "players",
            sa.Column("game_id", Key, primary_key=True),
            sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("player", Text, nullable=False),
            sa.Column("taken_at", Key, nullable=False),
            indexes=[("player", "game_id")],
        )
        self.events = self._table(
            "events",
            sa.Column("game_id", Key, primary_key=True),
            sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("name", Key, nullable=False),
            sa.Column("number", sa.Integer),
            sa.Column("previous", sa.Integer),
            sa.Column("line", sa.LargeBinary, nullable=False),
            sa.Column("hash", Key, nullable=False),
            sa.Column("at", Key, nullable=False),
        )
        self._index(self.events, "game_id", "version", where=self.events.c.number.is_(None))
        self.checkpoints = self._table(
            "checkpoints",
            sa.Column("game_id", Key, primary_key=True),
            sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("version", sa.Integer, nullable=False),
            sa.Column("state", sa.LargeBinary, nullable=False),
            sa.Column("counts", Text, nullable=False),
        )
        self.scores = self._table(
            "scores",
            sa.Column("game_id", Key, primary_key=True),
            sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("score", sa.Integer),
            sa.Column("rank", sa.Integer),
            sa.Column("won", sa.Boolean),
            sa.Column("detail", Text),
            sa.Column("reason", Key),
        )
        self.results = self._table(
            "results",
            sa.Column("ruleset", Key, primary_key=True),
            sa.Column("moment", Key, primary_key=True),
            sa.Column("game_id", Key, nullable=False),
            sa.Column("ended_at", Key, nullable=False),
            sa.Column("seats", Text, nullable=False),
            indexes=[("ruleset", "ended_at", "game_id"), ("ruleset", "game_id")],
        )
        self.boards = self._table("boards", sa.Column("ruleset", Key, primary_key=True), sa.Column("results", sa.Integer, nullable=False))
        self.standings = self._table(
            "standings",
            sa.Column("ruleset", Key, primary_key=True),
            sa.Column("player", Text, primary_key=True),
            sa.Column("moment", Key, primary_key=True),
            sa.Column("games", sa.Integer, nullable=False),
            sa.Column("wins", sa.Integer, nullable=False),
            sa.Column("scored", sa.Integer, nullable=False),
            sa.Column("total", sa.Integer, nullable=False),
            sa.Column("mu", sa.Float),
            sa.Column("sigma", sa.Float),
            indexes=[("ruleset", "moment")],
        )
        self.attempts = self._table(
            "attempts",
            sa.Column("id", Key, primary_key=True),
            sa.Column("game_id", Key, nullable=False),
            sa.Column("version", sa.Integer, nullable=False),
            sa.Column("line", sa.LargeBinary, nullable=False),
            indexes=[("game_id", "version")],
        )
        self.disputes = self._table(
            "disputes",
            sa.Column("id", Key, primary_key=True),
            sa.Column("game_id", Key, nullable=False),
            sa.Column("raised_by", sa.Integer, nullable=False),
            sa.Column("about_move", sa.Integer),
            sa.Column("raised_at", Key, nullable=False),
            sa.Column("verdict", Key),
            sa.Column("ruled_at", Key),
            indexes=[("verdict", "raised_at")],
        )

    def _table(self, base: str, *columns: sa.Column[Any], indexes: list[tuple[str, ...]] | None = None) -> sa.Table:
        name = f"{base}_{self.generation}"
        long = any(isinstance(column.type, sa.LargeBinary) for column in columns)  # without a rowid, what is over a thousand bytes takes a page of its own
        table = sa.Table(name, self.metadata, *columns, info={"base": base}, sqlite_with_rowid=long)
        for names in indexes or []:
            self._index(table, *names)
        return table

    def _index(self, table: sa.Table, *names: str, where: Any = None) -> None:
        name = f"ix_{table.name}_{'_'.join(names)}"
        sa.Index(name, *(table.c[column] for column in names), sqlite_where=where, postgresql_where=where)

    @cached_property
    def by_base(self) -> dict[str, sa.Table]:
        """Every table by its name without the generation."""
        return {str(table.info["base"]): table for table in self.all}

    @property
    def all(self) -> list[sa.Table]:
        """Every table, in the order of their names."""
        return sorted(self.metadata.tables.values(), key=lambda table: table.name)


@cache
def tables_of(generation: int) -> Tables:
    """The tables of a generation (made once: SQLAlchemy keeps compiled statements by table)."""
    return Tables(generation)


@cache
def table_shape() -> str:
    """A digest of the definitions: when it changes the read side has to be built again."""
    written = "\n".join(str(CreateTable(table)) + str(sorted(str(i.name) for i in table.indexes)) for table in Tables(0).all)
    return hashlib.sha256(written.encode()).hexdigest()[:16]
