"""The catalogue: found by status, ruleset and player, page by page, nothing twice and nothing missed."""

import pytest

from domain import commands as cmd
from domain.refusal import Refused
from infra.settings import Settings
from projections.catalogue import MOST, Summary
from projections.library import Library
from tests.projections.support import desk
from tests.stores import opened, play, play_out


def pages(library: Library, first: int, **more: str) -> list[Summary]:
    """All rows, page by page."""
    rows: list[Summary] = []
    after: str | None = None
    while True:
        page = library.games(first=first, after=after, **more)  # type: ignore[arg-type]
        assert len(page.rows) <= first
        rows += page.rows
        if not page.has_next:
            assert page.total == len(rows)
            return rows
        after = page.rows[-1].cursor


def test_pages(settings: Settings) -> None:
    with desk(settings) as here:
        games = [opened(here.ledger, "toy", (f"Player {n}", "Ben")) for n in range(7)]
        here.catch_up()
        newest_first = [game.id for game in sorted(games, key=lambda game: (game.opened_at or "", game.id), reverse=True)]
        for first in (1, 2, 3, 7, 100):
            assert [row.game_id for row in pages(here.library, first)] == newest_first
        assert here.library.games(first=0).rows == ()
        assert here.library.games(first=0).total == 7
        (one, *_) = here.library.games(first=2).rows
        opened(here.ledger)
        here.catch_up()
        assert [row.game_id for row in here.library.games(after=one.cursor).rows] == newest_first[1:], "new games do not shift a page"


def test_by_status_ruleset_and_player(settings: Settings) -> None:
    with desk(settings) as here:
        table = here.ledger.open_game(cmd.OpenGame("toy")).game
        here.ledger.execute(table.id, cmd.TakeSeat("Ann"))
        running, ended = play(here.ledger, opened(here.ledger, "long", ("Ann", "Cy")), 3), play_out(here.ledger, opened(here.ledger, "toy", ("Cy", "Dee")))
        here.catch_up()

        def found(**wanted: str) -> set[str]:
            return {row.game_id for row in pages(here.library, 2, **wanted)}

        assert found(status="OPEN") == {table.id}
        assert found(status="RUNNING") == {running.id}
        assert found(status="ENDED") == {ended.id}
        assert found(player="Ann") == {table.id, running.id}
        assert found(player="Cy", status="ENDED") == {ended.id}
        assert found(ruleset="long") == {running.id}
        assert found(ruleset="toy", player="Ann") == {table.id}
        assert found(player="ann") == found(player="%") == found(ruleset="chess") == found(player="\x00") == found(ruleset="a\x00") == set()
        rows = {row.game_id: row for row in pages(here.library, 10)}
        assert rows[table.id].players == ("Ann", None)
        assert (rows[running.id].move_count, rows[running.id].outcome) == (3, None)
        assert (rows[ended.id].outcome, rows[ended.id].ended_at) == (ended.outcome, ended.ended_at)
        for game in (table, running, ended):
            assert here.library.summary(game.id) == rows[game.id], "one game alone reads the same"


@pytest.mark.parametrize("bad", ["", "x", "=" * 10, "é", "a" * 100_000, "LTE=", "\x00"])
def test_a_cursor_from_elsewhere(settings: Settings, bad: str) -> None:
    with desk(settings) as here, pytest.raises(Refused) as refused:
        here.library.games(after=bad)
    assert refused.value.clause == "ARB-4"
    assert refused.value.reason.startswith("after:")


@pytest.mark.parametrize("bad", [-1, MOST + 1, 10**9])
def test_a_page_is_bounded(settings: Settings, bad: int) -> None:
    with desk(settings) as here, pytest.raises(Refused, match="first"):
        here.library.games(first=bad)


def test_a_cursor_tells_nothing_of_the_log(settings: Settings) -> None:
    import base64

    with desk(settings) as here:
        game = opened(here.ledger)
        here.catch_up()
        (row,) = here.library.games().rows
        assert base64.urlsafe_b64decode(row.cursor).decode() == f"{game.opened_at}/{game.id}"


def test_disputes_that_wait(settings: Settings) -> None:
    with desk(settings) as here:
        games = [play(here.ledger, opened(here.ledger), 2) for _ in range(3)]
        raised = [here.ledger.execute(game.id, cmd.RaiseDispute(0, "a secret text", about_move=1)).game.disputes[0] for game in games]
        games = [game for _, game in sorted(zip(raised, games, strict=True), key=lambda pair: (pair[0].raised_at, pair[0].id))]
        here.catch_up()
        waiting = here.library.open_disputes()
        assert [line.game_id for line in waiting] == [game.id for game in games]
        assert "secret" not in repr(waiting)
        here.ledger.execute(games[1].id, cmd.RuleDispute(waiting[1].id, "STANDS", "fine"))
        here.catch_up()
        assert [line.game_id for line in here.library.open_disputes()] == [games[0].id, games[2].id]
        assert len(here.library.open_disputes(limit=1)) == 1
        (ruled,) = [row for row in here.rows("disputes") if row["verdict"]]
        assert (ruled["id"], ruled["verdict"], ruled["about_move"]) == (waiting[1].id, "STANDS", 1)


def test_what_is_not_there(settings: Settings) -> None:
    with desk(settings) as here:
        for id in ("nobody", "", "00000000-0000-4000-8000-000000000000", "%", "é" * 50, "\x00", "\ud800"):
            assert here.library.game(id) is here.library.summary(id) is here.library.position(id, 0) is here.library.due(id, 0) is None
            assert here.library.events_after(id, 0) == here.library.attempts(id) == here.library.scoreboard(id) == []
            assert here.library.version(id) == 0
        table = here.ledger.open_game(cmd.OpenGame("toy")).game
        here.catch_up()
        assert here.library.position(table.id, 0) is None, "before the start there is no position"
        game = play(here.ledger, opened(here.ledger), 2)
        here.catch_up()
        assert here.library.position(game.id, 2) == game.state
        assert here.library.position(game.id, 3) is here.library.position(game.id, -1) is None
