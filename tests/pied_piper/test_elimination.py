"""The roof: who leaves when, what becomes of house, trackers, hand, figures, and of what was still pending."""

from typing import Any

import pytest

from domain.pied_piper import RULES
from domain.pied_piper import facts as f
from tests.given import Spec, given
from tests.pied_piper.support import draws, figures, position

QUIET = ("forward-1", "forward-1", "sewer", "sewer")


def play(seats: int, card: str, first: str, figure: str, *end: str, **more: Any) -> Spec:
    """Seat ``turn`` adds ``card`` to ``first`` on ``figure`` in slot 0, as the second card of the turn; ``end`` is what is drawn."""
    turn = more.get("turn", 0)
    hands = {turn: (card, "forward-1", "sewer", "plus-1")} | more.pop("hands", {})
    before = position(seats, row=(figure, "rat-1", "rat-2", "rat-3"), hands=hands, lying={0: [first]}, **more)
    filler = "sewer" if card != "sewer" else "plus-1"
    return given(RULES, before).when(turn, f"place {filler} 1").when(turn, f"place {card} 0", draws(*end))


def five(card: str, first: str, figure: str, *end: str, **more: Any) -> Spec:
    """The same at a table of five."""
    return play(5, card, first, figure, *end, **more)


def test_PIP_2_2_8_1_8_2_8_3_8_5_PP_20_a_player_at_the_roof_leaves() -> None:
    spec = five("plus-1", "forward-1", "rat-1", "rat-0", "melody", "melody", trackers=(0, 0, 7, 0, 0), hands={2: QUIET})
    spec.then(
        f.ForwardOneMoved(("rat-1",), "gap-1", ("house-1", "house-2"), "gap-3"),
        f.TrackerRaised(1, 1),
        f.TrackerRaised(2, 8),
        f.PlayerEliminated(2),
        f.HouseRemoved("house-2", "gap-3"),
        f.TrackersClaimed(0, (2,)),
        f.HandDiscarded(2, QUIET),
        f.ActionCardsDiscarded(0, ("forward-1", "plus-1")),
    )
    assert spec.state.ring == (0, 1, 3, 4)
    assert spec.state.hands[2] == ()
    assert spec.state.claimed == ((2,), (), (), (), ())
    assert spec.state.eliminated == (2,)


def test_PIP_8_3_trackers_that_the_eliminated_had_claimed_go_along() -> None:
    spec = five("sewer", "forward-1", "rat-3", "rat-0", "melody", "melody", eliminated=(2,), claimed={3: (2,)}, trackers=(0, 0, 8, 7, 0))
    spec.then(f.PlayerEliminated(3), f.TrackersClaimed(0, (3, 2)))
    assert spec.state.claimed == ((3, 2), (), (), (), ())


def test_PIP_8_4_8_5_PP_22_the_two_gaps_become_one() -> None:
    spec = five("sewer", "forward-1", "rat-2", "rat-0", "melody", "melody", trackers=(0, 0, 7, 0, 0), figures={"rat-0": 2, "piper": 3})
    assert figures(spec.state) == {"rat-0": 3, "rat-1": 1, "rat-2": 4, "rat-3": 3, "rat-4": 4, "rat-5": 0, "piper": 3}


def test_PP_22_the_gap_of_the_last_house_joins_that_of_the_first() -> None:
    spec = five("sewer", "backward-1", "rat-0", "rat-0", "melody", "melody", trackers=(0, 0, 0, 0, 7), figures={"rat-1": 4})
    spec.then(f.PlayerEliminated(4), f.HouseRemoved("house-4", "gap-0"))
    assert figures(spec.state)["rat-1"] == 0
    assert figures(spec.state)["rat-0"] == 1  # back to gap-4, which became gap-0, then through the sewer


