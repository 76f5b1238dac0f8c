"""The last line of a record: what is still in the hands."""

import pytest

from domain.bremen import RULES
from domain.bremen.facts import PiecesRevealed
from domain.bremen.pieces import pieces_in
from domain.refusal import Refused
from tests.bremen.support import follow, random_history, unrecorded


def problem_of(state, reveal):
    """None, or the reason why the line is refused."""
    try:
        (fact,) = RULES.testify(state, reveal)
    except Refused as refusal:
        return refusal.reason if refusal.clause == "BR-25" else f"refused with {refusal.clause}: an error of the test"
    assert fact == PiecesRevealed(tuple(map(tuple, reveal)))
    return None


def unrecorded_end(seats, seed, centre=None, moves=99):
    """The end of a random game of which only the plays are known; with the pieces really left."""
    _, history, states = random_history(seats, seed, moves)
    state = unrecorded(seats, states[0].centre if centre else None)
    for seat, move in history:
        state = follow(state, seat, move)
    return state, [list(pieces_in(hand)) for hand in states[-1].hands], states[-1]


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("recorded", [True, False])
def test_BR_25_errors_of_the_line(seats, recorded):
    state, left, known = unrecorded_end(seats, 1, centre=True)
    if recorded:
        state = known
    gone = pieces_in(known.won[0] or known.won[1])[0]
    assert problem_of(state, left) is None
    assert problem_of(state, [[], *left[1:]]) is None
    assert "left in that hand" in problem_of(state, [[*left[0], "cat-13"], *left[1:]])
    assert "was played" in problem_of(state, [[gone], *left[1:]])
    assert "named twice" in problem_of(state, [left[0], left[0], *left[2:]])
    assert "not a piece in use" in problem_of(state, [["cat-14"], *left[1:]])
    assert "not a piece in use" in problem_of(state, [["cat"], *left[1:]])
    if seats == 3:
        assert "lies in the centre" in problem_of(state, [[known.centre], *left[1:]])
        assert "not a piece in use" in problem_of(state, [["cat-3"], *left[1:]])
    for shape in (left[:-1], {"0": []}, "cat-13", [1] * seats, [[1]] * seats, None):
        assert problem_of(state, shape) is not None
    swapped = [left[1], left[0], *left[2:]]
    assert (problem_of(state, swapped) is None) == (not recorded)


def test_BR_25_a_line_in_mid_game_counts_what_is_left():
    state, left, known = unrecorded_end(4, 6, moves=22)
    assert problem_of(state, left) is None
    assert problem_of(known, left) is None
    short = [left[0], left[1], left[2][:-1], left[3]]
    assert f"{len(left[2]) - 1} pieces are named, {len(left[2])} are left" in problem_of(state, short)
    assert "was played" in problem_of(known, [[known.played[0], *left[0][1:]], *left[1:]])


def test_BR_21_a_reveal_settles_what_is_left_and_the_score():
    for seed in range(40):
        state, left, known = unrecorded_end(4, seed)
        for fact in RULES.testify(state, left):
            state = RULES.evolve(state, fact)
        assert RULES.outcome(state) == RULES.outcome(known), f"seed {seed}"


def test_a_reveal_changes_nothing_when_hands_are_recorded():
    _, left, known = unrecorded_end(3, 4)
    (fact,) = RULES.testify(known, left)
    assert RULES.evolve(known, fact) == known
