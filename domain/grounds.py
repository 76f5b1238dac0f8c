"""On what grounds a record says that moves were taken back or a game was closed: verdicts, consents, resignations, held against the events before them. Pure."""

from typing import Any, Final, get_args

import msgspec

from domain import events as ev
from domain.closing import verdict_of
from domain.commands import Verdict
from domain.likeness import same, short
from domain.seats import Seat
from domain.sheet import AnnulLine, EventLine, MoveLine, Sheet, no_seat

VERDICTS: Final[tuple[str, ...]] = get_args(Verdict)


class Groundless(msgspec.Struct, frozen=True):
    """A line that the lines before it do not bear out, with the last move that counts there."""

    line: int
    head: int
    reason: str


class _Wrong(Exception):
    """What is wrong with a line, in a sentence."""


def groundless(sheet: Sheet) -> Groundless | None:
    """The first event or annulment without grounds in what stands before it. A typed sheet may annul without saying by what."""
    grounds, counting = _Grounds(sheet), [0]
    for line in sheet.lines:
        try:
            match line:
                case MoveLine():
                    grounds.check_due(None)
                    counting.append(line.number)
                case AnnulLine():
                    grounds.annul(line)
                    while counting[-1] >= line.annul.first:
                        counting.pop()
                case EventLine(event=event):
                    grounds.after(event)
                    grounds.decided_at = line.line
        except _Wrong as wrong:
            return Groundless(line.line, counting[-1], str(wrong))
    if grounds.due is None or sheet.senseless is not None:
        return None
    return Groundless(grounds.decided_at, counting[-1], f"{grounds.due[0]} by {short(grounds.due[1])} must stand on the next line")


