"""Processes that die, servers that go away, disks that fill up: afterwards store, topics and projections hold the same.

ARBITER_TEST_KILLS makes the random run as long as one likes (`make faults`).
"""

import asyncio
import os
import random
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from eventsourcing.persistence import OperationalError

from domain import commands as cmd
from domain.game import Game
from infra import clock
from infra.ledger import Ledger
from infra.postgres import ask
from infra.trouble import Unavailable
from tests.distributed.people import Patient, open_games, play_all
from tests.distributed.site import Site, site
from tests.distributed.test_relay import relaying
from tests.distributed.test_workers import working
from tests.services import kafka as local_kafka
from tests.services import postgres as local_postgres
from tests.services.fixtures import missing
from tests.services.processes import wait_until
from tests.stores import first_move, ledger_of, opened, play, play_out
from tests.toy import RULES, on_the_shelf

KILLS = int(os.environ.get("ARBITER_TEST_KILLS", "3"))
LONG = KILLS >= 20
OUTAGE = float(os.environ.get("ARBITER_TEST_OUTAGE", "60" if LONG else "2"))  # seconds that a server is away


@pytest.fixture
def broker(folder: Path) -> Iterator[local_kafka.Broker]:
    if reason := local_kafka.unavailable():
        missing(reason)
    made = local_kafka.Broker(folder / f"broker-{time.monotonic_ns()}")
    yield made
    made.kill()


@pytest.fixture
def server(folder: Path) -> Iterator[local_postgres.Server]:
    if reason := local_postgres.unavailable():
        missing(reason)
    made = local_postgres.Server(folder / f"server-{time.monotonic_ns()}")
    yield made
    made.kill()


async def crowd(urls: list[str], games: int, rulesets: tuple[str, ...] = ("bremen",)) -> list[Patient]:
    opened_ = await open_games(urls, games, rulesets[0])
    return await play_all(urls, opened_)


@contextmanager
def played(urls: list[str], games: int) -> Iterator[threading.Thread]:
    """Four players a game in a thread of their own; at the end all games must have come to theirs."""
    told: list[Any] = []

    def run() -> None:
        try:
            told.append(asyncio.run(asyncio.wait_for(crowd(urls, games), 600)))
        except BaseException as error:
            told.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    yield thread
    thread.join()
    if isinstance(told[0], BaseException):
        raise told[0]
    receipts = [receipt for player in told[0] for receipt in player.receipts.values()]
    assert len({(one["gameId"], one["version"]) for one in receipts}) == len(receipts), "no number was given twice"


def test_processes_are_killed_at_random_while_sixteen_play(here: Site, capsys: pytest.CaptureFixture[str]) -> None:
    rng, killed = random.Random(KILLS), Counter[str]()
    here.run("migrate")
    apis = [here.api(), here.api()]
    urls = [url for _, url in apis]
    running: dict[str, list[Any]] = {
        "relay": [here.relay(), here.relay()],
        "project": [here.worker(), here.worker()],
        "serve": [process for process, _ in apis],
    }
    left = KILLS
    while left > 0:
        with played(urls, 4) as thread:
            while thread.is_alive() and left > 0:
                time.sleep(rng.uniform(0.2, 1.2))
                kind = rng.choice(sorted(running))
                place = rng.randrange(2)
                running[kind][place].kill()
                killed[kind] += 1
                left -= 1
                time.sleep(rng.uniform(0, 0.4))
                running[kind][place] = here.again(urls[place]) if kind == "serve" else here.command(kind)
    here.wait_until_settled(120)
    events = here.agrees()
    assert events > 0
    if LONG:
        with capsys.disabled():
            print(f"\nkilled: {dict(killed)}, events: {events}")


def test_a_broker_that_stops_while_many_play(postgres: str, broker: local_kafka.Broker, tmp_path: Path) -> None:
    """Moves go on being accepted and answered (64 players in the long run, who play until it is over); afterwards the feed catches up."""
    with site(postgres, broker.address, tmp_path) as here:
        here.run("migrate")
        here.relay(), here.worker()
        _, url = here.api()
        games = 16 if LONG else 4
        with played([url], games):
            wait_until(lambda: _moves(here) > 20, 60, "players")
            broker.stop()
            before = _moves(here)
            begun = time.monotonic()
            while time.monotonic() - begun < OUTAGE:
                time.sleep(0.2)
                assert httpx.get(f"{url}/readyz", timeout=15).status_code == 200
            assert _moves(here) > before, "moves go on being accepted"
            broker.start()
        here.wait_until_settled(120)
        assert here.agrees() > games * 20


def _moves(here: Site) -> int:
    return int(ask(here.settings, lambda connection: connection.execute("SELECT count(*) FROM arbiter_events WHERE topic = 'MoveMade'").fetchone()[0]))


def test_a_broker_that_is_killed_and_started_again(postgres: str, broker: local_kafka.Broker, tmp_path: Path) -> None:
    with site(postgres, broker.address, tmp_path) as here, _toy(), here.ledger() as ledger, relaying(here), working(here, 2):
        rounds = 5 if LONG else 1
        for _ in range(rounds):
            games = [play(ledger, opened(ledger), 4) for _ in range(10)]
            broker.kill()
            for game in games:
                play_out(ledger, game)
            broker.start()
            here.wait_until_settled(60)
        assert here.agrees() == rounds * 10 * 26


