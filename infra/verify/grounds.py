"""On what grounds: a verdict needs a dispute, an annulment a verdict or the consent of all, an end that no rule gives what the service did."""

from dataclasses import dataclass, field
from typing import Any, Final

from infra.verify.likeness import same
from infra.verify.record import Event, Json

BY_SERVICE: Final = ("adjudicated", "resigned", "timed_out", "abandoned")  # reasons of outcomes that no rule gives; they have no scores

Wrong = tuple[str, str]  # kind and sentence


@dataclass
class _Proposal:
    """What was proposed (to undo, from a move on, or to stop), and by whom it is agreed."""

    undo: bool
    first: Any
    agreed: set[int]


@dataclass
class Grounds:
    """What was disputed, ruled, proposed and agreed so far. ``unread`` after a line that cannot be read: nobody knows what it said."""

    seats: int
    unread: bool = False
    raised: dict[str, Json] = field(default_factory=dict)
    ruled: dict[str, Json] = field(default_factory=dict)
    proposals: dict[str, _Proposal] = field(default_factory=dict)
    due: tuple[str, str] | None = None  # the form or event that must stand next, and the dispute or proposal that it is of
    adjudicated: Any = None
    stopped: str | None = None

    @property
    def over(self) -> bool:
        """Whether the game is closed beside the rules, so that nobody may go on."""
        return self.stopped is not None or self.adjudicated is not None

    def wrong(self, event: Event) -> Wrong | None:
        """What is wrong with one more event, which is taken into account."""
        if event.value is None:
            self.unread, self.due = True, None
            return None
        due, self.due = self.due, None
        found = self._judged(event.value, due)
        return found if found is None or not self.unread or found[0] == "event_twice" else None

    def left(self) -> Wrong | None:
        """What is wrong where the record ends."""
        return None if self.due is None else ("verdict_without_effect", f"{self.due[0]} by {self.due[1][:80]} must follow here")

    def _judged(self, value: Json, due: tuple[str, str] | None) -> Wrong | None:
        name = "annul" if "annul" in value else value.get("event")
        of = value.get("by") if name == "annul" else value.get("dispute")
        wrong = None
        if due is not None and (name, of) != due:
            wrong = "verdict_without_effect", f"{due[0]} by {due[1][:80]} must follow here"
        match name:
            case "annul":
                found = self._annulled(value, due)
            case "DisputeRaised":
                found = self._new(value.get("dispute"), self.raised, "dispute") or self._seat(value)
                self.raised.setdefault(str(value.get("dispute")), value)
            case "DisputeRuled":
                found = self._rules(value)
            case "UndoProposed" | "StopProposed":
                found = self._proposes(value)
            case "ProposalAgreed":
                found = self._agrees(value)
            case "SeatResigned":
                found = self._seat(value)
                self.stopped = "resigned"
            case "GameAdjudicated":
                found = self._adjudicates(value, due)
                self.adjudicated = value.get("outcome")
            case "GameEnded":
                found = self._ends(value)
            case _:
                found = None
        return found or wrong

    def _new(self, id: Any, known: dict[str, Any], what: str) -> Wrong | None:
        if not isinstance(id, str):
            return "event_wrong", f"{what}: must be a text"
        return ("event_twice", f"{what}: {id[:80]} was there before") if id in known else None

    def _seat(self, value: Json) -> Wrong | None:
        seat = value.get("seat")
        return None if type(seat) is int and 0 <= seat < self.seats else ("event_wrong", "seat: is no seat of the table")

    def _rules(self, value: Json) -> Wrong | None:
        id, verdict = value.get("dispute"), value.get("verdict")
        if not isinstance(id, str) or id not in self.raised:
            return "ruling_unfounded", "dispute: nobody raised it"
        if id in self.ruled:
            return "event_twice", f"dispute: {id[:80]} was ruled before"
        self.ruled[id] = value
        if verdict not in ("STANDS", "ANNUL", "ADJUDICATE"):
            return "event_wrong", "verdict: must be STANDS, ANNUL or ADJUDICATE"
        if verdict != "STANDS":
            self.due = "annul" if verdict == "ANNUL" else "GameAdjudicated", id
        stray = [name for name, of in (("first", "ANNUL"), ("winners", "ADJUDICATE")) if verdict != of and value.get(name) is not None]
        return ("event_wrong", f"{stray[0]}: does not go with the verdict {verdict}") if stray else None

    def _proposes(self, value: Json) -> Wrong | None:
        id, seat = value.get("proposal"), value.get("seat")
        found = self._new(id, self.proposals, "proposal") or self._seat(value)
        if found is None:
            self.proposals[str(id)] = _Proposal(value["event"] == "UndoProposed", value.get("first"), {int(seat or 0)})
        return found

    def _agrees(self, value: Json) -> Wrong | None:
        id, seat = value.get("proposal"), value.get("seat")
        proposal = self.proposals.get(id) if isinstance(id, str) else None
        if proposal is None:
            return "consent_unfounded", "proposal: nobody made it"
        if (found := self._seat(value)) is not None:
            return found
        if seat in proposal.agreed:
            return "event_twice", f"seat: {seat} had agreed before"
        proposal.agreed.add(int(seat or 0))
        if len(proposal.agreed) == self.seats and proposal.undo:
            self.due = "annul", str(id)
        elif len(proposal.agreed) == self.seats:
            self.stopped = "abandoned"
        return None

    def _annulled(self, value: Json, due: tuple[str, str] | None) -> Wrong | None:
        by, annul = value.get("by"), value.get("annul")
        if due != ("annul", by):
            return "annulment_unfounded", "by: is neither a dispute that was just ruled so, nor a proposal that all seats just agreed to"
        if by in self.ruled:
            told = self.ruled[by].get("first")
            first = self.raised[by].get("aboutMove") if told is None else told
        else:
            first = self.proposals[str(by)].first
        if not same(annul.get("from") if isinstance(annul, dict) else None, first):
            return "annulment_unfounded", f"annul.from: {str(by)[:80]} is about the moves from {str(first)[:20]} on"
        return None

    def _adjudicates(self, value: Json, due: tuple[str, str] | None) -> Wrong | None:
        id = value.get("dispute")
        if due != ("GameAdjudicated", id):
            return "adjudication_unfounded", "dispute: was not just ruled so"
        winners = self.ruled[str(id)].get("winners")
        seats = [] if winners is None else winners
        if not isinstance(seats, list) or not all(type(seat) is int and 0 <= seat < self.seats for seat in seats):
            return "adjudication_unfounded", "dispute: its ruling names winners that are no seats of the table"
        if not same(value.get("outcome"), {"winners": sorted(set(seats)), "reason": "adjudicated", "scores": None}):
            return "adjudication_unfounded", "outcome: is not what the ruling says"
        return None

    def _ends(self, value: Json) -> Wrong | None:
        outcome = value.get("outcome")
        if any(id not in self.ruled for id in self.raised):
            return "ending_unfounded", "a game does not end while a dispute is open"
        due = self.adjudicated
        if due is None and self.stopped is not None:
            due = {"winners": [], "reason": self.stopped, "scores": None}
        if due is not None:
            return None if same(outcome, due) else ("ending_unfounded", "outcome: is not what the events before make it")
        if not isinstance(outcome, dict):
            return "event_wrong", "outcome: is not an object"
        if outcome.get("scores") is None and outcome.get("reason") in BY_SERVICE:
            return "ending_unfounded", f"outcome.reason: no event before says how the game was {outcome['reason'].replace('_', ' ')}"
        return None
