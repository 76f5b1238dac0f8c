"""Using the influence of men and women: HML-4, HML-5, HM-9, HM-13 to HM-17, HM-58."""

import pytest

from domain.chance import BadDraw
from domain.hameln import RULES
from domain.hameln.facts_purse import ChildMissed, ChildPrepared, FlorinGained, GoodGained, GoodMissed
from domain.hameln.facts_rats import RatsAttracted
from domain.hameln.facts_turn import DeclarationEnded, HouseActivated, PartnerAsked
from tests.hameln.positions import circles_of, kinds, legal, opened, turn

COUPLE = {"men": {"red-dairy": 0, "red-influence": 0}, "women": {"red-dairy": 1, "red-influence": 2}}  # of seat 0's men
WIVES = {"women": {"red-dairy": 0, "red-influence": 0}, "men": {"red-dairy": 1, "red-influence": 2}}  # of seat 0's women
FULL_BAG = {"boys": {1: 2, 2: 2}, "girls": {1: 2, 2: 2}}  # all eight cubes lie beside the hall


def test_HML_4_1_only_houses_with_a_man_of_one_s_own() -> None:
    turn().when(0, "declare man market-2").refused("HML-4.1")
    turn().when(0, "declare man red-dairy").refused("HML-4.1")


def test_HML_4_2_HML_13_3_an_infested_house_cannot_be_activated() -> None:
    state = opened()
    turn(rats=circles_of(state, "market-1")).when(0, "declare man market-1").refused("HML-4.2")
    turn(rats=circles_of(state, "market-2")).when(0, "declare woman market-2").refused("HML-13.3")


def test_HML_12_5_one_free_circle_is_enough() -> None:
    rats = circles_of(opened(), "market-1")[:-1]
    turn(rats=rats).when(0, "declare man market-1", [{"cube": "boy"}]).then(RatsAttracted("market-1", 3, 1))


def test_HML_4_3_HM_9_all_houses_are_declared_before_anything_resolves() -> None:
    spec = turn(**COUPLE).when(0, "declare man red-influence").accepted()
    assert kinds(spec) == ["house_declared"]
    spec.when(0, "declare man red-influence").refused("HM-9")
    spec.when(0, "declare woman market-2").refused("HM-9")
    spec.when(0, "sell meat").refused("HML-4.3")
    spec = spec.when(0, "declare man red-dairy").accepted()
    spec = spec.when(0, "end_declaring").accepted()
    assert kinds(spec)[:4] == ["declaration_ended", "house_activated", "florin_gained", "florin_gained"]
    assert spec.state.florins == (1, 0, 1)


def test_HM_9_house_by_house_active_gain_then_partner_then_rats() -> None:
    spec = turn(men={"red-dairy": 0}, women={"red-dairy": 1}, counters={"red-dairy": 1})
    spec = spec.when(0, "declare man red-dairy").when(0, "declare man market-1", [{"cube": "girl"}])
    spec.then(
        DeclarationEnded(0, by_itself=True),
        HouseActivated(0, "man", "red-dairy"),
        GoodGained(0, "cheese"),
        ChildPrepared(1, "girl"),
        RatsAttracted("red-dairy", 1, 1),
    )
    spec = spec.when(0, legal(spec)[0], [{"cube": "boy"}])
    spec.then(HouseActivated(0, "man", "market-1"), GoodGained(0, "meat"), ChildPrepared(2, "boy"), RatsAttracted("market-1", 3, 3))


@pytest.mark.parametrize(("house", "good"), [("yellow-bakery", "bread"), ("red-dairy", "cheese"), ("red-brewery", "beer"), ("market-1", "meat")])
def test_HML_4_4_each_production_house_yields_its_good(house: str, good: str) -> None:
    spec = turn(men={house: 0}, women={house: 2})
    spec = spec.when(0, f"declare man {house}", [{"cube": "boy"}] if house == "market-1" else []).accepted()
    if house != "market-1":
        spec = spec.when(0, "end_declaring", [{"cube": "boy"}])
    spec.then(GoodGained(0, good))


