"""A whole site on real services: one schema, one set of topics, processes that can be killed; and what must be true of it afterwards."""

import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import msgspec
from kafka import TopicPartition

from infra.database import migrate
from infra.event_store import ATTEMPTS, GAMES
from infra.kafka import consumer
from infra.kafka_stream import KafkaStream
from infra.ledger import Ledger
from infra.notices import Notification
from infra.settings import Settings
from infra.stream import behind
from infra.topics import PUBLIC, make_topics, topic_name
from projections.generations import ReadStore, active, positions
from projections.rebuild import rebuild
from projections.tables import tables_of
from tests.projections.equality import projection_hash
from tests.services.processes import Process, free_port, wait_until
from tests.stores import ledger_of, schema

ROOT: Final = Path(__file__).parents[2]
ARBITER: Final = [sys.executable, "-c", "from api.cli.main import run; run()"]


class Site:
    """Settings that all processes share."""

    def __init__(self, database: str, kafka: str, folder: Path, **more: Any) -> None:
        self.folder = folder
        self.processes: list[Process] = []
        values = {"kafka_prefix": f"t{uuid4().hex[:12]}.", "kafka_partitions": 4, "rate_per_address": 100_000, "opens_per_minute": 100_000, **more}
        self.settings = Settings(database=database, kafka=kafka, secret="a secret of more than thirty-two characters", **values)  # type: ignore[arg-type]
        self._environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "ARBITER_DATABASE": database,
            "ARBITER_KAFKA": kafka,
            "ARBITER_SECRET": "a secret of more than thirty-two characters",
            **{f"ARBITER_{name.upper()}": str(value) for name, value in values.items()},
        }
        make_topics(self.settings)

    def command(self, *words: str) -> Process:
        """A command of the program as a process of its own; the database knows it by the name of its log."""
        name = f"{words[0]}-{len(self.processes)}"
        environment = {**self._environment, "ARBITER_DATABASE": f"{self.settings.database}&application_name={name}"}
        self.processes.append(Process([*ARBITER, *words], self.folder / f"{name}.log", environment, ROOT))
        return self.processes[-1]

    def close(self) -> None:
        """Ends whatever still runs."""
        for process in self.processes:
            process.kill()

    def run(self, *words: str, seconds: float = 60) -> str:
        """A command that ends; its words."""
        process = self.command(*words)
        assert process.child.wait(seconds) == 0, process.tail()
        return process.log.read_text()

    def relay(self, *words: str) -> Process:
        return self.command("relay", *words)

    def worker(self) -> Process:
        return self.command("project")

    def api(self) -> tuple[Process, str]:
        """An API process that answers, and its URL."""
        (made,) = self.apis(1)
        return made

    def apis(self, many: int) -> list[tuple[Process, str]]:
        """API processes that are started at once and answer."""
        ports = [free_port() for _ in range(many)]
        made = [(self.command("serve", "--port", str(port)), f"http://127.0.0.1:{port}") for port in ports]
        for process, url in made:
            wait_until(partial(_ready, url), 40, "API", process)
        return made

    def migrate(self) -> None:
        """What ``arbiter migrate`` does to the database."""
        migrate(self.settings)

    @contextmanager
    def ledger(self) -> Iterator[Ledger]:
        with ledger_of(self.settings) as ledger:
            yield ledger

    def again(self, url: str) -> Process:
        """An API process at the address of one that is gone; it may not answer yet."""
        return self.command("serve", "--port", url.rsplit(":", 1)[1])

    # what is to be compared

    def stored(self) -> list[Notification]:
        """Everything in the event store."""
        with self.ledger() as ledger:
            found: list[Notification] = []
            while more := ledger.log.after(found[-1].id if found else 0, 5_000):
                found += more
            return found

    def consumed(self, topic: str) -> list[Any]:
        """The events of a topic as anybody gets them: by the command that comes with kafka-python, which knows nothing of this program."""
        options = ("auto_offset_reset=earliest", "enable_auto_commit=False", "consumer_timeout_ms=3000")
        command = [sys.executable, "-m", "kafka.consumer", "-b", str(self.settings.kafka), "-t", topic_name(self.settings, topic), "-f", "str", "-l", "ERROR"]
        done = subprocess.run([*command, *(word for option in options for word in ("-C", option))], capture_output=True, text=True, check=True, timeout=60)
        return [msgspec.json.decode(line) for line in done.stdout.splitlines()]

    def topic(self, topic: str) -> list[Any]:
        """Every record of a topic; in order within each partition."""
        client = consumer(self.settings)
        try:
            name = topic_name(self.settings, topic)
            places = [TopicPartition(name, number) for number in client.partitions_for_topic(name)]
            client.assign(places)
            client.seek_to_beginning(*places)
            ends = client.end_offsets(places)
            found: list[Any] = []
            while any(client.position(place) < ends[place] for place in places):
                found += [record for records in client.poll(timeout_ms=500, max_records=10_000).values() for record in records]
            return found
        finally:
            client.close()

    def wait_until_settled(self, seconds: float = 60) -> None:
        """Until relay and workers have caught up with the event store as it is now."""
        with self.ledger() as ledger:
            head = ledger.log.head()
            store = ReadStore(self.settings)
            stream = KafkaStream(self.settings, alone=True)
            try:
                end = time.monotonic() + seconds
                while not self._settled(ledger, head, store, stream):
                    assert time.monotonic() < end, f"not settled: {self._told(ledger, store)}"
                    time.sleep(0.1)
            finally:
                stream.close()
                store.close()

    def _settled(self, ledger: Ledger, head: int, store: ReadStore, stream: KafkaStream) -> bool:
        with store.engine.connect() as connection:
            relayed = dict(connection.exec_driver_sql("SELECT feed, position FROM relay_positions").all())
            if any(relayed.get(feed, 0) < head for feed in ("full", "public")):
                return False
            mine = positions(connection, active(connection))
        return behind(stream.ends(), mine) == 0

    def _told(self, ledger: Ledger, store: ReadStore) -> Any:
        with store.engine.connect() as connection:
            relayed = connection.exec_driver_sql("SELECT * FROM relay_positions").all()
            return ledger.log.head(), relayed, positions(connection, active(connection))

    def rows(self) -> set[tuple[Any, ...]]:
        """Every event of the replay projection."""
        store = ReadStore(self.settings)
        try:
            with store.reading() as (connection, tables):
                events = tables.events
                found = connection.execute(events.select()).mappings()
                return {(row["game_id"], row["version"], row["name"], bytes(row["line"]), row["hash"]) for row in found}
        finally:
            store.close()

    def hash(self) -> str:
        store = ReadStore(self.settings)
        try:
            with store.reading() as (connection, tables):
                return projection_hash(connection, tables_of(tables.generation))
        finally:
            store.close()

    def tables(self) -> dict[str, list[Any]]:
        """All rows of all projections."""
        store = ReadStore(self.settings)
        try:
            with store.reading() as (connection, tables):
                return {base: [tuple(row) for row in connection.execute(table.select().order_by(*table.primary_key))] for base, table in tables.by_base.items()}
        finally:
            store.close()

    def agrees(self) -> int:
        """Event store, topics and projections hold the same, event by event, and a rebuild makes the same; how many events of games there are."""
        stored = self.stored()
        games = {_key(notice): notice for notice in stored if notice.topic == GAMES}
        stream = KafkaStream(self.settings, alone=True)
        try:
            assert _in_order(self.topic(GAMES)) == {key: (notice.line, notice.hash) for key, notice in games.items()}
            assert set(_in_order(self.topic(PUBLIC))) == set(games)
            attempts = [msgspec.json.decode(record.value)["id"] for record in self.topic(ATTEMPTS)]
            assert set(attempts) == {f"{one.game_id}/attempts/{one.version}" for one in stored if one.topic == ATTEMPTS}
            assert self.rows() == {(one.game_id, one.version, one.name, one.line, one.hash) for one in games.values()}
            before = self.tables()
            rebuild(self.settings, stream)
            after = self.tables()
            for base, rows in before.items():
                assert after[base] == rows, f"{base}: the projections are what a rebuild makes"
        finally:
            stream.close()
        return len(games)


