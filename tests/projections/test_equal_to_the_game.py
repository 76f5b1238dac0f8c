"""What the projections fold and what the library shows equals the game that the kernel folds, after every event, whatever happened."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from domain import events as ev
from domain.game import Game, fold
from domain.seats import viewers
from domain.shelf import shelf
from domain.sight import frame_of, line_of, view_of
from infra.settings import Settings
from infra.wire import event_of
from projections.generations import tables_of
from projections.history import BLOCK, Moves
from projections.shadow import shadow_of
from tests.projections.support import Desk, desk, wild
from tests.stores import first_move, opened

GAMES = [*sorted(shelf()), "toy", "long"]


def table_of(slug: str) -> tuple[str, ...]:
    seats = max(shelf()[slug].seats)
    return tuple(f"Player {number}" for number in range(seats))


def same(ours: Game, theirs: Game) -> None:
    """Equal in everything; the moves one by one, since one holds them lazily. What the client called its commands is the write side's alone."""
    for field in Game.__struct_fields__:
        if field != "moves":
            assert getattr(ours, field) == getattr(theirs, field), field
    assert len(ours.moves) == len(theirs.moves)
    for mine, other in zip(ours.moves, theirs.moves, strict=True):
        assert mine == replace(other, command=None)


def history(here: Desk, game_id: str) -> Sequence[ev.Recorded]:
    return [ev.Recorded(n.version, event_of(n.name, n.line), n.hash) for n in here.ledger.after(0, 100_000) if n.game_id == game_id]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_after_every_command(settings: Settings, slug: str, seed: int) -> None:
    rng = random.Random(f"{slug} {seed}")
    with desk(settings) as here:
        game = opened(here.ledger, slug, table_of(slug))
        for after in wild(here.ledger, game, rng, 120):
            game = after
            if rng.random() < 0.3:
                here.catch_up()
                shown = here.library.game(game.id)
                assert shown is not None
                assert shown.hash == game.hash
                assert (shown.state, shown.counts, shown.head) == (game.state, game.counts, game.head)
        here.catch_up()
        shown = here.library.game(game.id)
        assert shown is not None
        same(shown, game)
        folded = fold(history(here, game.id))
        assert folded is not None
        same(shown, folded)


@pytest.mark.parametrize("slug", GAMES)
def test_the_shadow_is_the_game_s(settings: Settings, slug: str) -> None:
    rng = random.Random(slug)
    with desk(settings) as here:
        here.catch_up()
        for game in wild(here.ledger, opened(here.ledger, slug, table_of(slug)), rng, 80):
            here.catch_up()
            projector = here.worker._projector
            assert projector is not None
            if rng.random() < 0.2:
                projector.forget()
            else:
                last = here.ledger.after(0, 100_000)[-1]
                assert projector._shadows.get(game.id) == shadow_of(game, last.at)


@pytest.mark.parametrize("slug", GAMES)
def test_a_cold_game_shows_every_viewer_the_same(settings: Settings, slug: str) -> None:
    rng = random.Random(slug + "cold")
    with desk(settings) as here:
        *_, game = wild(here.ledger, opened(here.ledger, slug, table_of(slug)), rng, 150)
        here.catch_up()
        events = history(here, game.id)
    with desk(settings) as here:
        here.catch_up()
        cold = here.library.game(game.id)
        assert cold is not None
        assert isinstance(cold.moves, Moves) or not game.moves
        for viewer in viewers(game.table.seats):
            for number in rng.sample(range(game.count + 1), min(12, game.count + 1)):
                assert view_of(cold, viewer, number) == view_of(game, viewer, number)
                if number:
                    assert frame_of(cold, viewer, number) == frame_of(game, viewer, number)
            for recorded in rng.sample(list(events), min(20, len(events))):
                assert line_of(cold, viewer, recorded) == line_of(game, viewer, recorded)


def test_blocks_whatever_was_annulled(settings: Settings) -> None:
    """Annulments that jump into, over and before blocks; every position of either line is found again from the tables alone."""
    from domain import commands as cmd

    rng = random.Random(7)
    with desk(settings) as here:
        game = opened(here.ledger, "long")
        for _ in range(12):
            for _ in range(rng.randrange(5, 60)):
                game = here.ledger.execute(game.id, first_move(game)).game
            if rng.random() < 0.5:
                here.catch_up()
            counting = game.counting()
            first = rng.choice([counting[0], counting[-1], rng.choice(counting), counting[max(0, len(counting) - BLOCK)]])
            game = here.ledger.execute(game.id, cmd.RaiseDispute(0, "again")).game
            game = here.ledger.execute(game.id, cmd.RuleDispute(game.disputes[-1].id, "ANNUL", "again", first=first)).game
        assert game.count > 4 * BLOCK
        here.catch_up()
    with desk(settings) as here:
        for number in rng.sample(range(game.count + 1), game.count + 1):
            if rng.random() < 0.2:
                here.library = type(here.library)(settings, here.store, here.bell)
            assert here.library.position(game.id, number) == game.position(number)
        cold = here.library.game(game.id)
        assert cold is not None
        same(cold, game)


def test_moves_behave_as_the_vector_they_stand_for(settings: Settings) -> None:
    with desk(settings) as here:
        game = opened(here.ledger, "long")
        for _ in range(2 * BLOCK + 3):
            game = here.ledger.execute(game.id, first_move(game)).game
        here.catch_up()
        cold = here.library.game(game.id)
        assert cold is not None
        moves, vector = cold.moves, game.moves
        assert len(moves) == len(vector)
        assert list(moves) == list(vector)
        for place in (0, 1, -1, -len(vector), BLOCK - 1, BLOCK, len(vector) - 1):
            assert moves[place] == vector[place]
        assert moves[1:4] == list(vector[1:4])
        assert moves[::-40] == list(vector[::-40])
        for place in (len(vector), -len(vector) - 1):
            with pytest.raises(IndexError):
                moves[place]
        longer = moves.append(vector[0])
        assert (len(longer), longer[-1], len(moves)) == (len(vector) + 1, vector[0], len(vector))
        assert cold.counting() == game.counting()


def test_a_row_that_is_missing_is_noticed(settings: Settings) -> None:
    import sqlalchemy as sa

    with desk(settings) as here:
        game = opened(here.ledger)
        for _ in range(5):
            game = here.ledger.execute(game.id, first_move(game)).game
        here.catch_up()
        with here.store.writing() as connection:
            table: Any = tables_of(1).events
            connection.execute(sa.delete(table).where(table.c.number == 3))
        cold = here.library.game(game.id)
        assert cold is not None
        with pytest.raises(LookupError):
            cold.position(4)
