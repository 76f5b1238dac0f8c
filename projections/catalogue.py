"""The catalogue: one row a game, and who sits there."""

import base64
import binascii
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from domain.game import Game, Status
from domain.message import Json
from domain.refusal import UNREADABLE, Refused
from projections.draft import Draft
from projections.shadow import Shadow
from projections.tables import Tables

MOST: Final = 100  # rows of a page


class Summary(msgspec.Struct, frozen=True):
    """A game in a list."""

    game_id: str
    ruleset: str
    rules_version: str
    status: Status
    players: tuple[str | None, ...]
    move_count: int
    opened_at: str
    started_at: str | None
    ended_at: str | None
    outcome: Json | None
    version: int
    hash: str
    changed_at: str

    @property
    def cursor(self) -> str:
        """Where this row stands in the order of the catalogue."""
        return base64.urlsafe_b64encode(f"{self.opened_at}/{self.game_id}".encode()).decode()


class Page(msgspec.Struct, frozen=True):
    """Some rows, whether more follow, and how many there are in all."""

    rows: tuple[Summary, ...]
    has_next: bool
    total: int


def draft(shadow: Shadow, draft: Draft) -> None:
    """The row of a game as it is now."""
    row = {
        "game_id": shadow.game_id,
        "ruleset": shadow.rules.slug,
        "rules_version": shadow.rules_version,
        "status": shadow.status,
        "players": _json(shadow.players),
        "move_count": shadow.count,
        "version": shadow.version,
        "hash": shadow.hash,
        "opened_at": shadow.opened_at,
        "started_at": shadow.started_at,
        "ended_at": shadow.ended_at,
        "changed_at": shadow.changed_at,
        "outcome": None if shadow.outcome is None else _json(shadow.outcome),
    }
    draft.put("games", (shadow.game_id,), row)


def draft_seat(game_id: str, seat: int, player: str, at: str, draft: Draft) -> None:
    """A player who sat down."""
    draft.put("players", (game_id, seat), {"game_id": game_id, "seat": seat, "player": player, "taken_at": at})


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def summary_of_row(row: Any) -> Summary:
    """A row of the table."""
    fields = dict(row._mapping)
    fields["players"] = tuple(msgspec.json.decode(fields["players"]))
    fields["outcome"] = None if fields["outcome"] is None else msgspec.json.decode(fields["outcome"])
    return Summary(**fields)


def summary_of_game(game: Game, changed_at: str) -> Summary:
    """The same from a game that was folded, as it was at a time."""
    return Summary(
        game.id,
        game.rules.slug,
        game.rules_version,
        game.status,
        game.players,
        game.count,
        game.opened_at or "",
        game.started_at,
        game.ended_at,
        game.outcome,
        game.version,
        game.hash,
        changed_at,
    )


def place_of(cursor: str) -> tuple[str, str]:
    """The time and the game in a cursor; refuses what is none."""
    try:
        at, found, game_id = base64.urlsafe_b64decode(cursor[:200].encode("ascii")).decode("ascii").partition("/")
    except (binascii.Error, UnicodeError, ValueError):
        at = found = game_id = ""
    if not found:
        raise Refused(UNREADABLE, "after: is not a cursor of this list")
    return at, game_id


def wanted(tables: Tables, status: Status | None, ruleset: str | None, player: str | None, until: str | None) -> list[Any]:
    """The conditions of a search. Judged as of ``until``, where it is given: a status then, seats taken by then."""
    games, players = tables.games, tables.players
    if "\x00" in f"{ruleset}{player}":
        return [sa.false()]  # no name has it, and PostgreSQL takes no offence at being spared it
    conditions: list[Any] = []
    if ruleset is not None:
        conditions.append(games.c.ruleset == ruleset)
    if player is not None:
        seats = sa.select(players.c.game_id).where(players.c.player == player)
        conditions.append(games.c.game_id.in_(seats if until is None else seats.where(players.c.taken_at <= until)))
    if until is None:
        return conditions if status is None else [*conditions, games.c.status == status]
    conditions.append(games.c.opened_at <= until)
    started, ended = games.c.started_at <= until, games.c.ended_at <= until
    match status:
        case "OPEN":
            conditions.append(sa.or_(games.c.started_at.is_(None), games.c.started_at > until))
        case "RUNNING":
            conditions += [started, sa.or_(games.c.ended_at.is_(None), games.c.ended_at > until)]
        case "ENDED":
            conditions.append(ended)
        case None:
            pass
    return conditions


def page(connection: sa.Connection, tables: Tables, conditions: list[Any], first: int, after: str | None) -> Page:
    """A page, newest games first. The order never changes, so nothing is missed or seen twice between pages."""
    games = tables.games
    if not 0 <= first <= MOST:
        raise Refused(UNREADABLE, f"first: must be from 0 to {MOST}")
    total = connection.execute(sa.select(sa.func.count()).select_from(games).where(*conditions)).scalar_one()
    query = sa.select(*(games.c[name] for name in Summary.__struct_fields__)).where(*conditions)
    if after is not None:
        query = query.where(sa.tuple_(games.c.opened_at, games.c.game_id) < sa.tuple_(*map(sa.literal, place_of(after))))
    rows = connection.execute(query.order_by(games.c.opened_at.desc(), games.c.game_id.desc()).limit(first + 1)).all()
    return Page(tuple(summary_of_row(row) for row in rows[:first]), len(rows) > first, total)
