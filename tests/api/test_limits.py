"""How much one may send: documents, requests, sockets, games; what is too much is said in one sentence."""

import asyncio
import contextlib
import json
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import websockets
from graphql import get_introspection_query, parse

from api.limits import Buckets, address_of
from api.measure import Scales
from tests.api.house import PROTOCOL, House, running
from tests.toy import on_the_shelf


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Small limits, so that they are quickly reached."""
    limits: dict[str, Any] = {"sockets_per_address": 3, "max_subscriptions": 2, "opens_per_minute": 2, "max_message_bytes": 4_096}
    with on_the_shelf(), running(tmp_path_factory.mktemp("strict"), **limits) as made:
        yield made


FRAGMENTS = (
    "query { ...f0 } " + " ".join(f"fragment f{n} on Query {{ ...f{n + 1} ...f{n + 1} }}" for n in range(60)) + " fragment f60 on Query { rulesets { id } }"
)
HEAVY = {
    "levels": "{ __schema { types { " + "ofType { " * 20 + "name" + " }" * 20 + " } } }",
    "introspection": "{ __schema " + "{ types { fields { type " * 6 + "{ name }" + " } } }" * 6 + " }",
    "aliases": "{ " + " ".join(f"a{n}: games {{ totalCount }}" for n in range(25)) + " }",
    "cost": "{ games(first: 100) { edges { node { id ruleset status players moveCount startedAt } } } "
    + " ".join(f"g{n}: games(first: 100) {{ edges {{ node {{ id ruleset status players moveCount startedAt endedAt outcome }} }} }}" for n in range(19))
    + " b: audit(gameId: 1) { ok } " * 90
    + "}",
    "fragments": FRAGMENTS,
    "tokens": "{ " + "games { totalCount } " * 600 + "}",
    "circle": "query { ...a } fragment a on Query { ...b } fragment b on Query { ...a }",
    "few brackets": "{ games(player: " + "[" * 900 + "]" * 900 + ") { totalCount } }",
    "nested fields": "{ games " + "{ edges " * 900 + "}" * 900 + "}",
    "brackets": "{ games(player: " + "[" * 3_000 + "]" * 3_000 + ") { totalCount } }",
}


@pytest.mark.parametrize("what", HEAVY)
def test_a_heavy_document_is_refused_quickly(house: House, what: str) -> None:
    answer = house.http.post("/graphql", json={"query": HEAVY[what]}, timeout=5)
    error = answer.json()["errors"][0]
    assert answer.status_code == 200
    assert error["extensions"]["code"] in ("TOO_HEAVY", "BAD_QUERY"), error
    assert len(error["message"]) < 400
    assert "Traceback" not in answer.text


def test_introspection_is_on_and_fits(house: House) -> None:
    for options in (
        {},
        {"input_value_deprecation": True, "descriptions": True, "specified_by_url": True, "directive_is_repeatable": True, "schema_description": True},
    ):
        assert house.ask(get_introspection_query(**options))["__schema"]["queryType"]["name"] == "Query"


def test_what_a_document_weighs() -> None:
    def weigh(query: str, **variables: Any) -> tuple[int, int, int]:
        weight = Scales(parse(query), variables).weigh()
        return weight.depth, weight.aliases, weight.cost

    assert weigh("{ rulesets { id } }") == (2, 0, 11)
    assert weigh("{ a: rulesets { b: id } ...f } fragment f on Query { rulesets { c: id } }") == (2, 3, 22)
    page = "query($n: Int) { games(first: $n) { edges { node { id } } } }"
    assert weigh(page, n=100)[2] - weigh(page, n=1)[2] == 99 * 3
    assert weigh(page) == weigh(page, n=50)


def test_a_large_body_is_refused(strict: House) -> None:
    answer = strict.http.post(
        "/graphql", content=json.dumps({"query": "{ rulesets { id } }", "variables": {"x": "y" * 10_000}}), headers={"content-type": "application/json"}
    )
    assert answer.status_code == 413
    assert answer.json()["errors"][0]["message"] == "body: is larger than 4096 bytes"

    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1_000

    answer = strict.http.post("/graphql", content=pieces(), headers={"content-type": "application/json"})
    assert answer.status_code == 413, "also when nobody says how long it will be"


def test_games_a_minute(strict: House) -> None:
    answers = [strict.post('mutation { openGame(input: {ruleset: "toy"}) { hostToken } }').json() for _ in range(3)]
    assert ["errors" in answer for answer in answers] == [False, False, True]
    assert answers[2]["errors"][0]["extensions"] == {"code": "BUSY", "clause": "ARB-7"}


def test_requests_a_second(tmp_path_factory: pytest.TempPathFactory) -> None:
    with on_the_shelf(), running(tmp_path_factory.mktemp("rate"), rate_per_address=5) as house:
        answers = [house.http.get("/keys") for _ in range(40)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert 15 <= len(refused) <= 25, "five a second, four seconds' worth at once"
        assert refused[0].json()["errors"][0]["extensions"] == {"code": "BUSY", "clause": "ARB-7"}
        assert refused[0].headers["retry-after"] == "1"
        assert house.http.get("/healthz").status_code == 200, "whoever watches over the service is never turned away"


async def test_operations_on_a_socket_count_as_requests(tmp_path_factory: pytest.TempPathFactory) -> None:
    with on_the_shelf(), running(tmp_path_factory.mktemp("rate"), rate_per_address=5) as house:
        async with house.socket() as socket:
            for number in range(30):
                await socket.subscribe("{ rulesets { id } }", str(number))
            answers = [await socket.next() for _ in range(50)]
        errors = [answer["payload"][0]["extensions"] for answer in answers if answer["type"] == "error"]
        assert errors
        assert all(error == {"code": "BUSY", "clause": "ARB-7"} for error in errors)


async def test_sockets_of_an_address(strict: House) -> None:
    async with contextlib.AsyncExitStack() as held:
        for _ in range(3):
            await held.enter_async_context(strict.socket())
        with pytest.raises(websockets.InvalidStatus) as refused:
            await held.enter_async_context(strict.socket())
        assert refused.value.response.status_code == 403
    async with asyncio.timeout(10):
        while not await admitted(strict):
            pass


async def admitted(house: House) -> bool:
    """Whether one more socket gets in; those that were closed are not counted for long."""
    try:
        async with house.socket():
            return True
    except websockets.InvalidStatus:
        return False


async def test_subscriptions_of_a_socket(strict: House) -> None:
    async with strict.socket() as socket:
        for operation in ("1", "2", "3"):
            await socket.subscribe("subscription { games { id } }", operation)
        answer = await socket.next()
        assert (answer["id"], answer["type"], answer["payload"][0]["message"]) == ("3", "error", "Subscription limit reached")


async def test_a_large_message_closes_the_socket(strict: House) -> None:
    async with strict.socket() as socket:
        await socket.subscribe("{ rulesets { id } }", text="x" * 10_000)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await socket.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize("protocol", ["graphql-ws", "something"])
async def test_only_the_protocol_of_today_is_spoken(house: House, protocol: str) -> None:
    async with websockets.connect(house.url.replace("http", "ws") + "/graphql", subprotocols=[protocol]) as raw:  # type: ignore[list-item]
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await raw.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4406


async def test_pages_of_other_origins_open_no_socket(house: House) -> None:
    address = house.url.replace("http", "ws") + "/graphql"
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(address, subprotocols=[PROTOCOL], origin="https://elsewhere.example")  # type: ignore[list-item, arg-type]


def test_a_bucket_fills_again_with_time() -> None:
    now = [0.0]
    buckets = Buckets(2, 4, lambda: now[0])
    assert [buckets.take("a") for _ in range(5)] == [True] * 4 + [False]
    assert buckets.take("b"), "everybody has a bucket of his own"
    now[0] = 0.5
    assert [buckets.take("a") for _ in range(2)] == [True, False]


def test_an_ipv6_network_is_one_address() -> None:
    assert address_of(("2001:db8::1", 1)) == address_of(("2001:db8::ffff", 2)) != address_of(("2001:db8:0:1::1", 1))
    assert address_of(("::ffff:192.0.2.1", 1)) == address_of(("192.0.2.1", 5)) == "192.0.2.1"
    assert address_of(None) == "unknown"


def test_queries_by_get_are_off_and_batches_too(house: House) -> None:
    assert house.http.get("/graphql", params={"query": "{ rulesets { id } }"}).status_code == 400
    assert house.http.post("/graphql", json=[{"query": "{ rulesets { id } }"}] * 2).status_code == 400
    form = {"operations": '{"query": "{ rulesets { id } }"}', "map": "{}"}
    assert house.http.post("/graphql", files={name: (None, text) for name, text in form.items()}).status_code == 400
    assert httpx.put(house.url + "/graphql").status_code == 405


def test_a_subscription_by_post_is_told_where_to_go(house: House) -> None:
    error = house.refuse("subscription { games { id } }")
    assert (error["code"], error["message"]) == ("BAD_QUERY", "query: subscriptions need a WebSocket, protocol graphql-transport-ws")


@pytest.mark.parametrize("path", ["/graphql", "/keys", "/nothing/here"])
def test_who_still_sends_is_answered_all_the_same(house: House, strict: House, path: str) -> None:
    """An answer before all was read must not break the connection off: a proxy, which closes it after each request, would take the service for dead."""
    assert status_of(strict, path, 3_000_000) == 413
    assert 400 <= status_of(house, path, 1_000_000) < 500


def status_of(house: House, path: str, size: int) -> int:
    """The status of the answer to somebody who sends all that he has before he listens."""
    address = httpx.URL(house.url)
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: {size}\r\n\r\n"
    with socket.create_connection((address.host, address.port), 10) as raw:
        raw.sendall(head.encode())
        for _ in range(size // 10_000):
            raw.sendall(b"x" * 10_000)
        told = b"".join(iter(lambda: raw.recv(65_536), b""))
    return int(told.split(b" ", 2)[1])
