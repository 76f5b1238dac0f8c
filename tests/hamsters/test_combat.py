"""Combats and their chains, worked by hand."""

from domain.hamsters import RULES
from domain.hamsters.facts import (
    BeaversJoined,
    BeaversMet,
    CombatThrown,
    HamsterMoved,
    HamsterPushedBack,
    MiceMet,
    MouseCardUsed,
    RestTaken,
    SackStolen,
    ThrowRepeated,
    TunnelEntered,
    TurnMissed,
    TurnPassed,
)
from tests.hamsters.hooks import check
from tests.hamsters.positions import AWAY, combat, die, hamster, hawk, on, squares


def test_HMS_5_1_HMS_5_2_HMS_5_3_HS_6_HS_7_the_loser_goes_back_by_its_own_throw() -> None:
    won = on(hamster("field-1"), hamster("field-4")).when(0, "roll", [die(3), combat((0, 5), (1, 2))])
    won.then(CombatThrown("field-4", 0, 1, 5, 2), HamsterPushedBack(1, ("9a", "field-2")), TurnPassed(1))
    assert squares(won) == ["field-4", "field-2"]
    lost = on(hamster("field-1"), hamster("field-4")).when(0, "roll", [die(3), combat((0, 4), (1, 6))])
    lost.then(CombatThrown("field-4", 0, 1, 4, 6), HamsterPushedBack(0, ("9a", "field-2", "field-1", "8c")))
    assert squares(lost) == ["8c", "field-4"]


def test_HS_6_equal_throws_are_thrown_again_until_they_differ() -> None:
    thrown = [combat((0, 3), (1, 3)), combat((0, 6), (1, 6)), combat((0, 2), (1, 1))]
    spec = on(hamster("field-1"), hamster("field-4")).when(0, "roll", [die(3), *thrown])
    spec.then(CombatThrown("field-4", 0, 1, 3, 3), CombatThrown("field-4", 0, 1, 6, 6), CombatThrown("field-4", 0, 1, 2, 1), HamsterPushedBack(1, ("9a",)))


def test_HMS_5_4_play_goes_on_with_the_next_player() -> None:
    spec = on(hamster("field-1"), AWAY, hamster("field-4")).when(0, "roll", [die(3), combat((0, 5), (2, 2))]).then(TurnPassed(1))
    assert RULES.to_act(spec.state) == (1,)


def test_HS_5_HS_29_there_is_no_combat_on_the_wheat_field() -> None:
    spec = on(hamster("short-1", "short-1"), AWAY, AWAY).when(0, "roll", [die(1)])
    assert squares(spec) == ["0", "0", "0"]
    pushed = on(AWAY, hamster("1a"), AWAY).when(0, "roll", [die(1)]).when(0, "go 1a", [combat((0, 6), (1, 2))])
    assert squares(pushed) == ["1a", "0", "0"]


def test_HS_5_there_is_no_combat_in_the_burrow() -> None:
    spec = on(hamster("burrow-5", sacks=1), hamster("burrow-1", deposited=1, sacks=1)).when(0, "roll", [die(1)])
    assert squares(spec) == ["0", "burrow-1"]


def test_HS_8_the_way_back_is_the_way_really_gone() -> None:
    for chosen, end in (("main-1", "main-2"), ("detour-1", "detour-5")):
        spec = on(hamster("main-3"), hamster("4a", chosen)).when(0, "roll", [die(2), combat((0, 6), (1, 3))])
        assert squares(spec)[1] == end
    spec = on(hamster("safe-7"), hamster("7a", "short-1")).when(0, "roll", [die(1), combat((0, 6), (1, 1))])
    assert squares(spec) == ["7a", "short-3"]


def test_HS_8_HS_38_nobody_is_pushed_beyond_0_and_there_keeps_sacks_and_cards() -> None:
    spec = on(AWAY, hamster("way-a-1", sacks=1, cards="mouse")).when(0, "roll", [die(2)]).when(0, "go 1a", [combat((0, 6), (1, 5))])
    spec.then(HamsterPushedBack(1, ("1a", "0")))
    pushed = spec.state.hamsters[1]
    assert (pushed.way, pushed.sacks, pushed.mouse) == (("0",), 1, True)
    check(spec.state)


