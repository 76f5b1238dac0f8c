"""What cannot be projected sets its own game aside, and nothing else; whatever else goes wrong, the worker starts again."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import psycopg
import pytest
import sqlalchemy as sa

from domain import commands as cmd
from domain.refusal import Refused
from infra.event_store import ATTEMPTS, GAMES
from infra.settings import Settings
from infra.stream import Batch, Positions, Stream
from infra.trouble import Unavailable
from projections import shadow
from projections.aside import listing, retry
from projections.generations import SET_ASIDE, TRACKING, Superseded
from projections.poison import lasting
from projections.projector import Projector
from projections.rebuild import rebuild
from tests.projections.support import desk
from tests.stores import opened, play, play_out


class Spoiling:
    """A stream that spoils one message."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self.spoil: Any = lambda message: message

    def ends(self) -> Positions:
        return self._stream.ends()

    def poll(self, positions: Positions, limit: int, timeout: float) -> Batch:
        batch = self._stream.poll(positions, limit, timeout)
        return Batch([self.spoil(message) for message in batch.messages], batch.positions)


SPOILT = {
    "no JSON": {"line": b"{"},
    "another event's line": {"line": b'{"event":"SeatTaken"}'},
    "facts that no version knows": {"line": b'{"facts":[{"fact":"unheard_of"}],"move":{"kind":"aim","side":"left"},"number":2,"seat":0}'},
    "facts that cannot follow": {
        "line": b'{"facts":[{"card":"x","face_down":false,"fact":"card_played","points":1,"seat":0,"side":"left"}],"move":{},"number":2,"seat":0}'
    },
    "a number that was given": {"line": b'{"facts":[],"move":{"kind":"aim","side":"left"},"number":1,"seat":0}'},
    "a version too far": {"version": 9},
    "a name from the future": {"name": "DragonTamed", "line": b'{"event":"DragonTamed"}'},
}


@pytest.mark.parametrize("how", sorted(SPOILT))
def test_a_poisoned_event(settings: Settings, how: str) -> None:
    with desk(settings, Spoiling) as here:  # type: ignore[arg-type]
        bad, good = opened(here.ledger), opened(here.ledger)
        bad, good = play(here.ledger, bad, 3), play(here.ledger, good, 3)

        def spoil(message: Any) -> Any:
            hit = message.game_id == bad.id and message.version == 6
            return msgspec.structs.replace(message, **SPOILT[how]) if hit else message

        here.stream.spoil = spoil  # type: ignore[attr-defined]
        here.catch_up()
        assert here.library.version(good.id) == good.version
        assert here.library.version(bad.id) == 5, "what came before stands"
        summary = here.library.summary(bad.id)
        assert summary is not None
        assert summary.move_count == 1
        with here.store.engine.connect() as connection:
            (row,) = connection.execute(sa.select(SET_ASIDE)).all()
        assert (row.game_id, row.version) == (bad.id, SPOILT[how].get("version", 6))
        assert row.reason
        good, bad = play_out(here.ledger, good), play_out(here.ledger, bad)
        here.catch_up()
        assert here.library.version(good.id) == good.version, "others go on"
        assert here.library.version(bad.id) == 5, "it does not"
        here.worker._projector = None
        here.catch_up()
        assert here.library.version(bad.id) == 5, "also after a restart"
        here.stream.spoil = lambda message: message  # type: ignore[attr-defined]
        rebuild(settings, here.stream)
        assert here.library.version(bad.id) == bad.version, "a rebuild brings it back"
        with here.store.engine.connect() as connection:
            assert connection.execute(sa.select(SET_ASIDE)).all() == []


