"""Settings on real services: all that a URL of PostgreSQL may say, options of Kafka's clients, and what a server refuses, told as that."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
import psycopg
import pytest

from infra.kafka import admin, consumer, producer
from infra.postgres import connect, opened
from infra.settings import Settings
from tests.cli.test_service import arbiter
from tests.distributed.site import Site, site
from tests.services.processes import free_port
from tests.stores import schema

SECRET = "a secret of more than thirty-two characters"


def test_a_url_of_several_hosts(postgres: str, kafka: str, tmp_path: Path) -> None:
    """The first is away; event store, read side, listener and leader all find the second."""
    with schema(postgres) as url:
        several = url.replace("@", f"@127.0.0.1:{free_port()},", 1)
        with site_of(several, kafka, tmp_path) as here:
            assert here.run("migrate").startswith("The tables")
            relay, worker = here.relay(), here.worker()
            _, door = here.api()
            opened_game = {"query": 'mutation { openGame(input: {ruleset: "bremen", players: ["Ann", "Ben", "Cy"]}) { game { id } } }'}
            game = httpx.post(f"{door}/graphql", json=opened_game, timeout=20).json()["data"]["openGame"]["game"]["id"]
            here.wait_until_settled()
            listed = httpx.post(f"{door}/graphql", json={"query": "{ games(first: 5) { edges { node { id } } } }"}, timeout=20).json()
            assert [edge["node"]["id"] for edge in listed["data"]["games"]["edges"]] == [game]
            assert httpx.get(f"{door}/readyz").json()["parts"]["notifications"]
            assert here.run("project", "--rebuild").startswith("Rebuilt from ")
            assert [process.terminate() for process in (relay, worker)] == [0, 0]


@contextmanager
def site_of(database: str, kafka: str, folder: Path) -> Iterator[Site]:
    made = Site(database, kafka, folder)
    try:
        yield made
    finally:
        made.close()


def test_what_a_url_says_wins_over_our_defaults(postgres: str) -> None:
    with schema(postgres) as url, opened(f"{url}&keepalives_idle=77&application_name=mine") as connection:
        told = connection.info.get_parameters()
        assert (told["keepalives_idle"], told["application_name"], told["keepalives_count"]) == ("77", "mine", "3")


def test_options_of_the_clients_win_over_our_defaults(kafka: str) -> None:
    settings = Settings(kafka=kafka, kafka_options={"request_timeout_ms": 5_000, "linger_ms": 7, "max_poll_records": 9})  # type: ignore[call-arg]
    for client in (admin(settings), producer(settings), consumer(settings)):
        assert client.config["request_timeout_ms"] == 5_000
        assert client.config.get("linger_ms", 7) == 7
        assert client.config.get("max_poll_records", 9) == 9
        client.close()


def test_a_command_with_options(postgres: str, kafka: str, tmp_path: Path) -> None:
    with site(postgres, kafka, tmp_path) as here:
        told = arbiter("migrate", cwd=tmp_path, **_environment(here.settings, KAFKA_OPTIONS='{"request_timeout_ms": 5000}'))
        assert (told.returncode, told.stderr) == (0, "")


def _environment(settings: Settings, **more: object) -> dict[str, str]:
    kept = {"DATABASE": settings.database, "KAFKA": settings.kafka, "KAFKA_PREFIX": settings.kafka_prefix, "KAFKA_PARTITIONS": settings.kafka_partitions}
    return {f"ARBITER_{name}": str(value) for name, value in {**kept, "SECRET": SECRET, **more}.items()}


def test_more_copies_than_there_are_brokers(postgres: str, kafka: str, tmp_path: Path) -> None:
    with schema(postgres) as url:
        settings = Settings(database=url, kafka=kafka, kafka_prefix=f"t{uuid4().hex[:12]}.")  # type: ignore[call-arg]
        told = arbiter("migrate", cwd=tmp_path, **_environment(settings, KAFKA_REPLICATION=3))
    assert (told.returncode, told.stderr) == (1, "arbiter: ARBITER_KAFKA_REPLICATION: the broker cannot keep so many copies of a partition\n")


def by(url: str, whom: str) -> str:
    """The URL for somebody else."""
    parts = urlsplit(url)
    return parts._replace(netloc=f"{whom}@{parts.netloc.rpartition('@')[2]}").geturl()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda url: urlsplit(url)._replace(path="/nosuch").geturl(), "database: the server has none of the name in ARBITER_DATABASE"),
        (lambda url: by(url, "nobody:wrong"), "database: it does not accept the name or the password in ARBITER_DATABASE"),
        (lambda url: f"{url.partition('?')[0]}?options=-csearch_path%3Dnowhere", "database: the schema that ARBITER_DATABASE names is not there"),
        (lambda url: f"{url}&sslmode=sometimes", "ARBITER_DATABASE: a parameter in it has a value that does not work"),
        (lambda url: f"{url}&connect_timeout=soon", "ARBITER_DATABASE: a parameter in it has a value that does not work"),
    ],
)
def test_what_a_server_does_not_have_is_not_called_silence(postgres: str, tmp_path: Path, change: Callable[[str], str], told: str) -> None:
    with schema(postgres) as url:
        done = arbiter("migrate", cwd=tmp_path, ARBITER_DATABASE=change(url), ARBITER_SECRET=SECRET)
    assert (done.returncode, done.stderr) == (1, f"arbiter: {told}\n")


def test_a_role_without_rights(postgres: str, tmp_path: Path) -> None:
    role = f"guest_{uuid4().hex[:8]}"
    with schema(postgres) as url, psycopg.connect(postgres, autocommit=True) as owner:
        owner.execute(f"CREATE ROLE {role} LOGIN PASSWORD 'a guest'")
        owner.execute(f"GRANT USAGE ON SCHEMA {url.rpartition('%3D')[2]} TO {role}")
        try:
            guest = by(url, f"{role}:a%20guest")
            done = arbiter("migrate", cwd=tmp_path, ARBITER_DATABASE=guest, ARBITER_SECRET=SECRET)
            assert (done.returncode, done.stderr) == (1, "arbiter: database: its role may not do that, nothing was recorded\n")
            with connect(Settings(database=guest)) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):  # type: ignore[call-arg]
                connection.execute("CREATE TABLE mine (a int)")
        finally:
            owner.execute(f"REVOKE ALL ON SCHEMA {url.rpartition('%3D')[2]} FROM {role}")
            owner.execute(f"DROP ROLE {role}")
