"""A thousand subscribers on one game: from the moment a move is sent to the moment its frame arrives, beside plain strawberry.

Subscribers are bare TCP connections in this process, so that they cost little of the machine; the service is a process of its own.
"""

import asyncio
import base64
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx

from tests.services.processes import free_port

SUBSCRIBERS: Final = int(os.environ.get("ARBITER_BENCH_SUBSCRIBERS", "1000"))
MOVES: Final = 20
PACE: Final = 0.3  # seconds from a move's last arrival to the next move
PATIENCE: Final = 60  # seconds until a frame must have come
GOAL: Final = 100  # milliseconds, p95
OPEN = 'mutation { openGame(input: {ruleset: "%s", players: %s}) { game { id } seatTokens } }'
STATE = "query($id: ID!) { game(id: $id) { moveCount toAct legalMovesJson } }"
PLAY = "mutation($input: PlayMoveInput!) { playMove(input: $input) { __typename ... on MoveAccepted { number } ... on MoveRefused { reason } } }"
FOLLOW = """subscription($id: ID!) { game(id: $id) { __typename ... on StatusFrame { status moveCount annulled outcome }
  ... on MoveFrame { gameId number seat json notation narration facts clauses toAct scores hash at } } }"""
NUMBER = re.compile(rb'"number":(\d+),"seat"')


class Heard:
    """When each number arrived at whom."""

    def __init__(self) -> None:
        self.at: dict[int, list[float]] = defaultdict(list)
        self._by_all: dict[int, asyncio.Event] = defaultdict(asyncio.Event)

    def put(self, number: int, moment: float) -> None:
        self.at[number].append(moment)
        if len(self.at[number]) == SUBSCRIBERS:
            self._by_all[number].set()

    async def by_all(self, number: int) -> None:
        await self._by_all[number].wait()


class Ear(asyncio.Protocol):
    """A subscriber: says what it must and notes when each number arrives."""

    def __init__(self, game: str, ready: asyncio.Future[None], heard: Heard) -> None:
        self._game, self._ready, self._heard = game, ready, heard
        self._begun = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /graphql HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}"]
        lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: graphql-transport-ws", "", ""]
        transport.write("\r\n".join(lines).encode())

    def data_received(self, data: bytes) -> None:
        now = time.monotonic()
        if not self._begun:
            assert b"101 Switching" in data, data[:200]
            self._begun = True
            self._say({"type": "connection_init"})
            self._say({"type": "subscribe", "id": "1", "payload": {"query": FOLLOW, "variables": {"id": self._game}}})
        if not self._ready.done() and b"StatusFrame" in data:
            self._ready.set_result(None)
        for number in NUMBER.findall(data):
            self._heard.put(int(number), now)

    def _say(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        head = bytes([0x81, 0x80 | len(body)]) if len(body) < 126 else bytes([0x81, 0x80 | 126]) + len(body).to_bytes(2)
        self._transport.write(head + bytes(4) + body)  # a mask of zeros


class Service(NamedTuple):
    """A service that listens, and its process."""

    url: str
    pid: int


@contextmanager
def service(kind: str, **settings: str) -> Iterator[Service]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "ARBITER_DATABASE": f"sqlite:///{Path(folder) / 'arbiter.db'}", "ARBITER_RATE_PER_ADDRESS": "100000", **settings}
        running = subprocess.Popen([sys.executable, "-m", "tests.benchmarks.live_server", str(port), kind], env=environment, start_new_session=True)
        try:
            url = f"http://127.0.0.1:{port}"
            end = time.monotonic() + 30
            while time.monotonic() < end:
                try:
                    if httpx.get(f"{url}/readyz").status_code == 200:
                        break
                except httpx.TransportError:
                    time.sleep(0.05)
            yield Service(url, running.pid)
        finally:
            running.terminate()
            running.wait(30)


async def measure(url: str, ruleset: str, seats: int) -> list[float]:
    """Milliseconds of every delivery."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:

        async def ask(query: str, token: str | None = None, **variables: Any) -> Any:
            headers = {} if token is None else {"Authorization": f"Bearer {token}"}
            return (await http.post("/graphql", json={"query": query, "variables": variables}, headers=headers)).json()["data"]

        opened = (await ask(OPEN % (ruleset, json.dumps([f"Player {n}" for n in range(seats)]))))["openGame"]
        game, tokens = opened["game"]["id"], opened["seatTokens"]
        heard = Heard()
        loop, port = asyncio.get_running_loop(), int(url.rpartition(":")[2])
        ears = []
        for _ in range(SUBSCRIBERS):
            ready: asyncio.Future[None] = loop.create_future()
            transport, _ = await loop.create_connection(lambda ready=ready: Ear(game, ready, heard), "127.0.0.1", port)  # type: ignore[misc]
            ears.append((transport, ready))
        _, waiting = await asyncio.wait([ready for _, ready in ears], timeout=PATIENCE)
        assert not waiting, f"{len(waiting)} subscribers were not served"
        sent: dict[int, float] = {}
        for _ in range(MOVES):
            await asyncio.sleep(PACE)
            state = (await ask(STATE, tokens[0], id=game))["game"]
            seat = state["toAct"][0]
            move = (await ask(STATE, tokens[seat], id=game))["game"]["legalMovesJson"][0]
            begun = time.monotonic()
            answer = (await ask(PLAY, tokens[seat], input={"gameId": game, "json": move}))["playMove"]
            sent[answer["number"]] = begun
            async with asyncio.timeout(PATIENCE):
                await heard.by_all(answer["number"])
        for transport, _ in ears:
            transport.abort()
        missing = [number for number in sent if len(heard.at[number]) != SUBSCRIBERS]
        assert not missing, f"frames are missing or doubled: {missing}"
        return [1000 * (moment - sent[number]) for number in sent for moment in heard.at[number]]


def at(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def main() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"{SUBSCRIBERS} subscribers, {MOVES} moves, ms from sending the move to the frame's arrival")
    print(f"{'':<28}{'p50':>9}{'p95':>9}{'p99':>9}{'worst':>9}")
    from domain.shelf import shelf

    rules = next(iter(shelf().values()))
    for kind, words in (("plain", "plain strawberry"), ("shared", "one execution for all")):
        with service(kind) as running:
            times = asyncio.run(measure(running.url, rules.slug, max(rules.seats)))
        p95 = at(times, 0.95)
        told = "" if kind == "plain" else f"   goal p95 < {GOAL}: {'met' if p95 < GOAL else f'missed by {p95 - GOAL:.0f} ms'}"
        print(f"{words:<28}{at(times, 0.5):>9.1f}{p95:>9.1f}{at(times, 0.99):>9.1f}{max(times):>9.1f}{told}", flush=True)
