"""Builds what a Dockerfile says, step by step, on the file system of this machine instead of the image that it names."""

import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.distributed.by_hand.host import Host
from tests.distributed.site import ROOT

WHOSE: Final = re.compile(r"PIP_|SSL_|REQUESTS_|HTTPS?_PROXY|NO_PROXY", re.IGNORECASE)  # how packages are got on this machine

_RUN: Final = """set -e
mount --make-rprivate /
mount -t overlay image -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
cd "$1/root"
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs -o ro none ".$2"
shift 2
exec chroot . "$@" """


def like_here() -> str:
    """The image that this machine is like: its interpreter and its system."""
    return f"python:3.{sys.version_info.minor}-slim-{platform.freedesktop_os_release().get('VERSION_CODENAME')}"


def unavailable() -> str | None:
    """Why the Dockerfile's steps cannot be gone through here; None if they can."""
    wanted = {step.rest.partition(" AS ")[0] for step in steps((ROOT / "Dockerfile").read_text()) if step.word == "FROM"}
    return None if wanted == {like_here()} else f"the Dockerfile builds on {', '.join(wanted)}, and this machine is like {like_here()}"


class Image(msgspec.Struct, frozen=True):
    """A layer above the file system of this machine, and how a container of it starts."""

    layer: Path
    env: Mapping[str, str] = {}
    user: str = "0:0"
    entrypoint: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    stop: str = "SIGTERM"


class Step(msgspec.Struct, frozen=True):
    word: str
    rest: str

    @property
    def words(self) -> list[str]:
        return msgspec.json.decode(self.rest, type=list[str]) if self.rest.startswith("[") else shlex.split(self.rest)


def steps(text: str) -> Iterator[Step]:
    """The instructions of a Dockerfile."""
    joined = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    for line in filter(str.strip, joined.splitlines()):
        word, _, rest = line.strip().partition(" ")
        yield Step(word, rest.strip())


def new_layer(host: Host, name: str) -> Path:
    """A folder with all that an overlay needs."""
    made = host.layers / name
    for part in ("upper", "work", "root"):
        (host.seen(made) / part).mkdir(parents=True)
    (host.seen(made) / "upper" / "root").mkdir(mode=0o711)  # the interpreter may live in root's home, and not everybody is root
    return made


class Builder:
    """One build; stages are layers beside one another."""

    def __init__(self, host: Host, context: Path = ROOT) -> None:
        self._host, self._context = host, context
        self._stages: dict[str, Path] = {}
        self.ran: list[str] = []

    def build(self, text: str) -> Image:
        """The last stage."""
        state: dict[str, Any] = {}
        for step in steps(text):
            getattr(self, f"_{step.word.lower()}")(step, state)  # an instruction that is not known here is an error
        return Image(state["stage"] / "upper", state["env"], state.get("user", "0:0"), tuple(state.get("entrypoint", ())), tuple(state.get("command", ())))

    def _from(self, step: Step, state: dict[str, Any]) -> None:
        image, _, name = step.rest.partition(" AS ")
        assert image == like_here(), f"{image}: this machine is like {like_here()}"
        python = f"{sys.base_prefix}/bin"
        state.clear()
        state |= {
            "stage": self._folder(name or "last"),
            "directory": "/",
            "env": {"PATH": f"{python}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"},
        }
        self._stages[name] = state["stage"]

    def _workdir(self, step: Step, state: dict[str, Any]) -> None:
        state["directory"] = step.rest
        self._target(state, "./").mkdir(parents=True, exist_ok=True)

    def _copy(self, step: Step, state: dict[str, Any]) -> None:
        *names, target = step.words
        source = self._context
        if names[0].startswith("--from="):
            source = self._seen(self._stages[names.pop(0).removeprefix("--from=")]) / "upper"
        for name in names:
            found, place = source / name.lstrip("/"), self._target(state, target)
            if found.is_dir():
                shutil.copytree(found, place, symlinks=True, ignore=shutil.ignore_patterns("__pycache__") if source == self._context else None)
            else:
                place.mkdir(parents=True, exist_ok=True)
                shutil.copy2(found, place)

    def _run(self, step: Step, state: dict[str, Any]) -> None:
        stage: Path = state["stage"]
        own = {name: value for name, value in os.environ.items() if WHOSE.match(name)}
        inside = ["env", "-i", *(f"{name}={value}" for name, value in {**own, **state["env"], "HOME": "/root"}.items())]
        where = ["unshare", "--mount", "sh", "-c", _RUN, "sh", str(stage), str(ROOT)]
        command = [*self._host.enter(network=False), *where, *inside, "sh", "-c", f"cd {state['directory']} && {step.rest}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"RUN {step.rest}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        self.ran.append(step.rest)

    def _env(self, step: Step, state: dict[str, Any]) -> None:
        for word in step.words:
            name, _, value = word.partition("=")
            state["env"][name] = re.sub(r"\$(\w+)", lambda found: state["env"][found[1]], value)

    def _user(self, step: Step, state: dict[str, Any]) -> None:
        state["user"] = step.rest

    def _entrypoint(self, step: Step, state: dict[str, Any]) -> None:
        state["entrypoint"] = step.words

    def _cmd(self, step: Step, state: dict[str, Any]) -> None:
        state["command"] = step.words

    def _expose(self, step: Step, state: dict[str, Any]) -> None:
        state["ports"] = step.words

    def _target(self, state: dict[str, Any], target: str) -> Path:
        return self._seen(state["stage"]) / "upper" / (Path(state["directory"]) / target).as_posix().lstrip("/")

    def _folder(self, name: str) -> Path:
        return new_layer(self._host, f"image-{name}")

    def _seen(self, path: Path) -> Path:
        return self._host.seen(path)
