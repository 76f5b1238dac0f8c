"""The box and the set-up: HML-1, HML-2, HM-2 to HM-5."""

import itertools
import re

import pytest

from domain.hameln import RULES
from domain.hameln.board import COUNTERS as COUNTER_VALUES
from domain.hameln.board import SMALL_RATS
from domain.hameln.effects import tokens_left
from domain.hameln.state import CUBES, MEMBERS, bag, board_of, small_rats, stock
from domain.playout import begin
from domain.refusal import Refused
from domain.seats import viewers
from domain.table import lay
from tests.given import given
from tests.hameln.positions import COUNTERS, circles_of, kinds, laid, legal, man_of, opened, woman_of


def test_HML_1_1_HML_1_2_HML_1_3_HML_1_4_HML_1_7_what_is_in_the_box() -> None:
    state = laid()
    assert tokens_left(state) == {1: 4, 2: 4, 3: 4}
    assert dict(COUNTER_VALUES) == {1: 5, 2: 9, 3: 2}
    assert CUBES == (12, 12, 12, 20)
    assert small_rats(state) == SMALL_RATS == 30
    assert bag(state) == {"boy": 4, "girl": 4}


def test_HML_1_5_HM_5_thirteen_members_can_be_played() -> None:
    assert laid(5).supply == (MEMBERS,) * 5 == (13,) * 5


def test_HML_1_9_a_house_that_the_board_does_not_have() -> None:
    given(RULES, opened()).when(0, "declare man castle").refused("HML-1.9")
    given(RULES, laid()).when(0, "place_man castle").refused("HML-1.9")


def test_HML_1_3_a_good_that_does_not_exist() -> None:
    given(RULES, opened()).when(0, "sell gold").refused("HML-1.3")


@pytest.mark.parametrize("order", [[0, 1], [0, 1, 1], [0, 1, 3], [0, 1, 2, 3]])
def test_HML_2_2_a_turn_order_that_cannot_have_been_drawn(order: list[int]) -> None:
    with pytest.raises(Refused, match=re.escape("HML-2.2")):
        begin(RULES, lay(RULES, 3), {"turn_order": order, "counters": COUNTERS})


def test_HML_2_2_the_drawn_order_is_the_first_turn_order() -> None:
    state = opened(4, [2, 0, 3, 1])
    assert state.order == (2, 0, 3, 1)
    assert RULES.to_act(state) == (2,)


def test_HML_1_2_HML_2_9_counters_that_cannot_have_been_laid_out() -> None:
    table = lay(RULES, 3)
    house = next(iter(COUNTERS))
    with pytest.raises(Refused, match=re.escape("HML-1.2")):
        begin(RULES, table, {"turn_order": [0, 1, 2], "counters": COUNTERS | {house: 3}})
    with pytest.raises(Refused, match=re.escape("HML-2.9")):
        begin(RULES, table, {"turn_order": [0, 1, 2], "counters": COUNTERS | {"market-1": 3}})
    with pytest.raises(Refused, match=re.escape("HML-2.9")):
        begin(RULES, table, {"turn_order": [0, 1, 2], "counters": {k: v for k, v in COUNTERS.items() if k != house}})


def test_HML_2_3_HML_11_6_influence_starts_at_the_bottom_with_the_first_player_highest() -> None:
    """Figure 8: red, yellow, blue, green on both tracks alike."""
    state = opened(4, [3, 1, 0, 2])
    assert state.spaces == (0, 0, 0, 0)
    assert state.line == state.order == (3, 1, 0, 2)


@pytest.mark.parametrize(("seats", "large"), [(3, 4), (4, 4), (5, 5)])
def test_HML_2_4_the_first_reserve_of_large_rats(seats: int, large: int) -> None:
    assert laid(seats).reserve == large


def test_HML_2_5_HML_2_6_marker_piper_and_cat_on_their_starting_spaces() -> None:
    state = laid()
    assert state.loop == -1
    assert board_of(state).regions[state.piper] == "yellow"
    assert state.cat == -1


def test_HML_2_7_HML_2_8_all_cubes_in_the_bag_and_three_piles_of_four() -> None:
    state = laid()
    assert (state.boys, state.girls) == ((0, 0, 0), (0, 0, 0))
    assert state.piles == (4, 4, 4)


def test_HML_2_9_HML_12_2_the_butchers_of_the_market_have_no_counter() -> None:
    state = laid()
    board = board_of(state)
    assert [state.counters[house] for house in board.starting] == [3] * 6
    assert {board.houses[house]: state.counters[house] for house in range(22) if house not in board.starting} == COUNTERS


def test_HML_2_10_HM_4_one_cube_of_meat_and_no_money() -> None:
    state = laid(4)
    assert state.goods == ((0, 0, 0, 1),) * 4
    assert state.florins == (0, 0, 0, 0)
    assert stock(state, 3) == 16


