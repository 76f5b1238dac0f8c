"""Games that are set aside because an event of theirs cannot be projected: to look at them, and to try again."""

import msgspec
import sqlalchemy as sa

from infra.archive import Archive
from infra.database import engine, migrate, told
from infra.event_store import EventStore
from infra.settings import Settings
from infra.trouble import Misconfigured, Trouble
from projections.announce import announce
from projections.folding import Folding, Poisoned
from projections.generations import GENERATIONS, SET_ASIDE, ReadStore, active, ensure
from projections.rows import last_event, stored_shadow
from projections.tables import Tables, tables_of


class Aside(msgspec.Struct, frozen=True):
    """A game that keeps the rows that it has, since an event that could not be projected."""

    game_id: str
    version: int
    reason: str
    at: str


def listing(settings: Settings) -> list[Aside]:
    """The games that are set aside, those that were first first."""
    migrate(settings)
    store = ReadStore(settings)
    try:
        ensure(store)
        with store.reading() as (connection, tables):
            columns = [SET_ASIDE.c[name] for name in Aside.__struct_fields__]
            query = sa.select(*columns).where(SET_ASIDE.c.generation == tables.generation).order_by(SET_ASIDE.c.at, SET_ASIDE.c.game_id)
            return [Aside(*row) for row in connection.execute(query)]
    finally:
        store.close()


def retry(settings: Settings, game_id: str) -> int:
    """Takes in what a game is behind, from the event store, and lets it go on; how many events. While it works no worker writes."""
    migrate(settings)
    store, events, made = ReadStore(settings), EventStore(settings), engine(settings)
    try:
        ensure(store)
        with told(), store.writing() as connection:
            connection.execute(sa.select(GENERATIONS.c.generation).order_by(GENERATIONS.c.generation).with_for_update())
            generation = active(connection)
            gone = connection.execute(sa.delete(SET_ASIDE).where(SET_ASIDE.c.generation == generation, SET_ASIDE.c.game_id == game_id))
            if gone.rowcount != 1:
                raise Misconfigured("retry: this game is not set aside")
            return _take_in(connection, tables_of(generation), Archive(events, made), game_id)
    finally:
        store.close()
        events.close()
        made.dispose()


def _take_in(connection: sa.Connection, tables: Tables, archive: Archive, game_id: str) -> int:
    folding = Folding(connection, tables)
    last = last_event(connection, tables, game_id)
    notices = archive.notices(game_id, 0 if last is None else last.version)
    try:
        after = folding.game(lambda: stored_shadow(connection, tables, game_id), notices)
    except Poisoned as poison:
        raise Trouble(f"retry: event {poison.version} cannot be projected yet, the game stays set aside ({type(poison.__cause__).__name__})") from None
    for attempt in archive.attempt_notices(game_id):
        folding.attempt(attempt)
    folding.finish()
    folding.draft.write(connection, tables)
    if after is not None:
        announce(connection, {game_id: after.version})
    return len(notices)