def test_PIP_8_6_8_7_PP_22_the_second_action_follows_in_the_new_ring() -> None:
    spec = five("forward-1", "forward-1", "rat-2", "rat-0", "melody", "melody", trackers=(0, 0, 7, 0, 0))
    spec.then(
        f.ForwardOneMoved(("rat-2",), "gap-2", ("house-2",), "gap-3"),
        f.PlayerEliminated(2),
        f.HandDiscarded(2, ("forward-1", "forward-1", "backward-1", "sewer")),
        f.ForwardOneMoved(("rat-2",), "gap-3", ("house-3",), "gap-4"),
        f.TrackerRaised(3, 1),
    )
    back = five("backward-1", "forward-1", "rat-2", "rat-0", "melody", "melody", trackers=(0, 0, 7, 0, 0))
    back.then(f.PlayerEliminated(2), f.BackwardOneMoved(("rat-2",), "gap-3", ("house-1",), "gap-1"), f.TrackerRaised(1, 1))


def test_PP_4_two_basic_cards_are_two_actions() -> None:
    """The first card brings the tracker to the roof, the second would take it down again: too late."""
    spec = five("backward-1", "forward-1", "rat-2", "rat-0", "melody", "melody", trackers=(0, 0, 7, 0, 0))
    spec.then(f.TrackerRaised(2, 8), f.PlayerEliminated(2), f.BackwardOneMoved(("rat-2",), "gap-3", ("house-1",), "gap-1"))


def test_PP_5_a_forward_2_is_finished_before_anybody_leaves() -> None:
    spec = five("sewer", "forward-2", "rat-1", "rat-0", "melody", "melody", trackers=(0, 7, 0, 0, 0))
    spec.then(
        f.ForwardTwoMoved(("rat-1",), "gap-1", ("house-1", "house-2"), "gap-3"),
        f.TrackerRaised(1, 8),
        f.TrackerRaised(2, 1),
        f.PlayerEliminated(1),
    )


def test_PP_2_the_roof_is_at_7_where_the_table_says_so() -> None:
    spec = five("sewer", "forward-1", "rat-2", "rat-0", "melody", "melody", trackers=(0, 0, 6, 0, 0), roof_level=7)
    spec.then(f.TrackerRaised(2, 7), f.PlayerEliminated(2))
    spec = five("sewer", "forward-1", "rat-2", "rat-0", "melody", "melody", trackers=(0, 0, 6, 0, 0))
    assert spec.state.eliminated == ()


def test_PP_21_several_at_the_roof_leave_in_the_order_in_which_they_were_passed() -> None:
    spec = five("plus-1", "forward-1", "rat-1", "rat-0", "melody", "melody", trackers=(0, 7, 7, 0, 0))
    spec.then(f.PlayerEliminated(1), f.TrackersClaimed(0, (1,)), f.PlayerEliminated(2), f.TrackersClaimed(0, (2,)))
    assert spec.state.eliminated == (1, 2)
    back = five("plus-1", "backward-1", "rat-3", "rat-0", "melody", "melody", trackers=(0, 7, 7, 0, 0))
    back.then(f.PlayerEliminated(2), f.HouseRemoved("house-2", "gap-3"), f.PlayerEliminated(1), f.HouseRemoved("house-1", "gap-3"))
    assert back.state.eliminated == (2, 1)
    assert figures(back.state)["rat-3"] == 3


def test_PP_21_until_two_players_are_left() -> None:
    spec = five("plus-1", "forward-2", "rat-1", trackers=(0, 7, 7, 7, 7))
    assert spec.state.eliminated == (1, 2, 3)
    assert spec.state.ending is not None
    given(RULES, spec.state).when(0, "place sewer 0").refused("PIP-12.1")
    two = play(4, "plus-1", "forward-2", "rat-1", trackers=(2, 7, 7, 7))
    assert two.state.eliminated == (1, 2)
    assert two.state.trackers == (2, 8, 8, 8)  # seat 3 was brought to the roof too, and stays


