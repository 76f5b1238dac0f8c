"""A relay whose broker, topics or position are not what they were: it says so at its door and once in its log, and goes on by itself."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from domain import commands as cmd
from domain.game import Game
from infra import relay_watch
from infra.event_store import GAMES
from infra.kafka import admin
from infra.ledger import Ledger
from infra.postgres import ask
from infra.relay_sender import Sender, Stopped
from infra.topics import PUBLIC, TOPICS, make_topics, topic_name
from tests.distributed.site import Site, site
from tests.distributed.threads import relayed, relaying
from tests.services import kafka as local_kafka
from tests.services.processes import Process, free_port, wait_until
from tests.stores import opened, play
from tests.toy import RULES, on_the_shelf

STARTS_AGAIN = "the relay starts again"


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with on_the_shelf(RULES):
        yield


class Watched:
    """A relay as a process, with its door."""

    def __init__(self, here: Site) -> None:
        port = free_port()
        self.process: Process = here.relay("--health-port", str(port))
        self._url = f"http://127.0.0.1:{port}"

    def ready(self, feeds: bool = True) -> bool:
        """Whether the door answers that it is ready with both feeds, or with neither."""
        try:
            answer = httpx.get(f"{self._url}/readyz", timeout=2)
        except httpx.TransportError:
            return False
        return answer.status_code == (200 if feeds else 503) and answer.json()["parts"] == {"full": feeds, "public": feeds}

    def wait(self, feeds: bool, seconds: float = 12) -> None:
        wait_until(lambda: self.ready(feeds), seconds, f"readiness {feeds}", self.process)

    def lag(self) -> float:
        """What it says it is behind with the full feed."""
        families = text_string_to_metric_families(httpx.get(f"{self._url}/metrics", timeout=10).text)
        return sum(one.value for family in families for one in family.samples if one.name == "arbiter_relay_lag_events" and one.labels["feed"] == "full")

    def said(self, feed: str = "full") -> list[dict[str, Any]]:
        """What it logged of a feed."""
        lines = [json.loads(line) for line in self.process.log.read_text().splitlines() if line.startswith("{")]
        return [line for line in lines if line.get("feed") == feed]

    def reasons(self, event: str) -> list[str]:
        return [line["reason"] for line in self.said() if line["event"] == event]


def delete_topics(here: Site) -> None:
    """What somebody does behind the service's back."""
    client = admin(here.settings)
    client.delete_topics([topic_name(here.settings, topic) for topic in TOPICS])
    wait_until(lambda: not any(topic["name"].startswith(here.settings.kafka_prefix) for topic in client.describe_topics()), 10, "topics gone")
    client.close()


def bremen(ledger: Ledger) -> Game:
    """A game that every process knows."""
    return opened(ledger, "bremen", ("Ann", "Ben", "Cy"))


def set_back(here: Site) -> None:
    """The documented statement."""
    ask(here.settings, lambda connection: connection.execute("UPDATE relay_positions SET position = 0"))


def missing(here: Site) -> str:
    return f"kafka: the topic {topic_name(here.settings, GAMES)} is missing, run `arbiter migrate`"


def ids(here: Site, topic: str) -> Counter[str]:
    return Counter(json.loads(record.value)["id"] for record in here.topic(topic))


def test_a_position_that_was_set_back_is_noticed_by_an_idle_relay(here: Site) -> None:
    with here.ledger() as ledger, relaying(here) as relays:
        game = play(ledger, opened(ledger), 2)
        wait_until(lambda: relayed(here, ledger), 20, "relay")
        set_back(here)
        twice = Counter({f"{game.id}/{version}": 2 for version in range(1, game.version + 1)})
        wait_until(lambda: all(ids(here, topic) == twice for topic in (GAMES, PUBLIC)), 10, "all of it again")
        wait_until(lambda: relayed(here, ledger) and all(relay.healthy() for relay in relays), 15, "relay")


def test_what_stands_before_a_game_that_is_held_back_goes_out_again_too(postgres: str, kafka: str, tmp_path: Path) -> None:
    with site(postgres, kafka, tmp_path, kafka_max_bytes=2_500) as here, here.ledger() as ledger, relaying(here, "full"):
        game = opened(ledger)
        ledger.execute(game.id, cmd.SendMessage(0, text="🎲" * 990))
        wait_until(lambda: relayed(here, ledger, "full"), 20, "relay")
        set_back(here)
        wait_until(lambda: ids(here, GAMES) == Counter({f"{game.id}/{version}": 2 for version in range(1, 5)}), 10, "what the topic takes")


