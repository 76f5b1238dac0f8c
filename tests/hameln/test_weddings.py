"""Weddings: HML-6, HM-21 to HM-24, HM-55."""

from domain.hameln.facts_purse import ChildrenMarried, InfluenceGained, WeddingsEnded
from domain.hameln.state import bag
from tests.hameln.positions import circles_of, kinds, legal, man_of, opened, turn, woman_of


def test_HML_6_1_HML_6_2_HML_6_5_HML_6_7_HML_6_8_a_wedding() -> None:
    """Figure 4: a boy of one family marries a girl of another; the boy's owner pays the bank."""
    spec = turn(boys={0: 1}, girls={1: 1}, florins={0: 4, 1: 9})
    assert bag(spec.state) == {"boy": 3, "girl": 3}
    spec = spec.when(0, "marry 0 1 red-dairy").then(ChildrenMarried(0, 0, 1, "red-dairy", 3), WeddingsEnded(0, by_itself=True))
    assert (man_of(spec.state, "red-dairy"), woman_of(spec.state, "red-dairy")) == (0, 1)
    assert spec.state.florins == (1, 9, 0)
    assert bag(spec.state) == {"boy": 4, "girl": 4}
    assert spec.state.boys == spec.state.girls == (0, 0, 0)


def test_HML_6_2_HM_21_exactly_one_of_the_couple_is_the_active_player_s() -> None:
    spec = turn(boys={0: 1, 1: 1}, girls={0: 1, 2: 1}, florins={0: 9, 1: 9})
    spec.when(0, "marry 0 0 red-dairy").refused("HM-21")
    spec.when(0, "marry 1 2 red-dairy").refused("HM-21")
    spec.when(0, "marry 0 7 red-dairy").refused("HM-21")
    spec.when(0, "marry 1 0 red-dairy").accepted()
    spec.when(0, "marry 0 2 red-dairy").accepted()


def test_HML_6_1_only_children_in_the_hall() -> None:
    spec = turn(boys={0: 1}, girls={1: 1}, florins={0: 9, 2: 9})
    spec.when(0, "marry 0 2 red-dairy").refused("HML-6.1")
    spec.when(0, "marry 2 0 red-dairy").refused("HML-6.1")


def test_HML_6_3_HML_6_4_several_weddings_each_at_once() -> None:
    spec = turn(boys={0: 2}, girls={1: 1, 2: 1}, florins={0: 5}).when(0, "marry 0 1 red-dairy").accepted()
    assert kinds(spec) == ["children_married"]
    assert legal(spec) == [
        "marry 0 2 yellow-bakery",
        "marry 0 2 red-bakery",
        "marry 0 2 black-bakery",
        "marry 0 2 green-bakery",
        "end_weddings",
    ]
    spec.when(0, "sell meat").refused("HML-6.3")
    ended = spec.when(0, "end_weddings").then(WeddingsEnded(0, by_itself=False))
    assert ended.state.step == "optional"
    second = spec.when(0, "marry 0 2 red-bakery")
    assert kinds(second) == ["children_married", "weddings_ended", "turn_ended", "turn_begun"]


def test_HML_6_6_HM_22_the_boy_s_owner_must_be_able_to_pay_at_that_moment() -> None:
    spec = turn(boys={0: 2, 1: 1}, girls={0: 1, 1: 2}, florins={0: 5, 1: 2})
    spec.when(0, "marry 1 0 red-dairy").refused("HML-6.6")
    spec.when(0, "marry 1 0 red-bakery").accepted()
    spec = spec.when(0, "marry 0 1 red-dairy").accepted()
    spec.when(0, "marry 0 1 black-dairy").refused("HML-6.6")
    spec.when(0, "marry 0 1 black-bakery").accepted()


def test_HM_22_a_house_that_is_lived_in_is_taken() -> None:
    turn(boys={0: 1}, girls={1: 1}, florins={0: 9}).when(0, "marry 0 1 market-1").refused("HM-22")


def test_HM_55_a_starting_house_left_empty_can_be_moved_into() -> None:
    turn(boys={0: 1}, girls={1: 1}, florins={0: 9}).when(0, "marry 0 1 market-6").then(ChildrenMarried(0, 0, 1, "market-6", 5))


def test_HM_23_an_infested_house_can_be_moved_into() -> None:
    spec = turn(boys={0: 1}, girls={1: 1}, florins={0: 3}, rats=circles_of(opened(), "red-dairy")).when(0, "marry 0 1 red-dairy").accepted()
    assert man_of(spec.state, "red-dairy") == 0


def test_HML_6_9_HML_6_10_HML_11_9_HM_24_the_bonus_goes_to_the_higher_first() -> None:
    """Figure 5: a house of influence. Seat 0 is higher at the start, so it arrives first and stands further right."""
    spec = turn(boys={0: 1}, girls={2: 1}, florins={0: 8}).when(0, "marry 0 2 red-influence")
    spec.then(InfluenceGained(0, 4, 4), InfluenceGained(2, 4, 4))
    assert spec.state.line == (0, 2, 1)
    other = turn(order=[2, 0, 1], boys={2: 1}, girls={0: 1}, florins={2: 8}).when(2, "marry 2 0 red-influence")
    other.then(InfluenceGained(2, 4, 4), InfluenceGained(0, 4, 4))
    assert other.state.line == (2, 0, 1)
    lower = turn(boys={2: 1}, girls={0: 1}, florins={2: 8}, spaces={2: 1}).when(0, "marry 2 0 red-influence")
    lower.then(InfluenceGained(2, 4, 5), InfluenceGained(0, 4, 4))


def test_HML_6_9_no_bonus_from_a_production_house() -> None:
    spec = turn(boys={0: 1}, girls={2: 1}, florins={0: 8}).when(0, "marry 0 2 red-dairy")
    assert spec.state.spaces == (0, 0, 0)
