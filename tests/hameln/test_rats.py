"""Rats: HML-12 to HML-14, HM-10 to HM-12, HM-18 to HM-20, HM-37, HM-38, HM-49, HM-54, figures 11 to 14."""

from domain.hameln import RULES
from domain.hameln.board import RECONSTRUCTED
from domain.hameln.facts_piper import PiperAppeared
from domain.hameln.facts_purse import ChildPrepared
from domain.hameln.facts_rats import HouseInfested, LargeRatPlaced, LargeRatsContested, RatPlaced, RatsAttracted
from domain.hameln.facts_turn import HouseActivated, HousePassedOver
from domain.hameln.state import board_of, is_infested
from domain.message import Json
from tests.given import Spec, given
from tests.hameln.positions import at, circles_of, figures_of, kinds, legal, opened, rats_of, turn, with_circles

BOY = [{"cube": "boy"}]
BAKERY, INFLUENCE = {"y-3", "y-4", "y-5"}, {"y-4", "y-5", "y-6"}  # two houses that have y-4 and y-5 in common


def test_HML_12_3_HM_19_figure_11_three_rats_on_circles_of_the_house() -> None:
    spec = turn().when(0, "declare man market-1", BOY).accepted()
    assert legal(spec) == ["place_rat m-1", "place_rat m-6", "place_rat g-1", "place_rat g-2", "place_rat g-3"]
    spec.when(0, "place_rat m-3").refused("HM-19")
    spec.when(0, "place_rat nowhere").refused("HML-1.9")
    spec.when(0, "end_turn").refused("HML-12.3")
    spec.when(1, "place_rat m-1").refused("HML-3.1")
    spec = spec.when(0, "place_rat m-1").then(RatPlaced(0, "m-1"))
    spec.when(0, "place_rat m-1").refused("HML-12.3")
    spec = spec.when(0, "place_rat g-2").accepted()
    assert spec.state.step == "rat"
    assert spec.state.due == 1
    spec = spec.when(0, "place_rat g-1").accepted()
    assert rats_of(spec.state) == {"m-1", "g-1", "g-2"}
    assert RULES.to_act(spec.state) == (1,)


def test_HML_12_1_HML_12_2_counter_and_market() -> None:
    houses = {"men": {"red-brewery": 0}, "women": {"red-brewery": 2}}
    for rats in (1, 2, 3):
        spec = turn(**houses, counters={"red-brewery": rats}).when(0, "declare man red-brewery").when(0, "end_declaring", BOY)
        spec.then(RatsAttracted("red-brewery", rats, rats))
    turn().when(0, "declare man market-1", BOY).then(RatsAttracted("market-1", 3, 3))


def test_HML_12_4_too_few_circles() -> None:
    spec = turn(rats=["m-1", "m-6", "g-1"]).when(0, "declare man market-1", BOY).then(RatsAttracted("market-1", 3, 2))
    assert spec.state.due == 2


def test_HM_18_too_few_small_rats() -> None:
    """29 of the 30 rats are out; market-1 has two free circles and attracts three."""
    state = opened()
    others = [circle for circle in circles_of_board(state) if circle not in ("g-2", "g-3")][:29]
    spec = turn(rats=others, figures=[]).when(0, "declare man market-1", BOY).then(RatsAttracted("market-1", 3, 1))
    spec = spec.when(0, "place_rat g-2").accepted()
    assert len(rats_of(spec.state)) == 30
    assert spec.state.step != "rat"


def test_HM_18_no_small_rat_left_means_none_to_place() -> None:
    state = opened()
    others = [circle for circle in circles_of_board(state) if circle not in ("g-2", "g-3")][:30]
    spec = turn(rats=others).when(0, "declare man market-1", BOY).then(RatsAttracted("market-1", 3, 0))
    assert "rat_placed" not in kinds(spec)
    assert RULES.to_act(spec.state) != (0,)


def circles_of_board(state: object) -> list[str]:
    return [circle["id"] for circle in RECONSTRUCTED["circles"] if not circle.get("five_only")]


def test_HML_13_1_HML_13_2_HM_54_the_last_circle_infests_at_once() -> None:
    spec = turn(rats=["m-1", "m-6", "g-1"]).when(0, "declare man market-1", BOY).when(0, "place_rat g-2").accepted()
    assert "house_infested" not in kinds(spec)
    spec = spec.when(0, "place_rat g-3").then(RatPlaced(0, "g-3"), HouseInfested("market-1"), LargeRatPlaced("market-1", emperor=False))
    assert spec.state.reserve == 3
    assert figures_of(spec.state) == {"market-1"}