def test_topics_that_nobody_has_made_yet(here: Site) -> None:
    here.migrate()
    delete_topics(here)
    relay = Watched(here)
    wait_until(lambda: relay.reasons(STARTS_AGAIN) == [missing(here)], 10, "the sentence", relay.process)
    wait_until(lambda: relay.ready(False), 15, "readiness", relay.process)
    time.sleep(1)
    assert relay.reasons(STARTS_AGAIN) == [missing(here)], "once, not at every try"
    assert "Error" not in relay.process.log.read_text()
    make_topics(here.settings)
    relay.wait(True)


def test_topics_that_are_gone_and_a_feed_that_is_sent_anew(here: Site) -> None:
    here.migrate()
    relay = Watched(here)
    with here.ledger() as ledger:
        game = play(ledger, bremen(ledger), 1)
        wait_until(lambda: relayed(here, ledger), 10, "relay", relay.process)
        delete_topics(here)
        behind = ledger.log.head()
        game = play(ledger, game, 5)
        relay.wait(False)
        wait_until(lambda: relay.lag() == ledger.log.head() - behind, 15, "what it is behind", relay.process)
        set_back(here)
        wait_until(lambda: relay.lag() == ledger.log.head(), 15, "what it is behind", relay.process)
        make_topics(here.settings)
        relay.wait(True)
        wait_until(lambda: relayed(here, ledger), 10, "relay", relay.process)
        assert missing(here) in relay.reasons(STARTS_AGAIN)
        every = [f"{game.id}/{version}" for version in range(1, game.version + 1)]
        assert [[json.loads(record.value)["id"] for record in here.topic(topic)] for topic in (GAMES, PUBLIC)] == [every, every]


def test_topics_of_which_somebody_changed_the_number_of_partitions(here: Site) -> None:
    here.migrate()
    relay = Watched(here)
    relay.wait(True)
    client = admin(here.settings)
    client.create_partitions({topic_name(here.settings, topic): 6 for topic in TOPICS})
    client.close()
    told = f"ARBITER_KAFKA_PARTITIONS: the topic {topic_name(here.settings, GAMES)} has 6 partitions, not 4; the number is fixed"
    relay.wait(False)
    with here.ledger() as ledger:
        play(ledger, bremen(ledger), 2)
        wait_until(lambda: relay.reasons(STARTS_AGAIN) == [told], 15, "the sentence", relay.process)
        another = Watched(here)
        wait_until(lambda: another.reasons(STARTS_AGAIN) == [told], 10, "the sentence", another.process)
        for _ in range(15):  # they take turns at finding out; standing by beside one that cannot lead is not ready either
            assert another.ready(False)
            assert relay.ready(False)
            time.sleep(0.1)
        assert here.topic(GAMES) == []
        assert not relayed(here, ledger, "full")


def test_a_broker_that_is_gone_and_comes_back(postgres: str, broker: local_kafka.Broker, tmp_path: Path) -> None:
    with site(postgres, broker.address, tmp_path) as here:
        here.migrate()
        relay = Watched(here)
        relay.wait(True)
        broker.kill()
        relay.wait(False)  # though nothing is to be sent
        waited = "the broker is waited for"
        wait_until(lambda: relay.reasons(waited) == ["kafka: the broker does not answer"], 15, "a line in the log", relay.process)
        with here.ledger() as ledger:
            game = play(ledger, bremen(ledger), 1)
            wait_until(lambda: relay.lag() == game.version, 15, "what it is behind", relay.process)
            assert relay.ready(False)
            broker.start()
            relay.wait(True, 20)
            wait_until(lambda: relayed(here, ledger), 10, "relay", relay.process)
            assert len(relay.reasons(waited)) == 1
            wait_until(lambda: relay.said()[-1]["event"] == "the broker is there again", 15, "a line in the log", relay.process)
            assert len(here.topic(GAMES)) == game.version


def test_a_broker_that_answers_and_acknowledges_nothing(here: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(relay_watch, "_EVERY", 0.2)
    monkeypatch.setattr(relay_watch, "_PATIENCE", 1.0)
    acknowledges = threading.Event()
    settle = Sender.settle

    def settled(sender: Sender, window: Any, stopping: Callable[[], bool]) -> None:
        while not acknowledges.wait(0.1):
            if stopping():
                raise Stopped
        settle(sender, window, stopping)

    monkeypatch.setattr(Sender, "settle", settled)
    with here.ledger() as ledger, relaying(here, "full") as (relay,):
        wait_until(relay.healthy, 10, "ready")
        play(ledger, opened(ledger), 1)
        wait_until(lambda: not relay.healthy(), 15, "not ready")
        time.sleep(1.5)
        acknowledges.set()
        wait_until(relay.healthy, 15, "ready again")
        wait_until(lambda: relayed(here, ledger, "full"), 15, "relay")
        time.sleep(0.5)
    told = capsys.readouterr().err
    assert told.count("kafka: the broker does not acknowledge what is sent") == told.count("the broker is there again") == 1
