"""Dockerfile and docker-compose.yml at work, without an engine: the image is built by its steps, and the services run as containers that the kernel makes.

Takes some minutes, root, and the network for packages: ``make compose-check`` runs it.
"""

import asyncio
import json
import os
import socket
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import pytest
import websockets

from domain.shelf import shelf
from tests.api.house import PROTOCOL
from tests.distributed.by_hand import host as hosts
from tests.distributed.by_hand import image as images
from tests.distributed.by_hand import stand_ins
from tests.distributed.by_hand.composition import OURS, Composition
from tests.distributed.by_hand.host import Host
from tests.distributed.people import OPEN, ask, open_games, play_all
from tests.distributed.site import ARBITER, ROOT
from tests.flow.people import Spectator
from tests.services.fixtures import missing

pytestmark = [
    pytest.mark.skipif(os.environ.get("ARBITER_TEST_COMPOSE") != "1", reason="builds the image and runs every service: make compose-check"),
    pytest.mark.timeout(600),
]

OPENS: Final = 20  # games a minute and address and process
SECRETS: Final = {"ARBITER_SECRET": "s" * 64, "POSTGRES_PASSWORD": "p" * 32}
DIES: Final = """
import socket
door = socket.create_server(("0.0.0.0", 8000))
while True:
    came, _ = door.accept()
    came.recv(65536)
    came.close()
"""  # takes a request, and dies with it


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Composition]:
    """Everything is up, and the test is in its network."""
    folder = tmp_path_factory.mktemp("compose")
    if reason := hosts.unavailable(tmp_path_factory.mktemp("tried")) or images.unavailable() or stand_ins.unavailable():
        missing(reason)
    host = Host(folder)
    made = Composition(host, SECRETS, folder, {"ARBITER_OPENS_PER_MINUTE": str(OPENS)})
    try:
        made.build()
        with host.joined():
            made.start("postgres")
            made.wait_until_healthy("postgres")
            socket.create_connection((made.running["postgres"].address, 5432), 1).close()  # whoever waited for it finds it
            made.up()
            yield made
    finally:
        made.close()
        host.close()


@pytest.fixture
def url(site: Composition) -> str:
    """Where the proxy is reached from outside."""
    (port,) = site.services["proxy"]["ports"]
    return f"http://{site.running['proxy'].address}:{port['target']}"


def test_the_image_is_what_the_dockerfile_says(site: Composition) -> None:
    image = site.image
    assert (image.user, image.entrypoint) == ("10001:10001", ("arbiter",))
    assert "Usage: arbiter" in site.run("api1", "--help")
    assert all(slug in site.run("api1", "rulesets") for slug in shelf())


@pytest.mark.parametrize("name", ["api1", "api2", "relay", "worker1", "worker2"])
def test_our_services_are_healthy_with_no_right_at_all(site: Composition, name: str) -> None:
    assert site.is_healthy(name)
    status = site.running[name].run(["cat", "/proc/1/status"]).stdout
    told = dict(line.split(":\t", 1) for line in status.splitlines())
    assert set(told["Uid"].split()) == {"10001"}
    assert int(told["CapEff"], 16) == int(told["CapBnd"], 16) == 0
    assert told["NoNewPrivs"] == "1"
    assert site.running[name].run(["touch", "/tmp/x"]).returncode != 0, "nothing can be written, and nothing needs to be"


def test_a_large_form_is_turned_away_without_a_disk_to_put_it_on(url: str) -> None:
    answer = httpx.post(f"{url}/graphql", files={"operations": ("operations", b"x" * 1_000_000)})
    assert 400 <= answer.status_code < 500, answer.text


