"""Numbers of moves: given once, in order, taken back by annulments; and whether the end says what the events say."""

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Any, Final

from infra.verify.likeness import same
from infra.verify.record import Event, Record
from infra.verify.report import Problem

IN_END: Final = ("moves", "head", "outcome", "signature", "keyId")


@dataclass
class Numbers:
    """The moves so far: how many were made, which count, and what is wrong.

    A line that cannot be read may have been a move: then the next number that is given says how many there were.
    """

    made: int = 0
    unread: int = 0  # lines since the last number that may have been moves
    counting: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def after(self, event: Event) -> None:
        """Counts one more event."""
        value = event.value
        if value is None:
            self.unread += 1
        elif "move" in value:
            self._move(event, value)
        elif "annul" in value:
            self._annul(event, value["annul"])

    def _move(self, event: Event, value: dict[str, Any]) -> None:
        number = value.get("number")
        if type(number) is int and self.made + 1 < number <= self.made + 1 + self.unread:
            self._miss(number - 1)
        self.made += 1
        self.counting.append(self.made)
        if "number" in value:
            self.unread = 0
            if not same(number, self.made):
                self.problems.append(event.problem("number_wrong", f"number: this is move {self.made} of the record"))

    def _annul(self, event: Event, annul: Any) -> None:
        first, last = (annul.get("from"), annul.get("to", self.made)) if isinstance(annul, dict) else (None, None)
        if type(last) is int and self.made < last <= self.made + self.unread:
            self._miss(last)
        place = bisect_left(self.counting, first) if type(first) is int else len(self.counting)
        if place == len(self.counting) or type(first) is not int or first < 1:
            self.problems.append(event.problem("annulment_wrong", "annul.from: neither this move nor a later one counts"))
            return
        if not same(last, self.made):
            self.problems.append(event.problem("annulment_wrong", f"annul.to: the last move is {self.made}"))
        del self.counting[place:]

    def _miss(self, upto: int) -> None:
        """Moves stood in the lines that could not be read."""
        self.unread -= upto - self.made
        self.counting += range(self.made + 1, upto + 1)
        self.made = upto


def check_numbers(record: Record) -> list[Problem]:
    """Move numbers and annulments that do not fit."""
    return _numbers(record).problems


def _numbers(record: Record) -> Numbers:
    numbers = Numbers()
    for event in record.events:
        numbers.after(event)
    return numbers


def check_end(record: Record) -> list[Problem]:
    """Whether the last line says how many moves, which head and which outcome the events have."""
    end, line = record.end or {}, record.end_line
    problems = []
    numbers, moves = _numbers(record), end.get("moves")
    fits = type(moves) is int and numbers.made <= moves <= numbers.made + numbers.unread
    if ("moves" in end or record.written_by_service) and not fits:
        problems.append(Problem(None, line, "end_moves_wrong", f"end.moves: the record has {numbers.made} {'move' if numbers.made == 1 else 'moves'}"))
    if not record.written_by_service:
        return problems
    problems += [Problem(None, line, "end_unknown", f"end.{name[:40]}: is nothing that the last line says") for name in end if name not in IN_END]
    last = record.events[-1].value if record.events else None
    if last is not None and not same(end.get("head"), last.get("hash")):
        problems.append(Problem(None, line, "end_head_wrong", "end.head: is not the hash of the last event"))
    outcomes = [event.value.get("outcome") for event in record.events if event.value and event.value.get("event") in ("GameEnded", "GameAdjudicated")]
    ended = record.only("GameEnded") is not None
    if "outcome" not in end or not same(end["outcome"], outcomes[-1] if ended else None):
        problems.append(Problem(None, line, "end_outcome_wrong", "end.outcome: is not what the events say"))
    if ended and record.only("SeedRevealed") is None:
        problems.append(Problem(None, line, "seed_missing", "the game ended, but no event reveals its seed"))
    return problems
