"""Who stands where: ratings by winners and ranking, verdicts followed, the same board in whatever order results arrive."""

import dataclasses
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from domain import commands as cmd
from domain.game import Game
from domain.message import Json
from infra.settings import Settings
from projections import leaderboard
from projections.draft import Draft
from projections.generations import ReadStore, tables_of
from projections.leaderboard import _seats
from projections.ratings import Result, SeatResult, Standing, board_of, history, play
from projections.scoreboard import ranks
from projections.shadow import Shadow, shadow_of
from tests import toy
from tests.projections.support import Desk, desk
from tests.stores import do, opened, play_out
from tests.stores import play as play_moves

TOY = toy.RULES
TEAM = dataclasses.replace(TOY, slug="team", cooperative=True)


def seats(*lines: tuple[str, bool, int | None, int | None]) -> tuple[SeatResult, ...]:
    return tuple(SeatResult(*line) for line in lines)


def test_a_competitive_game_is_rated_as_openskill_does() -> None:
    board = play({}, seats(("Ann", True, 1, 9), ("Ben", False, 2, 5), ("Cy", False, 2, 5)), cooperative=False)
    model = PlackettLuce()
    expected = model.rate([[model.rating()] for _ in range(3)], ranks=[1, 2, 2])
    assert [(board[name].mu, board[name].sigma) for name in ("Ann", "Ben", "Cy")] == [(team[0].mu, team[0].sigma) for team in expected]
    assert board["Ann"].rating == round(expected[0][0].ordinal(), 4)
    assert board["Ann"].rating > (board["Ben"].rating or 0)  # type: ignore[operator]
    again = play(board, seats(("Ben", True, 1, 3), ("Ann", False, 2, 1)), cooperative=False)
    assert (again["Ben"].games, again["Ben"].wins, again["Ben"].mean_score) == (2, 1, 4.0)


def test_a_cooperative_game_has_no_rating() -> None:
    board = play({}, seats(("Ann", True, 1, 10), ("Ben", True, 1, 10)), cooperative=True)
    board |= play(board, seats(("Ann", False, None, None), ("Cy", False, None, None)), cooperative=True)
    assert board == {
        "Ann": Standing(games=2, wins=1, scored=1, total=10),
        "Ben": Standing(games=1, wins=1, scored=1, total=10),
        "Cy": Standing(games=1),
    }
    assert board["Ann"].rating is None
    assert (board["Ann"].mean_score, board["Cy"].mean_score) == (10.0, None)


OUTCOMES: list[tuple[Json, tuple[int, ...] | None, bool, bool]] = [
    ({"winners": [1], "reason": "most_points", "scores": [{"total": 3}, {"total": 5}]}, (2, 1), True, True),
    ({"winners": [0, 1], "reason": "most_points", "scores": [{"total": 5}, {"total": 5}]}, (1, 1), True, True),
    ({"winners": [1], "reason": "adjudicated", "scores": None}, (2, 1), True, True),
    ({"winners": [], "reason": "adjudicated", "scores": None}, None, False, True),
    ({"winners": [], "reason": "resigned", "scores": None}, None, False, False),
    ({"winners": [], "reason": "abandoned", "scores": None}, None, False, False),
    ({"winners": [], "reason": "timed_out", "scores": None}, None, False, False),
    ({"winners": [], "reason": "condition_1_not_met", "scores": None}, None, True, True),
]


@pytest.mark.parametrize(("outcome", "expected", "competitive", "cooperative"), OUTCOMES, ids=lambda value: str(value)[:30])
def test_what_counts(outcome: Json, expected: tuple[int, ...] | None, competitive: bool, cooperative: bool) -> None:
    assert ranks(TOY, outcome, 2) == expected
    assert bool(_seats(TOY, outcome, ("Ann", "Ben"))) == competitive
    told = _seats(TEAM, outcome, ("Ann", "Ben"))
    assert bool(told) == cooperative
    assert [seat.won for seat in told] == ([seat in outcome["winners"] for seat in (0, 1)] if told else [])


def test_low_may_be_good() -> None:
    """A game's own ranking decides, not its total."""
    golf = dataclasses.replace(TOY, ranking=lambda outcome: tuple(1 + sum(o["total"] < own["total"] for o in outcome["scores"]) for own in outcome["scores"]))
    assert ranks(golf, {"winners": [0], "reason": "fewest", "scores": [{"total": 1}, {"total": 5}]}, 2) == (1, 2)


NAMES = ("Ann", "Ben", "Cy", "Dee")


