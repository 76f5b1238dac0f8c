"""The cards: every pair on every figure, groups, rings of every size, directions. Tables worked out by hand from the rulebook."""

import csv
from pathlib import Path
from typing import Any

import pytest

from domain.pied_piper import RULES
from domain.pied_piper import facts as f
from domain.pied_piper.deck import characters
from domain.pied_piper.ring import houses
from domain.pied_piper.state import State
from tests.given import given
from tests.pied_piper.support import draws, figures, position

HERE = Path(__file__).parent


def rows(name: str) -> list[dict[str, str]]:
    with (HERE / name).open() as file:
        return list(csv.DictReader(file))


def pair(first: str, second: str, figure: str, **more: Any) -> State:
    """The position after ``first`` (from an earlier turn) and ``second`` were carried out on ``figure``."""
    filler = "forward-1" if second != "forward-1" else "sewer"
    before = position(
        row=(figure, "rat-1", "rat-2", "rat-3"),
        hands={0: (second, filler, "forward-1", "sewer")},
        lying={0: [first]},
        **({"trackers": (3, 3, 3, 3)} | more),
    )
    spec = given(RULES, before).when(0, f"place {filler} 1").when(0, f"place {second} 0", draws("rat-0", "forward-1", "forward-1"))
    after = spec.accepted().state
    assert isinstance(after, State)
    return after


@pytest.mark.parametrize("row", rows("actions.csv"), ids=lambda row: f"{row['first']}+{row['second']}-{row['figure']}")
def test_PIP_9_1_9_2_9_3_9_4_PIP_10_1_10_4_PP_6_PP_7_PP_8_PP_9_PP_10_PP_11_PP_12_every_pair_on_a_rat_and_the_piper(row: dict[str, str]) -> None:
    """Four players, all trackers at 3; rat-4, rat-0 and the Piper stand in gap-0."""
    after = pair(row["first"], row["second"], row["figure"])
    assert after.trackers == tuple(3 + int(row[f"house-{house}"]) for house in range(4))
    moving = {"rat-0", "rat-4", "piper"} if row["company"] == "goes" else {row["figure"]}
    start = {"rat-0": 0, "rat-1": 1, "rat-2": 2, "rat-3": 3, "rat-4": 0, "piper": 0}
    assert figures(after) == start | dict.fromkeys(moving, int(row["end"][-1]))


def test_every_pair_of_cards_is_in_the_table() -> None:
    assert len({(row["first"], row["second"], row["figure"]) for row in rows("actions.csv")}) == 6 * 6 * 2


def test_PIP_7_1_7_2_7_3_7_4_the_example_of_a_turn() -> None:
    """The yellow rat has two cards, walks through the house in front of it and back: that tracker rises twice, by one each."""
    before = position(row=("rat-2", "rat-1", "rat-0", "piper"), lying={0: ["forward-1"]})
    spec = given(RULES, before).when(0, "place forward-1 1").when(0, "place backward-1 0", draws("rat-3", "melody", "sewer"))
    spec.then(
        f.CharactersActivated((0,)),
        f.ForwardOneMoved(("rat-2",), "gap-2", ("house-2",), "gap-3"),
        f.TrackerRaised(2, 1),
        f.BackwardOneMoved(("rat-2",), "gap-3", ("house-2",), "gap-2"),
        f.TrackerRaised(2, 2),
        f.ActionCardsDiscarded(0, ("forward-1", "backward-1")),
        f.CharactersDiscarded((0,), ("rat-2",)),
        f.CharacterRevealed(0, "rat-3"),
        f.CardDrawn(0, "melody"),
        f.CardDrawn(0, "sewer"),
        f.TurnPassed(1),
    )
    assert spec.state.trackers == (0, 0, 2, 0)
    assert spec.state.row == ("rat-3", "rat-1", "rat-0", "piper")


