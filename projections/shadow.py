"""A game as the projections follow it: enough for every row that they keep, in a tenth of the time that folding the whole game takes."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Union

import msgspec
from msgspec.structs import replace

from domain import events as ev
from domain.game import Game, Status, draw_counts
from domain.message import Json, State, Table
from domain.moves import read_facts
from domain.ruleset import Ruleset
from domain.shelf import shelf
from domain.table import lay
from infra.notices import Notification


class Shadow(msgspec.Struct, frozen=True, kw_only=True):
    """The fields mean what they mean in ``domain.game.Game``; ``changed_at`` is the time of the last event."""

    game_id: str
    rules: Ruleset[Any, Any, Any]
    table: Table
    rules_version: str
    players: tuple[str | None, ...]
    version: int = 0
    hash: str = ""
    status: Status = "OPEN"
    count: int = 0
    head: int = 0
    state: State | None = None
    counts: Mapping[str, int] = {}
    outcome: Json | None = None
    opened_at: str = ""
    started_at: str | None = None
    ended_at: str | None = None
    changed_at: str = ""


class _Witness(msgspec.Struct, gc=False):
    source: str


class _Move(msgspec.Struct, gc=False):
    """What the projections read of a move. Facts have the types of the game, but for those of an older version."""

    number: int
    facts: Any
    draws: msgspec.Raw = msgspec.Raw(b"[]")
    chance: list[_Witness] = []


@cache
def _reader(_: str, facts: tuple[type, ...] | None) -> Callable[[bytes], _Move]:
    kinds: Any = msgspec.Raw if facts is None else tuple[Union[facts], ...]  # type: ignore[valid-type]  # noqa: UP007 (classes known only at run time)
    kind: Any = msgspec.defstruct("MoveOf", [("facts", kinds)], bases=(_Move,), gc=False)
    read: Callable[[bytes], _Move] = msgspec.json.Decoder(kind).decode
    return read


def _read(shadow: Shadow, line: bytes) -> tuple[_Move, tuple[Any, ...]]:
    """A move and its facts; those of an older version are brought up to date."""
    rules = shadow.rules
    if shadow.rules_version == rules.version:
        move = _reader(rules.slug, rules.facts)(line)
        return move, move.facts
    move = _reader("", None)(line)
    return move, read_facts(rules, msgspec.json.decode(move.facts), shadow.rules_version)


def moved(shadow: Shadow, notice: Notification) -> Shadow:
    """The game after a move."""
    move, facts = _read(shadow, notice.line)
    evolve, state = shadow.rules.evolve, shadow.state
    for fact in facts:
        state = evolve(state, fact)
    counts = shadow.counts
    if move.chance:
        after = dict(counts)
        for witness in move.chance:
            after[witness.source] = after.get(witness.source, 0) + 1
        counts = after
    elif len(move.draws) > 2:
        counts = draw_counts(shadow.rules, counts, [], msgspec.json.decode(move.draws))
    number = move.number
    return replace(shadow, state=state, counts=counts, count=number, head=number, version=notice.version, hash=notice.hash, changed_at=notice.at)


def changed(shadow: Shadow, event: ev.Event) -> Shadow:
    """The game after an event that is neither its opening, nor a move, nor an annulment."""
    match event:
        case ev.SeatTaken(seat=seat, player=player):
            return replace(shadow, players=(*shadow.players[:seat], player, *shadow.players[seat + 1 :]))
        case ev.GameStarted():
            state = shadow.rules.empty(shadow.table)
            for fact in read_facts(shadow.rules, event.facts, shadow.rules_version):
                state = shadow.rules.evolve(state, fact)
            return replace(shadow, status="RUNNING", state=state, counts=draw_counts(shadow.rules, {}, event.chance, []), started_at=event.at)
        case ev.GameAdjudicated(outcome=outcome):
            return replace(shadow, outcome=outcome)
        case ev.GameEnded(outcome=outcome, at=at):
            return replace(shadow, status="ENDED", outcome=outcome, ended_at=at)
        case (
            ev.SeatTokenReissued()
            | ev.MessageSent()
            | ev.UndoProposed()
            | ev.StopProposed()
            | ev.ProposalAgreed()
            | ev.DisputeRaised()
            | ev.DisputeRuled()
            | ev.SeatResigned()
            | ev.SeedRevealed()
        ):
            return shadow
        case ev.GameOpened() | ev.MoveMade() | ev.MovesAnnulled():
            raise ValueError(f"{event.name} is folded elsewhere")
    raise AssertionError(event)


def opened(event: ev.GameOpened) -> Shadow:
    """A game that was just opened."""
    rules = shelf()[event.ruleset]
    table = lay(rules, event.seats, event.options, event.board)
    players = (None,) * event.seats
    return Shadow(game_id=event.id, rules=rules, table=table, rules_version=event.version, players=players, opened_at=event.at or "", changed_at=event.at or "")


def shadow_of(game: Game, changed_at: str) -> Shadow:
    """A game that was folded whole, as the projections follow it."""
    started = game.start is not None
    return Shadow(
        game_id=game.id,
        rules=game.rules,
        table=game.table,
        rules_version=game.rules_version,
        players=game.players,
        version=game.version,
        hash=game.hash,
        status=game.status,
        count=game.count,
        head=game.head,
        state=game.state if started else None,
        counts=game.counts if started else {},
        outcome=game.outcome,
        opened_at=game.opened_at or "",
        started_at=game.started_at,
        ended_at=game.ended_at,
        changed_at=changed_at,
    )
