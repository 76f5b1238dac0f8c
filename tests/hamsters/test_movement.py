"""Throws, ways, sixes and turns."""

from domain.hamsters import RULES
from domain.hamsters.facts import (
    DieThrown,
    HamsterFreed,
    HamsterKept,
    HamsterMoved,
    RestTaken,
    ThrowForfeited,
    ThrowRepeated,
    TurnMissed,
    TurnPassed,
)
from domain.hamsters.moves import ROLL, go
from domain.hamsters.state import Hamster, State
from domain.table import lay
from tests.given import given
from tests.hamsters.boards import smallest
from tests.hamsters.positions import AWAY, combat, die, hamster, hawk, on, position, squares


def vias(spec: object, seat: int = 0) -> list[tuple[str, ...]]:
    return [move.via for move in RULES.legal_moves(spec.state, seat)]  # type: ignore[attr-defined]


def test_HMS_4_1_HS_2_seat_0_starts_and_play_goes_clockwise() -> None:
    spec = on(hamster("way-a-1"), hamster("2a"), hamster("meadow-1"))
    assert RULES.to_act(spec.state) == (0,)
    spec = spec.when(0, "roll", [die(2)]).then(TurnPassed(1)).when(1, "roll", [die(2)]).then(TurnPassed(2)).when(2, "roll", [die(1)]).then(TurnPassed(0))
    spec.when(1, "roll", [die(1)]).refused("HS-2")


def test_HMS_1_4_HMS_4_2_HS_3_the_hamster_goes_the_whole_throw_forward() -> None:
    for pips, end in enumerate(("meadow-2", "3"), 1):
        assert squares(on(hamster("meadow-1"), AWAY).when(0, "roll", [die(pips)])) == [end, "0"]
    on(hamster("meadow-1"), AWAY).when(0, "roll", [die(2)]).then(DieThrown(0, 2, False), HamsterMoved(0, ("meadow-2", "3")))


def test_HMS_4_5_HMS_9_1_1_the_journey_begins_on_one_of_the_two_squares_with_a_1() -> None:
    spec = on(AWAY, AWAY).when(0, "roll", [die(1)])
    assert vias(spec) == [("1a",), ("1b",)]
    assert squares(spec.when(0, "go 1b")) == ["1b", "0"]


def test_HMS_4_4_HS_41_every_fork_of_the_throw_is_chosen_after_it_and_at_once() -> None:
    spec = on(hamster("pond-6"), AWAY)
    assert list(RULES.legal_moves(spec.state, 0)) == [ROLL]
    spec = spec.when(0, "roll", [die(3)]).then(DieThrown(0, 3, False))
    assert squares(spec) == ["pond-6", "0"]
    assert RULES.to_act(spec.state) == (0,)
    assert vias(spec) == [("short-1",), ("safe-1",)]
    assert squares(spec.when(0, "go safe-1")) == ["safe-1", "0"]


def test_HS_41_a_fork_on_which_the_throw_ends_is_not_left_yet() -> None:
    spec = on(hamster("2c"), AWAY).when(0, "roll", [die(1)]).then(HamsterMoved(0, ("5",)), TurnPassed(1))
    assert vias(spec.when(1, "roll", [die(1)]).when(1, go(("1a",))).when(0, "roll", [die(2)])) == [("short-1",), ("safe-1",)]


def test_HS_41_several_forks_make_one_choice_where_they_lie_close() -> None:
    start = State(lay(RULES, 2, None, smallest()), hamsters=(Hamster(("start",)), Hamster(("start",))), moles=6, beavers=6, mice=6, store=8)
    spec = given(RULES, start).when(0, "roll", [die(6)])
    assert vias(spec) == [
        *[("one-a", "five", "six"), ("one-a", "five", "stone-a"), ("one-a", "hospital")],
        *[("one-b", "five", "six"), ("one-b", "five", "stone-a"), ("one-b", "hospital")],
    ]
    assert squares(spec.when(0, "go one-b five stone-a"))[0] == "seven-a"


def test_HMS_4_4_a_way_that_the_throw_does_not_have_is_refused() -> None:
    spec = on(hamster("2c"), AWAY).when(0, "roll", [die(2)])
    for wrong in ("go main-1", "go", "go short-1 safe-1", "go 6", "go nowhere"):
        spec.when(0, wrong).refused("HMS-4.4")