def single(figure: str, card: str, tracker: int = 3) -> tuple[tuple[int, ...], int]:
    """Trackers and the figure's gap after one card alone (Rugrats), from gap-0 with four players."""
    before = position(row=(figure, "rat-1", "rat-2", "rat-3"), trackers=(tracker,) * 4, variant_rugrats=True)
    after = given(RULES, before).when(0, f"place {card} 0").accepted().state
    return after.trackers, figures(after)[figure]


def test_PIP_2_1_5_1_a_card_moves_the_rat_away_and_on_to_the_neighbour() -> None:
    before = position(row=("rat-4", "rat-1", "rat-2", "rat-3"), lying={0: ["sewer"]})
    after = given(RULES, before).when(0, "place forward-1 1").when(0, "place forward-2 0", draws("rat-0", "forward-1", "forward-1")).state
    assert figures(after)["rat-4"] == 3
    assert after.trackers == (0, 1, 1, 0)


def test_PIP_5_2_6_4_11_6_9_1_1_9_1_3_a_rat_forward_1() -> None:
    assert single("rat-4", "forward-1") == ((4, 3, 3, 3), 1)


def test_PIP_5_3_6_5_11_7_9_1_2_the_piper_forward_1() -> None:
    assert single("piper", "forward-1") == ((2, 3, 3, 3), 1)


def test_PIP_9_2_1_9_2_3_a_rat_forward_2() -> None:
    assert single("rat-4", "forward-2") == ((4, 4, 3, 3), 2)


def test_PIP_9_2_2_the_piper_forward_2() -> None:
    assert single("piper", "forward-2") == ((2, 2, 3, 3), 2)


def test_PIP_9_3_1_9_3_3_a_rat_backward_1() -> None:
    assert single("rat-4", "backward-1") == ((3, 3, 3, 4), 3)


def test_PIP_9_3_2_the_piper_backward_1() -> None:
    assert single("piper", "backward-1") == ((3, 3, 3, 2), 3)


@pytest.mark.parametrize("figure", ["rat-4", "piper"])
def test_PIP_9_4_1_9_4_2_the_sewer_changes_no_tracker(figure: str) -> None:
    assert single(figure, "sewer") == ((3, 3, 3, 3), 1)


@pytest.mark.parametrize("card", ["forward-1", "forward-2", "backward-1", "sewer"])
def test_PIP_6_3_11_5_rats_and_the_piper_move_alike(card: str) -> None:
    assert single("rat-4", card)[1] == single("piper", card)[1]


def test_PP_3_the_piper_does_nothing_at_0() -> None:
    before = position(row=("piper", "rat-1", "rat-2", "rat-3"), variant_rugrats=True)
    spec = given(RULES, before).when(0, "place forward-2 0").then(f.ForwardTwoMoved(("piper",), "gap-0", ("house-0", "house-1"), "gap-2"))
    assert not any(isinstance(fact, f.TrackerLowered) for fact in spec.facts)
    assert spec.state.trackers == (0, 0, 0, 0)


@pytest.mark.parametrize("row", rows("groups.csv"), ids=lambda row: "-".join(row.values()))
@pytest.mark.parametrize("roof", [8, 7])
def test_PIP_10_5_PP_2_PP_8_a_group_is_one_change_between_0_and_the_roof(row: dict[str, str], roof: int) -> None:
    """Forward 1 with Melody past house-2 of four players, by a group in gap-2."""
    after = row[f"after_{roof}"]
    if not after:
        return
    rats, piper = int(row["rats"]), int(row["piper"])
    group = {f"rat-{i}": 2 if i < rats else 0 for i in range(5)} | {"piper": 2 if piper else 0}
    leader = "rat-0" if rats else "piper"
    state = pair("forward-1", "melody", leader, figures=group, trackers=(0, 0, int(row["before"]), 0), roof_level=roof)
    if after == "roof":
        assert state.eliminated == (2,)
        assert state.trackers[2] == roof
        assert figures(state) == {figure: 3 if at == 2 else 0 for figure, at in group.items()}
    else:
        assert state.trackers == (0, 0, int(after), 0)
        assert figures(state) == {figure: 3 if at == 2 else 0 for figure, at in group.items()}


