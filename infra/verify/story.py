"""The order of things in a record that a service wrote: what happens once, and what comes before what."""

from collections.abc import Iterator
from typing import Final

from infra.verify.grounds import Grounds
from infra.verify.header import seats_of
from infra.verify.record import Event, Record
from infra.verify.report import Problem
from infra.verify.table import check_table
from infra.verify.times import check_times

FORMS: Final = ("setup", "move", "annul", "reveal", "event")
ONCE: Final = ("GameOpened", "setup", "GameEnded", "SeedRevealed")
AT_TABLE: Final = ("SeatTaken", "setup")  # before the first move
IN_PLAY: Final = ("move", "annul", "SeatResigned", "UndoProposed", "StopProposed", "ProposalAgreed")  # after the set-up, before the end
STARTED: Final = (*IN_PLAY, "DisputeRaised", "DisputeRuled", "GameAdjudicated", "GameEnded")  # after the set-up; a verdict may come after the end
OVER: Final = ("move", "SeatResigned", "UndoProposed", "StopProposed", "ProposalAgreed")  # not once a seat or all gave up, or a verdict closed the game


def check_story(record: Record) -> list[Problem]:
    """Events that stand twice or in a place where they cannot have happened."""
    seen: set[str] = set()
    grounds = Grounds(seats_of(record))
    problems = [*check_table(record), *check_times(record)]
    for event in record.events:
        told = list(_told(event))
        if len(told) > 1:
            problems.append(event.problem("unclear_line", f"says {told[0][:40]} and {told[1][:40]} at once"))
        problems += [event.problem(*wrong) for name in told if (wrong := _wrong(name, seen)) is not None]
        if grounds.over and any(name in OVER for name in told):
            problems.append(event.problem("event_misplaced", f"{told[0][:40]} stands where the game was over"))
        wrong = grounds.wrong(event)
        if wrong is not None:
            problems.append(event.problem(*wrong))
        seen.update(told)
    left = grounds.left()
    return problems if left is None else [*problems, record.events[-1].problem(*left)]


def _told(event: Event) -> Iterator[str]:
    """What a line tells: its form, or the name of its event."""
    value = event.value or {}
    for form in FORMS:
        if form in value:
            yield str(value[form]) if form == "event" else form


def _wrong(name: str, seen: set[str]) -> tuple[str, str] | None:
    if name in ONCE and name in seen:
        return "event_twice", f"{name} happens once in a game"
    if name in AT_TABLE and seen.intersection(("setup", "move")):
        return "event_misplaced", f"{name} stands after the start of the game"
    if name in IN_PLAY and "GameEnded" in seen:
        return "event_misplaced", f"{name[:40]} stands after the end of the game"
    if name in STARTED and "setup" not in seen:
        return "event_misplaced", f"{name[:40]} stands before the set-up"
    if name == "SeedRevealed" and "GameEnded" not in seen:
        return "event_misplaced", "the seed is revealed after the end of the game"
    return None