def _ready(url: str) -> bool:
    import httpx

    try:
        return httpx.get(f"{url}/readyz", timeout=2).status_code == 200
    except httpx.TransportError:
        return False


def _key(notice: Notification) -> str:
    return f"{notice.game_id}/{notice.version}"


def _in_order(records: list[Any]) -> dict[str, tuple[bytes, str]]:
    """The events of a topic by id: of each game all versions from 1 on, in order; what came twice is the same each time."""
    from infra.cloud_events import notification

    found: dict[str, tuple[bytes, str]] = {}
    last: dict[str, int] = defaultdict(int)
    values: dict[str, bytes] = {}
    for record in records:
        event = notification(GAMES, 1, record.offset + 1, record.value)
        key = f"{event.game_id}/{event.version}"
        assert record.key.decode() == event.game_id
        if key in values:
            assert values[key] == record.value, "the same sequence with other content"
            continue
        assert event.version == last[event.game_id] + 1, "a version is missing, or comes too early"
        last[event.game_id], values[key] = event.version, record.value
        found[key] = (event.line, event.hash)
    return found


@contextmanager
def site(postgres: str, kafka: str, folder: Path, **more: Any) -> Iterator[Site]:
    """A site with a schema and topics of its own."""
    with schema(postgres) as url:
        made = Site(url, kafka, folder, **more)
        try:
            yield made
        finally:
            made.close()
