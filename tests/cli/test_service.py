"""The commands around a service, run as a process of their own."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from api.listening import listening, reachable
from domain.shelf import shelf
from infra.database import migrate
from infra.settings import Settings
from infra.trouble import Misconfigured
from projections.generations import SET_ASIDE, ReadStore, active
from tests.cli.conftest import Run
from tests.services.processes import free_port
from tests.stores import sqlite

ARBITER = [sys.executable, "-c", "from api.cli.main import run; run()"]


def arbiter(*arguments: object, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ARBITER_")}
    root = str(Path(__file__).parents[2])
    return subprocess.run(
        [*ARBITER, *map(str, arguments)], cwd=cwd, env={**clean, "PYTHONPATH": root, **env}, capture_output=True, text=True, timeout=120, check=False
    )


def test_help_of_serve_names_every_setting(run: Run) -> None:
    told = run("serve", "--help").out
    for name, field in Settings.model_fields.items():
        assert f"ARBITER_{name.upper()}" in told
        assert field.description is not None
        assert field.description in told


@pytest.mark.parametrize("command", [[], ["play"], ["audit"], ["replay"], ["verify"], ["sheet"], ["boards"], ["record"], ["token"], ["project"], ["migrate"]])
def test_every_command_explains_itself(run: Run, command: list[str]) -> None:
    told = run(*command, "--help")
    assert told.code == 0
    assert "Usage: arbiter" in told.out


@pytest.mark.parametrize("group", [[], ["boards"]])
def test_without_a_command_there_is_the_help_and_nothing_else(run: Run, group: list[str]) -> None:
    told = run(*group)
    assert (told.code, told.err) == (2, "")
    assert "Usage: arbiter" in told.out


def test_no_command_is_an_error_of_usage(run: Run) -> None:
    told = run("fly")
    assert (told.code, told.out) == (2, "")
    assert told.err == "arbiter: No such command 'fly'.\n"


def test_migrate_and_rebuild_on_a_new_database(tmp_path: Path) -> None:
    assert arbiter("migrate", cwd=tmp_path).stdout == "The tables are made.\n"
    assert arbiter("migrate", cwd=tmp_path).stdout == "The tables are up to date.\n"
    for arguments, words in ((["--rebuild"], "Rebuilt from 0 messages."), (["--rebuild", "--json"], '{"messages":0}')):
        told = arbiter("project", *arguments, cwd=tmp_path)
        assert (told.returncode, told.stdout, told.stderr) == (0, f"{words}\n", "")


def test_the_games_that_are_set_aside(tmp_path: Path) -> None:
    store = ReadStore(settings := sqlite(tmp_path))
    migrate(settings)
    for words, arguments in (("No game is set aside.", ["--aside"]), ("[]", ["--aside", "--json"])):
        assert arbiter("project", *arguments, cwd=tmp_path).stdout == f"{words}\n"
    row = {"game_id": "0b5c", "version": 6, "reason": "ValueError", "at": "2026-11-30T06:00:00.000Z"}
    with store.writing() as connection:
        connection.execute(sa.insert(SET_ASIDE).values(generation=active(connection), **row))
    store.close()
    assert json.loads(arbiter("project", "--aside", "--json", cwd=tmp_path).stdout) == [row]
    assert arbiter("project", "--aside", cwd=tmp_path).stdout.split() == ["game", "id", "version", "reason", "at", *map(str, row.values())]
    told = arbiter("project", "--retry", "unknown", cwd=tmp_path)
    assert (told.returncode, told.stderr) == (1, "arbiter: retry: this game is not set aside\n")


def test_a_token_is_minted_with_the_secret_beside_the_database(tmp_path: Path) -> None:
    wrong = arbiter("token", "--role", "king", cwd=tmp_path)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "king" in wrong.stderr
    assert list(tmp_path.iterdir()) == [], "who is refused leaves nothing behind"
    told = arbiter("token", "--role", "arbiter", "--ttl", 60, cwd=tmp_path)
    assert re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+\n", told.stdout)
    assert told.stderr == "arbiter: no service has run here: a secret was made in arbiter.db.secret, only a service that is started with it takes this token\n"
    assert arbiter("token", "--role", "arbiter", cwd=tmp_path).stderr == ""
    assert arbiter("token", "--role", "arbiter", cwd=tmp_path / "..", ARBITER_SECRET="s" * 32).stderr == ""


def test_what_needs_the_data_of_a_service_says_that_there_is_none_and_makes_none(tmp_path: Path) -> None:
    needing = (["project", "--rebuild"], ["project", "--aside"], ["project", "--retry", "x"], ["export", "--jsonl", "events.jsonl"])
    for command in needing:
        told = arbiter(*command, cwd=tmp_path)
        assert (told.returncode, told.stdout) == (1, ""), command
        assert told.stderr == "arbiter: database: there is none at arbiter.db; `arbiter serve` makes it, ARBITER_DATABASE names another\n"
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_setting_is_named(tmp_path: Path) -> None:
    for env in ({"ARBITER_DATABASE": "mysql://x"}, {"ARBITER_RATE_PER_ADDRESS": "many"}, {"ARBITER_SECRET": "short"}):
        told = arbiter("migrate", cwd=tmp_path, **env)
        assert told.returncode == 2
        assert told.stderr.startswith(f"arbiter: {next(iter(env))}: ")
        assert told.stderr.count("\n") == 1
        assert "short" not in told.stderr.replace("shorter", "")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A service on a free port, stopped with SIGTERM."""
    port = free_port()
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ARBITER_")}
    root = str(Path(__file__).parents[2])
    with (tmp_path / "told").open("w") as out:
        command = [*ARBITER, "serve", "--port", str(port)]
        process = subprocess.Popen(command, cwd=tmp_path, env={**clean, "PYTHONPATH": root}, stdout=out, stderr=subprocess.PIPE, text=True)
    try:
        url = f"http://127.0.0.1:{port}"
        for _ in range(300):
            try:
                if httpx.get(f"{url}/readyz", timeout=2).status_code == 200:
                    break
            except httpx.HTTPError:
                time.sleep(0.1)
        yield url, tmp_path
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    finally:
        if process.poll() is None:
            process.kill()
        if process.stderr is not None:
            process.stderr.close()


