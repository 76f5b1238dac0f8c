"""Sentences for people about outcomes and reports."""

from collections.abc import Iterator
from typing import Any

LONGEST = 20  # legal moves that are named before the rest is counted


def outcome_words(outcome: dict[str, Any], players: list[Any]) -> Iterator[str]:
    """Who won, why, and with what scores."""
    winners = [f"{players[seat]} (seat {seat})" for seat in outcome["winners"]]
    reason = outcome["reason"].replace("_", " ")
    yield f"{'Winner' if len(winners) == 1 else 'Winners'}: {', '.join(winners)}; {reason}." if winners else f"Nobody wins; {reason}."
    for seat, scores in enumerate(outcome.get("scores") or ()):
        parts = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in scores.items() if name != "total")
        yield f"  seat {seat} {players[seat]}: {scores['total']}{f' ({parts})' if parts else ''}"


def listed(words: list[str], longest: int = LONGEST) -> str:
    """A list that stays readable."""
    shown = ", ".join(words[:longest])
    return shown if len(words) <= longest else f"{shown} and {len(words) - longest} more"
