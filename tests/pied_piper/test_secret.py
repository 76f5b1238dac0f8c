"""The Secret life variant, and who sees what."""

from typing import Any

import pytest

from domain.message import Json
from domain.moves import read_move
from domain.pied_piper import facts as f
from domain.pied_piper.moves import place
from domain.pied_piper.state import Lying, State
from domain.seats import ARBITER, SPECTATOR, Viewer
from tests.given import given
from tests.pied_piper.support import RULES, draws, fresh, position

OTHERS = [Viewer(seat=1), Viewer(seat=2), Viewer(seat=3), SPECTATOR]


def seen(state: State, viewer: Viewer) -> Any:
    return RULES.view(state, viewer, state)


def test_PIP_15_1_PP_30_one_of_the_two_cards_the_first_or_the_second() -> None:
    state = position(variant_secret=True)
    given(RULES, state).when(0, "place sewer 0 face-down").when(0, "place forward-1 1", draws("melody", "melody")).accepted()
    given(RULES, state).when(0, "place sewer 0").when(0, "place forward-1 1 face-down", draws("melody", "melody")).accepted()
    given(RULES, state).when(0, "place sewer 0").when(0, "place forward-1 1", draws("melody", "melody")).accepted()
    given(RULES, state).when(0, "place sewer 0 face-down").when(0, "place forward-1 1 face-down").refused("PIP-15.1")


def test_PIP_15_1_again_in_the_next_turn() -> None:
    spec = given(RULES, position(variant_secret=True)).when(0, "place sewer 0 face-down").when(0, "place forward-1 1", draws("melody", "melody"))
    spec.when(1, "place sewer 2 face-down").accepted()


def test_PIP_15_3_also_the_only_card_of_the_first_turn() -> None:
    spec = given(RULES, fresh(variant_secret=True)).when(0, "place sewer 0 face-down", draws("melody"))
    assert spec.facts[0] == f.CardPlacedFaceDown(0, 0, "rat-0", "sewer")


def test_legal_moves_show_both_ways() -> None:
    state = position(hands={0: ("sewer",) * 4}, variant_secret=True)
    assert RULES.legal_moves(state, 0) == tuple(place("sewer", slot, down) for slot in range(4) for down in (False, True))


def test_PIP_15_2_PP_30_turned_up_when_the_character_is_activated() -> None:
    before = position(lying={1: [Lying("forward-1", 3, True)]}, variant_secret=True)
    spec = given(RULES, before).when(0, "place sewer 1 face-down")
    assert [one.face_down for one in spec.state.lying[1]] == [True, True]
    spec = spec.when(0, "place forward-1 0", draws("rat-3", "melody", "melody"))
    spec.then(
        f.CharactersActivated((1,)),
        f.CardTurnedUp(1, 3, "forward-1"),
        f.CardTurnedUp(1, 0, "sewer"),
        f.ForwardOneMoved(("rat-1",), "gap-1", ("house-1",), "gap-2"),
    )


def test_PP_40_all_of_them_before_the_order_is_chosen() -> None:
    before = position(lying={1: [Lying("forward-1", 3, True)], 2: [Lying("melody", 2, True)]}, variant_secret=True)
    spec = given(RULES, before).when(0, "place sewer 1 face-down").when(0, "place forward-1 2")
    assert spec.facts[1:] == (f.CharactersActivated((1, 2)), f.CardTurnedUp(1, 3, "forward-1"), f.CardTurnedUp(1, 0, "sewer"), f.CardTurnedUp(2, 2, "melody"))
    for viewer in OTHERS:
        assert [card.card for slot in seen(spec.state, viewer).row for card in slot.cards] == ["forward-1", "sewer", "melody", "forward-1"]


def test_PP_30_a_card_that_is_not_activated_stays_face_down() -> None:
    before = position(lying={1: [Lying("forward-1", 3, True)], 2: ["sewer"]}, variant_secret=True)
    spec = given(RULES, before).when(0, "place sewer 2").when(0, "place forward-1 0", draws("rat-3", "melody", "melody"))
    assert spec.state.lying[1] == (Lying("forward-1", 3, True),)


