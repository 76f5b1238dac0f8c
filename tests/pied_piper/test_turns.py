"""Turns: placing, activating, the order of two characters, replacing, drawing, both decks formed anew."""

import pytest

from domain.chance import BadDraw
from domain.pied_piper import RULES
from domain.pied_piper import facts as f
from domain.pied_piper.moves import activate, place
from tests.given import given
from tests.pied_piper.support import HAND, draws, fresh, position


def test_PIP_5_5_5_6_PP_1_the_start_player_places_one_card_and_draws_one() -> None:
    spec = given(RULES, fresh(4, start=2)).when(2, "place sewer 1", draws("melody"))
    spec.then(f.CardPlaced(2, 1, "rat-1", "sewer"), f.CardDrawn(2, "melody"), f.TurnPassed(3))
    assert spec.facts[-1] == f.TurnPassed(3)
    assert len(spec.state.hands[2]) == 4


def test_PIP_5_5_nobody_else_begins_nor_with_another_card() -> None:
    given(RULES, fresh(4, start=2)).when(0, "place sewer 1").refused("PIP-5.5")
    given(RULES, fresh(4, start=2)).when(2, "place melody 1").refused("PIP-5.5")


def test_PIP_5_7_5_21_the_turn_passes_to_the_right_and_round() -> None:
    state = fresh(3, start=1)
    spec = given(RULES, state).when(1, "place sewer 0", draws("forward-1"))
    assert RULES.to_act(spec.state) == (2,)
    spec.when(1, "place forward-1 1").refused("PIP-5.21")
    spec = spec.when(2, "place sewer 1").when(2, "place forward-1 2", draws("forward-1", "forward-1"))
    assert RULES.to_act(spec.state) == (0,)


def test_PIP_5_8_5_9_5_10_5_19_two_cards_then_two_draws() -> None:
    spec = given(RULES, position()).when(0, "place sewer 0")
    assert spec.facts == (f.CardPlaced(0, 0, "rat-0", "sewer"),)
    assert RULES.to_act(spec.state) == (0,)
    spec = spec.when(0, "place forward-1 1", draws("melody", "plus-1"))
    assert spec.facts == (f.CardPlaced(0, 1, "rat-1", "forward-1"), f.CardDrawn(0, "melody"), f.CardDrawn(0, "plus-1"), f.TurnPassed(1))
    assert spec.state.hands[0] == ("forward-2", "backward-1", "plus-1", "melody")


def test_PIP_5_9_only_cards_of_the_hand_and_face_up() -> None:
    given(RULES, position()).when(0, "place melody 0").refused("PIP-5.9")
    given(RULES, position()).when(0, place("hidden", 0)).refused("PIP-5.9")
    given(RULES, position()).when(0, "place sewer 0 face-down").refused("PIP-5.9")


def test_PIP_6_1_11_3_5_10_PP_16_not_twice_on_one_character_in_a_turn() -> None:
    given(RULES, position()).when(0, "place sewer 2").when(0, "place forward-1 2").refused("PIP-6.1")
    given(RULES, position(lying={2: ["sewer"]})).when(0, "place sewer 2").when(0, "place forward-1 2").refused("PIP-6.1")


def test_PIP_6_2_11_4_a_second_card_may_join_one_of_an_earlier_turn() -> None:
    spec = given(RULES, position(lying={2: ["sewer"]})).when(0, "place sewer 2").accepted()
    assert [one.card for one in spec.state.lying[2]] == ["sewer", "sewer"]


def test_PIP_11_1_PP_16_never_three_and_always_room_for_two() -> None:
    """A turn starts with at most one card on each character, so only the slot of the first card can be full at the second."""
    full = position(lying={0: ["sewer"], 1: ["sewer"], 2: ["forward-1"], 3: ["forward-1"]})
    assert {move.slot for move in RULES.legal_moves(full, 0)} == {0, 1, 2, 3}
    after = given(RULES, full).when(0, "place sewer 1").accepted().state
    assert {move.slot for move in RULES.legal_moves(after, 0)} == {0, 2, 3}
    crowded = position(lying={0: ["sewer", "sewer"]})
    given(RULES, crowded).when(0, "place forward-1 0").refused("PIP-11.1")


