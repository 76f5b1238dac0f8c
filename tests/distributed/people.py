"""Players who bear with a service that is away for a while, and open games through it."""

import asyncio
import random
from typing import Any

import httpx

from tests.api.house import bearer
from tests.flow.people import Player

OPEN = "mutation($input: OpenGameInput!) { openGame(input: $input) { game { id } seatTokens } }"


class Patient(Player):
    """A player for whom trouble is a reason to ask again, at whichever process answers."""

    pause = 0.04  # there are many of them, and what they ask for in vain is no load that matters

    def __init__(self, urls: list[str], game: str, seat: int, token: str, seed: int) -> None:
        super().__init__(urls[0], game, seat, token, seed)
        self.urls, self.troubles = urls, 0

    async def _ask(self, http: httpx.AsyncClient, query: str, **variables: Any) -> Any:
        return await ask(http, self.urls, self.token, query, variables, self)


async def ask(http: httpx.AsyncClient, urls: list[str], token: str | None, query: str, variables: dict[str, Any], who: Any = None) -> Any:
    """The data of an answer; asks again as long as there is none."""
    while True:
        try:
            url = random.choice(urls)
            answer = await http.post(f"{url}/graphql", json={"query": query, "variables": variables}, headers=bearer(token))
            told = answer.json()
            if answer.status_code == 200 and "errors" not in told and told["data"].get("game", True) is not None:
                return told["data"]
            assert answer.status_code in (200, 503), told
            if "errors" in told:
                assert {error.get("extensions", {}).get("code") for error in told["errors"]} <= {"UNAVAILABLE", "INTERNAL"}, told
            if who is not None:
                who.troubles += 1
        except (httpx.TransportError, ValueError):
            pass
        await asyncio.sleep(0.05)


async def open_games(urls: list[str], count: int, ruleset: str = "bremen", seats: int = 4) -> list[tuple[str, list[str]]]:
    """Games that have started: (id, tokens of the seats)."""
    async with httpx.AsyncClient(timeout=20) as http:
        found = []
        for number in range(count):
            names = [f"Player {number}-{seat}" for seat in range(seats)]
            opened = (await ask(http, urls, None, OPEN, {"input": {"ruleset": ruleset, "players": names}}))["openGame"]
            found.append((opened["game"]["id"], opened["seatTokens"]))
        return found


async def play_all(urls: list[str], games: list[tuple[str, list[str]]], seed: int = 1) -> list[Patient]:
    """Every seat plays its game to the end."""
    players = [
        Patient(urls, game, seat, token, seed * 1_000 + 10 * number + seat) for number, (game, tokens) in enumerate(games) for seat, token in enumerate(tokens)
    ]
    await asyncio.gather(*(player.play() for player in players))
    return players
