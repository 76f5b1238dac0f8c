"""Durable commands a second through the whole referee, beside bare group commit of the same bytes; and late moves of a game beside early ones.

*Bare group commit* is the same table, full sync, one transaction a wave and a SAVEPOINT a command, with nothing judged, chained or remembered: what the
library's recorder and SQLite can do for as many clients. *One by one* is the library without waves.
"""

import os
import queue
import sqlite3
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec

from domain import commands as cmd
from domain.events import Recorded
from domain.game import Game, evolve
from domain.referee import Setting, judge
from domain.shelf import shelf
from domain.table import Rules
from infra.database import migrate
from infra.event_store import Entry, EventStore
from infra.ledger import Ledger
from infra.log import configure
from infra.process import settle
from infra.settings import Settings
from tests.benchmarks.measure import row
from tests.bulk import grown, store
from tests.projections.support import LONG
from tests.stores import first_move, opened
from tests.toy import RULES, on_the_shelf

CLIENTS: Final = 64
SECONDS: Final = float(os.environ.get("ARBITER_BENCH_SECONDS", "2"))
RUNS: Final = 3
READY: Final = int(30_000 * SECONDS)  # moves that wait to be made: more than ever were


class Bare:
    """A queue, a thread, the library's recorder."""

    def __init__(self, events: EventStore) -> None:
        self._events, self._waiting = events, queue.Queue[tuple[Entry, Future[None]] | None]()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def execute(self, entry: Entry) -> None:
        answer: Future[None] = Future()
        self._waiting.put((entry, answer))
        answer.result()

    def close(self) -> None:
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        recorder: Any = self._events.recorder
        while (first := self._waiting.get()) is not None:
            wave = [first]
            while len(wave) < 256 and not self._waiting.empty():
                more = self._waiting.get()
                if more is None:
                    self._waiting.put(None)
                    break
                wave.append(more)
            with recorder.datastore.transaction(commit=True) as cursor:
                self._insert(recorder, cursor, [entry for entry, _ in wave])
            for _, answer in wave:
                answer.set_result(None)

    def _insert(self, recorder: Any, cursor: Any, entries: list[Entry]) -> None:
        stored = [self._events.mapper.to_stored_event(entry) for entry in entries]  # type: ignore[arg-type]
        if hasattr(recorder, "_insert_stored_events"):  # PostgreSQL: the library's own statement for many, under its own lock
            recorder._lock_table(cursor)
            recorder._insert_stored_events(cursor, stored)
            return
        for one in stored:
            cursor.execute("SAVEPOINT command")
            recorder._insert_events(cursor, [one])
            cursor.execute("RELEASE command")


