"""A service that dies under a command that works once: the sentence that people know, and nothing is half done."""

from pathlib import Path

import psycopg
import pytest

from infra.kafka import NoBroker, consumer, partitions_of
from infra.kafka_stream import KafkaStream
from infra.topics import topic_name
from tests.distributed.site import site
from tests.services import kafka as local_kafka
from tests.services import postgres as local_postgres
from tests.services.processes import wait_until

_WAITS = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"


def test_the_database_dies_under_a_rebuild(server: local_postgres.Server, kafka: str, tmp_path: Path) -> None:
    with site(server.url, kafka, tmp_path) as here:
        here.run("project", "--rebuild")
        holding, looking = psycopg.connect(here.settings.database), psycopg.connect(here.settings.database, autocommit=True)
        holding.execute("SELECT generation FROM generations FOR UPDATE")
        process = here.command("project", "--rebuild")
        wait_until(lambda: looking.execute(_WAITS).fetchone() == (1,), 20, "the rebuild waits", process)
        server.kill()
        for connection in (holding, looking):
            connection.close()
        assert process.child.wait(20) == 1, process.tail()
        assert process.log.read_text() == "arbiter: database: it does not answer, nothing was recorded\n"
        server.start()
        assert here.run("project", "--rebuild") == "Rebuilt from 0 messages.\n"


def test_the_broker_dies_before_it_has_told_of_its_topics(postgres: str, broker: local_kafka.Broker, tmp_path: Path) -> None:
    with site(postgres, broker.address, tmp_path) as here:
        client = consumer(here.settings)
        broker.kill()
        try:
            with pytest.raises(NoBroker, match=r"^kafka: the broker does not answer"):
                partitions_of(client, [topic_name(here.settings, "nowhere")])
        finally:
            client.close()
        alone = KafkaStream(here.settings, alone=True)
        with pytest.raises(NoBroker, match=r"^kafka: the broker does not answer"):
            alone.ends()
        process = here.command("project", "--rebuild")
        assert process.child.wait(30) == 1, process.tail()
        assert process.log.read_text().startswith("arbiter: kafka: the broker does not answer")
