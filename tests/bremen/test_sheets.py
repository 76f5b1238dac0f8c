"""Score sheets without hands, through the command line: end lines, verdicts in hindsight, cited clauses."""

import json
from functools import cache
from itertools import permutations

import pytest

from api.cli.main import main
from domain.bremen import RULES
from domain.chance import Committed
from domain.playout import game_of, play_seed, steps
from tests.bremen.support import TABLES

WON = {3: 638, 4: 3076}  # seeds of games that the bots win


@pytest.fixture
def sheet(tmp_path, capsys):
    """The audit of a typed record: its JSON, or its words."""

    def audited(seats, *lines, reading=True):
        header = {"arbiter": 1, "ruleset": "bremen", "players": ["Ann", "Ben", "Cy", "Dee"][:seats]}
        file = tmp_path / "sheet.jsonl"
        file.write_text("".join(f"{json.dumps(line)}\n" for line in (header, *lines)))
        code = main(["audit", str(file), *(["--json"] if reading else [])])
        told = capsys.readouterr()
        assert (code in (0, 1), told.err) == (True, "")
        return json.loads(told.out) if reading else told.out

    return audited


@cache
def won(seats):
    """Set-up, moves and outcome of a game that is won."""
    secret = play_seed(WON[seats])
    setup = RULES.deal(TABLES[seats], Committed(secret, game_of(secret), sources=RULES.sources))
    made = list(steps(RULES, TABLES[seats], WON[seats]))
    return setup, [{"seat": step.seat, "move": step.move.wire()} for step in made], RULES.outcome(made[-1].after)


def plays(*lines):
    return [{"seat": seat, "move": f"play {piece}"} for seat, piece in lines]


@pytest.mark.parametrize("seats", [3, 4])
def test_BR_21_the_end_of_a_won_game_without_hands(sheet, seats):
    _, moves, outcome = won(seats)
    open_parts = ["remaining", *(["centre"] if seats == 3 else []), "score", "title", "scores"]
    told = sheet(seats, *moves, {"end": {"moves": len(moves), "outcome": outcome}})
    assert told["ok"], told
    assert told["not_checkable"] == [f"end.outcome.{part}" for part in outcome if part in open_parts]
    # No more than what is certain is right too.
    assert sheet(seats, *moves, {"end": {"outcome": {**{key: outcome[key] for key in outcome if key not in open_parts}, "scores": None}}})["ok"]
    remaining = outcome["remaining"]
    for wrong, words in (
        ({"winners": []}, "end.outcome.winners: is ["),
        ({"reason": "condition_2_not_met"}, "end.outcome.reason: is 'both_conditions_met', not 'condition_2_not_met'"),
        ({"pieces_won": outcome["pieces_won"][::-1]}, "end.outcome.pieces_won.0: is"),
        ({"remaining": [moves[0]["move"]["piece"], *remaining[1:]]}, "end.outcome.remaining: cannot be"),
        ({"remaining": [remaining[0], *remaining[:-1]]}, "end.outcome.remaining: cannot be"),
        ({"score": 40}, "end.outcome.score: cannot be 40"),
        ({"title": "The Loud Band"}, "end.outcome.title: cannot be"),
        ({"title": "The Dreaming Band"}, "end.outcome.title: cannot be"),
        ({"places": [1, 2, 3]}, "end.outcome.places: does not belong there"),
        ({"scores": [{**outcome["scores"][0], "base": 13}] * seats}, "end.outcome.scores: cannot be"),
    ):
        found = sheet(seats, *moves, {"end": {"outcome": {**outcome, **wrong}}})["first_illegal"]
        assert (found["move"], found["clause"]) == (len(moves), "ARB-9")
        assert found["reason"].startswith(words), found["reason"]


def test_BR_21_parts_that_are_possible_but_not_together_are_found(sheet):
    _, moves, outcome = won(4)
    possible = {tuple(kept) for kept in permutations(outcome["remaining"]) if sheet(4, *moves, {"end": {"outcome": _without_score(outcome, kept)}})["ok"]}
    assert tuple(outcome["remaining"]) in possible
    for kept in possible - {tuple(outcome["remaining"])}:
        found = sheet(4, *moves, {"end": {"outcome": {**outcome, "remaining": list(kept)}}})
        most, none = outcome["pieces_won"].index(24), outcome["pieces_won"].index(0)
        if (kept[most], kept[none]) != (outcome["remaining"][most], outcome["remaining"][none]):
            assert found["first_illegal"]["reason"] == "end.outcome: remaining and score and title and scores do not go together, whatever is not recorded"
    assert len(possible) > 1


def _without_score(outcome, kept):
    return {**{key: outcome[key] for key in ("winners", "reason", "pieces_won")}, "remaining": list(kept), "scores": None}