def test_HML_13_1_an_unoccupied_house_that_nobody_activated_is_infested_too() -> None:
    around = set(circles_of(opened(), "green-dairy")) - {"g-3"}
    spec = turn(rats=around).when(0, "declare man market-1", BOY).when(0, "place_rat g-3")
    spec.then(HouseInfested("green-dairy"), LargeRatPlaced("green-dairy", emperor=False))
    assert is_infested(spec.state, board_of(spec.state).house_at["green-dairy"])


def test_HML_13_1_a_chain_one_rat_infests_two_houses() -> None:
    spec = bakery_turn(rats=(BAKERY | INFLUENCE) - {"y-4"}).when(0, "place_rat y-4")
    spec.then(
        HouseInfested("yellow-bakery"),
        HouseInfested("yellow-influence"),
        LargeRatPlaced("yellow-bakery", emperor=False),
        LargeRatPlaced("yellow-influence", emperor=False),
    )
    assert spec.state.reserve == 2


def bakery_turn(seats: int = 3, **changes: object) -> Spec:
    """Seat 0's man in the yellow bakery has been activated; one rat is to be placed."""
    base = {"men": {"yellow-bakery": 0}, "women": {"yellow-bakery": 1}, "counters": {"yellow-bakery": 1}}
    return turn(seats, **(base | changes)).when(0, "declare man yellow-bakery").when(0, "end_declaring", BOY).accepted()  # type: ignore[arg-type]


def test_HM_12_two_houses_and_one_large_rat_left() -> None:
    spec = bakery_turn(rats=(BAKERY | INFLUENCE) - {"y-4"}, reserve=1).when(0, "place_rat y-4")
    spec.then(LargeRatsContested(("yellow-bakery", "yellow-influence"), 1))
    assert RULES.to_act(spec.state) == (0,)
    assert legal(spec) == ["place_large_rat yellow-bakery", "place_large_rat yellow-influence"]
    spec.when(0, "place_large_rat red-dairy").refused("HM-12")
    spec.when(0, "end_turn").refused("HM-12")
    spec = spec.when(0, "place_large_rat yellow-influence")
    spec.then(LargeRatPlaced("yellow-influence", emperor=False), PiperAppeared("yellow", 1, 0))


def test_HM_12_three_houses_and_two_large_rats_left() -> None:
    """y-4 touches bakery, influence house and brewery: one move for each large rat left."""
    around = {circle for house in ("yellow-bakery", "yellow-influence", "yellow-brewery") for circle in circles_of(opened(), house)}
    spec = bakery_turn(rats=around - {"y-4"}, reserve=2, piper="black").when(0, "place_rat y-4").accepted()
    assert len(legal(spec)) == 3
    spec = spec.when(0, "place_large_rat yellow-brewery").accepted()
    assert legal(spec) == ["place_large_rat yellow-bakery", "place_large_rat yellow-influence"]
    spec = spec.when(0, "place_large_rat yellow-bakery").then(PiperAppeared("black", 1, 0))
    assert rats_of(spec.state) >= around


def test_HM_12_the_choice_comes_before_the_next_rat() -> None:
    spec = bakery_turn(rats=(BAKERY | INFLUENCE) - {"y-4", "y-3"}, reserve=1, counters={"yellow-bakery": 2})
    spec = spec.when(0, "place_rat y-3").when(0, "place_rat y-4").accepted()
    assert legal(spec) == ["place_large_rat yellow-bakery", "place_large_rat yellow-influence"]
    first = bakery_turn(rats=INFLUENCE - {"y-4"}, reserve=1, counters={"yellow-bakery": 2}).when(0, "place_rat y-4")
    first.then(HouseInfested("yellow-influence"), LargeRatPlaced("yellow-influence", emperor=False))
    assert legal(first) == ["place_rat y-3"]
    after = first.when(0, "place_rat y-3").then(HouseInfested("yellow-bakery"), PiperAppeared("yellow", 1, 0))
    assert "large_rat_placed" not in kinds(after)


