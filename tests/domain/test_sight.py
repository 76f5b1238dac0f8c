"""The one gate: what each viewer sees of positions, frames and record lines, while the game runs and after its end."""

import pytest

from domain import commands as cmd
from domain.message import HIDDEN
from domain.seats import ARBITER, SPECTATOR, Viewer
from domain.sight import frame_of, legal_of, line_of, to_act_of, view_of
from tests.match import Match
from tests.toy import toy

__all__ = ["toy"]
pytestmark = pytest.mark.usefixtures("toy")
ANN, BEN = Viewer(seat=0), Viewer(seat=1)


def played(moves: int = 4) -> Match:
    match = Match()
    match.play_first(moves)
    return match


def face_down() -> Match:
    match = Match()
    match.play("aim left")
    card = match.game.state.hands[0][0]  # type: ignore[attr-defined]
    match.play(f"play {card} face-down")
    return match


def test_a_hidden_move_is_hidden_in_every_part_of_its_frame() -> None:
    match = face_down()
    own, other = frame_of(match.game, ANN, 2), frame_of(match.game, BEN, 2)
    card = own.move["card"]
    assert other.move == {"kind": "play", "card": HIDDEN, "face_down": True}
    assert (own.notation, other.notation) == (f"play {card} face-down", "play hidden face-down")
    assert other.narration == "Seat 0 plays hidden."
    assert other.facts[0]["card"] == HIDDEN
    assert other.draws[0] == {"card": HIDDEN}
    assert other.draws[1] == own.draws[1], "what all see is not hidden"
    assert frame_of(match.game, ARBITER, 2).draws == match.game.moves[1].draws


@pytest.mark.parametrize("viewer", [ANN, BEN, SPECTATOR])
def test_a_frame_is_the_same_live_late_and_after_the_end(viewer: Viewer) -> None:
    match = Match()
    live = []
    while match.game.rules.to_act(match.game.state):
        match.play_first()
        live.append(frame_of(match.game, viewer, match.game.count))
    assert match.game.status == "ENDED"
    assert [frame_of(match.game, viewer, n + 1) for n in range(len(live))] == live


def test_the_head_of_an_ended_game_and_its_record_show_all() -> None:
    match = face_down()
    match.do(cmd.Resign(0))
    assert view_of(match.game, SPECTATOR) == view_of(match.game, ARBITER)
    assert view_of(match.game, SPECTATOR, 1) != view_of(match.game, ARBITER, 1), "a replay is as it was"
    assert [line_of(match.game, SPECTATOR, r) for r in match.history] == [line_of(match.game, ARBITER, r) for r in match.history]


def test_a_game_under_dispute_keeps_its_secrets_although_its_last_move_is_made() -> None:
    match = face_down()
    match.do(cmd.RaiseDispute(1, "He peeked"))
    match.play_out()
    assert view_of(match.game, SPECTATOR) != view_of(match.game, ARBITER)


def test_lines_of_a_running_game_carry_no_secret() -> None:
    match = face_down()
    lines = [line_of(match.game, BEN, r) for r in match.history]
    assert all("chance" not in line for line in lines)
    setup = next(line for line in lines if "setup" in line)
    assert setup["setup"]["hands"][0] == [HIDDEN, HIDDEN]
    assert setup["facts"][0]["hands"][0] == [HIDDEN, HIDDEN]
    assert HIDDEN not in setup["setup"]["hands"][1]
    assert lines[-1]["draws"][0] == {"card": HIDDEN}
    assert [line["hash"] for line in lines] == [r.hash for r in match.history]


def test_words_of_a_dispute_are_for_the_raiser_and_the_arbiter_while_the_game_runs() -> None:
    match = played()
    match.do(cmd.RaiseDispute(1, "He has two red ones", about_move=2))
    match.do(cmd.RuleDispute(match.game.disputes[0].id, "STANDS", "Both are his"))
    raised, ruled = match.history[-2:]
    for viewer in (ANN, SPECTATOR):
        assert "text" not in line_of(match.game, viewer, raised)
        assert line_of(match.game, viewer, raised)["aboutMove"] == 2
        assert "reason" not in line_of(match.game, viewer, ruled)
    for viewer in (BEN, ARBITER):
        assert line_of(match.game, viewer, raised)["text"] == "He has two red ones"
        assert line_of(match.game, viewer, ruled)["reason"] == "Both are his"
    match.do(cmd.Resign(0))
    assert line_of(match.game, SPECTATOR, raised)["text"] == "He has two red ones"


def test_legal_moves_are_for_whom_the_game_says() -> None:
    match = played(1)
    assert legal_of(match.game, ANN, 0)
    assert legal_of(match.game, BEN, 0) is None
    assert legal_of(match.game, SPECTATOR, 0) is None
    assert legal_of(match.game, ARBITER, 0) == legal_of(match.game, ANN, 0)
    assert legal_of(match.game, BEN, 1) == ()


def test_legal_moves_of_an_earlier_position_are_not_shown_while_the_game_runs() -> None:
    match = played(4)
    assert legal_of(match.game, ANN, 0, 1) is None
    assert legal_of(match.game, ANN, 0, 0), "what everybody may see stays"
    match.do(cmd.Resign(1))
    assert legal_of(match.game, ANN, 0, 1), "a replay shows what the head showed"
    assert legal_of(match.game, ANN, 0) == ()


def test_nobody_is_to_act_once_the_game_is_over() -> None:
    match = played(3)
    assert to_act_of(match.game) == (1,)
    match.do(cmd.Resign(1))
    assert to_act_of(match.game) == ()
    assert to_act_of(match.game, 2) == (1,)
