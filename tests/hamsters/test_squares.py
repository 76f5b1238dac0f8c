"""The squares, clause by clause; events.csv has every state of the cards."""

from domain.hamsters import RULES
from domain.hamsters.facts import (
    BeaversJoined,
    BeaversMet,
    BeaversRefused,
    BridgeBroke,
    HamsterCaught,
    HamsterMoved,
    MiceHelped,
    MiceMet,
    MiceRefused,
    MiceRepaid,
    MoleRescued,
    MouseCardUsed,
    RatsScattered,
    SackDropped,
    SacksDeposited,
    SackStolen,
    SecondTripBegun,
    SparrowhawkThrown,
    StartedAgain,
    ThrowForfeited,
    ThrowRepeated,
    TunnelEntered,
    TurnPassed,
)
from tests.hamsters.positions import AWAY, die, hamster, hawk, on, position, squares


def test_HMS_7_2_1_HMS_7_2_2_HMS_7_2_3_a_sack_for_a_mouse_card() -> None:
    spec = on(hamster("way-a-1"), AWAY).when(0, "roll", [die(1)]).then(MiceMet(0))
    assert [RULES.notate(m) for m in RULES.legal_moves(spec.state, 0)] == ["help_mice", "decline"]
    helped = spec.when(0, "help_mice").then(MiceHelped(0), TurnPassed(1)).state
    assert (helped.hamsters[0].sacks, helped.hamsters[0].mouse, helped.mice, helped.store) == (1, True, 5, 9)
    spec.when(0, "accept_beavers").refused("HMS-7.4.1")


def test_HMS_7_2_5_who_declines_gets_no_mouse_card() -> None:
    spec = on(hamster("way-a-1"), AWAY).when(0, "roll", [die(1)]).when(0, "decline").then(MiceRefused(0), TurnPassed(1))
    assert (spec.state.hamsters[0].sacks, spec.state.hamsters[0].mouse, spec.state.mice) == (2, False, 6)


def test_HMS_7_2_4_the_mouse_card_helps_on_9_and_on_12() -> None:
    assert on(hamster("field-2", sacks=1, cards="mouse"), AWAY).when(0, "roll", [die(1)]).state.hamsters[0].sacks == 2
    assert squares(on(hamster("burrow-1", cards="mouse"), AWAY).when(0, "roll", [die(1), hawk(1)]))[0] == "5"


def test_HS_13_the_last_sack_cannot_be_given() -> None:
    for load in ({"sacks": 1}, {"sacks": 1, "deposited": 1}):
        spec = on(hamster("way-a-1", **load), AWAY).when(0, "roll", [die(1)]).then(TurnPassed(1))
        spec.when(0, "help_mice").refused("HS-2")
        spec.when(1, "help_mice").refused("HMS-7.2.1")


def test_HS_14_HS_33_who_holds_a_mouse_card_is_not_asked() -> None:
    on(hamster("way-a-1", cards="mouse"), AWAY).when(0, "roll", [die(1)]).then(TurnPassed(1))


def test_HS_1_an_empty_pile_gives_no_card_and_then_nothing_is_offered() -> None:
    on(hamster("way-a-1"), AWAY, mice=0).when(0, "roll", [die(1)]).then(TurnPassed(1))
    on(hamster("pond-1"), AWAY, beavers=0).when(0, "roll", [die(1)]).then(TurnPassed(1))
    spec = on(hamster("detour-3", "detour-1"), AWAY, moles=0).when(0, "roll", [die(1)]).then(TurnPassed(1))
    assert not spec.state.hamsters[0].mole


def test_HMS_7_4_1_HMS_7_4_2_an_accepted_invitation_gives_a_beaver_card_and_a_wait() -> None:
    spec = on(hamster("pond-1"), AWAY).when(0, "roll", [die(1)]).then(BeaversMet(0))
    assert [RULES.notate(m) for m in RULES.legal_moves(spec.state, 0)] == ["accept_beavers", "decline"]
    spec = spec.when(0, "accept_beavers").then(BeaversJoined(0), TurnPassed(1))
    assert (spec.state.hamsters[0].beaver, spec.state.hamsters[0].waits, spec.state.beavers) == (True, True, 5)