def test_BR_21_the_centre_decides_what_is_left(sheet):
    setup, moves, outcome = won(3)
    told = sheet(3, {"setup": {"deals": [{"centre": outcome["centre"]}]}}, *moves, {"end": {"outcome": outcome}})
    assert told["ok"]
    assert "end.outcome.centre" not in told["not_checkable"]
    wrong = sheet(3, *moves, {"end": {"outcome": {**outcome, "centre": outcome["remaining"][0]}}})["first_illegal"]
    assert "do not go together" in wrong["reason"]
    full = sheet(3, {"setup": setup}, *moves, {"end": {"outcome": outcome}})
    assert (full["ok"], "not_checkable" in full) == (True, False)


def test_BR_21_a_reveal_makes_the_end_certain(sheet):
    _, moves, outcome = won(4)
    reveal = {"reveal": [[piece] for piece in outcome["remaining"]]}
    told = sheet(4, *moves, reveal, {"end": {"outcome": outcome}})
    assert (told["ok"], "not_checkable" in told) == (True, False)
    assert not sheet(4, *moves, reveal, {"end": {"outcome": {**outcome, "score": outcome["score"] - 1}}})["ok"]
    known = [
        sheet(4, *moves, {"reveal": [[piece] if place == seat else [] for place, piece in enumerate(outcome["remaining"])]}, {"end": {"outcome": outcome}})
        for seat in range(4)
    ]
    assert all(told["ok"] for told in known)
    assert any("not_checkable" in told for told in known), "one hand alone does not always tell the others"


def test_BR_21_the_event_of_the_end_in_a_typed_record_is_checked_the_same_way(sheet):
    _, moves, outcome = won(4)
    told = sheet(4, *moves, {"event": "GameEnded", "outcome": outcome}, {"end": {"outcome": outcome}})
    assert told["ok"]
    wrong = {"event": "GameEnded", "outcome": {**outcome, "winners": []}}
    assert sheet(4, *moves, wrong, reading=False).startswith(
        f"The event of the end on line {len(moves) + 2}: ARB-9, GameEnded.outcome.winners: is [0,1,2,3], not []."
    )


EXAMPLE = plays((0, "donkey-7"), (1, "dog-3"), (2, "donkey-8"), (3, "donkey-9"), (3, "cat-4"), (0, "cat-5"), (1, "donkey-2"))


def test_BR_18_a_verdict_lists_what_the_whole_record_leaves_possible(sheet):
    found = sheet(4, *EXAMPLE)["first_illegal"]
    assert (found["move"], found["to_act"]) == (2, [1])
    assert [move["piece"] for move in found["legal"]] == [f"donkey-{n}" for n in (2, 3, 4, 5, 6, 10, 11, 12, 13)]
    words = sheet(4, *EXAMPLE, reading=False)
    assert "  Legal could have been, by all that the record tells: play donkey-2, play donkey-3, play donkey-4" in words


def test_BR_18_who_may_not_lead_is_told_who_may(sheet):
    lines = plays((0, "dog-5"), (1, "dog-6"), (2, "dog-7"), (3, "dog-8"), (3, "donkey-1"))
    found = sheet(4, *lines)["first_illegal"]
    assert (found["move"], found["legal"], found["to_act"]) == (1, [], [3])
    words = sheet(4, *lines, reading=False)
    assert "Legal" not in words
    assert words.endswith("  To act: seat 3.\n")


@pytest.mark.parametrize(("seats", "clause", "other"), [(3, "BRE-4.1", "BRE-4.2"), (4, "BRE-4.2", "BRE-4.1")])
def test_BRE_4_1_BRE_4_2_a_refusal_cites_the_clause_of_its_table(sheet, seats, clause, other):
    lines = plays((0, "dog-5"))
    found = sheet(seats, {**lines[0], "clauses": []})["first_illegal"]
    assert clause in found["reason"]
    assert other not in found["reason"]
    setup, moves, _ = won(seats)
    wrong = {**moves[0], "seat": (moves[0]["seat"] + 1) % seats}
    words = sheet(seats, {"setup": setup}, wrong, reading=False)
    assert f": {clause}, seat {moves[0]['seat']} holds the leading Donkey" in words
    assert other not in words


def test_a_hand_of_one_piece_is_counted_as_one(sheet):
    _, moves, outcome = won(4)
    told = sheet(4, *moves[:-1], {"reveal": [["cat-1", "cat-2"], ["dog-1"], [], []]})
    assert not told["ok"]
    seat = moves[0]["seat"]
    told = sheet(4, *moves[:1], {"reveal": [["cat-3"] if other == seat else [] for other in range(4)]})
    assert told["problems"][0]["reason"] == f"reveal[{seat}]: 1 piece is named, 12 are left in that hand"
    told = sheet(4, *moves, {"reveal": [outcome["remaining"][:2], [], [], []]})
    assert told["problems"][0]["reason"] == "reveal[0]: 2 pieces are named, 1 is left in that hand"
