"""Relays and workers as threads of the test, so that it can look into them."""

from collections.abc import Iterator
from contextlib import contextmanager

from infra.ledger import Ledger
from infra.postgres import ask
from infra.relay import Relay
from projections.worker_process import WorkerProcess
from tests.distributed.site import Site


@contextmanager
def relaying(here: Site, *feeds: str) -> Iterator[list[Relay]]:
    relays = [Relay(here.settings, feed) for feed in feeds or ("full", "public")]
    for relay in relays:
        relay.start()
    try:
        yield relays
    finally:
        for relay in relays:
            relay.stop()


def relayed(here: Site, ledger: Ledger, *feeds: str) -> bool:
    head = ledger.log.head()
    found: dict[str, int] = ask(here.settings, lambda connection: dict(connection.execute("SELECT feed, position FROM relay_positions").fetchall()))
    return all(found.get(feed, 0) >= head for feed in feeds or ("full", "public"))


@contextmanager
def working(here: Site, many: int = 1) -> Iterator[list[WorkerProcess]]:
    workers = [WorkerProcess(here.settings) for _ in range(many)]
    for worker in workers:
        worker.start()
    try:
        yield workers
    finally:
        for worker in workers:
            worker.stop()
