"""The relay against a real broker and a real database: the feed is the store, whoever publishes it and whatever is refused."""

import json
import time
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from kafka.admin import ConfigResource, ConfigResourceType

from api.schemas import event_schema
from domain import commands as cmd
from domain.refusal import Refused
from infra import leader
from infra.event_store import ATTEMPTS, GAMES
from infra.kafka import admin, hash_of
from infra.leader import Lead
from infra.ledger import Ledger
from infra.postgres import ask
from infra.relay_desk import Held, NotLeading, RelayDesk
from infra.relay_feeds import FullFeed
from infra.topics import PUBLIC, TOPICS, make_topics, topic_name
from infra.trouble import Misconfigured
from tests.distributed.site import Site, site
from tests.distributed.threads import relayed, relaying, working
from tests.services.processes import wait_until
from tests.stores import opened, play, play_out
from tests.toy import RULES, on_the_shelf


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with on_the_shelf(RULES):
        yield


def held(here: Site) -> list[Held]:
    found: list[Held] = ask(here.settings, lambda connection: RelayDesk(connection).held(list(TOPICS)))
    return found


def retry(here: Site, game_id: str) -> None:
    """What ``arbiter relay --retry`` does."""
    assert ask(here.settings, lambda connection: RelayDesk(connection).ask(game_id)) > 0


def try_to(ledger: Ledger, game_id: str, command: cmd.Command) -> None:
    with pytest.raises(Refused):
        ledger.execute(game_id, command)


def test_what_a_record_looks_like(here: Site) -> None:
    with here.ledger() as ledger:
        game = play(ledger, opened(ledger), 3)
        try_to(ledger, game.id, cmd.PlayMove(game.rules.to_act(game.state)[0], {"kind": "nonsense"}))
        game = play_out(ledger, game)
        opened(ledger, "bremen", ("Ann", "Ben", "Cy"))
        with relaying(here):
            wait_until(lambda: relayed(here, ledger), 20, "relay")
    url = here.settings.url
    for topic in (GAMES, PUBLIC):
        for record in here.topic(topic):
            told = json.loads(record.value)
            game_id, version = told["id"].split("/")
            slug = "toy" if game_id == game.id else "bremen"
            name = told["type"].rsplit(".", 1)[1]
            assert told["specversion"] == "1.0"
            assert told["source"] == f"/games/{game_id}"
            assert told["sequence"] == f"{int(version):010d}"
            assert told["datacontenttype"] == "application/json"
            assert told["dataschema"] == f"{url}/schemas/{slug}/{name}.json"
            assert told["time"] == told["data"]["at"]
            assert record.key.decode() == game_id
            assert record.partition == hash_of(record.key) % 4, "where every Kafka client looks for this key"
            assert dict(record.headers)["content-type"] == b"application/cloudevents+json; charset=UTF-8"
            jsonschema.Draft202012Validator(event_schema(slug, name, url)).validate(told["data"])
    (attempt,) = here.topic(ATTEMPTS)
    told = json.loads(attempt.value)
    assert told["id"] == f"{game.id}/attempts/1"
    assert told["type"] == "arbiter.attempt.AttemptRefused"
    assert told["data"]["clause"] == "ARB-4"
    full, public = here.topic(GAMES), here.topic(PUBLIC)
    assert len(full) == len(public) == game.version + 5
    assert "notification" not in str(full[0].value)


def test_topics_are_made_once_and_their_partitions_are_fixed(here: Site) -> None:
    assert make_topics(here.settings) == []
    with pytest.raises(Misconfigured, match="has 4 partitions, not 7"):
        make_topics(here.settings.model_copy(update={"kafka_partitions": 7}))


def test_of_two_relays_one_leads_and_the_other_takes_over_in_seconds(here: Site) -> None:
    here.run("migrate")
    with here.ledger() as ledger:
        games = [opened(ledger, "bremen", ("Ann", "Ben", "Cy")) for _ in range(4)]
        one, two = here.relay(), here.relay()
        wait_until(lambda: relayed(here, ledger), 30, "relay", one)
        leader, other = (one, two) if '"full", "event": "leads"' in one.log.read_text() else (two, one)
        games = [play(ledger, game, 5) for game in games]
        leader.kill()
        for game in games:
            play(ledger, game, 10)
        wait_until(lambda: relayed(here, ledger), 15, "the other relay")
        assert other.terminate() == 0
    with working(here):
        here.wait_until_settled()
    assert here.agrees() == len(here.stored())


def test_a_position_moves_only_for_who_leads(here: Site) -> None:
    here.run("migrate")
    one, two = Lead(here.settings, "relay/full"), Lead(here.settings, "relay/full")
    try:
        assert one.take()
        assert not two.take()
        assert one.connection is not None
        desk = RelayDesk(one.connection)
        assert desk.position("full") == 0
        desk.advance("full", 0, 5, [], [])
        with pytest.raises(NotLeading):
            desk.advance("full", 0, 9, [], [])
        one.close()
        wait_until(two.take, 15, "the lock")
        assert two.connection is not None
        assert RelayDesk(two.connection).position("full") == 5
    finally:
        one.close()
        two.close()


