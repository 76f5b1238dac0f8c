"""A version that lacks a game which people have played: it sets that game aside for itself, but never takes it away from readers."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest
import sqlalchemy as sa

import domain.shelf
from domain.shelf import shelf
from infra.settings import Settings
from infra.stream import LogStream
from infra.trouble import Trouble
from projections.aside import listing, retry
from projections.embedded import Embedded
from projections.generations import GENERATIONS, OtherVersion, ReadStore, readable
from projections.rebuild import rebuild
from tests.projections.support import desk
from tests.stores import opened, play, sqlite

ROOT = Path(domain.__file__).parent.parent
REASON = "this version does not have the ruleset toy"


@contextmanager
def lacking(slug: str) -> Iterator[None]:
    """A version without a game, as long as this lasts."""
    find = domain.shelf.find
    domain.shelf.shelf.cache_clear()
    with patch.object(domain.shelf, "find", lambda: {name: load for name, load in find().items() if name != slug}):
        yield
    domain.shelf.shelf.cache_clear()


def test_a_rebuild_does_not_take_games_away(settings: Settings) -> None:
    with desk(settings) as here:
        gone, kept = play(here.ledger, opened(here.ledger), 4), play(here.ledger, opened(here.ledger, "long"), 4)
        here.catch_up()
        before = here.hash()
        with lacking("toy"), pytest.raises(Trouble, match=r"rulesets that this version does not have \(toy\), so nothing was replaced$"):
            rebuild(settings, here.stream)
        assert here.hash() == before
        assert (here.library.version(gone.id), here.library.version(kept.id)) == (gone.version, kept.version)
        with here.store.engine.connect() as connection:
            assert [row.state for row in connection.execute(sa.select(GENERATIONS))] == ["active"]
            assert {name.rpartition("_")[2] for name in sa.inspect(connection).get_table_names() if name[-1].isdigit()} == {"1"}, "nothing is left lying"
        assert rebuild(settings, here.stream) == here.ledger.log.head(), "whoever has it may"
        assert here.hash() == before


def test_a_worker_sets_aside_what_it_does_not_know_and_goes_on(settings: Settings) -> None:
    with desk(settings) as here:
        known = play(here.ledger, opened(here.ledger), 2)
        here.catch_up()
        known, new, other = play(here.ledger, known, 2), play(here.ledger, opened(here.ledger), 2), play(here.ledger, opened(here.ledger, "long"), 2)
        with lacking("toy"):
            here.worker._projector = None
            here.catch_up()
            assert here.library.version(other.id) == other.version
            assert {(one.game_id, one.reason) for one in listing(settings)} == {(known.id, REASON), (new.id, REASON)}
        for game in (known, new):
            retry(settings, game.id)
            assert here.library.version(game.id) == game.version
        assert listing(settings) == []


def test_a_worker_keeps_its_hands_off_what_another_version_has_built(settings: Settings) -> None:
    left: list[bool] = []
    with desk(settings) as here:
        game = play(here.ledger, opened(here.ledger), 2)
        shape = _reshape(here.store, "of tomorrow")
        with here.store.engine.connect() as connection, pytest.raises(OtherVersion, match="another version has built the read side"):
            readable(connection)
        here.worker._leave = lambda: left.append(True)
        here.worker.start()
        while not left:
            assert here.worker._thread.is_alive()
        assert here.library.version(game.id) == 0
        with here.store.writing() as connection:
            connection.execute(sa.update(GENERATIONS).values(shape=shape))
        assert here.library.wait_for(game.id, game.version, 20), "it goes on when it may"
        here.worker.stop()


def test_a_service_that_would_have_to_rebuild_does_not_start(tmp_path: Path) -> None:
    settings = sqlite(tmp_path)
    with desk(settings) as here:
        game = play(here.ledger, opened(here.ledger), 2)
        here.catch_up()
        _reshape(here.store, "toy of yesterday")
        with lacking("toy"), pytest.raises(Trouble, match=r"\(toy\), so nothing was replaced$"), Embedded(settings):
            pass
        assert here.library.version(game.id) == game.version
    with Embedded(settings) as service:
        assert service.library.version(game.id) == game.version


def _reshape(store: ReadStore, tables: str) -> str:
    """As if the active generation had other tables; the shape that it had."""
    with store.writing() as connection:
        shape: str = connection.execute(sa.select(GENERATIONS.c.shape)).scalar_one()
        changed = {**msgspec.json.decode(shape), "tables": tables}
        connection.execute(sa.update(GENERATIONS).values(shape=msgspec.json.encode(changed).decode()))
    return shape


def test_the_command_says_which_game_is_missing(tmp_path: Path) -> None:
    """A version of the program without the folder of one game."""
    slug, *others = shelf()
    settings = sqlite(tmp_path)
    with Embedded(settings) as service:
        games = [opened(service.ledger, each, tuple(f"Player {seat}" for seat in range(max(shelf()[each].seats)))) for each in (slug, others[0])]
        assert all(service.library.wait_for(game.id, game.version, 20) for game in games)
    poorer = tmp_path / "poorer"
    shutil.copytree(ROOT / "domain", poorer / "domain", ignore=shutil.ignore_patterns(slug.replace("-", "_"), "__pycache__"))
    for room in ("infra", "projections", "api"):
        (poorer / room).symlink_to(ROOT / room)
    command = [sys.executable, "-c", "from api.cli.main import run; run()", "project", "--rebuild"]
    environment = {**os.environ, "PYTHONPATH": str(poorer), "ARBITER_DATABASE": settings.database}
    told = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert told.returncode != 0
    assert told.stdout == ""
    assert f"({slug})" in told.stderr
    assert "Traceback" not in told.stderr
    assert told.stderr.count("\n") == 1, "one sentence"
    with Embedded(settings) as service:
        assert [service.library.version(game.id) for game in games] == [game.version for game in games]
        assert rebuild(settings, LogStream(service.ledger.log)) == service.ledger.log.head()