def test_HS_9_a_chain_of_three_worked_by_hand() -> None:
    """0 beats 1 on 9a; 1 falls back 3 onto 2 and wins there; 2 falls back 1 onto 3 and loses again."""
    start = on(hamster("field-1"), hamster("9a"), hamster("8c"), hamster("gorge-4"))
    spec = start.when(0, "roll", [die(2), combat((0, 4), (1, 3)), combat((1, 2), (2, 1)), combat((2, 1), (3, 5))])
    spec.then(
        HamsterMoved(0, ("field-2", "9a")),
        CombatThrown("9a", 0, 1, 4, 3),
        HamsterPushedBack(1, ("field-2", "field-1", "8c")),
        CombatThrown("8c", 1, 2, 2, 1),
        HamsterPushedBack(2, ("gorge-4",)),
        CombatThrown("gorge-4", 2, 3, 1, 5),
        HamsterPushedBack(2, ("8b",)),
        SackStolen(1),
        SackStolen(2),
        TurnPassed(1),
    )
    assert squares(spec) == ["9a", "8c", "8b", "gorge-4"]
    check(spec.state)


def test_HS_9_the_arriver_who_loses_twice_fights_on_behind() -> None:
    start = on(hamster("field-1"), hamster("field-4"), hamster("9a"), hamster("field-2"))
    spec = start.when(0, "roll", [die(3), combat((0, 1), (1, 2)), combat((0, 1), (2, 6)), combat((0, 6), (3, 1))])
    assert squares(spec) == ["field-2", "field-4", "9a", "field-1"]
    spec.then(TurnPassed(1))


def test_HS_5_HS_39_a_hamster_sent_to_5_fights_there_and_can_be_pushed_beyond() -> None:
    start = on(hamster("burrow-1", "detour-1", "short-1", cards="mouse"), hamster("5"), hamster("2c", sacks=1))
    spec = start.when(0, "roll", [die(1), hawk(3), combat((0, 2), (1, 6))])
    spec.then(MouseCardUsed(0, "5"), CombatThrown("5", 0, 1, 2, 6), HamsterPushedBack(0, ("2c", "pond-6")))
    assert squares(spec) == ["pond-6", "5", "2c"]
    assert spec.state.hamsters[0].way[-3:] == ("pond-4", "4b", "pond-6")
    assert "detour-5" in spec.state.hamsters[0].way
    chain = start.when(0, "roll", [die(1), hawk(3), combat((0, 3), (1, 1)), combat((1, 1), (2, 2))])
    assert squares(chain) == ["5", "pond-6", "2c"]


def test_HS_10_combat_comes_before_the_event_and_a_winning_occupant_does_not_meet_it_again() -> None:
    lost = on(hamster("hill-5"), hamster("8a")).when(0, "roll", [die(1), combat((0, 1), (1, 2))])
    assert squares(lost) == ["hill-5", "8a"]
    assert [h.sacks for h in lost.state.hamsters] == [2, 2]
    won = on(hamster("hill-5"), hamster("8a")).when(0, "roll", [die(1), combat((0, 2), (1, 1))])
    won.then(CombatThrown("8a", 0, 1, 2, 1), SackStolen(0))
    assert [h.sacks for h in won.state.hamsters] == [1, 2]


def test_HS_11_the_pushed_back_hamster_meets_the_orange_event_and_no_yellow_one() -> None:
    spec = on(hamster("gorge-2"), hamster("8b")).when(0, "roll", [die(1), combat((0, 6), (1, 2))]).then(SackStolen(0), SackStolen(1))
    assert squares(spec) == ["8b", "8a"]
    yellow = on(hamster("meadow-2"), hamster("main-1")).when(0, "roll", [die(2)]).when(0, "go main-1", [combat((0, 6), (1, 1))])
    assert squares(yellow) == ["main-1", "3"]
    assert RULES.to_act(yellow.state) == (1,)


def test_HS_12_being_pushed_away_ends_rest_and_wait_but_the_beaver_card_stays() -> None:
    rest = on(hamster("hill-3", sacks=1), hamster("7b", rests=True)).when(0, "roll", [die(1), combat((0, 6), (1, 2))])
    assert squares(rest) == ["7b", "hill-2"]
    assert not any(isinstance(fact, TurnMissed) for fact in rest.facts)
    assert RULES.to_act(rest.state) == (1,)
    wait = on(hamster("pond-4", cards="beaver"), hamster("4b", cards="beaver", waits=True)).when(0, "roll", [die(1), combat((0, 6), (1, 3))])
    assert squares(wait) == ["4b", "4a"]
    pushed = wait.state.hamsters[1]
    assert (pushed.waits, pushed.beaver) == (False, True)
    assert squares(wait.when(1, "roll", [die(2)])) == ["4b", "pond-4"]


def test_HS_30_all_combats_come_before_all_events_in_the_order_of_stopping() -> None:
    start = on(hamster("gorge-4"), hamster("8c"), hamster("gorge-2"))
    spec = start.when(0, "roll", [die(1), combat((0, 5), (1, 3)), combat((1, 6), (2, 3))])
    assert squares(spec) == ["8c", "gorge-2", "7b"]
    order = [type(fact).__name__ + str(fact.seat) for fact in spec.facts if isinstance(fact, (HamsterPushedBack, SackStolen, RestTaken))]
    assert order == ["HamsterPushedBack1", "HamsterPushedBack2", "SackStolen0", "RestTaken2"]


