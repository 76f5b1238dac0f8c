"""What stands around the moves of a game: messages, disputes, proposals, and their ids."""

from typing import Literal

import msgspec

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
    """A proposal to undo or to stop: OPEN, AGREED, or LAPSED when a move was made first."""

    id: str
    kind: Literal["undo", "stop"]
    agreed: tuple[Seat, ...]
    first: int | None = None
    status: Literal["OPEN", "AGREED", "LAPSED"] = "OPEN"


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
