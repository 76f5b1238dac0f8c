"""Projections from Kafka into PostgreSQL: events a second with one worker and with two, beside a consumer that only reads."""

import time

import sqlalchemy as sa

from infra.event_store import GAMES
from infra.kafka_stream import KafkaStream
from infra.stream import LogStream
from projections.generations import ReadStore, ensure
from projections.rebuild import rebuild
from tests.benchmarks.bench_relay import fill, seconds
from tests.benchmarks.measure import row
from tests.benchmarks.site import bench_site
from tests.distributed.site import Site
from tests.services.processes import wait_until

GAMES_PLAYED = 800


def workers(here: Site, many: int, events: int) -> float:
    """Processes that take everything in, from the moment when all have a share: events a second."""
    here.run("migrate")
    store = ReadStore(here.settings)
    ensure(store)

    def count() -> int:
        return int(store.read(lambda connection, tables: connection.execute(sa.select(sa.func.count()).select_from(tables.events)).scalar_one()))

    processes = [here.worker() for _ in range(many)]
    wait_until(lambda: count() > events // 10, 60, "the first rows")
    first, begun = count(), time.perf_counter()
    wait_until(lambda: count() >= events, 300, "all rows")
    taken = time.perf_counter() - begun
    store.close()
    for process in processes:
        process.terminate()
    return (events - first) / taken


def main() -> None:
    with bench_site() as here:
        if here is None:
            return
        with here.ledger() as ledger:
            head = fill(ledger, GAMES_PLAYED)
            seconds(here, head, "full")
            begun = time.perf_counter()
            read = len(here.topic(GAMES))
            base = read / (time.perf_counter() - begun)
            row("a consumer that only reads", base, "events/s")
            stream = KafkaStream(here.settings, alone=True)
            here.run("migrate")
            store = ReadStore(here.settings)
            ensure(store)
            for name, source in (("from Kafka", stream), ("from the log", LogStream(ledger.log))):
                begun = time.perf_counter()
                rebuild(here.settings, source)
                row(f"projections rebuilt {name}, one process", head / (time.perf_counter() - begun), "events/s", base)
            stream.close()
            store.close()
    for many, batch in ((1, 500), (1, 4_000), (2, 4_000)):
        with bench_site(projection_batch=batch) as here:
            if here is None:
                return
            with here.ledger() as ledger:
                head = fill(ledger, GAMES_PLAYED)
                seconds(here, head, "full")
            row(f"by the group, {many} worker{'s' * (many > 1)}, batches of {batch}", workers(here, many, head), "events/s", base)
