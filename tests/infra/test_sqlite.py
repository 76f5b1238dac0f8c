"""A file of SQLite that several open at once, before it has a write-ahead log."""

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from infra.sqlite import write_ahead

FIRST = 8  # connections that come first
FILES = 30  # one of six files refuses somebody where nobody waits


def at_once(path: Path) -> list[sqlite3.Error]:
    """What they were told who opened the file, switched it and wrote to it at the same moment."""
    errors, together = list[sqlite3.Error](), threading.Barrier(FIRST)

    def go() -> None:
        connection = sqlite3.connect(path, timeout=20, isolation_level=None)
        together.wait()
        try:
            write_ahead(connection)
            connection.executescript("BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS kept (number); INSERT INTO kept VALUES (1); COMMIT")
        except sqlite3.Error as error:
            errors.append(error)
        finally:
            connection.close()

    run(*[go] * FIRST)
    return errors


def run(*works: Callable[[], None]) -> None:
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_whoever_comes_first_waits_for_the_switch(tmp_path: Path) -> None:
    for number in range(FILES):
        path = tmp_path / f"{number}.db"
        assert at_once(path) == []
        with sqlite3.connect(path) as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert connection.execute("SELECT count(*) FROM kept").fetchone() == (FIRST,)
        connection.close()


def test_the_wait_ends_with_the_timeout(tmp_path: Path) -> None:
    path = tmp_path / "held.db"
    holder = sqlite3.connect(path, isolation_level=None)
    holder.executescript("CREATE TABLE kept (number); BEGIN EXCLUSIVE")
    waiting = sqlite3.connect(path, timeout=0.05)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        write_ahead(waiting)
    holder.execute("COMMIT")
    write_ahead(waiting)
    waiting.close()
    holder.close()


def test_what_is_no_lock_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "text.db"
    path.write_text("this is no database, however long one waits for it\n" * 100)
    connection = sqlite3.connect(path, timeout=600)
    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        write_ahead(connection)
    connection.close()
