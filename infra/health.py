"""A small door of a worker process: alive, ready, metrics."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from infra.trouble import Misconfigured

Ready = Callable[[], dict[str, bool]]


@contextmanager
def health(ready: Ready, host: str, port: int | None) -> Iterator[None]:
    """Answers while the block runs; does nothing without a port."""
    if port is None:
        yield
        return
    try:
        server = ThreadingHTTPServer((host, port), _door(ready))
    except OSError as error:
        raise Misconfigured(f"health-port: cannot be listened on ({error.strerror})") from None
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, name="arbiter-health", daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


def _door(ready: Ready) -> type[BaseHTTPRequestHandler]:
    class Door(BaseHTTPRequestHandler):
        timeout = 5  # seconds: who opens a socket and says nothing holds nothing

        def do_GET(self) -> None:
            status, kind, body = _answer(self.path, ready)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Nobody needs a line a look."""

    return Door


def _answer(path: str, ready: Ready) -> tuple[int, str, bytes]:
    if path == "/metrics":
        return 200, CONTENT_TYPE_LATEST, generate_latest()
    if path == "/healthz":
        return 200, "application/json", b'{"status":"alive"}'
    if path == "/readyz":
        parts = ready()
        words = {"status": "ready" if all(parts.values()) else "not ready", "parts": parts}
        return 200 if all(parts.values()) else 503, "application/json", json.dumps(words).encode()
    return 404, "application/json", b'{"error":"there is nothing here"}'
