"""What nobody should send: refused in one sentence that names the field, and the service goes on."""

import json
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.house import PLAY, House, Opened

FAR = "9" * 40
BODIES = {  # as bytes, for no library would write them
    "NaN": '{"kind": "aim", "side": NaN}',
    "infinity": '{"kind": "aim", "side": -Infinity}',
    "1e400": '{"kind": "aim", "side": 1e400}',
    "2^53": '{"kind": "aim", "side": 9007199254740992}',
    "far number": f'{{"kind": "aim", "side": {FAR}}}',
    "half a character": '{"kind": "aim", "side": "\\ud800"}',
    "half a character in a key": '{"kind": "aim", "\\udfff": 1}',
    "a decoder's marker": '{"_type_": "x", "_data_": {}}',
    "marker inside": '{"kind": "aim", "side": [{"_type_": "x"}]}',
    "deep": '{"kind": ' + "[" * 200 + "]" * 200 + "}",
    "list": "[1, 2]",
    "number": "7",
    "text": '"aim left"',
    "empty": "{}",
    "unknown kind": '{"kind": "fly"}',
    "unknown field": '{"kind": "aim", "side": "left", "extra": 1}',
    "wrong type": '{"kind": "aim", "side": 1}',
    "null": '{"kind": "aim", "side": null}',
    "kind is no text": '{"kind": ["aim"]}',
}


@pytest.fixture(scope="module")
def table(house: House) -> Opened:
    return house.open()


def send(house: House, token: str, raw: str) -> httpx.Response:
    body = json.dumps({"query": PLAY, "variables": {"input": "@"}}).replace('"@"', raw)
    return house.http.post("/graphql", content=body.encode(), headers={"Content-Type": "application/json", "Authorization": f"Bearer {token}"})


def sentence(answer: httpx.Response) -> str:
    """The one sentence of a refusal, as error or as typed result."""
    assert answer.status_code == 200, answer.text
    told = answer.json()
    if "errors" in told:
        (error,) = told["errors"]
        assert error["extensions"]["code"] in ("UNREADABLE", "BAD_QUERY"), error
        return str(error["message"])
    result = told["data"]["playMove"]
    assert (result["__typename"], result["clause"]) == ("MoveRefused", "ARB-4"), result
    return str(result["reason"])


@pytest.mark.parametrize("what", BODIES)
def test_a_move_that_is_no_plain_json(house: House, table: Opened, what: str) -> None:
    told = sentence(send(house, table.tokens[0], f'{{"gameId": "{table.id}", "json": {BODIES[what]}}}'))
    assert "json" in told or "move" in told, "names the field"
    assert len(told) < 401
    assert "Traceback" not in told
    assert "\n" not in told


@pytest.mark.parametrize("what", ["NaN", "1e400", "2^53", "half a character", "a decoder's marker", "deep"])
def test_options_and_boards_that_are_no_plain_json(house: House, what: str) -> None:
    for field in ("options", "boardJson"):
        query = "mutation($input: OpenGameInput!) { openGame(input: $input) { hostToken } }"
        body = json.dumps({"query": query, "variables": {"input": "@"}}).replace('"@"', f'{{"ruleset": "toy", "{field}": {BODIES[what]}}}')
        answer = house.http.post("/graphql", content=body.encode(), headers={"Content-Type": "application/json"}).json()
        assert answer["errors"][0]["extensions"]["code"] == "UNREADABLE"
        assert "json" in answer["errors"][0]["message"]


def test_the_same_in_the_document_itself(house: House, table: Opened) -> None:
    for literal in ("{_type_: 1}", "9007199254740993", '"\\ud800"', "1e400", "[" * 60 + "]" * 60):
        query = f'mutation {{ playMove(input: {{gameId: "{table.id}", json: {literal}}}) {{ __typename }} }}'
        error = house.refuse(query, table.tokens[0])
        assert error["code"] in ("UNREADABLE", "BAD_QUERY")
        assert len(error["message"]) < 401


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("notation", "x" * 100_000),
        ("notation", "\x00\x1b[31m"),
        ("notation", "\ud800"),
        ("notation", ""),
        ("clientMoveId", "x" * 1_000),
        ("clientMoveId", ""),
        ("clientMoveId", "\x00"),
        ("clientMoveId", "\ud800"),
    ],
)
def test_hostile_text(house: House, table: Opened, field: str, value: str) -> None:
    sent = {"gameId": table.id, "notation": "aim left", field: value}
    told = sentence(send(house, table.tokens[0], json.dumps(sent)))
    assert told.startswith(("move", "clientMoveId", "json"))


@pytest.mark.parametrize("game_id", ["", "x", "\ud800", "' OR 1=1", "x" * 100_000, "00000000-0000-4000-8000-000000000000", "../../etc/passwd", "\x00"])
def test_hostile_ids(house: House, game_id: str) -> None:
    assert house.ask("query($id: ID!) { game(id: $id) { id } }", id=game_id) == {"game": None}
    assert house.refuse("query($id: ID!) { audit(gameId: $id) { ok } }", id=game_id)["clause"] == "ARB-6"
    assert house.refuse("mutation($id: ID!) { agree(proposalId: $id) { id } }", id=game_id)["clause"] == "ARB-1"
    rule = 'mutation($id: ID!) { ruleDispute(input: {disputeId: $id, verdict: STANDS, reason: "so"}) { id } }'
    assert house.refuse(rule, house.arbiter, id=game_id)["clause"] == "ARB-6"