def test_HS_41_no_choice_before_the_throw_and_no_throw_before_the_choice() -> None:
    spec = on(hamster("2c"), AWAY)
    spec.when(0, "go short-1").refused("HS-41")
    spec = spec.when(0, "roll", [die(2)])
    spec.when(0, "roll", [die(2)]).refused("HS-41")
    spec.when(1, "roll", [die(2)]).refused("HS-2")
    spec.when(0, "decline").refused("HS-40")


def test_HMS_4_3_HS_4_a_six_throws_again_only_with_five_or_six_players() -> None:
    for seats in RULES.seats:
        start = on(hamster("way-b-1", "1b"), *[AWAY] * (seats - 1))
        assert RULES.to_act(start.when(0, "roll", [die(5)]).state) == (1,)
        assert RULES.to_act(start.when(0, "roll", [die(6)]).state) == ((0,) if seats >= 5 else (1,)), seats


def test_HS_4_a_series_of_sixes_has_no_limit() -> None:
    spec = on(hamster("way-a-4"), *[AWAY] * 4, turn=0).when(0, "roll", [die(6)])
    assert vias(spec) == [("main-1",), ("detour-1",)]
    spec = spec.when(0, "go main-1").then(ThrowRepeated(0)).when(0, "roll", [die(6)]).then(ThrowRepeated(0))
    assert squares(spec)[0] == "pond-6"
    spec = spec.when(0, "roll", [die(6)]).when(0, "go safe-1").then(ThrowRepeated(0)).when(0, "roll", [die(1)]).then(TurnPassed(1))


def test_HS_35_a_six_throws_again_after_a_lost_combat_and_from_0() -> None:
    lost = on(hamster("pond-4"), hamster("safe-2"), *[AWAY] * 3).when(0, "roll", [die(6)])
    lost = lost.when(0, "go safe-1", [combat((0, 1), (1, 2))]).then(ThrowRepeated(0))
    assert squares(lost)[:2] == ["safe-1", "safe-2"]
    assert RULES.to_act(lost.state) == (0,)
    wet = on(hamster("pond-3"), *[AWAY] * 4).when(0, "roll", [die(6)]).when(0, "go short-1").then(ThrowRepeated(0))
    assert squares(wet)[0] == "short-1"
    swum = on(hamster("pond-4"), *[AWAY] * 4).when(0, "roll", [die(6)]).when(0, "go short-1").then(ThrowRepeated(0))
    assert squares(swum)[0] == "0"
    assert vias(swum.when(0, "roll", [die(2)])) == [("1a",), ("1b",)]


def test_HS_35_a_six_throws_again_after_the_sparrowhawk_sent_the_hamster_to_5() -> None:
    spec = on(hamster("open-3", cards="mouse"), *[AWAY] * 4).when(0, "roll", [die(6), hawk(1)]).then(ThrowRepeated(0))
    assert squares(spec)[0] == "5"
    assert RULES.to_act(spec.state) == (0,)


def test_HS_35_a_rest_forfeits_the_throw_and_the_turn_is_missed_besides() -> None:
    spec = on(hamster("safe-5"), *[AWAY] * 4).when(0, "roll", [die(6)]).then(HamsterMoved(0, ("safe-6", "safe-7", "7a", "hill-2", "hill-3", "7b")))
    spec = spec.then(RestTaken(0), ThrowForfeited(0), TurnPassed(1))
    for seat in range(1, 5):
        spec = spec.when(seat, "roll", [die(seat)]).when(seat, "go 1a" if seat % 2 else "go 1b")
        if spec.state.step == "decide":
            spec = spec.when(seat, "decline")
    spec.then(TurnMissed(0), TurnPassed(1))


def test_HS_35_a_rest_gained_by_being_pushed_back_forfeits_the_throw() -> None:
    spec = on(hamster("7a"), hamster("gorge-2"), *[AWAY] * 3).when(0, "roll", [die(6), combat((0, 3), (1, 5))]).then(RestTaken(0), ThrowForfeited(0))
    assert squares(spec)[:2] == ["7b", "gorge-2"]
    assert RULES.to_act(spec.state) == (1,)


def test_HS_35_with_one_sack_a_7_gives_no_rest_and_the_six_throws_again() -> None:
    spec = on(hamster("safe-5", sacks=1), *[AWAY] * 4).when(0, "roll", [die(6)]).then(ThrowRepeated(0))
    assert squares(spec)[0] == "7b"


