"""kill -9 of a serving process at random points under load: nothing that was acknowledged is lost, nothing is doubled, and all of it can be read again.

``ARBITER_TEST_KILLS`` multiplies the number of kills.
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain import commands as cmd
from domain.refusal import Refused
from infra.event_store import GAMES
from infra.ledger import Ledger
from infra.settings import Settings
from tests.faults.agreement import check_read_side, check_whole, log_of
from tests.projections.support import desk
from tests.stores import sqlite
from tests.toy import on_the_shelf

KILLS = 4 * int(os.environ.get("ARBITER_TEST_KILLS", "1"))


def serve_and_kill(settings: Settings, seed: str, acked: int, after: float) -> list[dict[str, Any]]:
    """Starts the process, lets it acknowledge so many moves and serve for some seconds more, kills it; what it told."""
    running = subprocess.Popen([sys.executable, "-m", "tests.faults.serving", settings.database, seed], stdout=subprocess.PIPE, start_new_session=True)
    assert running.stdout is not None
    try:
        told = running.stdout.readline()
        assert b"serving" in told or b"kind" in told, "it did not start"
        while acked > 0 and (line := running.stdout.readline()):
            told += line
            acked -= b'"acked"' in line
        time.sleep(after)
        running.send_signal(signal.SIGKILL)
        told += running.stdout.read()
    finally:
        running.kill()
        running.wait()
        running.stdout.close()
    whole = told[: told.rfind(b"\n") + 1]
    return [msgspec.json.decode(line) for line in whole.splitlines()]


def check_acknowledged(ledger: Ledger, told: list[dict[str, Any]]) -> None:
    """Everything that was answered is there, as it was answered; whatever was not can be sent again."""
    stored = {(message.game_id, message.version): message.hash for message in log_of(ledger) if message.topic == GAMES}
    for line in told:
        if line["kind"] in ("acked", "opened"):
            assert stored.get((line["game"], line["version"])) == line["hash"], f"lost: {line}"
        elif line["kind"] == "refused" and line["attempt"] is not None:
            assert any(attempt.id == line["attempt"] for attempt in ledger.attempts_of(line["game"])), f"lost: {line}"
    acked = {line["id"]: line for line in told if line["kind"] == "acked"}
    for line in [line for line in told if line["kind"] == "sent"]:
        command = cmd.PlayMove(line["seat"], line["move"], line["expected"])
        answer = acked.get(line["id"])
        try:
            done = ledger.execute(line["game"], command, line["id"])
        except Refused:
            assert answer is None, f"refused after it was acknowledged: {line}"
            continue
        if answer is not None:
            assert done.replayed
            assert (done.number, done.version, done.hash) == (answer["number"], answer["version"], answer["hash"])
        assert ledger.execute(line["game"], command, line["id"]).replayed, "sent once more it is not played once more"


@pytest.mark.timeout(60 + 30 * KILLS)
def test_killed_at_random_points_under_load(tmp_path: Path) -> None:
    settings, seed = sqlite(tmp_path), f"{time.time_ns()}"
    rng, told, moments = random.Random(seed), list[dict[str, Any]](), list[tuple[int, float]]()
    try:
        for number in range(KILLS):
            moments.append((number % 2 * rng.randint(21, 60), rng.choice([0.0, rng.uniform(0, 0.2), rng.uniform(0.2, 1.5)])))
            told += serve_and_kill(settings, f"{seed} {number}", *moments[-1])
            with on_the_shelf(), desk(settings) as here:
                check_acknowledged(here.ledger, told)
                check_whole(settings, here.ledger)
                check_read_side(here)
    except BaseException as error:
        error.add_note(f"seed {seed}, killed after {moments} acknowledgements and seconds")
        raise
    assert sum(line["kind"] == "acked" for line in told) > 20, "there was a load"


def test_a_clean_end_keeps_its_promises_too(tmp_path: Path) -> None:
    """SIGTERM is for whoever serves; here the service is stopped in the middle of a load, and every future has an answer."""
    from concurrent.futures import wait

    from projections.embedded import Embedded
    from tests.stores import first_move, opened

    settings = sqlite(tmp_path)
    with on_the_shelf():
        with Embedded(settings) as service:
            games = [opened(service.ledger) for _ in range(30)]
            answers = [service.ledger.submit(game.id, first_move(game), "last") for game in games]
        done, late = wait(answers, timeout=10)
        assert not late
        with desk(settings) as here:
            for game, answer in zip(games, answers, strict=True):
                assert answer in done
                found = here.ledger.game(game.id)
                assert found is not None
                assert found.count == (1 if answer.exception() is None else 0)
            check_whole(settings, here.ledger)
            check_read_side(here)
