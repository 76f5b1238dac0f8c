"""A game played over GraphQL by clients with tokens while spectators subscribe; the process is killed in between."""

import asyncio
import json
import random
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.shelf import shelf
from tests.flow.people import Player, Spectator
from tests.flow.process import Process

OPEN = "mutation($input: OpenGameInput!) { openGame(input: $input) { game { id } seatTokens hostToken } }"
NAMES = ("Ann", "Ben", "Cy", "Dora")
PUBLIC = ("number", "seat", "toAct", "scores", "hash", "at", "clauses")  # what no late frame hides


def open_game(url: str, ruleset: str) -> tuple[str, list[str]]:
    seats = max(n for n in shelf()[ruleset].seats if n <= len(NAMES))
    answer = httpx.post(f"{url}/graphql", json={"query": OPEN, "variables": {"input": {"ruleset": ruleset, "players": NAMES[:seats]}}}).json()
    opened = answer["data"]["openGame"]
    return opened["game"]["id"], opened["seatTokens"]


async def killed_while_they_play(process: Process, first: Spectator, rng: random.Random) -> None:
    """Kills the process when the spectator has seen some moves, and starts it again."""
    moment = rng.randint(4, 24)
    await first.seen(moment)
    await asyncio.sleep(rng.random() * 0.05)
    process.kill()
    await asyncio.to_thread(process.start)


def same_frames(whole: list[dict[str, Any]], followed: Spectator) -> None:
    """The frames are the same; of those that came late while the game ran, only what nobody's memory may keep can be missing."""
    assert len(followed.moves) == len(whole)
    for mine, theirs in zip(followed.moves, whole, strict=True):
        if mine["number"] in followed.late:
            assert {name: mine[name] for name in PUBLIC} == {name: theirs[name] for name in PUBLIC}
        else:
            assert mine == theirs


@pytest.mark.parametrize("ruleset", sorted(shelf()))
async def test_clients_play_spectators_follow_and_the_process_is_killed(tmp_path: Path, ruleset: str) -> None:
    seed = random.randrange(sys.maxsize)
    print(f"seed {seed}")
    rng = random.Random(seed)
    with Process(tmp_path) as process:
        game_id, tokens = open_game(process.url, ruleset)
        players = [Player(process.url, game_id, seat, token, rng.randrange(sys.maxsize)) for seat, token in enumerate(tokens)]
        first, second = Spectator(process.url, game_id), Spectator(process.url, game_id, tokens[0])
        async with asyncio.timeout(120):
            await asyncio.gather(*(player.play() for player in players), first.follow(), second.follow(), killed_while_they_play(process, first, rng))
            assert first.breaks > 0, "the process was killed under the spectator"
            after, of_seat = Spectator(process.url, game_id), Spectator(process.url, game_id, tokens[0])
            await after.follow()
            await of_seat.follow()
        same_frames(after.moves, first)
        same_frames(of_seat.moves, second)
        record = (await asyncio.to_thread(httpx.get, f"{process.url}/games/{game_id}/record")).text.splitlines()
        receipts = {number: receipt for player in players for number, receipt in player.receipts.items()}
        assert len(receipts) >= len(after.moves) - 1, "all answers arrived, but for one that the kill may have cost"
        moves = {line["number"]: line for line in map(json.loads, record) if "move" in line}
        assert len(moves) == len(after.moves), "nothing twice, nothing lost"
        for number, receipt in receipts.items():
            assert moves[number]["hash"] == receipt["hash"] == after.moves[number - 1]["hash"], "what was acknowledged is in the record"
        assert process.stop() == 0, "it stops cleanly when asked"
        log = process.log()
        assert "Traceback" not in log
        for token in tokens:
            assert token not in log
