"""Bots that play so that there is something to watch."""

import asyncio
from pathlib import Path

import pytest

import api.demo
from api.demo import play_for_ever
from domain.shelf import shelf
from infra.settings import Settings
from projections.embedded import Embedded


async def test_a_game_of_every_ruleset_is_played_and_none_is_left_standing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api.demo, "PAUSE", (0.0, 0.002))
    monkeypatch.setattr(api.demo, "INTERVAL", 0.01)
    with Embedded(Settings(database=f"sqlite:///{tmp_path / 'demo.db'}")) as embedded:
        async with play_for_ever(embedded.ledger, True):
            more, loop = asyncio.Event(), asyncio.get_running_loop()
            embedded.library.listen(lambda _: loop.call_soon_threadsafe(more.set))
            async with asyncio.timeout(60):
                while {row.ruleset for row in embedded.library.games(status="ENDED").rows} < set(shelf()):
                    await more.wait()
                    more.clear()
        newest = {game.game_id: embedded.ledger.game(game.game_id) for game in embedded.library.games(first=100).rows}
        assert {game.rules.slug for game in newest.values() if game is not None} == set(shelf())
        assert all(game is not None and game.status == "ENDED" for game in newest.values())
        played = [game for game in newest.values() if game is not None and game.outcome and game.outcome["reason"] != "abandoned"]
        assert {game.rules.slug for game in played} == set(shelf()), "to the end, by the rules"


async def test_nobody_plays_unless_it_is_wanted(tmp_path: Path) -> None:
    with Embedded(Settings(database=f"sqlite:///{tmp_path / 'demo.db'}")) as embedded:
        async with play_for_ever(embedded.ledger, False):
            await asyncio.sleep(0.05)
        assert embedded.library.games().total == 0


async def test_a_table_that_is_just_being_opened_is_not_left_standing(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'demo.db'}")
    for steps in range(8):
        with Embedded(settings) as embedded:
            async with play_for_ever(embedded.ledger, True):
                for _ in range(steps):  # enough to ask for a table, not for the answer
                    await asyncio.sleep(0)
    with Embedded(settings) as embedded:
        games = [embedded.ledger.game(id) for id in {notice.game_id for notice in embedded.ledger.after(0, 10_000)}]
        assert games
        assert all(game is not None and game.status == "ENDED" for game in games)
