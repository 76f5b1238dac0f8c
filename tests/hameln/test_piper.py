"""The Pied Piper: HML-10.2, HML-15 to HML-17, HM-34 to HM-41, HM-48, HM-52, HM-56, HM-57, figures 17 and 18."""

from typing import Any

from domain.hameln import RULES
from domain.hameln.facts_piper import (
    BribeCollected,
    ChildrenPaid,
    ChildrenTaken,
    GameEnded,
    HouseCleared,
    NobodyActed,
    PaymentAsked,
    PhaseBegun,
    PiperAppeared,
    PiperMovedOn,
    RegionCleaned,
)
from domain.hameln.facts_turn import CycleBegun, TurnBegun
from domain.hameln.state import bag
from tests.given import Spec, given
from tests.hameln.positions import at, circles_of, figures_of, kinds, legal, opened, rats_of, turn

BOY = [{"cube": "boy"}]
LAST = {"men": {"yellow-bakery": 0}, "women": {"yellow-bakery": 1}, "counters": {"yellow-bakery": 1}, "reserve": 1}


def last_rat(seats: int = 3, rats: tuple[str, ...] = (), cube: str = "boy", draws: bool = True, **changes: Any) -> Spec:
    """Seat 0 places the rat that infests the yellow bakery and so uses the last large rat."""
    spec = turn(seats, **(LAST | {"rats": ["y-3", "y-4", *rats]} | changes)).when(0, "declare man yellow-bakery")
    return spec.when(0, "end_declaring", [{"cube": cube}] if draws else []).when(0, "place_rat y-5")


def test_HML_15_1_HML_15_2_HML_15_3_the_piper_ends_the_phase_and_the_turn() -> None:
    spec = last_rat(florins={0: 9}, figures=["red-dairy"], rats=tuple(circles_of(opened(), "red-dairy")), piper="black")
    spec.then(PiperAppeared("black", 1, 0), RegionCleaned("black", ()))
    assert figures_of(spec.state) == set()
    assert "option_opened" not in kinds(spec)
    assert RULES.to_act(spec.state) == (1,)


def test_HML_15_4_HML_15_5_HML_15_6_HM_36_region_overlaps_and_market_are_cleaned() -> None:
    """Figure 17: the market goes with every region; a border circle goes with either of its two."""
    spec = last_rat(rats=("m-1", "m-4", "gy-1", "yr-1", "rb-1", "bg-1", "g-1", "b-2"), piper="yellow")
    assert rats_of(spec.state) == {"rb-1", "bg-1", "g-1", "b-2"}
    other = last_rat(rats=("m-1", "gy-1", "yr-1", "rb-1", "bg-1", "g-1", "b-2"), piper="green")
    assert rats_of(other.state) == {"y-3", "y-4", "y-5", "yr-1", "rb-1", "b-2"}


def test_HML_15_6_HM_36_with_five_players_additional_overlaps_are_cleaned_too() -> None:
    spec = last_rat(5, rats=("e-1", "e-2", "e-4", "e-5", "e-6", "r-1"), piper="yellow", reserve=1)
    assert rats_of(spec.state) == {"e-2", "e-4", "e-6", "r-1"}


def test_HML_15_7_HML_13_4_houses_freed_by_the_piper() -> None:
    spec = last_rat(piper="yellow").then(PiperAppeared("yellow", 1, 0), HouseCleared("yellow-bakery"))
    assert rats_of(spec.state) == set()


def test_HM_37_houses_outside_stay_infested_without_a_figure() -> None:
    around = circles_of(opened(), "red-dairy")
    spec = last_rat(rats=tuple(around), figures=["red-dairy"], piper="black")
    assert figures_of(spec.state) == set()
    assert rats_of(spec.state) == {*around, "y-3", "y-4", "y-5"}
    assert spec.state.reserve == 5
    blocked = given(RULES, at(spec.state, men={"red-dairy": 1}, women={"red-dairy": 0}))
    blocked.when(1, "declare man red-dairy").refused("HML-4.2")


def test_HML_10_2_HML_17_1_HML_17_2_HML_17_4_HM_35_the_biggest_bribe() -> None:
    spec = last_rat(bribes={"green": 4, "red": 2, "black": 1}, piper="green", rats=("g-1", "r-1"))
    spec.then(RegionCleaned("green", ("g-1",)), BribeCollected("green", 4), PiperMovedOn("red"), PhaseBegun(2, 5))
    assert spec.state.bribes == (0, 2, 1, 0)


def test_HML_17_3_HM_34_HM_35_without_bribes_he_cleans_where_he_stands_and_goes_on_clockwise() -> None:
    spec = last_rat(piper="red", rats=("r-1", "g-1")).then(RegionCleaned("red", ("r-1",)), PiperMovedOn("black"), PhaseBegun(2, 5))
    assert "bribe_collected" not in kinds(spec)
    assert rats_of(last_rat(piper="green").state) == {"y-3", "y-4", "y-5"}
    last_rat(piper="green").then(PiperMovedOn("yellow"))


