"""What stands around the moves of a game: messages, disputes, proposals, and their ids."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from domain import events as ev
from domain.message import Json
from domain.seats import Seat


class Message(msgspec.Struct, frozen=True):
    """Table talk."""

    id: str
    seat: Seat
    text: str | None
    hint: Json | None
    at: str | None


class Dispute(msgspec.Struct, frozen=True):
    """A dispute with its verdict, once there is one."""

    id: str
    raised_by: Seat
    text: str
    about_move: int | None = None
    about_attempt: str | None = None
    about_message: str | None = None
    raised_at: str | None = None
    verdict: str | None = None
    first: int | None = None
    reason: str | None = None
    clauses: tuple[str, ...] = ()
    ruled_at: str | None = None


class Proposal(msgspec.Struct, frozen=True):
    """A proposal to undo or to stop: OPEN, AGREED, or LAPSED when the game went on, back, or to its end first."""

    id: str
    kind: Literal["undo", "stop"]
    agreed: tuple[Seat, ...]
    first: int | None = None
    status: Literal["OPEN", "AGREED", "LAPSED"] = "OPEN"


def ruled(dispute: Dispute, event: ev.DisputeRuled) -> Dispute:
    """The dispute with its verdict."""
    return replace(dispute, verdict=event.verdict, first=event.first, reason=event.reason, clauses=tuple(event.clauses), ruled_at=event.at)


def annulled_from(disputes: tuple[Dispute, ...], id: str, first: int) -> tuple[Dispute, ...]:
    """The disputes once moves from ``first`` on were annulled by one of them: a verdict that did not name the move means the one that was disputed."""
    return tuple(replace(d, first=first) if d.id == id else d for d in disputes)


def agreed(proposal: Proposal, seat: Seat, seats: int) -> Proposal:
    """The proposal with one seat more that agrees; in force when all do."""
    all_agree = len(proposal.agreed) + 1 == seats
    return replace(proposal, agreed=(*proposal.agreed, seat), status="AGREED" if all_agree else proposal.status)


def lapsed(proposals: tuple[Proposal, ...]) -> tuple[Proposal, ...]:
    """The proposals once the position that they were made in is not the head any more: those that wait have lapsed."""
    return tuple(replace(p, status="LAPSED") if p.status == "OPEN" else p for p in proposals)


def message_id(game: str, number: int) -> str:
    """The id of the n-th message of a game; n counts from 1."""
    return f"{game}-message-{number}"


def dispute_id(game: str, number: int) -> str:
    """The id of the n-th dispute of a game; n counts from 1."""
    return f"{game}-dispute-{number}"


def proposal_id(game: str, number: int) -> str:
    """The id of the n-th proposal of a game; n counts from 1."""
    return f"{game}-proposal-{number}"


def game_of_id(id: str) -> str:
    """The game's id at the start of the id of a message, dispute or proposal (36 characters)."""
    return id[:36]
