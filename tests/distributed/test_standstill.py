"""Processes that stand still (SIGSTOP: a machine that swaps, a hypervisor that pauses) and go on later, as if nothing had been. Nobody is told, and they hold what they held."""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import psycopg
import pytest

from infra.ledger import Ledger
from infra.trouble import Unavailable
from tests.distributed.load import KILLS, LONG, moves_made, played
from tests.distributed.site import Site, site
from tests.distributed.threads import relaying, working
from tests.services import kafka as local_kafka
from tests.services import postgres as local_postgres
from tests.services.processes import Process, wait_until
from tests.stores import opened, play, play_out
from tests.toy import RULES, on_the_shelf

long_run = pytest.mark.skipif(not LONG, reason="in the long fault run only (make faults)")
# Whoever writes here sleeps in the middle of its transaction: time enough to stop it there.
SLEEPY = """
CREATE TABLE IF NOT EXISTS sleepy (prefix text);
CREATE OR REPLACE FUNCTION sleep_now() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM sleepy WHERE starts_with(current_setting('application_name'), prefix)) THEN PERFORM pg_sleep(1.5); END IF;
  RETURN NULL;
END $$;
"""


@contextmanager
def sleepy(here: Site, table: str, process: str) -> Iterator[Callable[[], str | None]]:
    """Within it a process of a kind falls asleep in its next write to a table; gives what tells its name."""
    with psycopg.connect(here.settings.database, autocommit=True) as connection:
        connection.execute(SLEEPY)
        connection.execute(f"CREATE OR REPLACE TRIGGER sleepy AFTER INSERT ON {table} FOR EACH STATEMENT EXECUTE FUNCTION sleep_now()")
        connection.execute("INSERT INTO sleepy VALUES (%s)", (process,))

        def asleep() -> str | None:
            found = connection.execute("SELECT application_name FROM pg_stat_activity WHERE wait_event = 'PgSleep' LIMIT 1").fetchone()
            return None if found is None else str(found[0])

        yield asleep
        connection.execute("DELETE FROM sleepy")


def stop_in_the_middle(here: Site, table: str, process: str) -> Process:
    """Stops a process of a kind while it writes to a table, so that it keeps its transaction open, and its locks."""
    with sleepy(here, table, process) as asleep:
        name: list[str] = []
        wait_until(lambda: bool(name) or name.extend(filter(None, [asleep()])) or bool(name), 30, f"{process} asleep")
        stopped = here.processes[int(name[0].rsplit("-", 1)[1])]
        stopped.pause()
        return stopped


def accepted(ledger: Ledger) -> bool:
    """Whether a game can be opened and played; in vain as long as somebody holds the lock of all who commit."""
    try:
        play(ledger, opened(ledger, "bremen", ("Ann", "Ben", "Cy")), 5)
    except Unavailable as error:
        if "locked by another process" not in str(error):
            raise
        return False
    return True


def leads(here: Site) -> bool:
    return all(f'"feed": "{feed}", "event": "leads"' in here.processes[-1].log.read_text() for feed in ("full", "public"))


def test_worker_relay_and_api_stand_still_and_go_on(here: Site) -> None:
    """The worker and the API with locks that others wait for, the relay while it leads: others take over, and whoever comes back spoils nothing."""
    here.migrate()
    relay = here.relay()
    wait_until(lambda: leads(here), 30, "relay", relay)
    here.relay(), here.worker(), here.worker()
    urls = [url for _, url in here.apis(2)]
    with here.ledger() as ledger:
        opened(ledger, "bremen", ("Ann", "Ben", "Cy"))
        here.wait_until_settled()
        with played(urls, 2):
            worker = stop_in_the_middle(here, "games_1", "project")
            api = stop_in_the_middle(here, "arbiter_events", "serve")
            relay.pause()
            wait_until(lambda: accepted(ledger), 20, "games go on")
            here.wait_until_settled(40)
            for process in (worker, api, relay):
                process.resume()
        play(ledger, opened(ledger, "bremen", ("Ann", "Ben", "Cy")), 5)
        here.wait_until_settled()
    assert all(process.child.poll() is None for process in here.processes), "everybody is still there"
    assert here.agrees() > 0


@long_run
def test_processes_are_stopped_at_random_while_sixteen_play(here: Site, rng: random.Random, capsys: pytest.CaptureFixture[str]) -> None:
    here.migrate()
    here.relay(), here.relay(), here.worker(), here.worker()
    urls = [url for _, url in here.apis(2)]
    stops = 0
    while stops < KILLS // 10:
        with played(urls, 4) as thread:
            while thread.is_alive() and stops < KILLS // 10:
                victim = rng.choice(here.processes)
                victim.pause()
                time.sleep(rng.choice([rng.uniform(0, 1), rng.uniform(1, 10), rng.uniform(10, 20)]))
                victim.resume()
                stops += 1
                time.sleep(rng.uniform(0, 3))
    here.wait_until_settled(120)
    assert all(process.child.poll() is None for process in here.processes), "everybody is still there"
    events = here.agrees()
    with capsys.disabled():
        print(f"\nstopped: {stops}, events: {events}")


@long_run
def test_a_broker_that_stands_still(postgres: str, broker: local_kafka.Broker, tmp_path: Path) -> None:
    """Requests that were given up are answered when it goes on: nothing counts twice, and the order stays."""
    with site(postgres, broker.address, tmp_path) as here, on_the_shelf(RULES), here.ledger() as ledger, relaying(here), working(here, 2):
        for seconds in (3, 12, 40):
            games = [play(ledger, opened(ledger), 4) for _ in range(10)]
            assert broker.process is not None
            broker.process.pause()
            for game in games[:5]:
                play_out(ledger, game)
            time.sleep(seconds)
            broker.process.resume()
            for game in games[5:]:
                play_out(ledger, game)
            here.wait_until_settled(90)
        assert here.agrees() == 3 * 10 * 26


@long_run
def test_a_database_that_stands_still(server: local_postgres.Server, kafka: str, tmp_path: Path) -> None:
    with site(server.url, kafka, tmp_path) as here:
        here.migrate()
        here.relay(), here.relay(), here.worker(), here.worker()
        _, url = here.api()
        with played([url], 2):
            for seconds in (2, 15, 30):
                more = partial(_more, here, moves_made(here) + 5)
                wait_until(more, 60, "players")
                signal_all(server, signal.SIGSTOP)
                time.sleep(seconds)
                signal_all(server, signal.SIGCONT)
        here.wait_until_settled(120)
        assert here.agrees() > 0


def _more(here: Site, moves: int) -> bool:
    return moves_made(here) > moves


def signal_all(server: local_postgres.Server, number: int) -> None:
    """To the postmaster, which makes no more children then, and to its children."""
    parent = int((server.data / "postmaster.pid").read_text().splitlines()[0])
    os.kill(parent, number)
    for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
        with suppress(ProcessLookupError):  # one that was about to end
            os.kill(int(pid), number)