def test_HML_17_3_the_only_bribe_was_his_own() -> None:
    last_rat(piper="black", bribes={"black": 3}).then(BribeCollected("black", 3), PiperMovedOn("green"))


def test_HML_14_1_HML_14_3_HML_17_5_the_reserve_of_each_phase() -> None:
    for seats, phase, large in ((3, 1, 5), (4, 2, 6), (5, 1, 6), (5, 2, 7)):
        spec = last_rat(seats, phase=phase, rats=("e-1",) if seats == 5 else ())
        spec.then(PhaseBegun(phase + 1, large))
        assert spec.state.reserve == large


def test_HM_41_the_next_player_of_the_running_cycle_goes_on() -> None:
    spec = last_rat(spaces={2: 3}).then(PhaseBegun(2, 5), TurnBegun(1))
    assert spec.state.order == (0, 1, 2)


def test_HM_52_a_phase_that_ends_in_the_last_turn_of_a_cycle() -> None:
    """Payments go by the old order, then the order is read again."""
    base = at(opened(), turn=2, boys={0: 1, 1: 1}, florins={0: 1, 1: 1}, spaces={1: 2}, men={"yellow-bakery": 2}, women={"yellow-bakery": 1})
    base = at(base, counters={"yellow-bakery": 1}, reserve=1, rats=["y-3", "y-4"], acted=True)
    spec = given(RULES, base).when(2, "declare man yellow-bakery").when(2, "end_declaring", [{"cube": "girl"}]).when(2, "place_rat y-5")
    spec.then(PiperAppeared("yellow", 1, 2), PaymentAsked(0, 1))
    spec = spec.when(0, "pay 1 0").then(PaymentAsked(1, 1))
    spec = spec.when(1, "pay 0 0").then(ChildrenTaken(1, 1, 1), PhaseBegun(2, 5), CycleBegun((1, 0, 2)), TurnBegun(1))


def test_HML_16_1_HML_16_3_HML_16_5_HML_16_6_HM_39_figure_18() -> None:
    """Yellow pays two for his girl; red pays for one of his two boys, the other goes to the road."""
    yellow, red = 0, 1
    spec = last_rat(piper="red", girls={yellow: 1}, boys={red: 2}, florins={yellow: 2, red: 2}, draws=False, supply=(9, 0, 9))
    spec.then(PaymentAsked(yellow, 2))
    assert legal(spec) == ["pay 0 0", "pay 0 1"]
    spec = spec.when(yellow, "pay 0 1").then(ChildrenPaid(yellow, 0, 1, 2), PaymentAsked(red, 2))
    assert legal(spec) == ["pay 0 0", "pay 1 0"]
    spec = spec.when(red, "pay 1 0").then(ChildrenPaid(red, 1, 0, 2), ChildrenTaken(red, 1, 0))
    assert spec.state.road == (red,)
    assert (spec.state.girls[yellow], spec.state.boys[red]) == (1, 1)
    assert spec.state.florins == (0, 0, 0)


def test_HML_16_2_the_price_of_each_space() -> None:
    for region, price in (("yellow", 1), ("red", 2), ("black", 2), ("green", 3)):
        last_rat(piper=region, boys={2: 1}, florins={2: 9}).then(PaymentAsked(2, price))
    spec = last_rat(piper="green", boys={2: 2}, florins={2: 5})
    spec.when(2, "pay 2 0").refused("HML-16.2")


def test_HML_16_4_nobody_pays_for_other_players_children() -> None:
    spec = last_rat(boys={2: 1}, girls={0: 1}, florins={0: 9, 2: 9})
    assert RULES.to_act(spec.state) == (0,)
    spec.when(2, "pay 1 0").refused("HML-3.1")
    spec.when(0, "pay 1 1").refused("HML-16.4")
    spec.when(0, "pay 0 -1").refused("HML-16.4")
    spec.when(0, "sell meat").refused("HML-16.1")


def test_HML_16_7_HM_40_cubes_of_taken_children_go_back_those_of_paid_children_stay_out() -> None:
    spec = last_rat(boys={2: 2}, girls={2: 1}, florins={2: 9}, cube="girl")
    assert bag(spec.state) == {"boy": 2, "girl": 3}  # the girl of seat 1, who cannot pay, was taken before
    spec = spec.when(2, "pay 1 0").accepted()
    assert bag(spec.state) == {"boy": 3, "girl": 4}


def test_HM_57_who_cannot_pay_for_one_child_is_not_asked() -> None:
    spec = last_rat(piper="green", boys={2: 2}, florins={2: 2})
    spec.then(ChildrenTaken(1, 1, 0), ChildrenTaken(2, 2, 0), PhaseBegun(2, 5))
    assert "payment_asked" not in kinds(spec)