def test_HML_14_2_HM_11_the_last_large_rat_in_the_middle_of_several_declared_houses() -> None:
    """The rats of the current house are placed to the end; the second declared house and the option fall away."""
    spec = turn(
        men={"yellow-bakery": 0},
        women={"yellow-bakery": 1},
        counters={"yellow-bakery": 2},
        rats=INFLUENCE - {"y-4"},
        reserve=1,
        florins={0: 9},
        piper="black",
    )
    spec = spec.when(0, "declare man yellow-bakery").when(0, "declare man market-1", BOY).when(0, "place_rat y-4")
    assert spec.state.reserve == 0
    assert legal(spec) == ["place_rat y-3"]
    spec = spec.when(0, "place_rat y-3").then(PiperAppeared("black", 1, 0))
    assert "house_activated" not in kinds(spec)
    assert "option_opened" not in kinds(spec)
    assert RULES.to_act(spec.state) == (1,)
    assert spec.state.goods[0] == (1, 0, 0, 1)


def test_HM_10_a_declared_house_infested_by_an_earlier_one_is_passed_over() -> None:
    spec = turn(
        men={"yellow-bakery": 0, "yellow-influence": 0},
        women={"yellow-bakery": 1, "yellow-influence": 2},
        counters={"yellow-bakery": 1},
        rats=INFLUENCE - {"y-4"},
    )
    for house in ("yellow-bakery", "yellow-influence"):
        spec = spec.when(0, f"declare man {house}").accepted()
    spec = spec.when(0, "declare man market-1", BOY).then(ChildPrepared(1, "boy"))
    spec = spec.when(0, "place_rat y-4", [{"cube": "girl"}])
    spec.then(LargeRatPlaced("yellow-influence", emperor=False), HousePassedOver("yellow-influence"), HouseActivated(0, "man", "market-1"))
    assert spec.state.florins == (0, 0, 0)


def test_HML_13_3_HM_38_a_house_without_a_figure_is_infested_all_the_same() -> None:
    spec = turn(rats=circles_of(opened(), "market-1"), figures=[])
    assert "declare man market-1" not in legal(spec)
    spec.when(0, "declare man market-1").refused("HML-4.2")


def test_HM_37_a_house_that_stayed_infested_takes_no_new_large_rat_but_one_infested_anew_does() -> None:
    base = opened()
    around = circles_of(base, "green-dairy")
    stays = turn(rats=[*around, "m-1", "m-6"]).when(0, "declare man market-1", BOY).when(0, "place_rat g-1").accepted()
    assert figures_of(stays.state) == {"market-1"}  # and not the dairy
    freed = given(RULES, at(base, step="optional", florins={0: 4}, rats=around)).when(0, "buy_cat g-3").accepted()
    again = given(RULES, at(freed.state, step="mandatory", turn=0)).when(0, "declare man market-1", BOY).when(0, "place_rat g-3")
    again.then(LargeRatPlaced("green-dairy", emperor=False))


def test_HML_1_8_HML_14_4_the_emperor_is_the_last_large_rat_of_the_third_phase() -> None:
    around = circles_of(opened(), "green-dairy")
    for phase, reserve, emperor in ((3, 1, True), (3, 2, False), (2, 1, False)):
        spec = turn(rats=set(around) - {"g-3"}, phase=phase, reserve=reserve).when(0, "declare man market-1", BOY).when(0, "place_rat g-3")
        spec.then(LargeRatPlaced("green-dairy", emperor=emperor))


SIDES = ("north", "east", "south", "west")


def cross() -> Json:
    """A board on which the red dairy has an ordinary and an additional circle on each of four sides: n1, n2, e1, …"""
    circles = [dict(circle) for circle in RECONSTRUCTED["circles"]]
    for circle in circles:
        circle["touches"] = {house: side for house, side in circle["touches"].items() if house != "red-dairy"} or {"red-bakery": "south"}
    for side in SIDES:
        for number in (1, 2):
            spot = {"id": f"{side[0]}{number}", "touches": {"red-dairy": side}, "regions": ["red"], "x": 700 + number, "y": 900}
            circles.append(spot | ({"five_only": True} if number == 2 else {}))
    return with_circles(circles)


def dairy(rats: list[str], attracted: int) -> Spec:
    """Five players; seat 0 activates the red dairy, which attracts so many rats."""
    spec = turn(5, board=cross(), men={"red-dairy": 0}, women={"red-dairy": 1}, counters={"red-dairy": attracted}, rats=rats)
    return spec.when(0, "declare man red-dairy").when(0, "end_declaring", BOY).accepted()


