"""Drops and builds again, beside whatever runs: a new generation takes the whole stream in, then takes over."""

import fcntl
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import sqlalchemy as sa

from infra.database import told
from infra.log import logger
from infra.settings import Settings
from infra.stream import Positions, Stream, behind
from infra.trouble import Trouble
from projections.generations import GENERATIONS, SET_ASIDE, ReadStore, Superseded, active, drop, in_state, make, positions
from projections.projector import Projector
from projections.tables import tables_of

_log = logger("rebuild")
_BATCH = 4_000
_NEAR = 500  # messages that are missing: so few are taken in while nobody else writes
_PAUSE = 0.1  # seconds: the tables that are read are ahead of the stream


class Rebuilding(Trouble):
    """Another rebuild is under way."""

    def __init__(self) -> None:
        super().__init__("projections: another rebuild is running")


class Lacking(Trouble):
    """There are games of rulesets that this version does not have: what people read goes on showing them."""

    def __init__(self, rulesets: Collection[str]) -> None:
        names = ", ".join(sorted(ruleset[:60] for ruleset in rulesets))
        super().__init__(f"projections: there are games of rulesets that this version does not have ({names}), so nothing was replaced")


def rebuild(settings: Settings, stream: Stream, progress: Callable[[int], Any] | None = None) -> int:
    """Builds the read side again from the beginning of the stream; how many messages it took. ``progress`` hears of each batch's number."""
    store = ReadStore(settings, bulk=True)
    try:
        with told(), alone(settings):
            return _rebuild(store, stream, progress or (lambda _: None))
    finally:
        store.close()


def _rebuild(store: ReadStore, stream: Stream, progress: Callable[[int], Any]) -> int:
    with store.writing() as connection:
        for left_over in in_state(connection, "building"):
            drop(connection, left_over)
        generation = make(connection, "building")
    projector, taken = Projector(store, generation, "building"), 0
    nothing = False
    while True:
        before = projector.positions()
        if (nothing or behind(stream.ends(), before) < _NEAR) and (rest := swap(projector, stream, progress)) is not None:
            taken += rest
            break
        batch = stream.poll(before, _BATCH, 0)
        nothing = batch.positions == before  # a broker may have forgotten what it once numbered
        if nothing:
            time.sleep(_PAUSE)
            continue
        done = projector.take(batch)
        if done.lacking:
            with store.writing() as connection:
                drop(connection, generation)
            raise Lacking(done.lacking)
        taken += done.messages
        progress(len(batch.messages))
    with store.writing() as connection:
        for old in in_state(connection, "old"):
            drop(connection, old)
    _log.info("rebuilt", generation=generation, messages=taken)
    return taken


class _NotYet(Exception):
    """The generation that is read has more than the stream shows by now, or the rest cannot be taken in like this."""


def swap(projector: Projector, stream: Stream, progress: Callable[[int], Any] = lambda _: None) -> int | None:
    """Takes in what is missing and makes a generation the one that is read: how many messages were missing, or none if it would show the past.

    Nobody else writes meanwhile, and where the stream ends is looked up once: beside people who never pause a rebuild would else be behind for ever.
    """
    generation = projector.generation
    try:
        with projector.store.writing() as connection:
            connection.execute(sa.select(GENERATIONS.c.generation).order_by(GENERATIONS.c.generation).with_for_update())
            ends, reads = stream.ends(), active(connection)
            rest = _rest(connection, projector, stream, ends, progress)
            if _older(connection, generation, reads, ends):
                raise _NotYet
            if connection.execute(sa.update(GENERATIONS).where(GENERATIONS.c.generation == generation).values(state="active")).rowcount != 1:
                raise Superseded("the generation is gone")
            connection.execute(sa.update(GENERATIONS).where(GENERATIONS.c.generation == reads).values(state="old"))
            return rest
    except _NotYet:
        projector.forget()
        return None


def _rest(connection: sa.Connection, projector: Projector, stream: Stream, ends: Positions, progress: Callable[[int], Any]) -> int:
    """Takes in what the stream has by now; a batch that needs more care, or another version, is left to the ordinary way."""
    rest = 0
    while behind(ends, before := positions(connection, projector.generation)):
        batch = stream.poll(before, _BATCH, 0)
        if batch.positions == before:
            break
        try:
            taken = projector.take_within(connection, batch)
        except Exception as error:
            raise _NotYet from error
        if taken.lacking:
            raise _NotYet
        rest += taken.messages
        progress(taken.messages)
    return rest


def _older(connection: sa.Connection, generation: int, reads: int, ends: Positions) -> bool:
    """Whether readers would be shown the past. Positions tell it where both are of this stream: none of them is beyond its end."""
    mine, theirs = positions(connection, generation), positions(connection, reads)
    of_this = {place for place, position in theirs.items() if place in mine and (place not in ends or position <= ends[place])}
    if any(mine[place] < theirs[place] for place in of_this):
        return True
    return not theirs.keys() <= of_this and _behind(connection, generation, reads)


def _behind(connection: sa.Connection, generation: int, reads: int) -> bool:
    """Whether readers would see an older version of a game: where they did not take in the same stream, positions cannot tell."""
    mine, theirs = tables_of(generation).games, tables_of(reads).games
    aside = sa.select(SET_ASIDE.c.game_id).where(SET_ASIDE.c.generation == generation)
    both = theirs.outerjoin(mine, mine.c.game_id == theirs.c.game_id)
    older = sa.select(theirs.c.game_id).select_from(both).where(sa.func.coalesce(mine.c.version, 0) < theirs.c.version, theirs.c.game_id.not_in(aside))
    return connection.execute(older.limit(1)).first() is not None


@contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """Only one rebuild at a time: a lock that ends with the process, however that ends."""
    path = settings.sqlite_path
    if path is None:
        with _alone_on_a_server(settings):
            yield
        return
    with path.with_name(path.name + ".rebuild").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Rebuilding from None
        yield


@contextmanager
def _alone_on_a_server(settings: Settings) -> Iterator[None]:
    store = ReadStore(settings)
    try:
        with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:  # it is idle for as long as the rebuild takes
            if not connection.exec_driver_sql("SELECT pg_try_advisory_lock(1634886260, hashtext(current_schema()))").scalar():
                raise Rebuilding
            try:
                yield
            finally:
                with suppress(sa.exc.SQLAlchemyError):  # a connection that is gone holds nothing; one that is closed does until the server notices
                    connection.exec_driver_sql("SELECT pg_advisory_unlock(1634886260, hashtext(current_schema()))")
    finally:
        store.close()
