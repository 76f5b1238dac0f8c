"""Trouble with what is written: acknowledgements that are lost, clocks that step, a disk that fills up. Afterwards store, topics and projections hold the same."""

import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from eventsourcing.persistence import OperationalError

from domain import commands as cmd
from domain.game import Game
from infra import clock
from infra.ledger import Ledger
from infra.trouble import Unavailable
from tests.distributed.load import moves_made
from tests.distributed.site import Site, site
from tests.distributed.threads import relaying, working
from tests.services import postgres as local_postgres
from tests.stores import first_move, ledger_of, opened, play, play_out
from tests.toy import RULES, on_the_shelf


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with on_the_shelf(RULES):
        yield


def test_a_commit_that_is_not_acknowledged_is_looked_up(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    with here.ledger() as ledger, relaying(here), working(here):
        game = opened(ledger)
        datastore = ledger._store.recorder.datastore  # type: ignore[attr-defined]
        real = datastore.transaction

        @contextmanager
        def broken_off(happens: bool, *, commit: bool = False) -> Iterator[Any]:
            with real(commit=commit and happens) as cursor:
                yield cursor
            if commit:
                raise OperationalError("the server closed the connection unexpectedly")

        unheard, undone = partial(broken_off, True), partial(broken_off, False)

        monkeypatch.setattr(datastore, "transaction", unheard)
        game = ledger.execute(game.id, first_move(game)).game
        assert game.count == 1, "it had happened"
        monkeypatch.setattr(datastore, "transaction", undone)
        with pytest.raises(Unavailable, match="does not answer, nothing was recorded"):
            ledger.execute(game.id, first_move(game))
        monkeypatch.undo()
        assert ledger.execute(game.id, first_move(game)).number == 2
        assert [notice.version for notice in ledger.after(0, 100)] == [1, 2, 3, 4, 5, 6]
        here.wait_until_settled()
    assert here.agrees() == 6


def test_six_writers_and_a_reader_that_tails(here: Site) -> None:
    """Ids are drawn at the insert and seen at the commit: under the table lock a reader at the end misses none."""
    seen: list[int] = []
    with here.ledger() as reader:
        done = threading.Event()

        def tail() -> None:
            while True:
                over = done.is_set()
                more = reader.log.after(seen[-1] if seen else 0, 500)
                seen.extend(notice.id for notice in more)
                if over and not more:
                    return

        def write() -> None:
            with ledger_of(here.settings) as ledger:
                for _ in range(6):
                    play_out(ledger, opened(ledger))

        follower = threading.Thread(target=tail)
        follower.start()
        writers = [threading.Thread(target=write) for _ in range(6)]
        for thread in writers:
            thread.start()
        for thread in writers:
            thread.join()
        done.set()
        follower.join()
        every = [notice.id for notice in here.stored()]
    assert len(every) == 6 * 6 * 26
    assert seen == every


def test_clocks_that_step(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(["2026-11-30T12:00:00.000Z", "2031-01-01T00:00:00.000Z", "2026-11-30T11:00:00.000Z"] * 1_000)
    with here.ledger() as ledger, relaying(here), working(here):
        monkeypatch.setattr(clock, "now", lambda: next(times))
        for _ in range(4):
            game = play_out(ledger, opened(ledger))
            stamps = [played_.at or "" for played_ in game.moves]
            assert stamps == sorted(stamps), "the time of a game never runs backwards"
        monkeypatch.undo()
        here.wait_until_settled()
    assert here.agrees() == 4 * 26


def test_a_full_disk_under_postgresql(server: local_postgres.Server, kafka: str, tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: the error is a sentence, nothing is half-written, and it goes on when there is room."""
    with site(server.url, kafka, tmp_path) as here, here.ledger() as ledger, relaying(here), working(here):
        game = play(ledger, opened(ledger), 2)
        here.wait_until_settled()
        with psycopg.connect(here.settings.database, autocommit=True) as connection:
            connection.execute("ALTER TABLE arbiter_events ALTER COLUMN state SET STORAGE PLAIN")
            _limit(server, 24 * 1024 * 1024)
        with psycopg.connect(here.settings.database) as filling:
            with pytest.raises(psycopg.Error, match="could not extend"):
                _fill(filling)
            filling.rollback()  # the file stays as large as it is, and nobody is told of what stood there
        _forked_anew(here)
        before = moves_made(here)
        with pytest.raises(Unavailable, match=r"(disk is full|size that is allowed), nothing was recorded"):
            _talk(ledger, game)
        told = ledger.game(game.id)
        assert told is not None
        assert told.version == len(told.messages) + 6 == len(ledger.events_after(game.id, 0)), "what was answered is there, and nothing else"
        _limit(server, None)
        _forked_anew(here)
        game = play(ledger, told, 1)
        assert moves_made(here) == before + 1
        here.wait_until_settled()
        assert here.agrees() == game.version


def _forked_anew(here: Site) -> None:
    """Ends all connections: what the server forks from now on has the limit of now."""
    with psycopg.connect(here.settings.database, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'")


def _talk(ledger: Ledger, game: Game) -> None:
    for _ in range(400):
        game = ledger.execute(game.id, cmd.SendMessage(0, text="🎲" * 990)).game
    raise AssertionError("the disk never became full")


def _fill(connection: "psycopg.Connection[Any]") -> None:
    """Rows that are rolled back, in a file that keeps its size."""
    filler = "INSERT INTO arbiter_events SELECT 'filler/' || n || '/' || %s, 1, 'AttemptRefused', convert_to(%s, 'UTF8') FROM generate_series(1, 500) n"
    for number in range(100):
        connection.execute(filler, (number, '{"line":{"game":"x","at":""}}' + " " * 4_000))


def _limit(server: local_postgres.Server, size: int | None) -> None:
    """The largest file that the server may write; those that it forks from now on inherit it."""
    words = f"--fsize={size}:unlimited" if size else "--fsize=unlimited:unlimited"
    pid = (server.data / "postmaster.pid").read_text().splitlines()[0]
    owner = [] if Path(f"/proc/{pid}").stat().st_uid == os.getuid() else ["runuser", "-u", Path(f"/proc/{pid}").owner(), "--"]
    subprocess.run([*owner, "prlimit", "--pid", pid, words], check=True)