@st.composite
def results(draw: st.DrawFn) -> list[Result]:
    """Results of a few games, some known twice (a verdict), some at the same time."""
    told = []
    for number in range(draw(st.integers(1, 7))):
        ended = f"2026-11-30T12:00:{draw(st.integers(0, 5)):02}.000Z"
        game_id, players = f"game-{number}", draw(st.permutations(NAMES))[: draw(st.integers(2, 4))]
        known = ended
        for version in range(1, draw(st.integers(1, 2)) + 1):
            counts = draw(st.booleans()) or version == 1
            winner = draw(st.integers(0, len(players) - 1))
            seats = tuple(SeatResult(name, place == winner, 1 if place == winner else 2, place) for place, name in enumerate(players))
            told.append(Result(f"{known}/{game_id}/{version:09d}", game_id, ended, seats if counts else ()))
            known = f"2026-11-30T12:00:{draw(st.integers(6, 9)):02}.000Z"
    return told


def put(store: ReadStore, generation: int, batch: list[Result], ruleset: str) -> None:
    tables = tables_of(generation)
    draft = Draft()
    with store.engine.connect() as connection:
        leaderboard.draft(connection, tables, {ruleset: batch}, draft)
    with store.writing() as connection:
        draft.write(connection, tables)


@pytest.mark.parametrize("slug", ["toy", "bremen"])
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(told=results(), data=st.data())
def test_any_order_of_arrival_makes_the_same_board(shared: Desk, slug: str, told: list[Result], data: st.DataObject) -> None:
    """Compared with the board made at once, at every moment; and row by row with the results in order."""
    tables = tables_of(1)

    def clear() -> None:
        with shared.store.writing() as connection:
            for table in (tables.results, tables.standings, tables.boards):
                connection.execute(table.delete())

    cooperative = slug == "bremen"
    clear()
    put(shared.store, 1, sorted(told, key=lambda result: result.moment), slug)
    rows = {base: shared.rows(base) for base in ("results", "standings", "boards")}
    for at in {result.moment[:24] for result in told}:
        expected = board_of([result for result in told if result.moment[:24] <= at], cooperative)
        shown = {row.player: (row.games, row.wins, row.rating, row.mean_score) for row in shared.library.leaderboard(slug, as_of=at)}
        assert shown == {name: (s.games, s.wins, s.rating, s.mean_score) for name, s in expected.items() if s.games}
    clear()
    shuffled = data.draw(st.permutations(told))
    while shuffled:
        size = data.draw(st.integers(1, len(shuffled)))
        put(shared.store, 1, list(shuffled[:size]), slug)
        shuffled = shuffled[size:]
    assert {base: shared.rows(base) for base in ("results", "standings", "boards")} == rows


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Any:
    from tests.stores import sqlite

    with toy.on_the_shelf(), desk(sqlite(tmp_path_factory.mktemp("board"))) as here:
        yield here


def test_a_game_that_ends_last_only_adds() -> None:
    """The whole is not made again for it: nobody asks for what is known."""

    def never() -> list[Result]:
        raise AssertionError("asked for all results")

    first = Result("2026-11-30T12:00:00.000Z/a/000000009", "a", "2026-11-30T12:00:00.000Z", seats(("Ann", True, 1, 1), ("Ben", False, 2, 0)))
    later = Result("2026-11-30T12:00:01.000Z/b/000000009", "b", "2026-11-30T12:00:01.000Z", seats(("Ben", True, 1, 1), ("Cy", False, 2, 0)))
    told = history([later, first], {}, ("", ""), set(), never, cooperative=False)
    assert [moment for moment, _ in told] == [first.moment, later.moment]
    assert {name: s.games for name, s in told[1][1].items()} == {"Ben": 2, "Cy": 1}


def standing(here: Desk, slug: str = "toy") -> dict[str, tuple[int, int, int]]:
    return {row.player: (row.rank, row.games, row.wins) for row in here.library.leaderboard(slug)}


def winner(game: Game) -> int:
    (seat,) = (game.outcome or {})["winners"]
    return int(seat)