def load(client: Callable[[int, Callable[[float], bool]], None]) -> tuple[float, float]:
    """``CLIENTS`` threads for a while; commands a second and the 99th percentile of their times in milliseconds."""
    took: list[list[float]] = [[] for _ in range(CLIENTS)]
    end = time.perf_counter() + SECONDS

    def run(number: int) -> None:
        def note(since: float) -> bool:
            now = time.perf_counter()
            took[number].append(now - since)
            return now < end

        client(number, note)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(CLIENTS)]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    all_took = sorted(one for ours in took for one in ours)
    return len(all_took) / (time.perf_counter() - begun), 1000 * all_took[len(all_took) * 99 // 100]


def bare(settings: Settings, sample: list[Entry]) -> tuple[float, float]:
    migrate(settings)
    with EventStore(settings) as events:
        group = Bare(events)

        def client(number: int, note: Callable[[float], bool]) -> None:
            version, more = 0, True
            while more:
                version += 1
                like = sample[version % len(sample)]
                begun = time.perf_counter()
                group.execute(Entry(f"{number}-{begun}", version, like.name, like.line, like.hash, like.command, like.mark))
                more = note(begun)

        try:
            return load(client)
        finally:
            group.close()


def script(ledger: Ledger, game: Game) -> list[cmd.PlayMove]:
    """The first legal moves of a whole game, found beforehand: the bare store's clients know their bytes beforehand too."""
    hot = ledger.look(game.id)
    assert hot is not None
    moves = []
    while game.status != "ENDED":
        moves.append(first_move(game))
        game = evolve(game, Recorded(game.version + 1, judge(game, moves[-1], Setting(hot.seed, None))[0], ""))
        game = msgspec.structs.replace(game, status="ENDED") if game.rules.outcome(game.state) else game
    return moves


def refereed(settings: Settings, ruleset: str, players: tuple[str, ...]) -> tuple[float, float]:
    ledger = Ledger(settings)
    waiting: list[tuple[str, list[cmd.PlayMove]]] = []
    while len(waiting) < 2 * CLIENTS or sum(len(moves) for _, moves in waiting) < READY:
        game = opened(ledger, ruleset, players)
        waiting.append((game.id, script(ledger, game)))

    def client(number: int, note: Callable[[float], bool]) -> None:
        more = True
        while more:
            id, moves = waiting.pop()
            for made, move in enumerate(moves):
                begun = time.perf_counter()
                ledger.execute(id, move, f"{made}")
                more = note(begun)
                if not more:
                    break

    try:
        return load(client)
    finally:
        ledger.close()


def one_by_one(folder: Path, sample: list[Entry]) -> float:
    settings = Settings(database=f"sqlite:///{folder / 'single.db'}")
    migrate(settings)
    with EventStore(settings) as events:
        begun, number = time.perf_counter(), 0
        while time.perf_counter() - begun < SECONDS / 2:
            number += 1
            like = sample[number % len(sample)]
            events.events.put([Entry("one", number, like.name, like.line, like.hash)])  # type: ignore[list-item]
        return number / (time.perf_counter() - begun)


def commands() -> None:
    for rules in shelf().values():
        players, moves = table(rules)
        with tempfile.TemporaryDirectory(dir=".") as folder:
            row(f"{rules.title}: one by one, full sync", one_by_one(Path(folder), moves), "commands/s")
        with tempfile.TemporaryDirectory(dir=".") as folder:
            names = (Settings(database=f"sqlite:///{Path(folder) / f'{name}.db'}") for name in count())
            compare(rules, players, moves, names)


def table(rules: Rules) -> tuple[tuple[str, ...], list[Entry]]:
    """Players for a full table, and moves as they are stored."""
    players = tuple(f"Player {n}" for n in range(max(rules.seats)))
    _, sample = grown(rules.slug, players, 200)
    return players, [entry for entry in sample if entry.name == "MoveMade"]


def compare(rules: Rules, players: tuple[str, ...], moves: list[Entry], fresh: Iterator[Settings]) -> None:
    """Bare group commit and the referee in turns, each time on a database of its own; the best of each."""
    best: dict[str, tuple[float, float]] = {}
    for _ in range(RUNS):
        figures = {"bare": bare(next(fresh), moves), "refereed": refereed(next(fresh), rules.slug, players)}
        best = {name: max(figure, best.get(name, figure)) for name, figure in figures.items()}
    row(f"{rules.title}: bare group commit, {CLIENTS} clients (p99 {best['bare'][1]:.0f} ms)", best["bare"][0], "commands/s")
    row(f"{rules.title}: through the referee (p99 {best['refereed'][1]:.0f} ms; goal 0.5 x)", best["refereed"][0], "commands/s", best["bare"][0])


def late_moves() -> None:
    """Processor time of a move, so that the disk does not blur it."""
    with tempfile.TemporaryDirectory(dir=".") as folder, on_the_shelf(RULES, LONG):
        ledger = Ledger(Settings(database=f"sqlite:///{Path(folder) / 'late.db'}", hot_moves=1_000_000))
        starts = {10: 9, 1_000: 999, 10_000: 9_999}
        games: dict[int, list[Game]] = {at: store(ledger, [grown("long", ("Ann", "Ben"), moves) for _ in range(5)]) for at, moves in starts.items()}
        took: dict[int, list[float]] = {at: [] for at in starts}
        for played in games.values():
            for game in played:
                ledger.game(game.id)
        for _ in range(40):
            for at, played in games.items():
                begun = time.process_time()
                games[at] = [ledger.execute(game.id, first_move(game)).game for game in played]
                took[at].append((time.process_time() - begun) / len(played))
        early = statistics.median(took[10])
        for at in starts:
            row(f"move {at:,} of a game (goal at 1,000: 1.2 x)", 1e6 * statistics.median(took[at]), "µs", 1e6 * early)
        ledger.close()


def main() -> None:
    configure("ERROR")
    settle()
    print(f"SQLite {sqlite3.sqlite_version}, write-ahead log, synchronous=FULL")
    commands()
    late_moves()


if __name__ == "__main__":
    main()
