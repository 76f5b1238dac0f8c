"""The relay: events a second from the store to the broker's acknowledgement, beside a bare producer that sends the same bytes."""

import time
from typing import Any

from domain import commands as cmd
from infra.event_store import GAMES
from infra.kafka import CONTENT_TYPE, producer
from infra.ledger import Ledger
from infra.postgres import ask
from infra.relay import Relay
from infra.topics import topic_name
from tests.benchmarks.measure import row
from tests.benchmarks.site import bench_site
from tests.distributed.site import Site
from tests.stores import first_move

GAMES_PLAYED = 500


def fill(ledger: Ledger, games: int, ruleset: str = "bremen", players: int = 4) -> int:
    """Games of bots, many at once; how many events there are."""
    names = tuple("abcdefgh"[:players])
    running = [ledger.submit_opening(cmd.OpenGame(ruleset, players=names)) for _ in range(games)]
    current = [one.result().game for one in running]
    while current:
        waiting = [ledger.submit(game.id, first_move(game)) for game in current]
        current = [game for game in (one.result().game for one in waiting) if game.status != "ENDED"]
    return ledger.log.head()


def position(here: Site, feed: str) -> int:
    found: Any = ask(here.settings, lambda connection: connection.execute("SELECT position FROM relay_positions WHERE feed = %s", (feed,)).fetchone())
    return int(found[0]) if found else 0


def seconds(here: Site, head: int, *feeds: str) -> float:
    """How long relays of these feeds take from the beginning to the end of the log."""
    relays = [Relay(here.settings, feed) for feed in feeds]
    begun = time.perf_counter()
    for relay in relays:
        relay.start()
    while any(position(here, feed) < head for feed in feeds):
        time.sleep(0.02)
    taken = time.perf_counter() - begun
    for relay in relays:
        relay.stop()
    return taken


def bare(here: Site) -> float:
    """The same records by a producer alone: events a second."""
    records = here.topic(GAMES)
    name, client = topic_name(here.settings, "arbiter.games.public"), producer(here.settings)
    begun = time.perf_counter()
    for start in range(0, len(records), 1_000):
        window = [client.send(name, one.value, one.key, [CONTENT_TYPE], one.partition) for one in records[start : start + 1_000]]
        for future in window:
            future.get(30)
    taken = time.perf_counter() - begun
    client.close()
    return len(records) / taken


def main() -> None:
    with bench_site() as here:
        if here is None:
            return
        with here.ledger() as ledger:
            begun = time.perf_counter()
            head = fill(ledger, GAMES_PLAYED)
            row("events appended, PostgreSQL", head / (time.perf_counter() - begun), "events/s")
            full = head / seconds(here, head, "full")
            base = bare(here)
            row("bare producer, the same records", base, "events/s")
            row("relay, full feed", full, "events/s", base)
            row("relay, public feed", head / seconds(here, head, "public"), "events/s", base)
            ask(here.settings, lambda connection: connection.execute("UPDATE relay_positions SET position = 0"))
            row("relay, both feeds in one process", 2 * head / seconds(here, head, "full", "public"), "records/s", base)
