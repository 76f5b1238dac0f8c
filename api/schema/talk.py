"""What is said around a game: messages, proposals, disputes, refused attempts."""

from typing import Any

import strawberry

from api.schema.kinds import DisputeStatus, Verdict
from api.schema.scalars import JSON, DateTime
from domain import matters
from domain.game import Game
from domain.seats import Viewer
from domain.sight import may_read_dispute


def moment(at: str | None) -> DateTime | None:
    return None if at is None else DateTime(at)


@strawberry.type
class Message:
    """Table talk: text, or a structured hint of the game. Public to the table."""

    id: strawberry.ID
    game_id: strawberry.ID
    seat: int
    text: str | None
    hint: JSON | None
    at: DateTime | None

    @classmethod
    def of(cls, game: Game, message: matters.Message) -> "Message":
        return cls(
            id=strawberry.ID(message.id),
            game_id=strawberry.ID(game.id),
            seat=message.seat,
            text=message.text,
            hint=None if message.hint is None else JSON(message.hint),
            at=moment(message.at),
        )


@strawberry.type
class Proposal:
    """A proposal to take moves back (``undo``) or to stop (``stop``); it takes effect when all seats agree and lapses
    when a move is made, moves are annulled or the game ends first. ``status`` is OPEN, AGREED or LAPSED."""

    id: strawberry.ID
    game_id: strawberry.ID
    kind: str
    from_move: int | None
    agreed: list[int]
    status: str

    @classmethod
    def of(cls, game: Game, proposal: matters.Proposal) -> "Proposal":
        return cls(
            id=strawberry.ID(proposal.id),
            game_id=strawberry.ID(game.id),
            kind=proposal.kind,
            from_move=proposal.first,
            agreed=list(proposal.agreed),
            status=proposal.status,
        )


@strawberry.type
class Dispute:
    """A dispute with its verdict. While the game runs its words are for the arbiter and who raised it; others see that it exists and about which move."""

    id: strawberry.ID
    game_id: strawberry.ID
    status: DisputeStatus
    raised_by: int
    about_move: int | None
    about_attempt: strawberry.ID | None
    about_message: strawberry.ID | None
    text: str | None
    verdict: Verdict | None
    from_move: int | None = strawberry.field(description="Of an annulment: the first move that no longer counts.")
    reason: str | None
    clauses: list[str] | None = strawberry.field(description="Of a verdict: what it rests on.")
    raised_at: DateTime
    ruled_at: DateTime | None

    @classmethod
    def of(cls, game: Game, viewer: Viewer, dispute: matters.Dispute) -> "Dispute":
        readable = may_read_dispute(game, viewer, dispute.id)
        return cls(
            id=strawberry.ID(dispute.id),
            game_id=strawberry.ID(game.id),
            status=DisputeStatus.OPEN if dispute.verdict is None else DisputeStatus.RULED,
            raised_by=dispute.raised_by,
            about_move=dispute.about_move,
            about_attempt=strawberry.ID(dispute.about_attempt) if readable and dispute.about_attempt else None,
            about_message=strawberry.ID(dispute.about_message) if dispute.about_message else None,
            text=dispute.text if readable else None,
            verdict=None if dispute.verdict is None else Verdict(dispute.verdict),
            from_move=dispute.first,
            reason=dispute.reason if readable else None,
            clauses=None if dispute.verdict is None else list(dispute.clauses),
            raised_at=DateTime(dispute.raised_at or ""),
            ruled_at=moment(dispute.ruled_at),
        )


@strawberry.type
class Attempt:
    """A move that was refused: its seat sees it, and the arbiter; everybody once the game has ended."""

    id: strawberry.ID
    game_id: strawberry.ID
    seat: int
    after_move: int
    move: JSON
    clause: str
    reason: str
    at: DateTime | None

    @classmethod
    def of(cls, attempt: Any) -> "Attempt":
        return cls(
            id=strawberry.ID(attempt.id),
            game_id=strawberry.ID(attempt.game),
            seat=attempt.seat,
            after_move=attempt.position,
            move=JSON(attempt.move),
            clause=attempt.clause,
            reason=attempt.reason,
            at=moment(attempt.at),
        )
