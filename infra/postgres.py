"""PostgreSQL, for the ``eventsourcing`` library and for whoever else connects: the whole of the URL counts, and trouble is told within seconds."""

from collections.abc import Callable
from typing import Any, Final, cast

import psycopg
import psycopg_pool
from eventsourcing.persistence import PersistenceError
from eventsourcing.postgres import ConnectionPool, PostgresApplicationRecorder, PostgresFactory
from eventsourcing.utils import Environment
from psycopg.rows import dict_row

from infra.addresses import parameters
from infra.settings import Settings
from infra.trouble import unavailable

NAME: Final = "arbiter"  # of the application: its table is ``arbiter_events``
CHANNEL: Final = f"{NAME}_events"  # the library notifies it at every commit of events
PATIENCE: Final = 3  # seconds to wait for a connection
# A peer that vanished without a word (host or network gone) is noticed in about fifteen seconds.
KEEPALIVE: Final[dict[str, Any]] = {
    "connect_timeout": PATIENCE,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}


def _at_once(method: Any) -> Any:
    """A method of the library without its ten attempts: the pool hands out working connections, and who asks wants to know."""
    return method.__wrapped__


def _durable(configure: Callable[[Any], None]) -> Callable[[Any], None]:
    """An acknowledged commit is on the disk, whatever the server's default is."""

    def configured(connection: Any) -> None:
        configure(connection)
        connection.execute("SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'")

    return configured


class PromptRecorder(PostgresApplicationRecorder):
    """The library's recorder; its table lock is what keeps a tailing reader from passing over events that commit late."""

    select_events = _at_once(PostgresApplicationRecorder.select_events)
    select_notifications = _at_once(PostgresApplicationRecorder.select_notifications)
    max_notification_id = _at_once(PostgresApplicationRecorder.max_notification_id)


class UrlFactory(PostgresFactory):
    """The library's factory with a pool that connects by the URL, so that all of libpq's parameters work (TLS, several hosts, search path)."""

    application_recorder_class = PromptRecorder

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        before, url = self.datastore.pool, env.get("POSTGRES_URL")
        self.datastore.pool = ConnectionPool(
            conninfo=url,
            kwargs={"row_factory": dict_row, **_defaults(url)},
            min_size=1,
            max_size=12,
            open=False,
            configure=_durable(self.datastore.after_connect_func()),
            check=cast("Any", psycopg_pool.ConnectionPool.check_connection),
            timeout=PATIENCE * hosts(url),
            reconnect_timeout=10,
        )
        before.close()


def environment(settings: Settings, *, create: bool = False) -> dict[str, str]:
    """What the library is told. ``create`` makes its tables: in ``arbiter migrate`` only, for two that do it at once would clash."""
    return {
        "POSTGRES_URL": settings.database,
        "POSTGRES_DBNAME": "",
        "POSTGRES_HOST": "",
        "POSTGRES_USER": "",
        "POSTGRES_PASSWORD": "",
        "POSTGRES_SCHEMA": schema_of(settings),
        "POSTGRES_LOCK_TIMEOUT": str(settings.lock_timeout),
        "ORIGINATOR_ID_TYPE": "text",
        "CREATE_TABLE": "y" if create else "n",
    }


def make_tables(settings: Settings) -> None:
    """Makes the library's tables, its index and its types where they are missing."""
    try:
        factory = UrlFactory(Environment(NAME, environment(settings, create=True)))
        try:
            factory.application_recorder()
        finally:
            factory.close()
    except PersistenceError as error:
        raise unavailable(error) from None


def schema_of(settings: Settings) -> str:
    """The schema that the URL leads to (``public``, or the first of its ``search_path``)."""
    found: str | None = ask(settings, lambda connection: connection.execute("SELECT current_schema()").fetchone()[0])
    return found or "public"


def connect(settings: Settings) -> "psycopg.Connection[Any]":
    """A connection outside any pool, in autocommit; raises psycopg's errors."""
    return opened(settings.database, autocommit=True)


def opened(url: str, **more: Any) -> "psycopg.Connection[Any]":
    """A connection by the whole of the URL; raises psycopg's errors."""
    return psycopg.connect(url, **_defaults(url), **more)


def hosts(url: str) -> int:
    """How many servers a URL names: they are tried one after another."""
    told = parameters(url)
    return str(told.get("hostaddr") or told.get("host") or "").count(",") + 1


def _defaults(url: str) -> dict[str, Any]:
    """What the URL does not say."""
    told = parameters(url)
    return {name: value for name, value in KEEPALIVE.items() if name not in told}


def ask(settings: Settings, question: Callable[[Any], Any]) -> Any:
    """The answer to one question on a connection of its own."""
    try:
        with connect(settings) as connection:
            return question(connection)
    except (psycopg.Error, PersistenceError) as error:
        raise unavailable(error) from None
