"""Who sits at the table: every seat is taken once, by one player, before the start."""

from collections.abc import Iterable
from typing import Any

from infra.verify.header import seats_of
from infra.verify.record import Event, Record
from infra.verify.report import Problem


def check_table(record: Record) -> list[Problem]:
    """Seats that are taken twice, that do not exist or stay free, and tokens and messages that are not numbered in order."""
    seats = seats_of(record)
    taken: dict[int, Any] = {}
    tokens: dict[Any, int] = {}
    messages, unread = 0, False
    problems: list[Problem] = []
    for event in record.events:
        value = event.value
        if value is None:
            unread = True
        elif event.named("SeatTaken"):
            problems += _taken(event, value, seats, taken)
        elif "setup" in value and not unread and len(taken) < seats:
            problems.append(event.problem("event_misplaced", "the game starts when all seats are taken"))
        elif event.named("SeatTokenReissued"):
            problems += _seated(event, value, seats)
            wrong, tokens[str(value.get("seat"))] = _next(event, value, "generation", tokens.get(str(value.get("seat")), 0), unread)
            problems += wrong
        elif event.named("MessageSent"):
            problems += _seated(event, value, seats)
            wrong, messages = _next(event, value, "message", messages, unread)
            problems += wrong
    return problems


def _seated(event: Event, value: dict[str, Any], seats: int) -> list[Problem]:
    seat = value.get("seat")
    return [] if type(seat) is int and 0 <= seat < seats else [event.problem("event_wrong", "seat: is no seat of the table")]


def _taken(event: Event, value: dict[str, Any], seats: int, taken: dict[int, Any]) -> Iterable[Problem]:
    seat, player, entropy = value.get("seat"), value.get("player"), value.get("entropy")
    if not isinstance(player, str) or not player:
        yield event.problem("event_wrong", "player: must be a name")
    elif player in taken.values():
        yield event.problem("event_twice", "player: sits at this table already")
    if entropy is not None and not isinstance(entropy, str):
        yield event.problem("event_wrong", "entropy: must be a text")
    if found := _seated(event, value, seats):
        yield from found
    elif seat in taken:
        yield event.problem("event_twice", f"seat: {seat} was taken before")
    else:
        taken[int(seat or 0)] = player


def _next(event: Event, value: dict[str, Any], field: str, before: int, unread: bool) -> tuple[list[Problem], int]:
    """What is wrong with a number that goes up by one each time, and where it stands now."""
    number = value.get(field)
    right = type(number) is int and (number > before if unread else number == before + 1)
    if right:
        return [], int(number or 0)
    kind = "event_twice" if type(number) is int and 0 < number <= before else "event_wrong"
    return [event.problem(kind, f"{field}: {before + 1} comes next")], before
