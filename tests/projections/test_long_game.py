"""A game of ten thousand moves opens as quickly as one of fifty, and a move late in it costs what an early one costs."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.game import Game
from domain.seats import SPECTATOR
from domain.sight import frame_of, view_of
from infra.settings import Settings
from projections.bell import Bell
from projections.library import Library
from tests.bulk import grown, store
from tests.projections.support import LONG, Desk, desk
from tests.stores import first_move, sqlite
from tests.toy import RULES, on_the_shelf

MOVES = 10_000


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Desk, Game]]:
    settings: Settings = sqlite(tmp_path_factory.mktemp("long"), hot_moves=1_000_000)
    with on_the_shelf(RULES, LONG), desk(settings) as here:
        (game,) = store(here.ledger, [grown("long", ("Ann", "Ben"), MOVES)])
        here.catch_up()
        yield here, game


def best(task: Callable[[], Any], times: int = 5) -> float:
    """Milliseconds of processor time of the quickest run: the machine is busy with other things, the task is not."""
    took = []
    for _ in range(times):
        begun = time.process_time()
        task()
        took.append((time.process_time() - begun) * 1000)
    return min(took)


def test_a_cold_position_is_quick(long: tuple[Desk, Game]) -> None:
    here, game = long

    def cold(number: int) -> None:
        library = Library(here.settings, here.store, Bell())
        found = library.game(game.id)
        assert found is not None
        assert found.position(number) == game.position(number)
        view_of(found, SPECTATOR, number)
        frame_of(found, SPECTATOR, max(1, number))

    for number in (0, 1, 199, 5_000, 9_999, 10_000):
        assert best(lambda number=number: cold(number)) < 20, number  # type: ignore[misc]


def test_a_cold_position_of_two_hundred_moves_is_quicker(tmp_path: Path) -> None:
    with on_the_shelf(RULES, LONG), desk(sqlite(tmp_path)) as here:
        (game,) = store(here.ledger, [grown("long", ("Ann", "Ben"), 200)])
        here.catch_up()

        def cold() -> None:
            found = Library(here.settings, here.store, Bell()).game(game.id)
            assert found is not None
            view_of(found, SPECTATOR, 150)

        assert best(cold, 10) < 5


def test_every_position_is_right(long: tuple[Desk, Game]) -> None:
    here, game = long
    found = Library(here.settings, here.store, Bell()).game(game.id)
    assert found is not None
    assert [played.state for played in found.moves] == [played.state for played in game.moves]
    assert found.counts == game.counts


def test_the_projections_take_up_a_long_game_quickly(long: tuple[Desk, Game]) -> None:
    """A restart in the middle of a long game does not fold it from the beginning."""
    here, game = long
    projector = here.worker._projector
    assert projector is not None

    def shadow() -> None:
        projector.forget()
        with here.store.engine.connect() as connection:
            found = projector._shadow(connection, game.id, game.version + 1)
        assert found is not None
        assert found.state == game.state

    assert best(shadow) < 20


def test_a_late_move_costs_what_an_early_one_costs(long: tuple[Desk, Game]) -> None:
    """Judged and stored, and then projected; the early ones in a game beside it."""
    here, game = long
    early = here.ledger.game(store(here.ledger, [grown("long", ("Ann", "Ben"), 10)])[0].id)
    late = here.ledger.game(game.id)
    assert early is not None
    assert late is not None
    games = {"early": early, "late": late}
    stored: dict[str, list[float]] = {"early": [], "late": []}
    projected: dict[str, list[float]] = {"early": [], "late": []}
    for _ in range(60):
        for name, here_game in games.items():
            move = first_move(here_game)
            begun = time.process_time()
            games[name] = here.ledger.execute(here_game.id, move).game
            between = time.process_time()
            here.catch_up()
            stored[name].append(between - begun)
            projected[name].append(time.process_time() - between)
    for took in (stored, projected):
        assert sorted(took["late"])[15] < 1.4 * sorted(took["early"])[15]
