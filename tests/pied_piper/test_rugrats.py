"""The Rugrats variant."""

from domain.pied_piper import RULES
from domain.pied_piper import facts as f
from domain.pied_piper.deck import copies
from tests.given import given
from tests.pied_piper.support import draws, fresh, position

ROW = ("rat-0", "rat-1", "rat-2", "piper")


def test_PIP_14_1_14_2_PP_29_neither_plus_1_nor_melody() -> None:
    assert copies(rugrats=True) == (16, 8, 10, 6, 0, 0)
    assert sum(fresh(3, variant_rugrats=True).deck) == 40 - 12


def test_PIP_14_3_14_4_PP_29_a_card_takes_effect_at_once_and_stays() -> None:
    spec = given(RULES, position(variant_rugrats=True)).when(0, "place forward-1 1")
    assert spec.facts == (f.CardPlaced(0, 1, "rat-1", "forward-1"), f.ForwardOneMoved(("rat-1",), "gap-1", ("house-1",), "gap-2"), f.TrackerRaised(1, 1))
    assert [one.card for one in spec.state.lying[1]] == ["forward-1"]
    assert RULES.to_act(spec.state) == (0,)
    spec.when(0, "place sewer 1").refused("PIP-6.1")


def test_PP_38_PP_1_also_on_the_first_turn() -> None:
    spec = given(RULES, fresh(3, variant_rugrats=True)).when(0, "place forward-2 0", draws("sewer"))
    spec.then(f.ForwardTwoMoved(("rat-0",), "gap-0", ("house-0", "house-1"), "gap-2"), f.TrackerRaised(0, 1), f.TrackerRaised(1, 1), f.CardDrawn(0, "sewer"))
    assert spec.state.turn == 1
    assert [one.card for one in spec.state.lying[0]] == ["forward-2"]


def test_PIP_14_5_14_6_PP_29_only_the_second_card_clears_the_character_and_only_it_acts() -> None:
    before = position(variant_rugrats=True, lying={1: ["forward-2"]})
    spec = given(RULES, before).when(0, "place sewer 0").when(0, "place forward-1 1", draws("rat-3", "forward-1", "forward-1"))
    spec.then(
        f.ForwardOneMoved(("rat-1",), "gap-1", ("house-1",), "gap-2"),
        f.ActionCardsDiscarded(1, ("forward-2", "forward-1")),
        f.CharactersDiscarded((1,), ("rat-1",)),
        f.CharacterRevealed(1, "rat-3"),
        f.TurnPassed(1),
    )
    assert not any(isinstance(fact, f.ForwardTwoMoved | f.CharactersActivated) for fact in spec.facts)


def test_PP_39_PP_48_a_completed_character_stays_until_the_end_of_the_turn() -> None:
    before = position(variant_rugrats=True, lying={1: ["forward-2"], 2: ["forward-2"]})
    spec = given(RULES, before).when(0, "place forward-1 1")
    assert [one.card for one in spec.state.lying[1]] == ["forward-2", "forward-1"]
    assert spec.state.row == ROW
    assert {move.slot for move in RULES.legal_moves(spec.state, 0)} == {0, 2, 3}
    spec = spec.when(0, "place sewer 2", draws("rat-3", "rat-4", "forward-1", "forward-1"))
    spec.then(
        f.ActionCardsDiscarded(1, ("forward-2", "forward-1")),
        f.ActionCardsDiscarded(2, ("forward-2", "sewer")),
        f.CharactersDiscarded((1, 2), ("rat-1", "rat-2")),
    )
    assert spec.state.row == ("rat-0", "rat-3", "rat-4", "piper")
    assert RULES.to_act(spec.state) == (1,)


def test_PP_39_no_order_is_chosen() -> None:
    before = position(variant_rugrats=True, lying={1: ["forward-2"], 2: ["forward-2"]})
    given(RULES, before).when(0, "place forward-1 1").when(0, "activate 1").refused("PP-39")


def test_PP_37_out_by_his_first_card_he_places_no_second_one() -> None:
    before = position(variant_rugrats=True, lying={0: ["sewer"]}, trackers=(7, 0, 0, 0))
    spec = given(RULES, before).when(0, "place forward-1 0", draws("rat-3"))
    spec.then(
        f.PlayerEliminated(0),
        f.TrackersLost((0,)),
        f.HandDiscarded(0, ("forward-2", "backward-1", "sewer")),
        f.ActionCardsDiscarded(0, ("sewer", "forward-1")),
        f.CharacterRevealed(0, "rat-3"),
        f.TurnPassed(1),
    )
    alone = position(variant_rugrats=True, trackers=(7, 0, 0, 0))
    assert given(RULES, alone).when(0, "place forward-1 0").facts[-1] == f.TurnPassed(1)


def test_PP_29_another_player_out_by_the_first_card_the_turn_goes_on() -> None:
    before = position(variant_rugrats=True, trackers=(0, 7, 0, 0))
    spec = given(RULES, before).when(0, "place forward-1 1")
    spec.then(f.PlayerEliminated(1), f.TrackersClaimed(0, (1,)))
    assert RULES.to_act(spec.state) == (0,)
    spec.when(0, "place forward-2 0", draws("sewer", "sewer")).then(f.ForwardTwoMoved(("rat-0",), "gap-0", ("house-0", "house-2"), "gap-3"))


def test_PP_45_rugrats_too_ends_at_once() -> None:
    spec = given(RULES, position(3, variant_rugrats=True, trackers=(0, 7, 0))).when(0, "place forward-1 1")
    assert spec.facts[-1] == f.WonByClaims(0)