SECRETIVE = next(rules for rules in shelf().values() if rules.testify is not None)  # its record without a token hides the hands
OPEN = """mutation($ruleset: ID!, $players: [String!]) { openGame(input: {ruleset: $ruleset, players: $players}) { game { id } seatTokens } }"""
VARIABLES = {"ruleset": SECRETIVE.slug, "players": [f"Player {n}" for n in range(min(SECRETIVE.seats))]}


def test_a_record_is_downloaded_and_verified_against_the_services_key(served: tuple[str, Path], run: Run) -> None:
    url, folder = served
    answer = httpx.post(f"{url}/graphql", json={"query": OPEN, "variables": VARIABLES}).json()["data"]["openGame"]
    game, file = answer["game"]["id"], folder / "r.jsonl"
    told = run("record", game, "--server", url, "--out", file)
    assert (told.code, told.err) == (0, "")
    assert json.loads(file.read_text().splitlines()[0])["viewer"] == "spectator"
    verified = run("verify", file, "--key", f"{url}/keys", "--json")
    assert (verified.code, verified.json["proved"]) == (0, ["lines", "header", "numbers", "end", "signature"])
    assert run("audit", file).code == 2, "the record hides the hands"
    role = arbiter("token", "--role", "arbiter", cwd=folder).stdout.strip()
    assert run("record", game, "--server", url, "--token", role, "--out", file).code == 0
    assert run("audit", file).code == 0
    assert run("record", game, "--server", url, "--token", answer["seatTokens"][0]).out.count("\n") == file.read_text().count("\n")
    unknown = "00000000-0000-0000-0000-000000000000"
    for arguments, words in (([game, "--token", "x"], "token: is not valid"), ([unknown], "game_id: there is no such game")):
        told = run("record", *arguments, "--server", url)
        assert (told.code, told.out, told.err) == (1, "", f"arbiter: {words}\n")
    assert run("record", "not-an-id", "--server", url).code == 2
    assert run("record", game, "--server", "http://127.0.0.1:9").code == 2
    told = arbiter("project", "--rebuild", cwd=folder)
    assert told.returncode == 0, told.stderr
    assert re.fullmatch(r"Rebuilt from \d+ messages\.\n", told.stdout)


def test_the_service_says_where_it_is_and_gives_its_own_address_in_all_that_it_writes(served: tuple[str, Path]) -> None:
    url, folder = served
    assert (folder / "told").read_text() == f"The service is up: open {url}/graphql in a browser. Ctrl+C stops it.\n"
    query = {"query": OPEN.replace("{ id }", "{ boardSvgUrl }"), "variables": VARIABLES}
    picture = httpx.post(f"{url}/graphql", json=query).json()["data"]["openGame"]["game"]["boardSvgUrl"]
    assert picture.startswith(f"{url}/games/")
    assert httpx.get(picture).text.startswith("<svg")
    schema = httpx.get(f"{url}/schemas").json()["schemas"][0]
    assert schema.startswith(f"{url}/schemas/")
    assert httpx.get(schema).json()["$id"] == schema
    again = arbiter("serve", "--port", url.rpartition(":")[2], cwd=folder)
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr == f"arbiter: port: {url.rpartition(':')[2]} is taken, --port names another\n"


def test_the_address_follows_from_host_and_port_unless_it_is_set() -> None:
    for host, port, url in (
        ("127.0.0.1", 80, "http://127.0.0.1:80"),
        ("table.example", 8001, "http://table.example:8001"),
        ("0.0.0.0", 8001, "http://127.0.0.1:8001"),
        ("::", 8001, "http://[::1]:8001"),
        ("fe80::1", 8001, "http://[fe80::1]:8001"),
    ):
        assert reachable(Settings(), host, port).url == url
    assert reachable(Settings(url="https://arbiter.example"), "0.0.0.0", 8001).url == "https://arbiter.example"


def test_any_free_port_and_every_address_of_a_host() -> None:
    with listening("localhost", 0) as sockets:
        ports = {each.getsockname()[1] for each in sockets}
        assert len(ports) == 1
        assert 0 not in ports
        sockets[0].listen()
        with pytest.raises(Misconfigured, match=r"^port: \d+ is taken"), listening("localhost", ports.pop()):
            pass
    for host in ("nowhere.invalid", "192.0.2.1", "x" * 300):
        with pytest.raises(Misconfigured, match=r"^host: 'x*"), listening(host, 0):
            pass


def test_output_that_nobody_reads_is_no_traceback(tmp_path: Path) -> None:
    clean = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen([*ARBITER, "rules", SECRETIVE.slug], cwd=tmp_path, env=clean, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.close()
    _, err = process.communicate(timeout=60)
    assert "Traceback" not in err
