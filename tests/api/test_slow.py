"""Subscribers that are slow, or never read."""

import asyncio
import random
import socket as sockets
import time
from collections.abc import Iterator
from typing import Any

import pytest

from domain import commands as cmd
from domain.playout import choose
from tests.api.house import FOLLOW, House, running
from tests.toy import on_the_shelf

MOVES = 100  # that are made while nobody reads; the fat frames of so many fit into no buffer
FIELDS = " ".join(f"f{n}: facts n{n}: narration" for n in range(400))
FAT = f"""
subscription($id: ID!, $after: Int) {{ game(id: $id, afterMove: $after) {{
  __typename ... on StatusFrame {{ status }} ... on MoveFrame {{ number {FIELDS} }} ... on Discontinuity {{ afterMove headMove }}
}} }}
"""


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with on_the_shelf(), running(tmp_path_factory.mktemp("slow"), queue_length=20, send_timeout=0.5, max_aliases=1_000, max_tokens=10_000) as made:
        yield made


def long_game(house: House) -> str:
    """A real game that goes on for long, opened without doors."""
    return house.embedded.ledger.open_game(cmd.OpenGame("hameln", players=("Ann", "Ben", "Cy", "Di", "Ed"))).game.id


def play(house: House, game_id: str, times: int, pause: float = 0) -> int:
    """Bot moves straight into the ledger; the last number."""
    game, rng = house.embedded.ledger.game(game_id), random.Random(5)
    assert game is not None
    for _ in range(times):
        if game.status != "RUNNING":
            break
        time.sleep(pause)
        seat, move = choose(game.rules, game.state, rng)
        game = house.embedded.ledger.execute(game_id, cmd.PlayMove(seat, move)).game
    return game.count


def narrow(house: House) -> sockets.socket:
    """A TCP connection that takes in as little as it can."""
    made = sockets.socket()
    made.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4_096)
    host, port = house.url.removeprefix("http://").split(":")
    made.connect((host, int(port)))
    return made


async def test_a_slow_subscriber_is_told_where_to_go_on(impatient: House) -> None:
    house = impatient
    game_id = long_game(house)
    async with house.socket(sock=narrow(house), max_queue=1) as socket:
        await socket.subscribe(FAT, id=game_id)
        assert (await socket.next())["payload"]["data"]["game"]["__typename"] == "StatusFrame"
        count = await asyncio.to_thread(play, house, game_id, MOVES)
        got: list[dict[str, Any]] = await socket.all(seconds=20)
    seen = [frame["number"] for frame in got if frame["__typename"] == "MoveFrame"]
    assert seen == list(range(1, len(seen) + 1)), "no gap, no repeat"
    lost = got[-1]
    assert lost["__typename"] == "Discontinuity"
    assert lost["afterMove"] == len(seen) < count
    assert len(seen) < lost["headMove"] <= count
    async with house.socket() as socket:
        await socket.subscribe(FOLLOW, id=game_id, after=lost["afterMove"])
        rest = []
        while len(rest) < count - len(seen):
            frame = (await socket.next())["payload"]["data"]["game"]
            if frame["__typename"] == "MoveFrame":
                rest.append(frame["number"])
    assert seen + rest == list(range(1, count + 1)), "resumed: everything, once"


async def test_one_that_never_reads_is_cut_off_and_harms_nobody(impatient: House) -> None:
    house = impatient
    game_id = long_game(house)
    dead = narrow(house)
    async with house.socket(sock=dead, max_queue=1, ping_interval=None) as stuck, house.socket() as beside:
        for socket in (stuck, beside):
            await socket.subscribe(FAT if socket is stuck else FOLLOW, id=game_id)
            await socket.next()
        reading = asyncio.create_task(follow_to(beside, MOVES))
        dead_transport = stuck.raw.transport
        dead_transport.pause_reading()
        count = await asyncio.to_thread(play, house, game_id, MOVES, 0.03)
        assert await reading == count == MOVES
        begun = time.monotonic()
        while sockets_open(house) > 1:
            assert time.monotonic() - begun < 20, "the dead socket is still held"
            await asyncio.sleep(0.1)
        dead_transport.abort()


async def follow_to(socket: Any, number: int) -> int:
    seen = 0
    while seen < number:
        frame = (await socket.next())["payload"]["data"]["game"]
        if frame["__typename"] == "MoveFrame":
            assert frame["number"] == seen + 1
            seen = frame["number"]
        elif frame["__typename"] == "Discontinuity":
            raise AssertionError("the quick one lost its place")
    return seen


def sockets_open(house: House) -> int:
    metrics = house.http.get("/metrics").text
    return int(float(next(line.split()[1] for line in metrics.splitlines() if line.startswith("arbiter_sockets "))))
