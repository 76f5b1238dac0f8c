"""The turn: HML-3, HM-6 to HM-8, HM-59."""

from domain.hameln import RULES
from domain.hameln.facts_turn import MandatoryPassed, TurnBegun, TurnSkipped
from tests.given import given
from tests.hameln.positions import at, circles_of, kinds, legal, opened, option, turn

NO_GOODS = dict.fromkeys(range(3), (0, 0, 0, 0))


def all_around(*houses: str) -> list[str]:
    state = opened()
    return [circle for house in houses for circle in circles_of(state, house)]


def test_HML_3_1_only_the_player_whose_turn_it_is_moves() -> None:
    turn().when(1, "sell meat").refused("HML-3.1")
    turn(order=[2, 0, 1]).when(0, "sell meat").refused("HML-3.1")


def test_HML_3_2_the_four_mandatory_actions() -> None:
    spec = turn(boys={0: 1}, girls={1: 1}, florins={0: 2})
    assert legal(spec) == [
        "declare man market-1",
        "declare woman market-2",
        "marry 0 1 yellow-bakery",
        "marry 0 1 red-bakery",
        "marry 0 1 black-bakery",
        "marry 0 1 green-bakery",
        "sell meat",
        "exchange meat pile-1",
        "exchange meat pile-2",
        "exchange meat pile-3",
    ]


def test_HM_7_HM_8_no_optional_action_before_the_mandatory_one() -> None:
    spec = turn(florins={0: 9})
    spec.when(0, "end_turn").refused("HM-7")
    spec.when(0, "buy_influence").refused("HM-7")


def test_HML_3_3_HM_8_at_most_one_optional_action() -> None:
    spec = turn(florins={0: 9}).when(0, "sell meat").accepted()
    assert kinds(spec) == ["cube_declared", "sale_ended", "good_sold", "option_opened"]
    spec.when(0, "sell meat").refused("HML-3.3")
    spec = spec.when(0, "buy_influence").accepted()
    assert RULES.to_act(spec.state) == (1,)
    spec.when(0, "bribe red 1").refused("HML-3.1")


def test_HM_59_without_a_possible_option_the_turn_ends_by_itself() -> None:
    spec = turn().when(0, "exchange meat pile-1", [{"token": 2}]).accepted()
    assert kinds(spec) == ["cube_declared", "sale_ended", "token_taken", "turn_ended", "turn_begun"]
    assert RULES.to_act(spec.state) == (1,)


def test_HM_59_no_end_move_without_another_legal_move() -> None:
    option(florins={0: 1}).when(0, "end_turn").accepted()
    spec = turn(men={"red-dairy": 0}, women={"red-dairy": 1}).when(0, "declare man market-1").accepted()
    assert legal(spec) == ["declare man red-dairy", "end_declaring"]
    spec = spec.when(0, "declare man red-dairy", [{"cube": "boy"}]).accepted()
    assert spec.state.step == "rat"


def test_HML_3_4_HM_6_without_a_mandatory_action_the_option_is_open() -> None:
    spec = option(florins={0: 1, 1: 3}, goods=NO_GOODS, rats=all_around("market-2", "market-3")).when(0, "end_turn")
    spec.then(MandatoryPassed(1))
    assert RULES.to_act(spec.state) == (1,)
    assert legal(spec)[-1] == "end_turn"
    spec.when(1, "sell meat").refused("HML-3.3")


def test_HM_6_who_can_do_nothing_is_skipped() -> None:
    spec = option(florins={0: 1}, goods=NO_GOODS, rats=all_around("market-2", "market-3")).when(0, "end_turn")
    spec.then(TurnSkipped(1), TurnBegun(2))


def test_HM_6_a_wedding_alone_makes_an_action_possible() -> None:
    base = option(florins={0: 1, 1: 2}, goods=NO_GOODS, rats=all_around("market-2", "market-3"), boys={1: 1}, girls={0: 1})
    assert base.when(0, "end_turn").then(TurnBegun(1)).state.step == "mandatory"
    poor = given(RULES, at(base.state, florins={1: 1})).when(0, "end_turn")
    poor.then(MandatoryPassed(1))


def test_HML_18_1_nothing_moves_after_the_end() -> None:
    over = given(RULES, at(opened(), step="over"))
    assert RULES.to_act(over.state) == ()
    over.when(0, "end_turn").refused("HML-18.1")