def test_HS_30_three_that_stop_in_one_chain_meet_their_events_in_that_order() -> None:
    start = on(hamster("gorge-4"), hamster("8c"), hamster("8b"))
    spec = start.when(0, "roll", [die(1), combat((0, 5), (1, 2)), combat((1, 6), (2, 2))])
    assert squares(spec) == ["8c", "8b", "8a"]
    assert [fact.seat for fact in spec.facts if isinstance(fact, SackStolen)] == [0, 1, 2]


def test_HS_30_HS_40_decisions_come_one_at_a_time_also_in_the_turn_of_another() -> None:
    start = on(hamster("pond-4"), hamster("4b"), *[AWAY] * 3)
    spec = start.when(0, "roll", [die(1), combat((0, 5), (1, 3))]).then(BeaversMet(0, (1,)))
    assert RULES.to_act(spec.state) == (0,)
    spec.when(1, "decline").refused("HS-40")
    spec.when(0, "roll", [die(1)]).refused("HS-40")
    spec.when(0, "help_mice").refused("HMS-7.2.1")
    spec = spec.when(0, "accept_beavers").then(BeaversJoined(0), BeaversMet(1))
    assert RULES.to_act(spec.state) == (1,)
    assert spec.state.turn == 0
    spec = spec.when(1, "decline").then(TurnPassed(1))
    assert RULES.to_act(spec.state) == (1,)


def test_HS_40_the_decision_of_another_comes_before_the_second_throw() -> None:
    start = on(hamster("main-1"), hamster("pond-4"), *[AWAY] * 3)
    spec = start.when(0, "roll", [die(6), combat((0, 5), (1, 2))]).then(BeaversMet(1))
    assert RULES.to_act(spec.state) == (1,)
    spec = spec.when(1, "accept_beavers").then(ThrowRepeated(0))
    assert RULES.to_act(spec.state) == (0,)


def test_HS_40_who_is_pushed_onto_a_2_is_asked_too() -> None:
    spec = on(hamster("1a"), hamster("way-a-3")).when(0, "roll", [die(3), combat((0, 5), (1, 1))]).then(MiceMet(1))
    assert spec.when(1, "help_mice").state.hamsters[1].mouse


def test_HS_32_pushed_out_of_the_tunnel_a_new_card_is_needed_and_inside_it_one_goes_on() -> None:
    ways = ("tunnel-1",)
    out = on(hamster("9b"), hamster("tunnel-1", *ways)).when(0, "roll", [die(1)])
    assert squares(out) == ["10", "tunnel-1"]
    start = on(hamster("10", cards="mole"), hamster("tunnel-1", *ways)).when(0, "roll", [die(1)])
    spec = start.when(0, "go tunnel-1", [combat((0, 1), (1, 3))]).then(TunnelEntered(0), HamsterPushedBack(0, ("10",)))
    assert not spec.state.hamsters[0].mole
    spec = spec.when(1, "roll", [die(1)]).when(0, "roll", [die(2)]).then(HamsterMoved(0, ("open-1", "11a")))
    inside = on(hamster("10", cards="mole"), hamster("tunnel-2", *ways), turn=0).when(0, "roll", [die(2)]).when(0, "go tunnel-1", [combat((0, 5), (1, 1))])
    assert squares(inside) == ["tunnel-2", "tunnel-1"]
    assert squares(inside.when(1, "roll", [die(2)])) == ["tunnel-2", "burrow-1"]


def test_HS_31_a_hospital_reached_by_being_pushed_back_gives_no_card() -> None:
    spec = on(hamster("hospital", "detour-1", cards="mole"), hamster("detour-5", "detour-1")).when(0, "roll", [die(1), combat((0, 6), (1, 1))])
    assert squares(spec) == ["detour-5", "hospital"]
    assert not spec.state.hamsters[1].mole
    spec = spec.when(1, "roll", [die(2)])
    assert not spec.state.hamsters[1].mole


def test_HS_31_the_hospital_gives_its_card_before_a_combat_there() -> None:
    spec = on(hamster("detour-3", "detour-1"), hamster("hospital", "detour-1")).when(0, "roll", [die(1), combat((0, 1), (1, 2))])
    assert squares(spec)[0] == "detour-3"
    assert spec.state.hamsters[0].mole
    assert spec.when(1, "roll", [die(4)]).when(0, "roll", [die(1)]).state.hamsters[0].mole