def test_HML_4_5_HML_4_6_a_house_of_influence_yields_both_a_florin() -> None:
    spec = turn(**COUPLE).when(0, "declare man red-influence").when(0, "end_declaring")
    spec.then(FlorinGained(0), FlorinGained(2))
    assert spec.state.boys == spec.state.girls == (0, 0, 0)


def test_HML_4_6_HM_13_the_woman_s_owner_prepares_a_child() -> None:
    spec = turn().when(0, "declare man market-1", [{"cube": "girl"}]).accepted()
    assert spec.state.girls == (0, 0, 1)
    assert kinds(spec) == ["house_declared", "declaration_ended", "house_activated", "good_gained", "child_prepared", "rats_attracted"]


def test_HML_4_7_HML_12_1_an_activated_house_attracts_rats() -> None:
    spec = turn(men={"black-influence": 0}, women={"black-influence": 2}, counters={"black-influence": 2})
    spec = spec.when(0, "declare man black-influence").when(0, "end_declaring").then(RatsAttracted("black-influence", 2, 2))
    assert spec.state.due == 2


def test_HML_5_1_only_houses_with_a_woman_of_one_s_own() -> None:
    turn().when(0, "declare woman market-1").refused("HML-5.1")


def test_HML_5_2_women_are_declared_before_anything_resolves() -> None:
    spec = turn(**WIVES).when(0, "declare woman red-dairy").accepted()
    assert kinds(spec) == ["house_declared"]
    assert legal(spec) == ["declare woman market-2", "declare woman red-influence", "end_declaring"]


def test_HML_5_3_HML_5_5_a_woman_prepares_a_child_and_its_cube_stays_out_of_the_bag() -> None:
    """Figure 3: yellow draws a pink cube, and a girl of his family joins the hall."""
    spec = turn().when(0, "declare woman market-2", [{"cube": "girl"}]).then(ChildPrepared(0, "girl"))
    assert spec.state.girls == (1, 0, 0)
    assert spec.state.supply[0] == 10
    blue = turn(girls={1: 4}).when(0, "declare woman market-2", [{"cube": "boy"}])
    assert blue.state.boys == (1, 0, 0)
    with pytest.raises(BadDraw):
        turn(girls={1: 4}).when(0, "declare woman market-2", [{"cube": "girl"}])


def test_HML_5_6_HML_5_7_influence_and_goods_of_a_woman_s_houses() -> None:
    spec = turn(**WIVES).when(0, "declare woman red-influence").when(0, "declare woman red-dairy").when(0, "end_declaring")
    spec.then(FlorinGained(0), FlorinGained(2))
    for _ in range(2):
        spec = spec.when(0, legal(spec)[0], [{"cube": "boy"}] if spec.state.due == 1 else [])
    spec.then(ChildPrepared(0, "boy"), GoodGained(1, "cheese"))


def test_HML_5_8_houses_of_women_attract_rats_too() -> None:
    turn().when(0, "declare woman market-2", [{"cube": "boy"}]).then(RatsAttracted("market-2", 3, 3))


def test_HML_5_4_HM_15_HM_58_with_an_empty_bag_a_production_house_alone_cannot_be_declared() -> None:
    spec = turn(**FULL_BAG)
    assert "declare woman market-2" not in legal(spec)
    spec.when(0, "declare woman market-2").refused("HM-58")


def test_HM_15_HM_58_with_an_empty_bag_an_influence_house_must_be_among_them() -> None:
    spec = turn(**FULL_BAG, **WIVES).when(0, "declare woman red-dairy").accepted()
    assert legal(spec) == ["declare woman market-2", "declare woman red-influence"]
    spec.when(0, "end_declaring").refused("HM-15")
    spec = spec.when(0, "declare woman red-influence").accepted()
    assert legal(spec) == ["declare woman market-2", "end_declaring"]
    spec = spec.when(0, "end_declaring").then(ChildMissed(0), GoodGained(1, "cheese"))
    assert spec.state.step == "rat"


