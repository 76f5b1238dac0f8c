"""Before the first move: material, maps, decks, hands, display, Emperor, options."""

from typing import Any

import pytest

from domain.chance import Committed, Reported
from domain.han import RULES
from domain.han.cards import COLOURS, DECK, counts, deck, display_size, maps_for
from domain.han.facts import DisplayLaid, EmperorGiven, HandDealt
from domain.han.setup import HanSetup
from domain.message import Json
from domain.playout import begin
from domain.refusal import Refused
from tests.given import given
from tests.han.positions import DISPUTES, WAYS, position, table

HANDS = [["red", "red", "violet"], ["green", "red", "green"], ["yellow", "yellow", "orange"]]
SETUP: Json = {"hands": HANDS, "display": ["yellow", "orange", "red", "green"]}


def refused(clause: str, seats: int = 3, setup: Json | None = None, **options: Any) -> None:
    with pytest.raises(Refused) as refusal:
        laid_and_set_up(seats, setup or SETUP, **options)
    assert refusal.value.clause == clause, str(refusal.value)


def laid_and_set_up(seats: int, setup: Json, **options: Any) -> None:
    RULES.setup(table(seats, **options), HanSetup.model_validate(setup))


def test_HAN_1_1_the_deck() -> None:
    assert dict(DECK) == {"violet": 10, "yellow": 11, "orange": 11, "green": 12, "red": 13}
    assert sum(DECK.values()) == 57


def test_HAN_1_2_HAN_1_3_HAN_3_4_HAN_3_5_supplies_and_counter() -> None:
    state = RULES.empty(table(5))
    assert state.house_supply == (20,) * 5
    assert state.emissary_supply == (8,) * 5, "the ninth is the score counter"
    assert RULES.score(begin(RULES, table(3), SETUP)) == [0, 0, 0]


def test_HAN_1_4_HAN_1_7_nine_provinces_and_as_many_disks() -> None:
    for seats, options in ((3, {}), (2, {})):
        state = RULES.empty(table(seats, **options))
        assert len(state.table.board.provinces) == len(state.free) == 9
        assert state.scored == 0


def test_HAN_1_5_HAN_3_14_markers_stay_in_the_box_without_a_variant() -> None:
    assert RULES.empty(table(3)).marker_supply == (0, 0, 0)
    assert RULES.empty(table(2)).marker_supply == (0, 0)
    held = position(table(3), "yellow 2 red", houses={"qi-1": 1})
    given(RULES, held).when(0, "fortification qi-2 yellow yellow").refused("HAN-3.14")
    held = position(table(2), "orange 2 red", houses={"pagoda-1": 1})
    given(RULES, held).when(0, "market pagoda-2 orange orange").refused("HAN-3.14")


def test_HAN_3_1_HAN_3_2_HAN_3_3_which_map_for_how_many() -> None:
    assert [maps_for(seats) for seats in (2, 3, 4, 5)] == [(WAYS,), (DISPUTES, WAYS), (DISPUTES, WAYS), (DISPUTES,)]
    assert table(2).options.map == WAYS
    assert table(3).options.map == DISPUTES
    assert table(4, map=WAYS).board.id == WAYS
    assert table(4, board=WAYS).options.map == WAYS
    refused("HAN-3.1", 2, map=DISPUTES)
    refused("HAN-3.2", 5, map=WAYS)
    refused("HAN-3.3", 3, board=WAYS, map=DISPUTES)


def test_HAN_3_7_a_seat_is_no_province_colour() -> None:
    for seat in range(5):
        given(RULES, position(table(5), *["red 2 green"] * 5, turn=seat)).when(seat, "house wei-1 red").accepted()


def test_HAN_3_8_HAN_3_9_cards_removed_by_map_and_players() -> None:
    assert [sum(deck(DISPUTES, seats)) for seats in (5, 4, 3)] == [57, 52, 47]
    assert [sum(deck(WAYS, seats)) for seats in (4, 3, 2)] == [42, 37, 32]
    for map_id, seats, removed in ((DISPUTES, 3, 2), (DISPUTES, 5, 0), (WAYS, 2, 5), (WAYS, 3, 4)):
        assert deck(map_id, seats) == tuple(DECK[colour] - removed for colour in COLOURS)
    refused("HAN-3.8", setup={"hands": [["violet"] * 3] * 3, "display": SETUP["display"]})
    refused("HAN-3.9", 2, setup={"hands": [["violet"] * 3] * 2, "display": ["red", "red", "red"]})


def test_HAN_3_10_HAN_3_11_three_cards_each_and_the_rest_is_the_pile() -> None:
    state = begin(RULES, table(3), SETUP)
    assert state.hands == (("red", "red", "violet"), ("green", "green", "red"), ("orange", "yellow", "yellow"))
    assert sum(state.pile) == 47 - 9 - 4
    assert state.discards == (0,) * 5
    refused("HAN-3.10", setup={**SETUP, "hands": HANDS[:2]})
    refused("HAN-3.10", setup={**SETUP, "hands": [*HANDS[:2], ["red"]]})


def test_HAN_3_12_HAN_3_13_size_of_the_display() -> None:
    assert (display_size(DISPUTES), display_size(WAYS)) == (4, 3)
    refused("HAN-3.12", setup={**SETUP, "display": ["red"] * 3})
    refused("HAN-3.13", 3, setup=SETUP, map=WAYS)


def test_HAN_3_15_HA_32_HA_47_the_emperor_goes_to_whoever_begins() -> None:
    assert begin(RULES, table(3), SETUP).start == 0
    state = begin(RULES, table(3), {**SETUP, "start": 2})
    assert (state.start, state.turn, RULES.to_act(state)) == (2, 2, (2,))
    refused("HAN-3.15", setup={**SETUP, "start": 3})
    refused("HA-47", setup=SETUP, random_start=True)
    assert begin(RULES, table(3, random_start=True), {**SETUP, "start": 1}).turn == 1
    starts = {RULES.deal(table(3, random_start=True), Committed(bytes([n]) * 32, bytes(16), sources=RULES.sources))["start"] for n in range(20)}
    assert starts == {0, 1, 2}


def test_the_facts_of_a_set_up() -> None:
    facts = RULES.setup(table(3), HanSetup.model_validate(SETUP))
    assert facts[0] == EmperorGiven(0)
    assert facts[1] == HandDealt(0, ("red", "red", "violet"))
    assert facts[-1] == DisplayLaid(("green", "orange", "red", "yellow"))


def test_the_deal_draws_hands_and_display_from_one_source() -> None:
    chance = Committed(bytes(32), bytes(16), sources=RULES.sources)
    setup = RULES.deal(table(3), chance)
    assert [next(iter(draw)) for draw in chance.drawn] == ["card"] * 9 + ["display"] * 4
    assert chance.counts == {"pile": 13}
    assert RULES.deal(table(3), Reported(chance.drawn)) == setup
    assert counts(tuple(setup["display"])) <= deck(DISPUTES, 3)


def test_options_that_do_not_go_together() -> None:
    refused("HAN-13.1", 3, map=WAYS, fortifications=True)
    refused("HAN-14.1", 3, market_places=True)
    with pytest.raises(Refused, match="ARB-4"):
        table(3, map="moon")
    with pytest.raises(Refused, match="ARB-4"):
        table(6)
