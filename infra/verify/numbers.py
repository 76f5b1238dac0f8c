"""Numbers of moves: given once, in order, taken back by annulments; and whether the end says what the events say."""

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Any

from infra.verify.record import Event, Record
from infra.verify.report import Problem


@dataclass
class Numbers:
    """The moves so far: how many were made, which count, and what is wrong."""

    made: int = 0
    counting: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def after(self, event: Event) -> None:
        """Counts one more event."""
        value = event.value or {}
        if "move" in value:
            self.made += 1
            self.counting.append(self.made)
            if "number" in value and value["number"] != self.made:
                self.problems.append(event.problem("number_wrong", f"number: this is move {self.made} of the record"))
        elif "annul" in value:
            self._annul(event, value["annul"])

    def _annul(self, event: Event, annul: Any) -> None:
        first = annul.get("from") if isinstance(annul, dict) else None
        place = bisect_left(self.counting, first) if type(first) is int else len(self.counting)
        if self.counting[place : place + 1] != [first]:
            self.problems.append(event.problem("annulment_wrong", "annul.from: is not a move that counts"))
            return
        if annul.get("to", self.made) != self.made:
            self.problems.append(event.problem("annulment_wrong", f"annul.to: the last move is {self.made}"))
        del self.counting[place:]


def check_numbers(record: Record) -> list[Problem]:
    """Move numbers and annulments that do not fit."""
    numbers = Numbers()
    for event in record.events:
        numbers.after(event)
    return numbers.problems


def check_end(record: Record) -> list[Problem]:
    """Whether the last line says how many moves, which head and which outcome the events have."""
    end, line = record.end, record.end_line
    if end is None:
        return []
    problems = []
    made = sum(event.value is not None and "move" in event.value for event in record.events)
    if ("moves" in end or record.written_by_service) and (type(end.get("moves")) is not int or end["moves"] != made):
        problems.append(Problem(None, line, "end_moves_wrong", f"end.moves: the record has {made} moves"))
    if not record.written_by_service:
        return problems
    last = record.events[-1].value if record.events else None
    if last is not None and end.get("head") != last.get("hash"):
        problems.append(Problem(None, line, "end_head_wrong", "end.head: is not the hash of the last event"))
    outcomes = [event.value.get("outcome") for event in record.events if event.value and event.value.get("event") in ("GameEnded", "GameAdjudicated")]
    ended = record.only("GameEnded") is not None
    if "outcome" not in end or end["outcome"] != (outcomes[-1] if ended else None):
        problems.append(Problem(None, line, "end_outcome_wrong", "end.outcome: is not what the events say"))
    if ended and record.only("SeedRevealed") is None:
        problems.append(Problem(None, line, "seed_missing", "the game ended, but no event reveals its seed"))
    return problems
