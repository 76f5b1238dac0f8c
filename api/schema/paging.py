"""Pages: what a client may ask for at once, and connections in the manner of Relay."""

from typing import Final

import strawberry
from strawberry.relay import PageInfo

from api.schema.frames import MoveFrame
from api.schema.kinds import GameStatus
from api.schema.scalars import JSON, DateTime
from api.schema.talk import moment
from domain.refusal import UNREADABLE, Refused
from projections.catalogue import Page, Summary
from projections.leaderboard import Row

USUAL, MOST = 50, 100  # items of a page
MOST_MOVES: Final = 500  # of a game at once


def page_size(first: int | None, most: int = MOST) -> int:
    """How many items were asked for; Refused when it is less than none or more than are given at once."""
    if first is None:
        return USUAL
    if not 0 <= first <= most:
        raise Refused(UNREADABLE, f"first: must be 0 to {most}")
    return first


@strawberry.type
class GameSummary:
    """A line of the catalogue."""

    id: strawberry.ID
    ruleset: strawberry.ID
    status: GameStatus
    players: list[str]
    move_count: int
    started_at: DateTime | None
    ended_at: DateTime | None
    outcome: JSON | None

    @classmethod
    def of(cls, row: Summary) -> "GameSummary":
        return cls(
            id=strawberry.ID(row.game_id),
            ruleset=strawberry.ID(row.ruleset),
            status=GameStatus(row.status),
            players=[player for player in row.players if player is not None],
            move_count=row.move_count,
            started_at=moment(row.started_at),
            ended_at=moment(row.ended_at),
            outcome=None if row.outcome is None else JSON(row.outcome),
        )


@strawberry.type
class GameEdge:
    """A game in a list, with the cursor to go on from."""

    cursor: str
    node: GameSummary


@strawberry.type
class GameConnection:
    """A page of the catalogue, newest first."""

    edges: list[GameEdge]
    page_info: PageInfo
    total_count: int

    @classmethod
    def of(cls, page: Page, after: str | None) -> "GameConnection":
        edges = [GameEdge(cursor=row.cursor, node=GameSummary.of(row)) for row in page.rows]
        info = PageInfo(
            has_next_page=page.has_next,
            has_previous_page=after is not None,
            start_cursor=edges[0].cursor if edges else None,
            end_cursor=edges[-1].cursor if edges else None,
        )
        return cls(edges=edges, page_info=info, total_count=page.total)


@strawberry.type
class MoveEdge:
    """A move in a list; its cursor is its number."""

    cursor: str
    node: MoveFrame


@strawberry.type
class MoveConnection:
    """Moves of a game in order, those that were annulled among them."""

    edges: list[MoveEdge]
    page_info: PageInfo
    total_count: int


@strawberry.type
class Standing:
    """A line of a leaderboard: one player in one ruleset."""

    rank: int
    player: str
    ruleset: strawberry.ID
    games: int
    wins: int
    rating: float | None
    mean_score: float | None

    @classmethod
    def of(cls, row: Row) -> "Standing":
        return cls(
            rank=row.rank,
            player=row.player,
            ruleset=strawberry.ID(row.ruleset),
            games=row.games,
            wins=row.wins,
            rating=row.rating,
            mean_score=row.mean_score,
        )
