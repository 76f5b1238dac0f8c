"""Games that an older version of the rules has written: facts are brought up to date, positions are folded again, nobody notices."""

import dataclasses

from domain.message import Json
from domain.seats import viewers
from domain.sight import frame_of, view_of
from infra.settings import Settings
from projections.generations import ensure
from projections.rebuild import rebuild
from tests import toy
from tests.projections.support import LONG, desk
from tests.stores import opened, play, play_out


def upcast(version: str, fact: Json) -> Json:
    """Version 2 writes a display that was turned with the number of its colour beside it; version 1 did not."""
    assert version == "1"
    return {**fact, "worth": toy.COLOURS.index(fact["card"])} if fact["fact"] == "display_turned" else fact


class Turned(toy.DisplayTurned, frozen=True, tag="display_turned", kw_only=True):
    worth: int


NEW = dataclasses.replace(toy.RULES, version="2", facts=tuple(Turned if fact is toy.DisplayTurned else fact for fact in toy.RULES.facts), upcast=upcast)


def test_facts_of_an_older_version(settings: Settings) -> None:
    with desk(settings) as here:
        old = play(here.ledger, opened(here.ledger), 12)
        ended = play_out(here.ledger, opened(here.ledger))
        here.catch_up()
        board = here.library.leaderboard("toy")
    with toy.on_the_shelf(NEW, LONG), desk(settings, fits=False) as here:
        assert not ensure(here.store), "positions of another version are of no use"
        rebuild(settings, here.stream)
        assert ensure(here.store)
        for game in (old, ended):
            found = here.library.game(game.id)
            assert found is not None
            assert (found.rules_version, found.rules.version) == ("1", "2")
            turned = [fact for played in found.moves for fact in played.facts if isinstance(fact, Turned)]
            assert turned
            assert all(fact.worth == toy.COLOURS.index(fact.card) for fact in turned)
            for viewer in viewers(2):
                for number in range(game.count + 1):
                    assert view_of(found, viewer, number) == view_of(game, viewer, number)
            assert frame_of(found, viewers(2)[0], 2).hash == frame_of(game, viewers(2)[0], 2).hash
        assert here.library.leaderboard("toy") == board
        kept = here.ledger.game(old.id)
        assert kept is not None
        assert kept.state == old.state