@pytest.mark.parametrize("viewer", OTHERS, ids=str)
def test_PP_30_others_see_that_a_card_was_placed_not_which(viewer: Viewer) -> None:
    before = position(variant_secret=True)
    spec = given(RULES, before).when(0, "place sewer 3 face-down")
    move = place("sewer", 3, face_down=True)
    assert RULES.notate(RULES.redact_move(0, move, viewer, spec.state, spec.state)) == "place hidden 3 face-down"
    assert RULES.redact_move(0, move, viewer, spec.state, spec.state).wire() == {"kind": "place", "card": "hidden", "slot": 3, "face_down": True}
    assert RULES.redact(spec.facts[0], viewer, spec.state, spec.state) == f.CardPlacedFaceDown(0, 3, "piper", "hidden")
    there = seen(spec.state, viewer)
    assert [(card.card, card.seat, card.face_down) for card in there.row[3].cards] == [("hidden", 0, True)]
    assert (there.last.card, there.last.face_down) == ("hidden", True)
    assert "sewer" not in RULES.narrate(
        0, RULES.redact_move(0, move, viewer, spec.state, spec.state), [RULES.redact(spec.facts[0], viewer, spec.state, spec.state)], []
    )
    assert "Slot 3: piper with a hidden card face down." in RULES.draw(there)


@pytest.mark.parametrize("viewer", [Viewer(seat=0), ARBITER], ids=str)
def test_PP_30_who_placed_it_and_the_arbiter_know(viewer: Viewer) -> None:
    spec = given(RULES, position(variant_secret=True)).when(0, "place sewer 3 face-down")
    move = place("sewer", 3, face_down=True)
    assert RULES.redact_move(0, move, viewer, spec.state, spec.state) == move
    assert RULES.redact(spec.facts[0], viewer, spec.state, spec.state) == spec.facts[0]
    assert seen(spec.state, viewer).row[3].cards[0].card == "sewer"
    assert seen(spec.state, viewer).last.card == "sewer"


def test_PIP_15_2_a_card_turned_up_by_the_very_move_is_known_in_it() -> None:
    before = position(lying={1: ["forward-1"]}, variant_secret=True)
    spec = given(RULES, before).when(0, "place forward-1 0").when(0, "place sewer 1 face-down", draws("rat-3", "melody", "melody"))
    move = place("sewer", 1, face_down=True)
    assert RULES.redact_move(0, move, SPECTATOR, spec.state, spec.state) == move
    assert RULES.redact(spec.facts[0], SPECTATOR, spec.state, spec.state) == spec.facts[0]
    assert seen(spec.state, SPECTATOR).last.card == "sewer"


def test_PIP_15_2_a_frame_from_before_it_was_turned_up_stays_hidden() -> None:
    before = position(lying={1: ["forward-1"]}, variant_secret=True)
    first = given(RULES, before).when(0, "place sewer 1 face-down")
    now = first.when(0, "place forward-1 0", draws("rat-3", "melody", "melody")).state
    move = place("sewer", 1, face_down=True)
    assert RULES.redact_move(0, move, SPECTATOR, first.state, now) == place("hidden", 1, face_down=True)


def test_PP_44_PP_46_an_eliminated_players_card_stays_hidden_and_he_learns_no_more() -> None:
    before = position(
        5, row=("rat-2", "rat-1", "rat-0", "piper"), lying={0: ["sewer"], 3: [Lying("melody", 2, True)], 2: [Lying("plus-1", 1, True)]},
        trackers=(0, 0, 7, 0, 0), figures={"rat-2": 1}, variant_secret=True, hands={2: ("forward-1", "forward-1", "forward-1", "sewer")},
    )  # fmt: skip
    spec = given(RULES, before).when(0, "place sewer 1").when(0, "place forward-1 0", draws("rat-3", "melody", "melody"))
    assert spec.state.eliminated == (2,)
    assert seen(spec.state, SPECTATOR).row[3].cards[0].card == "hidden"
    out = seen(spec.state, Viewer(seat=2))
    assert out.row[3].cards[0].card == "melody"
    assert out.row[2].cards[0].card == "hidden"
    assert [player.hand for player in out.players] == [["hidden"] * 4, ["hidden"] * 4, [], ["hidden"] * 4, ["hidden"] * 4]
    discarded = next(fact for fact in spec.facts if isinstance(fact, f.HandDiscarded))
    assert RULES.redact(discarded, SPECTATOR, spec.state, spec.state) == discarded
    assert seen(spec.state, SPECTATOR).action_discards == {"forward-1": 4, "sewer": 2}


