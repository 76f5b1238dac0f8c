"""Everything in one process, from nothing: made when it is first used, stopped cleanly, going on where it stood."""

import stat
import threading
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from domain import commands as cmd
from infra.settings import Settings
from infra.trouble import Trouble
from projections.embedded import Embedded
from projections.generations import GENERATIONS
from tests.stores import first_move, opened, play, play_out, sqlite


def test_from_nothing_to_a_game_that_can_be_read(tmp_path: Path) -> None:
    settings = sqlite(tmp_path)
    with Embedded(settings) as service:
        assert service.ready() == {"store": True, "projections": True}
        game = play_out(service.ledger, opened(service.ledger))
        assert service.library.wait_for(game.id, game.version, 10)
        (row,) = service.library.games(status="ENDED").rows
        assert row.game_id == game.id
        key = service.keys.key_id
    assert stat.S_IMODE((tmp_path / "arbiter.db.secret").stat().st_mode) == 0o600
    assert not [thread.name for thread in threading.enumerate() if thread.name.startswith("arbiter")], "no thread is left"
    with Embedded(settings) as service:
        assert service.keys.key_id == key
        found = service.library.game(game.id)
        assert found is not None
        assert found.outcome == game.outcome


def test_what_was_not_projected_yet_is_after_a_restart(tmp_path: Path) -> None:
    settings = sqlite(tmp_path)
    with Embedded(settings) as service:
        service._worker.stop()
        game = play(service.ledger, opened(service.ledger), 4)
        assert service.library.version(game.id) == 0
        assert service.ready()["projections"] is False
    with Embedded(settings) as service:
        assert service.library.wait_for(game.id, game.version, 10)


def test_another_shape_is_rebuilt_at_the_start(tmp_path: Path) -> None:
    settings = sqlite(tmp_path)
    with Embedded(settings) as service:
        game = play(service.ledger, opened(service.ledger), 4)
        assert service.library.wait_for(game.id, game.version, 10)
        with service._store.writing() as connection:
            connection.execute(sa.update(GENERATIONS).values(shape='{"games":{},"tables":"older"}'))
    with Embedded(settings) as service:
        assert service.library.version(game.id) == game.version
        with service._store.engine.connect() as connection:
            assert connection.execute(sa.select(GENERATIONS.c.generation, GENERATIONS.c.state)).all() == [(2, "active")]


def test_a_follower_hears_of_a_move_soon(tmp_path: Path) -> None:
    """The wake-up comes with the commit, not with the next poll."""
    with Embedded(sqlite(tmp_path)) as service:
        game = opened(service.ledger)
        took = []
        for _ in range(10):
            begun = time.perf_counter()
            game = service.ledger.execute(game.id, first_move(game)).game
            assert service.library.wait_for(game.id, game.version, 10)
            took.append(time.perf_counter() - begun)
        assert sorted(took)[2] < 0.1


def test_no_secret_key_no_service(tmp_path: Path) -> None:
    (tmp_path / "arbiter.db.secret").write_text("short")
    with pytest.raises(Trouble, match="secret"):
        Embedded(sqlite(tmp_path)).start()


def test_two_services_at_one_file(tmp_path: Path) -> None:
    """Each sees what the other recorded, at the latest with the next poll; the projections take turns."""
    settings: Settings = sqlite(tmp_path)
    with Embedded(settings) as one, Embedded(settings) as two:
        game = opened(one.ledger)
        for turn in range(12):
            game = (one, two)[turn % 2].ledger.execute(game.id, first_move(game)).game
        for service in (one, two):
            assert service.library.wait_for(game.id, game.version, 20)
        two.ledger.execute(game.id, cmd.SendMessage(0, "hello"))
        assert one.library.wait_for(game.id, game.version + 1, 20)