def test_HMS_7_4_4_a_declined_invitation_gives_no_card_and_no_wait() -> None:
    spec = on(hamster("pond-1"), AWAY).when(0, "roll", [die(1)]).when(0, "decline").then(BeaversRefused(0), TurnPassed(1))
    assert (spec.state.hamsters[0].beaver, spec.state.hamsters[0].waits, spec.state.beavers) == (False, False, 6)


def test_HS_16_who_has_a_beaver_card_is_not_invited() -> None:
    spec = on(hamster("pond-1", cards="beaver"), AWAY).when(0, "roll", [die(1)]).then(TurnPassed(1))
    assert not spec.state.hamsters[0].waits


def test_HS_4_HS_34_only_an_accepted_invitation_forfeits_the_throw_after_a_six() -> None:
    others = [AWAY] * 4
    spec = on(hamster("meadow-2"), *others).when(0, "roll", [die(6)]).when(0, "go main-1").then(BeaversMet(0))
    spec.when(0, "decline").then(BeaversRefused(0), ThrowRepeated(0))
    spec.when(0, "accept_beavers").then(BeaversJoined(0), ThrowForfeited(0), TurnPassed(1))
    on(hamster("meadow-2", cards="beaver"), *others).when(0, "roll", [die(6)]).when(0, "go main-1").then(ThrowRepeated(0))


def test_HMS_7_6_1_HMS_7_6_2_HS_17_HS_37_the_rotten_bridge_costs_the_way_but_no_sack_and_no_card() -> None:
    for load in ({"sacks": 2}, {"sacks": 1}, {"sacks": 1, "deposited": 1}):
        spec = on(hamster("5", cards="mole beaver mouse", **load), AWAY).when(0, "roll", [die(2)]).when(0, "go short-1").then(BridgeBroke(0, "0"))
        after = spec.state.hamsters[0]
        assert after.way == ("0",)
        assert (after.sacks, after.mole, after.beaver, after.mouse) == (load["sacks"], True, True, True)


def test_HMS_7_6_1_passing_the_rotten_bridge_is_harmless() -> None:
    assert squares(on(hamster("5"), AWAY).when(0, "roll", [die(3)]).when(0, "go short-1"))[0] == "short-3"


def test_HS_18_with_fewer_than_two_sacks_nobody_rests() -> None:
    assert on(hamster("safe-7"), AWAY).when(0, "roll", [die(1)]).state.hamsters[0].rests
    assert not on(hamster("safe-7", sacks=1, deposited=1), AWAY).when(0, "roll", [die(1)]).state.hamsters[0].rests


def test_HMS_7_8_1_the_rats_steal_a_sack() -> None:
    spec = on(hamster("hill-5"), AWAY).when(0, "roll", [die(1)]).then(SackStolen(0))
    assert (spec.state.hamsters[0].sacks, spec.state.store) == (1, 9)


def test_HMS_7_8_2_HMS_7_8_3_HS_19_the_beaver_card_saves_the_sack_and_goes_back() -> None:
    spec = on(hamster("hill-5", cards="beaver"), AWAY).when(0, "roll", [die(1)]).then(RatsScattered(0))
    assert (spec.state.hamsters[0].sacks, spec.state.hamsters[0].beaver, spec.state.beavers) == (2, False, 6)


def test_HMS_7_0_2_HS_20_HS_37_without_a_sack_back_to_0_for_what_is_still_needed() -> None:
    for deposited, sacks in ((0, 2), (1, 1)):
        start = on(hamster("hill-5", sacks=1, deposited=deposited, cards="mole mouse"), AWAY)
        spec = start.when(0, "roll", [die(1)]).then(SackStolen(0), StartedAgain(0, "0", sacks))
        after = spec.state.hamsters[0]
        assert (after.way, after.sacks, after.deposited, after.mole, after.mouse) == (("0",), sacks, deposited, True, True)


def test_HMS_7_9_1_HMS_7_9_2_HMS_7_9_3_HS_22_the_mice_give_a_sack_back_again_and_again() -> None:
    spec = on(hamster("field-2", sacks=1, cards="mouse"), hamster("7a")).when(0, "roll", [die(1)]).then(MiceRepaid(0))
    assert (spec.state.hamsters[0].sacks, spec.state.hamsters[0].mouse) == (2, True)
    on(hamster("field-5", sacks=1, cards="mouse"), AWAY).when(0, "roll", [die(1)]).then(MiceRepaid(0))


