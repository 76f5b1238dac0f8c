"""Two API processes, a relay, two workers; players at both, spectators at both; one of each is killed."""

import asyncio
from typing import Any

import httpx

from tests.distributed.people import open_games, play_all
from tests.distributed.site import ARBITER, Site
from tests.flow.people import Spectator


async def test_games_through_both_apis_with_spectators_on_both(here: Site, tmp_path: Any) -> None:
    here.run("migrate")
    relay, workers = here.relay(), [here.worker(), here.worker()]
    (one, first), (_, second) = here.api(), here.api()
    games = await open_games([first, second], 2)
    spectators = [Spectator(url, game) for game, _ in games for url in (first, second)]
    following = [asyncio.create_task(spectator.follow()) for spectator in spectators]
    playing = asyncio.create_task(play_all([first, second], games))

    await spectators[1].seen(5)
    workers[0].kill()
    await spectators[1].seen(10)
    relay.kill()
    relay = here.relay()
    await spectators[1].seen(15)
    one.kill()
    workers.append(here.worker())
    for spectator in (spectators[0], spectators[2]):
        spectator.url = second  # a client knows more than one address
    for player in [playing]:
        await asyncio.wait_for(player, 60)
    await asyncio.wait_for(asyncio.gather(*following), 30)

    for number, (game, _) in enumerate(games):
        here_, there = spectators[2 * number], spectators[2 * number + 1]
        assert [frame["hash"] for frame in here_.moves] == [frame["hash"] for frame in there.moves]
        record = httpx.get(f"{second}/games/{game}/record").text
        (tmp_path / f"{game}.jsonl").write_text(record)
        keys = tmp_path / "keys.json"
        keys.write_text(httpx.get(f"{second}/keys").text)
        assert '"ok":true' in here.run("verify", str(tmp_path / f"{game}.jsonl"), "--key", str(keys), "--json")
    here.wait_until_settled()
    here.agrees()
