"""The game as a viewer sees it, at the head or at a move."""

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import strawberry
from strawberry.relay import PageInfo

from api.context import Info
from api.schema.frames import MoveFrame
from api.schema.kinds import GameStatus
from api.schema.marks import field
from api.schema.paging import MOST_MOVES, MoveConnection, MoveEdge, page_size
from api.schema.scalars import JSON, DateTime
from api.schema.seen import Seen
from api.schema.talk import Attempt, Dispute, Message, Proposal, moment
from domain.refusal import UNREADABLE, Refused

if TYPE_CHECKING:
    View = Any
    Move = Any
else:
    View = Annotated["View", strawberry.lazy("api.schema.generated")]
    Move = Annotated["Move", strawberry.lazy("api.schema.generated")]


@strawberry.type
class Seat:
    """A place at the table."""

    seat: int
    player: str | None
    resigned: bool


@strawberry.type(name="Game")
class GameType:
    """One play of a ruleset, as whoever asks may see it. What depends on a position is of the head, or of ``atMove``."""

    seen: strawberry.Private[Seen]

    @strawberry.field
    def id(self) -> strawberry.ID:
        return strawberry.ID(self.seen.game.id)

    @strawberry.field
    def ruleset(self) -> strawberry.ID:
        return strawberry.ID(self.seen.game.rules.slug)

    @field("The version of the ruleset that the game began with.")
    def version(self) -> str:
        return self.seen.game.rules_version

    @strawberry.field
    def options(self) -> JSON:
        return JSON(self.seen.game.table.options.wire())

    @strawberry.field
    def status(self) -> GameStatus:
        return GameStatus(self.seen.game.status)

    @strawberry.field
    def seats(self) -> list[Seat]:
        game = self.seen.game
        return [Seat(seat=seat, player=player, resigned=seat in game.resigned) for seat, player in enumerate(game.players)]

    @field("The last number that was given to a move: what ``expectedMove`` is held against. Numbers are never reused, so an annulment leaves it as it is.")
    def move_count(self) -> int:
        return self.seen.game.count

    @field("The last move that counts: the position shown where ``atMove`` is left out. After an annulment it is less than ``moveCount`` (0: no move counts).")
    def head_move(self) -> int:
        return self.seen.game.head

    @field("[from, to] of the moves that no longer count.")
    def annulled(self) -> list[list[int]]:
        return [list(pair) for pair in self.seen.game.annulled]

    @strawberry.field
    def to_act(self) -> list[int]:
        return list(self.seen.to_act())

    @field("Null before the game starts.")
    def view(self, info: Info) -> View | None:
        view = self.seen.view()
        return None if view is None else info.context.services.generated.show_view(view)

    @field("The view as JSON; {} before the game starts.")
    def view_json(self) -> JSON:
        return JSON(self.seen.view_json())

    @field("Of the own seat, [] when it is not to act; for others of the seat to act, null where the game hides it.")
    def legal_moves(self, info: Info) -> list[Move] | None:
        legal = self.seen.legal()
        show, rules = info.context.services.generated.show_move, self.seen.game.rules
        return None if legal is None else [show(rules, move) for move in legal]

    @strawberry.field
    def legal_moves_json(self) -> list[JSON] | None:
        legal = self.seen.legal()
        return None if legal is None else [JSON(move.wire()) for move in legal]

    @field("A line for each seat: its running score, and at the head what the outcome says of it; null before the game starts.")
    def scoreboard(self) -> JSON | None:
        lines = self.seen.scoreboard()
        return None if lines is None else JSON(lines)

    @strawberry.field
    def outcome(self) -> JSON | None:
        return None if self.seen.game.outcome is None else JSON(self.seen.game.outcome)

    @field("Moves after number ``after`` (left out: all), in order, with those that were annulled.")
    async def moves(self, after: int | None = None, first: int | None = None) -> MoveConnection:
        start, size, game = after or 0, page_size(first, MOST_MOVES), self.seen.game
        if start < 0:
            raise Refused(UNREADABLE, "after: must be the number of a move, or 0")
        numbers = range(start + 1, min(start + size, game.count) + 1)
        edges = await asyncio.to_thread(lambda: [MoveEdge(cursor=str(n), node=MoveFrame.of(game, self.seen.viewer, n)) for n in numbers])
        page = PageInfo(
            has_next_page=start + size < game.count,
            has_previous_page=start > 0 and game.count > 0,
            start_cursor=edges[0].cursor if edges else None,
            end_cursor=edges[-1].cursor if edges else None,
        )
        return MoveConnection(edges=edges, page_info=page, total_count=game.count)

    @strawberry.field
    def disputes(self) -> list[Dispute]:
        return [Dispute.of(self.seen.game, self.seen.viewer, dispute) for dispute in self.seen.game.disputes]

    @strawberry.field
    def proposals(self) -> list[Proposal]:
        return [Proposal.of(self.seen.game, proposal) for proposal in self.seen.game.proposals]

    @field("Table talk, the last ``last`` messages in order.")
    def messages(self, last: int | None = None) -> list[Message]:
        game, size = self.seen.game, page_size(last)
        start = max(0, len(game.messages) - size)
        return [Message.of(game, message) for message in game.messages[start:]]

    @field("Refused moves: the own ones, all for the arbiter, all for everybody once the game has ended.")
    async def attempts(self, info: Info) -> list[Attempt]:
        return [Attempt.of(attempt) for attempt in await info.context.services.reading.attempts(self.seen.game, self.seen.viewer)]

    @field('SHA-256("arbiter/seed/v1" ‖ game id ‖ seed) in hex: all chance of the game follows from that seed.')
    def seed_commitment(self) -> str:
        return self.seen.game.seed_commitment

    @field("The seed in hex, once the game has ended.")
    def seed(self) -> str | None:
        return self.seen.game.seed

    @field("The hash of the last event.")
    def head(self) -> str:
        return self.seen.game.hash

    @field("A picture of the position; without an Authorization header the spectator's.")
    def board_svg_url(self, info: Info) -> str:
        at = "" if self.seen.at is None else f"?atMove={self.seen.at}"
        return f"{info.context.services.settings.url.rstrip('/')}/games/{self.seen.game.id}/board.svg{at}"

    @strawberry.field
    def started_at(self) -> DateTime | None:
        return moment(self.seen.game.started_at)

    @strawberry.field
    def ended_at(self) -> DateTime | None:
        return moment(self.seen.game.ended_at)
