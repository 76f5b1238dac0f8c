"""Two API processes, a relay, two workers; players at both, spectators at both; one of each is killed."""

import asyncio
from pathlib import Path

import httpx

from tests.distributed.people import open_games, play_all
from tests.distributed.site import Site
from tests.flow.people import Spectator


def verify(here: Site, url: str, game: str, folder: Path) -> None:
    """The record that anybody may download proves itself."""
    record, keys = folder / f"{game}.jsonl", folder / "keys.json"
    record.write_text(httpx.get(f"{url}/games/{game}/record").text)
    keys.write_text(httpx.get(f"{url}/keys").text)
    assert '"ok":true' in here.run("verify", str(record), "--key", str(keys), "--json")


async def test_games_through_both_apis_with_spectators_on_both(here: Site, tmp_path: Path) -> None:
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
    await asyncio.wait_for(playing, 60)
    await asyncio.wait_for(asyncio.gather(*following), 30)

    for number, (game, _) in enumerate(games):
        here_, there = spectators[2 * number], spectators[2 * number + 1]
        assert [frame["hash"] for frame in here_.moves] == [frame["hash"] for frame in there.moves]
        await asyncio.to_thread(verify, here, second, game, tmp_path)
    here.wait_until_settled()
    here.agrees()
