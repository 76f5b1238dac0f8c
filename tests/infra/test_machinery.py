"""Clock, randomness, memory, migrations, logging: the small parts."""

import json
import logging
import subprocess
import sys
import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
import structlog
from prometheus_client import REGISTRY

from domain import commands as cmd
from domain.refusal import Refused
from infra import clock
from infra.database import engine, migrate, newest
from infra.log import configure, logger
from infra.memory import Memory
from infra.randomness import new_game_id, new_id, new_mark, new_seed
from infra.settings import Settings
from infra.stream import LogStream, behind
from tests.stores import ledger_of, opened, play, sqlite


def test_the_clock_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    first = clock.now()
    assert clock.read(first) <= datetime.now(UTC)

    class Earlier(datetime):
        @classmethod
        def now(cls, tz: object = None) -> "Earlier":
            return cls(2020, 1, 1, tzinfo=UTC)

    monkeypatch.setattr(clock, "datetime", Earlier)
    assert clock.now() >= first


def test_stamps_sort_as_text_and_read_back() -> None:
    moment = datetime(2026, 11, 30, 23, 59, 59, 999_999, tzinfo=UTC)
    assert clock.stamp(moment) == "2026-11-30T23:59:59.999Z"
    assert clock.stamp(moment) < clock.stamp(moment + timedelta(milliseconds=1))
    assert clock.read(clock.stamp(moment)) == moment.replace(microsecond=999_000)
    with pytest.raises(ValueError, match="time zone"):
        clock.read("2026-11-30T12:00:00")
    assert clock.ago(10) < clock.now()


def test_random_things_differ() -> None:
    assert len({new_seed() for _ in range(100)}) == len({new_game_id() for _ in range(100)}) == len({new_id() for _ in range(100)}) == 100
    assert len({new_mark() for _ in range(100)}) == 100
    assert (len(new_seed()), len(new_game_id()), len(new_id())) == (32, 16, 32)
    assert new_game_id()[6] >> 4 == 4, "a UUID of version 4"


def test_memory_weighs() -> None:
    memory: Memory[str, int] = Memory(10)
    for number, key in enumerate("abc"):
        memory.put(key, number, 4)
    assert [memory.get(key) for key in "abc"] == [None, 1, 2]
    assert memory.get("b") == 1, "looking makes new"
    memory.put("d", 3, 4)
    assert [memory.get(key) for key in "bcd"] == [1, None, 3]
    memory.put("e", 4, 1000)
    assert [memory.get(key) for key in "bde"] == [None, None, 4], "what is too large alone stays until the next comes"
    memory.put("e", 5, 1)
    memory.put("f", 6, 9)
    assert [memory.get(key) for key in "ef"] == [5, 6]
    memory.forget("e")
    memory.forget("nobody")
    assert len(memory) == 1
    memory.clear()
    assert len(memory) == 0