def test_HML_2_11_men_are_placed_in_turn_order_into_empty_starting_houses() -> None:
    spec = given(RULES, laid(3, [2, 0, 1]))
    assert legal(spec) == [f"place_man market-{house}" for house in range(1, 7)]
    spec.when(0, "place_man market-1").refused("HML-3.1")
    spec.when(2, "place_man red-dairy").refused("HML-2.11")
    spec.when(2, "place_woman market-1").refused("HML-2.11")
    spec = spec.when(2, "place_man market-4").accepted()
    assert man_of(spec.state, "market-4") == 2
    assert RULES.to_act(spec.state) == (0,)
    assert spec.state.supply == (13, 13, 12)
    spec.when(0, "place_man market-4").refused("HML-2.11")


def test_HML_2_12_HM_2_women_are_placed_by_the_last_player_first() -> None:
    spec = given(RULES, laid(4, [3, 1, 0, 2]))
    for place, seat in enumerate((3, 1, 0, 2), 1):
        spec = spec.when(seat, f"place_man market-{place}").accepted()
    placed = []
    while spec.state.step == "place_woman":
        placed.append(RULES.to_act(spec.state)[0])
        spec = spec.when(placed[-1], legal(spec)[0]).accepted()
    assert placed == [2, 3, 1, 0]
    assert kinds(spec) == ["woman_placed", "turn_begun"]
    assert RULES.to_act(spec.state) == (3,)


def test_HML_2_13_a_woman_goes_beside_the_man_of_another_player() -> None:
    spec = given(RULES, laid(3))
    for seat in range(3):
        spec = spec.when(seat, f"place_man market-{seat + 1}").accepted()
    spec.when(2, "place_woman market-6").refused("HML-2.13")
    spec.when(2, "place_woman red-dairy").refused("HML-2.13")
    spec.when(2, "place_woman market-3").refused("HML-2.14")
    spec = spec.when(2, "place_woman market-1").accepted()
    assert woman_of(spec.state, "market-1") == 2
    spec.when(0, "place_woman market-1").refused("HML-2.13")


def test_HML_2_14_HML_2_15_own_couple_and_two_shared_houses() -> None:
    spec = given(RULES, laid(4))
    for seat in range(4):
        spec = spec.when(seat, f"place_man market-{seat + 1}").accepted()
    spec = spec.when(3, "place_woman market-1").accepted()
    spec.when(0, "place_woman market-4").refused("HML-2.15")
    spec.when(0, "place_woman market-1").refused("HML-2.13")
    assert legal(spec) == ["place_woman market-2", "place_woman market-3"]


def test_HML_2_14_HM_3_a_placement_that_leaves_no_completion_is_refused_and_not_listed() -> None:
    """Woman 3 is in the house of 0, woman 0 in that of 1: with woman 1 in the house of 3, seat 2 would be left with its own."""
    spec = given(RULES, laid(4))
    for seat in range(4):
        spec = spec.when(seat, f"place_man market-{seat + 1}").accepted()
    spec = spec.when(3, "place_woman market-1").accepted().when(0, "place_woman market-2").accepted()
    assert "place_woman market-4" not in legal(spec)
    spec.when(1, "place_woman market-4").refused("HM-3")


@pytest.mark.parametrize(("seats", "dead_ends"), [(3, 0), (4, 2), (5, 14)])
def test_HM_3_dead_ends_counted(seats: int, dead_ends: int) -> None:
    """The number of ways to reach a placement with no legal continuation, if one did not look ahead, is that of the ruling."""
    order = (seats - 1, *range(seats - 1))

    def reach(women: dict[int, int]) -> int:
        if len(women) == seats:
            return 0
        seat = order[len(women)]
        free = [man for man in range(seats) if man not in (seat, *women) and women.get(seat) != man]
        return sum(reach({**women, man: seat}) for man in free) if free else 1

    assert reach({}) == dead_ends


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_HM_3_every_listed_placement_can_be_completed_and_every_completion_is_listed(seats: int) -> None:
    spec = given(RULES, laid(seats))
    for seat in range(seats):
        spec = spec.when(seat, f"place_man market-{seat + 1}").accepted()
    wanted = {
        men
        for men in itertools.permutations(range(seats))
        if all(men[seat] != seat and men[men[seat]] != seat for seat in range(seats))  # men[seat]: whose house the woman of seat is in
    }
    found = set()
    stack = [(spec, {})]
    while stack:
        spec, placed = stack.pop()
        if spec.state.step != "place_woman":
            found.add(tuple(placed[seat] for seat in range(seats)))
            continue
        seat = RULES.to_act(spec.state)[0]
        assert legal(spec)
        for line in legal(spec):
            stack.append((spec.when(seat, line).accepted(), {**placed, seat: int(line[-1]) - 1}))
    assert found == wanted


def test_HML_2_16_money_and_goods_are_open() -> None:
    state = opened()
    looks = [RULES.view(state, viewer, state) for viewer in viewers(3)]
    assert {(family.florins, family.meat) for look in looks for family in look.families} == {(0, 1)}


def test_HML_2_18_additional_circles_exist_with_five_players_only() -> None:
    assert not [name for name in circles_of(opened(4), "yellow-dairy") if name.startswith("e-")]
    assert [name for name in circles_of(opened(5), "yellow-dairy") if name.startswith("e-")] == ["e-1"]
