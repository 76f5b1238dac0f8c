"""What stands before every door: limits on rate, size and sockets, headers that browsers heed, and a line in the log that names no secret."""

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import orjson

from api.asgi import App, Message, Receive, Scope, Send
from api.body import Body, TooLarge
from api.limits import Limits, address_of
from api.meters import REQUESTS, SECONDS, SOCKETS, TURNED_AWAY
from infra.log import logger
from infra.trouble import BUSY

FREE: Final = frozenset({"/healthz", "/readyz"})  # whoever watches over the service is never turned away
DOORS: Final = ("graphql", "games", "healthz", "readyz", "metrics", "keys", "schemas", "asyncapi.json", "static")
HEADERS: Final = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"content-security-policy": b"default-src 'none'; frame-ancestors 'none'",
    b"cache-control": b"no-store",
}

_log = logger("http")


class Guard:
    """ASGI middleware around the whole service."""

    def __init__(self, app: App, limits: Limits, most_bytes: int) -> None:
        self._app, self._limits, self._most = app, limits, most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope["type"]:
            case "http":
                await self._request(scope, receive, send)
            case "websocket":
                await self._socket(scope, receive, send)
            case _:
                await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun, body = time.perf_counter(), Body(scope, receive, self._most)
        answer = _Answer(send, body.finish)
        if scope["path"] not in FREE and not self._limits.request(address_of(scope.get("client"))):
            TURNED_AWAY.labels("rate").inc()
            await answer.say(429, "BUSY", "this address sends too many requests, wait a moment", BUSY, {b"retry-after": b"1"})
        elif body.announced > self._most:
            TURNED_AWAY.labels("size").inc()
            await answer.say(413, "TOO_LARGE", f"body: is larger than {self._most} bytes")
        else:
            await self._pass_on(scope, body, answer)
        door = _door(scope["path"])
        REQUESTS.labels(door, f"{answer.status // 100}xx").inc()
        SECONDS.labels(door).observe(time.perf_counter() - begun)

    async def _pass_on(self, scope: Scope, body: Body, answer: "_Answer") -> None:
        try:
            await self._app(scope, body, answer)
        except TooLarge:
            TURNED_AWAY.labels("size").inc()
            await answer.say(413, "TOO_LARGE", f"body: is larger than {self._most} bytes")
        except Exception as error:
            _log.error("unexpected", door=_door(scope["path"]), error=type(error).__name__, exc_info=True)
            await answer.say(500, "INTERNAL", "the service failed to answer; what went wrong is in its log")

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._limits.socket(address_of(scope.get("client"))) as allowed:
            if not allowed:
                TURNED_AWAY.labels("sockets").inc()
                await receive()
                await send({"type": "websocket.close", "code": 1013})
                return
            with SOCKETS.track_inprogress():
                await self._app(scope, receive, send)


class _Answer:
    """Sends an answer with our headers, once everything has come in that was under way, and knows whether it has begun."""

    def __init__(self, send: Send, finish: Callable[[], Awaitable[None]]) -> None:
        self._send, self._finish = send, finish
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            own = list(message.get("headers", ()))
            named = {name.lower() for name, _ in own}
            message = {**message, "headers": [*own, *((name, value) for name, value in HEADERS.items() if name not in named)]}
            await self._finish()
        await self._send(message)

    async def say(self, status: int, code: str, reason: str, clause: str | None = None, headers: dict[bytes, bytes] | None = None) -> None:
        """An error in the form of GraphQL's, unless an answer has begun."""
        if self.status:
            return
        body = orjson.dumps(problem(code, reason, clause))
        own = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *(headers or {}).items()]
        await self({"type": "http.response.start", "status": status, "headers": own})
        await self({"type": "http.response.body", "body": body})


def problem(code: str, reason: str, clause: str | None = None) -> dict[str, Any]:
    """An error as every door words it."""
    extensions = {"code": code} if clause is None else {"code": code, "clause": clause}
    return {"data": None, "errors": [{"message": reason, "extensions": extensions}]}


def _door(path: str) -> str:
    first = path.strip("/").partition("/")[0]
    return first if first in DOORS else "other"
