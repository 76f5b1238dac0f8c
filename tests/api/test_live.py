"""Following a game live: status, backlog, live frames; never a gap, never a repeat."""

import asyncio
import json
from typing import Any

import pytest

from tests.api.house import FOLLOW, House, Opened

RULE = """mutation($input: RuleDisputeInput!) { ruleDispute(input: $input) { id status verdict } }"""


def play_first(house: House, table: Opened, times: int) -> None:
    for _ in range(times):
        game = house.embedded.ledger.game(table.id)
        assert game is not None
        seat = game.rules.to_act(game.state)[0]
        move = game.rules.legal_moves(game.state, seat)[0]
        assert house.play(table.tokens[seat], table.id, json=move.wire())["__typename"] == "MoveAccepted"


async def played(house: House, table: Opened, times: int) -> None:
    await asyncio.to_thread(play_first, house, table, times)


def numbers(frames: list[dict[str, Any]]) -> list[int]:
    return [frame["number"] for frame in frames if frame["__typename"] == "MoveFrame"]


async def test_status_first_then_backlog_then_live_then_the_end(house: House) -> None:
    table = house.open()
    await played(house, table, 5)
    house.caught_up(table.id)
    async with house.socket() as socket:
        await socket.subscribe(FOLLOW, id=table.id)
        following = socket.frames()
        frames = [await anext(following)]
        total = 5 + await asyncio.to_thread(house.play_out, table)
        frames += [frame async for frame in following]
    assert frames[0] == {"__typename": "StatusFrame", "gameId": table.id, "status": "RUNNING", "moveCount": 5, "annulled": [], "outcome": None}
    assert numbers(frames) == list(range(1, total + 1))
    assert frames[-1]["status"] == "ENDED"
    assert frames[-1]["outcome"]["reason"] == "most_points"
    assert [frame["__typename"] for frame in frames].count("StatusFrame") == 2


async def test_after_move_leaves_out_what_was_seen(house: House) -> None:
    table = house.open()
    await played(house, table, 6)
    house.caught_up(table.id)
    async with house.socket() as socket:
        await socket.subscribe(FOLLOW, id=table.id, after=4)
        reading = asyncio.create_task(socket.all())
        total = 6 + await asyncio.to_thread(house.play_out, table)
        assert numbers(await reading) == list(range(5, total + 1))
        await socket.subscribe(FOLLOW, "2", id=table.id, after=total)
        ended = await socket.all()
    assert [frame["__typename"] for frame in ended] == ["StatusFrame"]


async def test_late_and_live_frames_are_the_same(house: House) -> None:
    """For every viewer: what was live is what a subscriber gets after the end."""
    table = house.open()
    tokens = [None, *table.tokens, house.arbiter]
    live: list[list[dict[str, Any]]] = []

    async def follow(token: str | None, into: list[list[dict[str, Any]]]) -> None:
        async with house.socket(token) as socket:
            await socket.subscribe(FOLLOW, id=table.id)
            into.append([frame for frame in await socket.all() if frame["__typename"] == "MoveFrame"])

    following = [asyncio.create_task(follow(token, live)) for token in tokens]
    await asyncio.sleep(0.2)
    await asyncio.to_thread(house.play_out, table)
    await asyncio.gather(*following)
    house.caught_up(table.id)
    after: list[list[dict[str, Any]]] = []
    for token in tokens:
        await follow(token, after)
    key = lambda frames: json.dumps(frames, sort_keys=True)  # noqa: E731
    assert sorted(live, key=key) == sorted(after, key=key)
    assert len({key(frames) for frames in after}) == len(tokens), "every viewer sees something of his own"


async def test_many_who_follow_together_get_every_frame_once(house: House) -> None:
    table = house.open()
    got: list[list[int]] = []

    async def follow(after: int) -> None:
        async with house.socket() as socket:
            await socket.subscribe(FOLLOW, id=table.id, after=after)
            got.append([after, *numbers(await socket.all())])

    async def join() -> None:
        for number in range(20):
            following.append(asyncio.create_task(follow(number % 4)))
            await asyncio.sleep(0.02)

    following: list[asyncio.Task[None]] = []
    _, total = await asyncio.gather(join(), asyncio.to_thread(house.play_out, table))
    await asyncio.gather(*following)
    assert len(got) == 20
    for after, *seen in got:
        assert seen == list(range(after + 1, total + 1))


async def test_an_annulment_is_a_change_of_status_and_numbers_go_on(house: House) -> None:
    table = house.open()
    await played(house, table, 4)
    dispute = house.ask('mutation($id: ID!) { raiseDispute(input: {gameId: $id, text: "no", aboutMove: 3}) { id } }', table.tokens[0], id=table.id)[
        "raiseDispute"
    ]
    async with house.socket() as socket:
        await socket.subscribe(FOLLOW, id=table.id)
        following = socket.frames()
        frames = [await anext(following) for _ in range(5)]  # the status and four moves
        ruling = {"disputeId": dispute["id"], "verdict": "ANNUL", "fromMove": 3, "reason": "so"}
        await asyncio.to_thread(house.ask, RULE, house.arbiter, input=ruling)
        await asyncio.to_thread(house.play_out, table)
        frames += [frame async for frame in following]
    assert numbers(frames) == list(range(1, len(numbers(frames)) + 1))
    status = [frame for frame in frames if frame["__typename"] == "StatusFrame"]
    assert [frame["annulled"] for frame in status] == [[], [[3, 4]], [[3, 4]]]
    place = frames.index(status[1])
    assert frames[place - 1]["number"] == 4
    assert frames[place + 1]["number"] == 5
    house.caught_up(table.id)
    async with house.socket() as socket:
        await socket.subscribe(FOLLOW, id=table.id)
        late = await socket.all()
    assert late[0]["annulled"] == [[3, 4]]
    assert [f for f in late if f["__typename"] == "MoveFrame"] == [f for f in frames if f["__typename"] == "MoveFrame"], "frames of both lines"


