"""Who asks: tokens of seats, hosts and roles; what kills them; what a spectator may not do."""

import asyncio
import json
import time
from datetime import UTC, datetime, timedelta

import jwt
import pytest
import websockets

from api.auth import AFTER_THE_END, mint_role, mint_seat
from infra import clock
from infra.keys import Keys
from tests.api.house import PROTOCOL, House, bearer

SEEN = "query($id: ID!) { game(id: $id) { viewJson legalMovesJson } }"
REISSUE = "mutation($id: ID!, $seat: Int!) { reissueSeatToken(gameId: $id, seat: $seat) }"


def hands(house: House, token: str | None, game: str) -> list[list[str]]:
    house.caught_up(game)
    return house.ask(SEEN, token, id=game)["game"]["viewJson"]["hands"]  # type: ignore[no-any-return]


def test_each_sees_with_his_own_eyes(house: House) -> None:
    table = house.open()
    unseen = [["hidden"] * 2, ["hidden"] * 2]
    assert hands(house, None, table.id) == unseen
    assert hands(house, table.host, table.id) == unseen
    own = hands(house, table.tokens[0], table.id)
    assert own[1] == unseen[1]
    assert "hidden" not in own[0]
    everything = hands(house, house.arbiter, table.id)
    assert everything[0] == own[0]
    assert "hidden" not in everything[1]
    assert hands(house, mint_role(house.embedded.keys, "analyst", 60), table.id) == unseen
    assert hands(house, house.open().tokens[0], table.id) == unseen, "a token of another game is a spectator's here"


def forged(house: House) -> dict[str, str]:
    """Tokens that must not work, by what is wrong with them."""
    table = house.open()
    keys, now = house.embedded.keys, int(time.time())
    good = {"iss": "arbiter", "iat": now, "kind": "role", "role": "arbiter", "exp": now + 60}
    other = Keys.from_secret("another secret, as long as it must be")
    return {
        "nonsense": "nonsense",
        "other key": mint_role(other, "arbiter", 60),
        "no signature": jwt.encode(good, "", algorithm="none"),
        "expired": jwt.encode({**good, "exp": now - 5}, keys.token_key, algorithm="HS256"),
        "no issuer": jwt.encode({k: v for k, v in good.items() if k != "iss"}, keys.token_key, algorithm="HS256"),
        "role without end": jwt.encode({k: v for k, v in good.items() if k != "exp"}, keys.token_key, algorithm="HS256"),
        "unknown kind": jwt.encode({**good, "kind": "king"}, keys.token_key, algorithm="HS256"),
        "seat that is not there": mint_seat(keys, table.id, 9, 0),
        "negative seat": mint_seat(keys, table.id, -1, 0),
        "later generation": mint_seat(keys, table.id, 0, 1),
        "no such game": mint_seat(keys, "00000000-0000-4000-8000-000000000000", 0, 0),
        "no id at all": mint_seat(keys, "x", 0, 0),
        "too long": "x" * 5_000,
    }


def test_a_wrong_token_opens_no_door(house: House) -> None:
    game = house.open().id
    for wrong, token in forged(house).items():
        error = house.refuse(SEEN, token, id=game)
        assert (error["code"], error["clause"]) == ("UNAUTHENTICATED", "ARB-1"), wrong
        assert error["message"].startswith("authorization: "), wrong
        assert house.play(token, game, notation="aim left")["clause"] == "ARB-1", wrong
        for door in (f"/games/{game}/record", f"/games/{game}/board.svg"):
            assert house.http.get(door, headers=bearer(token)).status_code == 401, wrong