def test_a_database_that_is_killed_and_started_again(server: local_postgres.Server, kafka: str, tmp_path: Path) -> None:
    """Players are told in a sentence, nothing is half-written, and everybody comes back by himself."""
    with site(server.url, kafka, tmp_path) as here:
        here.run("migrate")
        here.relay(), here.worker()
        _, url = here.api()
        with played([url], 2):
            wait_until(lambda: _moves(here) > 10, 60, "players")
            server.kill()
            wait_until(lambda: httpx.get(f"{url}/readyz", timeout=20).status_code == 503, 20, "readiness")
            answer = httpx.post(f"{url}/graphql", json={"query": "{ games { totalCount } }"}, timeout=20)
            assert "database: " in answer.text
            assert "psycopg" not in answer.text
            time.sleep(min(OUTAGE, 3))
            server.start()
        here.wait_until_settled(120)
        assert here.agrees() > 0


def test_a_commit_that_is_not_acknowledged_is_looked_up(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    with _toy(), here.ledger() as ledger:
        game = opened(ledger)
        datastore = ledger._store.recorder.datastore  # type: ignore[attr-defined]
        real = datastore.transaction

        @contextmanager
        def unheard(*, commit: bool = False) -> Iterator[Any]:
            with real(commit=commit) as cursor:
                yield cursor
            if commit:
                raise OperationalError("the server closed the connection unexpectedly")

        @contextmanager
        def undone(*, commit: bool = False) -> Iterator[Any]:
            with real(commit=False) as cursor:
                yield cursor
            if commit:
                raise OperationalError("the server closed the connection unexpectedly")

        monkeypatch.setattr(datastore, "transaction", unheard)
        game = ledger.execute(game.id, first_move(game)).game
        assert game.count == 1, "it had happened"
        monkeypatch.setattr(datastore, "transaction", undone)
        with pytest.raises(Unavailable, match="does not answer, nothing was recorded"):
            ledger.execute(game.id, first_move(game))
        monkeypatch.undo()
        assert ledger.execute(game.id, first_move(game)).number == 2
        assert [notice.version for notice in ledger.after(0, 100)] == [1, 2, 3, 4, 5, 6]


def test_six_writers_and_a_reader_that_tails(here: Site) -> None:
    """Ids are drawn at the insert and seen at the commit: under the table lock a reader at the end misses none."""
    seen: list[int] = []
    with _toy(), here.ledger() as reader:
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
    with _toy(), here.ledger() as ledger, relaying(here), working(here):
        monkeypatch.setattr(clock, "now", lambda: next(times))
        for _ in range(4):
            game = play_out(ledger, opened(ledger))
            stamps = [played_.at or "" for played_ in game.moves]
            assert stamps == sorted(stamps), "the time of a game never runs backwards"
        monkeypatch.undo()
        here.wait_until_settled()
        here.agrees()


def test_a_full_disk_under_postgresql(server: local_postgres.Server, kafka: str, tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: the error is a sentence, nothing is half-written, and it goes on when there is room."""
    with site(server.url, kafka, tmp_path) as here, _toy(), here.ledger() as ledger:
        game = play(ledger, opened(ledger), 2)
        with psycopg.connect(here.settings.database, autocommit=True) as connection:
            connection.execute("ALTER TABLE arbiter_events ALTER COLUMN state SET STORAGE PLAIN")
            _limit(server, 24 * 1024 * 1024)
        with pytest.raises(psycopg.Error, match="could not extend"):
            _fill(here)
        with psycopg.connect(here.settings.database, autocommit=True) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'")
        before = _moves(here)
        with pytest.raises(Unavailable, match=r"(disk is full|size that is allowed), nothing was recorded"):
            _talk(ledger, game)
        told = ledger.game(game.id)
        assert told is not None
        assert told.version == len(told.messages) + 6 == len(ledger.events_after(game.id, 0)), "what was answered is there, and nothing else"
        _limit(server, None)
        with psycopg.connect(here.settings.database, autocommit=True) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'")
        game = play(ledger, told, 1)
        assert _moves(here) == before + 1


def _talk(ledger: Ledger, game: Game) -> None:
    for _ in range(400):
        game = ledger.execute(game.id, cmd.SendMessage(0, text="🎲" * 990)).game
    raise AssertionError("the disk never became full")


def _fill(here: Site) -> None:
    filler = "INSERT INTO arbiter_events SELECT 'filler/' || n || '/' || %s, 1, 'AttemptRefused', convert_to(%s, 'UTF8') FROM generate_series(1, 500) n"
    with psycopg.connect(here.settings.database, autocommit=True) as connection:
        for number in range(100):
            connection.execute(filler, (number, '{"line":{"game":"x","at":""}}' + " " * 4_000))


def _limit(server: local_postgres.Server, size: int | None) -> None:
    """The largest file that the server may write; those that it forks from now on inherit it."""
    words = f"--fsize={size}:unlimited" if size else "--fsize=unlimited:unlimited"
    pid = (server.data / "postmaster.pid").read_text().splitlines()[0]
    owner = [] if Path(f"/proc/{pid}").stat().st_uid == os.getuid() else ["runuser", "-u", Path(f"/proc/{pid}").owner(), "--"]
    subprocess.run([*owner, "prlimit", "--pid", pid, words], check=True)


@contextmanager
def _toy() -> Iterator[None]:
    with on_the_shelf(RULES):
        yield