def test_HMS_3_5_HMS_7_9_4_HS_22_not_more_than_two_and_not_on_the_second_trip() -> None:
    for load in ({"sacks": 2}, {"sacks": 1, "deposited": 1}):
        spec = on(hamster("field-2", cards="mouse", **load), AWAY).when(0, "roll", [die(1)])
        assert spec.state.hamsters[0].sacks == load["sacks"]
        assert not any(isinstance(fact, MiceRepaid) for fact in spec.facts)


def test_HMS_7_11_1_the_cat_costs_a_sack() -> None:
    spec = on(hamster("open-1"), AWAY).when(0, "roll", [die(1)]).then(SackDropped(0), TurnPassed(1))
    assert (spec.state.hamsters[0].square, spec.state.hamsters[0].sacks) == ("11a", 1)


def test_HMS_7_11_2_HS_21_the_last_sack_costs_the_way_and_is_replaced() -> None:
    for deposited, sacks in ((0, 2), (1, 1)):
        spec = on(hamster("open-1", sacks=1, deposited=deposited), AWAY).when(0, "roll", [die(1)]).then(SackDropped(0), StartedAgain(0, "0", sacks))
        assert (spec.state.hamsters[0].square, spec.state.hamsters[0].sacks) == ("0", sacks)


def test_HMS_7_12_1_HMS_7_12_2_HS_24_enough_pips_save_and_lead_into_the_burrow() -> None:
    spec = on(hamster("burrow-1", sacks=1), AWAY).when(0, "roll", [die(1), hawk(4)])
    spec.then(SparrowhawkThrown(0, 4, 4), HamsterMoved(0, ("burrow-3", "12b", "burrow-5", "13")), SacksDeposited(0, 1), SecondTripBegun(0, "0", 1))
    on(hamster("burrow-3", sacks=1), AWAY).when(0, "roll", [die(1), hawk(6)]).then(SparrowhawkThrown(0, 6, 2), SacksDeposited(0, 1))


def test_HMS_7_12_3_HMS_7_12_4_HS_24_HS_25_HS_37_caught_without_a_mouse_card() -> None:
    start = on(hamster("burrow-1", cards="mole beaver"), AWAY)
    spec = start.when(0, "roll", [die(1), hawk(3)]).then(SparrowhawkThrown(0, 3, 4), HamsterCaught(0, "0"), TurnPassed(1))
    after = spec.state.hamsters[0]
    assert (after.way, after.sacks, after.mole, after.beaver) == (("0",), 2, True, True)


def test_HMS_7_12_5_HMS_7_12_6_HS_24_HS_25_HS_39_caught_with_a_mouse_card() -> None:
    start = on(hamster("burrow-1", "1b", "detour-1", cards="mouse"), AWAY)
    spec = start.when(0, "roll", [die(1), hawk(3)]).then(MouseCardUsed(0, "5"))
    after = spec.state.hamsters[0]
    assert (after.square, after.sacks, after.mouse, spec.state.mice) == ("5", 2, False, 6)
    assert after.way == start.state.hamsters[0].way[: len(after.way)]


def test_HS_26_on_5_nothing_happens_and_the_way_is_chosen_with_the_next_move() -> None:
    spec = on(hamster("burrow-1", cards="mouse"), hamster("8a")).when(0, "roll", [die(1), hawk(1)]).then(TurnPassed(1))
    spec = spec.when(1, "roll", [die(1)]).when(0, "roll", [die(1)])
    assert [RULES.notate(m) for m in RULES.legal_moves(spec.state, 0)] == ["go short-1", "go safe-1"]


def test_HMS_7_13_1_HMS_7_13_2_HMS_7_0_3_HS_27_HS_28_one_sack_and_a_second_trip() -> None:
    start = on(hamster("burrow-5", sacks=1, cards="mole beaver mouse"), AWAY)
    spec = start.when(0, "roll", [die(1)]).then(SacksDeposited(0, 1), SecondTripBegun(0, "0", 1), TurnPassed(1))
    after = spec.state.hamsters[0]
    assert (after.way, after.sacks, after.deposited, after.mole, after.beaver, after.mouse) == (("0",), 1, 1, True, True, True)
    assert RULES.score(spec.state) == [1, 0]
    assert RULES.outcome(spec.state) is None


def test_HMS_7_13_3_HMS_2_1_the_second_sack_has_to_come_to_the_burrow_too() -> None:
    spec = on(hamster("burrow-5", sacks=1, deposited=1), AWAY).when(0, "roll", [die(4)])
    assert spec.state.winner == 0


