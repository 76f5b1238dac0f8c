"""The end of the game: who wins, why, and what is dropped."""

import csv
from pathlib import Path
from typing import Any

import pytest

from domain.message import Json
from domain.pied_piper import RULES
from domain.pied_piper import facts as f
from tests.given import Spec, given
from tests.pied_piper.support import draws, position


def finish(seats: int, figure: str, first: str, second: str, *end: str, turn: int = 0, **more: Any) -> Spec:
    """Seat ``turn`` adds ``second`` to ``first`` on ``figure`` in slot 0."""
    before = position(
        seats, turn=turn, row=(figure, "rat-1", "rat-2", "rat-3"), hands={turn: (second, "forward-1", "melody", "sewer")}, lying={0: [first]}, **more
    )
    filler = "melody" if second != "melody" else "sewer"
    return given(RULES, before).when(turn, f"place {filler} 1").when(turn, f"place {second} 0", draws(*end))


def outcome(spec: Spec) -> Json:
    result = RULES.outcome(spec.state)
    assert result is not None
    return result


def test_PIP_12_1_12_3_PP_23_three_players_the_first_elimination_ends_the_game() -> None:
    spec = finish(3, "rat-0", "forward-1", "sewer", trackers=(7, 3, 2))
    assert spec.facts[-1] == f.WonByTracker(2)
    assert outcome(spec) == {
        "winners": [2],
        "reason": "lowest_tracker",
        "eliminated": [0],
        "scores": [{"total": 8, "claimed": 0}, {"total": 3, "claimed": 0}, {"total": 2, "claimed": 0}],
    }
    assert RULES.to_act(spec.state) == ()


def test_PIP_12_2_PP_23_PP_45_no_second_action_no_replacement_no_draw() -> None:
    spec = finish(3, "rat-1", "forward-1", "forward-2", trackers=(0, 7, 2))
    assert [type(fact).__name__ for fact in spec.facts] == [
        "CardPlaced", "CharactersActivated", "ForwardOneMoved", "TrackerRaised",
        "PlayerEliminated", "HouseRemoved", "TrackersClaimed", "HandDiscarded", "WonByTracker",
    ]  # fmt: skip
    assert spec.state.trackers == (0, 8, 2)


def test_PP_45_no_second_character() -> None:
    before = position(3, row=("rat-1", "rat-2", "rat-0", "piper"), lying={0: ["sewer"], 1: ["sewer"]}, trackers=(0, 1, 7))
    spec = given(RULES, before).when(0, "place forward-1 0").when(0, "place forward-2 1").when(0, "activate 0")
    assert spec.facts[-1] == f.WonByTracker(0)
    assert not any(isinstance(fact, f.ForwardTwoMoved) for fact in spec.facts)


def test_PIP_5_4_2_3_12_3_the_lower_of_the_two_trackers_wins() -> None:
    for seat, trackers in ((0, (2, 7, 3)), (2, (4, 7, 3))):
        assert outcome(finish(3, "rat-1", "forward-1", "sewer", trackers=trackers))["winners"] == [seat]


def test_PIP_12_4_PP_26_PP_42_the_last_tracker_is_claimed_before_the_tie_break() -> None:
    spec = finish(3, "rat-1", "forward-1", "sewer", trackers=(3, 7, 3))
    assert spec.facts[-1] == f.WonByClaims(0)
    assert outcome(spec) == {
        "winners": [0],
        "reason": "most_claimed",
        "eliminated": [1],
        "scores": [{"total": 3, "claimed": 1}, {"total": 8, "claimed": 0}, {"total": 3, "claimed": 0}],
    }


def test_PP_42_with_those_that_he_held() -> None:
    spec = finish(4, "rat-1", "forward-1", "sewer", trackers=(3, 7, 3, 8), eliminated=(3,), claimed={1: (3,)})
    assert outcome(spec)["scores"][0] == {"total": 3, "claimed": 2}


def test_PIP_12_5_PP_26_PP_42_level_in_everything_is_a_draw() -> None:
    """The active player is out, so nobody claims the tracker."""
    spec = finish(3, "rat-0", "forward-1", "sewer", trackers=(7, 3, 3))
    assert spec.facts[-1] == f.GameDrawn((1, 2))
    assert (outcome(spec)["winners"], outcome(spec)["reason"]) == ([1, 2], "draw")
    assert RULES.ranking(outcome(spec)) == (3, 1, 1)


