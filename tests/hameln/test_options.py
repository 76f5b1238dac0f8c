"""The cat, buying influence, bribes: HML-8 to HML-10, HM-26, HM-28 to HM-33, HM-50."""

from domain.hameln import RULES
from domain.hameln.facts_piper import PiperMoved
from domain.hameln.facts_purse import BribePlaced, CatBought, InfluenceBought, InfluenceGained
from domain.hameln.facts_rats import HouseFreed, RatRemoved
from domain.hameln.state import small_rats
from tests.given import given
from tests.hameln.positions import at, circles_of, figures_of, kinds, legal, opened, option, rats_of


def test_HML_8_1_HML_8_4_HM_30_the_cat_from_the_bank() -> None:
    spec = option(florins={0: 5}, rats=["m-1", "y-4"]).when(0, "buy_cat y-4").then(CatBought(0, "y-4", None, 0), RatRemoved("y-4"))
    assert spec.state.cat == 0
    assert spec.state.florins == (1, 0, 0)
    assert rats_of(spec.state) == {"m-1"}
    assert small_rats(spec.state) == 29


def test_HML_8_2_HM_30_the_cat_from_its_owner() -> None:
    spec = option(florins={0: 4}, rats=["m-1"], cat=2).when(0, "buy_cat m-1").then(CatBought(0, "m-1", 2, 1))
    assert spec.state.cat == 0
    assert spec.state.florins == (0, 0, 1)


def test_HML_8_3_HM_30_not_from_oneself() -> None:
    spec = option(florins={0: 9}, rats=["m-1"], cat=0)
    spec.when(0, "buy_cat m-1").refused("HML-8.3")
    assert not [line for line in legal(spec) if line.startswith("buy_cat")]


def test_HML_8_1_four_florins() -> None:
    option(florins={0: 3}, rats=["m-1"]).when(0, "buy_cat m-1").refused("HML-8.1")


def test_HML_8_4_the_rat_must_be_there_and_be_named() -> None:
    spec = option(florins={0: 4}, rats=["m-1"])
    spec.when(0, "buy_cat m-2").refused("HML-8.4")
    spec.when(0, "buy_cat nowhere").refused("HML-8.4")
    spec.when(0, "buy_cat").refused("HML-8.4")


def test_HM_28_the_cat_on_a_board_without_rats() -> None:
    spec = option(florins={0: 4}, rats=[])
    assert legal(spec)[0] == "buy_cat"
    spec = spec.when(0, "buy_cat").accepted()
    assert kinds(spec)[0] == "cat_bought"
    assert "rat_removed" not in kinds(spec)


def test_HML_8_5_HML_13_4_HML_13_5_a_freed_house_gives_its_large_rat_back() -> None:
    around = circles_of(opened(), "red-dairy")
    spec = option(florins={0: 4}, rats=around, figures=["red-dairy"], reserve=3).when(0, f"buy_cat {around[0]}")
    spec.then(HouseFreed("red-dairy", large_rat=True))
    assert spec.state.reserve == 4
    assert figures_of(spec.state) == set()


def test_HML_8_5_HM_37_a_house_infested_without_a_figure_gives_none_back() -> None:
    around = circles_of(opened(), "red-dairy")
    spec = option(florins={0: 4}, rats=around, reserve=4).when(0, f"buy_cat {around[0]}").then(HouseFreed("red-dairy", large_rat=False))
    assert spec.state.reserve == 4


def test_HM_29_the_cat_frees_two_houses() -> None:
    """y-5 touches bakery and influence house; both are infested, one with a figure from before, one without."""
    around = {*circles_of(opened(), "yellow-bakery"), *circles_of(opened(), "yellow-influence")}
    both = option(florins={0: 4}, rats=around, figures=["yellow-bakery", "yellow-influence"], reserve=2).when(0, "buy_cat y-5")
    both.then(HouseFreed("yellow-bakery", large_rat=True), HouseFreed("yellow-influence", large_rat=True))
    assert both.state.reserve == 4
    one = option(florins={0: 4}, rats=around, figures=["yellow-influence"], reserve=3).when(0, "buy_cat y-5")
    one.then(HouseFreed("yellow-bakery", large_rat=False), HouseFreed("yellow-influence", large_rat=True))
    assert one.state.reserve == 4


