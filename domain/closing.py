"""How a game was closed beside the rules, as the events in its record say: resigned, stopped by all, adjudicated, under dispute."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from domain import events as ev
from domain.message import Json
from domain.seats import Seat

SERVICE_REASONS: Final = ("resigned", "timed_out", "abandoned")
ADJUDICATED: Final = "adjudicated"


class Closing(msgspec.Struct, frozen=True):
    """The service's part in the end of a game, so far."""

    stops: dict[str, frozenset[int]] = {}  # proposals to stop → seats that agreed
    disputes: frozenset[str] = frozenset()  # open ones
    stopped: str | None = None  # the reason
    adjudicated: Json | None = None
    ended: bool = False

    @property
    def over(self) -> bool:
        """Whether no move may follow, whatever the rules say."""
        return self.ended or self.stopped is not None or self.adjudicated is not None

    def after(self, event: ev.Event, seats: int) -> "Closing":
        """The same after one more event."""
        match event:
            case ev.StopProposed(proposal=id, seat=seat):
                return self._agreed(id, frozenset([seat]), seats)
            case ev.ProposalAgreed(proposal=id, seat=seat) if id in self.stops:
                return self._agreed(id, self.stops[id] | {seat}, seats)
            case ev.SeatResigned():
                return _but(self, stopped="resigned")
            case ev.DisputeRaised(dispute=id):
                return _but(self, disputes=self.disputes | {id})
            case ev.DisputeRuled(dispute=id):
                return _but(self, disputes=self.disputes - {id})
            case ev.GameAdjudicated(outcome=outcome):
                return _but(self, adjudicated=outcome)
            case ev.GameEnded():
                return _but(self, ended=True)
            case _:
                return self

    def _agreed(self, id: str, seats: frozenset[int], of: int) -> "Closing":
        return _but(self, stops={**self.stops, id: seats}, stopped="abandoned" if len(seats) == of else self.stopped)

    def outcome(self, by_rules: Json | None) -> Json | None:
        """How the game ended, given what the rules say of the last position."""
        if self.adjudicated is not None:
            return self.adjudicated
        return {"winners": [], "reason": self.stopped, "scores": None} if self.stopped else by_rules


def verdict_of(winners: Iterable[Seat]) -> Json:
    """The outcome that an arbiter's verdict makes: its winners in order, each once."""
    return {"winners": sorted(set(winners)), "reason": ADJUDICATED, "scores": None}


def service_outcome(outcome: Any) -> bool:
    """Whether a stated outcome is one that only the service gives, so that no position can show it."""
    if not isinstance(outcome, dict) or outcome.get("scores") is not None:
        return False
    return outcome.get("reason") == ADJUDICATED or (outcome.get("reason") in SERVICE_REASONS and outcome.get("winners") == [])


def _but(closing: Closing, **changes: Any) -> Closing:
    return msgspec.structs.replace(closing, **changes)
