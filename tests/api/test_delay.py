"""Spectators who are kept behind: at every door the same past, while those who sit there see the present."""

import asyncio
import time
from collections.abc import Iterator

import pytest

from api.auth import mint_role
from infra import clock
from tests.api.house import FOLLOW, House, Opened, bearer, running
from tests.toy import on_the_shelf

DELAY = 4.0
GAME = "query($id: ID!) { game(id: $id) { status moveCount head endedAt moves { totalCount } messages { text } } }"
LIST = "query($player: String) { games(player: $player) { totalCount edges { node { id status moveCount } } } }"
BOARD = '{ leaderboard(ruleset: "toy") { player } }'


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with on_the_shelf(), running(tmp_path_factory.mktemp("late"), spectator_delay=DELAY) as made:
        yield made


def seen(house: House, table: Opened, token: str | None, player: str) -> dict[str, object]:
    """What the doors say, in short."""
    game = house.ask(GAME, token, id=table.id)["game"]
    lines = [edge["node"] for edge in house.ask(LIST, token, player=player)["games"]["edges"]]
    record = house.http.get(f"/games/{table.id}/record", headers=bearer(token))
    picture = house.http.get(f"/games/{table.id}/board.svg", headers=bearer(token))
    return {
        "game": game and (game["status"], game["moveCount"], game["moves"]["totalCount"], len(game["messages"])),
        "list": [(line["status"], line["moveCount"]) for line in lines],
        "record": record.text.count('"move"') if record.status_code == 200 else None,
        "picture": picture.status_code,
        "etag": picture.headers.get("etag"),
        "head": game and game["head"],
        "board": player in {line["player"] for line in house.ask(BOARD, token)["leaderboard"]},
    }


def test_every_door_shows_the_same_past(late: House) -> None:
    house = late
    table = house.open("toy", ("Now", "Then"))
    house.caught_up(table.id)
    nothing = seen(house, table, None, "Now")
    assert (nothing["game"], nothing["list"], nothing["record"], nothing["picture"]) == (None, [], None, 404), "not even that it is there"
    assert seen(house, table, table.tokens[0], "Now")["game"] == ("RUNNING", 0, 0, 0), "who sits there sees the present"
    assert seen(house, table, house.arbiter, "Now")["list"] == [("RUNNING", 0)]
    assert seen(house, table, mint_role(house.embedded.keys, "analyst", 60), "Now")["list"] == [("RUNNING", 0)]
    assert seen(house, table, table.host, "Now")["game"] is None, "the host is a spectator"
    assert seen(house, table, house.open().tokens[0], "Now")["game"] is None, "so is who sits elsewhere"
    time.sleep(DELAY)
    opened = seen(house, table, None, "Now")
    assert (opened["game"], opened["list"], opened["record"], opened["picture"]) == (("RUNNING", 0, 0, 0), [("RUNNING", 0)], 0, 200)
    house.ask('mutation($id: ID!) { sendMessage(input: {gameId: $id, text: "hi"}) { id } }', table.tokens[0], id=table.id)
    total = house.play_out(table)
    house.caught_up(table.id)
    assert seen(house, table, None, "Now") == opened, "counts, head, picture, record, messages, leaderboard: nothing has moved"
    assert seen(house, table, table.tokens[1], "Now")["game"] == ("ENDED", total, total, 1)
    time.sleep(DELAY)
    ended = seen(house, table, None, "Now")
    assert (ended["game"], ended["list"], ended["record"], ended["board"]) == (("ENDED", total, total, 1), [("ENDED", total)], total, True)
    assert ended["head"] != opened["head"]
    assert ended["etag"] != opened["etag"]


async def test_frames_come_late_but_all(late: House) -> None:
    house = late
    table = house.open()
    await asyncio.sleep(DELAY)
    async with house.socket() as spectator, house.socket(table.tokens[0]) as player:
        for socket in (spectator, player):
            await socket.subscribe(FOLLOW, id=table.id)
            assert (await socket.next())["payload"]["data"]["game"]["__typename"] == "StatusFrame"
        await asyncio.to_thread(house.play_out, table)
        present = await player.all()
        received = []
        async for frame in spectator.frames():
            if frame["__typename"] == "MoveFrame":
                age = clock.read(clock.now()) - clock.read(frame["at"])
                assert DELAY - 0.05 <= age.total_seconds() < DELAY + 10
            received.append(frame)
    assert [frame.get("number") for frame in received] == [frame.get("number") for frame in present]
    assert received[-1]["status"] == "ENDED"


async def test_the_catalogue_live_is_late_too(late: House) -> None:
    house = late
    async with house.socket() as socket:
        await socket.subscribe("subscription { games { id status } }")
        await asyncio.sleep(0.1)
        begun = time.monotonic()
        table = await asyncio.to_thread(house.open)
        while (await socket.next())["payload"]["data"]["games"]["id"] != table.id:
            pass
        assert time.monotonic() - begun >= DELAY


def test_an_audit_or_a_ruling_is_no_way_around(late: House) -> None:
    house = late
    table = house.open()
    house.play_out(table)
    house.caught_up(table.id)
    audit = "query($id: ID!) { audit(gameId: $id) { ok } }"
    assert house.refuse(audit, None, id=table.id)["message"] == "gameId: there is no such game"
    assert house.ask(audit, table.tokens[0], id=table.id)["audit"]["ok"]
    ruling = 'query($id: ID!) { ruling(gameId: $id, seat: 0, atMove: 0, notation: "aim left") { legal } }'
    assert house.refuse(ruling, None, id=table.id)["message"] == "gameId: there is no such game"


TAKE = "mutation($input: TakeSeatInput!) { takeSeat(input: $input) { seat } }"


def test_who_cannot_sit_down_is_not_told_why(late: House) -> None:
    """Whether a table has started, is full, or is there at all moves faster than a spectator may see."""
    started = late.open("toy", ("Ida", "Jon"))
    id = late.ask('mutation { openGame(input: {ruleset: "toy"}) { game { id } } }')["openGame"]["game"]["id"]
    assert late.ask(TAKE, input={"gameId": id, "player": "Kim"}) == {"takeSeat": {"seat": 0}}
    assert late.ask(TAKE, input={"gameId": id, "player": "Lou"}) == {"takeSeat": {"seat": 1}}
    asked = [(started.id, None), (started.id, 1), (id, None), (id, 0), (id, 7), ("00000000-0000-4000-8000-000000000000", None)]
    told = {late.refuse(TAKE, input={"gameId": game_id, "player": "Max", "seat": seat})["message"] for game_id, seat in asked}
    assert told == {"gameId: no such seat can be taken there"}
    assert "before the game starts" in late.refuse(TAKE, late.arbiter, input={"gameId": started.id, "player": "Max"})["message"]


def test_metrics_move_with_every_game_so_they_are_for_roles(late: House) -> None:
    refused = late.http.get("/metrics")
    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
    assert "arbiter_" not in refused.text
    table = late.open("toy", ("Nan", "Oto"))
    assert late.http.get("/metrics", headers=bearer(table.tokens[0])).status_code == 401
    assert "arbiter_commands_total" in late.http.get("/metrics", headers=bearer(mint_role(late.embedded.keys, "analyst", 60))).text
