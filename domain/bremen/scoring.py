"""How a game ends: the two conditions, score, title."""

from collections.abc import Iterator

import msgspec

from domain.bremen.legal import evidence
from domain.bremen.pieces import BASE, NUMBER, SUIT, pieces_in, title_for
from domain.bremen.possible import leftovers
from domain.bremen.state import State, deck_of, over
from domain.message import Json


class Score(msgspec.Struct, frozen=True):
    """The score of a won game: the two numbers that make it, and the title that it earns."""

    most_pieces: int
    no_pieces: int
    total: int
    title: str


def running(state: State) -> list[int]:
    """How many pieces each seat has won so far."""
    return [heap.bit_count() for heap in state.won]


def conditions(state: State) -> tuple[bool, bool]:
    """Whether each of the two conditions is met at the end.

    Condition 1 (BRE-2.5, BRE-2.7): the numbers of pieces won, by whichever seats (BR-11). Condition 2 (BRE-2.6, BRE-2.8): the pieces never played
    are of four animals; with 3 players the centre is one of them (BR-6).
    """
    deck = deck_of(state)
    left = deck.every & ~sum(state.won)
    return tuple(sorted(running(state), reverse=True)) == deck.pieces_won, all((left & suit).bit_count() == 1 for suit in SUIT.values())


def _assignments(state: State) -> list[tuple[int, ...]]:
    """Who can have kept which piece, by seat, then the centre: one assignment when hands are recorded."""
    if state.hands is None:
        return leftovers(deck_of(state), evidence(state), sum(state.won))
    centre = deck_of(state).every & ~sum(state.won) & ~sum(state.hands)
    return [(*state.hands, centre) if centre else state.hands]


def _score(state: State, kept: tuple[int, ...]) -> Score:
    """BRE-9.2, BRE-9.3, BRE-9.4: what the seat with most pieces kept, minus what the seat without pieces kept, plus 12 (BRE-9.5).

    BR-12: nothing else counts.
    """
    won = running(state)
    most, none = (NUMBER[pieces_in(kept[won.index(pieces)])[0]] for pieces in (max(won), 0))
    total = most - none + BASE
    return Score(most, none, total, title_for(deck_of(state), total))


def shared_score(state: State) -> Score | None:
    """The score of a won game; None where the hands are not recorded and could give different ones (BR-21)."""
    return _shared(state, _assignments(state))


def _shared(state: State, assignments: list[tuple[int, ...]]) -> Score | None:
    scores = {_score(state, kept) for kept in assignments}
    return scores.pop() if len(scores) == 1 else None


def outcome(state: State) -> Json | None:
    """The result in the wire contract's form, with what is certain (BR-21); None while play goes on."""
    return _result(state, _assignments(state)) if over(state) else None


def outcomes(state: State) -> Iterator[Json]:
    """Every result that the hands could make of a position that is over: one where they are recorded."""
    return (_result(state, [kept]) for kept in (_assignments(state) if over(state) else ()))


def _result(state: State, assignments: list[tuple[int, ...]]) -> Json:
    """The result, with what all these assignments of the pieces never played agree on."""
    first, second = conditions(state)
    won = first and second  # BRE-2.3, BRE-2.4: all win together or lose together
    reason = "both_conditions_met" if won else "condition_2_not_met" if first else "condition_1_not_met" if second else "no_condition_met"
    seats = state.table.seats
    result: Json = {"winners": list(range(seats)) if won else [], "reason": reason, "pieces_won": running(state)}
    if len(assignments) == 1:
        result["remaining"] = [pieces_in(piece)[0] for piece in assignments[0][:seats]]
    centres = {kept[seats:] for kept in assignments}
    if len(centres) == 1 and (centre := centres.pop()):
        result["centre"] = pieces_in(centre[0])[0]
    return result | _score_json(state, _shared(state, assignments) if won else None)


def _score_json(state: State, score: Score | None) -> Json:
    """BR-8: no score for a lost game; BR-22: the score belongs to all seats alike."""
    if score is None:
        return {"scores": None}
    entry = {"total": score.total, "base": BASE, "most_pieces": score.most_pieces, "no_pieces": -score.no_pieces}
    return {"score": score.total, "title": score.title, "scores": [dict(entry) for _ in range(state.table.seats)]}


def ranking(result: Json) -> tuple[int, ...]:
    """All win or lose together, so all share the first rank (BR-22: no tie-break)."""
    return (1,) * len(result["pieces_won"])
