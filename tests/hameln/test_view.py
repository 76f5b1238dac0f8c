"""What a viewer may see: HML-2.16, HML-2.17, HM-47; notation and narration of redacted moves."""

import json

import pytest

from domain.hameln import RULES
from domain.hameln.facts_purse import TokenTaken
from domain.hameln.moves import MOVES
from domain.playout import steps
from domain.seats import ARBITER, SPECTATOR, Viewer, viewers
from domain.table import lay
from tests.hameln.positions import at, opened, turn

HELD = {0: (3, 1), 1: (2,)}


def test_HML_2_17_HM_47_values_are_for_the_holder_and_the_arbiter_numbers_for_all() -> None:
    state = at(opened(), tokens=HELD)
    for viewer in viewers(3):
        families = RULES.view(state, viewer, state).families
        assert [family.tokens for family in families] == [2, 1, 0]
        for family in families:
            known = viewer == ARBITER or viewer.seat == family.seat
            assert family.token_values == (list(state.tokens[family.seat]) if known else None)


def test_HML_2_17_a_taken_token_is_hidden_in_facts_and_draws() -> None:
    spec = turn().when(0, "exchange meat pile-1", [{"token": 3}])
    fact = TokenTaken(0, "meat", "pile-1", 3)
    spec.then(fact)
    for viewer, value in ((Viewer(seat=0), 3), (Viewer(seat=1), "hidden"), (SPECTATOR, "hidden")):
        assert RULES.redact(fact, viewer, spec.state, spec.state) == TokenTaken(0, "meat", "pile-1", value)
        assert RULES.redact_draw(0, {"token": 3}, viewer, spec.state, spec.state) == {"token": value}
        assert RULES.redact_draw(0, {"cube": "boy"}, viewer, spec.state, spec.state) == {"cube": "boy"}


def test_HM_47_a_hidden_token_is_told_as_hidden() -> None:
    move = RULES.read("exchange meat pile-1")
    told = RULES.narrate(0, move, [TokenTaken(0, "meat", "pile-1", "hidden")], [{"token": "hidden"}])
    assert told == "Seat 0 declares a cube of meat for a token of pile-1. Seat 0 takes a token of a hidden value from pile-1."


def test_HML_2_16_everything_else_is_the_same_for_all() -> None:
    state = at(opened(), tokens=HELD, florins={1: 7}, goods={2: (1, 2, 0, 1)})
    looks = []
    for viewer in viewers(3):
        look = json.loads(RULES.view(state, viewer, state).model_dump_json())
        look.pop("viewer")
        for family in look["families"]:
            family.pop("token_values")
        looks.append(look)
    assert all(look == looks[0] for look in looks)
    assert looks[0]["bag_boys"] == 4
    assert looks[0]["families"][1]["florins"] == 7


def test_legal_lists_are_public_and_moves_reveal_nothing_but_through_draws() -> None:
    state = opened()
    assert all(RULES.sees_legal(state, viewer, 0) for viewer in viewers(3))
    assert not RULES.reveals(state, 0, RULES.read("sell meat"), state)
    assert RULES.redact_setup({"turn_order": [0, 1, 2]}, SPECTATOR, state, state) == {"turn_order": [0, 1, 2]}


LINES = (
    "place_man market-1",
    "place_woman market-1",
    "declare man red-dairy",
    "declare woman red-dairy",
    "end_declaring",
    "prepare_child",
    "decline_child",
    "place_rat b-3",
    "place_large_rat red-dairy",
    "marry 0 2 red-dairy",
    "end_weddings",
    "sell meat",
    "exchange meat pile-1",
    "end_selling",
    "buy_cat b-3",
    "buy_cat",
    "buy_influence",
    "bribe red 3",
    "end_turn",
    "pay 1 0",
)


@pytest.mark.parametrize("line", LINES)
def test_the_notation_of_the_wire_page_reads_back(line: str) -> None:
    move = RULES.read(line)
    assert RULES.notate(move) == line
    assert MOVES[move.kind].model_validate(move.wire()) == move


@pytest.mark.parametrize(
    "line",
    [
        "",
        "jump",
        "declare",
        "declare man",
        "declare child red-dairy",
        "marry a b red-dairy",
        "marry 0 2",
        "end_turn now",
        "pay 1",
        "pay 01 0",
        "bribe red ３",
        "bribe red -",
        "sell  meat",
        "buy_cat b-3 b-4",
        " sell meat",
    ],
)
def test_other_lines_are_refused_in_one_sentence(line: str) -> None:
    with pytest.raises(ValueError):
        RULES.read(line)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_move_of_a_game_is_told_and_every_picture_drawn(seats: int) -> None:
    for number, step in enumerate(steps(RULES, lay(RULES, seats, {"partner_child": "optional"}), 21)):
        told = RULES.narrate(step.seat, step.move, step.facts, step.draws)
        assert told.startswith(f"Seat {step.seat} ")
        assert told.endswith(".")
        if number % 25 == 0:
            look = RULES.view(step.after, Viewer(seat=0), step.after)
            assert RULES.view_model.model_validate_json(look.model_dump_json()) == look
            assert RULES.draw(look).startswith("<svg")
