"""A container: the first of its own system of processes, on a layer of its own, in a network of its own, with no more rights than it is given."""

import os
import shlex
import signal
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from tests.distributed.by_hand.host import GATEWAY, Host
from tests.distributed.by_hand.image import Image, new_layer
from tests.distributed.by_hand.names import Names
from tests.distributed.site import ROOT
from tests.services.processes import Process, wait_until

# In the new network, still among the processes of the host, whose end of the cable is plugged in there.
_NETWORK: Final = """set -e
ip link set lo up
ip link add name eth0 type veth peer name "$2" netns "$1"
ip address add "$3/24" dev eth0
ip link set eth0 up
ip route add default via "$4"
nsenter --target "$1" --net ip link set "$2" master site up
shift 4
exec unshare --mount --pid --uts --fork --kill-child sh -c "$@" """

_FILES: Final = """set -e
layer="$1" hidden="$3" name="$4" go="$5" mounting="$6"
mount --make-rprivate /
mount -t overlay container -o "lowerdir=$2:/,upperdir=$layer/upper,workdir=$layer/work" "$layer/root"
hostname "$name"
cd "$layer/root"
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs -o mode=1777 none dev/shm
mount -t tmpfs -o ro none ".$hidden"
eval "$mounting"
read _ < "$go"
shift 6
exec chroot . "$@" """


class Service(msgspec.Struct, frozen=True):
    """What a service of a compose file asks for, as far as it is honoured here."""

    name: str
    image: Image
    command: list[str] = []
    env: Mapping[str, str] = {}
    user: str = ""
    read_only: bool = False
    drops_all: bool = False
    no_new_privileges: bool = False
    mounts: Mapping[str, Path] = {}  # files and folders by the place where they are found inside
    memory: list[str] = []  # places of file systems in memory
    grace: float = 10

    def words(self) -> list[str]:
        """The command with all that must be true before it."""
        user, _, group = (self.user or self.image.user).partition(":")
        dropped = ["--inh-caps=-all", "--bounding-set=-all"] if self.drops_all else []
        rights = [*dropped, *(["--no-new-privs"] if self.no_new_privileges else [])]
        env = {**self.image.env, "HOSTNAME": self.name, **self.env}
        return [
            "setpriv",
            f"--reuid={user}",
            f"--regid={group or user}",
            "--clear-groups",
            *rights,
            "env",
            "-i",
            *(f"{key}={value}" for key, value in env.items()),
        ]

    def mounting(self) -> str:
        """Shell: what is mounted over the layer, which then may be made to stay as it is."""
        binds = [f"mount --bind {shlex.quote(str(source))} {shlex.quote('.' + place)}" for place, source in self.mounts.items()]
        memory = [f"mount -t tmpfs -o mode=1777 none {shlex.quote('.' + place)}" for place in self.memory]
        return "\n".join([*binds, *memory, *(["mount -o remount,bind,ro ."] if self.read_only else [])])


class Container:
    """Runs from its making on."""

    def __init__(self, host: Host, service: Service, look: Callable[[str], str | None], folder: Path) -> None:
        self.service, self.address = service, host.address()
        layer, go = new_layer(host, f"container-{self.address}"), folder / f"go-{self.address}"
        self._prepare(host, host.seen(layer) / "upper")
        os.mkfifo(go)
        files = [str(layer), str(service.image.layer), str(ROOT), service.name, str(go), service.mounting()]
        network = [str(host.pid), f"cable{self.address.rpartition('.')[2]}", self.address, GATEWAY]
        command = [*service.words(), *service.image.entrypoint, *(service.command or service.image.command)]
        words = [*host.enter(), "unshare", "--net", "sh", "-c", _NETWORK, "sh", *network, _FILES, "sh", *files, *command]
        self.process = Process(words, folder / f"{service.name}.log")
        self._begin(go, look)

    @property
    def pid(self) -> int:
        """Outside, the number of the process that is the first inside."""
        held = self.process.child.pid
        return int(Path(f"/proc/{held}/task/{held}/children").read_text().split()[0])

    @property
    def runs(self) -> bool:
        return self.process.child.poll() is None

    def run(self, command: list[str], seconds: float = 60) -> subprocess.CompletedProcess[str]:
        """A command beside the first process, as ``docker exec`` runs it."""
        enter = ["nsenter", "--target", str(self.pid), "--mount", "--net", "--pid", "--uts", "--root", "--"]
        return subprocess.run([*enter, *self.service.words(), *command], capture_output=True, text=True, check=False, timeout=seconds)

    def kill(self) -> None:
        """SIGKILL."""
        with suppress(OSError, IndexError):
            os.kill(self.pid, signal.SIGKILL)
        self.process.kill()
        self.names.close()

    def ask_to_stop(self) -> None:
        os.kill(self.pid, signal.Signals[self.service.image.stop])

    def wait(self, seconds: float) -> int:
        """The exit code; TimeoutExpired when it has not ended by then."""
        code = self.process.child.wait(seconds)
        self.names.close()
        return code

    def _prepare(self, host: Host, upper: Path) -> None:
        (upper / "etc").mkdir()
        (upper / "etc" / "resolv.conf").write_text("nameserver 127.0.0.11\n")
        for place, source in self.service.mounts.items():
            inside, is_folder = upper / place.lstrip("/"), host.seen(source).is_dir()
            (inside if is_folder else inside.parent).mkdir(parents=True, exist_ok=True)
            if not is_folder:
                inside.touch()
        for place in self.service.memory:
            (upper / place.lstrip("/")).mkdir(parents=True, exist_ok=True)

    def _begin(self, go: Path, look: Callable[[str], str | None]) -> None:
        """When all is prepared: names can be looked up from then on, and it goes on."""
        found: list[int] = []

        def waits() -> bool:
            with suppress(OSError):  # nobody reads there yet
                found.append(os.open(go, os.O_WRONLY | os.O_NONBLOCK))
            return bool(found)

        wait_until(waits, 20, self.service.name, self.process)
        self.names = Names(self.pid, look)
        os.write(found[0], b"\n")
        os.close(found[0])
