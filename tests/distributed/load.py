"""A load for fault tests, and how long they last: ARBITER_TEST_KILLS (``make faults``), ARBITER_TEST_OUTAGE."""

import asyncio
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from infra.postgres import ask
from tests.distributed.people import open_games, play_all
from tests.distributed.site import Site

KILLS: Final = int(os.environ.get("ARBITER_TEST_KILLS", "3"))
LONG: Final = KILLS >= 20
SEED: Final = os.environ.get("ARBITER_TEST_SEED") or str(time.time_ns())  # of a random run
OUTAGE: Final = float(os.environ.get("ARBITER_TEST_OUTAGE", "60" if LONG else "2"))  # seconds that a server is away


@contextmanager
def played(urls: list[str], games: int) -> Iterator[threading.Thread]:
    """Four players a game in a thread of their own; at the end all games must have come to theirs."""
    told: list[Any] = []

    def run() -> None:
        try:
            told.append(asyncio.run(asyncio.wait_for(_crowd(urls, games), 600)))
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


async def _crowd(urls: list[str], games: int) -> Any:
    return await play_all(urls, await open_games(urls, games))


def moves_made(here: Site) -> int:
    """How many moves the event store has."""
    return int(ask(here.settings, lambda connection: connection.execute("SELECT count(*) FROM arbiter_events WHERE topic = 'MoveMade'").fetchone()[0]))
