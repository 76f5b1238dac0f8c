"""Projection workers on a real broker and a real database: whoever holds which partition, every event counts once."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from kafka import KafkaProducer
from kafka.structs import OffsetAndMetadata, TopicPartition

from domain import commands as cmd
from domain.refusal import Refused
from infra.event_store import ATTEMPTS, GAMES
from infra.kafka import consumer
from infra.ledger import Ledger
from infra.notices import Notification
from infra.stream import LogStream, behind
from infra.topics import GROUP, topic_name
from infra.trouble import Misconfigured, Trouble
from projections.aside import listing, retry
from projections.bell import Bell
from projections.embedded import Embedded
from projections.folding import Folding
from projections.generations import ReadStore, Superseded, ensure
from projections.rebuild import rebuild
from projections.worker import Worker
from projections.worker_process import WorkerProcess, rebuild_from_kafka
from tests.distributed.site import Site
from tests.distributed.threads import relayed, relaying, working
from tests.services.processes import wait_until
from tests.stores import opened, play, play_out
from tests.toy import RULES, on_the_shelf


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with on_the_shelf(RULES):
        yield


def some_games(ledger: Ledger, count: int) -> list[str]:
    """Games of several kinds, with refused moves, disputes and annulments between."""
    found = []
    for number in range(count):
        game = opened(ledger)
        game = play(ledger, game, 3)
        with pytest.raises(Refused):
            ledger.execute(game.id, cmd.PlayMove(game.rules.to_act(game.state)[0], {"kind": "nonsense"}))
        if number % 2:
            ledger.execute(game.id, cmd.RaiseDispute(0, "that was no move", about_move=2))
            current = ledger.game(game.id)
            assert current is not None
            game = ledger.execute(game.id, cmd.RuleDispute(current.disputes[0].id, "ANNUL", first=2, reason="it was none")).game
        if number % 3 != 2:
            game = play_out(ledger, game)
        found.append(game.id)
    return found


def test_workers_come_and_go_under_load(here: Site) -> None:
    with here.ledger() as ledger, relaying(here), working(here) as workers:
        some_games(ledger, 4)
        wait_until(lambda: len(workers[0].stream.assigned()) == 8, 20, "all partitions")
        second = WorkerProcess(here.settings)
        second.start()
        try:
            wait_until(lambda: 0 < len(second.stream.assigned()) < 8, 20, "a share for the second")
            some_games(ledger, 4)
            wait_until(lambda: 0 < len(workers[0].stream.assigned()) < 8, 20, "a share for the first")
            assert set(workers[0].stream.assigned()).isdisjoint(second.stream.assigned())
        finally:
            second.stop()
        some_games(ledger, 4)
        wait_until(lambda: len(workers[0].stream.assigned()) == 8, 20, "all partitions again")
        here.wait_until_settled()
    here.agrees()


def test_from_kafka_and_from_the_log_the_same_rows_are_made(here: Site) -> None:
    with here.ledger() as ledger:
        with relaying(here), working(here, 2):
            some_games(ledger, 9)
            here.wait_until_settled()
        by_workers = here.hash()
        assert rebuild(here.settings, LogStream(ledger.log)) == len(here.stored())
        assert here.hash() == by_workers
        assert rebuild_from_kafka(here.settings) == len(here.stored()), "positions of another source do not keep it from taking over"
        assert here.hash() == by_workers


def test_what_the_group_has_committed_has_no_say(here: Site) -> None:
    """Offsets that are ahead of the tables (as after a consumer that commits before it works) lose nothing."""
    with here.ledger() as ledger, relaying(here):
        some_games(ledger, 3)
        wait_until(lambda: relayed(here, ledger), 20, "relay")
        client = consumer(here.settings, f"{here.settings.kafka_prefix}{GROUP}")
        name = topic_name(here.settings, GAMES)
        places = [TopicPartition(name, number) for number in range(4)]
        client.assign(places)
        client.commit({place: OffsetAndMetadata(end, "", -1) for place, end in client.end_offsets(places).items()})
        client.close(autocommit=False)
        with working(here):
            here.wait_until_settled()
    here.agrees()


def test_a_rebuild_beside_working_workers_is_never_half_seen(here: Site) -> None:
    with here.ledger() as ledger, relaying(here), working(here, 2):
        ids = some_games(ledger, 6)
        here.wait_until_settled()
        store = ReadStore(here.settings)
        rebuilding = ThreadPoolExecutor(1).submit(rebuild_from_kafka, here.settings)
        seen, more = set(), 0
        while not rebuilding.done():
            seen.add(store.read(lambda connection, tables: (connection.execute(_count(tables)).scalar(), tables.generation)))
            if more < 3:
                some_games(ledger, 1)
                more += 1
        store.close()
        assert rebuilding.result() > 0
        assert min(count for count, _ in seen) >= len(ids), seen
        here.wait_until_settled()
    here.agrees()


def _count(tables: Any) -> Any:
    import sqlalchemy as sa

    return sa.select(sa.func.count()).select_from(tables.games)


def test_a_poisoned_message_sets_its_game_aside_until_somebody_tries_again(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Folding._event
    with here.ledger() as ledger, relaying(here):
        bad = play(ledger, opened(ledger), 2)
        others = some_games(ledger, 3)

        def broken(folding: Folding, shadow: Any, notice: Notification) -> Any:
            if notice.game_id == bad.id and notice.version == 6:
                raise ZeroDivisionError("in the rules")
            return real(folding, shadow, notice)

        monkeypatch.setattr(Folding, "_event", broken)
        with working(here):
            here.wait_until_settled()
            assert [(one.game_id, one.version) for one in listing(here.settings)] == [(bad.id, 6)]
            bad = play(ledger, bad, 3)  # passed over while it is set aside
            with pytest.raises(Refused):
                ledger.execute(bad.id, cmd.PlayMove(bad.rules.to_act(bad.state)[0], {"kind": "nonsense"}))
            here.wait_until_settled()
            assert {row[0] for row in here.rows() if row[1] > 6} >= set(others), "others go on"
            assert bad.id in here.run("project", "--aside")
            with pytest.raises(Trouble, match="event 6 cannot be projected yet"):
                retry(here.settings, bad.id)
            assert [one.game_id for one in listing(here.settings)] == [bad.id]
            monkeypatch.undo()
            assert retry(here.settings, bad.id) == 4
            assert listing(here.settings) == []
            play(ledger, bad, 2)
            here.wait_until_settled()
        with pytest.raises(Misconfigured, match="not set aside"):
            retry(here.settings, bad.id)
    here.agrees()


def test_a_try_again_while_the_game_goes_on_loses_no_event(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker passes over an event that the store did not have yet when the game was taken in, because the game is not back yet: it must look again."""
    with here.ledger() as ledger:
        game = play(ledger, opened(ledger), 1)
        store = ReadStore(here.settings)
        ensure(store)
        worker = Worker(store, LogStream(ledger.log), Bell())
        monkeypatch.setattr(Folding, "_event", lambda *_: 1 / 0)
        assert worker.step()
        monkeypatch.undo()
        assert [one.game_id for one in listing(here.settings)] == [game.id]
        working: list[Future[int]] = []

        def meanwhile(*_: Any) -> None:
            """The game has been taken in, but that is not committed: a move is made, and the worker meets it."""
            play(ledger, game, 1)
            working.append(ThreadPoolExecutor(1).submit(worker.step))
            wait_until(lambda: _waits_for_a_lock(store) or working[0].done(), 10, "the worker has come to its rows")
            assert not working[0].done(), "no worker writes meanwhile"

        monkeypatch.setattr("projections.aside.announce", meanwhile)
        assert retry(here.settings, game.id) == 5
        with pytest.raises(Superseded):
            working[0].result(10)
        worker._projector = None  # as the worker's own loop does
        while worker.step():
            pass
        assert {row[1] for row in here.rows()} == set(range(1, 7))
        store.close()