async def test_games_go_on_while_parts_die_and_come_back(site: Composition, url: str, tmp_path: Path) -> None:
    games = []
    for ruleset in sorted(shelf())[:2]:
        games += await open_games([url], 1, ruleset, max(n for n in shelf()[ruleset].seats if n <= 4))
    spectators = [Spectator(url, game) for game, _ in games for _ in range(3)]
    following = [asyncio.create_task(spectator.follow()) for spectator in spectators]
    playing = asyncio.create_task(play_all([url], games))

    await spectators[0].seen(3)
    site.kill("api1")
    await spectators[0].seen(8)
    assert await asyncio.to_thread(site.stop, "worker1", "relay") == {"worker1": 0, "relay": 0}
    await spectators[0].seen(12)
    await asyncio.to_thread(site.again, "api1")
    await asyncio.to_thread(site.again, "relay")
    site.kill("kafka")
    await spectators[0].seen(20)
    await asyncio.to_thread(site.again, "kafka")
    await asyncio.to_thread(site.again, "worker1")
    await asyncio.wait_for(playing, 90)
    await asyncio.wait_for(asyncio.gather(*following), 30)

    for number, (game, _) in enumerate(games):
        record = tmp_path / "record.jsonl"
        record.write_text(site.run("worker1", "record", game, "--server", "http://proxy:8080"))
        moves = [line["hash"] for line in map(json.loads, record.read_text().splitlines()) if "move" in line]
        for spectator in spectators[3 * number : 3 * number + 3]:
            assert [frame["hash"] for frame in spectator.moves] == moves, "each saw every move, once"
        assert '"ok":true' in verify(record, url)
    assert sum(spectator.breaks for spectator in spectators) > 0, "somebody was connected to the process that died"
    await everywhere(site, url, {game for game, _ in games})


async def everywhere(site: Composition, url: str, games: set[str]) -> None:
    """The feeds have caught up, and the process that came back is asked again, though it has another address."""
    async with asyncio.timeout(60), httpx.AsyncClient(timeout=10) as http:
        await until(lambda: ended(http, url), games)
        before = await asked(site, http, "api1")
        for _ in range(20):
            assert (await http.get(f"{url}/keys")).status_code == 200
        assert before < await asked(site, http, "api1") < before + 20, "both are"


async def until(ask_again: Callable[[], Awaitable[Any]], wanted: Any) -> None:
    for _ in range(600):
        if await ask_again() == wanted:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"never {wanted}")


async def ended(http: httpx.AsyncClient, url: str) -> set[str]:
    return {edge["node"]["id"] for edge in (await ask(http, [url], None, ENDED, {}))["games"]["edges"]}


ENDED: Final = "{ games(status: ENDED) { edges { node { id } } } }"


async def asked(site: Composition, http: httpx.AsyncClient, name: str) -> float:
    """How often a process was asked for its keys."""
    told = (await http.get(f"http://{site.running[name].address}:8000/metrics")).text
    return sum(float(line.rsplit(" ", 1)[1]) for line in told.splitlines() if line.startswith('arbiter_http_requests_total{door="keys"'))


def verify(record: Path, url: str) -> str:
    keys = record.with_name("keys.json")
    keys.write_text(httpx.get(f"{url}/keys").text)
    done = subprocess.run([*ARBITER, "verify", str(record), "--key", str(keys), "--json"], capture_output=True, text=True, check=False, cwd=ROOT)
    return done.stdout


async def test_what_a_process_died_with_is_not_sent_to_another(site: Composition, url: str) -> None:
    """Only who sent it knows whether it may be sent again: under its clientMoveId it may, and is played once."""
    site.kill("api1")
    image = msgspec.structs.replace(site.image, entrypoint=())
    site.start("api1", image=image, command=["python", "-c", DIES])
    try:
        async with httpx.AsyncClient(timeout=10) as http:
            lost = await lost_with_a_process(http, url)
            found = (await ask(http, [url], None, BY_NAME, {"player": lost}))["games"]["totalCount"]
            assert found == 0, "it reached one process, and that is dead"
            for _ in range(20):
                assert (await http.get(f"{url}/keys")).status_code == 200, "what changes nothing is asked of the other"
            ((game, tokens),) = await open_games([url], 1)
            players = await asyncio.wait_for(play_all([url], [(game, tokens)]), 90)
            record = (await http.get(f"{url}/games/{game}/record")).text
        moves = [line for line in map(json.loads, record.splitlines()) if "move" in line]
        hashes = {line["number"]: line["hash"] for line in moves}
        receipts = {number: receipt["hash"] for player in players for number, receipt in player.receipts.items()}
        assert len(hashes) == len(moves), "each once"
        assert receipts == {number: hashes[number] for number in receipts}, "what was acknowledged is there"
    finally:
        site.kill("api1")
        await asyncio.to_thread(site.again, "api1")


BY_NAME: Final = "query($player: String!) { games(player: $player) { totalCount } }"


