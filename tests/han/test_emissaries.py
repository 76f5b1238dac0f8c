"""Emissaries and their limit."""

from domain.han import RULES
from domain.han.facts import EmissaryPlaced, PlacingEnded
from domain.han.state import State
from tests.given import given
from tests.han.positions import position, province, spaces, table

DORIS, BARBARA, ALEX, CHRIS = 0, 1, 2, 3  # blue, red, green, violet


def state(hand: str, **more: object) -> State:
    return position(table(4), hand, "green 3", "green 3", "orange 3", **more)  # type: ignore[arg-type]


def test_HAN_7_1_on_the_dragon_space_of_a_province() -> None:
    at = given(RULES, state("red 3", houses={"wei-1": 1})).when(0, "emissary wei red").then(EmissaryPlaced(0, "wei", ("red",))).state
    assert at.emissaries[province(at, "wei")] == (1, 0, 0, 0)
    assert at.emissary_supply[0] == 7
    given(RULES, state("red 3")).when(0, "emissary wei-1 red").refused("HAN-7.1")


def test_HAN_7_2_HAN_7_3_HA_12_as_many_as_the_most_houses_of_one_player() -> None:
    four_and_two = dict(zip(spaces("wei"), (ALEX, ALEX, ALEX, ALEX, BARBARA, BARBARA), strict=False))
    full = state("red 3", houses=four_and_two, emissaries={"wei": {0: 1, 1: 1, 2: 2}})
    given(RULES, full).when(0, "emissary wei red").refused("HAN-7.3")
    room = state("red 3", houses=four_and_two, emissaries={"wei": {0: 1, 2: 2}})
    given(RULES, room).when(0, "emissary wei red").when(0, "emissary wei red").refused("HAN-7.3")
    on_border = state("orange 3", houses={"zhao-wei": 1, "zhao-1": 1}, emissaries={"zhao": {1: 1}})
    given(RULES, on_border).when(0, "emissary zhao orange").accepted()


def test_HAN_7_4_none_without_houses() -> None:
    given(RULES, state("red 3")).when(0, "emissary wei red").refused("HAN-7.4")


def test_HAN_7_5_own_houses_are_not_needed() -> None:
    given(RULES, state("red 3", houses={"wei-1": 3})).when(0, "emissary wei red").accepted()


def test_HA_11_the_limit_is_judged_anew_between_two_pieces() -> None:
    one_each = state("red 3", houses={"wei-1": 0, "wei-2": 1}, emissaries={"wei": {1: 1}})
    given(RULES, one_each).when(0, "emissary wei red").refused("HAN-7.3")
    given(RULES, one_each).when(0, "house wei-3 red").when(0, "emissary wei red").then(PlacingEnded(0))
    given(RULES, one_each).when(0, "house wei-chin red red").when(0, "emissary wei red").accepted()
    two = state("red 3", houses={"wei-1": 0}, emissaries={})
    given(RULES, two).when(0, "emissary wei red").when(0, "emissary wei red").refused("HAN-7.3")


def test_HAN_8_12_HA_13_emissaries_may_go_to_a_scored_province() -> None:
    scored = state("red 3", houses=dict(zip(spaces("wei"), (2, 2, 2, 2, 1, 1, 3), strict=True)))
    assert scored.scored >> province(scored, "wei") & 1
    given(RULES, scored).when(0, "emissary wei red").accepted()


def test_example_2_doris_in_wei() -> None:
    houses = dict(zip(spaces("wei"), (ALEX, ALEX, ALEX, ALEX, BARBARA, BARBARA, DORIS), strict=True))
    before = state("red 2 green", houses=houses, emissaries={"wei": {DORIS: 1, BARBARA: 1}})
    after = given(RULES, before).when(DORIS, "emissary wei red").when(DORIS, "emissary wei red").state
    assert sum(after.emissaries[province(after, "wei")]) == 4
    assert after.step == "drawing"


def test_example_3_doris_in_chin() -> None:
    houses = {"chin-1": DORIS, "chin-2": DORIS, "chin-3": BARBARA, "chin-4": BARBARA}
    before = state("red 2 yellow", houses=houses)
    after = given(RULES, before).when(DORIS, "emissary chin red red").when(DORIS, "emissary chin yellow").state
    assert after.emissaries[province(after, "chin")] == (2, 0, 0, 0)
    given(RULES, before).when(DORIS, "emissary chin yellow").when(DORIS, "house wei-chin red red").accepted()
    given(RULES, before).when(DORIS, "house chin-shu yellow").refused("HAN-6.8")
    given(RULES, before).when(DORIS, "house wei-chin red yellow").accepted()
    free = state("red 2 yellow", houses={"chin-1": DORIS, "chin-2": DORIS})
    given(RULES, free).when(DORIS, "house chin-3 yellow").when(DORIS, "house chin-4 red red").accepted()
    given(RULES, free).when(DORIS, "emissary chin yellow").when(DORIS, "house chin-3 red red").accepted()