def _waits_for_a_lock(store: ReadStore) -> bool:
    with store.engine.connect() as connection:
        return bool(connection.exec_driver_sql("SELECT count(*) FROM pg_locks WHERE NOT granted").scalar())


def test_a_record_that_is_none_of_ours_is_passed_over(here: Site) -> None:
    with here.ledger() as ledger, relaying(here), working(here):
        some_games(ledger, 1)
        producer = KafkaProducer(bootstrap_servers=here.settings.kafka)
        for topic in (GAMES, ATTEMPTS):
            for value in (b"", b"nonsense", b'{"id":"x"}', b'{"id":"a/1","source":"/games/","type":"x","sequence":"1","data":{},"dataschema":""}'):
                producer.send(topic_name(here.settings, topic), value, b"key").get(10)
        producer.close()
        some_games(ledger, 1)
        here.wait_until_settled()
    assert len({row[0] for row in here.rows()}) == 2


def test_sqlite_and_kafka_do_not_go_together(here: Site, tmp_path: Any) -> None:
    with pytest.raises(Misconfigured, match="ARBITER_DATABASE"):
        WorkerProcess(here.settings.model_copy(update={"database": f"sqlite:///{tmp_path / 'x.db'}"}))
    with pytest.raises(Misconfigured, match="ARBITER_SECRET"):
        WorkerProcess(here.settings.model_copy(update={"secret": None}))


def test_from_one_database_to_kafka_and_back(here: Site) -> None:
    """Positions of the log and of the topics are kept apart, and versions keep what comes both ways from counting twice."""
    alone = here.settings.model_copy(update={"kafka": None})
    from projections.distributed import Distributed

    with Distributed(alone) as service:
        some_games(service.ledger, 2)
        wait_until(lambda: behind(service._worker._stream.ends(), _positions(service)) == 0, 10, "projections")
    with here.ledger() as ledger, relaying(here), working(here):
        some_games(ledger, 2)
        here.wait_until_settled()
    with Distributed(alone) as service:
        some_games(service.ledger, 2)
        wait_until(lambda: behind(service._worker._stream.ends(), _positions(service)) == 0, 10, "projections")
    stored = {(one.game_id, one.version, one.name, one.line, one.hash) for one in here.stored() if one.topic == GAMES}
    assert here.rows() == stored


def _positions(service: Embedded) -> Any:
    from projections.generations import active, positions

    with service._store.engine.connect() as connection:
        return positions(connection, active(connection))