async def lost_with_a_process(http: httpx.AsyncClient, url: str) -> str:
    """The name in a request that was answered by nobody."""
    end = time.monotonic() + 20
    for number in range(1_000):
        name = f"Lost {number}"
        sent = {"query": OPEN, "variables": {"input": {"ruleset": sorted(shelf())[0], "players": [name, "B", "C"]}}}
        answer = await http.post(f"{url}/graphql", json=sent)
        if answer.status_code == 502:
            return name
        assert answer.status_code == 200, answer.text
        assert time.monotonic() < end, "the proxy sends again what it cannot know to be safe"
        await asyncio.sleep(0.3)
    raise AssertionError("never")


async def test_nobody_gets_past_the_limits_by_naming_other_addresses(url: str) -> None:
    (forger, other), begun = hosts.STRANGERS, time.monotonic()
    answers = [await opened(url, forger, other if number % 2 else f"192.0.2.{number}") for number in range(3 * OPENS)]
    assert answers[0], "who is new may open games"
    allowed = 2 * OPENS * (1 + (time.monotonic() - begun) / 60)  # each of two processes lets one address open so many, and more as time passes
    assert sum(answers) <= allowed + 2
    assert await opened(url, other, "192.0.2.1"), "who is named by others is not the one who pays"


async def opened(url: str, source: str, told: str) -> bool:
    """Whether somebody at an address may open a table, who says that he passes it on for another."""
    async with httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address=source)) as http:
        sent = {"query": OPEN, "variables": {"input": {"ruleset": sorted(shelf())[0]}}}
        answer = (await http.post(f"{url}/graphql", json=sent, headers={"X-Forwarded-For": told})).json()
        assert "errors" not in answer or answer["errors"][0]["extensions"]["clause"] == "ARB-7", answer
        return "errors" not in answer


async def test_a_page_of_the_service_itself_may_follow_games_and_no_other(url: str) -> None:
    async def connects(origin: str) -> Any:
        address = url.replace("http", "ws") + "/graphql"
        async with websockets.connect(address, subprotocols=[PROTOCOL], origin=origin) as raw:  # type: ignore[list-item,arg-type]
            await raw.send(json.dumps({"type": "connection_init"}))
            return json.loads(await raw.recv())["type"]

    assert await connects(url) == "connection_ack"
    with pytest.raises(websockets.InvalidStatus, match="403"):
        await connects("http://elsewhere.example")


def test_without_its_database_it_says_so_through_the_proxy_too(site: Composition, url: str) -> None:
    site.kill("postgres")
    try:
        told = httpx.post(f"{url}/graphql", json={"query": ENDED}, timeout=20).json()["errors"][0]
        assert told["extensions"]["code"] == "UNAVAILABLE"
        assert httpx.get(f"{url}/readyz", timeout=20).json()["parts"]["store"] is False
    finally:
        site.again("postgres")
    for name in ("api1", "api2", "relay", "worker1", "worker2", "proxy"):
        site.wait_until_healthy(name)
    assert httpx.get(f"{url}/readyz").status_code == 200


async def test_asked_to_stop_everything_stops_by_itself(site: Composition, url: str) -> None:
    ((game, _),) = await asyncio.wait_for(open_games([url], 1), 20)
    follows = asyncio.Event()
    watching = asyncio.create_task(one_connection(url, game, follows))
    await asyncio.wait_for(follows.wait(), 20)
    names = sorted(name for name, service in site.services.items() if service["image"] == OURS and name in site.running and name != "migrate")
    stopped = {**await asyncio.to_thread(site.stop, "proxy"), **await asyncio.to_thread(site.stop, *names)}
    assert stopped == dict.fromkeys(["proxy", *names], 0)
    await watching
    for name in names:
        assert "Traceback" not in (site.folder / f"{name}.log").read_text()


async def one_connection(url: str, game: str, follows: asyncio.Event) -> None:
    """Somebody who follows until he is cut off."""
    async with websockets.connect(url.replace("http", "ws") + "/graphql", subprotocols=[PROTOCOL]) as raw:  # type: ignore[list-item]
        await raw.send(json.dumps({"type": "connection_init"}))
        query = "subscription($id: ID!) { game(id: $id) { __typename } }"
        await raw.send(json.dumps({"type": "subscribe", "id": "1", "payload": {"query": query, "variables": {"id": game}}}))
        with suppress(websockets.ConnectionClosed):
            async for message in raw:
                if json.loads(message)["type"] == "next":
                    follows.set()
