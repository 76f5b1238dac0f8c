"""Whose request it is behind a proxy: nobody gets past a limit, or uses up another's, by naming addresses."""

import asyncio
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets

from api.proxies import behind
from infra.settings import Settings
from tests.api.house import PROTOCOL, House, running
from tests.distributed.site import ARBITER, ROOT
from tests.toy import on_the_shelf

OPEN = 'mutation { openGame(input: {ruleset: "toy", seats: 2}) { game { id } } }'


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Everybody who connects is a proxy."""
    with on_the_shelf(), running(tmp_path_factory.mktemp("proxies"), proxies="*", opens_per_minute=2, sockets_per_address=1) as made:
        yield made


def opens(house: House, *forwarded: str) -> bool:
    """Whether a table may be opened with these headers."""
    headers = [("X-Forwarded-For", value) for value in forwarded]
    answer = house.http.post("/graphql", json={"query": OPEN}, headers=headers).json()
    return "errors" not in answer


def test_who_names_another_address_each_time_is_one_and_the_same(house: House) -> None:
    assert [opens(house, f"192.0.2.{number}, 203.0.113.7") for number in range(4)] == [True, True, False, False]
    assert [opens(house, f"192.0.2.{number}", "203.0.113.7") for number in range(2)] == [False, False], "also in headers of their own"
    assert opens(house, "203.0.113.8"), "the neighbour is somebody else"
    assert opens(house, "203.0.113.7, 203.0.113.8"), "and pays for himself alone"


def test_a_socket_counts_for_the_same_address(house: House) -> None:
    async def connect(told: str) -> Any:
        return await websockets.connect(house.url.replace("http", "ws") + "/graphql", subprotocols=[PROTOCOL], additional_headers={"X-Forwarded-For": told})  # type: ignore[list-item]

    async def scenario() -> None:
        async with await connect("192.0.2.1, 203.0.113.7"):
            with pytest.raises(websockets.InvalidStatus):
                await connect("192.0.2.2, 203.0.113.7")
            async with await connect("203.0.113.8"):
                pass

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("proxies", "peer", "told", "client"),
    [
        ("", "10.0.0.1", ["192.0.2.1"], "10.0.0.1"),
        ("*", "10.0.0.1", [], "10.0.0.1"),
        ("*", "10.0.0.1", ["192.0.2.1, 203.0.113.7"], "203.0.113.7"),
        ("10.0.0.0/24", "10.0.0.1", ["192.0.2.1, 203.0.113.7, 10.0.0.9"], "203.0.113.7"),
        ("10.0.0.0/24", "10.0.0.1", ["10.0.0.8, 203.0.113.7"], "203.0.113.7"),
        ("10.0.0.1,10.0.0.2", "203.0.113.7", ["192.0.2.1"], "203.0.113.7"),
    ],
)
def test_the_client_is_the_last_that_is_no_proxy(proxies: str, peer: str, told: list[str], client: str) -> None:
    seen: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["client"][0])

    scope = {"type": "http", "client": (peer, 5), "headers": [(b"x-forwarded-for", value.encode()) for value in told]}
    asyncio.run(behind(app, Settings(proxies=proxies).proxies)(scope, None, None))  # type: ignore[arg-type]
    assert seen == [client]


@pytest.mark.parametrize("proxies", ["proxy", "*,10.0.0.1", "10.0.0.1/8", "10.0.0.1;10.0.0.2"])
def test_what_would_never_match_is_said_at_the_start(proxies: str, tmp_path: Path) -> None:
    env = {**os.environ, "ARBITER_PROXIES": proxies, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([*ARBITER, "serve", "--port", "0"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.strip() == "arbiter: ARBITER_PROXIES: must be '*', or addresses and networks such as 10.0.0.5,172.18.0.0/16"
