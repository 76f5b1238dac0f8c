"""Players and spectators as programs of their own: they know the URL and their token, and go on when the service has died."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from typing import Any

import httpx
import websockets

from tests.api.house import FOLLOW, PLAY, PROTOCOL, bearer

STATE = "query($id: ID!) { game(id: $id) { status moveCount toAct legalMovesJson } }"


class Player:
    """Plays a seat: asks for the legal moves, sends one under an id of its own, and sends it again until it is answered."""

    pause = 0.01  # seconds between two looks at whether it is to act

    def __init__(self, url: str, game: str, seat: int, token: str, seed: int) -> None:
        self.url, self.game, self.seat, self.token = url, game, seat, token
        self.receipts: dict[int, dict[str, Any]] = {}
        self._rng = random.Random(seed)

    async def play(self) -> None:
        """Until the game has ended."""
        async with httpx.AsyncClient(base_url=self.url, timeout=10) as http:
            while True:
                state = (await self._ask(http, STATE, id=self.game))["game"]
                if state["status"] == "ENDED":
                    return
                if self.seat in state["toAct"]:
                    await self._move(http, state)
                else:
                    await asyncio.sleep(self.pause)

    async def _move(self, http: httpx.AsyncClient, state: dict[str, Any]) -> None:
        move = self._rng.choice(state["legalMovesJson"])
        sent = {"gameId": self.game, "json": move, "expectedMove": state["moveCount"], "clientMoveId": f"{self.seat}-{state['moveCount']}"}
        answer = (await self._ask(http, PLAY, input=sent))["playMove"]
        if answer["__typename"] == "MoveConflict":
            return  # the state that was read was behind
        if answer["__typename"] == "MoveRefused":
            assert answer["clause"] == "ARB-4", answer
            assert "used for another move" in answer["reason"], answer  # accepted before the service died, and the read side was behind
            return
        assert answer["number"] == state["moveCount"] + 1
        self.receipts[answer["number"]] = answer["receipt"]

    async def _ask(self, http: httpx.AsyncClient, query: str, **variables: Any) -> Any:
        while True:
            try:
                answer = await http.post("/graphql", json={"query": query, "variables": variables}, headers=bearer(self.token))
                told = answer.json()
                assert "errors" not in told, told
                return told["data"]
            except httpx.TransportError:
                await asyncio.sleep(0.05)


class Spectator:
    """Follows a game to its end; comes back with ``afterMove`` when the connection breaks."""

    def __init__(self, url: str, game: str, token: str | None = None) -> None:
        self.url, self.game, self.token = url, game, token
        self.moves: list[dict[str, Any]] = []
        self.late: set[int] = set()  # numbers that came as backlog of a game that had gone on
        self.breaks = 0
        self._more = asyncio.Event()

    async def seen(self, number: int) -> None:
        """Waits until it has seen so many moves."""
        while len(self.moves) < number:
            self._more.clear()
            await self._more.wait()

    async def follow(self) -> None:
        while True:
            try:
                async for frame in self._frames():
                    if frame["__typename"] == "MoveFrame":
                        assert frame["number"] == len(self.moves) + 1, "a gap or a repeat"
                        self.moves.append(frame)
                        self._more.set()
                return
            except (OSError, websockets.WebSocketException):
                self.breaks += 1
                await asyncio.sleep(0.05)

    async def _frames(self) -> AsyncIterator[dict[str, Any]]:
        address = self.url.replace("http", "ws") + "/graphql"
        async with websockets.connect(address, subprotocols=[PROTOCOL], open_timeout=5) as raw:  # type: ignore[list-item]
            await raw.send(json.dumps({"type": "connection_init", "payload": bearer(self.token)}))
            await raw.recv()
            variables = {"id": self.game, "after": len(self.moves)}
            await raw.send(json.dumps({"type": "subscribe", "id": "1", "payload": {"query": FOLLOW, "variables": variables}}))
            first = True
            while (message := json.loads(await raw.recv()))["type"] == "next":
                assert "errors" not in message["payload"], message
                frame = message["payload"]["data"]["game"]
                if first and frame["status"] == "RUNNING":
                    self.late |= set(range(len(self.moves) + 1, frame["moveCount"] + 1))
                first = False
                yield frame
            assert message["type"] == "complete", message