def test_tables_are_made_once_whoever_comes_first(tmp_path: Path) -> None:
    settings, did = sqlite(tmp_path), list[bool]()
    threads = [threading.Thread(target=lambda: did.append(migrate(settings))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(did) == [False] * 5 + [True]
    made = engine(settings)
    with made.connect() as connection:
        assert connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() == newest()
    made.dispose()


def test_processes_may_migrate_at_once(tmp_path: Path) -> None:
    code = f"from infra.settings import Settings; from infra.database import migrate; print(migrate(Settings(database='sqlite:///{tmp_path / 'a.db'}')))"
    running = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert sorted(process.communicate(timeout=60)[0].strip() for process in running) == ["False", "False", "True"]


def test_every_setting_describes_itself() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description, name


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITER_DATABASE", "sqlite:///x/y.db")
    monkeypatch.setenv("ARBITER_SPECTATOR_DELAY", "30")
    settings = Settings()
    assert (settings.sqlite_path, settings.spectator_delay) == (Path("x/y.db"), 30)
    monkeypatch.setenv("ARBITER_SPECTATOR_DELAY", "-1")
    with pytest.raises(ValueError, match="spectator_delay"):
        Settings()
    assert Settings(database="postgresql://u@h/db", spectator_delay=0).sqlite_path is None


def test_logs_are_json_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    before = structlog.get_config()
    try:
        configure("INFO")
        logger("part").info("something happened", game="g")
        logger("part").debug("nobody asked")
    finally:
        structlog.configure(**before)
    told = capsys.readouterr()
    assert told.out == ""
    (line,) = told.err.splitlines()
    assert {key: value for key, value in json.loads(line).items() if key != "timestamp"} == {
        "event": "something happened",
        "level": "info",
        "part": "part",
        "game": "g",
    }


def test_an_error_is_logged_without_its_words_and_variables(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever the logging is set to, and whoever logs: our parts, or a library through the standard library's logging."""
    before, root = structlog.get_config(), (logging.root.handlers[:], logging.root.level)

    def fail() -> None:
        seed = "cafe" * 16
        raise ValueError(f"seed {seed} does not fit")

    def log() -> None:
        try:
            fail()
        except ValueError as error:
            logger("part").error("it failed", exc_info=True)
            logger("part").error("it failed", exc_info=error)
            logging.getLogger("library").exception("it failed too")

    try:
        log()
        configure("INFO")
        log()
    finally:
        structlog.configure(**before)
        logging.root.handlers[:], logging.root.level = root
    told = capsys.readouterr()
    ours = [line for line in (told.out + told.err).splitlines() if "it failed" in line and "library" not in line]
    assert len(ours) >= 4
    assert all("cafe" not in line and "does not fit" not in line for line in ours)
    library = [json.loads(line) for line in told.err.splitlines() if "it failed too" in line and line.startswith("{")]
    assert [(line["error"], line["trace"][-1].split(" ")[1]) for line in library] == [("ValueError", "fail")]


def test_what_happens_is_counted(tmp_path: Path) -> None:
    def value(metric: str, **labels: str) -> float:
        return REGISTRY.get_sample_value(metric, labels) or 0.0

    def counts() -> tuple[float, ...]:
        return (
            value("arbiter_commands_total", kind="PlayMove", result="accepted"),
            value("arbiter_commands_total", kind="PlayMove", result="replayed"),
            value("arbiter_commands_total", kind="PlayMove", result="refused"),
            value("arbiter_refusals_total", by="rules"),
            value("arbiter_refusals_total", by="service"),
            value("arbiter_events_total", name="MoveMade"),
            value("arbiter_events_total", name="AttemptRefused"),
        )

    before = counts()
    with ledger_of(sqlite(tmp_path)) as ledger:
        game = opened(ledger)
        for move, id in (("aim left", "x"), ("aim left", "x"), ("aim left", "y"), ("nonsense", "z")):
            with suppress(Refused):
                ledger.execute(game.id, cmd.PlayMove(0, move), id)
    assert [now - then for now, then in zip(counts(), before, strict=True)] == [1, 1, 2, 1, 1, 1, 2]
    assert value("arbiter_wave_commands_count") > 0


def test_the_log_as_a_stream(tmp_path: Path) -> None:
    with ledger_of(sqlite(tmp_path)) as ledger:
        stream = LogStream(ledger.log)
        assert stream.poll({}, 10, 0).messages == []
        game = play(ledger, opened(ledger), 6)
        first = stream.poll({}, 4, 0)
        assert [message.version for message in first.messages] == [1, 2, 3, 4]
        assert behind(stream.ends(), first.positions) == 6
        rest = stream.poll(first.positions, 100, 0)
        assert [message.version for message in rest.messages] == [5, 6, 7, 8, 9, 10]
        assert behind(stream.ends(), rest.positions) == 0
        assert stream.poll(rest.positions, 100, 0.01) == type(rest)([], rest.positions)
        partly = {place: position if place[0] == "arbiter.attempts" else 0 for place, position in rest.positions.items()}
        assert [message.game_id for message in stream.poll(partly, 100, 0).messages] == [game.id] * 10, "each topic from its own position"
