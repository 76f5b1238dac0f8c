"""What was acknowledged is seen by every later read of that game, also while the projections are behind; who is kept behind on purpose sees no more."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from domain.commands import OpenGame, PlayMove
from infra.ledger import Ledger
from tests.api.house import FOLLOW, House, Opened, running
from tests.toy import on_the_shelf

GAME = "query($id: ID!) { game(id: $id) { status moveCount headMove toAct head moves { totalCount } scoreboard messages { text } } }"
RULING = 'query($id: ID!) { ruling(gameId: $id, seat: 0, notation: "aim left") { legal clause } }'


@contextmanager
def projections_stand_still(house: House) -> Iterator[None]:
    """Nothing more is projected until the end of the block."""
    worker, stopped, go_on = house.embedded._worker, threading.Event(), threading.Event()
    step = worker.step

    def wait(timeout: float = 0) -> int:
        stopped.set()
        go_on.wait()
        return step(timeout)

    worker.step = wait  # type: ignore[method-assign]
    try:
        assert stopped.wait(5)
        yield
    finally:
        go_on.set()
        worker.step = step  # type: ignore[method-assign]


def aim(house: House, table: Opened) -> dict[str, Any]:
    return house.play(table.tokens[0], table.id, notation="aim left")


def in_the_record(house: House, table: Opened) -> int:
    lines = house.http.get(f"/games/{table.id}/record").text.splitlines()
    return json.loads(lines[-1])["end"]["moves"]  # type: ignore[no-any-return]


def test_an_accepted_move_is_seen_at_every_door(house: House) -> None:
    table = house.open()
    house.caught_up(table.id)
    picture = house.http.get(f"/games/{table.id}/board.svg")
    with projections_stand_still(house):
        accepted = aim(house, table)
        game = house.ask(GAME, id=table.id)["game"]
        assert (game["moveCount"], game["headMove"], game["moves"]["totalCount"]) == (1, 1, 1)
        assert game["head"] == accepted["receipt"]["hash"]
        assert in_the_record(house, table) == 1
        assert house.http.get(f"/games/{table.id}/board.svg").headers["etag"] != picture.headers["etag"]
        assert house.ask(RULING, table.tokens[0], id=table.id)["ruling"] == {"legal": False, "clause": "TOY-2"}, "judged after the move"


def test_a_game_that_was_just_opened_is_there(house: House) -> None:
    with projections_stand_still(house):
        id = house.embedded.ledger.open_game(OpenGame("toy", players=("Ann", "Ben"))).game.id
        assert house.ask(GAME, id=id)["game"]["status"] == "RUNNING"


def test_what_another_process_wrote_is_seen(house: House) -> None:
    """A second write side at the same database: this process acknowledged nothing, its projections have nothing."""
    table = house.open()
    with projections_stand_still(house):
        other = Ledger(house.settings)
        try:
            other.execute(table.id, PlayMove(0, "aim left"))
        finally:
            other.close()
        assert house.ask(GAME, id=table.id)["game"]["moveCount"] == 1
        assert in_the_record(house, table) == 1


@pytest.mark.asyncio
async def test_a_follower_that_comes_now_begins_with_the_move(house: House) -> None:
    table = house.open()
    with projections_stand_still(house):
        aim(house, table)
        async with house.socket() as socket:
            await socket.subscribe(FOLLOW, id=table.id)
            first = (await socket.next())["payload"]["data"]["game"]
            assert (first["__typename"], first["moveCount"]) == ("StatusFrame", 1)


def test_reads_beside_the_projections_are_never_behind(house: House) -> None:
    """The same with projections that run: a move, then at once a read and a record."""
    stale = []
    for _ in range(5):
        table = house.open()
        for _ in range(4):
            game: Any = house.embedded.ledger.game(table.id)
            (seat,) = game.rules.to_act(game.state)
            accepted = house.play(table.tokens[seat], table.id, json=game.rules.legal_moves(game.state, seat)[0].wire())
            seen = (house.ask(GAME, id=table.id)["game"]["moveCount"], in_the_record(house, table))
            stale += [seen] if seen != (accepted["number"],) * 2 else []
    assert stale == []


def test_a_spectator_who_is_kept_behind_sees_no_more(tmp_path: Path) -> None:
    with on_the_shelf(), running(tmp_path, spectator_delay=60) as house:
        table = house.open()
        aim(house, table)
        assert house.ask(GAME, id=table.id)["game"] is None
        assert house.http.get(f"/games/{table.id}/record").status_code == 404
        assert house.ask(GAME, table.tokens[1], id=table.id)["game"]["moveCount"] == 1
