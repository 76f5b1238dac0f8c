"""Two API processes, a relay, two workers; players at both, spectators at both; one of each is killed. In the end everybody tells of the same events."""

import asyncio
from collections import Counter
from pathlib import Path

import httpx
import msgspec

from infra.event_store import GAMES
from infra.topics import PUBLIC
from tests.distributed.people import open_games, play_all
from tests.distributed.site import Site
from tests.flow.people import Spectator


def downloaded(here: Site, url: str, game: str, folder: Path) -> list[str]:
    """The events of a record that anybody may download, which proves itself: the hash of each."""
    record, keys = folder / f"{game}.jsonl", folder / f"{game}.keys.json"
    record.write_text(httpx.get(f"{url}/games/{game}/record").text)
    keys.write_text(httpx.get(f"{url}/keys").text)
    assert '"ok":true' in here.run("verify", str(record), "--key", str(keys), "--json")
    return [msgspec.json.decode(line)["hash"] for line in record.read_text().splitlines()[1:-1]]


async def test_games_through_both_apis_with_spectators_on_both(here: Site, tmp_path: Path) -> None:
    here.run("migrate")
    relay, workers = here.relay(), [here.worker(), here.worker()]
    (one, first), (_, second) = here.apis(2)
    games = await open_games([first, second], 2)
    spectators = [Spectator(url, game) for game, _ in games for url in (first, second)]
    following = [asyncio.create_task(spectator.follow()) for spectator in spectators]
    playing = asyncio.create_task(play_all([first, second], games))

    await spectators[1].seen(5)
    workers[0].kill()
    await spectators[1].seen(10)
    relay.kill()
    here.relay()
    await spectators[1].seen(15)
    one.kill()
    here.worker()
    here.again(first)  # spectators and players come back to it by themselves
    await asyncio.wait_for(playing, 60)
    await asyncio.wait_for(asyncio.gather(*following), 30)

    ids = [game for game, _ in games]
    hashes = dict(zip(ids, await asyncio.gather(*(asyncio.to_thread(downloaded, here, first, game, tmp_path) for game in ids)), strict=True))
    for number, game in enumerate(ids):
        here_, there = ([frame["hash"] for frame in spectator.moves] for spectator in spectators[2 * number : 2 * number + 2])
        assert here_ == there
        assert here_ == [hash for hash in hashes[game] if hash in here_]
    here.wait_until_settled()
    assert here.agrees() == sum(map(len, hashes.values()))

    topics = await asyncio.gather(*(asyncio.to_thread(here.consumed, topic) for topic in (GAMES, PUBLIC)))
    for events in topics:
        told = {event["id"]: event["data"]["hash"] for event in events}
        count = Counter(event_id.split("/")[0] for event_id in told)
        assert count == {game: len(found) for game, found in hashes.items()}, "counted by a program that knows nothing of ours"
        for game, found in hashes.items():
            assert [told[f"{game}/{version}"] for version in range(1, len(found) + 1)] == found
    before = here.tables()
    assert '"messages":' in await asyncio.to_thread(here.run, "project", "--rebuild", "--json")
    assert here.tables() == before
    assert Counter(row[0] for row in here.rows()) == {game: len(found) for game, found in hashes.items()}
