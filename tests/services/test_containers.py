"""What testcontainers is asked to run, held to account at an engine that runs nothing."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import psycopg
import pytest
import yaml
from testcontainers.core.config import ConnectionMode, testcontainers_config

from infra.settings import Settings
from tests.services import containers
from tests.services.engine import HOST_PORT, Engine, served
from tests.services.fixtures import found_kafka, found_postgres

Serve = Callable[[Engine], AbstractContextManager[Engine]]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> Serve:
    """Makes an engine the one that is used; without the container that clears up after a killed test."""
    monkeypatch.setattr(testcontainers_config, "_ryuk_disabled", True)
    monkeypatch.setattr(testcontainers_config, "max_tries", 2)
    monkeypatch.setattr(testcontainers_config, "sleep_time", 0.05)
    monkeypatch.setattr(testcontainers_config, "tc_properties", {})
    monkeypatch.setattr(testcontainers_config, "connection_mode_override", ConnectionMode.docker_host)  # these tests may run in a container themselves
    for name in ("ARBITER_TEST_KAFKA", "ARBITER_TEST_DATABASE", "POSTGRES_USER", "POSTGRES_PASSWORD", "POSTGRES_DB"):
        monkeypatch.delenv(name, raising=False)

    @contextmanager
    def serve(engine: Engine) -> Iterator[Engine]:
        with served(engine) as address:
            monkeypatch.setenv("DOCKER_HOST", address)
            yield engine

    return serve


def test_an_engine_is_found_where_it_answers(serving: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Engine()):
        assert containers.available()
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:9")
    assert not containers.available()


def test_a_broker_without_zookeeper(serving: Serve, tmp_path: Path) -> None:
    with serving(Engine("[2026-11-30 12:00:00,000] INFO [KafkaRaftServer nodeId=1] Kafka Server started (kafka.server.KafkaRaftServer)\n")) as engine:
        with found_kafka(tmp_path) as address:
            (made,) = engine.containers
            assert address == f"127.0.0.1:{HOST_PORT}"
            assert made.started
            assert not made.gone
        assert made.gone
    assert made.made["Image"] == containers.KAFKA_IMAGE
    assert list(made.made["HostConfig"]["PortBindings"]) == ["9093/tcp"]
    env = made.env
    assert env["KAFKA_PROCESS_ROLES"] == "broker,controller"
    assert env["KAFKA_NODE_ID"] == "1"
    assert env["KAFKA_CONTROLLER_QUORUM_VOTERS"] == "1@localhost:9094"
    assert env["KAFKA_AUTO_CREATE_TOPICS_ENABLE"] == "false"
    assert env["KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR"] == "1"
    assert "CONTROLLER://0.0.0.0:9094" in env["KAFKA_LISTENERS"]
    (script,) = made.files.values()
    assert f"KAFKA_ADVERTISED_LISTENERS=PLAINTEXT://{address},BROKER://" in script, "clients are sent to where the port is seen from outside"
    assert f"kafka-storage format --ignore-formatted -t {env['CLUSTER_ID']}" in script
    assert "zookeeper-server-start" not in script
    assert "/tc-start.sh" in made.made["Cmd"][-1]
    assert "/tc-start.sh".lstrip("/") in {name.lstrip("/") for name in made.files}


def test_a_broker_that_does_not_start_is_cleared_away(serving: Serve) -> None:
    with serving(Engine("Killed\n")) as engine:
        with pytest.raises(TimeoutError, match="Kafka Server started"), containers.kafka(seconds=0):
            pass
        assert [one.gone for one in engine.containers] == [True]


def test_a_database(serving: Serve, tmp_path: Path) -> None:
    with serving(Engine()) as engine:
        with found_postgres(tmp_path) as url:
            (made,) = engine.containers
            assert Settings(database=url, secret="s" * 32).database == url  # type: ignore[arg-type]
            assert not made.gone
        assert made.gone
    env = made.env
    told = psycopg.conninfo.conninfo_to_dict(url)
    assert (told["host"], told["port"]) == ("127.0.0.1", str(HOST_PORT))
    assert (told["user"], told["password"], told["dbname"]) == (env["POSTGRES_USER"], env["POSTGRES_PASSWORD"], env["POSTGRES_DB"])
    assert made.made["Image"] == containers.POSTGRES_IMAGE
    assert list(made.made["HostConfig"]["PortBindings"]) == ["5432/tcp"]
    assert "--host 127.0.0.1" in made.ran[-1][-1], "over the network: while it is being set up it listens on its socket only"


def test_a_database_that_does_not_answer_is_cleared_away(serving: Serve) -> None:
    with serving(Engine(code=2)) as engine:
        with pytest.raises(TimeoutError), containers.postgres():
            pass
        assert [one.gone for one in engine.containers] == [True]


def test_an_address_in_the_environment_comes_first(serving: Serve, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARBITER_TEST_KAFKA", "kafka:1")
    monkeypatch.setenv("ARBITER_TEST_DATABASE", "postgresql://db/x")
    with serving(Engine()) as engine, found_kafka(tmp_path) as address, found_postgres(tmp_path) as url:
        assert (address, url) == ("kafka:1", "postgresql://db/x")
        assert engine.containers == []


def test_tests_and_site_run_the_same_database() -> None:
    assert yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["postgres"]["image"] == containers.POSTGRES_IMAGE
