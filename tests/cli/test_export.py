"""``arbiter export``: every event once; nothing that is still secret."""

import json
from pathlib import Path

import msgspec
import pytest

from domain import commands as cmd
from domain.events import to_line
from infra.database import migrate
from infra.ledger import Ledger
from tests.cli.test_service import arbiter
from tests.stores import ledger_of, opened, play, play_out, sqlite


def games(ledger: Ledger) -> tuple[str, str]:
    """One that has ended, and one that still runs."""
    ended = play_out(ledger, opened(ledger, "bremen", ("Ann", "Ben", "Cy", "Dora")))
    running = play(ledger, opened(ledger, "bremen", ("Ann", "Ben", "Cy", "Dora")), 9)
    ledger.execute(running.id, cmd.RaiseDispute(0, "a secret word", about_move=1))
    return ended.id, running.id


def test_json_lines(tmp_path: Path) -> None:
    with ledger_of(sqlite(tmp_path)) as ledger:
        ended, running = games(ledger)
        stored = {(one.game_id, one.version): one for one in ledger.after(0, 10_000)}
        full = {key: json.loads(msgspec.json.encode(to_line(event.event))) for key in stored for event in [ledger.events_after(key[0], key[1] - 1, 1)[0]]}
    told = arbiter("export", "--jsonl", "out/events.jsonl", cwd=tmp_path)
    assert told.stdout == f"{len(stored)} events.\n", told.stderr
    text = (tmp_path / "out/events.jsonl").read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert [(line["game"], line["version"]) for line in lines] == list(stored)
    for line in lines:
        key = (line["game"], line["version"])
        assert line["hash"] == line["data"].pop("hash") == stored[key].hash
        assert line["redacted"] == (line["data"] != full[key])
        assert not (line["redacted"] and line["game"] == ended)
    assert {line["ruleset"] for line in lines} == {"bremen"}
    assert "a secret word" not in text
    moves = [line["data"]["move"]["piece"] for line in lines if line["game"] == running and line["name"] == "MoveMade"]
    assert len(moves) == 9
    assert not any(character.isdigit() for piece in moves for character in piece), "numbers are forgotten"


def test_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    with ledger_of(sqlite(tmp_path)) as ledger:
        games(ledger)
        count = len(ledger.after(0, 10_000))
    assert arbiter("export", "--parquet", "out", cwd=tmp_path).stdout == f"{count} events.\n"
    table = parquet.read_table(tmp_path / "out/events.parquet")
    assert table.num_rows == count
    assert table.column_names == ["game", "version", "ruleset", "name", "number", "seat", "at", "hash", "redacted", "data"]
    assert json.loads(table.column("data")[0].as_py())["event"] == "GameOpened"


def test_what_cannot_be_written(tmp_path: Path) -> None:
    assert arbiter("export", cwd=tmp_path).returncode == 2
    migrate(sqlite(tmp_path))
    (tmp_path / "file").write_text("")
    told = arbiter("export", "--jsonl", "file/events.jsonl", cwd=tmp_path)
    assert told.returncode == 1
    assert told.stderr.count("\n") == 1
    assert "events.jsonl: " in told.stderr
