"""Points: every table by hand, the order of the final scoring, who wins."""

import csv

import pytest

from domain.han import RULES
from domain.han.facts import AllianceScored, GameEnded, HousePlaced, MarketEmissaryMoved, PortsScored, ProvinceScored, RowScored
from domain.han.scoring import by_rank
from domain.han.state import State
from domain.message import Json
from tests.given import given
from tests.han.positions import HERE, WAYS, position, province, spaces, table

RANKS = list(csv.DictReader((HERE / "ranks.csv").open(encoding="utf-8")))
GAMES = list(csv.DictReader((HERE / "scoring.csv").open(encoding="utf-8")))
LAST_TURN = {"last_round": True, "depleted": 2, "pile": ""}
ALICE, BARBARA, CHRIS = 0, 1, 2


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def pairs(text: str) -> dict[str, int]:
    return {where: int(seat) for where, seat in (word.split("=") for word in text.split())}


@pytest.mark.parametrize("row", RANKS, ids=lambda row: row["name"])
def test_HAN_8_2_HAN_8_3_HAN_8_4_HAN_8_5_HAN_8_6_HAN_8_7_HAN_8_8_HAN_8_9_HA_16_points_by_rank(row: dict[str, str]) -> None:
    assert by_rank(numbers(row["houses"])) == numbers(row["points"])


def from_row(row: dict[str, str]) -> State:
    """The position of a line, at the very last turn."""
    options: Json = {}
    for word in row["options"].split():
        name, _, value = word.partition("=")
        options[name] = value or True
    emissaries: dict[str, dict[int, int]] = {}
    for word in row["emissaries"].split():
        where, _, held = word.partition(":")
        seat, _, number = held.partition("=")
        emissaries.setdefault(where, {})[int(seat)] = int(number)
    laid = table(int(row["seats"]), **options)
    forts = {int(seat): space for seat, _, space in (word.partition("=") for word in row["forts"].split())}
    hands = ["red 2 green"] * laid.seats
    return position(
        laid, *hands, turn=laid.seats - 1, houses=pairs(row["houses"]), emissaries=emissaries, fortified=forts, markets=pairs(row["markets"]), **LAST_TURN
    )


@pytest.mark.parametrize("row", GAMES, ids=lambda row: row["name"])
def test_HAN_11_1_HAN_12_1_HAN_12_2_HAN_12_3_HA_31_final_scores_by_hand(row: dict[str, str]) -> None:
    state = from_row(row)
    outcome = RULES.outcome(given(RULES, state).when(state.turn, "discard red").state)
    assert outcome is not None
    scores = ["/".join(str(one[part]) for part in ("houses", "alliances", "roads", "ports")) for one in outcome["scores"]]
    assert " ".join(scores) == row["scores"]
    assert [one["total"] for one in outcome["scores"]] == [sum(map(int, one.split("/"))) for one in scores]
    assert outcome["supply"] == list(numbers(row["supply"]))
    assert outcome["winners"] == list(numbers(row["winners"]))
    assert outcome["reason"] == "pile_depleted"
    ranks = RULES.ranking(outcome)
    assert [seat for seat, rank in enumerate(ranks) if rank == 1] == outcome["winners"]


def test_example_4_wei_is_scored_when_it_is_full() -> None:
    """Alex 4, Barbara 2, Doris 1: 7, 4 and 2 points, at once."""
    alex, barbara, doris = 0, 1, 2
    houses = dict(zip(spaces("wei"), (alex, alex, alex, barbara, barbara, doris), strict=False))
    last = spaces("wei")[6]
    state = position(table(3), "red 3", houses=houses)
    given(RULES, state).when(alex, f"house {last} red red").then(HousePlaced(alex, last, ("red", "red")), ProvinceScored("wei", (7, 4, 2)))


def test_example_5_qi_with_a_tie() -> None:
    barbara, chris, doris = 0, 1, 2
    houses = dict(zip(spaces("qi"), (barbara, barbara, chris, chris), strict=False))
    state = position(table(3), "red 3", "red green 2", "yellow 3", houses=houses, turn=doris)
    given(RULES, state).when(doris, "house qi-wu yellow yellow").then(ProvinceScored("qi", (5, 5, 2)))


def test_HAN_8_1_HA_15_scoring_interrupts_the_turn() -> None:
    houses = dict.fromkeys(spaces("yan")[:3], 1)
    state = position(table(3), "green 3", houses=houses)
    spec = given(RULES, state).when(0, "house yan-4 green").then(ProvinceScored("yan", (3, 4, 0)))
    assert (spec.state.step, spec.state.pieces) == ("placing", 1)
    spec.when(0, "emissary yan green").accepted()


def test_HAN_8_10_HAN_8_11_HA_48_points_and_disk_at_once() -> None:
    houses = dict.fromkeys(spaces("yan")[:3], 1)
    after = given(RULES, position(table(3), "green 3", houses=houses)).when(0, "house yan-4 green").state
    assert RULES.score(after) == [3, 4, 0]
    assert after.scored == 1 << province(after, "yan")
    assert RULES.outcome(after) is None
    assert (after.for_alliances, after.for_roads, after.for_ports) == ((0, 0, 0),) * 3


def test_HA_14_a_border_house_completes_two_provinces() -> None:
    houses = {space: 1 for space in (*spaces("wei"), *spaces("chin")) if space != "wei-chin"}
    spec = given(RULES, position(table(3), "red 3", houses=houses)).when(0, "house wei-chin red red")
    spec.then(ProvinceScored("wei", (6, 7, 0)), ProvinceScored("chin", (5, 6, 0)))


