"""Scoring: HML-18, HML-11.1, HML-13.6, HML-16.8, HM-43 to HM-46, HM-53, from a table reckoned by hand."""

import csv
from itertools import groupby
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.hameln import RULES
from domain.hameln.state import NOBODY, State
from tests.hameln.positions import at, circles_of, opened

PARTS = ("ended", "cat", "tokens", "influence", "money", "houses", "road", "total")
LINES = [line for line in Path(__file__).with_name("scoring.csv").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
CASES = {name: list(rows) for name, rows in groupby(csv.DictReader(LINES), key=lambda row: row["case"])}


def final(rows: list[dict[str, str]]) -> State:
    """The final position of a case."""
    seats = len(rows)
    bare = opened(seats)
    empty = (NOBODY,) * len(bare.men)
    men = {word[2:]: seat for seat, row in enumerate(rows) for word in row["lives"].split() if word.startswith("m:")}
    women = {word[2:]: seat for seat, row in enumerate(rows) for word in row["lives"].split() if word.startswith("w:")}
    road = sorted((int(place), seat) for seat, row in enumerate(rows) for place in row["road_places"].split())
    assert [place for place, _ in road] == list(range(1, len(road) + 1))
    line = tuple(int(seat) for seat in rows[0]["line"].split())
    return at(
        replace(bare, men=empty, women=empty),
        men=men,
        women=women,
        rats=[circle for house in rows[0]["infested"].split() for circle in circles_of(bare, house)],
        tokens={seat: tuple(map(int, row["values"].split("+"))) if row["values"] else () for seat, row in enumerate(rows)},
        florins={seat: int(row["florins"]) for seat, row in enumerate(rows)},
        road=tuple(seat for _, seat in road),
        spaces={seat: seats - place for place, seat in enumerate(line)},
        line=line,
        cat=next((seat for seat, row in enumerate(rows) if row["owns_cat"]), NOBODY),
        ended_by=next((seat for seat, row in enumerate(rows) if row["ends"]), NOBODY),
        phase=3,
        step="over",
    )


@pytest.mark.parametrize("case", CASES)
def test_HML_18_3_HML_18_4_HML_18_5_HML_18_6_HML_18_7_HML_18_8_HML_18_9_HML_18_11_scores_reckoned_by_hand(case: str) -> None:
    rows = CASES[case]
    outcome = RULES.outcome(final(rows))
    assert outcome is not None
    for seat, row in enumerate(rows):
        assert outcome["scores"][seat] == {part: int(row[part]) for part in PARTS}, f"seat {seat}"
    assert outcome["winners"] == [seat for seat, row in enumerate(rows) if row["wins"]]
    assert outcome["reason"] == "third_phase_over"
    assert outcome.get("ended_by", NOBODY) == next((seat for seat, row in enumerate(rows) if row["ends"]), NOBODY)


def scores(case: str, seat: int) -> dict[str, int]:
    outcome = RULES.outcome(final(CASES[case]))
    assert outcome is not None
    row: dict[str, int] = outcome["scores"][seat]
    return row


def test_HML_11_1_HML_18_12_HM_45_HM_46_a_tie_goes_to_the_higher_on_the_track() -> None:
    case = "three players tied in all"
    assert [scores(case, seat)["tokens"] for seat in range(3)] == [0, 1, 3]
    assert [scores(case, seat)["money"] for seat in range(3)] == [1, 3, 5]
    assert scores(case, 1)["total"] == scores(case, 2)["total"] == 11
    outcome = RULES.outcome(final(CASES[case]))
    assert outcome is not None
    assert outcome["winners"] == [2]
    assert RULES.ranking(outcome) == (3, 2, 1)


def test_HML_13_6_HML_18_10_HM_44_both_owners_score_a_house_unless_it_is_infested() -> None:
    assert scores("three players no ties", 0)["houses"] == 5 + 5 + 8
    assert scores("three players no ties", 1)["houses"] == 5 + 5 + 8
    assert scores("five players tied pairs", 0)["houses"] == scores("five players tied pairs", 1)["houses"] == 10


def test_HML_16_8_HML_18_9_printed_spaces_then_six_each() -> None:
    assert [scores("four players beyond the road", seat)["road"] for seat in range(4)] == [-6, -14, -10, -12]


def test_HM_43_HML_18_3_the_active_player_ended_the_game() -> None:
    assert [scores("three players no ties", seat)["ended"] for seat in range(3)] == [1, 0, 0]


def test_HM_53_the_value_of_tokens_is_their_sum() -> None:
    """A single 3 loses against 3 + 2, and three twos and a three are nine like three threes."""
    assert scores("five players tied pairs", 1)["tokens"] == 3
    assert scores("five players tied pairs", 0)["tokens"] == 1


def test_HML_18_5_one_token_is_enough_and_needed() -> None:
    assert scores("four players beyond the road", 2)["tokens"] == 3
    assert [scores("three players without a token", seat)["tokens"] for seat in range(3)] == [0, 0, 0]


def test_HM_45_HML_18_7_no_money_is_a_rank_too() -> None:
    assert [scores("three players without a token", seat)["money"] for seat in range(3)] == [1, 3, 5]


def test_positions_have_no_running_scores() -> None:
    assert RULES.score(opened()) is None
    assert RULES.outcome(opened()) is None
