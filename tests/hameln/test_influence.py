"""The influence track and the turn order: HML-11, HM-1, HM-25, HM-51, HM-52, figures 8 to 10."""

from domain.hameln import RULES
from domain.hameln.facts_purse import InfluenceGained
from domain.hameln.facts_turn import CycleBegun, TurnBegun
from tests.given import Spec, given
from tests.hameln.positions import opened, option, turn

RED, YELLOW, BLUE, GREEN = range(4)


def sold(spec: Spec, seat: int) -> Spec:
    return spec.when(seat, "sell meat").accepted()


def test_HML_11_2_HML_11_7_HML_11_10_HM_1_figures_8_to_10() -> None:
    """Red and yellow gain nothing, blue buys influence, green takes his place and then buys too: blue, green, red, yellow."""
    spec = given(RULES, opened(4))
    assert spec.state.line == (RED, YELLOW, BLUE, GREEN)  # figure 8
    spec = sold(spec, RED).when(RED, "end_turn")
    spec = sold(spec, YELLOW).when(YELLOW, "end_turn")
    spec = sold(spec, BLUE).when(BLUE, "buy_influence")
    assert spec.state.spaces == (0, 0, 1, 0)
    assert spec.state.line == (BLUE, RED, YELLOW, GREEN)  # figure 9: green has closed up on the bottom space
    spec = sold(spec, GREEN).when(GREEN, "buy_influence")
    assert spec.state.line == (BLUE, GREEN, RED, YELLOW)
    spec.then(InfluenceGained(GREEN, 1, 1), CycleBegun((BLUE, GREEN, RED, YELLOW)), TurnBegun(BLUE))  # figure 10
    assert spec.state.order == (BLUE, GREEN, RED, YELLOW)


def test_HML_11_7_HM_1_the_order_does_not_change_within_a_cycle() -> None:
    spec = sold(given(RULES, opened()), 0).when(0, "buy_influence")
    spec = sold(spec, 1).when(1, "buy_influence")
    assert spec.state.order == (0, 1, 2)
    assert RULES.to_act(spec.state) == (2,)


def test_HML_11_3_HML_11_8_up_by_as_many_spaces_as_points() -> None:
    assert option(florins={0: 9}, loop=3, spaces={0: 4}).when(0, "buy_influence").state.spaces == (7, 0, 0)


def test_HML_11_4_HML_11_6_HM_25_a_newcomer_stands_left_and_the_others_close_up() -> None:
    spec = option(4, florins={0: 9}, loop=0, spaces={1: 1, 2: 1}, line=(2, 1, 0, 3)).when(0, "buy_influence")
    assert spec.state.spaces == (1, 1, 1, 0)
    assert spec.state.line == (2, 1, 0, 3)
    passing = option(4, florins={0: 9}, loop=1, spaces={1: 1, 2: 1}, line=(2, 1, 0, 3)).when(0, "buy_influence")
    assert passing.state.spaces == (2, 1, 1, 0)
    assert passing.state.line == (0, 2, 1, 3)


def test_HML_11_5_HM_51_at_the_top_the_line_is_kept() -> None:
    """A couple of the two markers on the top space gains in vain: the order of arrival decides for ever."""
    spec = turn(spaces={0: 19, 1: 19, 2: 19}, line=(2, 0, 1), boys={0: 1}, girls={2: 1}, florins={0: 8}).when(0, "marry 0 2 red-influence")
    spec.then(InfluenceGained(2, 4, 19), InfluenceGained(0, 4, 19))
    assert spec.state.line == (2, 0, 1)


def test_HML_11_5_what_is_beyond_the_top_is_lost() -> None:
    spec = turn(spaces={0: 17}, boys={0: 1}, girls={2: 1}, florins={0: 8}).when(0, "marry 0 2 red-influence")
    assert spec.state.spaces == (19, 0, 4)


def test_HM_25_a_full_track_keeps_arrival_order_inside_a_space() -> None:
    """Five markers meet on one space one after the other."""
    spec = option(5, florins={0: 9}, loop=0, spaces={1: 5, 2: 5, 3: 5, 4: 5, 0: 4}, line=(3, 1, 4, 2, 0)).when(0, "buy_influence")
    assert spec.state.line == (3, 1, 4, 2, 0)
