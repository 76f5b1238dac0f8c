"""What mutations take and give."""

from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import strawberry

from api.schema.game import GameType
from api.schema.kinds import Verdict
from api.schema.scalars import JSON
from domain.message import Json
from infra.keys import Receipt as Signed

if TYPE_CHECKING:
    MoveInput = Any
else:
    MoveInput = Annotated["MoveInput", strawberry.lazy("api.schema.generated")]


EXPECTED_MOVE: Final = (
    "The last number given to a move that the client saw (``Game.moveCount``, 0 at the start; not ``headMove``). Another number than the last: MoveConflict; "
    "an accepted move has the next. Left out: judged on the head, whatever it is. An annulment gives no number: a move sent by who saw the game before it is judged on "
    "the position after it, legal there or not. Who must be sure follows ``StatusFrame.annulled``, or compares ``Game.headMove`` before sending."
)


@strawberry.input
class OpenGameInput:
    """Players named: they sit down and the game starts at once. Else an open table, to be joined."""

    ruleset: strawberry.ID
    players: list[str] | None = None
    seats: int | None = None
    options: JSON | None = None
    board: strawberry.ID | None = None
    board_json: JSON | None = None


@strawberry.type
class OpenGamePayload:
    """The game, a token for each named player in order of seats, and the host's token."""

    game: GameType
    seat_tokens: list[str]
    host_token: str


@strawberry.input
class TakeSeatInput:
    """``entropy``: what the player adds to chance, up to 200 characters; fresh and unforeseeable is best."""

    game_id: strawberry.ID
    player: str
    seat: int | None = None
    entropy: str | None = None


@strawberry.type
class TakeSeatPayload:
    """The game with the seat taken, and the seat's token."""

    game: GameType
    seat: int
    seat_token: str


@strawberry.input
class PlayMoveInput:
    """Exactly one of move, json, notation."""

    game_id: strawberry.ID
    move: MoveInput | None = None
    json: JSON | None = None
    notation: str | None = None
    expected_move: int | None = strawberry.field(default=None, description=EXPECTED_MOVE)
    client_move_id: strawberry.ID | None = strawberry.field(
        default=None,
        description="Makes sending again harmless: the same id with the same move of this seat answers as the first time, with another move it is refused.",
    )


@strawberry.type
class Receipt:
    """The service's signature under a move: Ed25519 over "arbiter/receipt/v1", a line feed and the RFC 8785 form of game, hash and version."""

    game_id: strawberry.ID
    version: int
    hash: str
    signature: str
    key_id: str

    @classmethod
    def of(cls, signed: Signed) -> "Receipt":
        return cls(game_id=strawberry.ID(signed.game_id), version=signed.version, hash=signed.hash, signature=signed.signature, key_id=signed.key_id)


@strawberry.type
class MoveAccepted:
    """The move counts; ``game`` shows it already."""

    number: int
    game: GameType
    receipt: Receipt


@strawberry.type
class MoveRefused:
    """The move may not be made. ``attempt`` names the refusal for a dispute, where it was recorded."""

    clause: str
    reason: str
    legal_moves_json: list[JSON]
    attempt: strawberry.ID | None = None


@strawberry.type
class MoveConflict:
    """The match has moved on: numbers were given that the client had not seen."""

    head_move: int = strawberry.field(
        description="The last number given (``Game.moveCount``): what ``expectedMove`` must be. Not ``Game.headMove``, the last that counts."
    )


PlayMoveResult: TypeAlias = Annotated[MoveAccepted | MoveRefused | MoveConflict, strawberry.union("PlayMoveResult")]


@strawberry.input
class MessageInput:
    """Free text, or a structured hint where the game has them."""

    game_id: strawberry.ID
    text: str | None = None
    hint: JSON | None = strawberry.field(
        default=None,
        description='An object like {"kind": "…", …}: kinds and fields are in ``Ruleset.hint`` (a JSON Schema). What the game forbids is refused by its clause.',
    )


@strawberry.input
class RaiseDisputeInput:
    """About a move, a refused attempt of one's own or a message; at most one of them."""

    game_id: strawberry.ID
    text: str
    about_move: int | None = None
    about_attempt: strawberry.ID | None = None
    about_message: strawberry.ID | None = None


@strawberry.input
class RuleDisputeInput:
    """``fromMove`` goes with ANNUL, ``winners`` with ADJUDICATE."""

    dispute_id: strawberry.ID
    verdict: Verdict
    reason: str
    from_move: int | None = strawberry.field(default=None, description="The first move that no longer counts; left out: the move that is disputed.")
    winners: list[int] | None = strawberry.field(default=None, description="The seats that win; left out: nobody.")
    clauses: list[str] | None = strawberry.field(default=None, description="What the verdict rests on: clauses of the game or of the service.")


@strawberry.type
class Ruling:
    """Whether a move would be legal in a position, else the clause that forbids it and why."""

    legal: bool
    clause: str | None
    reason: str | None
    move_json: JSON | None
    notation: str | None
    legal_moves_json: list[JSON]


@strawberry.type
class FirstIllegal:
    """The first move that broke a rule (0: the set-up), and what would have been legal."""

    move: int
    line: int | None
    seat: int | None
    clause: str
    reason: str
    legal: list[JSON]
    to_act: list[int]


@strawberry.type
class Problem:
    """A bad line beside the moves."""

    line: int | None
    reason: str


@strawberry.type
class AuditReport:
    """A record refereed move by move.

    ``others``: earlier moves that could be the wrong one instead; ``notCheckable``: what the end is said to be and the record leaves open; ``skipped``: lines
    with something that is not known, and ``unknown`` what that is.
    """

    ok: bool
    moves: int
    first_illegal: FirstIllegal | None
    annulled_illegal: list[int]
    problems: list[Problem]
    skipped: list[int]
    others: list[int]
    not_checkable: list[str]
    unknown: list[Problem]

    @classmethod
    def of(cls, report: Json) -> "AuditReport":
        """From the report as ``arbiter audit --json`` prints it."""
        first: Json | None = report.get("first_illegal")
        return cls(
            ok=report["ok"],
            moves=report["moves"],
            first_illegal=None
            if first is None
            else FirstIllegal(
                move=first["move"],
                line=first.get("line"),
                seat=first.get("seat"),
                clause=first.get("clause", ""),
                reason=first["reason"],
                legal=first.get("legal") or [],
                to_act=first.get("to_act") or [],
            ),
            annulled_illegal=report.get("annulled_illegal") or [],
            problems=_problems(report.get("problems")),
            skipped=report.get("skipped") or [],
            others=report.get("others") or [],
            not_checkable=report.get("not_checkable") or [],
            unknown=_problems(report.get("unknown")),
        )


def _problems(told: list[Json] | None) -> list[Problem]:
    return [Problem(line=problem.get("line"), reason=problem["reason"]) for problem in told or []]
