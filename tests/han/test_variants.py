"""Fortifications and market places."""

from domain.han import RULES
from domain.han.facts import FortificationPlaced, MarketEmissaryMoved, MarketPlaced, PlacingEnded, PortsScored, ProvinceScored, RowScored
from domain.han.state import MARKET, State
from tests.given import given
from tests.han.positions import WAYS, position, province, spaces, table

LAST_TURN = {"last_round": True, "depleted": 2, "pile": ""}
QI = {"qi-1": 1}
PAGODA = {"pagoda-1": 1}


def forts(hand: str, **more: object) -> State:
    return position(table(3, fortifications=True), hand, "red 2 green", "violet 3", **more)  # type: ignore[arg-type]


def markets(hand: str, **more: object) -> State:
    return position(table(2, market_places=True), hand, "red 2 green", **more)  # type: ignore[arg-type]


def test_HAN_13_1_HAN_14_1_how_many_markers() -> None:
    for seats in (3, 4, 5):
        assert RULES.empty(table(seats, fortifications=True)).marker_supply == (1,) * seats
    assert RULES.empty(table(2, market_places=True)).marker_supply == (2, 2)
    for seats in (3, 4):
        assert RULES.empty(table(seats, map=WAYS, market_places=True)).marker_supply == (1,) * seats


def test_example_9_HAN_13_2_HAN_13_5_marker_and_house_are_the_turns_two_pieces() -> None:
    spec = given(RULES, forts("yellow 3", houses=QI)).when(0, "fortification qi-2 yellow yellow")
    spec.then(FortificationPlaced(0, "qi-2", ("yellow", "yellow")), PlacingEnded(0))
    state = spec.state
    at = state.table.board.layout.space_at["qi-2"]
    assert (state.houses[at], state.fortified, state.marker_supply, state.house_supply[0]) == (0, (at, -1, -1), (0, 1, 1), 19)
    spec.when(0, "house qi-3 yellow").refused("HAN-9.2")
    given(RULES, forts("yellow 3", houses=QI)).when(0, "house qi-3 yellow").when(0, "fortification qi-2 yellow yellow").refused("HAN-13.2")


def test_HAN_13_3_a_free_house_space_but_no_border() -> None:
    given(RULES, forts("yellow 3", houses=QI)).when(0, "fortification qi-1 yellow yellow").refused("HAN-13.3")
    given(RULES, forts("yellow 3", houses=QI)).when(0, "fortification qi-wu yellow yellow").refused("HAN-13.3")
    given(RULES, forts("yellow 3", houses=QI)).when(0, "fortification qi-4 yellow yellow").accepted()


def test_HAN_13_4_HA_35_two_cards_of_the_provinces_colour() -> None:
    given(RULES, forts("yellow 3", houses=QI)).when(0, "fortification qi-2 yellow").refused("HA-35")
    given(RULES, forts("green 3", houses=QI)).when(0, "fortification qi-2 green green").refused("HA-35")
    given(RULES, forts("yellow green 2", houses=QI)).when(0, "fortification qi-2 green yellow").refused("HA-35")


def test_HAN_13_6_no_fortification_without_a_house() -> None:
    state = forts("yellow 3", houses=QI, house_supply=(0, 19, 20))
    given(RULES, state).when(0, "fortification qi-2 yellow yellow").refused("HAN-13.6")
    assert "place_fortification" not in {move.kind for move in RULES.legal_moves(state, 0)}
    used = forts("yellow 3", houses={**QI, "wei-1": 0}, fortified={0: "wei-1"})
    given(RULES, used).when(0, "fortification qi-2 yellow yellow").refused("HAN-5.10")


def test_HA_34_not_in_an_empty_province() -> None:
    given(RULES, forts("yellow 3")).when(0, "fortification qi-2 yellow yellow").refused("HA-34")


def test_HAN_13_7_HA_36_its_owners_house_scoring_counts_twice() -> None:
    houses = dict(zip(spaces("qi"), (0, 0, 1, 1), strict=False))
    state = position(table(3, fortifications=True), "red 3", "red 3", "yellow 3", houses=houses, fortified={0: "qi-1"}, turn=2)
    given(RULES, state).when(2, "house qi-wu yellow yellow").then(ProvinceScored("qi", (10, 5, 2)))


def test_HAN_13_8_a_row_with_the_fortification_counts_twice() -> None:
    row = ("chin-1", "chin-3", "chin-shu", "shu-1")
    houses = dict.fromkeys(row, 0) | dict.fromkeys(("chu-3", "chu-4", "chu-5", "chu-6"), 0)
    state = position(table(3, fortifications=True), *["red 2 green"] * 3, turn=2, houses=houses, fortified={0: "chin-3"}, **LAST_TURN)
    spec = given(RULES, state).when(2, "discard red")
    spec.then(RowScored(0, ("chin-1", "chin-3", "chin-shu", "shu-1"), 8), RowScored(0, ("chu-3", "chu-4", "chu-5", "chu-6"), 4))


def test_HAN_13_9_on_a_port_the_port_scoring_counts_twice() -> None:
    houses = {"yan-4": 0, "qi-2": 1, "qi-3": 1}
    state = position(table(3, fortifications=True), *["red 2 green"] * 3, turn=2, houses=houses, fortified={0: "yan-4"}, **LAST_TURN)
    given(RULES, state).when(2, "discard red").then(PortsScored((4, 3, 0)))
    inland = position(table(3, fortifications=True), *["red 2 green"] * 3, turn=2, houses={**houses, "yan-1": 0}, fortified={0: "yan-1"}, **LAST_TURN)
    given(RULES, inland).when(2, "discard red").then(PortsScored((2, 3, 0)))