def test_HS_36_sixes_in_combat_and_under_the_sparrowhawk_throw_nothing_again() -> None:
    spec = on(hamster("field-1"), hamster("9a"), *[AWAY] * 3).when(0, "roll", [die(2), combat((0, 6), (1, 1))]).then(TurnPassed(1))
    assert RULES.to_act(spec.state) == (1,)
    spec = on(hamster("burrow-1", sacks=1), *[AWAY] * 4).when(0, "roll", [die(1), hawk(6)]).then(TurnPassed(1))
    assert RULES.to_act(spec.state) == (1,)


def test_HS_4_HS_15_the_six_that_frees_from_the_beavers_is_the_move_and_throws_again() -> None:
    spec = on(hamster("4a", cards="beaver", waits=True), *[AWAY] * 4).when(0, "roll", [die(6)])
    spec.then(DieThrown(0, 6, True), HamsterFreed(0), HamsterMoved(0, ("pond-3", "pond-4", "4b", "pond-6", "2c", "5")), ThrowRepeated(0))
    assert RULES.to_act(spec.state) == (0,)


def test_HMS_7_4_3_HS_15_only_a_1_or_a_6_leaves_the_beavers() -> None:
    for pips in (2, 3, 4, 5):
        spec = on(hamster("4b", cards="beaver", waits=True), AWAY).when(0, "roll", [die(pips)]).then(HamsterKept(0), TurnPassed(1))
        assert squares(spec)[0] == "4b"
        assert spec.state.hamsters[0].waits
    spec = on(hamster("4b", cards="beaver", waits=True), AWAY).when(0, "roll", [die(1)]).then(HamsterFreed(0), HamsterMoved(0, ("pond-6",)), TurnPassed(1))
    assert not spec.state.hamsters[0].waits
    assert spec.state.hamsters[0].beaver
    spec = on(hamster("4b", cards="beaver", waits=True), AWAY).when(0, "roll", [die(6)]).then(HamsterFreed(0))
    assert vias(spec) == [("short-1",), ("safe-1",)]
    assert squares(spec.when(0, "go safe-1"))[0] == "safe-3"


def test_HMS_7_7_1_HS_42_a_turn_is_missed_once_and_the_hamster_then_leaves() -> None:
    spec = on(hamster("safe-7"), hamster("field-1")).when(0, "roll", [die(1)]).then(RestTaken(0), TurnPassed(1))
    spec = spec.when(1, "roll", [die(1)]).then(TurnMissed(0), TurnPassed(1))
    spec = spec.when(1, "roll", [die(2)]).then(TurnPassed(0)).when(0, "roll", [die(1)]).then(HamsterMoved(0, ("hill-2",)), TurnPassed(1))
    assert squares(spec)[0] == "hill-2"


def test_HS_42_when_everybody_rests_the_turn_passes_over_all_of_them() -> None:
    spec = on(hamster("safe-7"), hamster("7b", rests=True)).when(0, "roll", [die(1)]).then(RestTaken(0), TurnMissed(1), TurnMissed(0), TurnPassed(1))
    assert RULES.to_act(spec.state) == (1,)


def test_HMS_7_7_2_HMS_7_8_4_no_turn_is_missed_with_one_sack_or_after_the_rats() -> None:
    for square, sacks, cards in (("7b", 1, ""), ("8a", 2, "beaver"), ("8a", 2, "")):
        start = "hill-3" if square == "7b" else "hill-5"
        spec = on(hamster(start, sacks=sacks, cards=cards), hamster("field-1")).when(0, "roll", [die(1)]).when(1, "roll", [die(1)]).then(TurnPassed(0))
        assert squares(spec)[0] == square
        assert RULES.to_act(spec.state) == (0,)


def test_HS_27_a_throw_that_is_too_long_ends_in_the_burrow() -> None:
    spec = on(hamster("burrow-3", sacks=1), AWAY).when(0, "roll", [die(6)]).then(HamsterMoved(0, ("12b", "burrow-5", "13")))
    assert spec.state.hamsters[0].deposited == 1


def test_HMS_1_6_two_to_six_play() -> None:
    assert RULES.seats == (2, 3, 4, 5, 6)


def test_HMS_10_1_nothing_can_be_done_after_the_end() -> None:
    spec = on(hamster("burrow-5"), AWAY).when(0, "roll", [die(1)])
    assert RULES.to_act(spec.state) == ()
    spec.when(1, "roll", [die(1)]).refused("HMS-10.1")
    spec.when(0, "roll", [die(1)]).refused("HMS-10.1")
    assert position(AWAY, AWAY).winner is None
