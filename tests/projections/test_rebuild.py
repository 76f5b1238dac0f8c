"""Dropped and built again: equal by a hash over all rows, beside a live side, and nobody ever reads a half."""

import math
import os
import random
import subprocess
import sys
import textwrap
import threading
import time

import pytest
import sqlalchemy as sa

from domain import commands as cmd
from infra.database import migrate
from infra.event_store import GAMES
from infra.settings import Settings
from infra.stream import LogStream, Positions, behind
from infra.trouble import Trouble
from projections.draft import Draft
from projections.generations import GENERATIONS, TRACKING, ReadStore, Shape, Superseded, active, drop, ensure, in_state, make, shape_now
from projections.projector import Projector
from projections.rebuild import alone, rebuild, swap
from projections.tables import tables_of
from tests.projections.support import Desk, Feed, desk, wild
from tests.projections.test_every_event import everything, snapshot
from tests.stores import opened, play


def tables(here: Desk) -> set[str]:
    with here.store.engine.connect() as connection:
        return {name for name in sa.inspect(connection).get_table_names() if name[-1].isdigit()}


def test_what_is_built_again_is_equal(settings: Settings) -> None:
    with desk(settings) as here:
        everything(here)
        for _ in range(3):
            for _ in wild(here.ledger, opened(here.ledger, "toy", ("Ann", "Ben")), random.Random(5), 80):
                here.catch_up()
        here.catch_up()
        before, rows = here.hash(), snapshot(here)
        seen: list[int] = []
        taken = rebuild(settings, here.stream, seen.append)
        assert taken == sum(seen) == here.ledger.log.head()
        assert here.hash() == before
        assert snapshot(here) == rows
        assert {name.rpartition("_")[2] for name in tables(here)} == {"2"}, "the old tables are gone"
        everything(here)
        here.worker._looked_at = math.inf  # it notices while it writes
        with pytest.raises(Superseded):
            here.worker.step()
        here.worker._projector = None
        here.catch_up()
        before = here.hash()
        rebuild(settings, here.stream)
        assert here.hash() == before


def long_lines(connection: sa.Connection, events: int = 200) -> int:
    """Events of a kilobyte and a half in the active tables; how many bytes of lines."""
    draft, line = Draft(), b"x" * 1_500
    for number in range(1, events + 1):
        draft.add("events", ("a game", number, "MoveMade", number, number - 1, line, "0" * 64, "2026-11-30T00:00:00.000Z"))
    draft.write(connection, tables_of(active(connection)))
    return events * len(line)


def test_long_lines_share_their_pages(settings: Settings) -> None:
    """A move of a kilobyte and a half takes that much of the file and of the time to write it, not a page of its own."""
    size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size" if settings.sqlite_path else "SELECT pg_total_relation_size('events_1')"
    with desk(settings) as here, here.store.writing() as connection:
        before = connection.exec_driver_sql(size).scalar_one()
        written = long_lines(connection)
        assert connection.exec_driver_sql(size).scalar_one() - before < 1.6 * written


def test_what_is_dropped_is_not_written_over(settings: Settings) -> None:
    """The old tables go in one transaction, while commands wait: it must not fill them with zeros first, as some builds of SQLite do unless they are told."""
    if settings.sqlite_path is None:
        return
    log = settings.sqlite_path.with_name(settings.sqlite_path.name + "-wal")
    with desk(settings) as here:
        with here.store.writing() as connection:
            written = long_lines(connection)
        with here.store.engine.connect() as connection:
            connection.exec_driver_sql("ROLLBACK")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.exec_driver_sql("BEGIN")
        assert log.stat().st_size == 0
        with here.store.writing() as connection:
            drop(connection, active(connection))
        assert log.stat().st_size < written / 2