@pytest.mark.parametrize("header", ["Basic abc", "Bearer", "x"])
def test_another_scheme_is_no_token(house: House, header: str) -> None:
    answer = house.http.post("/graphql", json={"query": "{ games { totalCount } }"}, headers={"Authorization": header}).json()
    assert answer["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"


def test_a_new_token_kills_the_old_one(house: House) -> None:
    table = house.open()
    fresh = house.ask(REISSUE, table.host, id=table.id, seat=0)["reissueSeatToken"]
    assert house.play(table.tokens[0], table.id, notation="aim left")["clause"] == "ARB-1"
    assert house.refuse(SEEN, table.tokens[0], id=table.id)["message"] == "authorization: the seat has a newer token"
    assert house.play(fresh, table.id, notation="aim left")["number"] == 1
    assert hands(house, table.tokens[1], table.id)[1] != ["hidden"] * 2, "the other seat's token lives"


@pytest.mark.parametrize("who", ["spectator", "seat", "arbiter", "other host"])
def test_only_the_host_reissues_and_starts(house: House, who: str) -> None:
    table = house.open()
    token = {"spectator": None, "seat": table.tokens[0], "arbiter": house.arbiter, "other host": house.open().host}[who]
    assert house.refuse(REISSUE, token, id=table.id, seat=0)["clause"] == "ARB-1"
    assert house.refuse("mutation($id: ID!) { startGame(gameId: $id) { id } }", token, id=table.id)["clause"] == "ARB-1"


COMMANDS = {
    "sendMessage": 'sendMessage(input: {gameId: $id, text: "hello"}) { id }',
    "proposeUndo": "proposeUndo(gameId: $id, from: 1) { id }",
    "proposeStop": "proposeStop(gameId: $id) { id }",
    "agree": "agree(proposalId: $proposal) { id }",
    "resign": "resign(gameId: $id) { id }",
    "raiseDispute": 'raiseDispute(input: {gameId: $id, text: "unfair"}) { id }',
    "ruleDispute": 'ruleDispute(input: {disputeId: $proposal, verdict: STANDS, reason: "so"}) { id }',
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_spectator_commands_nothing(house: House, command: str) -> None:
    table = house.open()
    variables = {"id": table.id, **({"proposal": f"{table.id}-proposal-1"} if "$proposal" in COMMANDS[command] else {})}
    head = "$id: ID!" if "$id" in COMMANDS[command] else ""
    head += ", $proposal: ID!" if "$proposal" in COMMANDS[command] else ""
    if "$id" not in COMMANDS[command]:
        del variables["id"]
    for token in (None, house.open().tokens[0]):
        error = house.refuse(f"mutation({head}) {{ {COMMANDS[command]} }}", token, **variables)
        assert (error["code"], error["clause"]) == ("FORBIDDEN", "ARB-1")


def test_seat_tokens_last_until_thirty_days_after_the_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.open()
    house.ask("mutation($id: ID!) { resign(gameId: $id) { id } }", table.tokens[0], id=table.id)
    house.caught_up(table.id)
    ended = clock.read(house.ask("query($id: ID!) { game(id: $id) { endedAt } }", id=table.id)["game"]["endedAt"])
    for offset, alive in ((-5, True), (5, False)):
        moment = ended.timestamp() + AFTER_THE_END + offset
        monkeypatch.setattr("api.auth.time.time", lambda moment=moment: moment)
        answer = house.post(SEEN, table.tokens[0], id=table.id).json()
        assert ("errors" not in answer) == alive
    assert ended + timedelta(seconds=AFTER_THE_END) > datetime.now(UTC)


async def closed(raw: websockets.ClientConnection) -> int | None:
    """The code that the server closes with; frames before that do not matter."""
    try:
        async with asyncio.timeout(10):
            while True:
                await raw.recv()
    except websockets.ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else None


async def connect(house: House, payload: object) -> int | None:
    address = house.url.replace("http", "ws") + "/graphql"
    async with websockets.connect(address, subprotocols=[PROTOCOL]) as raw:  # type: ignore[list-item]
        await raw.send(json.dumps({"type": "connection_init", "payload": payload}))
        return await closed(raw)


async def test_a_socket_with_a_wrong_token_is_closed(house: House) -> None:
    for token in list(forged(house).values())[:4]:
        assert await connect(house, {"authorization": f"Bearer {token}"}) == 4403
    assert await connect(house, {"Authorization": {"deep": 1}}) == 4403


async def test_a_socket_is_closed_when_its_token_expires(house: House) -> None:
    async with house.socket(mint_role(house.embedded.keys, "arbiter", 1)) as socket:
        begun = time.monotonic()
        assert await closed(socket.raw) == 4403
        assert time.monotonic() - begun < 10


async def test_a_socket_is_closed_when_the_seat_gets_a_newer_token(house: House) -> None:
    table = house.open()
    async with house.socket(table.tokens[0]) as old, house.socket(table.tokens[1]) as other:
        await asyncio.to_thread(house.ask, REISSUE, table.host, id=table.id, seat=0)
        assert await closed(old.raw) == 4403
        await other.raw.send(json.dumps({"type": "ping"}))
        assert (await other.next())["type"] == "pong"


async def test_a_header_at_the_handshake_counts_as_well(house: House) -> None:
    table = house.open()
    address = house.url.replace("http", "ws") + "/graphql"
    async with websockets.connect(address, subprotocols=[PROTOCOL], additional_headers=bearer(table.tokens[0])) as raw:  # type: ignore[list-item]
        await raw.send(json.dumps({"type": "connection_init"}))
        await raw.recv()
        await raw.send(json.dumps({"type": "subscribe", "id": "1", "payload": {"query": SEEN, "variables": {"id": table.id}}}))
        answer = json.loads(await raw.recv())
        assert "hidden" not in answer["payload"]["data"]["game"]["viewJson"]["hands"][0]