def test_HMS_2_2_HMS_10_1_HS_27_two_sacks_win_at_once() -> None:
    spec = on(hamster("burrow-5"), hamster("burrow-1", sacks=1, deposited=1)).when(0, "roll", [die(1)])
    assert RULES.outcome(spec.state) == {"winners": [0], "reason": "two_sacks_deposited", "scores": [{"total": 2}, {"total": 1}]}
    assert RULES.ranking(RULES.outcome(spec.state)) == (1, 2)


def test_HS_27_a_pushed_back_hamster_can_win_in_the_turn_of_another() -> None:
    start = on(hamster("burrow-3"), hamster("burrow-5"))
    spec = start.when(0, "roll", [die(2), {"combat": [[0, 6], [1, 1]]}, hawk(2)]).then(SparrowhawkThrown(1, 2, 2))
    assert RULES.outcome(spec.state)["winners"] == [1]
    assert squares(spec) == ["burrow-5", "13"]


def test_HMS_8_1_HMS_8_2_HS_23_the_hospital_gives_its_card_also_to_who_passes() -> None:
    for pips in (1, 2):
        spec = on(hamster("detour-3", "detour-1"), AWAY).when(0, "roll", [die(pips)]).then(MoleRescued(0), TurnPassed(1))
        assert (spec.state.hamsters[0].mole, spec.state.moles) == (True, 5)


def test_HMS_9_3_1_HMS_9_3_2_only_the_detour_leads_to_the_mole_card() -> None:
    spec = on(hamster("3"), AWAY).when(0, "roll", [die(5)])
    assert spec.when(0, "go detour-1").then(MoleRescued(0)).state.hamsters[0].mole
    assert not spec.when(0, "go main-1").state.hamsters[0].mole


def test_HS_14_a_second_mole_card_is_not_taken() -> None:
    spec = on(hamster("detour-3", "detour-1", cards="mole"), AWAY).when(0, "roll", [die(1)])
    assert not any(isinstance(fact, MoleRescued) for fact in spec.facts)
    assert spec.state.moles == 5


def test_HMS_9_5_1_at_5_both_bridges_are_open() -> None:
    spec = on(hamster("5"), AWAY).when(0, "roll", [die(1)])
    assert [RULES.notate(m) for m in RULES.legal_moves(spec.state, 0)] == ["go short-1", "go safe-1"]


def test_HMS_9_10_2_HS_23_without_a_mole_card_the_tunnel_is_closed() -> None:
    spec = on(hamster("9b"), AWAY).when(0, "roll", [die(2)]).then(HamsterMoved(0, ("10", "open-1")), TurnPassed(1))
    assert squares(spec)[0] == "open-1"


def test_HMS_9_10_2_choosing_the_tunnel_without_a_card_is_refused_by_name() -> None:
    """Such a throw has one route and needs no choice on any board; the referee still says why."""
    on(hamster("10"), AWAY, step="go", throw=1).when(0, "go tunnel-1").refused("HMS-9.10.2")


def test_HMS_9_10_3_HS_23_the_mole_card_is_handed_in_where_the_tunnel_is_entered() -> None:
    spec = on(hamster("9b", cards="mole"), AWAY).when(0, "roll", [die(3)])
    assert [RULES.notate(m) for m in RULES.legal_moves(spec.state, 0)] == ["go open-1", "go tunnel-1"]
    dug = spec.when(0, "go tunnel-1").then(TunnelEntered(0))
    assert (dug.state.hamsters[0].square, dug.state.hamsters[0].mole, dug.state.moles) == ("tunnel-2", False, 6)
    assert spec.when(0, "go open-1").state.hamsters[0].mole


def test_HMS_9_10_3_going_on_inside_the_tunnel_costs_nothing_more() -> None:
    spec = on(hamster("tunnel-1", "tunnel-1", cards="mole"), AWAY).when(0, "roll", [die(1)])
    assert spec.state.hamsters[0].mole


def test_HMS_7_2_1_HMS_7_4_1_HS_40_nothing_can_be_accepted_that_is_not_offered() -> None:
    spec = on(hamster("2a"), hamster("4a"))
    spec.when(0, "help_mice").refused("HMS-7.2.1")
    spec.when(0, "accept_beavers").refused("HMS-7.4.1")
    spec.when(0, "decline").refused("HS-40")
    assert position(hamster("2a"), hamster("4a")) == spec.state
