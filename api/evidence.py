"""What an arbiter asks: would this move have been legal, and was everything that was played."""

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar, NoReturn

from api.auth import Identity
from api.reading import Reading
from api.schema.answers import Ruling
from api.schema.scalars import JSON
from domain.audit import audit
from domain.game import Game
from domain.message import Json
from domain.moves import read_move
from domain.refusal import NOT_STARTED, NOT_YOUR_SEAT, SERVICE, Refused
from domain.seats import ARBITER, Seat
from domain.sheet import Unreadable
from domain.sight import legal_of
from domain.spelling import reason_with_hint
from domain.table import Rules
from infra.record_file import read_record, record_lines

MOST_EVENTS = 20_000  # of a game that is audited while somebody waits; longer ones are for the command line


class _Fell(Exception):
    """Chance was asked: legality was judged before, so the move is legal."""


class _NoChance:
    """Chance that must not be asked for what it says."""

    drawn: ClassVar[list[Json]] = []

    def _stop(self, *_: Any, **__: Any) -> NoReturn:
        raise _Fell

    die = dice = draw = shuffle = _stop


async def audit_of(reading: Reading, game_id: str, identity: Identity) -> Json:
    """The report as ``arbiter audit --json`` prints it. Refused while the game runs, but for the arbiter."""
    game = await _game(reading, game_id, identity)
    if not identity.is_arbiter and game.status != "ENDED":
        raise Refused(NOT_YOUR_SEAT, "gameId: while the game runs only the arbiter may have it audited")
    if game.start is None:
        raise Refused(NOT_STARTED, "gameId: the game has not started")
    if game.version > MOST_EVENTS:
        raise Refused(SERVICE, f"gameId: the game has more than {MOST_EVENTS} events, audit its record on the command line")
    return await asyncio.to_thread(_audited, reading, game, identity.is_delayed(game_id))


def _audited(reading: Reading, game: Game, delayed: bool) -> Json:
    events = [recorded for recorded in reading.events_after(game.id, 0, delayed) if recorded.version <= game.version]
    try:
        return audit(read_record("\n".join(record_lines(game, events, ARBITER, None)))).wire()
    except Unreadable as error:
        raise Refused(SERVICE, f"gameId: {error.reason}") from None


async def ruling_of(reading: Reading, game_id: str, identity: Identity, seat: Seat, number: int | None, chosen: Callable[[Rules], Any]) -> Ruling:
    """Whether ``seat`` could make the chosen move after move ``number`` (None: the head)."""
    game = await _game(reading, game_id, identity)
    _check(game, identity, seat, number)
    return await asyncio.to_thread(ruled, game, identity, seat, number, chosen(game.rules))


def _check(game: Game, identity: Identity, seat: Seat, number: int | None) -> None:
    if game.start is None:
        raise Refused(NOT_STARTED, "gameId: the game has not started")
    own = identity.viewer(game.id).seat == seat and number in (None, game.head)
    if not identity.is_arbiter and game.status != "ENDED" and not own:
        raise Refused(NOT_YOUR_SEAT, "seat: while the game runs a seat may ask about its own moves at the head only")
    if not 0 <= seat < game.table.seats:
        raise Refused(NOT_YOUR_SEAT, f"seat: nobody sits at {seat}")
    if number is not None and not 0 <= number <= game.count:
        raise Refused(SERVICE, f"atMove: must be 0 to {game.count}")


async def _game(reading: Reading, game_id: str, identity: Identity) -> Game:
    game = await reading.game(game_id, identity)
    if game is None:
        raise Refused(SERVICE, "gameId: there is no such game")
    return game


def ruled(game: Game, identity: Identity, seat: Seat, number: int | None, raw: Any) -> Ruling:
    """The ruling. What would follow from the move is not told: it may hold what is hidden."""
    rules, viewer = game.rules, identity.viewer(game.id)
    state = game.position(game.head if number is None else number)
    known = legal_of(game, viewer, seat, number) or ()
    legal = [JSON(move.wire()) for move in known]
    try:
        move = read_move(rules, raw)
    except Refused as no:
        return Ruling(legal=False, clause=no.clause, reason=reason_with_hint(rules, no, raw, known), move_json=None, notation=None, legal_moves_json=legal)
    told: dict[str, Any] = {"move_json": JSON(move.wire()), "notation": rules.notate(move), "legal_moves_json": legal}
    try:
        rules.decide(state, seat, move, _NoChance())
    except Refused as no:
        return Ruling(legal=False, clause=no.clause, reason=no.reason, **told)
    except _Fell:
        pass
    return Ruling(legal=True, clause=None, reason=None, **told)
