"""Apache Kafka for tests: one node, KRaft, its jars from Maven Central, kept in a cache that git ignores."""

import shutil
import subprocess
import uuid
from pathlib import Path

from tests.services.once import COMPLETE, once
from tests.services.processes import Process, free_port, listens, wait_until

HERE = Path(__file__).parent
LIBS = HERE.parent.parent / ".cache" / "kafka" / "libs"


def unavailable() -> str | None:
    """Why Kafka cannot be started here; None if it can."""
    return None if shutil.which("java") and (shutil.which("mvn") or (LIBS / COMPLETE).exists()) else "Java and Maven are needed to start Apache Kafka"


def jars() -> Path:
    """The folder of Kafka's jars, filled once."""
    command = ["mvn", "-q", "-B", "-f", str(HERE / "pom.xml"), "dependency:copy-dependencies", f"-DoutputDirectory={LIBS}"]
    return once(LIBS, lambda: subprocess.run(command, check=True, timeout=300))


class Broker:
    """A broker on 127.0.0.1 that can be killed and started again on its data."""

    def __init__(self, folder: Path, port: int | None = None, **settings: str) -> None:
        self.folder, self.port, self.controller = folder, port or free_port(), free_port()
        folder.mkdir(parents=True, exist_ok=True)
        self.config = folder / "server.properties"
        self.config.write_text("\n".join(f"{key}={value}" for key, value in {**self._settings(), **settings}.items()))
        self._java("kafka.tools.StorageTool", "format", "-t", uuid.uuid4().hex[:22], "-c", str(self.config), wait=True)
        self.start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = self._java("kafka.Kafka", str(self.config))
        assert self.process is not None
        wait_until(lambda: listens(self.port), 60, "Kafka", self.process)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate(20)

    def _java(self, main: str, *arguments: str, wait: bool = False) -> Process | None:
        options = ["-Xms128m", "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
        command = ["java", *options, "-cp", f"{jars()}/*", main, *arguments]
        if wait:
            subprocess.run(command, check=True, timeout=60, capture_output=True)
            return None
        return Process(command, self.folder / "log.txt", cwd=self.folder)

    def _settings(self) -> dict[str, str]:
        return {
            "node.id": "1",
            "process.roles": "broker,controller",
            "controller.quorum.voters": f"1@127.0.0.1:{self.controller}",
            "controller.listener.names": "CONTROLLER",
            "listeners": f"PLAINTEXT://127.0.0.1:{self.port},CONTROLLER://127.0.0.1:{self.controller}",
            "advertised.listeners": f"PLAINTEXT://127.0.0.1:{self.port}",
            "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
            "log.dirs": str(self.folder / "data"),
            "offsets.topic.replication.factor": "1",
            "offsets.topic.num.partitions": "1",
            "transaction.state.log.replication.factor": "1",
            "transaction.state.log.min.isr": "1",
            "share.coordinator.state.topic.replication.factor": "1",
            "share.coordinator.state.topic.min.isr": "1",
            "group.initial.rebalance.delay.ms": "0",
            "auto.create.topics.enable": "false",
            "broker.session.timeout.ms": "2000",
            "broker.heartbeat.interval.ms": "500",
        }
