"""What a subscription leaves behind: nothing for each frame while it lasts, nothing but what the collector finds once it is over."""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from graphql.execution.collect_fields import FieldDetails
from starlette.websockets import WebSocketDisconnect
from structlog.testing import capture_logs
from websockets.server import ServerProtocol

from api.context import Context
from api.schema.execution import Executor
from api.server import BoundedClose
from api.sharing import Printer
from api.socket import Handler
from tests.api.house import FOLLOW, House

GAMES = "subscription { games { id status moveCount players } }"


def alive(kind: type) -> int:
    return sum(kind in type(each).__mro__ for each in gc.get_objects())  # isinstance asks proxies, too, which may be dead


@contextmanager
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def test_an_event_keeps_nothing_of_the_one_before(house: House) -> None:
    """A subscription that lasts for days must not grow with every event."""
    async with house.socket() as socket:
        await socket.subscribe(GAMES)
        await asyncio.sleep(1)
        found = []
        for _ in range(3):
            for _ in range(10):
                await asyncio.to_thread(house.open)
                assert (await socket.next())["payload"]["data"]["games"]["status"] in ("OPEN", "RUNNING")
            gc.collect()
            found.append(alive(FieldDetails))
        assert found[2] <= found[0] + 10, found


@pytest.mark.parametrize("way", ["shared", "alone", "idle"])
async def test_what_is_over_is_let_go_at_once(house: House, way: str) -> None:
    """Whole sweeps of the collector are rare in the service: what a socket had, printed frames above all, must not wait for one."""
    table = house.open()
    kinds = (Printer, Executor, Context, ServerProtocol, BoundedClose, Handler)
    async with house.socket() as socket:  # whatever is made once and kept
        await socket.subscribe(FOLLOW, id=table.id)
        await socket.next()
    gc.collect()
    before = {kind: alive(kind) for kind in kinds}
    with no_collector():
        async with house.socket(house.arbiter) as socket:
            if way != "idle":
                await socket.subscribe(FOLLOW if way == "shared" else GAMES, id=table.id)
                await asyncio.to_thread(house.play, table.tokens[0], table.id, notation="aim left")
                assert (await socket.next())["type"] == "next"
            assert alive(ServerProtocol) > before[ServerProtocol]
        left: dict[type, int] = {}
        for _ in range(200):
            left = {kind: alive(kind) - before[kind] for kind in kinds}
            if not any(more > 0 for more in left.values()):
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"still there: {left}")


async def test_who_goes_away_in_the_middle_of_a_frame_is_no_error() -> None:
    with capture_logs() as logged:
        await Handler.handle_task_exception(object.__new__(Handler), WebSocketDisconnect(1006))
        await Handler.handle_task_exception(object.__new__(Handler), ValueError("ours"))
    assert [line["error"] for line in logged] == ["ValueError"]
