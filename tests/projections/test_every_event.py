"""Every event meets every projection: which rows it touches is written down, and that it touches no others."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
import pytest
from msgspec.structs import replace

from domain import commands as cmd
from domain import events as ev
from infra.event_store import ATTEMPT
from infra.settings import Settings
from infra.stream import Batch
from projections.generations import drop, make
from projections.projector import Projector
from projections.rebuild import rebuild
from tests.projections.equality import projection_hash
from tests.projections.support import Desk, Feed, desk
from tests.stores import do, opened, play

# What each event may change, beside the event's own row and the game's row in the catalogue, which every event changes.
TOUCHES: Final[dict[str, set[str]]] = {
    "GameOpened": set(),
    "SeatTaken": {"players"},
    "SeatTokenReissued": set(),
    "GameStarted": {"scores"},
    "MoveMade": {"scores", "checkpoints"},
    "MessageSent": set(),
    "MovesAnnulled": {"scores"},
    "UndoProposed": set(),
    "StopProposed": set(),
    "ProposalAgreed": set(),
    "DisputeRaised": {"disputes"},
    "DisputeRuled": {"disputes"},
    "GameAdjudicated": {"scores", "results", "standings", "boards"},
    "SeatResigned": set(),
    "GameEnded": {"scores", "results", "standings", "boards"},
    "SeedRevealed": set(),
}


def everything(here: Desk) -> None:
    """Games in which every event happens, and a refused attempt."""
    table = here.ledger.open_game(cmd.OpenGame("toy")).game
    do(here.ledger, table, cmd.TakeSeat("Ann", 1, "salt"), cmd.TakeSeat("Ben"), cmd.StartGame(), cmd.ReissueToken(1), cmd.SendMessage(0, "hello"))
    game = do(here.ledger, table, cmd.PlayMove(0, "aim left"), cmd.ProposeUndo(0, 1), cmd.Agree(1, f"{table.id}-proposal-1")).game
    assert game.head == 0
    game = play(here.ledger, game, 3)
    do(here.ledger, game, cmd.RaiseDispute(1, "he peeked", about_move=3), cmd.RuleDispute(f"{game.id}-dispute-1", "ANNUL", "he did", first=3))
    with pytest.raises(Exception, match="TOY-1"):
        here.ledger.execute(game.id, cmd.PlayMove(1, "aim left"))
    long = play(here.ledger, opened(here.ledger, "long"), 101)
    do(here.ledger, long, cmd.ProposeStop(0), cmd.Agree(1, f"{long.id}-proposal-1"))
    resigned = opened(here.ledger)
    do(here.ledger, resigned, cmd.Resign(0), cmd.RaiseDispute(1, "oh"), cmd.RuleDispute(f"{resigned.id}-dispute-1", "ADJUDICATE", "won", winners=(1,)))
    while game.status != "ENDED":
        game = play(here.ledger, here.ledger.game(game.id) or game, 1)
    do(here.ledger, game, cmd.RaiseDispute(1, "again"), cmd.RuleDispute(f"{game.id}-dispute-2", "ADJUDICATE", "so", winners=(0,)))


def test_nothing_is_sent_to_postgresql_in_a_pipeline(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it waits for the next statement of one, the server cuts off nobody who stands still: his locks would stay for ever."""
    used: list[str] = []

    @contextmanager
    def pipeline(connection: Any) -> Iterator[None]:
        used.append("a pipeline")
        yield

    monkeypatch.setattr(psycopg.Connection, "_pipeline_nolock", pipeline)
    monkeypatch.setattr(psycopg.Connection, "pipeline", pipeline)
    with desk(settings) as here:
        everything(here)
        here.catch_up()
        rebuild(settings, here.stream)
        assert here.rows("standings")
    assert used == []


def snapshot(here: Desk) -> dict[str, list[dict[str, Any]]]:
    with here.store.reading() as (_, tables):
        return {base: here.rows(base) for base in tables.by_base}


def test_each_event_touches_what_it_should(settings: Settings) -> None:
    """Rows after each single event: what changed is listed, and each name does change at least once what is listed for it."""
    with desk(settings) as here:
        everything(here)
        messages = here.ledger.log.after(0, 100_000)
        here.worker._stream = feed = Feed([])
        changed: dict[str, set[str]] = {}
        before, positions = snapshot(here), dict[Any, int]()
        for message in messages:
            positions = {**positions, (message.topic, 0): message.id}
            feed._batches.append(Batch([message], dict(positions)))
            here.catch_up()
            after = snapshot(here)
            touched = {base for base in after if after[base] != before[base]}
            before = after
            if message.name == ATTEMPT:
                assert touched == {"attempts"}
                continue
            assert {"events", "games"} <= touched, message.name
            changed.setdefault(message.name, set()).update(touched - {"events", "games"})
        assert changed.keys() == ev.EVENTS.keys() == TOUCHES.keys()
        assert changed == TOUCHES


def test_batches_of_any_size_make_the_same_rows(settings: Settings) -> None:
    with desk(settings) as here:
        everything(here)
        here.catch_up()
        whole = here.hash()
        rows = snapshot(here)
    with desk(settings) as here:
        for size in (1, 3, 10):
            with here.store.writing() as connection:
                generation = make(connection, "building")
            projector = Projector(here.store, generation, "building")
            while (batch := here.stream.poll(before := projector.positions(), size, 0)).positions != before:
                projector.take(batch)
            with here.store.engine.connect() as connection:
                assert projection_hash(connection, projector.tables) == whole
            with here.store.writing() as connection:
                drop(connection, generation)
        assert snapshot(here) == rows


def test_delivered_twice_changes_nothing(settings: Settings) -> None:
    """Once more from the beginning, with positions that go on: only the versions of the games can tell."""
    with desk(settings) as here:
        everything(here)
        here.catch_up()
        before, hash = snapshot(here), here.hash()
        messages = here.ledger.log.after(0, 100_000)
        last = messages[-1].id
        again = [replace(message, id=last + number) for number, message in enumerate(messages, 1)]
        places = {place: last + len(messages) for place in here.worker._projector.positions()}  # type: ignore[union-attr]
        for forget in (False, True):
            if forget:
                here.worker._projector.forget()  # type: ignore[union-attr]
                places = {place: position + 1 for place, position in places.items()}
                again = [replace(message, id=message.id + 1) for message in again]
            here.worker._stream = Feed([Batch(again, places)])
            here.catch_up()
            assert here.hash() == hash
            assert snapshot(here) == before


def test_a_batch_that_comes_twice_counts_once(settings: Settings) -> None:
    with desk(settings) as here:
        everything(here)
        batches, positions = [], dict[Any, int]()
        while (batch := here.stream.poll(positions, 13, 0)).positions != positions:
            batches += [batch, batch]
            positions = batch.positions
        here.catch_up()
        hash = here.hash()
    other = settings.model_copy(update={"database": settings.database.replace("arbiter.db", "other.db")})
    with desk(other) as there:
        there.worker._stream = Feed(batches)
        for _ in range(2 * len(batches)):
            there.worker.step()
        assert there.hash() == hash
