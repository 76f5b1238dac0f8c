"""What an idle worker of a service tells of its projections: it looks now and then at what somebody else may have changed."""

from typing import Any

import pytest
from prometheus_client import REGISTRY

from infra.settings import Settings
from infra.stream import LogStream
from projections import aside
from projections.distributed import service_of
from projections.folding import Folding
from projections.rebuild import rebuild
from tests.projections.support import desk
from tests.services.processes import wait_until
from tests.stores import opened, play


def told(name: str) -> Any:
    return REGISTRY.get_sample_value(name)


def test_games_set_aside_by_a_rebuild_and_taken_back_are_counted_without_an_event(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rebuild swaps the generation under a worker to which nothing comes."""
    with service_of(settings) as service:
        game = play(service.ledger, opened(service.ledger), 2)
        assert service.library.wait_for(game.id, game.version, 10)
        assert told("arbiter_projection_games_set_aside") == 0
        with monkeypatch.context() as broken:
            broken.setattr(Folding, "_event", lambda *_: 1 / 0)
            rebuild(settings, LogStream(service.ledger.log))
        wait_until(lambda: told("arbiter_projection_games_set_aside") == 1, 15, "it is counted")
        assert aside.retry(settings, game.id) == game.version
        wait_until(lambda: told("arbiter_projection_games_set_aside") == 0, 15, "nothing is set aside any more")
        assert service.ready()["projections"]


def test_what_a_rebuild_meets_is_not_what_is_read(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A generation that is being built is nobody's alarm: the gauge tells of the one that is read."""
    with desk(settings) as here:
        game = play(here.ledger, opened(here.ledger), 2)
        here.catch_up()
        monkeypatch.setattr(Folding, "_event", lambda *_: 1 / 0)
        rebuild(settings, here.stream)
        assert [one.game_id for one in aside.listing(settings)] == [game.id]
        assert told("arbiter_projection_games_set_aside") == 0, "no worker has looked yet"
        here.worker._looked_at = float("-inf")
        here.worker.step()
        assert told("arbiter_projection_games_set_aside") == 1


def test_a_batch_that_waits_to_be_written_counts_as_behind(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with desk(settings) as here:
        game = play(here.ledger, opened(here.ledger), 2)
        with monkeypatch.context() as broken:
            broken.setattr("projections.projector.Projector.take", _gone)
            with pytest.raises(ConnectionError):
                here.worker.step()
        assert told("arbiter_projection_lag_events") == game.version
        here.catch_up()
        assert told("arbiter_projection_lag_events") == 0


def _gone(*_: Any) -> Any:
    raise ConnectionError