async def test_two_documents_on_one_socket_do_not_mix(house: House) -> None:
    table = house.open()
    async with house.socket() as socket:
        await socket.subscribe("subscription($id: ID!) { game(id: $id) { __typename ... on MoveFrame { n: number } } }", "a", id=table.id)
        await socket.subscribe(
            "subscription Other($id: ID!) { alias: game(id: $id) { ... on MoveFrame { json } ... on StatusFrame { status } } }", "b", id=table.id
        )
        await socket.next()
        await socket.next()
        await played(house, table, 1)
        messages = [await socket.next(), await socket.next()]
    by_id = {message["id"]: message["payload"]["data"] for message in messages}
    assert by_id["a"] == {"game": {"__typename": "MoveFrame", "n": 1}}
    assert by_id["b"] == {"alias": {"json": {"kind": "aim", "side": "left"}}}


async def test_who_sees_other_things_never_shares(house: House) -> None:
    """The same document and variables over sockets of seat 0, seat 1, a spectator and an arbiter."""
    table = house.open()
    await played(house, table, 4)
    house.caught_up(table.id)
    seen = {}
    for name, token in (("arbiter", house.arbiter), ("spectator", None), ("0", table.tokens[0]), ("1", table.tokens[1])):
        async with house.socket(token) as socket, house.socket(None) as beside:
            await beside.subscribe(FOLLOW, id=table.id)
            await socket.subscribe(FOLLOW, id=table.id)
            frames = [await socket.next() for _ in range(5)]
            seen[name] = json.dumps([frame["payload"]["data"]["game"] for frame in frames])
            await beside.next()
    assert len(set(seen.values())) == 4
    assert "hidden" in seen["spectator"]
    assert "hidden" not in seen["arbiter"]


@pytest.mark.parametrize(
    "query", ['subscription { game(id: "nothing") { __typename } }', 'subscription { game(id: "00000000-0000-4000-8000-000000000000") { __typename } }']
)
async def test_no_such_game(house: House, query: str) -> None:
    async with house.socket() as socket:
        for operation in ("1", "2"):
            await socket.subscribe(query, operation)
            answer = await socket.next()
            assert answer["payload"]["errors"][0]["message"] == "id: there is no such game"
            assert (await socket.next())["type"] == "complete"


async def test_a_negative_after_move_is_refused(house: House) -> None:
    table = house.open()
    async with house.socket() as socket:
        await socket.subscribe(FOLLOW, id=table.id, after=-1)
        answer = await socket.next()
        assert answer["payload"]["errors"][0]["message"].startswith("afterMove: ")
        assert (await socket.next())["type"] == "complete"


async def test_a_subscription_can_be_left_and_its_id_used_again(house: House) -> None:
    table = house.open()
    async with house.socket() as socket:
        await socket.subscribe(FOLLOW, id=table.id)
        await socket.next()
        await socket.raw.send(json.dumps({"type": "complete", "id": "1"}))
        await played(house, table, 2)
        await asyncio.sleep(0.3)
        await socket.subscribe(FOLLOW, "1", id=table.id, after=1)
        assert (await socket.next())["payload"]["data"]["game"]["moveCount"] == 2
        assert (await socket.next())["payload"]["data"]["game"]["number"] == 2


async def test_the_catalogue_live(house: House) -> None:
    async with house.socket() as socket:
        await socket.subscribe('subscription { games(ruleset: "toy") { id status moveCount players outcome } }')
        await asyncio.sleep(1)  # nothing comes that would say that it is heard
        table = await asyncio.to_thread(house.open)
        opened = await socket.next()
        assert opened["payload"]["data"]["games"] == {"id": table.id, "status": "RUNNING", "moveCount": 0, "players": ["Ann", "Ben"], "outcome": None}
        await asyncio.to_thread(house.ask, "mutation($id: ID!) { resign(gameId: $id) { id } }", table.tokens[0], id=table.id)
        ended = await socket.next()
        assert (ended["payload"]["data"]["games"]["status"], ended["payload"]["data"]["games"]["outcome"]["reason"]) == ("ENDED", "resigned")


async def test_the_leaderboard_live(house: House) -> None:
    async with house.socket() as socket:
        await socket.subscribe('subscription { leaderboard(ruleset: "toy") { player games wins rank } }')
        await socket.next()
        table = await asyncio.to_thread(house.open, "toy", ("Zoe", "Yan"))
        await asyncio.to_thread(house.play_out, table)
        board = (await socket.next())["payload"]["data"]["leaderboard"]
        assert {"Zoe", "Yan"} <= {line["player"] for line in board}


async def test_queries_and_mutations_over_a_socket(house: House) -> None:
    table = house.open()
    async with house.socket(table.tokens[0]) as socket:
        await socket.subscribe('mutation($id: ID!) { playMove(input: {gameId: $id, notation: "aim left"}) { ... on MoveAccepted { number } } }', id=table.id)
        assert (await socket.next())["payload"]["data"]["playMove"] == {"number": 1}
        assert (await socket.next())["type"] == "complete"


async def test_a_client_that_is_ahead_of_the_read_side_gets_nothing_twice(house: House) -> None:
    """It has seen more than the process that it comes back to knows yet."""
    table = house.open()
    async with house.socket() as socket:
        await socket.subscribe(FOLLOW, id=table.id, after=2)
        assert (await socket.next())["payload"]["data"]["game"]["moveCount"] == 0
        await played(house, table, 4)
        assert [(await socket.next())["payload"]["data"]["game"]["number"] for _ in range(2)] == [3, 4]
