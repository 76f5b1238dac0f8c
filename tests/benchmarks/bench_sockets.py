"""What a WebSocket weighs: resident memory of the serving process with so many sockets, idle or each following one game, beside what it had with none.

Every step plays moves, so that buffers have been used; at the end all sockets are closed and opened again, which shows whether memory is used again.
"""

import asyncio
import json
import os
import resource
from pathlib import Path
from typing import Any, Final

import httpx

from tests.benchmarks.bench_live import FOLLOW, OPEN, PLAY, STATE, service

STEPS: Final = tuple(int(words) for words in os.environ.get("ARBITER_BENCH_SOCKETS", "500,1000,2000").split(","))
MOVES: Final = 5  # at every step
SETTLE: Final = 2.0  # seconds until it is weighed
PATIENCE: Final = 60
WAYS: Final = ("idle", "one game, spectators", "one game, a document each")


class Ear(asyncio.Protocol):
    """A client that greets and, with a document, subscribes; ``heard`` is how many messages came for it."""

    def __init__(self, game: str, document: str | None, ready: asyncio.Future[None]) -> None:
        self._game, self._document, self._ready = game, document, ready

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        lines = ["GET /graphql HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
        transport.write("\r\n".join([*lines, "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: graphql-transport-ws", "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        if b"101 Switching" in data:
            self._say({"type": "connection_init"})
        if b"connection_ack" in data and self._document is not None:
            self._say({"type": "subscribe", "id": "1", "payload": {"query": self._document, "variables": {"id": self._game}}})
        if (b"StatusFrame" if self._document is not None else b"connection_ack") in data and not self._ready.done():
            self._ready.set_result(None)

    def _say(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        head = bytes([0x81, 0x80 | len(body)]) if len(body) < 126 else bytes([0x81, 0x80 | 126]) + len(body).to_bytes(2)
        self._transport.write(head + bytes(4) + body)  # a mask of zeros


def resident(pid: int) -> float:
    """MB of memory that a process has."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


class Table:
    """A game that is played while sockets follow it."""

    def __init__(self, http: httpx.AsyncClient, id: str, tokens: list[str]) -> None:
        self._http, self.id, self._tokens = http, id, tokens

    async def play(self, moves: int) -> None:
        for _ in range(moves):
            state = (await ask(self._http, STATE, id=self.id))["game"]
            seat = state["toAct"][0]
            legal = (await ask(self._http, STATE, self._tokens[seat], id=self.id))["game"]["legalMovesJson"]
            await ask(self._http, PLAY, self._tokens[seat], input={"gameId": self.id, "json": legal[0]})


async def ask(http: httpx.AsyncClient, query: str, token: str | None = None, **variables: Any) -> Any:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return (await http.post("/graphql", json={"query": query, "variables": variables}, headers=headers)).json()["data"]


def document(way: str, number: int) -> str | None:
    """What the n-th socket subscribes with: documents that differ are printed each for itself."""
    if way == WAYS[0]:
        return None
    return FOLLOW if way == WAYS[1] else f"{FOLLOW}\n# {number}"


async def opened(port: int, table: Table, way: str, numbers: range) -> list[asyncio.Transport]:
    loop, made, waiting = asyncio.get_running_loop(), [], []
    for number in numbers:
        ready: asyncio.Future[None] = loop.create_future()
        transport, _ = await loop.create_connection(lambda ready=ready, number=number: Ear(table.id, document(way, number), ready), "127.0.0.1", port)  # type: ignore[misc]
        made.append(transport)
        waiting.append(ready)
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*waiting)
    return made


async def weigh(url: str, pid: int, way: str) -> None:
    from domain.shelf import shelf

    rules = next(iter(shelf().values()))
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:
        made = (await ask(http, OPEN % (rules.slug, json.dumps([f"Player {n}" for n in range(max(rules.seats))]))))["openGame"]
        table, port = Table(http, made["game"]["id"], made["seatTokens"]), int(url.rpartition(":")[2])
        await table.play(MOVES)
        await asyncio.sleep(SETTLE)
        bare = resident(pid)
        print(f"{way:<28}{0:>8}{bare:>10.1f}", flush=True)
        sockets: list[asyncio.Transport] = []
        for step in STEPS:
            sockets += await opened(port, table, way, range(len(sockets), step))
            await table.play(MOVES)
            await asyncio.sleep(SETTLE)
            now = resident(pid)
            print(f"{'':<28}{step:>8}{now:>10.1f}{1024 * (now - bare) / step:>14.1f}", flush=True)
        for socket in sockets:
            socket.abort()
        await asyncio.sleep(SETTLE)
        print(f"{'  closed':<28}{0:>8}{resident(pid):>10.1f}", flush=True)
        again = await opened(port, table, way, range(STEPS[-1]))
        await table.play(MOVES)
        await asyncio.sleep(SETTLE)
        print(f"{'  and opened again':<28}{STEPS[-1]:>8}{resident(pid):>10.1f}", flush=True)
        for socket in again:
            socket.abort()


def main() -> None:
    if not Path("/proc/self/status").exists():
        print("skipped: this system does not tell the memory of a process under /proc")
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"{'':<28}{'sockets':>8}{'MB':>10}{'KB a socket':>14}")
    for way in WAYS:
        with service("shared", ARBITER_SOCKETS_PER_ADDRESS=str(2 * STEPS[-1])) as running:
            asyncio.run(weigh(running.url, running.pid, way))
