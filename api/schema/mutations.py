"""What can be done. The seat comes from the token; the referee decides."""

import asyncio
from typing import Annotated

import strawberry

from api.auth import mint_host, mint_seat
from api.context import Context, Info
from api.schema.answers import (
    MessageInput,
    MoveAccepted,
    MoveConflict,
    MoveRefused,
    OpenGameInput,
    OpenGamePayload,
    PlayMoveInput,
    PlayMoveResult,
    RaiseDisputeInput,
    Receipt,
    RuleDisputeInput,
    TakeSeatInput,
    TakeSeatPayload,
)
from api.schema.chosen import chosen_move
from api.schema.game import GameType
from api.schema.marks import mutation
from api.schema.scalars import JSON
from api.schema.seen import Seen
from api.schema.talk import Dispute, Message, Proposal
from domain import commands as cmd
from domain.events import SeatTaken
from domain.game import Game
from domain.matters import game_of_id
from domain.message import Json
from domain.referee import Conflict
from domain.refusal import SERVICE, UNREADABLE, Refused
from domain.seats import Viewer
from domain.sight import legal_of
from domain.spelling import reason_with_hint
from infra.ledger import Done

MOST_PLAYERS = 16  # names that are looked at; no game has so many seats


@strawberry.type
class Mutation:
    """Commands. What is refused says the clause and why."""

    @mutation("Players named: starts at once; else an open table to be joined.")
    async def open_game(self, info: Info, input: OpenGameInput) -> OpenGamePayload:
        context = info.context
        context.services.limits.check_open(context.address)
        done = await asyncio.wrap_future(await asyncio.to_thread(context.services.ledger.submit_opening, _opening(input)))
        game, keys = done.game, context.services.keys
        await context.services.reading.catch_up(game.id, game.version)
        seats = range(game.table.seats) if input.players is not None else ()
        return OpenGamePayload(
            game=_shown(context, game, Viewer()),
            seat_tokens=[mint_seat(keys, game.id, seat, game.generations[seat]) for seat in seats],
            host_token=mint_host(keys, game.id),
        )

    @mutation("Sits down at an open table: at the seat named, or at the first free one.")
    async def take_seat(self, info: Info, input: TakeSeatInput) -> TakeSeatPayload:
        context = info.context
        try:
            done = await _done(context, input.game_id, cmd.TakeSeat(input.player, input.seat, input.entropy))
        except Refused as no:
            if context.services.reading.delay and context.identity.is_delayed(input.game_id) and no.clause != UNREADABLE:
                # who is kept behind is not told whether it has started, or is there
                raise Refused(SERVICE, "gameId: no such seat can be taken there") from None
            raise
        seat = next(recorded.event.seat for recorded in done.events if isinstance(recorded.event, SeatTaken))
        token = mint_seat(context.services.keys, done.game.id, seat, done.game.generations[seat])
        return TakeSeatPayload(game=_shown(context, done.game, Viewer(seat=seat)), seat=seat, seat_token=token)

    @mutation("Deals. For the host.")
    async def start_game(self, info: Info, game_id: strawberry.ID) -> GameType:
        info.context.identity.check_host(game_id)
        return _shown(info.context, (await _done(info.context, game_id, cmd.StartGame())).game, Viewer())

    @mutation("A new token for a seat; the old one dies. For the host.")
    async def reissue_seat_token(self, info: Info, game_id: strawberry.ID, seat: int) -> str:
        info.context.identity.check_host(game_id)
        game = (await _done(info.context, game_id, cmd.ReissueToken(seat))).game
        return mint_seat(info.context.services.keys, game.id, seat, game.generations[seat])

    @mutation("Makes a move of the token's seat.")
    async def play_move(self, info: Info, input: PlayMoveInput) -> PlayMoveResult:
        try:
            seat = info.context.identity.seat_of(input.game_id)
        except Refused as no:
            return MoveRefused(clause=no.clause, reason=no.reason, legal_moves_json=[])
        return await _play(info.context, input, seat)

    @mutation("Table talk: text, or a structured hint where the game has them.")
    async def send_message(self, info: Info, input: MessageInput) -> Message:
        seat = info.context.identity.seat_of(input.game_id)
        game = (await _done(info.context, input.game_id, cmd.SendMessage(seat, input.text, input.hint))).game
        return Message.of(game, next(m for m in reversed(game.messages) if m.seat == seat))

    @mutation("Asks all others to take back the moves from a number on.")
    async def propose_undo(self, info: Info, game_id: strawberry.ID, from_: Annotated[int, strawberry.argument(name="from")]) -> Proposal:
        return _newest(await _done(info.context, game_id, cmd.ProposeUndo(info.context.identity.seat_of(game_id), from_)))

    @mutation("Asks all others to stop without a result.")
    async def propose_stop(self, info: Info, game_id: strawberry.ID) -> Proposal:
        return _newest(await _done(info.context, game_id, cmd.ProposeStop(info.context.identity.seat_of(game_id))))

    @mutation("Agrees to a proposal; when all do, it takes effect.")
    async def agree(self, info: Info, proposal_id: strawberry.ID) -> Proposal:
        game_id = game_of_id(proposal_id)
        game = (await _done(info.context, game_id, cmd.Agree(info.context.identity.seat_of(game_id), proposal_id))).game
        return Proposal.of(game, next(p for p in game.proposals if p.id == proposal_id))

    @mutation("Gives up; the game ends.")
    async def resign(self, info: Info, game_id: strawberry.ID) -> GameType:
        seat = info.context.identity.seat_of(game_id)
        return _shown(info.context, (await _done(info.context, game_id, cmd.Resign(seat))).game, Viewer(seat=seat))

    @mutation("Asks for the arbiter; the game does not end until all disputes are ruled.")
    async def raise_dispute(self, info: Info, input: RaiseDisputeInput) -> Dispute:
        seat = info.context.identity.seat_of(input.game_id)
        command = cmd.RaiseDispute(seat, input.text, input.about_move, input.about_attempt, input.about_message)
        game = (await _done(info.context, input.game_id, command)).game
        return Dispute.of(game, Viewer(seat=seat), next(d for d in reversed(game.disputes) if d.raised_by == seat))

    @mutation("Rules a dispute. For the arbiter.")
    async def rule_dispute(self, info: Info, input: RuleDisputeInput) -> Dispute:
        info.context.identity.check_arbiter()
        game_id = game_of_id(input.dispute_id)
        winners = None if input.winners is None else tuple(input.winners)
        command = cmd.RuleDispute(input.dispute_id, input.verdict.value, input.reason, input.from_move, winners, tuple(input.clauses or ()))
        game = (await _done(info.context, game_id, command)).game
        return Dispute.of(game, info.context.identity.viewer(game_id), next(d for d in game.disputes if d.id == input.dispute_id))