def test_HM_15_men_need_no_influence_house_with_an_empty_bag() -> None:
    spec = turn(**FULL_BAG, **COUPLE).when(0, "declare man market-1").accepted()
    assert legal(spec) == ["declare man red-influence", "declare man red-dairy", "end_declaring"]
    spec.when(0, "end_declaring").then(GoodGained(0, "meat"), ChildMissed(2))


def test_HM_16_a_family_without_members_is_treated_like_an_empty_bag() -> None:
    turn(supply=(0, 9, 9)).when(0, "declare woman market-2").refused("HM-16")
    spec = turn(supply=(0, 9, 9), **WIVES).when(0, "declare woman red-influence").when(0, "declare woman red-dairy").when(0, "end_declaring")
    for _ in range(2):
        spec = spec.when(0, legal(spec)[0])
    spec.then(ChildMissed(0), GoodGained(1, "cheese"))


def test_HM_14_no_child_for_a_partner_with_an_empty_bag() -> None:
    spec = turn(**FULL_BAG).when(0, "declare man market-1").then(GoodGained(0, "meat"), ChildMissed(2), RatsAttracted("market-1", 3, 3))
    assert spec.state.boys == (0, 2, 2)


def test_HM_14_the_bag_runs_empty_between_two_houses() -> None:
    spec = turn(boys={1: 4}, girls={2: 3}, women={"red-dairy": 0}, men={"red-dairy": 1}, counters={"red-dairy": 1})
    spec = spec.when(0, "declare woman red-dairy").when(0, "declare woman market-2", [{"cube": "girl"}]).then(ChildPrepared(0, "girl"))
    spec = spec.when(0, legal(spec)[0]).then(ChildMissed(0), GoodGained(1, "meat"))
    assert spec.state.girls == (1, 0, 3)


def test_HM_16_no_cube_is_drawn_for_a_partner_without_members() -> None:
    turn(supply=(9, 9, 0)).when(0, "declare man market-1").then(ChildMissed(2))


def test_HM_17_a_good_that_has_run_out_is_not_gained() -> None:
    spec = turn(goods={1: (0, 0, 0, 10), 2: (0, 0, 0, 9)}).when(0, "declare man market-1", [{"cube": "boy"}])
    spec.then(GoodMissed(0, "meat"), ChildPrepared(2, "boy"))
    assert spec.state.goods[0] == (0, 0, 0, 1)


def test_HM_13_with_the_option_the_partner_decides() -> None:
    spec = turn(options={"partner_child": "optional"}).when(0, "declare man market-1").then(GoodGained(0, "meat"), PartnerAsked(2))
    assert RULES.to_act(spec.state) == (2,)
    assert legal(spec) == ["prepare_child", "decline_child"]
    spec.when(0, "prepare_child").refused("HML-3.1")
    spec.when(2, "end_turn").refused("HM-13")
    yes = spec.when(2, "prepare_child", [{"cube": "boy"}])
    assert kinds(yes) == ["partner_decided", "child_prepared", "rats_attracted"]
    no = spec.when(2, "decline_child")
    assert kinds(no) == ["partner_decided", "rats_attracted"]
    assert no.state.boys == no.state.girls == (0, 0, 0)
    assert RULES.to_act(no.state) == (0,)


def test_HM_13_HM_14_the_partner_is_not_asked_when_no_child_is_possible() -> None:
    turn(options={"partner_child": "optional"}, **FULL_BAG).when(0, "declare man market-1").then(ChildMissed(2))


def test_HM_13_the_active_woman_is_never_asked() -> None:
    turn(options={"partner_child": "optional"}).when(0, "declare woman market-2", [{"cube": "boy"}]).then(ChildPrepared(0, "boy"))
