"""What proposals and disputes have come to follows from the events alone, also from those of streams that were written before it did."""

import pytest

from domain import commands as cmd
from domain import events as ev
from domain.game import Game, evolve
from domain.matters import proposal_id
from domain.refusal import Refused
from domain.shelf import shelf
from tests.match import Match
from tests.toy import toy

__all__ = ["toy"]
pytestmark = pytest.mark.usefixtures("toy")


def statuses(game: Game) -> list[str]:
    return [proposal.status for proposal in game.proposals]


def test_every_waiting_proposal_lapses_when_an_undo_is_agreed() -> None:
    match = Match()
    match.play("aim left")
    match.do(cmd.ProposeUndo(0, 1))
    match.do(cmd.ProposeStop(0))
    match.do(cmd.ProposeUndo(1, 1))
    match.do(cmd.Agree(0, match.game.proposals[2].id))
    assert statuses(match.game) == ["LAPSED", "LAPSED", "AGREED"]
    with pytest.raises(Refused, match="lapsed"):
        match.do(cmd.Agree(1, match.game.proposals[0].id))
    assert match.again() == match.game


def test_a_verdict_that_annuls_lets_proposals_lapse() -> None:
    match = Match()
    match.play("aim left")
    match.do(cmd.RaiseDispute(1, "That side?", about_move=1))
    match.do(cmd.ProposeUndo(0, 1))
    match.do(cmd.RuleDispute(match.game.disputes[0].id, "ANNUL", "Not there"))
    assert statuses(match.game) == ["LAPSED"]


def test_a_proposal_that_waits_lapses_with_the_end() -> None:
    match = Match()
    match.do(cmd.ProposeStop(0))
    match.do(cmd.ProposeStop(1))
    match.do(cmd.Agree(0, match.game.proposals[1].id))
    assert (match.game.status, statuses(match.game)) == ("ENDED", ["LAPSED", "AGREED"])


def test_a_verdict_that_named_no_move_shows_the_one_it_annulled_from() -> None:
    match = Match()
    match.play_first(3)
    match.do(cmd.RaiseDispute(1, "That card?", about_move=2))
    events = match.do(cmd.RuleDispute(match.game.disputes[0].id, "ANNUL", "Not allowed"))
    assert [(event.name, getattr(event, "first", None)) for event in events] == [("DisputeRuled", None), ("MovesAnnulled", 2)]
    assert match.game.disputes[0].first == 2
    assert match.again() == match.game


def test_what_an_older_stream_agreed_to_after_an_annulment_stands() -> None:
    """Once a proposal that others had overtaken could still be agreed to; a stream in which that happened reads as it was written."""
    match = Match()
    match.play("aim left")
    first, second = proposal_id(match.game.id, 1), proposal_id(match.game.id, 2)
    match.do(cmd.ProposeStop(0))
    match.do(cmd.ProposeUndo(0, 1))
    match.do(cmd.Agree(1, second))
    game = match.game
    assert statuses(game) == ["LAPSED", "AGREED"]
    after = evolve(game, ev.Recorded(game.version + 1, ev.ProposalAgreed(proposal=first, seat=1), ""))
    assert statuses(after) == ["AGREED", "AGREED"]


def test_a_lapsed_proposal_does_not_wait_again_when_an_older_stream_has_one_seat_agree() -> None:
    match = Match(next(slug for slug, rules in shelf().items() if 3 in rules.seats), ("Ann", "Ben", "Cy"))
    proposal = match.do(cmd.ProposeStop(0))[0].proposal  # type: ignore[union-attr]
    match.play_first()
    game = match.game
    after = evolve(game, ev.Recorded(game.version + 1, ev.ProposalAgreed(proposal=proposal, seat=1), ""))
    assert (after.proposals[0].status, after.proposals[0].agreed) == ("LAPSED", (0, 1))
