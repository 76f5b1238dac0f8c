"""Asked to stop, the service stops: sockets are closed, what was accepted is on the disk, the exit code is 0."""

import asyncio
import json
import time
from pathlib import Path

import httpx
import pytest
import websockets

from domain.shelf import shelf
from tests.api.house import FOLLOW, PROTOCOL
from tests.flow.process import Process
from tests.flow.test_a_whole_game import open_game


async def test_stopping_under_subscribers(tmp_path: Path) -> None:
    with Process(tmp_path) as process:
        game_id, _ = open_game(process.url, next(iter(shelf())))
        async with websockets.connect(process.url.replace("http", "ws") + "/graphql", subprotocols=[PROTOCOL]) as raw:  # type: ignore[list-item]
            await raw.send(json.dumps({"type": "connection_init"}))
            await raw.send(json.dumps({"type": "subscribe", "id": "1", "payload": {"query": FOLLOW, "variables": {"id": game_id}}}))
            await raw.recv()
            await raw.recv()
            begun = time.monotonic()
            stopping = asyncio.create_task(asyncio.to_thread(process.stop))
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await raw.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
            assert await stopping == 0
            assert time.monotonic() - begun < 15
        assert "Traceback" not in process.log()
        process.start()
        query = {"query": "query($id: ID!) { game(id: $id) { status } }", "variables": {"id": game_id}}
        answer = await asyncio.to_thread(lambda: httpx.post(f"{process.url}/graphql", json=query).json())
        assert answer["data"]["game"] == {"status": "RUNNING"}
