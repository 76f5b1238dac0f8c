"""What can happen to a game, whatever its ruleset. One event a move; names are chosen and never change.

The line of an event is its form in a record (contracts, "Record file"); the hash is taken over it.
"""

from typing import Any, ClassVar, Final, TypeAlias

import msgspec

from domain.message import Json
from domain.seats import Seat


class GameEvent(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    """Base of the events. ``name`` is the stored name; ``at`` is UTC, ISO 8601 with milliseconds, or left out."""

    name: ClassVar[str]


class GameOpened(GameEvent, frozen=True, kw_only=True):
    """A table was opened: the rules, the board and the commitment to a seed are settled."""

    name: ClassVar[str] = "GameOpened"
    id: str
    ruleset: str
    version: str
    seats: int
    options: Json
    seed_commitment: str
    board: Any = None
    board_digest: str | None = None
    at: str | None = None


class SeatTaken(GameEvent, frozen=True, kw_only=True):
    """A player sat down, with fresh entropy for the chance if he gave some."""

    name: ClassVar[str] = "SeatTaken"
    seat: Seat
    player: str
    entropy: str | None = None
    at: str | None = None


class SeatTokenReissued(GameEvent, frozen=True, kw_only=True):
    """The host gave a seat a new token; tokens of an earlier generation are dead."""

    name: ClassVar[str] = "SeatTokenReissued"
    seat: Seat
    generation: int
    at: str | None = None


class GameStarted(GameEvent, frozen=True, kw_only=True):
    """Chance made the set-up."""

    name: ClassVar[str] = "GameStarted"
    setup: Json
    facts: list[Json]
    chance: list[Json] = []
    at: str | None = None


class MoveMade(GameEvent, frozen=True, kw_only=True):
    """A move, what chance did because of it (``draws``, with their ``chance`` witnesses), and all that followed (``facts``)."""

    name: ClassVar[str] = "MoveMade"
    number: int
    seat: Seat
    move: Json
    draws: list[Json] = []
    facts: list[Json]
    clauses: list[str] = []
    chance: list[Json] = []
    at: str | None = None


class MessageSent(GameEvent, frozen=True, kw_only=True):
    """Table talk: free text, or a structured hint of the game."""

    name: ClassVar[str] = "MessageSent"
    message: int
    seat: Seat
    text: str | None = None
    hint: Json | None = None
    at: str | None = None


class MovesAnnulled(GameEvent, frozen=True, kw_only=True):
    """The counting moves from ``first`` to ``last`` no longer count, by a verdict or by consent."""

    name: ClassVar[str] = "MovesAnnulled"
    first: int
    last: int
    by: str  # the id of the dispute or the proposal
    at: str | None = None


class UndoProposed(GameEvent, frozen=True, kw_only=True):
    """A seat asks all others to take back the moves from ``first`` on."""

    name: ClassVar[str] = "UndoProposed"
    proposal: str
    seat: Seat
    first: int
    at: str | None = None


class StopProposed(GameEvent, frozen=True, kw_only=True):
    """A seat asks all others to stop the game without a result."""

    name: ClassVar[str] = "StopProposed"
    proposal: str
    seat: Seat
    at: str | None = None


class ProposalAgreed(GameEvent, frozen=True, kw_only=True):
    """A seat agrees to a proposal; when all do, it takes effect."""

    name: ClassVar[str] = "ProposalAgreed"
    proposal: str
    seat: Seat
    at: str | None = None


class DisputeRaised(GameEvent, frozen=True, kw_only=True):
    """A seat disputes a move, a refused attempt or a message."""

    name: ClassVar[str] = "DisputeRaised"
    dispute: str
    seat: Seat
    text: str
    about_move: int | None = None
    about_attempt: str | None = None
    about_message: str | None = None
    at: str | None = None


class DisputeRuled(GameEvent, frozen=True, kw_only=True):
    """The arbiter's verdict: STANDS, ANNUL (from ``first`` on) or ADJUDICATE (to ``winners``)."""

    name: ClassVar[str] = "DisputeRuled"
    dispute: str
    verdict: str
    reason: str
    clauses: list[str] = []
    first: int | None = None
    winners: list[Seat] | None = None
    at: str | None = None


class GameAdjudicated(GameEvent, frozen=True, kw_only=True):
    """An arbiter named the winners; this outcome replaces any other."""

    name: ClassVar[str] = "GameAdjudicated"
    dispute: str
    outcome: Json
    at: str | None = None


class SeatResigned(GameEvent, frozen=True, kw_only=True):
    """A seat gave up."""

    name: ClassVar[str] = "SeatResigned"
    seat: Seat
    at: str | None = None


class GameEnded(GameEvent, frozen=True, kw_only=True):
    """The game is over; from here on nothing is secret."""

    name: ClassVar[str] = "GameEnded"
    outcome: Json
    at: str | None = None


class SeedRevealed(GameEvent, frozen=True, kw_only=True):
    """The seed that was committed to before seats were taken, in hex."""

    name: ClassVar[str] = "SeedRevealed"
    seed: str
    at: str | None = None


Event: TypeAlias = (
    GameOpened
    | SeatTaken
    | SeatTokenReissued
    | GameStarted
    | MoveMade
    | MessageSent
    | MovesAnnulled
    | UndoProposed
    | StopProposed
    | ProposalAgreed
    | DisputeRaised
    | DisputeRuled
    | GameAdjudicated
    | SeatResigned
    | GameEnded
    | SeedRevealed
)

EVENTS: Final[dict[str, type[Event]]] = {event.name: event for event in Event.__args__}


class Recorded(msgspec.Struct, frozen=True):
    """An event in its place: version from 1, hash in hex, and beside it, outside the hash, the client's id of the command."""

    version: int
    event: Event
    hash: str
    command: str | None = None


def to_line(event: Event) -> Json:
    """The record line of an event, without ``hash``. Moves, set-up and annulments have forms of their own."""
    fields: Json = msgspec.to_builtins(event)
    match event:
        case MoveMade() | GameStarted():
            return fields
        case MovesAnnulled():
            return {"annul": {"from": fields.pop("first"), "to": fields.pop("last")}, **fields}
        case _:
            return {"event": event.name, **fields}


def from_line(line: Json) -> Event | None:
    """The event of a record line; None for a line that is no event of this version. Raises msgspec.ValidationError."""
    fields = {key: value for key, value in line.items() if key != "hash"}
    if "annul" in fields:
        annul = fields.pop("annul")
        return msgspec.convert({"first": annul["from"], "last": annul["to"], **fields}, MovesAnnulled)
    if "setup" in fields:
        return msgspec.convert(fields, GameStarted)
    if "move" in fields:
        return msgspec.convert(fields, MoveMade)
    kind = EVENTS.get(fields.pop("event", ""))
    return None if kind is None else msgspec.convert(fields, kind)
