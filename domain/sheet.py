"""What the lines of a record say, as frozen models. ``sheet_reader`` makes a ``Sheet`` of plain JSON, ``referee`` and ``audit`` judge it.

A record that a person typed has a header, perhaps a set-up, and moves. One that Arbiter wrote has a line for every event.
"""

from typing import Annotated, Any, Final, TypeAlias
from uuid import UUID

import msgspec
from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field, field_validator, model_validator

from domain import events as ev
from domain.message import Json
from domain.refusal import Refused
from domain.seats import Seat
from domain.text import name

FORMAT: Final = 1  # the value of ``arbiter`` in line 1
MAX_SEATS: Final = 16  # no game comes near; keeps a hostile header short
LARGEST: Final = 2**53 - 1


class Unreadable(Exception):
    """What was given is not a record of a game on the shelf. One sentence, with its place where there is one."""

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.line, self.column = reason, line, column

    def __str__(self) -> str:
        place = "" if self.line is None else f"line {self.line}: " if self.column is None else f"line {self.line}, column {self.column}: "
        return place + self.reason


def _player(words: str) -> str:
    try:
        return name(words, "a name")
    except Refused as refused:
        raise ValueError(refused.reason) from None


def _format(number: int) -> int:
    if number != FORMAT:
        raise ValueError(f"this program reads records of format {FORMAT}")
    return number


def _uuid(words: str) -> str:
    return str(UUID(words))


def _bytes_32(words: str) -> str:
    if len(bytes.fromhex(words)) != 32:
        raise ValueError("must be 32 bytes in hex")
    return words.lower()


Whole: TypeAlias = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Hex32: TypeAlias = Annotated[str, AfterValidator(_bytes_32)]


class _Said(BaseModel):
    """Frozen; types are not converted; what is not known is left aside."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True, populate_by_name=True)

    line: int = 0


class Known(BaseModel):
    """What line 1 says of the seed: itself, after the end, or the commitment to it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    seed: Hex32 | None = None
    commitment: Hex32 | None = None


class Header(_Said):
    """Line 1. ``reader`` is there where the record hides what its reader may not see."""

    arbiter: Annotated[int, AfterValidator(_format)]
    ruleset: str
    players: Annotated[list[Annotated[str, AfterValidator(_player)]], Field(min_length=1, max_length=MAX_SEATS)]
    version: str | None = None
    options: Json = {}
    board: Any = None
    board_digest: Any = Field(None, validation_alias=AliasChoices("boardDigest", "board_digest"))
    id: Annotated[str, AfterValidator(_uuid)] | None = None
    chance: Any = "reported"
    entropies: list[str | None] = []
    reader: str | None = Field(None, validation_alias=AliasChoices("viewer", "reader"))

    @field_validator("board")
    @classmethod
    def _board(cls, board: Any) -> Any:
        if not isinstance(board, str | dict | None):
            raise ValueError("must be the id of a board or a board")
        return board

    @field_validator("chance")
    @classmethod
    def _chance(cls, chance: Any) -> Any:
        if chance == "reported":
            return chance
        if not isinstance(chance, dict) or len(chance) != 1:
            raise ValueError('must be "reported", a seed or a commitment')
        return Known.model_validate(chance)

    @model_validator(mode="after")
    def _fits(self) -> "Header":
        if self.seed is not None and self.id is None:
            raise ValueError("a seed goes with the id of its game")
        if self.entropies and len(self.entropies) != len(self.players):
            raise ValueError("entropies must have a text or null for every seat")
        return self

    @property
    def seed(self) -> bytes | None:
        """The revealed seed of the game, where there is one."""
        return bytes.fromhex(self.chance.seed) if isinstance(self.chance, Known) and self.chance.seed else None


class SetupLine(_Said):
    """What chance did before the first move."""

    setup: Json | None
    facts: list[Json] | None = None
    chance: list[Json] | None = None


class MoveLine(_Said):
    """A move with what the record says about it."""

    number: Whole = 0
    seat: Whole
    move: Any
    draws: list[Json] = []
    facts: list[Json] | None = None
    clauses: list[str] | None = None
    chance: list[Json] | None = None

    @field_validator("move")
    @classmethod
    def _move(cls, move: Any) -> Any:
        if not isinstance(move, str | dict):
            raise ValueError("must be an object or a line of notation")
        return move


class Span(_Said):
    """The moves that an annulment covers."""

    first: Whole = Field(validation_alias=AliasChoices("from", "first"))
    last: Whole | None = Field(None, validation_alias=AliasChoices("to", "last"))


class AnnulLine(_Said):
    """The counting moves from ``annul.first`` on no longer count."""

    annul: Span
    by: Any = None  # the dispute or the proposal, in what a service wrote


class RevealLine(_Said):
    """What was seen after the last move; its form is the game's."""

    reveal: Any


class Result(BaseModel):
    """What the last line says; ``outcome`` is None in the record of a game that ran when it was written."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    moves: Whole | None = None
    outcome: Json | None = None

    @property
    def states_outcome(self) -> bool:
        return "outcome" in self.model_fields_set


class EndLine(_Said):
    """The last line."""

    end: Result


class EventLine(msgspec.Struct, frozen=True):
    """An event of the service."""

    line: int
    event: ev.Event


Line: TypeAlias = SetupLine | MoveLine | AnnulLine | RevealLine | EventLine | EndLine


class Problem(msgspec.Struct, frozen=True):
    """Something on a line that is no move: wrong, or not known."""

    line: int
    reason: str


class Sheet(msgspec.Struct, frozen=True):
    """A record, up to a ``senseless`` line where there is one: it can be read and makes no sense where it stands.

    ``taken_back`` are the moves that an annulment covers, ``unknown`` what readers do not know and pass over, ``misnumbered`` the first
    move whose line says another number than its place: moves are counted by their lines.
    """

    header: Header
    lines: tuple[Line, ...]
    moves: int
    taken_back: frozenset[int] = frozenset()
    unknown: tuple[Problem, ...] = ()
    misnumbered: Problem | None = None
    senseless: Problem | None = None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with lines, whatever the moves on them are."""
        return tuple(problem for problem in (self.misnumbered, self.senseless) if problem is not None)

    @property
    def skipped(self) -> tuple[int, ...]:
        """The lines with something that is not known."""
        return tuple(dict.fromkeys(unknown.line for unknown in self.unknown))

    def of(self, kind: type[Any]) -> list[Any]:
        """The lines of one kind, in order."""
        return [line for line in self.lines if isinstance(line, kind)]

    def counting(self) -> list[MoveLine]:
        """The moves that count at the end, in order."""
        return [line for line in self.of(MoveLine) if line.number not in self.taken_back]

    def line_of(self, number: int) -> int:
        """Where move ``number`` stands; for 0 the set-up, or line 1 where there is none."""
        if number == 0:
            return next((line.line for line in self.of(SetupLine)), self.header.line)
        return int(self.of(MoveLine)[number - 1].line)


def no_seat(seat: Seat, seats: int) -> bool:
    """Whether nobody sits there."""
    return not 0 <= seat < seats
