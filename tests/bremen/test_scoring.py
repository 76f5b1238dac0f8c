"""The end: both conditions, score, titles, outcome. ``scoring.csv`` and ``titles.csv`` are worked by hand from the rulebook."""

import csv
from pathlib import Path

import pytest

from domain.bremen import RULES
from domain.bremen.facts import ConditionsJudged, ScoreCounted
from domain.bremen.pieces import BIT, DECKS, pieces_in, title_for
from domain.bremen.state import State
from tests.bremen.support import TABLES, random_history
from tests.given import given


def rows(name: str) -> list[dict[str, str]]:
    with (Path(__file__).parent / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def final(seats: int, pieces_won: list[int], remaining: list[str], centre: str | None) -> State:
    """The end of a game with these heaps and these pieces left; which pieces lie in which heap does not matter."""
    gone = [piece for piece in pieces_in(DECKS[seats].every) if piece not in remaining and piece != centre]
    heaps = []
    for number in pieces_won:
        heaps.append(sum(BIT[piece] for piece in gone[:number]))
        gone = gone[number:]
    assert not gone
    return State(TABLES[seats], tuple(heaps), hands=tuple(BIT[piece] for piece in remaining), rounds=12, centre=centre)


@pytest.mark.parametrize("row", rows("scoring.csv"), ids=lambda row: row["example"])
def test_BRE_2_3_BRE_2_4_BRE_8_2_BRE_9_1_BRE_9_5_BR_8_BR_11_BR_12_worked_examples(row):
    seats, won, remaining, centre = int(row["seats"]), [*map(int, row["pieces_won"].split())], row["remaining"].split(), row["centre"] or None
    outcome = RULES.outcome(final(seats, won, remaining, centre))
    assert outcome["reason"] == row["reason"]
    assert outcome["pieces_won"] == won
    assert outcome["remaining"] == remaining
    assert outcome.get("centre") == centre
    if row["score"]:
        score, most, none = int(row["score"]), won.index(24), won.index(0)
        entry = {"total": score, "base": 12, "most_pieces": int(remaining[most].split("-")[1]), "no_pieces": -int(remaining[none].split("-")[1])}
        assert entry["total"] == entry["base"] + entry["most_pieces"] + entry["no_pieces"]
        assert outcome["winners"] == list(range(seats))
        assert outcome["scores"] == [entry] * seats
        assert (outcome["score"], outcome["title"]) == (score, row["title"])
    else:
        assert outcome["winners"] == []
        assert outcome["scores"] is None
        assert "score" not in outcome
        assert "title" not in outcome
    assert RULES.ranking(outcome) == (1,) * seats


@pytest.mark.parametrize("row", rows("titles.csv"), ids=lambda row: f"{row['seats']}-{row['score']}")
def test_BRE_9_6_BRE_9_7_BRE_9_8_every_score_has_its_title(row):
    assert title_for(DECKS[int(row["seats"])], int(row["score"])) == row["title"]


@pytest.mark.parametrize(("seats", "scores"), [(3, range(3, 22)), (4, range(25))])
def test_BRE_9_2_BRE_9_3_BRE_9_4_every_score_that_can_be_has_a_title(seats, scores):
    numbers = range(4 if seats == 3 else 1, 14)
    assert {high - low + 12 for high in numbers for low in numbers} == set(scores)
    assert all(title_for(DECKS[seats], score) for score in scores)
    covered = [score for title in DECKS[seats].titles for score in range(title.low, title.high + 1)]
    assert sorted(covered) == list(range(max(scores) + 1))


def test_BRE_2_5_BRE_2_6_three_players():
    outcome = RULES.outcome(final(3, [24, 12, 0], ["donkey-6", "cat-5", "dog-10"], "chicken-8"))
    assert outcome["winners"] == [0, 1, 2]


def test_BRE_2_7_BRE_2_8_the_wire_page_example():
    assert RULES.outcome(final(4, [24, 16, 8, 0], ["donkey-6", "cat-2", "dog-10", "chicken-8"], None)) == {
        "winners": [0, 1, 2, 3],
        "reason": "both_conditions_met",
        "pieces_won": [24, 16, 8, 0],
        "remaining": ["donkey-6", "cat-2", "dog-10", "chicken-8"],
        "score": 10,
        "title": "The Spirited Band",
        "scores": [{"total": 10, "base": 12, "most_pieces": 6, "no_pieces": -8}] * 4,
    }


def test_BR_22_the_score_belongs_to_all():
    outcome = RULES.outcome(final(4, [24, 16, 8, 0], ["donkey-6", "cat-2", "dog-10", "chicken-8"], None))
    assert len({tuple(entry.items()) for entry in outcome["scores"]}) == 1
    assert RULES.cooperative


@pytest.mark.parametrize("seats", [3, 4])
def test_BRE_6_4_running_scores_count_the_pieces_won(seats):
    _, _, states = random_history(seats, 8)
    assert RULES.score(states[0]) == [0] * seats
    for state in states:
        assert sum(RULES.score(state)) == state.rounds * seats
    assert RULES.score(states[-1]) == RULES.outcome(states[-1])["pieces_won"]


@pytest.mark.parametrize("seats", [3, 4])
def test_BRE_8_2_the_last_move_judges_both_conditions_as_a_fact(seats):
    _, history, states = random_history(seats, 8)
    spec = given(RULES, states[-2]).when(*history[-1])
    outcome = RULES.outcome(spec.state)
    first, second = outcome["reason"] in {"both_conditions_met", "condition_2_not_met"}, outcome["reason"] in {"both_conditions_met", "condition_1_not_met"}
    spec.then(ConditionsJudged(first, second))


def test_BRE_9_1_the_last_move_of_a_won_game_counts_the_score_as_a_fact():
    # Round 12: seat 0 has 20 pieces and leads Cat 13, which wins; every other hand keeps what the example says.
    kept, last = ["donkey-6", "cat-2", "dog-10", "chicken-8"], ["cat-13", "cat-1", "dog-1", "cat-3"]
    spare = [piece for piece in pieces_in(DECKS[4].every) if piece not in kept + last]
    heaps = []
    for size in (20, 16, 8, 0):
        heaps.append(sum(BIT[piece] for piece in spare[:size]))
        spare = spare[size:]
    hands = tuple(BIT[one] | BIT[other] for one, other in zip(kept, last, strict=True))
    spec = given(RULES, State(TABLES[4], tuple(heaps), (0,), hands, rounds=11))
    for seat, piece in enumerate(last):
        spec = spec.when(seat, f"play {piece}")
    spec.then(ConditionsJudged(True, True), ScoreCounted(10, "The Spirited Band"))
    assert RULES.outcome(spec.state)["score"] == 10