@pytest.mark.parametrize("door", ["board.svg", "record"])
@pytest.mark.parametrize("game_id", ["x", "%00", "..%2f..%2fetc", "00000000-0000-4000-8000-000000000000", "%ed%a0%80"])
def test_hostile_paths(house: House, door: str, game_id: str) -> None:
    answer = house.http.get(f"/games/{game_id}/{door}")
    assert answer.status_code == 404
    assert answer.json()["errors"][0]["message"] == "there is nothing here"


@pytest.mark.parametrize("number", ["-1", "1e3", "x", "99999999999", "7", "٣"])
def test_hostile_positions(house: House, table: Opened, number: str) -> None:
    answer = house.http.get(f"/games/{table.id}/board.svg", params={"atMove": number})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["message"].startswith("atMove: ")


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"null", b"[]", b"7", b'"x"', b'{"query": 7}', b'{"query": "{ rulesets { id } }", "variables": 7}', b"[" * 100_000, b"9" * 10_000, b"\xff\xfe"],
)
def test_a_body_that_is_no_request(house: House, body: bytes) -> None:
    answer = house.http.post("/graphql", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert len(answer.text) < 200


def test_a_body_of_ten_megabytes(house: House) -> None:
    answer = house.http.post("/graphql", json={"query": "{ rulesets { id } }", "variables": {"x": "y" * 10_000_000}})
    assert answer.status_code == 413


def test_a_kind_without_fields_is_only_true(house: House) -> None:
    game = house.open("hamsters")
    query = "mutation($input: PlayMoveInput!) { playMove(input: $input) { __typename ... on MoveRefused { clause reason } } }"
    told = house.ask(query, game.tokens[0], input={"gameId": game.id, "move": {"hamsters": {"roll": False}}})["playMove"]
    assert (told["clause"], told["reason"]) == ("ARB-4", "move.hamsters.roll: can only be true")
    for wrong in (
        {"hamsters": {"roll": None}},
        {"hamsters": {}},
        {},
        {"hamsters": {"roll": True, "decline": True}},
        {"toy": {"aim": {"side": "left"}}, "bremen": None},
    ):
        error = house.refuse(query, game.tokens[0], input={"gameId": game.id, "move": wrong})
        assert error["code"] == "BAD_QUERY", wrong


MESSAGES = ["{", "[]", "7", "null", '"x"', "{}", '{"type": 7}', '{"type": "fly"}', '{"type": "subscribe"}', '{"type": "subscribe", "id": {"a": 1}, "payload": {}}',
            '{"type": "subscribe", "id": "1", "payload": {"query": 7}}', '{"type": "subscribe", "id": "1", "payload": {"query": "{ a }", "variables": []}}',
            '{"type": "complete"}', '{"type": "complete", "id": []}', '{"type": "connection_init"}', "[" * 50_000, "9" * 5_000]  # fmt: skip


@pytest.mark.parametrize("message", MESSAGES)
async def test_a_message_that_is_not_of_the_protocol_closes_the_socket(house: House, message: str) -> None:
    import websockets

    async with house.socket() as socket:
        await socket.raw.send(message)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await socket.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code in (4400, 4429)


async def test_bytes_are_not_of_the_protocol(house: House) -> None:
    import websockets

    async with house.socket() as socket:
        await socket.raw.send(b"\x00\xff")
        with pytest.raises(websockets.ConnectionClosed):
            await socket.next()


WILD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(["_type_", "kind", "aim", "left", "play", "\ud800"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8) | st.sampled_from(["kind", "side", "_type_", "card"]), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=WILD)
def test_wild_variables_never_break_the_service(house: House, table: Opened, value: Any) -> None:
    """Whatever is sent as a move, as options, as the variables themselves: an answer in GraphQL's form, never an internal error."""
    tries = [
        (PLAY, {"input": {"gameId": table.id, "json": value}}),
        (PLAY, {"input": value}),
        (PLAY, value if isinstance(value, dict) else {"input": {"gameId": table.id, "move": value}}),
        ("mutation($input: OpenGameInput!) { openGame(input: $input) { hostToken } }", {"input": {"ruleset": "toy", "options": value, "seats": 2}}),
        ("query($id: ID!, $at: Int) { game(id: $id, atMove: $at) { id } }", {"id": table.id, "at": value}),
    ]
    for query, variables in tries:
        body = json.dumps({"query": query, "variables": variables}).encode()
        answer = house.http.post("/graphql", content=body, headers={"Content-Type": "application/json", "Authorization": f"Bearer {table.tokens[1]}"})
        assert answer.status_code == 200
        for error in answer.json().get("errors", []):
            assert error["extensions"]["code"] not in ("INTERNAL", "UNAVAILABLE"), (query, variables, error)
