"""The database behind ``ARBITER_DATABASE``: engine, migrations, and the gate through which one process writes.

SQLAlchemy's connections commit without waiting for the disk (``synchronous=NORMAL``): all that they write can be made again from the
events, and in a write-ahead log no event can be lost behind them. The event store's own connections do wait.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from infra.settings import Settings
from infra.sqlite import write_ahead
from infra.trouble import Trouble, unavailable

WRITES: Final = "arbiter_writes"  # execution option: this connection is going to write
READS_IDLE: Final = 60  # seconds that a transaction on PostgreSQL may wait for its process
WRITES_IDLE: Final = 10  # and one that writes, for which others wait
WRITES_LAST: Final = 120  # and all that one of them may last, from PostgreSQL 17 on: its process may stand still in the middle of a statement that it sends


def engine(settings: Settings, *, bulk: bool = False) -> sa.Engine:
    """An engine of its own for whoever asks; dispose of it. ``bulk`` is for writing much: a larger cache, fewer copies out of the log."""
    path = settings.sqlite_path
    if path is None:
        return _postgres(settings)
    made = sa.create_engine(f"sqlite:///{path}", connect_args={"timeout": settings.lock_timeout, "check_same_thread": False}, pool_size=5)
    sa.event.listen(made, "connect", _on_bulk if bulk else _on_connect)
    sa.event.listen(made, "begin", _on_begin)
    return made


def _postgres(settings: Settings) -> sa.Engine:
    from infra.postgres import opened

    connect = partial(opened, settings.database)  # SQLAlchemy's own reading of URLs knows one host
    made = sa.create_engine("postgresql+psycopg://", creator=connect, pool_pre_ping=True, pool_size=5, max_overflow=10, pool_timeout=settings.lock_timeout)
    sa.event.listen(made, "connect", _on_postgres)
    return made


def _on_postgres(connection: Any, _: Any) -> None:
    """A process that stands still in the middle of a transaction keeps others from dropping what it reads: not for longer than this."""
    connection.execute(f"SET idle_in_transaction_session_timeout = '{READS_IDLE}s'")
    connection.commit()


def _on_connect(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions are begun by ``_on_begin``
    write_ahead(connection)
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("PRAGMA secure_delete=OFF")  # what is dropped stands in the event store: to write zeros over it hides nothing


def _on_bulk(connection: Any, record: Any) -> None:
    _on_connect(connection, record)
    connection.execute("PRAGMA cache_size=-65536")
    connection.execute("PRAGMA wal_autocheckpoint=16000")


def _on_begin(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@cache
def _gate(_: str) -> threading.Lock:
    return threading.Lock()


def gate(settings: Settings) -> threading.Lock:
    """Threads of one process take turns at writing one SQLite file: waiting here is fair and quick, waiting in SQLite is neither. PostgreSQL needs no turns."""
    path = settings.sqlite_path
    return threading.Lock() if path is None else _gate(str(path.absolute()))


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "infra:migrations")
    return config


@cache
def newest() -> str | None:
    """The revision that this version needs."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def migrate(settings: Settings) -> bool:
    """Brings the tables that stay up to date; whether there was anything to do. Safe to run from several processes at once."""
    made = engine(settings)
    try:
        with made.connect() as connection:
            if MigrationContext.configure(connection).get_current_revision() == newest():
                return False
        with gate(settings), made.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            _lock(connection)
            if MigrationContext.configure(connection).get_current_revision() == newest():
                return False
            _make_event_store(settings)
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            return True
    except sa.exc.SQLAlchemyError as error:
        raise trouble(error) from None
    finally:
        made.dispose()


def _make_event_store(settings: Settings) -> None:
    """The library's tables: on SQLite it makes them when it opens the file."""
    if settings.sqlite_path is None:
        from infra.postgres import make_tables

        make_tables(settings)


def _lock(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(4172617262697465)")


@contextmanager
def told() -> Iterator[None]:
    """What SQLAlchemy raises in the block, in a sentence: for who is not going to ask what it was."""
    try:
        yield
    except sa.exc.SQLAlchemyError as error:
        raise trouble(error) from error


def trouble(error: sa.exc.SQLAlchemyError) -> Trouble:
    """What SQLAlchemy raised, in a sentence."""
    return unavailable(error.orig if isinstance(error, sa.exc.DBAPIError) and error.orig is not None else error)
