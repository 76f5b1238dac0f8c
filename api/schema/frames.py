"""What the subscription to a game sends."""

from typing import Annotated, TypeAlias

import strawberry

from api.schema.kinds import GameStatus
from api.schema.scalars import JSON, DateTime
from domain.game import Game
from domain.seats import Viewer
from domain.sight import Frame, frame_of


@strawberry.type
class MoveFrame:
    """A move as its viewer may see it; everything in it is made from the redacted move."""

    game_id: strawberry.ID
    number: int
    seat: int
    json: JSON
    notation: str
    narration: str
    facts: JSON
    clauses: list[str]
    to_act: list[int]
    scores: JSON | None
    draws: JSON
    hash: str
    at: DateTime

    @classmethod
    def of(cls, game: Game, viewer: Viewer, number: int) -> "MoveFrame":
        """Move ``number`` as it looks with ``game`` as it stands."""
        return cls.show(game.id, frame_of(game, viewer, number))

    @classmethod
    def show(cls, game_id: str, frame: Frame) -> "MoveFrame":
        return cls(
            game_id=strawberry.ID(game_id),
            number=frame.number,
            seat=frame.seat,
            json=JSON(frame.move),
            notation=frame.notation,
            narration=frame.narration,
            facts=JSON(frame.facts),
            clauses=list(frame.clauses),
            to_act=list(frame.to_act),
            scores=None if frame.scores is None else JSON(frame.scores),
            draws=JSON(frame.draws),
            hash=frame.hash,
            at=DateTime(frame.at or ""),
        )


@strawberry.type
class StatusFrame:
    """How a game stands: first in every subscription, and again at each change. ``annulled`` lists [from, to] of the moves that no longer count."""

    game_id: strawberry.ID
    status: GameStatus
    move_count: int
    annulled: list[list[int]]
    outcome: JSON | None

    @classmethod
    def of(cls, game: Game) -> "StatusFrame":
        return cls(
            game_id=strawberry.ID(game.id),
            status=GameStatus(game.status),
            move_count=game.count,
            annulled=[list(pair) for pair in game.annulled],
            outcome=None if game.outcome is None else JSON(game.outcome),
        )


@strawberry.type
class Discontinuity:
    """The subscriber was too slow to be served everything; complete follows. Subscribe again with ``afterMove``."""

    game_id: strawberry.ID
    after_move: int
    head_move: int = strawberry.field(description="The last number given.")
    reason: str


GameFrame: TypeAlias = Annotated[MoveFrame | StatusFrame | Discontinuity, strawberry.union("GameFrame")]