def test_PIP_12_4_claims_of_both_are_compared() -> None:
    spec = finish(5, "rat-0", "forward-1", "sewer", trackers=(7, 3, 8, 8, 3), eliminated=(2, 3), claimed={4: (3,), 1: (2,)})
    assert outcome(spec)["reason"] == "draw"
    spec = finish(5, "rat-0", "forward-1", "sewer", trackers=(7, 3, 8, 8, 3), eliminated=(2, 3), claimed={4: (3, 2)})
    assert (outcome(spec)["reason"], outcome(spec)["winners"]) == ("most_claimed", [4])


def test_PP_43_one_of_the_last_two_may_be_at_the_roof() -> None:
    spec = finish(3, "rat-1", "forward-1", "plus-1", trackers=(5, 7, 7))
    assert outcome(spec) == {
        "winners": [0],
        "reason": "lowest_tracker",
        "eliminated": [1],
        "scores": [{"total": 5, "claimed": 1}, {"total": 8, "claimed": 0}, {"total": 8, "claimed": 0}],
    }


def test_PP_43_both_of_them_at_the_roof_are_level() -> None:
    spec = finish(3, "rat-1", "forward-2", "plus-1", trackers=(7, 7, 7))
    assert spec.state.eliminated == (1,)
    assert outcome(spec)["scores"] == [{"total": 8, "claimed": 1}, {"total": 8, "claimed": 0}, {"total": 8, "claimed": 0}]
    assert (outcome(spec)["winners"], outcome(spec)["reason"]) == ([0], "most_claimed")


def test_PIP_13_1_13_2_two_players_the_roof_ends_it_at_once() -> None:
    spec = finish(2, "rat-2", "forward-1", "forward-1", trackers=(3, 7))
    assert spec.facts[-1] == f.WonByRoof(0)
    assert outcome(spec) == {
        "winners": [0],
        "reason": "roof",
        "eliminated": [1],
        "scores": [{"total": 3, "claimed": 1}, {"total": 8, "claimed": 0}],
    }
    assert sum(isinstance(fact, f.FiguresMoved) for fact in spec.facts) == 1
    given(RULES, spec.state).when(0, "place sewer 0").refused("PIP-13.1")


def test_PIP_13_2_two_players_by_his_own_hand() -> None:
    spec = finish(2, "rat-0", "forward-1", "sewer", trackers=(7, 3))
    assert outcome(spec)["winners"] == [1]
    assert outcome(spec)["scores"] == [{"total": 8, "claimed": 0}, {"total": 3, "claimed": 0}]


@pytest.mark.parametrize(("figure", "loser"), [("rat-0", 0), ("rat-2", 1)])
def test_PP_24_both_at_the_roof_the_one_passed_first_loses(figure: str, loser: int) -> None:
    spec = finish(2, figure, "forward-2", "plus-1", trackers=(7, 7))
    assert spec.state.trackers == (8, 8)
    assert (outcome(spec)["winners"], outcome(spec)["eliminated"], outcome(spec)["reason"]) == ([1 - loser], [loser], "roof")


def table() -> list[dict[str, str]]:
    with (Path(__file__).parent / "scoring.csv").open() as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("row", table(), ids=lambda row: row["case"])
def test_PIP_12_3_12_4_12_5_ranking_by_hand(row: dict[str, str]) -> None:
    """Outcomes and ranks worked out by hand: winner, then the lower tracker, then the last to leave."""
    scores = [{"total": int(total), "claimed": int(claimed)} for total, claimed in zip(row["totals"].split(), row["claimed"].split(), strict=True)]
    result = {
        "winners": [int(seat) for seat in row["winners"].split()],
        "reason": row["reason"],
        "eliminated": [int(seat) for seat in row["eliminated"].split()],
        "scores": scores,
    }
    assert RULES.ranking(result) == tuple(int(rank) for rank in row["ranks"].split())


def test_running_scores_are_the_trackers() -> None:
    assert RULES.score(position(trackers=(1, 2, 3, 4))) == [1, 2, 3, 4]
    assert RULES.score(position(eliminated=(1,), trackers=(1, 8, 3, 4))) == [1, 8, 3, 4]