def test_the_board_follows_games_and_verdicts(settings: Settings) -> None:
    with desk(settings) as here:
        assert here.library.leaderboard("toy") == []
        one = play_out(here.ledger, opened(here.ledger, "toy", ("Ann", "Ben")))
        while len((one.outcome or {})["winners"]) != 1:
            one = play_out(here.ledger, opened(here.ledger, "toy", ("Ann", "Ben")))
            here.catch_up()
        here.catch_up()
        before = standing(here)
        other = here.ledger.execute(opened(here.ledger, "toy", ("Ann", "Ben")).id, cmd.Resign(0)).game
        assert other.status == "ENDED"
        stopped = opened(here.ledger, "toy", ("Ann", "Ben"))
        do(here.ledger, stopped, cmd.ProposeStop(0), cmd.Agree(1, f"{stopped.id}-proposal-1"))
        here.catch_up()
        assert standing(here) == before, "resigned and abandoned games do not count"
        (first,) = [name for name, (rank, _, _) in before.items() if rank == 1]
        loser = 1 - winner(one)
        do(here.ledger, one, cmd.RaiseDispute(loser, "he peeked"), cmd.RuleDispute(f"{one.id}-dispute-1", "ADJUDICATE", "he did", winners=(loser,)))
        here.catch_up()
        after = standing(here)
        assert sum(wins for _, _, wins in after.values()) == sum(wins for _, _, wins in before.values())
        assert after[first][2] == before[first][2] - 1, "the win has moved to the other"
        score = here.library.scoreboard(one.id)
        assert [(line.won, line.rank, line.reason, line.detail) for line in score] == [
            (seat == loser, 1 if seat == loser else 2, "adjudicated", None) for seat in (0, 1)
        ]
        do(here.ledger, one, cmd.RaiseDispute(1 - loser, "no"), cmd.RuleDispute(f"{one.id}-dispute-2", "ADJUDICATE", "void", winners=()))
        here.catch_up()
        void = standing(here)
        assert sum(games for _, games, _ in void.values()) == sum(games for _, games, _ in before.values()) - 2, "a game that nobody won is no game"


def test_an_annulment_changes_running_scores(settings: Settings) -> None:
    with desk(settings) as here:
        game = play_moves(here.ledger, opened(here.ledger), 6)
        here.catch_up()
        assert [line.score for line in here.library.scoreboard(game.id)] == game.rules.score(game.state)
        done = do(here.ledger, game, cmd.RaiseDispute(0, "again"), cmd.RuleDispute(f"{game.id}-dispute-1", "ANNUL", "yes", first=3))
        here.catch_up()
        assert done.game.head == 2
        shown = here.library.scoreboard(game.id)
        assert [line.score for line in shown] == done.game.rules.score(done.game.state) != game.rules.score(game.state)
        assert {(line.won, line.rank, line.reason) for line in shown} == {(None, None, None)}


def test_equal_players_share_a_rank_and_the_list_is_bounded(settings: Settings) -> None:
    with desk(settings) as here:
        told = [
            Result(f"2026-11-30T12:00:0{n}.000Z/g{n}/000000009", f"g{n}", f"2026-11-30T12:00:0{n}.000Z", seats((f"A{n}", True, 1, 1), (f"B{n}", False, 2, 0)))
            for n in range(3)
        ]
        put(here.store, 1, told, "toy")
        assert [(row.rank, row.player) for row in here.library.leaderboard("toy")] == [(1, "A0"), (1, "A1"), (1, "A2"), (4, "B0"), (4, "B1"), (4, "B2")]
        assert [row.player for row in here.library.leaderboard("toy", first=4)] == ["A0", "A1", "A2", "B0"]
        assert here.library.leaderboard("toy", first=0) == []
        assert here.library.leaderboard("nothing") == []


def test_a_cooperative_board_ranks_by_wins_then_mean_score(settings: Settings) -> None:
    with desk(settings) as here:
        told = []
        for n, (name, won, score) in enumerate([("Ann", True, 5), ("Ben", True, 9), ("Cy", False, None), ("Ben", False, None), ("Dee", True, 9)]):
            at = f"2026-11-30T12:00:0{n}.000Z"
            told.append(Result(f"{at}/g{n}/000000009", f"g{n}", at, seats((name, won, None, score))))
        put(here.store, 1, told, "bremen")
        board = here.library.leaderboard("bremen")
        assert [(row.rank, row.player, row.wins, row.games, row.mean_score) for row in board] == [
            (1, "Ben", 1, 2, 9.0), (1, "Dee", 1, 1, 9.0), (3, "Ann", 1, 1, 5.0), (4, "Cy", 0, 1, None),
        ]  # fmt: skip
        assert {row.rating for row in board} == {None}


def test_the_result_of_a_game_comes_from_its_shadow(settings: Settings) -> None:
    with desk(settings) as here:
        game = play_out(here.ledger, opened(here.ledger))
        shadow: Shadow = shadow_of(game, game.ended_at or "")
        result = leaderboard.result_of(shadow, "2026-11-30T12:00:00.000Z")
        assert result.moment == f"2026-11-30T12:00:00.000Z/{game.id}/{game.version:09d}"
        assert [seat.score for seat in result.seats] == [line["total"] for line in (game.outcome or {})["scores"]]
