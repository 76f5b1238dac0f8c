"""Set-up: pieces, start player, opening row, hands; what a set-up that was typed in may not say."""

from collections import Counter
from typing import Any

import pytest

from domain.chance import Reported
from domain.message import Json
from domain.pied_piper import RULES
from domain.pied_piper import facts as f
from domain.pied_piper.deck import DECK, KINDS, characters, copies, parse
from domain.pied_piper.ring import houses, owners
from domain.pied_piper.setup import deal
from domain.pied_piper.state import State
from domain.playout import begin
from domain.refusal import Refused
from domain.table import lay
from tests.pied_piper.support import FULL_HANDS, ROW, figures, fresh


def printed() -> Json:
    """The deck file's content, anew."""
    return {
        "actions": {"forward-1": 16, "forward-2": 8, "backward-1": 10, "sewer": 6, "plus-1": 5, "melody": 5},
        "action_total": 50,
        "character_copies": 3,
        "hand": 4,
        "row": 4,
        "pieces": {"houses": 5, "floors": 7, "trackers": 5, "rats": 6, "pipers": 1},
    }


def test_PIP_1_1_1_2_1_3_1_4_1_5_1_6_what_is_in_the_box() -> None:
    assert (DECK.houses, DECK.floors, DECK.trackers, DECK.rats) == (5, 7, 5, 6)
    assert len(characters(5)) * DECK.character_copies == 21
    assert sum(DECK.copies) == sum(copies(rugrats=False)) == 50
    assert dict(zip(KINDS, DECK.copies, strict=True)) == printed()["actions"]
    assert DECK.reconstructed


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("actions", {"actions": {"forward-1": 50}}),
        ("actions.sewer", {"actions": printed()["actions"] | {"sewer": 0}}),
        ("action_total", {"action_total": 49}),
        ("hand", {"hand": "4"}),
        ("row", {"row": None}),
        ("pieces.floors", {"pieces": printed()["pieces"] | {"floors": -1}}),
        ("pieces.pipers", {"pieces": printed()["pieces"] | {"pipers": 2}}),
        ("pieces.rats", {"pieces": printed()["pieces"] | {"rats": 5}}),
        ("pieces.trackers", {"pieces": printed()["pieces"] | {"trackers": 4}}),
    ],
)
def test_a_deck_that_cannot_be_is_refused_by_field(field: str, change: Json) -> None:
    assert parse(printed()).copies == DECK.copies
    with pytest.raises(ValueError, match=f"^{field}: "):
        parse(printed() | change)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_PIP_3_2_3_3_4_3_every_player_has_a_house_and_a_tracker_off_the_house(seats: int) -> None:
    state = fresh(seats)
    assert [owner for owner in owners(seats) if owner is not None] == list(range(seats))
    assert state.trackers == (0,) * seats


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_PIP_3_6_3_7_3_9_a_rat_in_every_gap_and_no_piece_too_many(seats: int) -> None:
    for start in range(seats):
        state = fresh(seats, start)
        number = houses(seats)
        beside = 2 * start if seats == 2 else start
        assert figures(state) == {f"rat-{i}": i for i in range(number)} | {f"rat-{number}": beside, "piper": beside}
        assert set(state.row) <= set(characters(number))
        assert sum(state.character_deck) + 4 == 3 * (number + 2)


def test_PIP_4_1_4_2_4_4_8_8_8_9_two_players_opposite_each_other_with_neutral_houses_between() -> None:
    state = fresh(2)
    assert state.ring == (0, 1, 2, 3)
    assert owners(2) == (0, None, 1, None)
    assert len(state.trackers) == 2


@pytest.mark.parametrize("start", [0, 1, 2])
def test_PIP_3_4_PP_31_the_start_player_is_part_of_the_set_up(start: int) -> None:
    state = fresh(3, start)
    assert RULES.to_act(state) == (start,)
    assert state.start == start


def dealt(**change: Any) -> Json:
    return {"start": 0, "row": list(ROW), "hands": [list(hand) for hand in FULL_HANDS[:3]]} | change