def test_HML_9_1_HML_9_2_HML_9_3_HM_31_the_next_entry_of_the_loop() -> None:
    """Figure 6: the first purchase costs two florins for one point."""
    spec = option(florins={0: 2}).when(0, "buy_influence").then(InfluenceBought(0, 0, 2), InfluenceGained(0, 1, 1))
    assert spec.state.florins[0] == 0
    assert spec.state.loop == 0
    third = option(florins={0: 9}, loop=1).when(0, "buy_influence").then(InfluenceBought(0, 2, 4), InfluenceGained(0, 2, 2))
    assert third.state.florins[0] == 5


def test_HM_31_who_cannot_pay_does_not_move_the_marker() -> None:
    spec = option(florins={0: 2}, loop=0)
    spec.when(0, "buy_influence").refused("HM-31")
    assert "buy_influence" not in legal(spec)


def test_HML_9_4_once_a_turn() -> None:
    spec = option(florins={0: 9}).when(0, "buy_influence").accepted()
    spec.when(0, "buy_influence").refused("HML-3.1")


def test_HML_9_5_HM_50_after_the_last_entry_comes_the_first() -> None:
    option(florins={0: 9}, loop=4).when(0, "buy_influence").then(InfluenceBought(0, 0, 2))


def test_HML_11_5_HM_26_influence_is_bought_at_the_top_in_vain() -> None:
    spec = option(florins={0: 9}, loop=3, spaces={0: 19, 1: 19, 2: 4}, line=(1, 0, 2)).when(0, "buy_influence")
    spec.then(InfluenceBought(0, 4, 6), InfluenceGained(0, 3, 19))
    assert spec.state.spaces == (19, 19, 4)
    assert spec.state.line == (1, 0, 2)
    near = option(florins={0: 9}, loop=3, spaces={0: 18, 1: 19}).when(0, "buy_influence").then(InfluenceGained(0, 3, 19))
    assert near.state.line == (1, 0, 2)


def test_HML_10_1_HML_10_3_HML_10_4_HM_33_the_piper_follows_the_biggest_bribe() -> None:
    """Figure 7: the space of the green region."""
    spec = option(florins={0: 9}).when(0, "bribe green 3").then(BribePlaced(0, "green", 3), PiperMoved("green"))
    assert spec.state.bribes == (0, 0, 0, 3)
    assert spec.state.florins[0] == 6
    option(florins={0: 9}).when(0, "bribe market 3").refused("HML-10.1")
    option(florins={0: 9}).when(0, "bribe green 0").refused("HML-10.3")
    option(florins={0: 9}).when(0, "bribe green -2").refused("HML-10.3")
    option(florins={0: 9}).when(0, "bribe green 10").refused("HML-10.3")


def test_HML_10_6_HM_33_a_bribe_that_is_not_the_biggest_moves_nobody() -> None:
    spec = option(florins={0: 9}, bribes={"red": 5}, piper="red").when(0, "bribe green 4").accepted()
    assert "piper_moved" not in kinds(spec)
    assert spec.state.bribes == (0, 5, 0, 4)


def test_HML_10_4_the_piper_stays_where_he_is_already() -> None:
    spec = option(florins={0: 9}, bribes={"red": 5}, piper="red").when(0, "bribe red 1").accepted()
    assert "piper_moved" not in kinds(spec)


def test_HML_10_5_HM_32_no_two_bribes_alike() -> None:
    spec = option(florins={0: 9}, bribes={"red": 5, "green": 2}, piper="red")
    spec.when(0, "bribe black 5").refused("HML-10.5")
    spec.when(0, "bribe green 3").refused("HML-10.5")
    assert "bribe green 3" not in legal(spec)
    assert "bribe green 4" in legal(spec)
    spec.when(0, "bribe black 2").refused("HML-10.5")
    spec.when(0, "bribe green 4").then(PiperMoved("green"))


def test_HML_10_5_one_florin_is_always_enough_for_some_bribe() -> None:
    """Every other region is blocked; the biggest bribe can still be raised."""
    spec = option(florins={0: 1}, bribes={"yellow": 1, "red": 2, "black": 3, "green": 4}, piper="green")
    assert legal(spec) == ["bribe green 1", "end_turn"]


def test_HML_8_1_the_lists_show_every_rat_on_the_board() -> None:
    spec = given(RULES, at(opened(), step="optional", florins={0: 4}, rats=["y-1", "m-3", "g-2"]))
    assert legal(spec)[:3] == ["buy_cat m-3", "buy_cat y-1", "buy_cat g-2"]
