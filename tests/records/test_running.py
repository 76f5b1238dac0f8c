"""A running game's record, replayed: whoever looks sees what the game itself shows him, whoever the record was written for."""

import random

import msgspec
import pytest

from domain.course import walk
from domain.game import Game, fold
from domain.seats import ARBITER, SPECTATOR, viewers
from domain.sheet import Unreadable
from domain.sight import frame_of, legal_of, view_of
from domain.transcript import game_of, positions
from infra.record_file import read_record, record_lines
from tests import corpus
from tests.every_game.support import GAMES, configurations

CUTS = 4


def _replayed(text: str) -> Game:
    sheet = read_record(text)
    course = walk(sheet)
    assert course.fault is None
    return game_of(sheet, course)


@pytest.mark.parametrize("slug", GAMES)
def test_a_record_with_everything_shows_each_viewer_what_the_game_shows(slug: str) -> None:
    laid = configurations(slug)[0]
    recorded = corpus.session(laid, 5).recorded
    first = next(n for n, each in enumerate(recorded, 1) if each.event.name == "GameStarted")
    for cut in random.Random(slug).sample(range(first, len(recorded) - 2), CUTS):
        real = fold(recorded[:cut])
        assert real is not None
        again = _replayed("\n".join(record_lines(real, recorded[:cut], ARBITER, None)))
        assert (real.status, again.status) == ("RUNNING", "RUNNING")
        for viewer in {SPECTATOR, *viewers(laid.table.seats)}:
            for number in {0, real.head // 2 if real.counts_now(real.head // 2) else 0, real.head}:
                assert view_of(again, viewer, number) == view_of(real, viewer, number)
                for seat in range(laid.table.seats):
                    assert legal_of(again, viewer, seat, number) == legal_of(real, viewer, seat, number)
                if number:
                    plain = [msgspec.structs.replace(frame_of(game, viewer, number), hash="", at=None) for game in (again, real)]
                    assert plain[0] == plain[1]


@pytest.mark.parametrize("slug", GAMES)
def test_a_viewers_record_can_be_read_whatever_happened(slug: str) -> None:
    """Also after a dispute, whose words it leaves out: it is judged until something hidden stands in the way."""
    laid = configurations(slug)[0]
    recorded = corpus.session(laid, 5).recorded
    raised = max(n for n, each in enumerate(recorded, 1) if each.event.name.startswith("Dispute"))
    real = fold(recorded[:raised])
    assert real is not None
    for viewer in (SPECTATOR, *viewers(laid.table.seats)):
        sheet = read_record("\n".join(record_lines(real, recorded[:raised], viewer, None)))
        try:
            shown = list(positions(sheet, walk(sheet), SPECTATOR))
        except Unreadable as error:
            assert "hides" in error.reason  # noqa: PT017
        else:
            assert len(shown) <= real.count + 1
