"""A game that cannot be written, while a worker of other partitions moves on all the time: it is set aside, and nobody else waits for it or is lost."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event, Thread

import psycopg
import pytest
import sqlalchemy as sa

from infra.ledger import Ledger
from infra.stream import Batch
from projections.aside import listing, retry
from projections.generations import ReadStore, ensure
from projections.projector import Projector
from tests.distributed.site import Site
from tests.distributed.threads import relaying, working
from tests.services.processes import wait_until
from tests.stores import opened, play, play_out
from tests.toy import RULES, on_the_shelf


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with on_the_shelf(RULES):
        yield


@contextmanager
def load(here: Site) -> Iterator[list[str]]:
    """Games that are played one after another; their ids once they are over."""
    over, done = Event(), list[str]()

    def run() -> None:
        with here.ledger() as ledger:
            while not over.wait(0.05):
                done.append(play_out(ledger, opened(ledger)).id)

    thread = Thread(target=run)
    thread.start()
    try:
        yield done
    finally:
        over.set()
        thread.join()


def test_others_go_on_while_one_game_cannot_be_written(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands in the middle of a backlog of many games, so that it has to be looked for, while the worker of the other partitions has enough to do as well."""
    store, looked, carefully = ReadStore(here.settings), list[Batch](), Projector._take_carefully
    monkeypatch.setattr(Projector, "_take_carefully", lambda projector, batch: looked.append(batch) or carefully(projector, batch))
    with here.ledger() as ledger, relaying(here):
        before = [opened(ledger).id for _ in range(120)]
        bad = play(ledger, opened(ledger), 8).id
        before += [opened(ledger).id for _ in range(120)]
        ensure(store)
        with psycopg.connect(here.settings.database, autocommit=True) as connection:
            connection.execute(f"ALTER TABLE events_1 ADD CONSTRAINT poison CHECK (game_id <> '{bad}' OR version < 7)")
        with load(here) as done, working(here, 2) as workers:
            wait_until(lambda: listing(here.settings) != [], 20, "the game is set aside under load")
            assert len(looked) <= 3, "it is found at the first try, but for a worker that joins meanwhile"
            wait_until(lambda: all(0 < len(worker.stream.assigned()) < 8 for worker in workers), 20, "a share for each")
            for game_id in [*before, *done]:
                wait_until(partial(taken, store, game_id, ledger), 15, "the others are taken in")
            others = len(done)
            wait_until(lambda: len(done) > others + 3, 30, "more games")
            game = ledger.game(bad)
            assert game is not None
            play(ledger, game, 2)
            here.wait_until_settled()
        with working(here, 2):
            here.wait_until_settled()
            (aside,) = listing(here.settings)
            assert aside.game_id == bad
            assert "CheckViolation" in aside.reason
            assert {row[0] for row in here.rows() if row[1] == 26} == set(done), "every other game is whole"
            assert max((row[1] for row in here.rows() if row[0] == bad), default=0) < 7
            with psycopg.connect(here.settings.database, autocommit=True) as connection:
                connection.execute("ALTER TABLE events_1 DROP CONSTRAINT poison")
            assert retry(here.settings, bad) >= 8
            here.wait_until_settled()
    store.close()
    here.agrees()


def taken(store: ReadStore, game_id: str, ledger: Ledger) -> bool:
    """Whether a game has been taken in as far as it has come."""
    game = ledger.game(game_id)
    return game is not None and version(store, game_id) == game.version


def version(store: ReadStore, game_id: str) -> int:
    """How far a game has been taken in."""
    return store.read(lambda connection, tables: connection.execute(sa.select(tables.games.c.version).where(tables.games.c.game_id == game_id)).scalar() or 0)