def test_HML_16_6_HML_16_9_HM_56_children_fill_the_road_in_order_and_stay() -> None:
    spec = last_rat(road=(2, 0), boys={2: 1}, girls={2: 1}, florins={2: 9}).when(2, "pay 0 0").then(ChildrenTaken(2, 1, 1))
    assert spec.state.road == (2, 0, 1, 2, 2)


def test_HM_39_the_price_is_read_before_the_piper_moves_on() -> None:
    last_rat(piper="green", bribes={"green": 2, "yellow": 1}, boys={2: 1}, florins={2: 3}).then(PaymentAsked(2, 3))


def test_HML_18_1_HML_18_2_HM_42_HM_43_the_third_phase_ends_the_game_after_payment() -> None:
    spec = last_rat(phase=3, boys={2: 1}, florins={2: 3}, rats=("m-1",)).then(PaymentAsked(2, 1))
    assert RULES.outcome(spec.state) is None
    spec = spec.when(2, "pay 1 0").then(GameEnded(0))
    assert "m-1" not in rats_of(spec.state)
    assert RULES.to_act(spec.state) == ()
    outcome = RULES.outcome(spec.state)
    assert outcome is not None
    assert outcome["ended_by"] == 0
    assert "phase_begun" not in kinds(spec)
    assert "turn_begun" not in kinds(spec)


def stuck(seats: int = 3, **changes: Any) -> Spec:
    """Everything that anybody owns is infested, nobody has goods; only the first player has a florin."""
    state = opened(seats)
    rats = {circle for number in range(1, seats + 1) for circle in circles_of(state, f"market-{number}")}
    nothing = dict.fromkeys(range(seats), (0, 0, 0, 0))
    return turn(seats, **({"rats": rats, "goods": nothing, "florins": {0: 1}, "acted": False, "step": "optional"} | changes))


def test_HM_48_after_a_cycle_without_an_action_the_piper_appears() -> None:
    spec = stuck().when(0, "end_turn")
    spec.then(NobodyActed(), PiperAppeared("yellow", 1, None), PhaseBegun(2, 5), CycleBegun((0, 1, 2)), TurnBegun(0))
    assert spec.state.ended_by == -1


def test_HM_48_an_action_in_the_cycle_keeps_him_away_until_the_next() -> None:
    spec = stuck().when(0, "bribe red 1")
    assert "piper_appeared" in kinds(spec)  # in the cycle after, in which nobody can do anything
    tags = kinds(spec)
    assert tags.index("cycle_begun") < tags.index("piper_appeared")
    assert tags.count("turn_skipped") == 5
    spec.then(PiperAppeared("red", 1, None), BribeCollected("red", 1), PiperMovedOn("black"))


def test_HM_48_what_counts_as_an_action() -> None:
    """Every mandatory and every optional action does; ending the turn and paying the Piper do not."""
    base = at(opened(), acted=False, florins={0: 9, 1: 9}, boys={0: 1}, girls={1: 1}, rats=["m-1"])
    for line in ("declare woman market-2", "marry 0 1 red-dairy", "sell meat"):
        draws = BOY if line.startswith("declare") else []
        assert given(RULES, base).when(0, line, draws).accepted().state.acted, line
    for line in ("buy_cat m-1", "buy_influence", "bribe red 1"):
        assert given(RULES, at(base, step="optional")).when(0, line).accepted().state.acted, line
    assert not given(RULES, at(base, step="optional")).when(0, "end_turn").accepted().state.acted


def test_HM_48_nobody_ended_the_game_so() -> None:
    spec = stuck(phase=3).when(0, "end_turn").then(PiperAppeared("yellow", 3, None), GameEnded(None))
    outcome = RULES.outcome(spec.state)
    assert outcome is not None
    assert "ended_by" not in outcome
    assert [row["ended"] for row in outcome["scores"]] == [0, 0, 0]


def test_HM_48_payments_are_asked_then_too() -> None:
    spec = stuck(girls={0: 1}).when(0, "end_turn").then(PiperAppeared("yellow", 1, None), PaymentAsked(0, 1))
    spec.when(0, "pay 0 0").then(ChildrenTaken(0, 0, 1), PhaseBegun(2, 5), CycleBegun((0, 1, 2)))


def test_HML_14_3_HM_48_the_reserve_is_filled_not_added_to() -> None:
    assert stuck(reserve=3).when(0, "end_turn").state.reserve == 5


def test_HM_1_a_phase_can_change_in_mid_cycle() -> None:
    spec = last_rat()
    assert (spec.state.phase, spec.state.turn, spec.state.order) == (2, 1, (0, 1, 2))
    assert "cycle_begun" not in kinds(spec)
