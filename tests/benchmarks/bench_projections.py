"""How fast the read side is built again, beside a loop that only copies the log; and how long a cold position takes.

*Copying* reads the same log through the library's recorder in the same batches and inserts each event's line into one table with the position in the same
transaction: nothing is decoded, folded or indexed. No projection can be quicker.
"""

import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from domain.game import Game
from domain.seats import SPECTATOR
from domain.shelf import shelf
from domain.sight import view_of
from infra.ledger import Ledger
from infra.log import configure
from infra.process import settle
from infra.settings import Settings
from infra.stream import LogStream
from projections.bell import Bell
from projections.generations import ReadStore, ensure
from projections.library import Library
from projections.rebuild import rebuild
from projections.worker import Worker
from tests.benchmarks.measure import rate, row
from tests.bulk import bots, grown, store
from tests.projections.support import LONG
from tests.toy import RULES, on_the_shelf

EVENTS: Final = 20_000
BATCH: Final = 4_000


def copying(ledger: Ledger, folder: Path) -> int:
    target = sqlite3.connect(folder / "copy.db", isolation_level=None)
    target.execute("PRAGMA journal_mode=WAL")
    target.execute("PRAGMA synchronous=NORMAL")
    target.execute("DROP TABLE IF EXISTS lines")
    target.execute("CREATE TABLE lines (game TEXT, version INTEGER, line BLOB, PRIMARY KEY (game, version)) WITHOUT ROWID")
    target.execute("CREATE TABLE IF NOT EXISTS tracking (id INTEGER PRIMARY KEY, position INTEGER)")
    position = copied = 0
    recorder: Any = ledger._store.recorder
    while found := recorder.select_notifications(position, BATCH, inclusive_of_start=False):
        position = found[-1].id
        target.execute("BEGIN IMMEDIATE")
        target.executemany("INSERT INTO lines VALUES (?, ?, ?)", [(one.originator_id, one.originator_version, one.state) for one in found])
        target.execute("INSERT OR REPLACE INTO tracking VALUES (1, ?)", (position,))
        target.execute("COMMIT")
        copied += len(found)
    target.close()
    return copied


def filled(ledger: Ledger, ruleset: str, players: tuple[str, ...]) -> None:
    """Whole games, as if a hundred had been played at the same time."""
    made, games = 0, []
    while made < EVENTS:
        games.append(grown(ruleset, players, choose=bots(len(games))))
        made += len(games[-1][1])
    for start in range(0, len(games), 100):
        store(ledger, games[start : start + 100])


def rebuilds() -> None:
    for rules in shelf().values():
        with tempfile.TemporaryDirectory(dir=".") as name:
            folder = Path(name)
            settings = Settings(database=f"sqlite:///{folder / 'read.db'}")
            ledger = Ledger(settings)
            filled(ledger, rules.slug, tuple(f"Player {n}" for n in range(max(rules.seats))))
            read = ReadStore(settings)
            ensure(read)
            copied = rate(lambda ledger=ledger, folder=folder: copying(ledger, folder))  # type: ignore[misc]
            rebuilt = rate(lambda ledger=ledger, settings=settings: rebuild(settings, LogStream(ledger.log)))  # type: ignore[misc]
            row(f"{rules.title}: copying the log", copied, "events/s")
            row(f"{rules.title}: rebuild of all projections (goal 30,000)", rebuilt, "events/s", copied)
            read.close()
            ledger.close()


def cold_positions() -> None:
    """A library that remembers nothing: the game, the position in the middle, and a spectator's view of it."""
    with tempfile.TemporaryDirectory(dir=".") as name, on_the_shelf(RULES, LONG, *shelf().values()):
        settings = Settings(database=f"sqlite:///{Path(name) / 'cold.db'}", hot_moves=1_000_000)
        ledger = Ledger(settings)
        read = ReadStore(settings)
        ensure(read)
        tables: list[tuple[str, Game]] = []
        for moves in (200, 1_000, 10_000):
            tables += [(f"a long game, {moves:,} moves", game) for game in store(ledger, [grown("long", ("Ann", "Ben"), moves)])]
        for rules in shelf().values():
            players = tuple(f"Player {n}" for n in range(max(rules.seats)))
            if rules.slug not in (RULES.slug, LONG.slug):
                tables += [(f"{rules.title}, {game.count} moves", game) for game in store(ledger, [grown(rules.slug, players, 200)])]
        worker = Worker(read, LogStream(ledger.log), Bell())
        while worker.step():
            pass
        for words, game in tables:
            took = []
            for _ in range(30):
                library = Library(settings, read, Bell())
                begun = time.process_time()
                found = library.game(game.id)
                assert found is not None
                view_of(found, SPECTATOR, game.count // 2)
                took.append(time.process_time() - begun)
            row(f"cold position: {words}", 1e6 * min(took), "µs")
        read.close()
        ledger.close()


def main() -> None:
    configure("ERROR")
    settle()
    rebuilds()
    cold_positions()


if __name__ == "__main__":
    main()
