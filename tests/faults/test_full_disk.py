"""A disk that fills up under a service that is being played on: clear sentences, nothing half-written, and when there is room again all goes on."""

import subprocess
import sys
from pathlib import Path

import msgspec

from infra.event_store import GAMES
from tests.faults.agreement import check_read_side, check_whole, log_of
from tests.faults.filling import SIZES
from tests.projections.support import desk
from tests.stores import sqlite
from tests.toy import on_the_shelf

SENTENCES = {
    "database: the disk is full, nothing was recorded",
    "database: the disk cannot be written or read, nothing was recorded",
    "database: the file has reached the size that is allowed, nothing was recorded",
}


def test_a_full_disk_while_games_are_played(tmp_path: Path) -> None:
    settings = sqlite(tmp_path)
    command = [sys.executable, "-m", "tests.faults.filling", settings.database]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    told = [msgspec.json.decode(line) for line in done.stdout.splitlines()]
    troubles, acked = [line for line in told if line["kind"] == "trouble"], [line for line in told if line["kind"] == "acked"]
    assert len(troubles) > len(SIZES)
    assert {line["told"] for line in troubles} <= SENTENCES
    with on_the_shelf(), desk(settings) as here:
        stored = {(one.game_id, one.version): one.hash for one in log_of(here.ledger) if one.topic == GAMES}
        assert all(stored.get((line["game"], line["version"])) == line["hash"] for line in acked), "what was answered is there"
        check_whole(settings, here.ledger)
        check_read_side(here)
        assert len({game_id for game_id, _ in stored}) == len({line["game"] for line in acked}), "and nothing else was begun"
