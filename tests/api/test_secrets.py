"""Twins through every door: two histories that a viewer cannot tell apart answer him in the same words."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from api.auth import mint_seat
from domain.message import Json
from domain.seats import SPECTATOR, Viewer
from tests.api.house import FOLLOW, House, bearer, running
from tests.api.plant import plant
from tests.api.selecting import everything, schema_of
from tests.every_game.support import GAMES, TIMES, Laid, configurations, hooks_of, random_game, reproducible, setup_of
from tests.every_game.table_talk import Told, history_of
from tests.every_game.test_secrecy import _twins as twin_of
from tests.toy import RULES, on_the_shelf

HASHES = ("hash", "head", "seedCommitment", "signature", "keyId")  # they differ between any two games
LAID = {laid.name: laid for slug in (*GAMES, RULES.slug) for laid in configurations(slug)}
SAMPLED = [name for slug in (*GAMES, RULES.slug) for name in [laid.name for laid in configurations(slug)][:: max(1, len(configurations(slug)) // 2)]]


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose limits let one ask for everything at once."""
    limits: dict[str, Any] = {"max_tokens": 20_000, "max_depth": 30, "max_cost": 10_000_000, "max_aliases": 1_000}
    with on_the_shelf(), running(tmp_path_factory.mktemp("wide"), **limits) as made:
        yield made


@pytest.fixture(scope="module")
def all_of_a_game(wide: House) -> str:
    schema = schema_of(wide)
    kind = schema.get_type("Game")
    assert kind is not None
    return f"query($id: ID!, $at: Int) {{ game(id: $id, atMove: $at) {everything(kind, HASHES)} }}"


def without_hashes(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_hashes(item) for key, item in value.items() if key not in HASHES}
    return [without_hashes(item) for item in value] if isinstance(value, list) else value


async def told_to(house: House, query: str, game_id: str, viewer: Viewer, laid: Laid, state: Any) -> dict[str, str]:
    """Everything that the service says about a game to a viewer, by door, without the game's id."""
    token = None if viewer == SPECTATOR else mint_seat(house.embedded.keys, game_id, viewer.seat or 0, 0)
    count = house.ask("query($id: ID!) { game(id: $id) { moveCount } }", id=game_id)["game"]["moveCount"]
    doors: dict[str, Any] = {}
    for at in sorted({0, count // 2, count}):
        doors[f"query at {at}"] = without_hashes(house.ask(query, token, id=game_id, at=at))
        doors[f"picture at {at}"] = house.http.get(f"/games/{game_id}/board.svg", params={"atMove": at}, headers=bearer(token)).text
    doors["query"] = without_hashes(house.ask(query, token, id=game_id))
    record = house.http.get(f"/games/{game_id}/record", headers=bearer(token)).text
    doors["record"] = [without_hashes(json.loads(line)) for line in record.splitlines()]
    async with house.socket(token) as socket:
        await socket.subscribe(FOLLOW, id=game_id)
        doors["frames"] = [without_hashes((await socket.next())["payload"]) for _ in range(count + 1)]
    doors["rulings"] = list(rulings(house, token, game_id, viewer, laid, state))
    doors["refused"] = without_hashes(house.play(token, game_id, json={"kind": "nothing"})) if viewer.seat is None else None
    written = json.dumps(doors, sort_keys=True).replace(game_id, "GAME")
    return {door: json.dumps(value, sort_keys=True) for door, value in json.loads(written).items()}


def rulings(house: House, token: str | None, game_id: str, viewer: Viewer, laid: Laid, state: Any) -> Iterator[Json]:
    """What the referee says to the seat's every conceivable move (as far as they are few); to a spectator, that he may not ask."""
    query = "query($id: ID!, $seat: Int!, $json: JSON) { ruling(gameId: $id, seat: $seat, json: $json) { legal clause reason notation legalMovesJson } }"
    moves = [move.wire() for seat, move in laid.rules.conceivable(state) if seat == (viewer.seat or 0)]
    for move in random.Random(len(moves)).sample(moves, min(len(moves), 12)):
        yield house.post(query, token, id=game_id, seat=viewer.seat or 0, json=move).json()


@pytest.mark.parametrize("name", SAMPLED)
@pytest.mark.parametrize("seed", range(40, 40 + TIMES))
async def test_twins_hear_the_same_through_every_door(wide: House, all_of_a_game: str, name: str, seed: int) -> None:
    laid, rng = LAID[name], random.Random(seed)
    with reproducible(laid, seed) as made:
        for _ in random_game(laid, seed, made):
            pass
        setup, length = setup_of(laid, seed), len(made) // 2
        history = history_of(setup, made[:length])
        for viewer in (Viewer(seat=0), Viewer(seat=laid.table.seats - 1), SPECTATOR):
            twin = twin_of(laid, history, viewer, rng)
            if twin is None:
                continue
            heard = []
            for one in (Told(laid, history), Told(laid, twin)):
                game_id = str(uuid4())
                plant(wide, game_id, one.recorded)
                heard.append(await told_to(wide, all_of_a_game, game_id, viewer, laid, Told(laid, history).games[-1].state))
            for door in heard[0]:
                assert heard[0][door] == heard[1][door], f"{viewer} hears a difference: {door}, {first_difference(heard[0][door], heard[1][door])}"


def first_difference(one: str, other: str) -> str:
    place = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, place - 100) : place + 100]} | {other[max(0, place - 100) : place + 100]}"


def test_the_suite_has_twins_for_every_game_with_secrets() -> None:
    """So that the test above cannot pass by having nothing to compare."""
    rng = random.Random(3)
    for slug in (*GAMES, RULES.slug):
        laid = configurations(slug)[0]
        made: list[Any] = []
        for _ in random_game(laid, 41, made):
            pass
        hidden = re.search(r"hidden", json.dumps(laid.rules.view(made[5].after, SPECTATOR, made[5].after).wire())) is not None
        found = hooks_of(slug).twins(laid.rules, laid.table, *history_of(setup_of(laid, 41), made[: len(made) // 2]), SPECTATOR, rng)
        assert not hidden or found is not None, slug


async def test_a_leak_would_be_heard(wide: House, all_of_a_game: str) -> None:
    """The arbiter, who sees all, hears a difference between twins at the doors that show positions, moves and records."""
    laid, rng = LAID["toy-2"], random.Random(1)
    made: list[Any] = []
    for _ in random_game(laid, 40, made):
        pass
    history = history_of(setup_of(laid, 40), made[:8])
    twin = twin_of(laid, history, SPECTATOR, rng)
    assert twin is not None
    heard = []
    for one in (history, twin):
        game_id = str(uuid4())
        plant(wide, game_id, Told(laid, one).recorded)
        answer = wide.ask(all_of_a_game, wide.arbiter, id=game_id)
        record = wide.http.get(f"/games/{game_id}/record", headers=bearer(wide.arbiter)).text
        picture = wide.http.get(f"/games/{game_id}/board.svg", headers=bearer(wide.arbiter)).text
        heard.append(
            [json.dumps(without_hashes(answer)).replace(game_id, ""), re.sub(r'"(hash|head|signature)":"[^"]*"', "", record).replace(game_id, ""), picture]
        )
    assert all(a != b for a, b in zip(*heard, strict=True))
