"""A Docker engine as far as testcontainers speaks to one: it answers the requests, remembers what it was asked to run, and runs nothing."""

import io
import json
import re
import tarfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

import msgspec

HOST_PORT: Final = 49_153


class Container(msgspec.Struct):
    """What a container was made with, and what became of it."""

    id: str
    made: dict[str, Any]
    files: dict[str, str] = {}
    ran: list[list[str]] = []
    started: bool = False
    gone: bool = False

    @property
    def env(self) -> dict[str, str]:
        return dict(line.split("=", 1) for line in self.made["Env"])

    def told(self) -> dict[str, Any]:
        """As ``docker inspect`` tells it."""
        ports = {port: [{"HostIp": "0.0.0.0", "HostPort": str(HOST_PORT)}] for port in self.made["ExposedPorts"]}
        status = "running" if self.started else "created"
        return {"Id": self.id, "State": {"Status": status}, "Config": self.made, "NetworkSettings": {"Ports": ports}, "Image": "sha256:0"}


class Engine:
    """Answers; ``words`` is what every container writes to its log, ``code`` how every command in one ends."""

    def __init__(self, words: str = "", code: int = 0) -> None:
        self.words, self.code = words, code
        self.containers: list[Container] = []
        self._answers: list[tuple[str, str, Callable[..., Any]]] = [
            ("GET", r"/version", lambda _: {"ApiVersion": "1.47", "Platform": {"Name": "Docker Engine"}}),
            ("GET", r"/_ping", lambda _: b"OK"),
            ("GET", r"/networks", lambda _: []),
            ("GET", r"/images/.+/json", lambda _: {"Id": "sha256:0", "RepoTags": ["x:y"]}),
            ("POST", r"/containers/create", self._create),
            ("POST", r"/containers/(\w+)/start", self._start),
            ("GET", r"/containers/(\w+)/json", lambda _, id: self._of(id).told()),
            ("PUT", r"/containers/(\w+)/archive", self._unpack),
            ("GET", r"/containers/(\w+)/logs", lambda _, id: self._frame(self.words)),
            ("POST", r"/containers/(\w+)/exec", self._run),
            ("POST", r"/exec/(\w+)/start", lambda _, id: b""),
            ("GET", r"/exec/(\w+)/json", lambda _, id: {"ExitCode": self.code}),
            ("DELETE", r"/containers/(\w+)", self._remove),
        ]

    def answer(self, method: str, path: str, body: bytes) -> Any:
        """The answer to a request; None where it is none that this engine knows."""
        bare = re.sub(r"^/v[\d.]+", "", path.partition("?")[0])
        for verb, pattern, say in self._answers:
            if verb == method and (found := re.fullmatch(pattern, bare)):
                return say(body, *found.groups())
        return None

    def _of(self, id: str) -> Container:
        return self.containers[int(id[1:])]

    def _create(self, body: bytes) -> Any:
        self.containers.append(Container(f"c{len(self.containers)}", json.loads(body)))
        return {"Id": self.containers[-1].id, "Warnings": []}

    def _start(self, _: bytes, id: str) -> Any:
        self._of(id).started = True
        return b""

    def _unpack(self, body: bytes, id: str) -> Any:
        with tarfile.open(fileobj=io.BytesIO(body)) as archive:
            for member in archive.getmembers():
                content = archive.extractfile(member)
                assert content is not None
                self._of(id).files[member.name] = content.read().decode()
        return b""

    def _run(self, body: bytes, id: str) -> Any:
        self._of(id).ran.append(json.loads(body)["Cmd"])
        return {"Id": "e0"}

    def _remove(self, _: bytes, id: str) -> Any:
        self._of(id).gone = True
        return b""

    def _frame(self, words: str) -> bytes:
        """A line of a log stream: which of the two it is, four bytes of length, the text."""
        told = words.encode()
        return b"\x01\x00\x00\x00" + len(told).to_bytes(4, "big") + told


@contextmanager
def served(engine: Engine) -> Iterator[str]:
    """The engine behind a port; what ``DOCKER_HOST`` must be."""

    class Door(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 5

        def do(self) -> None:
            told = engine.answer(self.command, self.path, self._body())
            body = told if isinstance(told, bytes) else json.dumps({"message": f"{self.command} {self.path}"} if told is None else told).encode()
            self.send_response(404 if told is None else 201 if self.command == "POST" else 200)
            self.send_header("Content-Type", "application/octet-stream" if isinstance(told, bytes) else "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Connection", "close")  # what a command in a container says ends with the connection
            self.end_headers()
            self.wfile.write(body)

        def _body(self) -> bytes:
            if self.headers.get("Transfer-Encoding") != "chunked":
                return self.rfile.read(int(self.headers.get("Content-Length") or 0))
            parts = []
            while size := int(self.rfile.readline(), 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            return b"".join(parts)

        def log_message(self, *_: Any) -> None:
            """Nobody reads it."""

        do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"tcp://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