def test_HAN_14_2_HAN_14_5_HA_40_marker_and_emissary_are_the_turns_two_pieces() -> None:
    spec = given(RULES, markets("orange 3", houses=PAGODA)).when(0, "market pagoda-2 orange orange")
    spec.then(MarketPlaced(0, "pagoda-2", ("orange", "orange")), PlacingEnded(0))
    state = spec.state
    at = state.table.board.layout.space_at["pagoda-2"]
    assert (state.houses[at], state.markets, state.marker_supply, state.emissary_supply) == (MARKET, ((at, 0),), (1, 2), (7, 8))
    given(RULES, markets("orange 3", houses=PAGODA)).when(0, "house pagoda-3 orange").when(0, "market pagoda-2 orange orange").refused("HA-40")


def test_HAN_14_3_a_free_house_space() -> None:
    given(RULES, markets("orange 3", houses=PAGODA)).when(0, "market pagoda-1 orange orange").refused("HAN-14.3")


def test_HAN_14_4_two_cards_of_the_districts_colour() -> None:
    given(RULES, markets("orange 3", houses=PAGODA)).when(0, "market pagoda-2 orange").refused("HAN-14.4")
    given(RULES, markets("green 3", houses=PAGODA)).when(0, "market pagoda-2 green green").refused("HAN-14.4")


def test_HAN_14_8_no_market_place_without_an_emissary() -> None:
    state = markets("orange 3", houses=PAGODA, emissary_supply=(0, 8))
    given(RULES, state).when(0, "market pagoda-2 orange orange").refused("HAN-14.8")
    used = markets("orange 3", houses=PAGODA, markets={"palace-1": 0, "palace-2": 0})
    given(RULES, used).when(0, "market pagoda-2 orange orange").refused("HAN-5.10")


def test_HA_38_a_piece_must_be_there_but_no_house() -> None:
    given(RULES, markets("orange 3")).when(0, "market pagoda-2 orange orange").refused("HA-38")
    given(RULES, markets("orange 3", markets={"pagoda-1": 1})).when(0, "market pagoda-2 orange orange").accepted()


def test_HAN_14_6_HAN_14_9_the_limit_of_the_dragon_space_does_not_matter_and_is_not_touched() -> None:
    full = markets("orange 3", houses=PAGODA, emissaries={"pagoda": {1: 1}})
    given(RULES, full).when(0, "emissary pagoda orange").refused("HAN-7.3")
    spec = given(RULES, full).when(0, "market pagoda-2 orange orange").accepted()
    assert spec.state.emissaries[province(spec.state, "pagoda")] == (0, 1)
    beside = markets("orange 3", houses=PAGODA, markets={"pagoda-2": 1})
    given(RULES, beside).when(0, "emissary pagoda orange").accepted()


def test_HAN_14_7_HA_37_a_market_place_fills_its_space_and_is_a_house_for_nobody() -> None:
    houses = {"pagoda-1": 1, "pagoda-2": 1}
    spec = given(RULES, markets("orange 3", houses=houses)).when(0, "market pagoda-3 orange orange")
    spec.then(MarketPlaced(0, "pagoda-3", ("orange", "orange")), ProvinceScored("pagoda", (0, 2)), PlacingEnded(0))
    row = dict.fromkeys(("barracks-1", "barracks-2", "barracks-4", "barracks-5"), 0)
    state = position(table(2, market_places=True), *["red 2 green"] * 2, turn=1, houses={**row, "pagoda-1": 0}, markets={"barracks-3": 1}, **LAST_TURN)
    rows = [fact for fact in given(RULES, state).when(1, "discard red").facts if isinstance(fact, RowScored)]
    assert [len(row.spaces) for row in rows] == [5], "the way around the market place"
    cut = position(table(2, market_places=True), *["red 2 green"] * 2, turn=1, houses=row, markets={"barracks-3": 1}, **LAST_TURN)
    assert [row.points for row in given(RULES, cut).when(1, "discard red").facts if isinstance(row, RowScored)] == [4]
    broken = {space: 0 for space in row if space != "barracks-1"}
    cut = position(table(2, market_places=True), *["red 2 green"] * 2, turn=1, houses=broken, markets={"barracks-1": 1}, **LAST_TURN)
    assert not [row for row in given(RULES, cut).when(1, "discard red").facts if isinstance(row, RowScored)]


def test_example_10_HAN_14_10_HA_39_the_emissary_joins_the_court_before_the_scoring() -> None:
    """The green district holds three emissaries, as many as it may: Barbara 2, Chris 1. Doris's two come from market places and tie her with Barbara."""
    doris, barbara, chris = 0, 1, 2
    laid = table(3, map=WAYS, market_places=True)
    houses = {"gardens-1": 2, "gardens-2": 2, "gardens-3": 2}
    court = {"gardens": {doris: 1, barbara: 2}, "barracks": {doris: 1}}
    state = position(laid, "green 2 red", "red 3", "violet 3", houses={**houses, "barracks-1": chris}, emissaries=court)
    given(RULES, state).when(doris, "emissary gardens green").refused("HAN-7.3")
    spec = given(RULES, state).when(doris, "market gardens-4 green green").accepted()
    last = position(laid, *["red 2 violet"] * 3, turn=2, houses={**houses, "barracks-1": chris}, emissaries=court, markets={"gardens-4": doris}, **LAST_TURN)
    spec = given(RULES, last).when(2, "discard red").then(MarketEmissaryMoved(doris, "gardens-4", "gardens"))
    assert spec.state.emissaries[province(spec.state, "gardens")] == (2, 2, 0), "four where three were allowed"
    outcome = RULES.outcome(spec.state)
    assert outcome is not None
    assert outcome["scores"][doris]["alliances"] == 5