@pytest.mark.parametrize("where", ["SELECT 1", "BEGIN"])
def test_who_leads_and_stands_still_leads_no_more(here: Site, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    """Between two transactions, and in the middle of one."""
    monkeypatch.setattr(leader, "SILENCE", 1)
    one, two = Lead(here.settings, "relay/full"), Lead(here.settings, "relay/full")
    try:
        assert one.take()
        assert one.connection is not None
        one.connection.execute(where)
        wait_until(two.take, 10, "the lock")
    finally:
        one.close()
        two.close()


def test_a_record_that_is_too_large_holds_back_its_game_alone(postgres: str, kafka: str, tmp_path: Any) -> None:
    with site(postgres, kafka, tmp_path, kafka_max_bytes=2_500) as here, here.ledger() as ledger:
        small, large = opened(ledger), opened(ledger)
        ledger.execute(large.id, cmd.SendMessage(0, text="🎲" * 990))
        large = play(ledger, large, 2)
        play(ledger, small, 5)
        with relaying(here):
            wait_until(lambda: relayed(here, ledger), 20, "relay")
            by_game = [record.key.decode() for record in here.topic(GAMES)]
            assert by_game.count(small.id) == 9, "others go on"
            assert by_game.count(large.id) < 7
            kept = {one.topic: one for one in held(here)}
            assert {one.game_id for one in kept.values()} == {large.id}
            assert "the topic allows 2500" in kept[GAMES].reason
            assert large.id in here.run("relay", "--held")
            assert {row["game_id"] for row in json.loads(here.run("relay", "--held", "--json"))} == {large.id}
            large = play(ledger, large, 1)
            here.run("relay", "--retry", large.id)
            wait_until(lambda: not any(one.retry for one in held(here)), 10, "a try in vain")
            assert [one.game_id for one in held(here) if one.topic == GAMES] == [large.id]
            allow(here, 1_000_000)
            here.run("relay", "--retry", large.id)
            wait_until(lambda: held(here) == [], 10, "the game goes on")
            assert (here.run("relay", "--held"), here.run("relay", "--held", "--json")) == ("No game is held back.\n", "[]\n")
            play(ledger, large, 1)
            wait_until(lambda: relayed(here, ledger), 20, "relay")
        records = here.topic(GAMES)
        versions = [json.loads(record.value)["id"] for record in records if record.key.decode() == large.id]
        assert versions == [f"{large.id}/{version}" for version in range(1, 10)], "complete and in order"
        with working(here):
            here.wait_until_settled()
        assert here.agrees() == len(records)


def allow(here: Site, size: int) -> None:
    client = admin(here.settings)
    names = [topic_name(here.settings, topic) for topic in TOPICS]
    client.alter_configs([ConfigResource(ConfigResourceType.TOPIC, name, {"max.message.bytes": str(size)}) for name in names])
    client.close()


def test_a_broker_that_refuses_what_it_was_thought_to_take(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("infra.relay_sender.limits", lambda settings, topics: dict.fromkeys(topics, 10_000_000))
    allow(here, 2_500)
    with here.ledger() as ledger:
        small, large = opened(ledger), opened(ledger)
        ledger.execute(large.id, cmd.SendMessage(0, text="🎲" * 990))
        play(ledger, small, 5)
        with relaying(here, "full"):
            wait_until(lambda: relayed(here, ledger, "full"), 30, "relay")
        assert [one.game_id for one in held(here)] == [large.id]
        assert "MessageSizeTooLarge" in held(here)[0].reason
        keys = {json.loads(record.value)["id"] for record in here.topic(GAMES)}
        assert {f"{small.id}/{version}" for version in range(1, 10)} <= keys
        assert f"{large.id}/5" not in keys
        monkeypatch.undo()
        allow(here, 1_000_000)
        with relaying(here), working(here):
            retry(here, large.id)
            wait_until(lambda: held(here) == [], 10, "the game goes on")
            here.wait_until_settled()
    here.agrees()


def test_a_game_of_which_no_record_can_be_made_is_held_back_alone(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    real = FullFeed.record
    with here.ledger() as ledger:
        bad, good = opened(ledger), opened(ledger)

        def broken(feed: FullFeed, notice: Any) -> Any:
            if notice.game_id == bad.id and notice.version == 3:
                raise ZeroDivisionError("a secret")
            return real(feed, notice)

        monkeypatch.setattr(FullFeed, "record", broken)
        with relaying(here, "full"):
            wait_until(lambda: relayed(here, ledger, "full"), 20, "relay")
            assert [(one.game_id, one.version) for one in held(here)] == [(bad.id, 3)]
            assert "secret" not in held(here)[0].reason
            monkeypatch.undo()
            retry(here, bad.id)
            wait_until(lambda: held(here) == [], 10, "the game goes on")
            assert (here.run("relay", "--held"), here.run("relay", "--held", "--json")) == ("No game is held back.\n", "[]\n")
        assert sorted(json.loads(record.value)["id"] for record in here.topic(GAMES)) == sorted(f"{game.id}/{v}" for game in (bad, good) for v in range(1, 5))


def test_a_delayed_public_feed(postgres: str, kafka: str, tmp_path: Any) -> None:
    with site(postgres, kafka, tmp_path, spectator_delay=2.0) as here, here.ledger() as ledger, relaying(here):
        opened(ledger)
        wait_until(lambda: relayed(here, ledger, "full"), 10, "relay")
        begun = time.monotonic()
        assert len(here.topic(GAMES)) == 4
        assert time.monotonic() - begun > 1.9 or here.topic(PUBLIC) == []
        wait_until(lambda: relayed(here, ledger), 10, "relay")
        assert len(here.topic(PUBLIC)) == 4