def test_example_6_alliances_three_and_four() -> None:
    """Wei: blue 1, red 1. Ch'in: blue 2, red 1, green 1. Shu: violet 2, blue 1. Blue has 6 points for number 3, nobody any for number 4."""
    blue, red, green, violet = 0, 1, 2, 3
    houses = dict.fromkeys(("wei-1", "wei-2", "chin-1", "chin-2", "chin-3", "chin-4", "shu-1", "shu-2", "shu-3"), green)
    court = {"wei": {blue: 1, red: 1}, "chin": {blue: 2, red: 1, green: 1}, "shu": {violet: 2, blue: 1}}
    state = position(table(4), *["red 2 green"] * 4, turn=3, houses=houses, emissaries=court, **LAST_TURN)
    given(RULES, state).when(3, "discard red").then(AllianceScored(3, (6, 0, 0, 0)), AllianceScored(4, (0, 0, 0, 0)))


def test_HAN_11_3_HAN_11_7_HAN_11_12_HA_26_a_majority_in_both_provinces() -> None:
    houses = {"wei-1": 0, "wei-2": 0, "chin-1": 0, "chin-2": 0}
    for court, points in (
        ({"wei": {0: 1}}, (0, 0, 0)),  # an empty province has no majority
        ({"wei": {0: 2}, "chin": {1: 2}}, (0, 0, 0)),
        ({"wei": {0: 1, 1: 1}, "chin": {1: 2}}, (0, 4, 0)),
    ):
        state = position(table(3), *["red 2 green"] * 3, turn=2, houses=houses, emissaries=court, **LAST_TURN)
        given(RULES, state).when(2, "discard red").then(AllianceScored(3, points))


def test_HAN_11_8_HAN_11_10_HAN_11_11_ties_score_all_of_it() -> None:
    houses = {"wei-1": 0, "wei-2": 0, "wei-3": 0, "chin-1": 0, "chin-2": 0}
    court = {"wei": {0: 1, 1: 1, 2: 1}, "chin": {0: 1, 1: 1}}
    state = position(table(3), *["red 2 green"] * 3, turn=2, houses=houses, emissaries=court, **LAST_TURN)
    given(RULES, state).when(2, "discard red").then(AllianceScored(3, (5, 5, 0)))


def test_HAN_11_9_one_majority_serves_several_alliances() -> None:
    houses = {"chin-1": 0, "wei-1": 0, "shu-1": 0}
    state = position(table(3), *["red 2 green"] * 3, turn=2, houses=houses, emissaries={p: {1: 1} for p in ("chin", "wei", "shu")}, **LAST_TURN)
    given(RULES, state).when(2, "discard red").then(AllianceScored(3, (0, 2, 0)), AllianceScored(4, (0, 2, 0)))


def test_HAN_11_5_on_the_second_map_some_neighbours_have_no_alliance() -> None:
    state = position(
        table(2), *["red 2 green"] * 2, turn=1, houses={"barracks-1": 0, "palace-1": 0}, emissaries={"barracks": {0: 1}, "palace": {0: 1}}, **LAST_TURN
    )
    outcome = RULES.outcome(given(RULES, state).when(1, "discard red").state)
    assert outcome is not None
    assert outcome["scores"][0]["alliances"] == 0


def test_HAN_11_2_HAN_11_4_HAN_11_6_HA_30_HA_39_the_order_of_the_final_scoring() -> None:
    row = next(row for row in GAMES if row["forts"] and "port" in row["name"])
    state = from_row(row)
    facts = given(RULES, state).when(state.turn, "discard red").facts[1:]
    kinds = list(dict.fromkeys(type(fact) for fact in facts))
    assert kinds == [ProvinceScored, AllianceScored, RowScored, PortsScored, GameEnded]
    assert [fact.number for fact in facts if isinstance(fact, AllianceScored)] == list(range(1, 16))
    assert len([fact for fact in facts if isinstance(fact, ProvinceScored)]) == 9
    market = next(row for row in GAMES if row["markets"])
    facts = given(RULES, from_row(market)).when(1, "discard red").facts[1:]
    assert isinstance(facts[0], MarketEmissaryMoved)


def test_HAN_11_2_scored_provinces_are_not_scored_again() -> None:
    state = position(table(3), *["red 2 green"] * 3, turn=2, houses=dict.fromkeys(spaces("yan"), 1), **LAST_TURN)
    facts = given(RULES, state).when(2, "discard red").facts
    assert "yan" not in [fact.province for fact in facts if isinstance(fact, ProvinceScored)]


def test_example_8_HAN_6_6_HAN_11_17_HA_29_ports() -> None:
    """Six of seven ports are taken: Doris 4, Alex 2. Doris scores 6, Alex 4."""
    doris, alex = 0, 1
    board = table(3).board
    ports = [board.spaces[place] for place in board.layout.ports]
    houses = dict(zip(ports, (doris, alex, doris, alex, doris, doris), strict=False))
    state = position(table(3), *["red 2 green"] * 3, turn=2, houses=houses, **LAST_TURN)
    given(RULES, state).when(2, "discard red").then(PortsScored((6, 4, 0)))


def test_ports_are_for_border_disputes_only() -> None:
    state = position(table(3, map=WAYS), *["red 2 green"] * 3, turn=2, **LAST_TURN)
    assert not [fact for fact in given(RULES, state).when(2, "discard red").facts if isinstance(fact, PortsScored)]


def test_HAN_2_1_most_points_win() -> None:
    state = position(table(3), *["red 2 green"] * 3, turn=2, houses={"yan-1": 1}, **LAST_TURN)
    given(RULES, state).when(2, "discard red").then(GameEnded("pile_depleted", (1,)))