class _Grounds:
    """What was taken, disputed, ruled, proposed and agreed so far."""

    def __init__(self, sheet: Sheet) -> None:
        self.seats, self.players = len(sheet.header.players), sheet.header.players
        self.by_service = sheet.header.id is not None
        self.taken: set[Seat] = set()
        self.raised: dict[str, ev.DisputeRaised] = {}
        self.ruled: dict[str, ev.DisputeRuled] = {}
        self.proposed: dict[str, ev.UndoProposed | ev.StopProposed] = {}
        self.agreed: dict[str, frozenset[Seat]] = {}
        self.due: tuple[str, str] | None = None  # what must stand on the next line, and by which dispute or proposal
        self.decided_at = 0  # the line of the last event
        self.ended = False

    def check_due(self, told: tuple[str, str | None] | None) -> None:
        """A verdict or consent takes effect on the next line."""
        due, self.due = self.due, None
        if due is not None and told != due:
            raise _Wrong(f"{due[0]} by {short(due[1])} must stand here, for that was decided on the line before")

    def annul(self, line: AnnulLine) -> None:
        due = self.due
        unsaid = line.by is None and not self.by_service  # as on a typed sheet
        self.check_due(due if unsaid and due is not None and due[0] == "annul" else ("annul", line.by))
        if unsaid:
            return
        if due is None:
            raise _Wrong(f"by: {short(line.by)} is neither a dispute that was just ruled so, nor a proposal that all seats just agreed to")
        first = self._first(due[1])
        if line.annul.first != first:
            raise _Wrong(f"annul.from: {short(line.by)} is about the moves from {first} on, not from {line.annul.first}")

    def _first(self, id: str) -> int | None:
        """The first move that a ruled dispute, or an agreed undo, takes back."""
        if id in self.ruled:
            told = self.ruled[id].first
            return self.raised[id].about_move if told is None else told
        return getattr(self.proposed[id], "first", None)

    def after(self, event: ev.Event) -> None:
        """Takes one more event into account. Raises _Wrong."""
        due = self.due
        self.check_due(("GameAdjudicated", event.dispute) if isinstance(event, ev.GameAdjudicated) else None)
        match event:
            case ev.GameOpened(seats=seats):
                _check(seats == self.seats, f"GameOpened.seats: line 1 names {self.seats} players, not {seats}")
            case ev.SeatTaken(seat=seat, player=player):
                self._seat(event.name, seat)
                _check(seat not in self.taken, f"SeatTaken.seat: seat {seat} was taken before")
                _check(player == self.players[seat], f"SeatTaken.player: line 1 says {short(self.players[seat])}, not {short(player)}")
                self.taken.add(seat)
            case ev.DisputeRaised(dispute=id, seat=seat):
                self._seat(event.name, seat)
                _check(id not in self.raised, f"DisputeRaised.dispute: {short(id)} was raised before")
                self.raised[id] = event
            case ev.DisputeRuled():
                self._rule(event)
            case ev.UndoProposed(proposal=id, seat=seat) | ev.StopProposed(proposal=id, seat=seat):
                self._seat(event.name, seat)
                _check(id not in self.proposed, f"{event.name}.proposal: {short(id)} was made before")
                self.proposed[id], self.agreed[id] = event, frozenset([seat])
            case ev.ProposalAgreed():
                self._agree(event)
            case ev.SeatResigned(seat=seat):
                self._seat(event.name, seat)
            case ev.GameAdjudicated():
                _check(due is not None, f"GameAdjudicated.dispute: {short(event.dispute)} was not just ruled ADJUDICATE")
                self._adjudicate(event)
            case ev.GameEnded():
                _check(not self.ended, "GameEnded: the game had ended before")
                _check(self.raised.keys() == self.ruled.keys(), "GameEnded: a game does not end while a dispute is open")
                self.ended = True
            case ev.SeedRevealed():
                _check(self.ended, "SeedRevealed: a seed is revealed after the end")

    def _seat(self, name: str, seat: Seat) -> None:
        _check(not no_seat(seat, self.seats), f"{name}.seat: nobody sits at {seat}")

    def _rule(self, event: ev.DisputeRuled) -> None:
        id, verdict = event.dispute, event.verdict
        _check(id in self.raised, f"DisputeRuled.dispute: nobody raised {short(id)}")
        _check(id not in self.ruled, f"DisputeRuled.dispute: {short(id)} was ruled before")
        _check(verdict in VERDICTS, f"DisputeRuled.verdict: must be one of {', '.join(VERDICTS)}")
        _check(event.winners is None or verdict == "ADJUDICATE", f"DisputeRuled.winners: does not go with the verdict {verdict}")
        _check(event.first is None or verdict == "ANNUL", f"DisputeRuled.first: does not go with the verdict {verdict}")
        self.ruled[id] = event
        if verdict != "STANDS":
            self.due = "annul" if verdict == "ANNUL" else "GameAdjudicated", id

    def _agree(self, event: ev.ProposalAgreed) -> None:
        id, seat = event.proposal, event.seat
        _check(id in self.proposed, f"ProposalAgreed.proposal: nobody made {short(id)}")
        self._seat(event.name, seat)
        _check(seat not in self.agreed[id], f"ProposalAgreed.seat: seat {seat} had agreed before")
        self.agreed[id] |= {seat}
        if len(self.agreed[id]) == self.seats and isinstance(self.proposed[id], ev.UndoProposed):
            self.due = "annul", id

    def _adjudicate(self, event: ev.GameAdjudicated) -> None:
        winners = self.ruled[event.dispute].winners or []
        for seat in winners:
            self._seat("DisputeRuled.winners", seat)
        right = verdict_of(winners)
        _check(same(event.outcome, right), f"GameAdjudicated.outcome: the verdict makes it {short(right)}")


def wrong_winners(winners: Any, seats: int) -> str | None:
    """What is wrong with the winners of a verdict that a typed sheet states: seats of the table, in order, each once."""
    fits = isinstance(winners, list) and all(type(seat) is int and not no_seat(seat, seats) for seat in winners) and winners == sorted(set(winners))
    return None if fits else f"winners: must be seats from 0 to {seats - 1}, in order, each once, not {short(winners)}"


def _check(fits: bool, words: str) -> None:
    if not fits:
        raise _Wrong(words)
