"""Disputes: what can be disputed, and what each verdict does while the game runs and after its end."""

import pytest

from domain import commands as cmd
from domain import events as ev
from domain.matters import message_id
from domain.refusal import Refused
from tests.match import Match
from tests.toy import toy

__all__ = ["toy"]
pytestmark = pytest.mark.usefixtures("toy")


def refused(match: Match, command: cmd.Command, words: str, clause: str = "ARB-6") -> None:
    with pytest.raises(Refused) as caught:
        match.do(command)
    assert (caught.value.clause, words in caught.value.reason) == (clause, True), caught.value.reason


def disputed(moves: int = 4, about: int | None = 2) -> tuple[Match, str]:
    match = Match()
    match.play_first(moves)
    match.do(cmd.RaiseDispute(1, "That was not in his hand", about_move=about))
    return match, match.game.disputes[-1].id


def drawn(match: Match, number: int) -> list[dict[str, object]]:
    return match.game.moves[number - 1].draws


def test_a_dispute_is_about_one_thing_that_exists() -> None:
    match = Match()
    match.play_first(2)
    match.do(cmd.SendMessage(0, text="My red one is fine"))
    refused(match, cmd.RaiseDispute(0, "?", about_move=3), "there is no move 3")
    refused(match, cmd.RaiseDispute(0, "?", about_move=0), "there is no move 0")
    refused(match, cmd.RaiseDispute(0, "?", about_message=message_id(match.game.id, 2)), "no such message")
    refused(match, cmd.RaiseDispute(0, "?", about_move=1, about_attempt="x"), "about one thing", "ARB-4")
    refused(match, cmd.RaiseDispute(0, ""), "text", "ARB-4")
    match.do(cmd.RaiseDispute(1, "He told a card", about_message=message_id(match.game.id, 1)))
    assert match.game.disputed


def test_annulled_moves_keep_their_numbers_and_chance_does_not_fall_anew() -> None:
    match, dispute = disputed()
    fallen = drawn(match, 2), drawn(match, 4)
    match.do(cmd.RuleDispute(dispute, "ANNUL", "It was not", clauses=("TOY-3",)))
    assert (match.game.head, match.game.count, match.game.annulled) == (1, 4, ((2, 4),))
    match.play_first(3)
    assert [m.number for m in match.game.moves] == [1, 2, 3, 4, 5, 6, 7]
    assert match.game.counting() == (1, 5, 6, 7)
    assert (drawn(match, 5), drawn(match, 7)) == fallen


def test_annulment_of_a_move_that_does_not_count() -> None:
    match, dispute = disputed()
    refused(match, cmd.RuleDispute(dispute, "ANNUL", "?", first=9), "move 9 does not count")
    match.do(cmd.RuleDispute(dispute, "ANNUL", "It was not"))
    match.do(cmd.RaiseDispute(0, "And that one", about_move=3))
    refused(match, cmd.RuleDispute(match.game.disputes[-1].id, "ANNUL", "?", first=3), "move 3 does not count")
    refused(match, cmd.RuleDispute(dispute, "STANDS", "?"), "ruled already")


def test_an_annulment_needs_its_first_move() -> None:
    match, dispute = disputed(about=None)
    refused(match, cmd.RuleDispute(dispute, "ANNUL", "?"), "needs the first move", "ARB-4")


@pytest.mark.parametrize(
    "ruling, words",
    [
        ({"verdict": "STANDS", "first": 1}, "fromMove: does not go with the verdict STANDS"),
        ({"verdict": "STANDS", "winners": (0,)}, "winners: does not go with the verdict STANDS"),
        ({"verdict": "ANNUL", "winners": (0,)}, "winners: does not go with the verdict ANNUL"),
        ({"verdict": "ADJUDICATE", "first": 1}, "fromMove: does not go with the verdict ADJUDICATE"),
        ({"verdict": "ADJUDICATE", "winners": (0, 2)}, "winners: must be seats from 0 to 1"),
        ({"verdict": "STANDS", "clauses": ("BRE-1",)}, "clauses: 'BRE-1' is not a clause of Toy"),
        ({"verdict": "STANDS", "reason": " "}, "reason: must be text"),
    ],
)
def test_a_ruling_that_does_not_fit(ruling: dict[str, object], words: str) -> None:
    match, dispute = disputed()
    refused(match, cmd.RuleDispute(**{"dispute": dispute, "reason": "Because", **ruling}), words, "ARB-4")  # type: ignore[arg-type]


def test_a_game_under_dispute_does_not_end_until_it_is_ruled() -> None:
    match, dispute = disputed()
    match.play_out()
    assert match.game.status == "RUNNING"
    assert match.game.seed is None
    refused(match, cmd.PlayMove(0, "aim left"), "last move of this game is made", "ARB-3")
    match.do(cmd.RuleDispute(dispute, "STANDS", "It was in his hand"))
    assert match.game.status == "ENDED"
    assert match.game.seed is not None


def test_a_finished_position_can_still_be_annulled_while_the_dispute_is_open() -> None:
    match, dispute = disputed()
    match.play_out()
    match.do(cmd.RuleDispute(dispute, "ANNUL", "It was not"))
    assert match.game.status == "RUNNING"
    match.play_out()
    assert match.game.status == "ENDED"


def test_two_disputes_hold_the_end_until_both_are_ruled() -> None:
    match, first = disputed()
    match.do(cmd.RaiseDispute(0, "He talks", about_move=1))
    match.do(cmd.Resign(0))
    assert match.game.status == "RUNNING"
    refused(match, cmd.PlayMove(1, "aim left"), "over", "ARB-3")
    match.do(cmd.RuleDispute(first, "STANDS", "It was"))
    assert match.game.status == "RUNNING"
    match.do(cmd.RuleDispute(match.game.disputes[1].id, "STANDS", "He may"))
    assert match.game.status == "ENDED"
    assert match.game.outcome == {"winners": [], "reason": "resigned", "scores": None}


def test_an_arbiter_may_name_the_winners() -> None:
    match, dispute = disputed()
    match.do(cmd.RuleDispute(dispute, "ADJUDICATE", "He cheated", winners=(1,)))
    assert match.game.status == "ENDED"
    assert match.game.outcome == {"winners": [1], "reason": "adjudicated", "scores": None}


def test_after_the_end_a_verdict_can_only_stand_or_adjudicate() -> None:
    match = Match()
    match.play_out()
    match.do(cmd.RaiseDispute(0, "Move 2", about_move=2))
    dispute = match.game.disputes[0].id
    refused(match, cmd.RuleDispute(dispute, "ANNUL", "?", first=2), "secrets are out")
    match.do(cmd.RuleDispute(dispute, "ADJUDICATE", "He cheated", winners=(1, 1)))
    assert match.game.outcome == {"winners": [1], "reason": "adjudicated", "scores": None}
    assert match.game.status == "ENDED"
    assert [r.event.name for r in match.history[-2:]] == ["DisputeRuled", "GameAdjudicated"]
    ruled = match.history[-2].event
    assert isinstance(ruled, ev.DisputeRuled)
    assert ruled.winners == [1]


def test_disputes_are_bounded() -> None:
    match = Match()
    for _ in range(200):
        match.do(cmd.RaiseDispute(0, "Again"))
    refused(match, cmd.RaiseDispute(0, "Again"), "more are not taken")
