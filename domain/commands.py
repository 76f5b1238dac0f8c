"""What can be asked of a game. The seat comes from a token, never from what a client sends."""

from typing import Any, Literal, TypeAlias

import msgspec

from domain.seats import Seat

Verdict: TypeAlias = Literal["STANDS", "ANNUL", "ADJUDICATE"]


class OpenGame(msgspec.Struct, frozen=True):
    """Open a table. ``board`` is the id of a board that ships or a board itself; named players sit down and the game starts at once."""

    ruleset: str
    seats: int | None = None
    players: tuple[str, ...] | None = None
    options: dict[str, Any] = {}
    board: Any = None


class TakeSeat(msgspec.Struct, frozen=True):
    """Sit down: at ``seat``, or at the first free one."""

    player: str
    seat: Seat | None = None
    entropy: str | None = None


class StartGame(msgspec.Struct, frozen=True):
    """Deal; every seat must be taken."""


class ReissueToken(msgspec.Struct, frozen=True):
    """Let earlier tokens of a seat die."""

    seat: Seat


class PlayMove(msgspec.Struct, frozen=True):
    """A move as JSON, notation or model. ``expected`` is the last number that the client saw given; None: whatever it is."""

    seat: Seat
    move: Any
    expected: int | None = None


class SendMessage(msgspec.Struct, frozen=True):
    """Free text, or a structured hint of the game: exactly one."""

    seat: Seat
    text: str | None = None
    hint: Any = None


class ProposeUndo(msgspec.Struct, frozen=True):
    """Take back the counting moves from ``first`` on, if all agree."""

    seat: Seat
    first: int


class ProposeStop(msgspec.Struct, frozen=True):
    """Stop without a result, if all agree."""

    seat: Seat


class Agree(msgspec.Struct, frozen=True):
    """Agree to a proposal."""

    seat: Seat
    proposal: str


class Resign(msgspec.Struct, frozen=True):
    """Give up."""

    seat: Seat


class RaiseDispute(msgspec.Struct, frozen=True):
    """Dispute a move, a refused attempt or a message (at most one of them)."""

    seat: Seat
    text: str
    about_move: int | None = None
    about_attempt: str | None = None
    about_message: str | None = None


class RuleDispute(msgspec.Struct, frozen=True):
    """An arbiter's verdict."""

    dispute: str
    verdict: Verdict
    reason: str
    first: int | None = None
    winners: tuple[Seat, ...] | None = None
    clauses: tuple[str, ...] = ()


Aside: TypeAlias = TakeSeat | StartGame | ReissueToken | SendMessage | ProposeUndo | ProposeStop | Agree | Resign | RaiseDispute | RuleDispute  # all but a move
Command: TypeAlias = PlayMove | Aside