@pytest.mark.parametrize(
    ("clause", "change"),
    [
        ("PP-31", {"start": 3}),
        ("PP-31", {"start": -1}),
        ("PIP-3.11", {"row": ["rat-0", "rat-1", "rat-2"]}),
        ("PIP-3.11", {"row": ["rat-0", "rat-1", "rat-2", "piper", "rat-0"]}),
        ("PIP-3.9", {"row": ["rat-0", "rat-1", "rat-4", "piper"]}),
        ("PIP-3.9", {"row": ["rat-0", "rat-1", "mouse", "piper"]}),
        ("PIP-3.12", {"row": ["rat-0", "piper", "rat-2", "piper"]}),
        ("PIP-1.5", {"row": ["rat-0"] * 4}),
        ("PIP-3.16", {"hands": [list(FULL_HANDS[0])] * 2}),
        ("PIP-3.16", {"hands": [list(FULL_HANDS[0]), list(FULL_HANDS[0]), ["sewer"] * 3]}),
        ("PIP-3.16", {"hands": [list(FULL_HANDS[0]), list(FULL_HANDS[0]), ["forward-1"] * 5]}),
        ("PIP-1.6", {"hands": [["melody"] * 4, ["melody"] * 2 + ["sewer"] * 2, ["sewer"] * 4]}),
        ("PIP-1.6", {"hands": [["hidden"] * 4] * 3}),
    ],
)
def test_PIP_3_9_3_11_3_12_3_16_1_5_1_6_an_impossible_set_up_is_refused(clause: str, change: Json) -> None:
    table = lay(RULES, 3)
    with pytest.raises(Refused) as refused:
        begin(RULES, table, dealt(**change))
    assert refused.value.clause == clause


def test_PIP_14_1_special_cards_are_refused_in_rugrats() -> None:
    with pytest.raises(Refused) as refused:
        begin(RULES, lay(RULES, 3, {"variant_rugrats": True}), dealt(hands=[["melody", "sewer", "sewer", "sewer"]] + [["forward-1"] * 4] * 2))
    assert refused.value.clause == "PIP-14.1"


def test_PP_15_the_opening_row_may_show_no_piper() -> None:
    assert fresh(3, row=("rat-0", "rat-0", "rat-0", "rat-1")).character_deck == (0, 2, 3, 3, 3)


def test_PP_32_both_variants_at_once_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        lay(RULES, 3, {"variant_rugrats": True, "variant_secret": True})
    assert refused.value.clause == "PP-32"


@pytest.mark.parametrize("options", [{"roof_level": 6}, {"roof_level": "8"}, {"variant_rugrats": 1}, {"cheese": True}])
def test_options_that_do_not_exist_are_refused(options: Json) -> None:
    with pytest.raises(Refused) as refused:
        lay(RULES, 3, options)
    assert refused.value.clause == "ARB-4"


def told(*row: str) -> list[Json]:
    hands = [card for hand in FULL_HANDS[:3] for card in hand]
    return [{"start": 1}, *({"character": name} for name in row), *({"card": card} for card in hands)]


@pytest.mark.parametrize(
    ("drawn", "row"),
    [
        (["rat-0", "piper", "rat-1", "rat-2"], ["rat-0", "piper", "rat-1", "rat-2"]),
        (["rat-0", "rat-0", "rat-1", "rat-2"], ["rat-0", "rat-0", "rat-1", "rat-2"]),
        (["piper", "piper", "rat-1", "rat-2", "rat-3"], ["piper", "rat-3", "rat-1", "rat-2"]),
        (["piper", "rat-1", "rat-2", "piper", "piper", "rat-0"], ["piper", "rat-1", "rat-2", "rat-0"]),
        (["piper", "piper", "piper", "rat-1", "rat-0", "rat-0"], ["piper", "rat-0", "rat-0", "rat-1"]),
    ],
)
def test_PIP_3_10_3_11_3_12_3_13_3_14_surplus_pipers_are_replaced_and_go_back(drawn: list[str], row: list[str]) -> None:
    chance = Reported(told(*drawn))
    table = lay(RULES, 3)
    made = deal(table, chance)
    chance.finish()
    assert (made["start"], made["row"]) == (0, row)
    state = begin(RULES, table, made)
    assert isinstance(state, State)
    pipers = state.character_deck[-1] + state.row.count("piper")
    assert pipers == 3  # PIP-3.14: none is lost


def test_PIP_3_15_3_16_every_hand_comes_out_of_one_deck() -> None:
    made = deal(lay(RULES, 3), Reported(told(*ROW)))
    assert [Counter(hand) for hand in made["hands"]] == [Counter(hand) for hand in FULL_HANDS[:3]]
    state = begin(RULES, lay(RULES, 3), made)
    assert isinstance(state, State)
    assert sum(state.deck) == 50 - 12
    assert RULES.sources["card"] == "cards"
    assert RULES.sources["character"] == "characters"


def test_the_set_up_is_one_fact() -> None:
    facts = RULES.setup(lay(RULES, 3), RULES.setup_model.model_validate(dealt()))
    assert facts == (f.TableSet(0, ROW, FULL_HANDS[:3]),)