@pytest.mark.parametrize("viewer", OTHERS, ids=str)
def test_PP_47_hands_and_draws_are_secret(viewer: Viewer) -> None:
    state = position()
    for player in seen(state, viewer).players:
        own = player.seat == viewer.seat
        assert player.hand == (list(state.hands[player.seat]) if own else ["hidden"] * 4)
    assert RULES.redact_draw(0, {"card": "melody"}, viewer, state, state) == {"card": "hidden"}
    assert RULES.redact_draw(0, {"character": "rat-1"}, viewer, state, state) == {"character": "rat-1"}
    assert RULES.redact(f.CardDrawn(0, "melody"), viewer, state, state) == f.CardDrawn(0, "hidden")
    dealt: Json = {"start": 0, "row": ["rat-0"], "hands": [["sewer"] * 4, ["melody"] * 4, ["plus-1"] * 4, ["sewer"] * 4]}
    redacted = RULES.redact_setup(dealt, viewer, state, state)
    assert redacted["hands"] == [hand if seat == viewer.seat else ["hidden"] * 4 for seat, hand in enumerate(dealt["hands"])]
    placed = f.TableSet(0, ("rat-0",), tuple(tuple(hand) for hand in dealt["hands"]))
    known = RULES.redact(placed, viewer, state, state)
    assert isinstance(known, f.TableSet)
    assert known.hands == tuple(tuple(hand) for hand in redacted["hands"])
    assert not RULES.sees_legal(state, viewer, 0)


def test_PP_47_a_face_up_card_is_known() -> None:
    spec = given(RULES, position()).when(0, "place sewer 3")
    assert RULES.redact_move(0, place("sewer", 3), SPECTATOR, spec.state, spec.state) == place("sewer", 3)
    assert seen(spec.state, SPECTATOR).row[3].cards[0].card == "sewer"


def test_the_owner_and_the_arbiter_see_hand_draws_and_legal_list() -> None:
    state = position()
    for viewer in (Viewer(seat=0), ARBITER):
        assert RULES.sees_legal(state, viewer, 0)
        assert seen(state, viewer).players[0].hand == list(state.hands[0])
        assert RULES.redact_draw(0, {"card": "melody"}, viewer, state, state) == {"card": "melody"}


@pytest.mark.parametrize(
    ("line", "shown"),
    [("place sewer 0", True), ("place sewer 0 face-down", False), ("place sewer 1 face-down", False)],
)
def test_what_a_first_placement_shows(line: str, shown: bool) -> None:
    before = position(lying={1: [Lying("forward-1", 3, True)]}, variant_secret=True)
    after = given(RULES, before).when(0, line).accepted().state
    assert RULES.reveals(before, 0, read_move(RULES, line), after) is shown


def test_what_a_last_placement_and_an_order_show() -> None:
    before = position(lying={1: [Lying("forward-1", 3, True)]}, variant_secret=True)
    middle = given(RULES, before).when(0, "place sewer 0")
    after = middle.when(0, "place forward-1 1 face-down", draws("rat-3", "melody", "melody")).accepted().state
    assert RULES.reveals(middle.state, 0, place("forward-1", 1, face_down=True), after)
    quiet = middle.when(0, "place forward-1 2 face-down", draws("melody", "melody")).accepted().state
    assert not RULES.reveals(middle.state, 0, place("forward-1", 2, face_down=True), quiet)
    two = given(RULES, position(lying={1: ["sewer"], 3: ["sewer"]})).when(0, "place sewer 3").when(0, "place forward-1 1")
    done = two.when(0, "activate 1", draws("rat-4", "rat-3", "melody", "melody")).accepted().state
    assert not RULES.reveals(two.state, 0, read_move(RULES, "activate 1"), done)
