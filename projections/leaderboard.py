"""The leaderboard: who stands where, for each ruleset, now and as it was at any time.

A *moment* is the time when a result became known, with the game and the version: as text it sorts. A verdict after the end makes a second result
of the game, known later; the board then is what it would be had the game ended so. Where no result is in doubt, a game only adds to the board.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from domain.message import Json
from domain.shelf import shelf
from domain.table import Rules
from infra.database import WRITES
from projections.draft import Draft
from projections.ratings import Result, SeatResult, Standing, history
from projections.scoreboard import WITHOUT_RANK, ranks
from projections.shadow import Shadow
from projections.tables import Tables

MOST = 500  # rows of an answer


class Row(msgspec.Struct, frozen=True):
    """A line of the leaderboard."""

    rank: int
    player: str
    ruleset: str
    games: int
    wins: int
    rating: float | None
    mean_score: float | None


def result_of(shadow: Shadow, at: str) -> Result:
    """The result of a game as it is now known. Resigned, abandoned, timed out, or adjudicated to nobody in a competitive game: it does not count."""
    assert shadow.outcome is not None
    assert shadow.ended_at is not None
    moment = f"{at}/{shadow.game_id}/{shadow.version:09d}"
    return Result(moment, shadow.game_id, shadow.ended_at, _seats(shadow.rules, shadow.outcome, shadow.players))


def _seats(rules: Rules, outcome: Json, players: Sequence[str | None]) -> tuple[SeatResult, ...]:
    if outcome["reason"] in WITHOUT_RANK or (outcome["reason"] == "adjudicated" and not outcome["winners"] and not rules.cooperative):
        return ()
    ranked, scores = ranks(rules, outcome, len(players)), outcome["scores"]
    return tuple(
        SeatResult(player or "", seat in outcome["winners"], None if ranked is None else ranked[seat], None if scores is None else scores[seat]["total"])
        for seat, player in enumerate(players)
    )


def draft(connection: sa.Connection, tables: Tables, fresh: dict[str, list[Result]], draft: Draft) -> None:
    """What new results do to the boards."""
    for ruleset, results in sorted(fresh.items(), key=lambda one: one[0]):  # always in the same order: workers wait for one another's boards
        cooperative = shelf()[ruleset].cooperative
        for result in results:
            seats = msgspec.json.encode(result.seats).decode()
            draft.add("results", (ruleset, result.moment, result.game_id, result.ended_at, seats))
        boards = tables.boards
        query = sa.select(boards.c.results).where(boards.c.ruleset == ruleset)
        if connection.get_execution_options().get(WRITES):
            query = query.with_for_update()  # what is folded where it is written need not be folded again
        before = connection.execute(query).scalar() or 0
        draft.move_board(ruleset, before, len(results))
        for moment, changes in _changes(connection, tables, ruleset, results, cooperative, draft):
            for player, standing in sorted(changes.items()):
                draft.add("standings", (ruleset, player, moment, *msgspec.structs.astuple(standing)))


def _changes(
    connection: sa.Connection, tables: Tables, ruleset: str, fresh: list[Result], cooperative: bool, draft: Draft
) -> list[tuple[str, dict[str, Standing]]]:
    """What the results change, moment by moment; moments that are later than the first of them are gone through again."""
    table = tables.results
    start = min(result.moment for result in fresh)
    later = _results(connection, tables, ruleset, table.c.moment >= start)
    if later:
        draft.cut("standings", ruleset, start)
    todo = [*later, *fresh]
    ends = sa.select(table.c.ended_at, table.c.game_id).where(table.c.ruleset == ruleset, table.c.moment < start)
    newest = connection.execute(ends.order_by(table.c.ended_at.desc(), table.c.game_id.desc()).limit(1)).first()
    games = sorted({result.game_id for result in todo})
    seen = sa.select(table.c.game_id).where(table.c.ruleset == ruleset, table.c.moment < start, table.c.game_id.in_(games))
    return history(
        todo,
        _board(connection, tables, ruleset, start, {seat.player for result in todo for seat in result.seats}),
        ("", "") if newest is None else (newest[0], newest[1]),
        set(connection.execute(seen).scalars()),
        lambda: _results(connection, tables, ruleset, table.c.moment < start),
        cooperative,
    )


def _results(connection: sa.Connection, tables: Tables, ruleset: str, condition: Any) -> list[Result]:
    table = tables.results
    columns = (table.c.moment, table.c.game_id, table.c.ended_at, table.c.seats)
    found = connection.execute(sa.select(*columns).where(table.c.ruleset == ruleset, condition))
    return [Result(moment, game_id, ended_at, msgspec.json.decode(seats, type=tuple[SeatResult, ...])) for moment, game_id, ended_at, seats in found]


def _board(connection: sa.Connection, tables: Tables, ruleset: str, before: str, players: set[str]) -> dict[str, Standing]:
    """Where these players stood before a moment."""
    table = tables.standings
    if not players:
        return {}
    found = connection.execute(_standings(table, ruleset, [table.c.player.in_(sorted(players)), table.c.moment < before]))
    return {row[0]: Standing(*row[1:]) for row in found}


def _standings(table: sa.Table, ruleset: str, conditions: list[Any]) -> sa.Select[Any]:
    """The last row of each player under some conditions."""
    last = (
        sa.select(table.c.player, sa.func.max(table.c.moment).label("moment"))
        .where(table.c.ruleset == ruleset, *conditions)
        .group_by(table.c.player)
        .subquery()
    )
    columns = [table.c.player, *(table.c[name] for name in Standing.__struct_fields__)]
    joined = table.join(last, sa.and_(table.c.player == last.c.player, table.c.moment == last.c.moment))
    return sa.select(*columns).select_from(joined).where(table.c.ruleset == ruleset)


def leaderboard(connection: sa.Connection, tables: Tables, ruleset: str, first: int, as_of: str | None) -> list[Row]:
    """The board of a ruleset as it was known at a time (default: now). Equal players share a rank."""
    table = tables.standings
    conditions = [] if as_of is None else [table.c.moment < f"{as_of}0"]  # a moment is its time, a slash, …, and "0" is what follows a slash
    found = [(row[0], Standing(*row[1:])) for row in connection.execute(_standings(table, ruleset, conditions))]
    keyed = sorted(((_key(standing), player, standing) for player, standing in found if standing.games), key=lambda line: line[:2])
    rows: list[Row] = []
    for place, (key, player, standing) in enumerate(keyed[: min(first, MOST)], 1):
        rank = rows[-1].rank if rows and key == keyed[place - 2][0] else place
        rows.append(Row(rank, player, ruleset, standing.games, standing.wins, standing.rating, standing.mean_score))
    return rows


def _key(standing: Standing) -> tuple[float, ...]:
    """Best first: by rating where there is one, else by wins and then by mean score."""
    mean = standing.mean_score
    worst = float("inf")
    return (-standing.wins, worst if mean is None else -mean) if standing.rating is None else (-standing.rating,)