@pytest.mark.parametrize("row", rows("rings.csv"), ids=lambda row: "-".join(row.values()))
def test_PIP_3_8_8_10_PP_25_PP_27_PP_28_walks_around_rings_of_every_size(row: dict[str, str]) -> None:
    seats, figure = int(row["seats"]), row["figure"]
    before = position(
        seats,
        row=(figure, "rat-1", "rat-2", "piper"),
        hands={0: (row["special"] or "melody", "forward-1", "forward-1", "sewer")},
        lying={0: [row["card"]]},
        figures=dict.fromkeys(characters(houses(seats)), (int(row["from"][-1]) + 1) % 3) | {figure: int(row["from"][-1])},
    )
    special = row["special"] or "melody"  # Melody with nobody else there changes nothing
    spec = given(RULES, before).when(0, "place sewer 1").when(0, f"place {special} 0", draws("piper", "forward-1", "forward-1"))
    moved = next(fact for fact in spec.facts if isinstance(fact, f.FiguresMoved))
    assert (moved.figures, moved.start, moved.end) == ((figure,), row["from"], row["end"])
    assert " ".join(moved.houses) == row["passed"]


def test_PIP_10_2_10_3_10_6_10_7_10_8_PP_10_special_cards_alone_move_nothing_and_are_discarded() -> None:
    before = position(row=("rat-4", "rat-1", "rat-2", "rat-3"), hands={0: ("melody", "forward-1", "forward-1", "sewer")}, lying={0: ["plus-1"]})
    spec = given(RULES, before).when(0, "place sewer 1").when(0, "place melody 0", draws("rat-0", "forward-1", "forward-1"))
    spec.then(f.NoFigureMoved(0), f.ActionCardsDiscarded(0, ("plus-1", "melody")), f.CharactersDiscarded((0,), ("rat-4",)), f.CharacterRevealed(0, "rat-0"))
    assert not any(isinstance(fact, f.FiguresMoved) for fact in spec.facts)


def test_PIP_5_12_5_13_PP_11_the_upper_card_before_the_lower_one() -> None:
    before = position(row=("rat-4", "rat-1", "rat-2", "rat-3"), lying={0: ["sewer"]})
    spec = given(RULES, before).when(0, "place forward-1 1").when(0, "place backward-1 0", draws("rat-0", "forward-1", "forward-1"))
    spec.then(f.SewerMoved(("rat-4",), "gap-0", ("house-0",), "gap-1"), f.BackwardOneMoved(("rat-4",), "gap-1", ("house-0",), "gap-0"))
    other = position(row=("rat-4", "rat-1", "rat-2", "rat-3"), lying={0: ["backward-1"]})
    spec = given(RULES, other).when(0, "place forward-1 1").when(0, "place sewer 0", draws("rat-0", "forward-1", "forward-1"))
    spec.then(f.BackwardOneMoved(("rat-4",), "gap-0", ("house-3",), "gap-3"), f.SewerMoved(("rat-4",), "gap-3", ("house-3",), "gap-0"))


def test_PIP_10_4_PP_9_only_the_same_gap_goes_along() -> None:
    before = position(
        row=("rat-1", "rat-1", "rat-2", "rat-3"),
        hands={0: ("melody", "forward-1", "forward-1", "sewer")},
        lying={0: ["backward-1"]},
        figures={"rat-3": 1, "rat-0": 2},
    )
    spec = given(RULES, before).when(0, "place sewer 1").when(0, "place melody 0", draws("rat-0", "forward-1", "forward-1"))
    spec.then(f.MelodyAdded(0), f.BackwardOneMoved(("rat-1", "rat-3"), "gap-1", ("house-0",), "gap-0"), f.TrackerRaised(0, 2))
