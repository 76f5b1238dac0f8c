"""A move accepted in one process → the frame at a subscriber of another: milliseconds, idle and at 500 moves a second, relay and worker running beside."""

import asyncio
import json
import statistics
import time

import websockets

from domain import commands as cmd
from infra.ledger import Ledger
from tests.api.house import FOLLOW, PROTOCOL
from tests.benchmarks.site import bench_site
from tests.stores import first_move

MOVES, LOAD = 200, 500
NAMES = ("Ann", "Ben", "Cy", "Dora")


async def follow(url: str, game: str, arrived: dict[int, float], ready: asyncio.Event) -> None:
    """Notes when each move's frame arrives."""
    async with websockets.connect(url.replace("http", "ws") + "/graphql", subprotocols=[PROTOCOL]) as raw:  # type: ignore[list-item]
        await raw.send(json.dumps({"type": "connection_init"}))
        await raw.recv()
        await raw.send(json.dumps({"type": "subscribe", "id": "1", "payload": {"query": FOLLOW, "variables": {"id": game, "after": 0}}}))
        while (message := json.loads(await raw.recv()))["type"] == "next":
            frame = message["payload"]["data"]["game"]
            ready.set()
            if frame["__typename"] == "MoveFrame":
                arrived[frame["number"]] = time.perf_counter()


async def load(ledger: Ledger, stop: asyncio.Event) -> int:
    """Moves of other games, so many a second, sent in slices of a twentieth of a second."""
    games = [ledger.open_game(cmd.OpenGame("bremen", players=NAMES)).game for _ in range(50)]
    sent, begun = 0, time.perf_counter()

    async def one(slot: int) -> None:
        if games[slot].status == "ENDED":
            games[slot] = (await asyncio.wrap_future(ledger.submit_opening(cmd.OpenGame("bremen", players=NAMES)))).game
        games[slot] = (await asyncio.wrap_future(ledger.submit(games[slot].id, first_move(games[slot])))).game

    while not stop.is_set():
        due = min(int((time.perf_counter() - begun) * LOAD) - sent, len(games))
        await asyncio.gather(*(one(place % len(games)) for place in range(sent, sent + due)))
        sent += due
        await asyncio.sleep(0.02)
    return sent


async def measured(url: str, ledger: Ledger, moves: int) -> list[float]:
    """Milliseconds from the answer to the frame, move by move."""
    found: list[float] = []
    while len(found) < moves:
        game = ledger.open_game(cmd.OpenGame("bremen", players=NAMES)).game
        arrived: dict[int, float] = {}
        ready = asyncio.Event()
        following = asyncio.create_task(follow(url, game.id, arrived, ready))
        await ready.wait()
        accepted: dict[int, float] = {}
        while game.status != "ENDED":
            done = await asyncio.wrap_future(ledger.submit(game.id, first_move(game)))
            game = done.game
            accepted[done.number or 0] = time.perf_counter()
            await asyncio.sleep(0.02)
        await following
        found += [1_000 * max(0.0, arrived[number] - moment) for number, moment in accepted.items()]
    return found


def told(name: str, milliseconds: list[float]) -> None:
    cuts = statistics.quantiles(milliseconds, n=100)
    print(f"{name:<52}p50 {cuts[49]:7.1f} ms   p95 {cuts[94]:7.1f} ms   p99 {cuts[98]:7.1f} ms   of {len(milliseconds)}", flush=True)


async def both(url: str, ledger: Ledger) -> None:
    told("idle", await measured(url, ledger, MOVES))
    stop = asyncio.Event()
    begun = time.perf_counter()
    loading = asyncio.create_task(load(ledger, stop))
    told(f"beside {LOAD} moves/s", await measured(url, ledger, MOVES))
    stop.set()
    sent = await loading
    print(f"{'load that was reached':<52}{sent / (time.perf_counter() - begun):>12,.0f} moves/s")


def main() -> None:
    with bench_site() as here:
        if here is None:
            return
        here.run("migrate")
        here.relay(), here.worker()
        _, url = here.api()
        with here.ledger() as ledger:
            asyncio.run(both(url, ledger))