def test_rows_that_cannot_be_written(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows of one game break a rule of the database: the batch is written game by game, and only this one is set aside."""
    with desk(settings) as here:
        games = [play(here.ledger, opened(here.ledger), 4) for _ in range(5)]
        _spoil(monkeypatch, games[2].id)
        here.catch_up()
        assert [here.library.version(game.id) for game in games] == [8, 8, 0, 8, 8]
        assert here.worker.step() == 0, "and the position moved on"
        monkeypatch.undo()
        rebuild(settings, here.stream)
        assert [here.library.version(game.id) for game in games] == [8] * 5


@pytest.mark.parametrize("carefully", [False, True])
def test_rows_that_another_worker_has_written_are_no_poison(settings: Settings, monkeypatch: pytest.MonkeyPatch, carefully: bool) -> None:
    """Two workers fold the same batch; the one that comes second writes nothing and sets nothing aside."""
    with desk(settings) as here:
        game = play(here.ledger, opened(here.ledger), 4)
        batch = here.stream.poll({}, 100, 0)
        quick, late = Projector(here.store, 1, "active"), Projector(here.store, 1, "active")
        writing, times = late._writing, iter(range(10))

        def overtaken() -> Any:
            if next(times) == int(carefully):  # between two transactions of the one that is late
                quick.take(batch)
            return writing()

        monkeypatch.setattr(late, "_writing", overtaken)
        with pytest.raises(Superseded):
            (late._take_carefully if carefully else late.take)(batch)
        assert here.library.version(game.id) == game.version
        with here.store.engine.connect() as connection:
            assert connection.execute(sa.select(SET_ASIDE)).all() == []
        before = here.hash()
        assert late.take(batch).messages == 0
        assert here.hash() == before


def test_two_workers_look_for_the_same_poison_at_once(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a worker comes back that stood still, and the one that took its place meets the same poison: only this game is set aside, whoever is quicker."""
    with desk(settings) as here:
        games = [play(here.ledger, opened(here.ledger), 4) for _ in range(12)]
        _spoil(monkeypatch, games[7].id)
        batch = here.stream.poll({}, 500, 0)
        begun = threading.Barrier(2)

        def look(projector: Projector) -> str:
            begun.wait()
            try:
                projector._take_carefully(batch)
            except (Superseded, sa.exc.OperationalError):  # overtaken, or SQLite's lock
                return "overtaken"
            return "done"

        with ThreadPoolExecutor(2) as both:
            told = list(both.map(look, [Projector(here.store, 1, "active") for _ in range(2)]))
        assert "done" in told
        assert [here.library.version(game.id) for game in games] == [8] * 7 + [0] + [8] * 4
        assert [one.game_id for one in listing(settings)] == [games[7].id]
        assert here.worker.step() == 0


def test_what_the_worker_of_another_partition_moves_meanwhile_does_not_matter(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with desk(settings) as here:
        games = [play(here.ledger, opened(here.ledger), 4) for _ in range(5)]
        _spoil(monkeypatch, games[2].id)
        with here.store.writing() as connection:
            connection.execute(sa.insert(TRACKING).values(generation=1, topic=GAMES, partition=7, position=1))
        projector = Projector(here.store, 1, "active")
        writing = projector._writing

        def beside_another() -> Any:
            with here.store.writing() as connection:
                connection.execute(sa.update(TRACKING).where(TRACKING.c.partition == 7).values(position=TRACKING.c.position + 1))
            return writing()

        monkeypatch.setattr(projector, "_writing", beside_another)
        assert projector.take(here.stream.poll({}, 500, 0)).messages == 5 * 8
        assert [here.library.version(game.id) for game in games] == [8, 8, 0, 8, 8]
        assert projector.positions()[GAMES, 7] > 5


def _spoil(monkeypatch: pytest.MonkeyPatch, game_id: str) -> None:
    """The rows of this game break a rule of the database."""
    real = shadow.opened

    def broken(event: Any) -> Any:
        made = real(event)
        return msgspec.structs.replace(made, opened_at=None) if event.id == game_id else made

    monkeypatch.setattr("projections.folding.opened", broken)


def test_a_refused_move_that_cannot_be_read(settings: Settings) -> None:
    """It is no event of the game, but the batch stumbles over it all the same: the others go on."""
    with desk(settings, Spoiling) as here:  # type: ignore[arg-type]
        bad, good = opened(here.ledger), opened(here.ledger)
        for game in (bad, good):
            with pytest.raises(Refused):
                here.ledger.execute(game.id, cmd.PlayMove(0, {"kind": "nonsense"}))

        def spoil(message: Any) -> Any:
            return msgspec.structs.replace(message, line=b'{"id":5}') if message.topic == ATTEMPTS and message.game_id == bad.id else message

        here.stream.spoil = spoil  # type: ignore[attr-defined]
        here.catch_up()
        assert [one.game_id for one in listing(settings)] == [bad.id]
        assert here.library.version(good.id) == good.version
        assert [row["game_id"] for row in here.rows("attempts")] == [good.id]
        assert retry(settings, bad.id) == bad.version
        here.catch_up()
        assert [row["game_id"] for row in here.rows("attempts")].count(bad.id) == 1


@pytest.mark.parametrize(
    "error",
    [
        sa.exc.DataError("", None, psycopg.DataError("a value that the column cannot hold")),
        sa.exc.IntegrityError("", None, psycopg.errors.CheckViolation("a rule")),
        sa.exc.OperationalError("", None, psycopg.errors.ProgramLimitExceeded("index row size exceeds the maximum")),
        sa.exc.ProgrammingError("", None, psycopg.ProgrammingError("cannot adapt type")),
        UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed"),
        OverflowError("too large"),
    ],
)
def test_what_would_fail_for_ever(error: Exception) -> None:
    assert lasting(error)


@pytest.mark.parametrize(
    "error",
    [
        sa.exc.OperationalError("", None, psycopg.errors.DeadlockDetected("wait")),
        sa.exc.OperationalError("", None, psycopg.errors.DiskFull("no space")),
        sa.exc.InternalError("", None, psycopg.errors.ReadOnlySqlTransaction("a standby")),
        sa.exc.ProgrammingError("", None, psycopg.errors.InsufficientPrivilege("rights")),
        sa.exc.DataError("", None, psycopg.DataError("gone"), connection_invalidated=True),
        sa.exc.TimeoutError("the pool is empty"),
        Unavailable("database: it does not answer"),
        Superseded("somebody else"),
        ConnectionResetError(),
        MemoryError(),
    ],
)
def test_what_may_be_tried_again(error: Exception) -> None:
    assert not lasting(error)


class Failing:
    """A stream that fails at every other look."""

    def __init__(self, stream: Stream) -> None:
        self._stream, self._looks = stream, 0

    def ends(self) -> Positions:
        return self._stream.ends()

    def poll(self, positions: Positions, limit: int, timeout: float) -> Batch:
        self._looks += 1
        if self._looks % 2:
            raise RuntimeError("the stream is torn")
        return self._stream.poll(positions, 7, timeout)


def test_the_worker_starts_again_after_any_error(settings: Settings) -> None:
    with desk(settings, Failing) as here:
        here.worker.start()
        game = play_out(here.ledger, opened(here.ledger))
        assert here.library.wait_for(game.id, game.version, 20)
        assert here.worker.healthy()
        here.worker.stop()
        assert not here.worker.healthy()
        live = here.hash()
        rebuild(settings, here.stream._stream)  # type: ignore[attr-defined]
        assert here.hash() == live


def test_a_bell_is_heard(settings: Settings) -> None:
    with desk(settings) as here:
        heard: list[dict[str, int]] = []
        here.library.listen(lambda games: heard.append({"broken": 1 // 0, **games}))
        stop = here.library.listen(lambda games: heard.append(dict(games)))
        here.worker.start()
        game = play(here.ledger, opened(here.ledger), 2)
        begun = time.monotonic()
        assert here.library.wait_for(game.id, game.version, 10)
        assert time.monotonic() - begun < 5
        stop()
        while not any(games.get(game.id) == game.version for games in heard):
            assert time.monotonic() - begun < 10
            time.sleep(0.01)
        told = len(heard)
        play(here.ledger, game, 2)
        assert here.library.wait_for(game.id, game.version + 2, 10)
        here.worker.stop()
        assert len(heard) == told, "who has stopped listening hears nothing more"
        assert not here.library.wait_for(game.id, game.version + 3, 0.05)
