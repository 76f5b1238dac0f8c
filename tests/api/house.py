"""The whole service in a thread of the test, with real HTTP and WebSockets in front of it."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import uvicorn
import websockets

from api.app import build
from api.auth import mint_role
from api.server import config_of
from infra.settings import Settings
from projections.embedded import Embedded

PROTOCOL = "graphql-transport-ws"


class Opened(NamedTuple):
    """A table that was opened: the game, the tokens of its seats, its host's."""

    id: str
    tokens: list[str]
    host: str


class House:
    """A service that listens; ``ask`` for answers, ``socket`` for subscriptions."""

    def __init__(self, embedded: Embedded, url: str, settings: Settings) -> None:
        self.embedded, self.url, self.settings = embedded, url, settings
        self.http = httpx.Client(base_url=url, timeout=30)

    @property
    def arbiter(self) -> str:
        return mint_role(self.embedded.keys, "arbiter", 3600)

    def post(self, query: str, token: str | None = None, **variables: Any) -> httpx.Response:
        body = json.dumps({"query": query, "variables": variables})  # ASCII: also what is no whole character gets through
        return self.http.post("/graphql", content=body, headers={"Content-Type": "application/json", **bearer(token)})

    def ask(self, query: str, token: str | None = None, **variables: Any) -> Any:
        """The data of an answer without errors."""
        answer = self.post(query, token, **variables).json()
        assert "errors" not in answer, answer["errors"]
        return answer["data"]

    def refuse(self, query: str, token: str | None = None, **variables: Any) -> dict[str, Any]:
        """The first error of an answer, with its code and clause beside the message."""
        error = self.post(query, token, **variables).json()["errors"][0]
        return {"message": error["message"], **error.get("extensions", {})}

    def open(self, ruleset: str = "toy", players: tuple[str, ...] = ("Ann", "Ben"), **more: Any) -> Opened:
        made = self.ask(
            "mutation($input: OpenGameInput!) { openGame(input: $input) { game { id } seatTokens hostToken } }",
            input={"ruleset": ruleset, "players": list(players), **more},
        )["openGame"]
        return Opened(made["game"]["id"], made["seatTokens"], made["hostToken"])

    def play(self, token: str | None, game: str, **move: Any) -> dict[str, Any]:
        return self.ask(PLAY, token, input={"gameId": game, **move})["playMove"]

    def play_out(self, table: Opened, most: int = 10_000) -> int:
        """The first legal move of whoever is to act, until the game ends; the number of moves."""
        for number in range(most):
            current = self.embedded.ledger.game(table.id)
            assert current is not None
            acting = current.rules.to_act(current.state) if current.status == "RUNNING" else ()
            if not acting:
                return number
            move = current.rules.legal_moves(current.state, acting[0])[0]
            assert self.play(table.tokens[acting[0]], table.id, json=move.wire())["__typename"] == "MoveAccepted"
        return most

    def caught_up(self, game: str) -> None:
        """Waits until the read side has everything of a game."""
        current = self.embedded.ledger.game(game)
        assert current is not None
        assert self.embedded.library.wait_for(game, current.version, 10)

    @asynccontextmanager
    async def socket(self, token: str | None = None, **options: Any) -> AsyncIterator["Socket"]:
        address = self.url.replace("http", "ws") + "/graphql"
        async with websockets.connect(address, subprotocols=[PROTOCOL], max_size=None, **options) as raw:  # type: ignore[list-item]
            payload = {} if token is None else {"authorization": f"Bearer {token}"}
            await raw.send(json.dumps({"type": "connection_init", "payload": payload}))
            assert json.loads(await raw.recv())["type"] == "connection_ack"
            yield Socket(raw)


class Socket:
    """An acknowledged WebSocket. One subscription at a time is read with ``frames``; ``next`` gives any message."""

    def __init__(self, raw: Any) -> None:
        self.raw = raw

    async def subscribe(self, query: str, operation: str = "1", **variables: Any) -> None:
        await self.raw.send(json.dumps({"type": "subscribe", "id": operation, "payload": {"query": query, "variables": variables}}))

    async def next(self, seconds: float = 10) -> dict[str, Any]:
        async with asyncio.timeout(seconds):
            return json.loads(await self.raw.recv())  # type: ignore[no-any-return]

    async def frames(self, field: str = "game", seconds: float = 10) -> AsyncIterator[dict[str, Any]]:
        """The frames of the one subscription until it completes."""
        while (message := await self.next(seconds))["type"] != "complete":
            assert message["type"] == "next", message
            assert "errors" not in message["payload"], message
            yield message["payload"]["data"][field]

    async def all(self, field: str = "game", seconds: float = 10) -> list[dict[str, Any]]:
        return [frame async for frame in self.frames(field, seconds)]


PLAY = """
mutation($input: PlayMoveInput!) { playMove(input: $input) {
  __typename
  ... on MoveAccepted { number game { id moveCount toAct } receipt { gameId version hash signature keyId } }
  ... on MoveRefused { clause reason legalMovesJson attempt }
  ... on MoveConflict { headMove }
} }
"""
FOLLOW = """
subscription($id: ID!, $after: Int) { game(id: $id, afterMove: $after) {
  __typename
  ... on MoveFrame { gameId number seat json notation narration facts clauses toAct scores hash at draws }
  ... on StatusFrame { gameId status moveCount annulled outcome }
  ... on Discontinuity { gameId afterMove headMove reason }
} }
"""


def bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


@contextmanager
def running(folder: Path, **settings: Any) -> Iterator[House]:
    """A service on a free port; it stops at the end."""
    chosen = Settings(database=f"sqlite:///{folder / 'arbiter.db'}", **{"rate_per_address": 100_000, "opens_per_minute": 10_000, **settings})
    with Embedded(chosen) as embedded:
        server = uvicorn.Server(config_of(build(chosen, embedded), chosen, "127.0.0.1", 0))
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive(), "the server did not start"
                threading.Event().wait(0.01)
            port = server.servers[0].sockets[0].getsockname()[1]
            yield House(embedded, f"http://127.0.0.1:{port}", chosen)
        finally:
            server.should_exit = True
            thread.join(20)
            assert not thread.is_alive(), "the server did not stop"
