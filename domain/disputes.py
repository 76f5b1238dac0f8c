"""Disputes: raised by a seat, ruled by an arbiter."""

from domain import commands as cmd
from domain import events as ev
from domain.clauses import service_clauses
from domain.closing import verdict_of
from domain.game import Game
from domain.matters import Dispute, dispute_id, message_id
from domain.message import Json
from domain.refusal import NOT_STARTED, NOT_YOUR_SEAT, SERVICE, UNREADABLE, Refused
from domain.text import talk

MAX_DISPUTES = 200  # a game


def raise_dispute(game: Game, command: cmd.RaiseDispute, at: str | None) -> ev.DisputeRaised:
    """The event of a dispute. Whether an attempt exists and is the seat's own is checked by who keeps the attempts."""
    if not 0 <= command.seat < game.table.seats:
        raise Refused(NOT_YOUR_SEAT, f"seat: nobody sits at {command.seat}")
    if game.status == "OPEN":
        raise Refused(NOT_STARTED, "gameId: the game has not started")
    if sum(about is not None for about in (command.about_move, command.about_attempt, command.about_message)) > 1:
        raise Refused(UNREADABLE, "aboutMove: a dispute is about one thing")
    if command.about_move is not None and not 1 <= command.about_move <= game.count:
        raise Refused(SERVICE, f"aboutMove: there is no move {command.about_move}")
    if command.about_message is not None and command.about_message not in {message_id(game.id, n + 1) for n in range(len(game.messages))}:
        raise Refused(SERVICE, "aboutMessage: there is no such message")
    if len(game.disputes) >= MAX_DISPUTES:
        raise Refused(SERVICE, f"gameId: {MAX_DISPUTES} disputes were raised about this game, more are not taken")
    return ev.DisputeRaised(
        dispute=dispute_id(game.id, len(game.disputes) + 1),
        seat=command.seat,
        text=talk(command.text, "text"),
        about_move=command.about_move,
        about_attempt=command.about_attempt,
        about_message=command.about_message,
        at=at,
    )


def rule_dispute(game: Game, command: cmd.RuleDispute, at: str | None) -> tuple[ev.Event, ...]:
    """The verdict, and what it does to the moves or to the outcome. Refuses what no longer can be."""
    dispute = _open_dispute(game, command.dispute)
    unknown = [clause for clause in command.clauses if clause not in game.rules.clauses and clause not in service_clauses()]
    if unknown:
        raise Refused(UNREADABLE, f"clauses: {unknown[0][:40]!r} is not a clause of {game.rules.title}, nor one of the service")
    ruled = ev.DisputeRuled(
        dispute=dispute.id,
        verdict=command.verdict,
        reason=talk(command.reason, "reason"),
        clauses=list(command.clauses),
        first=command.first,
        winners=None if command.winners is None else sorted(set(command.winners)),
        at=at,
    )
    match command.verdict:
        case "STANDS":
            _check_absent(command, "fromMove", command.first)
            _check_absent(command, "winners", command.winners)
            return (ruled,)
        case "ANNUL":
            _check_absent(command, "winners", command.winners)
            return (ruled, _annulment(game, command, dispute, at))
        case "ADJUDICATE":
            _check_absent(command, "fromMove", command.first)
            return (ruled, ev.GameAdjudicated(dispute=dispute.id, outcome=_adjudicated(game, command), at=at))


def _open_dispute(game: Game, id: str) -> Dispute:
    dispute = next((d for d in game.disputes if d.id == id), None)
    if dispute is None:
        raise Refused(SERVICE, "disputeId: there is no such dispute")
    if dispute.verdict is not None:
        raise Refused(SERVICE, "disputeId: the dispute is ruled already")
    return dispute


def _check_absent(command: cmd.RuleDispute, field: str, value: object) -> None:
    if value is not None:
        raise Refused(UNREADABLE, f"{field}: does not go with the verdict {command.verdict}")


def _annulment(game: Game, command: cmd.RuleDispute, dispute: Dispute, at: str | None) -> ev.MovesAnnulled:
    if game.status == "ENDED" or game.outcome is not None:
        raise Refused(SERVICE, "verdict: secrets are out, the game can only stand or be adjudicated")
    first = command.first if command.first is not None else dispute.about_move
    if first is None:
        raise Refused(UNREADABLE, "fromMove: an annulment needs the first move that no longer counts")
    if not game.counts_now(first):
        raise Refused(SERVICE, f"fromMove: move {first} does not count")
    return ev.MovesAnnulled(first=first, last=game.count, by=dispute.id, at=at)


def _adjudicated(game: Game, command: cmd.RuleDispute) -> Json:
    if not all(0 <= seat < game.table.seats for seat in command.winners or ()):
        raise Refused(UNREADABLE, f"winners: must be seats from 0 to {game.table.seats - 1}")
    return verdict_of(command.winners or ())