def _opening(input: OpenGameInput) -> cmd.OpenGame:
    if input.board is not None and input.board_json is not None:
        raise Refused(UNREADABLE, "boardJson: does not go together with board")
    if input.options is not None and not isinstance(input.options, dict):
        raise Refused(UNREADABLE, "options: must be an object")
    if input.board_json is not None and not isinstance(input.board_json, dict):
        raise Refused(UNREADABLE, "boardJson: must be an object")
    if input.players is not None and len(input.players) > MOST_PLAYERS:
        raise Refused(UNREADABLE, "players: are more than any game seats")
    options: Json = input.options or {}
    players = None if input.players is None else tuple(input.players)
    return cmd.OpenGame(input.ruleset, input.seats, players, options, input.board if input.board_json is None else input.board_json)


async def _play(context: Context, input: PlayMoveInput, seat: int) -> PlayMoveResult:
    services = context.services
    game = await services.reading.current(input.game_id)
    try:
        if game is None:
            raise Refused(SERVICE, "gameId: there is no such game")
        move = chosen_move(services.generated, game.rules, input.move, input.json, input.notation)
        done = await asyncio.wrap_future(services.ledger.submit(input.game_id, cmd.PlayMove(seat, move, input.expected_move), input.client_move_id))
    except Conflict as conflict:
        return MoveConflict(head_move=conflict.head)
    except Refused as no:
        return await _refused(context, game, seat, no, input.notation)
    receipt = Receipt.of(services.keys.sign_receipt(done.game.id, done.version, done.hash))
    assert done.number is not None
    return MoveAccepted(number=done.number, game=_shown(context, done.game, Viewer(seat=seat)), receipt=receipt)


async def _refused(context: Context, game: Game | None, seat: int, no: Refused, notation: str | None) -> MoveRefused:
    """The refusal with what would be legal now: the seat's own list, empty when it is not to act."""
    now = None if game is None else await context.services.reading.current(game.id)
    running = now is not None and now.status == "RUNNING"
    legal = legal_of(now, Viewer(seat=seat), seat) if running and now is not None else ()
    return MoveRefused(
        clause=no.clause,
        reason=no.reason if now is None or notation is None else await asyncio.to_thread(reason_with_hint, now.rules, no, notation, legal or ()),
        legal_moves_json=[JSON(move.wire()) for move in legal or ()],
        attempt=None if no.attempt_id is None else strawberry.ID(no.attempt_id),
    )


async def _done(context: Context, game_id: str, command: cmd.Command) -> Done:
    """What became of a command that is no move; other reads show it already."""
    done = await asyncio.wrap_future(context.services.ledger.submit(game_id, command))
    await context.services.reading.catch_up(done.game.id, done.game.version)
    return done


def _shown(context: Context, game: Game, viewer: Viewer) -> GameType:
    return GameType(seen=Seen(game, viewer))


def _newest(done: Done) -> Proposal:
    return Proposal.of(done.game, done.game.proposals[-1])
