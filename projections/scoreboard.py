"""The scoreboard: running scores while a game is played, ranks and details when it has an outcome; it follows a verdict."""

from typing import Any

import msgspec
import sqlalchemy as sa

from domain.message import Json
from domain.table import Rules
from projections.draft import Draft
from projections.shadow import Shadow
from projections.tables import Tables

WITHOUT_RANK = frozenset({"resigned", "timed_out", "abandoned"})


class Score(msgspec.Struct, frozen=True):
    """A seat's line on the scoreboard. ``rank``, ``won`` and ``reason`` once the game has an outcome."""

    seat: int
    score: int | None
    rank: int | None
    won: bool | None
    detail: Json | None
    reason: str | None


def ranks(rules: Rules, outcome: Json, seats: int) -> tuple[int, ...] | None:
    """The rank of each seat; None where the outcome ranks nobody. Where only winners are known, they come before the others."""
    if outcome["reason"] in WITHOUT_RANK:
        return None
    if outcome["scores"] is not None:
        return rules.ranking(outcome)
    winners = outcome["winners"]
    return tuple(1 if seat in winners else 1 + len(winners) for seat in range(seats)) if winners else None


def draft(shadow: Shadow, draft: Draft) -> None:
    """The lines of a game as it is now."""
    if shadow.state is None:
        return
    outcome = shadow.outcome
    running = shadow.rules.score(shadow.state)
    ranked = None if outcome is None else ranks(shadow.rules, outcome, shadow.table.seats)
    details = None if outcome is None else outcome["scores"]
    for seat in range(shadow.table.seats):
        row = {
            "game_id": shadow.game_id,
            "seat": seat,
            "score": None if running is None else running[seat],
            "rank": None if ranked is None else ranked[seat],
            "won": None if outcome is None else seat in outcome["winners"],
            "detail": None if details is None else msgspec.json.encode(details[seat], order="sorted").decode(),
            "reason": None if outcome is None else outcome["reason"],
        }
        draft.put("scores", (shadow.game_id, seat), row)


def scores(connection: sa.Connection, tables: Tables, game_id: str) -> list[Score]:
    """The scoreboard of a game, by seat."""
    table = tables.scores
    query = sa.select(*(table.c[name] for name in Score.__struct_fields__)).where(table.c.game_id == game_id).order_by(table.c.seat)
    return [_score(row) for row in connection.execute(query)]


def _score(row: Any) -> Score:
    fields = dict(row._mapping)
    return Score(**{**fields, "detail": None if fields["detail"] is None else msgspec.json.decode(fields["detail"])})
