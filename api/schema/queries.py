"""What can be asked."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import strawberry

from api.context import Info
from api.evidence import audit_of, ruling_of
from api.schema.answers import AuditReport, Ruling
from api.schema.chosen import chosen_move
from api.schema.game import GameType
from api.schema.kinds import GameStatus
from api.schema.marks import field
from api.schema.paging import GameConnection, Standing, page_size
from api.schema.scalars import JSON, DateTime
from api.schema.seen import Seen
from domain import clauses
from domain.game import Game, Status
from domain.refusal import SERVICE, UNREADABLE, Refused
from domain.shelf import shelf
from domain.table import Rules

if TYPE_CHECKING:
    MoveInput = Any
else:
    MoveInput = Annotated["MoveInput", strawberry.lazy("api.schema.generated")]


@strawberry.type
class Clause:
    """A numbered rule: its id, where it stands, our sentence, and whether the referee enforces it."""

    id: strawberry.ID
    place: str
    text: str
    refereed: bool

    @classmethod
    def all(cls, clauses: Mapping[str, clauses.Clause]) -> "list[Clause]":
        return [cls(id=strawberry.ID(c.id), place=c.place, text=c.text, refereed=c.refereed) for c in clauses.values()]


@strawberry.type
class Ruleset:
    """A kind of game. ``options`` is a JSON Schema."""

    rules: strawberry.Private[Rules]

    @strawberry.field
    def id(self) -> strawberry.ID:
        return strawberry.ID(self.rules.slug)

    @strawberry.field
    def slug(self) -> str:
        return self.rules.slug

    @strawberry.field
    def title(self) -> str:
        return self.rules.title

    @strawberry.field
    def version(self) -> str:
        return self.rules.version

    @field("The numbers of players.")
    def seats(self) -> list[int]:
        return list(self.rules.seats)

    @strawberry.field
    def cooperative(self) -> bool:
        return self.rules.cooperative

    @strawberry.field
    def options(self) -> JSON:
        return JSON(self.rules.options.model_json_schema())

    @strawberry.field
    def boards(self) -> list[strawberry.ID]:
        boards: Mapping[str, Any] = self.rules.boards.shipped if self.rules.boards else {}
        return [strawberry.ID(board) for board in boards]

    @field("A JSON Schema of its structured hints (`MessageInput.hint`): the kinds, what each says, and its fields; null where the game has none.")
    def hint(self) -> JSON | None:
        return None if self.rules.hint is None else JSON(self.rules.hint.model_json_schema())

    @strawberry.field
    def clauses(self) -> list[Clause]:
        return Clause.all(self.rules.clauses)


@strawberry.type
class Query:
    """Questions; nothing changes."""

    @strawberry.field
    def rulesets(self) -> list[Ruleset]:
        return [Ruleset(rules=rules) for rules in shelf().values()]

    @strawberry.field
    def ruleset(self, id: strawberry.ID) -> Ruleset | None:
        rules = shelf().get(id)
        return None if rules is None else Ruleset(rules=rules)

    @field("The clauses of the service itself (ARB-…): what it refuses whatever is played.")
    def service_clauses(self) -> list[Clause]:
        return Clause.all(clauses.service_clauses())

    @field("Null where there is no such game; what is shown depends on the token. Shows whatever was acknowledged before it was asked.")
    async def game(self, info: Info, id: strawberry.ID, at_move: int | None = None) -> GameType | None:
        identity = info.context.identity
        game = await info.context.services.reading.game(id, identity)
        if game is None:
            return None
        check_move(game, at_move)
        return GameType(seen=Seen(game, identity.viewer(game.id), at_move))

    @field("The catalogue, newest first. It may be some milliseconds behind moves; a single game never is.")
    async def games(
        self,
        info: Info,
        status: GameStatus | None = None,
        ruleset: strawberry.ID | None = None,
        player: str | None = None,
        first: int | None = None,
        after: str | None = None,
    ) -> GameConnection:
        context = info.context
        wanted: Status | None = None if status is None else status.value
        page = await context.services.reading.page(context.identity, wanted, known_ruleset(ruleset), player, page_size(first), after)
        return GameConnection.of(page, after)

    @field(
        "The leaderboard, as it stood ``asOf`` (left out: now); cooperative games rank by wins, then mean score. Without ``ruleset`` the boards of all rulesets, one "
        "after the other: ``first`` is how many lines of each. It may be some milliseconds behind."
    )
    async def leaderboard(self, info: Info, ruleset: strawberry.ID | None = None, first: int | None = None, as_of: DateTime | None = None) -> list[Standing]:
        rows = await info.context.services.reading.leaderboard(info.context.identity, known_ruleset(ruleset), page_size(first), as_of)
        return [Standing.of(row) for row in rows]

    @field("A game's record refereed move by move; while the game runs for the arbiter only.")
    async def audit(self, info: Info, game_id: strawberry.ID) -> AuditReport:
        return AuditReport.of(await audit_of(info.context.services.reading, game_id, info.context.identity))

    @field("Whether a move would be legal; while the game runs for the own seat at the head only, else for the arbiter.")
    async def ruling(
        self,
        info: Info,
        game_id: strawberry.ID,
        seat: int,
        at_move: int | None = None,
        move: MoveInput | None = None,
        json: JSON | None = None,
        notation: str | None = None,
    ) -> Ruling:
        services = info.context.services
        return await ruling_of(
            services.reading, game_id, info.context.identity, seat, at_move, lambda rules: chosen_move(services.generated, rules, move, json, notation)
        )


def check_move(game: Game, number: int | None) -> None:
    """Refused for a number that no move of this game has (0 is the position before the first)."""
    if number is not None and not 0 <= number <= game.count:
        raise Refused(SERVICE, f"atMove: must be 0 to {game.count}")
    if number is not None and game.start is None:
        raise Refused(SERVICE, "atMove: the game has not started")


def known_ruleset(slug: str | None) -> str | None:
    """The slug itself; Refused for a ruleset that is not on the shelf."""
    if slug is not None and slug not in shelf():
        raise Refused(UNREADABLE, f"ruleset: must be one of {', '.join(shelf())}")
    return slug
