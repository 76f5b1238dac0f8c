"""Refused moves: evidence, in a stream of their own. Bounded a minute and a game, so that nobody can fill the disk with nonsense."""

import time
from typing import Any, Final

import msgspec

from domain.commands import PlayMove
from domain.game import Game
from domain.message import Move
from domain.refusal import MOVED_ON, NOT_YOUR_SEAT, Refused
from domain.seats import Seat
from infra.memory import Memory
from infra.randomness import new_id
from infra.wire import plain

MAX_BYTES: Final = 2_000  # of a move as it was sent
_TOLD: Final = 500  # characters of a reason


class Attempt(msgspec.Struct, frozen=True):
    """A move that was refused: who tried what after which move (``position``: the last number given), which clause forbade it, why."""

    id: str
    game: str
    seat: Seat
    position: int
    move: Any
    clause: str
    reason: str
    at: str


def attempt_of(game: Game, command: PlayMove, refusal: Refused, at: str) -> Attempt | None:
    """The attempt to record, None where there is none: not whoever sits there, or only too late."""
    if refusal.clause in (MOVED_ON, NOT_YOUR_SEAT):
        return None
    return Attempt(new_id(), game.id, command.seat, game.count, as_sent(command.move), refusal.clause, _utf8(refusal.reason[:_TOLD]), at)


def as_sent(move: Any) -> Any:
    """The move as it was sent, or the start of its text where it is too large or no plain JSON with whole numbers."""
    if isinstance(move, Move):
        move = move.wire()
    try:
        plain(move, "move", depth=8, items=200, size=MAX_BYTES)
        _no_fraction(move)
    except (Refused, ValueError):
        return {"unreadable": _ascii(repr(move)[: MAX_BYTES // 4] if isinstance(move, dict | list | str | int | float) else type(move).__name__)}
    return move


def _no_fraction(value: Any) -> None:
    if isinstance(value, float):
        raise ValueError("a fraction")
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _no_fraction(item)


def _utf8(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


def _ascii(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode()


class Allowance:
    """Which attempts are recorded: so many a minute and seat, and none that only repeats the last one of its seat."""

    def __init__(self, per_minute: int) -> None:
        self._most, self._rate = float(per_minute), per_minute / 60
        self._left: Memory[tuple[str, Seat], tuple[float, float]] = Memory(20_000)
        self._last: Memory[tuple[str, Seat], Attempt] = Memory(5_000)

    def repeated(self, attempt: Attempt) -> Attempt | None:
        """The attempt that is recorded already, if this one says nothing else."""
        last = self._last.get((attempt.game, attempt.seat))
        same = last is not None and (last.position, last.move, last.clause, last.reason) == (attempt.position, attempt.move, attempt.clause, attempt.reason)
        return last if same else None

    def take(self, attempt: Attempt) -> bool:
        """Whether it may be recorded; uses the allowance up."""
        key, moment = (attempt.game, attempt.seat), time.monotonic()
        left, since = self._left.get(key) or (self._most, moment)
        left = min(self._most, left + (moment - since) * self._rate)
        self._left.put(key, (left - 1 if left >= 1 else left, moment))
        return left >= 1

    def kept(self, attempt: Attempt) -> None:
        """It was committed."""
        self._last.put((attempt.game, attempt.seat), attempt)
