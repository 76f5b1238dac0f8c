"""The services of docker-compose.yml, started in its order and watched by its health checks."""

import re
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tests.distributed.by_hand.container import Container, Service
from tests.distributed.by_hand.host import Host
from tests.distributed.by_hand.image import Builder, Image
from tests.distributed.by_hand.loader import loaded
from tests.distributed.by_hand.stand_ins import stand_in
from tests.distributed.site import ROOT
from tests.services import kafka

GRACE: Final = 10.0  # seconds that an engine gives where the file says nothing
OURS: Final = "arbiter-referee"
SIZES: Final = {"ms": 0.001, "s": 1, "m": 60, "h": 3600}


class Composition:
    """``more`` is set in the environment of our own services besides what the file says."""

    def __init__(self, host: Host, secrets: Mapping[str, str], folder: Path, more: Mapping[str, str]) -> None:
        self.file = loaded((ROOT / "docker-compose.yml").read_text(), secrets, folder)
        self.services: dict[str, Any] = self.file["services"]
        self._host, self.folder, self._more = host, folder, more
        self._images: dict[str, Image] = {}
        self.running: dict[str, Container] = {}
        self.builder = Builder(host)

    def build(self) -> None:
        """Makes the image of our own services."""
        self._images[OURS] = self.builder.build((ROOT / "Dockerfile").read_text())

    @property
    def image(self) -> Image:
        return self._images[OURS]

    def start(self, name: str, **other: Any) -> Container:
        """A service's container; ``other`` replaces what the file says of it."""
        self.running[name] = Container(self._host, self._service(name, **other), self._address, self.folder)
        return self.running[name]

    def run(self, name: str, *command: str) -> str:
        """What another command says in a container of a service, as ``docker compose run --rm`` makes one."""
        container = Container(self._host, self._service(name, name=f"{name}-run", command=list(command)), self._address, self.folder)
        assert container.wait(60) == 0, container.process.tail()
        words = container.process.log.read_text()
        container.process.log.unlink()
        return words

    def again(self, name: str) -> None:
        """As the engine starts it again when it has ended: it may have another address then."""
        assert self.services[name]["restart"] == "unless-stopped"
        self.start(name)
        self.wait_until_healthy(name)

    def kill(self, name: str) -> None:
        self.running.pop(name).kill()

    def up(self) -> None:
        """All that does not run yet, in an order that keeps what each depends on; when it returns, all that has a health check is healthy."""
        left = set(self.services) - set(self.running)
        while left:
            ready = sorted(name for name in left if not (set(self._needs(name)) & left))
            for name in ready:
                self._wait_for_needs(name)
                self.start(name)
            left -= set(ready)
        for name, service in self.services.items():
            if "healthcheck" in service:
                self.wait_until_healthy(name)

    def is_healthy(self, name: str) -> bool:
        """Whether the command of its health check says so now."""
        check = self.services[name]["healthcheck"]
        kind, *words = check["test"]
        command = ["/bin/sh", "-c", words[0]] if kind == "CMD-SHELL" else words
        try:
            return self.running[name].run(command, seconds=seconds(check["timeout"])).returncode == 0
        except (subprocess.TimeoutExpired, OSError, IndexError):
            return False

    def wait_until_healthy(self, name: str) -> None:
        """For as long as an engine would wait until it says unhealthy."""
        check = self.services[name]["healthcheck"]
        end = time.monotonic() + seconds(check.get("start_period", "0s")) + check["retries"] * (seconds(check["interval"]))
        while not self.is_healthy(name):
            container = self.running[name]
            assert container.runs, f"{name} ended\n{container.process.tail()}"
            assert time.monotonic() < end, f"{name} is not healthy\n{container.process.tail()}"
            time.sleep(0.3)

    def stop(self, *names: str) -> dict[str, int | None]:
        """Asks them to stop, all at once; the exit codes, None for who had to be killed."""
        containers = {name: self.running.pop(name) for name in names}
        begun = time.monotonic()
        for container in containers.values():
            container.ask_to_stop()
        return {name: _ended(container, begun) for name, container in containers.items()}

    def close(self) -> None:
        for container in self.running.values():
            container.kill()

    def _needs(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = self.services[name].get("depends_on", {})
        return found

    def _wait_for_needs(self, name: str) -> None:
        for other, how in self._needs(name).items():
            if how["condition"] == "service_completed_successfully":
                container = self.running[other]
                assert container.wait(60) == 0, container.process.tail()
            else:
                self.wait_until_healthy(other)

    def _address(self, name: str) -> str | None:
        container = self.running.get(name)
        return container.address if container and container.runs else None

    def _service(self, of: str, **other: Any) -> Service:
        told = self.services[of]
        ours = told["image"] == OURS
        if told["image"] not in self._images:
            self._images[told["image"]] = stand_in(self._host, told["image"])
        values = {
            "name": of,
            "image": self._images[told["image"]],
            "command": told.get("command") or [],
            "env": {**(told.get("environment") or {}), **(self._more if ours else {})},
            "user": told.get("user", ""),
            "read_only": told.get("read_only", False),
            "drops_all": told.get("cap_drop") == ["ALL"],
            "no_new_privileges": "no-new-privileges:true" in told.get("security_opt", []),
            "mounts": self._mounts(told),
            "memory": told.get("tmpfs", []),
            "grace": seconds(told.get("stop_grace_period", f"{GRACE}s")),
        }
        return Service(**{**values, **other})

    def _mounts(self, told: dict[str, Any]) -> dict[str, Path]:
        found: dict[str, Path] = {}
        for volume in told.get("volumes", []):
            found[volume["target"]] = self._host.layers / f"volume-{volume['source']}"
            self._host.seen(found[volume["target"]]).mkdir(exist_ok=True)
        for config in told.get("configs", []):
            place = self.folder / f"config-{config['source']}"
            place.write_text(self.file["configs"][config["source"]]["content"])
            found[config["target"]] = place
        if told["image"].startswith("apache/kafka"):
            found["/opt/kafka/libs"] = kafka.jars()
        return found


def seconds(duration: str) -> float:
    """A duration as a compose file has it, such as ``1m30s``."""
    return sum(float(number) * SIZES[unit] for number, unit in re.findall(r"([\d.]+)(ms|s|m|h)", duration))


def _ended(container: Container, begun: float) -> int | None:
    try:
        return container.wait(max(0.1, begun + container.service.grace - time.monotonic()))
    except subprocess.TimeoutExpired:
        container.kill()
        return None