def test_a_hash_tells_a_difference(settings: Settings) -> None:
    with desk(settings) as here:
        everything(here)
        here.catch_up()
        hash = here.hash()
        for base, column, value in (("games", "move_count", 99), ("events", "hash", "00"), ("standings", "mu", 1.5), ("attempts", "version", 7)):
            with here.store.writing() as connection:
                table = Projector(here.store, 1, "active").tables.by_base[base]
                row = connection.execute(sa.select(table)).first()
                assert row is not None
                key = [column == row._mapping[column.name] for column in table.primary_key]
                connection.execute(sa.update(table).where(*key).values({column: value}))
            assert here.hash() != hash
            with here.store.writing() as connection:
                connection.execute(sa.update(table).where(*key).values({column: row._mapping[column]}))
            assert here.hash() == hash


def test_beside_a_live_side_nobody_reads_a_half_or_the_past(settings: Settings) -> None:
    with desk(settings) as here:
        for _ in range(30):
            play(here.ledger, opened(here.ledger), 20)
        here.catch_up()
        here.worker.start()
        stop, wrong, looked = threading.Event(), list[str](), [0]

        def read() -> None:
            most: dict[str, int] = {}
            while not stop.is_set():
                page = here.library.games(first=100)
                looked[0] += 1
                if page.total < 30 or any(row.move_count < most.get(row.game_id, 0) for row in page.rows):
                    wrong.append(f"{page.total} games, or fewer moves than before")
                most |= {row.game_id: row.move_count for row in page.rows}

        def write() -> None:
            while not stop.is_set():
                play(here.ledger, opened(here.ledger), 6)

        threads = [threading.Thread(target=read), threading.Thread(target=write)]
        for thread in threads:
            thread.start()
        for _ in range(4):
            rebuild(settings, LogStream(here.ledger.log))
        stop.set()
        for thread in threads:
            thread.join()
        end = here.ledger.log.head()
        deadline = time.monotonic() + 30
        while behind(here.worker._stream.ends(), _positions(here)) and time.monotonic() < deadline:
            time.sleep(0.01)
        here.worker.stop()
        assert _positions(here)["arbiter.games.full", 0] == end
        assert wrong == []
        assert looked[0] > 10
        live = here.hash()
        rebuild(settings, LogStream(here.ledger.log))
        assert here.hash() == live


def _positions(here: Desk) -> dict[tuple[str, int], int]:
    with here.store.engine.connect() as connection:
        return Projector(here.store, active(connection), "active").positions()


def test_from_another_process_and_killed_in_the_middle(settings: Settings) -> None:
    code = """
        import os, sys
        from infra.ledger import Ledger
        from infra.settings import Settings
        from infra.stream import LogStream
        from projections import rebuild
        from tests.toy import on_the_shelf, RULES
        from tests.projections.support import LONG

        rebuild._BATCH, rebuild._NEAR = 50, 120  # so that some die while they take over
        left = int(sys.argv[1])
        def progress(_):
            global left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), 9)
        with on_the_shelf(RULES, LONG):
            ledger = Ledger(Settings())
            rebuild.rebuild(Settings(), LogStream(ledger.log), progress)
            ledger.close()
    """
    with desk(settings) as here:
        for _ in range(10):
            play(here.ledger, opened(here.ledger), 20)
        here.catch_up()
        hash = here.hash()
        run = [sys.executable, "-c", textwrap.dedent(code)]
        for batches in (1, 3, 5):
            killed = subprocess.run([*run, str(batches)], env={**os.environ, "ARBITER_DATABASE": settings.database}, check=False, timeout=60)
            assert killed.returncode == -9
            assert here.hash() == hash, "the old generation is untouched"
        done = subprocess.run([*run, "0"], env={**os.environ, "ARBITER_DATABASE": settings.database}, check=False, timeout=60, capture_output=True)
        assert done.returncode == 0, done.stderr
        assert here.hash() == hash
        assert len({name.rpartition("_")[2] for name in tables(here)}) == 1, "what was left half done is gone"


def test_one_rebuild_at_a_time(settings: Settings) -> None:
    with desk(settings) as here, alone(settings), pytest.raises(Trouble, match="another rebuild"):
        rebuild(settings, here.stream)


