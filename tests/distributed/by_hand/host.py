"""The machine that containers run on: a mount and a network namespace of its own, so that nothing of it is seen or left outside."""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.services.processes import Process, wait_until

TOOLS: Final = ("unshare", "nsenter", "setpriv", "chroot", "mount", "ip", "sh")
NETWORK: Final = "198.18.0"  # of the range that is kept for tests of networks
GATEWAY: Final = f"{NETWORK}.1"
STRANGERS: Final = (f"{NETWORK}.201", f"{NETWORK}.202")  # more addresses that somebody may come from
CLONE_NEWNET: Final = 0x40000000

_SET_UP: Final = """set -e
mount --make-rprivate /
mkdir -p "$1" && mount -t tmpfs arbiter "$1"
ip link set lo up
ip link add name site type bridge
for address in $2; do ip address add "$address/24" dev site; done
ip link set site up
touch "$1/ready"
exec sleep infinity"""

_TRY: Final = """set -e
mount -t tmpfs none "$1" && mkdir "$1/u" "$1/w" "$1/m"
mount -t overlay none -o "lowerdir=/,upperdir=$1/u,workdir=$1/w" "$1/m"
ip link add name a0 type veth peer name a1 && ip link add name b0 type bridge
test -x "$1/m$2" """


def unavailable(folder: Path) -> str | None:
    """Why containers cannot be made here; None if they can."""
    if missing := [tool for tool in TOOLS if shutil.which(tool) is None]:
        return f"programs are missing: {', '.join(missing)}"
    if os.geteuid() != 0:
        return "only root may make namespaces"
    python = str(Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}")
    tried = subprocess.run(
        ["unshare", "--mount", "--net", "--pid", "--fork", "sh", "-c", _TRY, "sh", folder, python], capture_output=True, text=True, check=False
    )
    return f"namespaces and overlays cannot be used here: {tried.stderr.strip()}" if tried.returncode else None


class Host:
    """Namespaces, held by a process; ``layers`` is a folder in memory that only those see who are inside."""

    def __init__(self, folder: Path) -> None:
        self.layers = folder / "layers"
        command = ["unshare", "--mount", "--net", "sh", "-c", _SET_UP, "sh", str(self.layers), " ".join((GATEWAY, *STRANGERS))]
        self._holder = Process(command, folder / "host.log")
        wait_until((self.seen(self.layers) / "ready").exists, 20, "host", self._holder)
        self._last = 1

    @property
    def pid(self) -> int:
        return self._holder.child.pid

    def seen(self, path: Path) -> Path:
        """A file of the inside, as it is reached from outside."""
        return Path(f"/proc/{self.pid}/root{path}")

    def enter(self, *, network: bool = True) -> list[str]:
        """What stands before a command that runs inside; without ``network`` it keeps the one outside."""
        return ["nsenter", "--target", str(self.pid), "--mount", *(["--net"] if network else []), "--"]

    def address(self) -> str:
        """One that nobody has had: a container that comes back may have another."""
        self._last += 1
        return f"{NETWORK}.{self._last}"

    @contextmanager
    def joined(self) -> Iterator[None]:
        """This thread, and those that it starts, speak in the network of the inside."""
        with open("/proc/thread-self/ns/net") as before, open(f"/proc/{self.pid}/ns/net") as inside:
            set_network(inside.fileno())
            try:
                yield
            finally:
                set_network(before.fileno())

    def close(self) -> None:
        self._holder.kill()


def set_network(descriptor: int) -> None:
    """``os.setns`` of later versions of Python, for this thread."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(descriptor, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "setns")