def test_PIP_5_11_11_2_a_character_with_two_cards_is_activated_only_after_the_placing() -> None:
    spec = given(RULES, position(lying={0: ["forward-1"]})).when(0, "place sewer 0")
    assert spec.facts == (f.CardPlaced(0, 0, "rat-0", "sewer"),)
    spec = spec.when(0, "place forward-1 1", draws("rat-3", "forward-1", "forward-1"))
    spec.then(f.CharactersActivated((0,)), f.ForwardOneMoved(("rat-0",), "gap-0", ("house-0",), "gap-1"))


def test_PIP_5_14_PP_13_PP_41_two_activated_characters_are_ordered_by_a_move() -> None:
    before = position(lying={1: ["forward-1"], 3: ["forward-1"]})
    spec = given(RULES, before).when(0, "place backward-1 3").when(0, "place sewer 1")
    assert spec.facts == (f.CardPlaced(0, 1, "rat-1", "sewer"), f.CharactersActivated((1, 3)))
    assert RULES.legal_moves(spec.state, 0) == (activate(1), activate(3))
    spec.when(0, "place forward-1 0").refused("PIP-5.14")
    spec.when(0, "activate 0").refused("PP-13")
    spec.when(1, "activate 1").refused("PIP-5.21")
    later = spec.when(0, "activate 3", draws("rat-4", "rat-3", "forward-1", "forward-1"))
    later.then(
        f.OrderChosen(0, (3, 1), ("piper", "rat-1")),
        f.ForwardOneMoved(("piper",), "gap-0", ("house-0",), "gap-1"),
        f.BackwardOneMoved(("piper",), "gap-1", ("house-0",), "gap-0"),
        f.ActionCardsDiscarded(3, ("forward-1", "backward-1")),
        f.ForwardOneMoved(("rat-1",), "gap-1", ("house-1",), "gap-2"),
        f.SewerMoved(("rat-1",), "gap-2", ("house-2",), "gap-3"),
        f.ActionCardsDiscarded(1, ("forward-1", "sewer")),
        f.CharactersDiscarded((1, 3), ("rat-1", "piper")),
        f.CharacterRevealed(1, "rat-4"),
        f.CharacterRevealed(3, "rat-3"),
    )


def test_PP_41_also_where_both_slots_show_the_same_character() -> None:
    before = position(row=("rat-1", "rat-1", "rat-2", "piper"), lying={0: ["sewer"], 1: ["sewer"]})
    spec = given(RULES, before).when(0, "place sewer 0").when(0, "place forward-1 1")
    assert RULES.legal_moves(spec.state, 0) == (activate(0), activate(1))
    after = spec.when(0, "activate 0", draws("rat-0", "rat-0", "forward-1", "forward-1")).accepted().state
    assert after.figures[1] == (1 + 4) % 4


def test_PIP_5_8_no_order_without_two_activated_characters() -> None:
    given(RULES, position()).when(0, "activate 0").refused("PIP-5.8")
    given(RULES, position(variant_rugrats=True)).when(0, "activate 0").refused("PP-39")


def test_PIP_5_15_5_16_5_17_cards_go_to_piles_of_their_own_and_the_character_is_replaced() -> None:
    spec = given(RULES, position(lying={1: ["forward-1"]})).when(0, "place sewer 1").when(0, "place forward-1 0", draws("rat-4", "melody", "melody"))
    assert spec.state.discards == (1, 0, 0, 1, 0, 0)
    assert spec.state.character_discards == (0, 1, 0, 0, 0, 0)
    assert spec.state.row == ("rat-0", "rat-4", "rat-2", "piper")
    assert spec.state.lying[1] == ()


def test_PP_14_the_row_may_show_several_pipers_later_on() -> None:
    spec = given(RULES, position(lying={1: ["forward-1"]})).when(0, "place sewer 1").when(0, "place forward-1 0", draws("piper", "melody", "melody"))
    assert spec.state.row == ("rat-0", "piper", "rat-2", "piper")


