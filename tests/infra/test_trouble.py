"""What happens when the disk is full, the database locked, damaged or not to be written: one sentence, nothing half done, and it comes back."""

import os
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from infra.database import migrate
from infra.ledger import Ledger
from infra.settings import Settings
from infra.trouble import Trouble, Unavailable, unavailable
from tests.stores import first_move, ledger_of, opened, play, sqlite

FULL = """
    import resource, sys
    from pathlib import Path
    from infra.trouble import Unavailable
    from tests.stores import first_move, ledger_of, opened, play, sqlite
    from tests.toy import on_the_shelf
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with on_the_shelf(), ledger_of(sqlite(Path(sys.argv[1]))) as ledger:
        game = play(ledger, opened(ledger), 2)
        used = sum(path.stat().st_size for path in Path(sys.argv[1]).glob("arbiter.db*"))
        resource.setrlimit(resource.RLIMIT_FSIZE, (16384, resource.RLIM_INFINITY))
        errors = set()
        for _ in range(3):
            try:
                ledger.execute(game.id, first_move(game), "kept")
            except Unavailable as error:
                errors.add(str(error))
        assert ledger.game(game.id) == game, "what was there can be read"
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        done = ledger.execute(game.id, first_move(game), "kept")
        assert (done.number, done.replayed) == (3, False), done
        assert [n.version for n in ledger.after(0, 100)] == list(range(1, 8))
        print("|".join(sorted(errors)))
"""


def test_a_full_disk(tmp_path: Path) -> None:
    """The limit on the size of a file is what a full disk looks like to a process."""
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(FULL), str(tmp_path)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() in {
        "database: the disk is full, nothing was recorded",
        "database: the disk cannot be written or read, nothing was recorded",
    }


def test_a_database_that_another_process_has_locked(tmp_path: Path) -> None:
    settings = sqlite(tmp_path, lock_timeout=1)
    with ledger_of(settings) as ledger:
        game = opened(ledger)
        other = sqlite3.connect(tmp_path / "arbiter.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match=r"^database: it is locked by another process, nothing was recorded$"):
            ledger.execute(game.id, first_move(game), "mine")
        assert ledger.game(game.id) == game, "reading goes on"
        other.execute("ROLLBACK")
        other.close()
        assert ledger.execute(game.id, first_move(game), "mine").number == 1


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "arbiter.db").write_bytes(b"this is a diary, not a database" * 100)
    with pytest.raises(Trouble, match=r"^database: the file is not an SQLite database$"):
        Ledger(sqlite(tmp_path))


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"^database: the file cannot be opened$"):
        Ledger(sqlite(tmp_path / "nowhere"))


def test_a_damaged_file(tmp_path: Path) -> None:
    settings = sqlite(tmp_path)
    with ledger_of(settings) as ledger:
        game = play(ledger, opened(ledger), 10)
    whole = (tmp_path / "arbiter.db").read_bytes()
    (tmp_path / "arbiter.db").write_bytes(whole[:4096] + os.urandom(len(whole) - 4096))

    def read() -> None:
        with ledger_of(settings) as ledger:
            ledger.game(game.id)

    with pytest.raises(Trouble, match=r"^database: ") as trouble:
        read()
    assert str(tmp_path) not in str(trouble.value)


def test_tables_that_are_missing(tmp_path: Path) -> None:
    settings = sqlite(tmp_path)
    migrate(settings)
    with ledger_of(settings) as ledger:
        game = opened(ledger)
        with sqlite3.connect(tmp_path / "arbiter.db") as other:
            other.execute("DROP TABLE stored_events")
        with pytest.raises(Trouble, match="arbiter migrate"):
            ledger.execute(game.id, first_move(game))


def test_a_disk_that_is_full_is_called_so() -> None:
    assert str(unavailable(sqlite3.OperationalError("database or disk is full"))) == "database: the disk is full, nothing was recorded"


def test_nothing_of_the_driver_s_words_gets_out() -> None:
    assert str(unavailable(sqlite3.OperationalError("near /home/me/secret: odd"))) == "database: it does not answer, nothing was recorded"


def test_the_writer_survives_what_it_cannot_foresee(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ledger_of(sqlite(tmp_path)) as ledger:
        game = opened(ledger)
        monkeypatch.setattr(ledger, "committed", lambda *_: 1 / 0)
        with pytest.raises(Unavailable, match="could not be carried out"):
            ledger.execute(game.id, first_move(game), "mine")
        monkeypatch.undo()
        again = ledger.execute(game.id, first_move(game), "mine")
        assert (again.number, again.replayed) == (1, True), "it was on the disk; the retry finds it"
        assert [notice.version for notice in ledger.after(0, 100)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("bad", ["sqlite://", "sqlite:///", "sqlite:///:memory:", "mysql://x", "arbiter.db", "sqlite:///a.db?mode=memory"])
def test_a_database_that_cannot_be(bad: str) -> None:
    with pytest.raises(ValueError, match="database"):
        Settings(database=bad)
