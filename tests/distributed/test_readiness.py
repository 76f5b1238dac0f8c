"""What the door of a worker tells: ready or not, how far behind, how many games are set aside; also while nothing comes."""

import math
import signal
from pathlib import Path
from typing import Final

import httpx

from projections.generations import ReadStore, active, set_aside
from tests.distributed.site import Site, site
from tests.distributed.test_standstill import signal_all
from tests.services import kafka as local_kafka
from tests.services import postgres as local_postgres
from tests.services.processes import Process, free_port, wait_until
from tests.stores import opened, play

SOON: Final = 20.0  # seconds; it takes about seven


class Door:
    """A worker with its door."""

    def __init__(self, here: Site) -> None:
        port = free_port()
        self.process: Process = here.command("project", "--health-port", str(port))
        self.url = f"http://127.0.0.1:{port}"

    def ready(self) -> int:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=2).status_code
        except httpx.TransportError:
            return 0

    def metric(self, name: str) -> float:
        lines = httpx.get(f"{self.url}/metrics", timeout=10).text.splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))

    def said(self, words: str) -> int:
        return self.process.log.read_text().count(words)


def all_say(doors: list[Door], status: int, seconds: float, what: str) -> None:
    wait_until(lambda: all(door.ready() == status for door in doors), seconds, what, doors[0].process)


def test_idle_workers_notice_that_broker_or_database_is_gone(broker: local_kafka.Broker, server: local_postgres.Server, tmp_path: Path) -> None:
    """One partition for two workers: who has none is ready too. Each trouble is said once, however long it lasts, and its end."""
    with site(server.url, broker.address, tmp_path, kafka_partitions=1) as here:
        here.migrate()
        doors = [Door(here), Door(here)]
        all_say(doors, 200, 40, "both are ready")

        broker.kill()
        all_say(doors, 503, SOON, "no broker")
        assert all(math.isnan(door.metric("arbiter_projection_lag_events")) for door in doors), "nobody knows"
        broker.start()
        all_say(doors, 200, 30, "the broker is back")
        assert [door.metric("arbiter_projection_lag_events") for door in doors] == [0, 0]
        assert [(door.said("start again"), door.said("go on")) for door in doors] == [(1, 1), (1, 1)]

        server.kill()
        all_say(doors, 503, SOON, "no database")
        server.start()
        all_say(doors, 200, 30, "the database is back")
        assert [(door.said("start again"), door.said("go on")) for door in doors] == [(2, 2), (2, 2)]


def test_idle_workers_notice_that_broker_or_database_says_nothing(broker: local_kafka.Broker, server: local_postgres.Server, tmp_path: Path) -> None:
    """A connection that stays open and is silent is no answer."""
    with site(server.url, broker.address, tmp_path) as here:
        here.migrate()
        door = Door(here)
        all_say([door], 200, 40, "ready")
        assert broker.process is not None
        broker.process.pause()
        all_say([door], 503, SOON, "a silent broker")
        broker.process.resume()
        all_say([door], 200, 30, "the broker goes on")

        signal_all(server, signal.SIGSTOP)
        all_say([door], 503, SOON, "a silent database")
        signal_all(server, signal.SIGCONT)
        all_say([door], 200, 30, "the database goes on")


def test_the_number_of_games_set_aside_is_true_while_nothing_comes(here: Site) -> None:
    """Somebody else (a rebuild, a retry) sets games aside and takes them back."""
    here.migrate()
    with here.ledger() as ledger:
        game = play(ledger, opened(ledger, "bremen", ("Ann", "Ben", "Cy")), 3)
    here.relay()
    first = Door(here)
    all_say([first], 200, 40, "ready")
    here.wait_until_settled()
    store = ReadStore(here.settings)
    with store.writing() as connection:
        set_aside(connection, active(connection), game.id, game.version + 1, "for a test")
    store.close()
    wait_until(lambda: first.metric("arbiter_projection_games_set_aside") == 1, 15, "the worker that runs knows")
    second = Door(here)
    all_say([second], 200, 40, "another is ready")
    assert second.metric("arbiter_projection_games_set_aside") == 1
    here.run("project", "--retry", game.id)
    wait_until(lambda: [door.metric("arbiter_projection_games_set_aside") for door in (first, second)] == [0, 0], 15, "both know that it goes on")
