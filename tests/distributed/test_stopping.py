"""Told to stop while it waits for another process's rebuild, a process stops."""

import signal
import time
from pathlib import Path

import psycopg
import pytest

from infra.database import migrate
from infra.settings import Settings
from projections.generations import ReadStore, ensure
from tests.cli.test_stopping import started, until_it_listens_to_signals
from tests.stores import schema


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["project"]])
def test_a_rebuild_that_another_process_runs_holds_nobody_up_who_is_to_stop(postgres: str, tmp_path: Path, command: list[str]) -> None:
    with schema(postgres) as url:
        migrate(settings := Settings(database=url))  # type: ignore[call-arg]
        store = ReadStore(settings)
        ensure(store)
        store.close()
        with psycopg.connect(url, autocommit=True) as other:
            other.execute("""UPDATE generations SET shape = '{"tables":"others","games":{}}'""")
            other.execute("SELECT pg_advisory_lock(1634886260, hashtext(current_schema()))")
            with started(tmp_path, *command, ARBITER_DATABASE=url, ARBITER_SECRET="x" * 40) as process:
                until_it_listens_to_signals(process)
                assert process.stderr is not None
                while "built again" not in (line := process.stderr.readline()):
                    assert line, "it ended before it came to the rebuild"
                time.sleep(0.5)
                assert process.poll() is None, "it waits"
                process.send_signal(signal.SIGTERM)
                _, err = process.communicate(timeout=10)
            assert (process.returncode, "Traceback" in err) == (0, False), err