def test_who_has_rebuilt_stands_in_nobody_s_way(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even as long as a server takes to notice that a connection has ended."""
    migrate(settings)
    monkeypatch.setattr(ReadStore, "close", lambda self: None)
    for _ in range(2):
        with alone(settings):
            pass


def test_no_swap_into_the_past(settings: Settings) -> None:
    with desk(settings) as here:
        everything(here)
        here.catch_up()
        with here.store.writing() as connection:
            generation = make(connection, "building")
        projector, nothing = Projector(here.store, generation, "building"), Feed([])
        assert swap(projector, nothing) is None
        projector.take(here.stream.poll({}, 10, 0))
        assert swap(projector, nothing) is None
        assert projector.positions()["arbiter.games.full", 0] < here.ledger.log.head()
        assert swap(projector, here.stream) > 0, "what is missing is taken in while nobody writes"
        assert projector.positions()["arbiter.games.full", 0] == here.ledger.log.head()
        with here.store.engine.connect() as connection:
            assert active(connection) == generation
            assert in_state(connection, "old") == [1]


def test_a_worker_notices_that_its_generation_is_read_no_more(settings: Settings) -> None:
    with desk(settings) as here:
        game = play(here.ledger, opened(here.ledger), 4)
        here.catch_up()
        rebuild(settings, here.stream)
        play(here.ledger, game, 1)
        here.worker._looked_at = math.inf  # it notices while it writes
        with pytest.raises(Superseded):
            here.worker.step()
        assert here.library.version(game.id) == game.version, "and has written nothing"


def test_another_shape_is_built_again(settings: Settings) -> None:
    with desk(settings) as here:
        everything(here)
        here.catch_up()
        now = shape_now()
        assert now.fits(now)
        assert Shape(now.tables, {"gone": "x"}).fits(now), "a game that is gone does not matter"
        assert not Shape(now.tables, {**now.games, "toy": "other"}).fits(now)
        assert not Shape("other", {}).fits(now)
        with here.store.writing() as connection:
            connection.execute(sa.update(GENERATIONS).values(shape='{"games":{"toy":"other"},"tables":"' + now.tables + '"}'))
        assert not ensure(here.store)
        rebuild(settings, here.stream)
        assert ensure(here.store)


def test_a_generation_is_dropped_whole(settings: Settings) -> None:
    with desk(settings) as here:
        with here.store.writing() as connection:
            generation = make(connection, "building")
            connection.exec_driver_sql(f"CREATE TABLE forgotten_{generation} (a INTEGER)")
        with here.store.writing() as connection:
            drop(connection, generation)
        assert {name.rpartition("_")[2] for name in tables(here)} == {"1"}


class Forgetful(LogStream):
    """Numbers that nothing stands behind any more, as at the end of a partition whose records have gone."""

    def ends(self) -> Positions:
        return {place: end + 1_000 for place, end in super().ends().items()}


def test_what_a_stream_has_forgotten_is_not_waited_for(settings: Settings) -> None:
    with desk(settings) as here:
        everything(here)
        here.catch_up()
        hash = here.hash()
        assert rebuild(settings, Forgetful(here.ledger.log)) == here.ledger.log.head()
        assert here.hash() == hash


@pytest.mark.timeout(60)
def test_positions_of_a_stream_that_is_gone_hold_nothing_up(settings: Settings) -> None:
    """A broker that lost its data is given it again, perhaps in fewer records than it had: versions of games tell then whether anything is older."""
    with desk(settings) as here:
        everything(here)
        here.catch_up()
        hash = here.hash()
        with here.store.writing() as connection:
            connection.execute(sa.update(TRACKING).where(TRACKING.c.topic == GAMES).values(position=TRACKING.c.position + 50))
        with here.store.writing() as connection:
            generation = make(connection, "building")
        assert swap(Projector(here.store, generation, "building"), Feed([])) is None, "games would be missing"
        assert rebuild(settings, here.stream) == here.ledger.log.head()
        assert here.hash() == hash


def test_an_empty_log(settings: Settings) -> None:
    with desk(settings) as here:
        assert rebuild(settings, here.stream) == 0
        assert here.ledger.open_game(cmd.OpenGame("toy")).version == 1
