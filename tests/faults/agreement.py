"""What must be true after every fault: the event store is whole, and the read side holds the same and is what a rebuild makes of it."""

from uuid import UUID

import msgspec

from domain.chain import START, link, salt
from infra.database import engine
from infra.event_store import ATTEMPTS, GAMES
from infra.keys import salt_key
from infra.ledger import Ledger
from infra.notices import Notification
from infra.seeds import seed_of
from infra.settings import Settings
from projections.rebuild import rebuild
from tests.projections.support import Desk


def log_of(ledger: Ledger) -> list[Notification]:
    messages: list[Notification] = []
    while more := ledger.log.after(messages[-1].id if messages else 0, 5_000):
        messages += more
    return messages


def check_whole(settings: Settings, ledger: Ledger) -> None:
    """Versions without a gap, numbers and command ids once, and every hash follows from the one before."""
    made = engine(settings)
    games: dict[str, list[Notification]] = {}
    attempts: dict[str, list[int]] = {}
    for message in log_of(ledger):
        if message.topic == ATTEMPTS:
            attempts.setdefault(message.game_id, []).append(message.version)
        else:
            games.setdefault(message.game_id, []).append(message)
    for versions in attempts.values():
        assert versions == list(range(1, len(versions) + 1))
    with made.connect() as connection:
        for game_id, messages in games.items():
            assert [message.version for message in messages] == list(range(1, len(messages) + 1))
            seed = seed_of(connection, game_id)
            assert seed is not None
            key, before = salt_key(seed, UUID(game_id).bytes), START
            for message in messages:
                before = link(before, salt(key, message.version), message.line)
                assert before.hex() == message.hash
            numbers = [msgspec.json.decode(message.line)["number"] for message in messages if message.name == "MoveMade"]
            assert numbers == list(range(1, len(numbers) + 1))
    made.dispose()
    ids = [(game_id, recorded.command) for game_id in games for recorded in ledger._archive.history(game_id) if recorded.command is not None]
    assert len(ids) == len(set(ids)), "a command was played twice"


def check_read_side(here: Desk) -> None:
    """The projections go on from where they stood; they hold the store's events, one by one, and end where a rebuild ends."""
    here.catch_up()
    stored = [(one.game_id, one.version, one.name, one.line, one.hash) for one in log_of(here.ledger) if one.topic == GAMES]
    rows = [(row["game_id"], row["version"], row["name"], bytes(row["line"]), row["hash"]) for row in here.rows("events")]
    assert rows == sorted(stored)
    attempts = [(one.game_id, one.version, one.line) for one in log_of(here.ledger) if one.topic == ATTEMPTS]
    assert sorted((row["game_id"], row["version"], bytes(row["line"])) for row in here.rows("attempts")) == sorted(attempts)
    live = here.hash()
    rebuild(here.settings, here.stream)
    assert here.hash() == live
