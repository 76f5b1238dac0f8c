"""Generations of the read side: one is active, another may be under construction beside it, and a swap is one row that changes."""

import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from infra import clock
from infra.database import WRITES, WRITES_IDLE, WRITES_LAST, engine, gate, told, trouble
from infra.settings import Settings
from infra.stream import Place
from infra.trouble import Trouble, Unavailable
from projections.history import BLOCK
from projections.states import molds
from projections.tables import Tables, table_shape, tables_of

_META: Final = sa.MetaData()
GENERATIONS: Final = sa.Table(
    "generations",
    _META,
    sa.Column("generation", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("shape", sa.Text),
    sa.Column("state", sa.String(10)),
    sa.Column("made_at", sa.String(24)),
)
TRACKING: Final = sa.Table(
    "tracking",
    _META,
    sa.Column("generation", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("topic", sa.String(100), primary_key=True),
    sa.Column("partition", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("position", sa.BigInteger),
)
SET_ASIDE: Final = sa.Table(
    "set_aside",
    _META,
    sa.Column("generation", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("game_id", sa.String(36), primary_key=True),
    sa.Column("version", sa.Integer),
    sa.Column("reason", sa.String(300)),
    sa.Column("at", sa.String(24)),
)


T = TypeVar("T")
_LOOKS: Final = 5


class Superseded(Exception):
    """The generation is not the active one any more, or somebody else has moved it on: read it again."""


class OtherVersion(Trouble):
    """Another version has built the read side: this one would spoil it."""

    def __init__(self) -> None:
        super().__init__("projections: another version has built the read side, this one must be brought up to date")


class Shape(msgspec.Struct, frozen=True):
    """What the rows of a generation were made with."""

    tables: str
    games: dict[str, str]

    def fits(self, now: "Shape") -> bool:
        """Whether rows of this shape can be read now: same tables, and no game whose positions look different."""
        return self.tables == now.tables and all(now.games.get(slug, mold) == mold for slug, mold in self.games.items())


def shape_now() -> Shape:
    """The shape that this version makes."""
    return Shape(f"{table_shape()}-{BLOCK}", molds())


class ReadStore:
    """The database of the read side."""

    def __init__(self, settings: Settings, *, bulk: bool = False) -> None:
        self.settings = settings
        self.engine = engine(settings, bulk=bulk)
        self._one_look: dict[str, Any] = {} if settings.sqlite_path is not None else {"isolation_level": "REPEATABLE READ"}

    @contextmanager
    def reading(self) -> Iterator[tuple[sa.Connection, Tables]]:
        """One consistent look at the active generation; ``Superseded`` if it was dropped under the reader's eyes."""
        try:
            with self.engine.connect().execution_options(**self._one_look) as connection, connection.begin():
                yield connection, tables_of(active(connection))
        except sa.exc.SQLAlchemyError as error:
            if without_table(error):
                raise Superseded("its tables are gone") from error
            raise trouble(error) from error

    def read(self, look: Callable[[sa.Connection, Tables], T]) -> T:
        """What a look at the active generation shows; looks again if another one took over in the middle."""
        for _ in range(_LOOKS):
            try:
                with self.reading() as (connection, tables):
                    return look(connection, tables)
            except Superseded:
                continue
        raise Unavailable("database: its tables are missing, run `arbiter migrate`")

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """One transaction that writes; this process's other writers wait at the gate."""
        with gate(self.settings), self.engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            if connection.dialect.name == "postgresql":  # a process that is stopped in here would hold its locks for ever
                connection.exec_driver_sql(f"SET LOCAL idle_in_transaction_session_timeout = '{WRITES_IDLE}s'")
                if (connection.dialect.server_version_info or ()) >= (17,):
                    connection.exec_driver_sql(f"SET LOCAL transaction_timeout = '{WRITES_LAST}s'")
            yield connection

    def close(self) -> None:
        """Lets go of the database."""
        self.engine.dispose()


def without_table(error: BaseException) -> bool:
    """Whether a database complains that a table is gone."""
    cause = getattr(error, "orig", None)
    return getattr(cause, "sqlstate", None) == "42P01" or "no such table" in str(cause)


def active(connection: sa.Connection) -> int:
    """The generation that is read."""
    return int(_active(connection, GENERATIONS.c.generation).generation)


def readable(connection: sa.Connection) -> int:
    """The generation that is read, if this version can read and write it."""
    found = _active(connection, GENERATIONS.c.generation, GENERATIONS.c.shape)
    if not msgspec.json.decode(found.shape, type=Shape).fits(shape_now()):
        raise OtherVersion
    return int(found.generation)


def _active(connection: sa.Connection, *columns: sa.Column[Any]) -> sa.Row[Any]:
    found = connection.execute(sa.select(*columns).where(GENERATIONS.c.state == "active")).first()
    if found is None:
        raise Superseded("the read side has no tables yet")
    return found


def ensure(store: ReadStore) -> bool:
    """Makes the first generation where there is none; whether the active one has the shape of this version."""
    now = shape_now()
    with told(), store.writing() as connection:
        if connection.dialect.name == "postgresql":  # several processes may start at once
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(1634886261, hashtext(current_schema()))")
        found = connection.execute(sa.select(GENERATIONS).where(GENERATIONS.c.state == "active")).first()
        if found is None:
            make(connection, "active")
            return True
        shape = msgspec.json.decode(found.shape, type=Shape)
        if not shape.fits(now):
            return False
        if shape != now:
            both = Shape(now.tables, {**shape.games, **now.games})
            connection.execute(sa.update(GENERATIONS).where(GENERATIONS.c.generation == found.generation).values(shape=_written(both)))
        return True


def make(connection: sa.Connection, state: str) -> int:
    """Makes the tables of a new generation, empty, at the beginning of the stream."""
    newest = connection.execute(sa.select(sa.func.max(GENERATIONS.c.generation))).scalar() or 0
    generation = newest + 1
    tables_of(generation).metadata.create_all(connection)
    connection.execute(sa.insert(GENERATIONS).values(generation=generation, shape=_written(shape_now()), state=state, made_at=clock.now()))
    return generation


def _written(shape: Shape) -> str:
    return msgspec.json.encode(shape, order="sorted").decode()


def drop(connection: sa.Connection, generation: int) -> None:
    """Drops a generation whole."""
    ours = re.compile(rf"[a-z]+_{generation}")
    for name in sa.inspect(connection).get_table_names():
        if ours.fullmatch(name):  # also one that this version does not know any more
            sa.Table(name, sa.MetaData()).drop(connection)
    for table in (TRACKING, SET_ASIDE, GENERATIONS):
        connection.execute(sa.delete(table).where(table.c.generation == generation))


def in_state(connection: sa.Connection, state: str) -> list[int]:
    """The generations in a state."""
    return list(connection.execute(sa.select(GENERATIONS.c.generation).where(GENERATIONS.c.state == state)).scalars())


def positions(connection: sa.Connection, generation: int) -> dict[Place, int]:
    """How far a generation has taken the stream in."""
    found = connection.execute(sa.select(TRACKING).where(TRACKING.c.generation == generation))
    return {(row.topic, row.partition): row.position for row in found}


def advance(connection: sa.Connection, generation: int, before: dict[Place, int], after: dict[Place, int]) -> None:
    """Moves a generation on, if it still stands where it stood: this is what makes a message that comes twice count once."""
    for place, position in after.items():
        topic, partition = place
        if place not in before:
            values: dict[str, Any] = {"generation": generation, "topic": topic, "partition": partition, "position": position}
            try:
                connection.execute(sa.insert(TRACKING).values(values))
            except sa.exc.IntegrityError:
                raise Superseded("somebody else has begun with this partition") from None
        elif position > before[place]:  # never back: what a reader of other partitions took for their positions may be old
            where = (TRACKING.c.generation == generation, TRACKING.c.topic == topic, TRACKING.c.partition == partition, TRACKING.c.position == before[place])
            if connection.execute(sa.update(TRACKING).where(*where).values(position=position)).rowcount != 1:
                raise Superseded("somebody else has moved this generation on")


def begun(connection: sa.Connection, generation: int, places: Collection[Place]) -> dict[Place, int]:
    """Where the generation stands, once each of ``places`` has a row that can be locked."""
    before = positions(connection, generation)
    advance(connection, generation, before, {place: 0 for place in sorted(places) if place not in before})
    return {**dict.fromkeys(places, 0), **before}


def unmoved(connection: sa.Connection, generation: int, before: dict[Place, int], places: Collection[Place]) -> None:
    """Raises ``Superseded`` unless the generation still stands at ``places`` where it stood, and keeps it there until the transaction ends."""
    ours = sa.tuple_(TRACKING.c.topic, TRACKING.c.partition).in_(sorted(places))  # other partitions are other workers' business
    found = connection.execute(sa.select(TRACKING).where(TRACKING.c.generation == generation, ours).with_for_update())
    now = {(row.topic, row.partition): row.position for row in found}
    if any(now.get(place) != before.get(place) for place in places):
        raise Superseded("somebody else has moved this generation on")


def set_aside(connection: sa.Connection, generation: int, game_id: str, version: int, reason: str) -> None:
    """Sets a game aside, unless the worker of its other topic was quicker."""
    kind: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    row = {"generation": generation, "game_id": game_id, "version": version, "reason": reason, "at": clock.now()}
    connection.execute(kind.insert(SET_ASIDE).values(row).on_conflict_do_nothing())


def still(connection: sa.Connection, generation: int, state: str) -> None:
    """Raises ``Superseded`` unless the generation is in that state, and keeps it there until the transaction ends."""
    found = connection.execute(sa.select(GENERATIONS.c.state).where(GENERATIONS.c.generation == generation).with_for_update(read=True)).scalar()
    if found != state:
        raise Superseded("another generation has taken over")