def test_PP_33_new_characters_in_ascending_slots_whatever_order_was_chosen() -> None:
    before = position(lying={1: ["sewer"], 3: ["sewer"]})
    spec = given(RULES, before).when(0, "place sewer 3").when(0, "place forward-1 1")
    for first in (1, 3):
        after = spec.when(0, f"activate {first}", draws("rat-4", "rat-3", "melody", "melody")).accepted().state
        assert after.row == ("rat-0", "rat-4", "rat-2", "rat-3")


def test_PIP_5_18_PP_17_PP_34_the_character_deck_is_formed_anew_with_the_cards_just_activated() -> None:
    before = position(lying={1: ["forward-1"]}, character_deck=())
    spec = given(RULES, before).when(0, "place sewer 1").when(0, "place forward-1 0", draws("rat-1", "melody", "melody"))
    spec.then(f.CharactersDiscarded((1,), ("rat-1",)), f.CharacterDeckRenewed(), f.CharacterRevealed(1, "rat-1"))
    assert sum(spec.state.character_deck) == 18 - 4
    assert sum(spec.state.character_discards) == 0


def test_PIP_5_18_PP_34_in_the_middle_of_two_replacements() -> None:
    before = position(lying={1: ["sewer"], 3: ["sewer"]}, character_deck=("rat-4",))
    spec = given(RULES, before).when(0, "place sewer 3").when(0, "place forward-1 1")
    later = spec.when(0, "activate 1", draws("rat-4", "piper", "melody", "melody"))
    later.then(f.CharacterRevealed(1, "rat-4"), f.CharacterDeckRenewed(), f.CharacterRevealed(3, "piper"))
    with pytest.raises(BadDraw):
        spec.when(0, "activate 1", draws("piper", "rat-4", "melody", "melody"))


def test_PP_34_not_yet_when_the_last_character_goes() -> None:
    before = position(lying={1: ["forward-1"]}, character_deck=("piper",))
    spec = given(RULES, before).when(0, "place sewer 1").when(0, "place forward-1 0", draws("piper", "melody", "melody"))
    assert f.CharacterDeckRenewed() not in spec.facts
    assert sum(spec.state.character_deck) == 0


def test_PIP_5_20_PP_18_the_action_deck_runs_out_in_the_middle_of_a_draw() -> None:
    before = position(deck=("melody",))
    spec = given(RULES, before).when(0, "place sewer 0").when(0, "place forward-1 1", draws("melody", "plus-1"))
    spec.then(f.CardDrawn(0, "melody"), f.ActionDeckRenewed(), f.CardDrawn(0, "plus-1"))
    with pytest.raises(BadDraw):
        given(RULES, before).when(0, "place sewer 0").when(0, "place forward-1 1", draws("plus-1", "melody"))


def test_PIP_5_20_cards_in_hands_and_on_the_row_are_not_in_the_new_deck() -> None:
    before = position(deck=(), lying={0: ["melody"], 1: ["melody"], 2: ["melody"], 3: ["melody"]})
    spec = given(RULES, before).when(0, "place sewer 0").when(0, "place forward-1 1")
    after = spec.when(0, "activate 0", draws("rat-0", "rat-0", "melody", "melody")).accepted().state
    assert sum(after.discards) == 0
    assert after.deck[5] == 5 - 2 - 2  # two still lie on the row, two were drawn; the two just carried out were in the new deck


def test_PP_34_not_yet_when_the_last_action_card_goes() -> None:
    spec = given(RULES, position(deck=("melody", "sewer"))).when(0, "place sewer 0").when(0, "place forward-1 1", draws("sewer", "melody"))
    assert f.ActionDeckRenewed() not in spec.facts
    assert sum(spec.state.deck) == 0


def test_legal_lists_go_by_card_then_slot() -> None:
    state = position(hands={0: ("sewer", "forward-1", "sewer", "melody")})
    assert RULES.legal_moves(state, 0) == tuple(place(card, slot) for card in ("forward-1", "sewer", "melody") for slot in range(4))
    assert RULES.legal_moves(state, 1) == ()
    assert len(RULES.legal_moves(position(), 0)) == len(HAND) * 4
