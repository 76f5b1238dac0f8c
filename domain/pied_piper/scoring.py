"""Who wins, who ranks where, how the trackers stand."""

from domain.message import Json
from domain.pied_piper import facts as f
from domain.pied_piper.ring import DUEL
from domain.pied_piper.state import State
from domain.seats import Seat


def verdict(state: State) -> f.Ended | None:
    """How the game ends after an elimination; None while more than two players are left (PIP-12.1, PIP-13.1, PP-23)."""
    left = [seat for seat in range(state.table.seats) if seat not in state.eliminated]
    if state.table.seats == DUEL:
        return f.WonByRoof(left[0])  # PIP-13.2
    if len(left) > 2:
        return None
    low, high = sorted(left, key=lambda seat: state.trackers[seat])  # PIP-5.4, PP-43
    if state.trackers[low] < state.trackers[high]:
        return f.WonByTracker(low)  # PIP-2.3, PIP-12.3
    fewer, more = sorted(left, key=lambda seat: len(state.claimed[seat]))
    if len(state.claimed[fewer]) < len(state.claimed[more]):
        return f.WonByClaims(more)  # PIP-12.4, PP-26
    return f.GameDrawn(tuple(left))  # PIP-12.5, PP-26


def outcome(state: State) -> Json | None:
    """The wire contract's outcome; None while play goes on. ``total`` is the tracker, lower is better."""
    ending = state.ending
    if ending is None:
        return None
    return {
        "winners": list(ending.winners),
        "reason": ending.reason,
        "eliminated": list(state.eliminated),
        "scores": [{"total": total, "claimed": len(state.claimed[seat])} for seat, total in enumerate(score(state))],
    }


def score(state: State) -> list[int]:
    """The trackers by seat; the roof for whoever is out."""
    return [standing(state, seat) for seat in range(state.table.seats)]


def standing(state: State, seat: Seat) -> int:
    """The position of a seat's tracker, or the roof once it is out."""
    return int(state.table.options.roof_level) if seat in state.eliminated else state.trackers[seat]


def ranking(outcome: Json) -> tuple[int, ...]:
    """Rank of each seat: winners, then who is left, then the eliminated, the last to leave first (PIP-2.3)."""
    winners, gone = outcome["winners"], outcome.get("eliminated", [])
    keys = [(seat not in winners, seat in gone, -gone.index(seat) if seat in gone else scores["total"]) for seat, scores in enumerate(outcome["scores"])]
    return tuple(1 + sum(other < own for other in keys) for own in keys)