def test_PP_19_the_active_player_out_his_trackers_leave_the_game() -> None:
    spec = five("sewer", "forward-1", "rat-0", "rat-0", eliminated=(2,), claimed={0: (2,)}, trackers=(7, 0, 8, 0, 0))
    spec.then(
        f.PlayerEliminated(0),
        f.HouseRemoved("house-0", "gap-1"),
        f.TrackersLost((0, 2)),
        f.HandDiscarded(0, ("forward-1", "sewer")),
        f.SewerMoved(("rat-0",), "gap-1", ("house-1",), "gap-3"),
        f.ActionCardsDiscarded(0, ("forward-1", "sewer")),
        f.CharactersDiscarded((0,), ("rat-0",)),
        f.CharacterRevealed(0, "rat-0"),
        f.TurnPassed(1),
    )
    assert not any(isinstance(fact, f.CardDrawn) for fact in spec.facts)
    assert spec.state.claimed == ((), (), (), (), ())


def test_PP_19_the_second_character_still_moves() -> None:
    before = position(5, row=("rat-0", "rat-1", "rat-2", "piper"), lying={0: ["sewer"], 1: ["sewer"]}, trackers=(7, 0, 0, 0, 0), figures={"rat-0": 4})
    spec = given(RULES, before).when(0, "place forward-1 0").when(0, "place forward-2 1")
    later = spec.when(0, "activate 0", draws("rat-3", "rat-3"))
    later.then(f.PlayerEliminated(0), f.ForwardTwoMoved(("rat-1",), "gap-2", ("house-2", "house-3"), "gap-4"), f.TurnPassed(1))


def test_PP_35_those_eliminated_later_in_that_turn_lose_theirs_too() -> None:
    before = position(5, lying={0: ["sewer"], 1: ["sewer"]}, trackers=(7, 0, 7, 0, 0), figures={"rat-0": 4}, hands={2: QUIET})
    spec = given(RULES, before).when(0, "place forward-1 0").when(0, "place forward-2 1").when(0, "activate 0", draws("rat-3", "rat-3"))
    spec.then(f.PlayerEliminated(0), f.TrackersLost((0,)), f.PlayerEliminated(2), f.TrackersLost((2,)))
    assert spec.state.claimed == ((),) * 5


def test_PP_36_the_row_is_filled_all_the_same() -> None:
    spec = five("sewer", "forward-1", "rat-0", "rat-4", trackers=(7, 0, 0, 0, 0))
    assert spec.state.row == ("rat-4", "rat-1", "rat-2", "rat-3")


def test_PP_19_the_turn_passes_to_the_right_neighbour_who_is_left() -> None:
    spec = five("sewer", "forward-1", "rat-4", "rat-0", turn=4, trackers=(0, 0, 0, 0, 7))
    assert spec.facts[-1] == f.TurnPassed(0)
    skip = five("plus-1", "forward-1", "rat-1", "rat-0", turn=1, trackers=(0, 7, 7, 0, 0))
    assert skip.state.eliminated == (1, 2)
    assert skip.facts[-1] == f.TurnPassed(3)


def test_PIP_5_21_an_eliminated_seat_is_passed_over_and_may_not_move() -> None:
    before = position(5, eliminated=(1,), trackers=(0, 8, 0, 0, 0))
    spec = given(RULES, before).when(0, "place sewer 0").when(0, "place forward-1 1", draws("melody", "melody"))
    assert spec.facts[-1] == f.TurnPassed(2)
    spec.when(1, "place sewer 0").refused("PIP-5.21")


def test_PP_20_PP_44_the_hand_is_in_the_discards_at_once_but_the_face_down_card_stays() -> None:
    spec = five("sewer", "forward-1", "rat-2", "rat-0", "melody", "melody", trackers=(0, 0, 7, 0, 0), hands={2: QUIET}, variant_secret=True)
    assert spec.state.discards == (2 + 1, 0, 0, 2 + 1, 0, 0)


@pytest.mark.parametrize("first", ["sewer", "forward-1"])
def test_PIP_8_9_PP_25_neutral_houses_are_passed_but_never_leave(first: str) -> None:
    before = position(2, row=("rat-1", "rat-0", "rat-2", "rat-3"), lying={0: [first]}, figures={f"rat-{i}": 1 for i in range(5)})
    spec = given(RULES, before).when(0, "place sewer 1").when(0, "place forward-1 0", draws("rat-0", "melody", "melody"))
    assert spec.state.ring == (0, 1, 2, 3)
    assert spec.state.trackers == (0, 1)  # house-1 is neutral, house-2 is seat 1's
