"""What a viewer may see of a game: positions, frames, lines of the record. The one gate for every door.

While a game runs, a late look shows what was seen then and is still to be seen now (``then`` and ``now`` of the redactions). After the end a seat's
or spectator's replay is as it was when each position was the head, and the head and the record show all.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain import events as ev
from domain.game import Game, Played
from domain.message import Json, Move, State, View
from domain.moves import clauses_of, write_facts
from domain.seats import ARBITER, SPECTATOR, Seat, Viewer


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """A move as one viewer sees it: everything in it is made from the redacted move, facts and draws."""

    number: int
    seat: Seat
    move: Json
    notation: str
    narration: str
    facts: list[Json]
    draws: list[Json]
    clauses: tuple[str, ...]
    to_act: tuple[Seat, ...]
    scores: list[int] | None
    hash: str
    at: str | None


def effective(game: Game, viewer: Viewer, number: int) -> Viewer:
    """The viewer whose eyes count: everybody sees all of the head of a game that has ended."""
    return ARBITER if game.status == "ENDED" and number == game.head else viewer


def now_of(game: Game, then: State) -> State:
    """The position that secrecy is judged by: the head while the game runs, the position itself afterwards."""
    return game.state if game.status == "RUNNING" else then


def view_of(game: Game, viewer: Viewer, number: int | None = None) -> View:
    """The position after move ``number`` (default: the head) as the viewer sees it. Only for a game that has started."""
    at = game.head if number is None else number
    then = game.position(at)
    view: View = game.rules.view(then, effective(game, viewer, at), now_of(game, then))
    return view


def legal_of(game: Game, viewer: Viewer, seat: Seat, number: int | None = None) -> Sequence[Move] | None:
    """The legal moves of ``seat`` in a position, None where this viewer may not see them; () when the seat is not to act."""
    at = game.head if number is None else number
    state = game.position(at)
    if at == game.head and (game.status == "ENDED" or game.outcome is not None or game.resigned):
        return ()
    looks_back = game.status == "RUNNING" and at != game.head
    judge_as = SPECTATOR if looks_back and not viewer.all_seeing else viewer
    if not judge_as.all_seeing and not game.rules.sees_legal(state, judge_as, seat):
        return None
    moves: Sequence[Move] = game.rules.legal_moves(state, seat)
    return moves


def to_act_of(game: Game, number: int | None = None) -> tuple[Seat, ...]:
    """The seats to act in a position; none when the game is over there."""
    at = game.head if number is None else number
    if at == game.head and (game.status == "ENDED" or game.outcome is not None or game.resigned):
        return ()
    acting: tuple[Seat, ...] = game.rules.to_act(game.position(at))
    return acting


def frame_of(game: Game, viewer: Viewer, number: int) -> Frame:
    """Move ``number`` as the viewer sees it. A frame never depends on whether the game has ended since it was live."""
    played = game.moves[number - 1]
    move, facts, draws = _seen(game, viewer, played)
    rules = game.rules
    return Frame(
        number=number,
        seat=played.seat,
        move=move.wire(),
        notation=rules.notate(move),
        narration=rules.narrate(played.seat, move, facts, draws),
        facts=write_facts(facts),
        draws=draws,
        clauses=clauses_of(facts),
        to_act=rules.to_act(played.state),
        scores=rules.score(played.state),
        hash=played.hash,
        at=played.at,
    )


def line_of(game: Game, viewer: Viewer, recorded: ev.Recorded) -> Json:
    """The record line of an event as its reader may see it, with the hash. Everything once the game has ended."""
    line = {**ev.to_line(recorded.event), "hash": recorded.hash}
    if viewer.all_seeing or game.status == "ENDED":
        return line
    event = recorded.event
    if isinstance(event, ev.MoveMade):
        move, facts, draws = _seen(game, viewer, game.moves[event.number - 1])
        line |= {"move": move.wire(), "facts": write_facts(facts), "draws": draws, "clauses": list(clauses_of(facts))}
        return _without(line, "chance") if draws else _without(line, "chance", "draws")
    if isinstance(event, ev.GameStarted):
        assert game.start is not None
        setup = game.rules.redact_setup(event.setup, viewer, game.start, game.state)
        shown = [game.rules.redact(fact, viewer, game.start, game.state) for fact in game.setup_facts]
        return _without(line | {"setup": setup, "facts": write_facts(shown)}, "chance")
    if isinstance(event, ev.DisputeRaised) and event.seat != viewer.seat:
        return _without(line, "text", "aboutAttempt")
    if isinstance(event, ev.DisputeRuled) and not may_read_dispute(game, viewer, event.dispute):
        return _without(line, "reason")
    return line


def may_read_dispute(game: Game, viewer: Viewer, dispute: str) -> bool:
    """Whether the viewer may read the words of a dispute and of its ruling: who raised it and the arbiter; everybody once the game has ended."""
    raisers = {d.raised_by for d in game.disputes if d.id == dispute}
    return viewer.all_seeing or game.status == "ENDED" or viewer.seat in raisers


def _without(line: Json, *fields: str) -> Json:
    return {key: value for key, value in line.items() if key not in fields}


def _seen(game: Game, viewer: Viewer, played: Played) -> tuple[Move, tuple[Any, ...], list[Json]]:
    if viewer.all_seeing:
        return played.move, played.facts, played.draws
    rules, then, now = game.rules, played.state, now_of(game, played.state)
    return (
        rules.redact_move(played.seat, played.move, viewer, then, now),
        tuple(rules.redact(fact, viewer, then, now) for fact in played.facts),
        [rules.redact_draw(played.seat, draw, viewer, then, now) for draw in played.draws],
    )
