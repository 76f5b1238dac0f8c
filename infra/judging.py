"""One command against one game: what to store, what to answer, the game afterwards. No database in sight."""

from typing import Any

import msgspec

from domain import commands as cmd
from domain import events as ev
from domain.game import Game
from domain.moves import clauses_of, read_move, write_facts
from domain.referee import Conflict, Setting, rule
from domain.refusal import NOT_YOUR_SEAT, SERVICE, UNREADABLE, Refused
from infra.attempts import Allowance, Attempt, attempt_of
from infra.event_store import ATTEMPT, Entry, attempts_stream
from infra.hot import Hot
from infra.randomness import new_mark
from infra.wire import NotPlain, line_of_json

MAX_COMMAND_ID = 100  # characters


class Done(msgspec.Struct, frozen=True):
    """What became of a command.

    ``number`` is the move's, if it was one; ``version`` and ``hash`` are then the move's own event's (what a receipt proves), else the last
    event's. A replayed answer is for a command that was accepted before: ``events`` then holds the move's event alone.
    """

    game: Game
    events: tuple[ev.Recorded, ...]
    number: int | None
    replayed: bool
    version: int
    hash: str


class Judged(msgspec.Struct, frozen=True):
    """The answer, what has to be stored before it is given, and the game then."""

    answer: Done | Exception
    entries: tuple[Entry, ...] = ()
    hot: Hot | None = None
    attempt: Attempt | None = None
    seed: bytes | None = None

    @property
    def refused(self) -> bool:
        """Whether the answer is a no."""
        return isinstance(self.answer, Refused)


def done_of(game: Game, told: tuple[ev.Recorded, ...]) -> Done:
    """The answer for events that were just made."""
    made = next((r for r in told if isinstance(r.event, ev.MoveMade)), None)
    last = made or told[-1]
    return Done(game, told, made.event.number if made is not None and isinstance(made.event, ev.MoveMade) else None, False, last.version, last.hash)


def judged(hot: Hot, command: cmd.Command, command_id: str | None, at: str, allowance: Allowance, most: int, known: Any) -> Judged:
    """Judges a command. ``known(game id, seat, attempt id)`` says whether such an attempt is recorded for that seat."""
    game = hot.game
    assert game is not None
    at = max(at, hot.at)
    try:
        again = _again(hot, game, command, command_id)
        if again is not None:
            return Judged(again)
        if isinstance(command, cmd.RaiseDispute) and command.about_attempt is not None and not known(game.id, command.seat, command.about_attempt):
            raise Refused(SERVICE, "aboutAttempt: there is no such attempt of this seat")
        after, entries, told = hot.put(rule(game, command, Setting(hot.seed, at)), command_id, new_mark())
        assert after.game is not None
        return Judged(done_of(after.game, told), entries, after)
    except Conflict as conflict:
        return Judged(conflict)
    except Refused as refusal:
        return _refused(hot, game, command, refusal, at, allowance, most)
    except NotPlain as error:
        return Judged(Refused(UNREADABLE, f"command: {error}"))


def _again(hot: Hot, game: Game, command: cmd.Command, command_id: str | None) -> Done | None:
    """The first answer, if this command of this seat was accepted before; refuses another move under the same id."""
    if command_id is None or not isinstance(command, cmd.PlayMove):
        return None
    if not isinstance(command_id, str) or not 1 <= len(command_id) <= MAX_COMMAND_ID or not command_id.isprintable():
        raise Refused(UNREADABLE, f"clientMoveId: must be 1 to {MAX_COMMAND_ID} characters without controls")
    if not 0 <= command.seat < game.table.seats:
        raise Refused(NOT_YOUR_SEAT, f"seat: nobody sits at {command.seat}")
    number = hot.number(command.seat, command_id)
    if number is None:
        return None
    played = game.moves[number - 1]
    if read_move(game.rules, command.move) != played.move:
        raise Refused(UNREADABLE, "clientMoveId: this id was used for another move")
    made = ev.MoveMade(
        number=number,
        seat=played.seat,
        move=played.move.wire(),
        draws=played.draws,
        facts=write_facts(played.facts),
        clauses=list(clauses_of(played.facts)),
        chance=played.chance,
        at=played.at,
    )
    return Done(game, (ev.Recorded(played.version, made, played.hash, command_id),), number, True, played.version, played.hash)


def _refused(hot: Hot, game: Game, command: cmd.Command, refusal: Refused, at: str, allowance: Allowance, most: int) -> Judged:
    """The refusal; a refused move becomes an attempt, as far as the limits allow. The answer carries its id as ``attempt_id``."""
    attempt = attempt_of(game, command, refusal, at) if isinstance(command, cmd.PlayMove) else None
    if attempt is None:
        return Judged(refusal)
    repeated = allowance.repeated(attempt)
    if repeated is not None:
        refusal.attempt_id = repeated.id
        return Judged(refusal)
    if hot.tried.get(attempt.seat, 0) >= most or not allowance.take(attempt):
        return Judged(refusal)
    refusal.attempt_id = attempt.id
    line = line_of_json(msgspec.to_builtins(attempt))
    entry = Entry(attempts_stream(game.id), hot.attempts + 1, ATTEMPT, line)
    return Judged(refusal, (entry,), hot.after_attempt(attempt.seat), attempt)
