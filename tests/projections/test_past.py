"""The past as a parameter: what a delayed spectator is shown is what was shown to all at that time, at every door."""

import random
from typing import Any

import pytest

from domain import commands as cmd
from domain import events as ev
from domain.game import Game, fold
from domain.seats import SPECTATOR
from domain.sight import frame_of, view_of
from infra import clock
from infra.settings import Settings
from infra.wire import event_of
from projections.catalogue import summary_of_game
from tests.projections.support import Desk, desk, wild
from tests.projections.test_equal_to_the_game import same
from tests.stores import opened, play, play_out


class Ticking:
    """A clock that moves by a second whenever somebody looks, so that every command has a time of its own."""

    def __init__(self) -> None:
        self.second = 0

    def now(self) -> str:
        self.second += 1
        return self.at(self.second)

    @staticmethod
    def at(second: int) -> str:
        return f"2026-11-30T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000Z"


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> Ticking:
    made = Ticking()
    monkeypatch.setattr(clock, "now", made.now)
    return made


def then(here: Desk, game_id: str, until: str) -> Game | None:
    told = [n for n in here.ledger.after(0, 100_000) if n.game_id == game_id and n.at <= until]
    return fold([ev.Recorded(n.version, event_of(n.name, n.line), n.hash) for n in told])


def test_at_every_time_every_door_shows_that_time(settings: Settings, ticking: Ticking) -> None:
    rng = random.Random(3)
    with desk(settings) as here:
        games = [opened(here.ledger, "toy", (f"A{n}", f"B{n}")) for n in range(3)]
        for _ in range(4):
            for number, game in enumerate(games):
                for games[number] in wild(here.ledger, game, rng, 25):
                    pass
        open_table = here.ledger.open_game(cmd.OpenGame("toy")).game
        here.ledger.execute(open_table.id, cmd.TakeSeat("Late"))
        here.catch_up()
        end = ticking.second
        for second in [0, *sorted(rng.sample(range(1, end), 60)), end, end + 100]:
            until, known = ticking.at(second), []
            for game in [*games, open_table]:
                past, shown = then(here, game.id, until), here.library.game(game.id, until)
                assert (past is None) == (shown is None)
                assert here.library.version(game.id, until) == (0 if past is None else past.version)
                if past is None or shown is None:
                    assert here.library.summary(game.id, until) is None
                    continue
                same(shown, past)
                known.append(past)
                summary = here.library.summary(game.id, until)
                assert summary is not None
                assert summary == summary_of_game(past, summary.changed_at)
                if past.start is not None:
                    number = rng.randrange(past.count + 1)
                    assert view_of(shown, SPECTATOR, number) == view_of(past, SPECTATOR, number)
                    assert number == 0 or frame_of(shown, SPECTATOR, number) == frame_of(past, SPECTATOR, number)
            page = here.library.games(until=until)
            assert {row.game_id: (row.status, row.move_count, row.players, row.outcome, row.hash) for row in page.rows} == {
                past.id: (past.status, past.count, past.players, past.outcome, past.hash) for past in known
            }
            for status in ("OPEN", "RUNNING", "ENDED"):
                page = here.library.games(status=status, until=until)  # type: ignore[arg-type]
                assert {row.game_id for row in page.rows} == {past.id for past in known if past.status == status}
                assert page.total == len(page.rows)
            late = here.library.games(player="Late", until=until)
            assert late.total == sum("Late" in past.players for past in known)


def test_the_board_of_then(settings: Settings, ticking: Ticking) -> None:
    with desk(settings) as here:
        boards: list[tuple[str, Any]] = [(ticking.now(), [])]
        games = []
        for pair in (("Ann", "Ben"), ("Ben", "Cy"), ("Ann", "Cy")):
            games.append(play_out(here.ledger, opened(here.ledger, "toy", pair)))
            here.catch_up()
            boards.append((ticking.now(), here.library.leaderboard("toy")))
        other = 0 if (games[0].outcome or {})["winners"] == [1] else 1
        game = here.ledger.execute(games[0].id, cmd.RaiseDispute(1, "he peeked")).game
        game = here.ledger.execute(game.id, cmd.RuleDispute(game.disputes[0].id, "ADJUDICATE", "he did", winners=(other,))).game
        here.catch_up()
        boards.append((ticking.now(), here.library.leaderboard("toy")))
        assert boards[-1][1] != boards[-2][1], "the verdict moved the board"
        for at, board in boards:
            assert here.library.leaderboard("toy", as_of=at) == board


def test_a_late_follower_learns_when_to_look(settings: Settings, ticking: Ticking) -> None:
    with desk(settings) as here:
        game = play(here.ledger, opened(here.ledger), 4)
        here.catch_up()
        version = 0
        while (due := here.library.due(game.id, version)) is not None:
            before = Ticking.at(int(due[17:19]) + 60 * int(due[14:16]) - 1)
            assert here.library.events_after(game.id, version, until=before) == []
            (first, *_) = here.library.events_after(game.id, version, until=due)
            assert first.version == version + 1
            version = here.library.version(game.id, due)
        assert version == game.version
