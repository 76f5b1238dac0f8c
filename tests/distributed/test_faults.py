"""Processes that die, servers that go away: afterwards store, topics and projections hold the same.

ARBITER_TEST_KILLS makes the random run as long as one likes (`make faults`).
"""

import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from infra import leader
from infra.event_store import GAMES
from infra.relay_sender import Record, Sender
from tests.distributed.load import KILLS, LONG, OUTAGE, moves_made, played
from tests.distributed.site import Site, site
from tests.distributed.threads import relaying, working
from tests.services import kafka as local_kafka
from tests.services import postgres as local_postgres
from tests.services.processes import wait_until
from tests.stores import opened, play, play_out
from tests.toy import RULES, on_the_shelf


def test_processes_are_killed_at_random_while_sixteen_play(here: Site, rng: random.Random, capsys: pytest.CaptureFixture[str]) -> None:
    killed = Counter[str]()
    here.migrate()
    apis = here.apis(2)
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
        here.migrate()
        here.relay(), here.worker()
        _, url = here.api()
        games = 16 if LONG else 4
        with played([url], games):
            wait_until(lambda: moves_made(here) > 20, 60, "players")
            broker.stop()
            before = moves_made(here)
            begun = time.monotonic()
            while time.monotonic() - begun < OUTAGE:
                time.sleep(0.2)
                assert httpx.get(f"{url}/readyz", timeout=15).status_code == 200
            assert moves_made(here) > before, "moves go on being accepted"
            broker.start()
        here.wait_until_settled(120)
        assert here.agrees() > games * 20


def test_a_broker_that_is_killed_and_started_again(postgres: str, broker: local_kafka.Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The relay that leads says so also while it waits for the broker; who says nothing is replaced."""
    monkeypatch.setattr(leader, "SILENCE", 4)
    with site(postgres, broker.address, tmp_path) as here, on_the_shelf(RULES), here.ledger() as ledger, relaying(here), working(here, 2):
        rounds = 5 if LONG else 1
        for _ in range(rounds):
            games = [play(ledger, opened(ledger), 4) for _ in range(10)]
            sender = Sender(here.settings, (GAMES,))
            broker.kill()
            silent = leader.Lead(here.settings, "something else")
            assert silent.take()
            begun = time.monotonic()
            under_way = sender.submit([Record(GAMES, "never sent", 1, b"{}")])
            sender.close()
            assert all(future.is_done for _, future in under_way), "what is let go of is not sent later"
            for game in games:
                play_out(ledger, game)
            time.sleep(max(0, begun + 5 - time.monotonic()))
            wait_until(lambda: free(here, "something else"), 10, "who says nothing leads no more")
            assert not silent.holds()
            assert not free(here, "relay/full")
            assert not free(here, "relay/public")
            broker.start()
            here.wait_until_settled(60)
        assert here.agrees() == rounds * 10 * 26


def free(here: Site, task: str) -> bool:
    """Whether nobody leads."""
    lead = leader.Lead(here.settings, task)
    try:
        return lead.take()
    finally:
        lead.close()


def test_a_database_that_is_killed_and_started_again(server: local_postgres.Server, kafka: str, tmp_path: Path) -> None:
    """Players are told in a sentence, nothing is half-written, and everybody comes back by himself."""
    with site(server.url, kafka, tmp_path) as here:
        here.migrate()
        here.relay(), here.worker()
        _, url = here.api()
        with played([url], 2):
            wait_until(lambda: moves_made(here) > 10, 60, "players")
            server.kill()
            killed = time.monotonic()
            wait_until(lambda: httpx.get(f"{url}/readyz", timeout=20).status_code == 503, 20, "readiness")
            answer = httpx.post(f"{url}/graphql", json={"query": "{ games { totalCount } }"}, timeout=20)
            assert "database: " in answer.text
            assert "psycopg" not in answer.text
            time.sleep(max(0, min(OUTAGE, 10) - (time.monotonic() - killed)))
            server.start()
        here.wait_until_settled(120)
        assert here.agrees() > 0