def test_HML_12_6_HML_12_7_HM_20_figure_12_three_rats_on_three_sides() -> None:
    """Rat a lies there from before and closes no side; b, c and d go to three different sides."""
    spec = dairy(["n1"], 3)
    assert legal(spec) == ["place_rat n2", "place_rat e1", "place_rat e2", "place_rat s1", "place_rat s2", "place_rat w1", "place_rat w2"]
    for rat in ("e2", "s1", "w2"):
        spec = spec.when(0, f"place_rat {rat}").accepted()
    assert rats_of(spec.state) == {"n1", "e2", "s1", "w2"}


def test_HML_12_7_HM_20_figure_13_not_two_on_one_side_while_another_is_free() -> None:
    spec = dairy(["n1"], 3).when(0, "place_rat e1").accepted()
    spec.when(0, "place_rat e2").refused("HML-12.7")
    assert legal(spec) == ["place_rat n2", "place_rat s1", "place_rat s2", "place_rat w1", "place_rat w2"]


def test_HML_12_7_HM_20_figure_14_two_on_one_side_when_no_other_is_free() -> None:
    spec = dairy(["n1", "n2", "e1", "e2", "s1", "s2"], 2).when(0, "place_rat w1").accepted()
    assert legal(spec) == ["place_rat w2"]
    spec.when(0, "place_rat w2").then(HouseInfested("red-dairy"))


def test_HM_20_a_closed_side_opens_when_the_others_are_full() -> None:
    spec = dairy(["n1", "n2", "e1", "e2", "s1"], 3).when(0, "place_rat w1").accepted()
    assert legal(spec) == ["place_rat s2"]
    spec = spec.when(0, "place_rat s2").accepted()
    assert legal(spec) == ["place_rat w2"]


def test_HM_49_a_rat_placed_for_another_house_closes_its_side_of_this_house() -> None:
    """y-4 lies south of the bakery and west of the influence house; placed for the bakery it closes the west of the influence house."""
    spec = turn(
        5,
        men={"yellow-bakery": 0, "yellow-influence": 0},
        women={"yellow-bakery": 1, "yellow-influence": 2},
        counters={"yellow-bakery": 1, "yellow-influence": 2},
    )
    spec = spec.when(0, "declare man yellow-bakery").when(0, "declare man yellow-influence").when(0, "end_declaring", BOY)
    spec = spec.when(0, "place_rat y-5").accepted()
    assert spec.state.current == board_of(spec.state).house_at["yellow-influence"]
    assert legal(spec) == ["place_rat y-4", "place_rat y-6"]
    spec = spec.when(0, "place_rat y-6").accepted()
    assert legal(spec) == ["place_rat y-4"]


def test_HM_49_only_the_sides_of_the_house_being_resolved_matter() -> None:
    """y-3 and e-1 lie on different sides of the bakery but y-3 shares the south with y-4."""
    spec = bakery_turn(5, counters={"yellow-bakery": 3}).when(0, "place_rat y-3").accepted()
    assert legal(spec) == ["place_rat y-5", "place_rat e-1"]
    spec.when(0, "place_rat y-4").refused("HML-12.7")


def test_HML_12_7_HM_20_a_new_turn_opens_all_sides() -> None:
    spec = dairy([], 1).when(0, "place_rat n1").accepted()
    assert spec.state.fresh == 0
    assert RULES.to_act(spec.state) == (1,)


def test_HML_2_18_HML_12_6_additional_circles_take_no_rat_with_four_players() -> None:
    spec = turn(4, men={"yellow-bakery": 0}, women={"yellow-bakery": 1}).when(0, "declare man yellow-bakery").when(0, "end_declaring", BOY)
    assert legal(spec) == ["place_rat y-3", "place_rat y-4", "place_rat y-5"]
    spec.when(0, "place_rat e-1").refused("HML-2.18")
    five = turn(5, men={"yellow-bakery": 0}, women={"yellow-bakery": 1}).when(0, "declare man yellow-bakery").when(0, "end_declaring", BOY)
    assert legal(five)[-1] == "place_rat e-1"


def test_HM_38_with_five_players_the_additional_circles_count() -> None:
    around = ["y-3", "y-4", "y-5"]
    assert is_infested(at(opened(4), rats=around), board_of(opened(4)).house_at["yellow-bakery"])
    assert not is_infested(at(opened(5), rats=around), board_of(opened(5)).house_at["yellow-bakery"])
    assert is_infested(at(opened(5), rats=[*around, "e-1"]), board_of(opened(5)).house_at["yellow-bakery"])
