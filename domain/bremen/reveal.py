"""The last line of a record: the pieces still in the hands."""

from typing import Any

from domain.bremen.facts import PiecesRevealed
from domain.bremen.pieces import BIT, Deck, bits_of, pieces_in
from domain.bremen.state import State, deck_of
from domain.refusal import Refused
from domain.text import counted


def testify(state: State, reveal: Any) -> tuple[PiecesRevealed, ...]:
    """The fact of a ``reveal`` line; refuses a line with an error, which is no evidence at all (BR-25)."""
    deck = deck_of(state)
    played = sum(state.won) | bits_of(state.played)
    if state.sheet is not None:
        left = tuple(deck.hand - pieces.bit_count() for pieces in state.sheet.played)
    else:
        left = tuple(hand.bit_count() for hand in state.hands or ())
    problem = reveal_problem(deck, played, left, state.centre, reveal)
    if problem is None and state.hands is not None:
        problem = _contradiction(state.hands, reveal)
    if problem is not None:
        raise Refused("BR-25", problem)
    return (PiecesRevealed(tuple(map(tuple, reveal))),)


def reveal(state: State) -> list[list[str]]:
    """The ``reveal`` line of a position whose hands are recorded."""
    return [list(pieces_in(hand)) for hand in state.hands or ()]


def reveal_problem(deck: Deck, played: int, left: tuple[int, ...], centre: str | None, reveal: Any) -> str | None:
    """What is wrong with a ``reveal`` line whatever the hands were, in one sentence; None when nothing is.

    ``left`` says how many pieces each hand still holds.
    """
    if not isinstance(reveal, list | tuple) or len(reveal) != deck.seats:
        return f"reveal: must be a list of {deck.seats} lists, one for each seat"
    seen = 0
    for seat, pieces in enumerate(reveal):
        if not isinstance(pieces, list | tuple) or not all(isinstance(piece, str) for piece in pieces):
            return f"reveal[{seat}]: must be a list of pieces"
        if pieces and len(pieces) != left[seat]:
            return f"reveal[{seat}]: {counted(len(pieces), 'piece is', 'pieces are')} named, {counted(left[seat], 'is', 'are')} left in that hand"
        for piece in pieces:
            bit = BIT.get(piece, 0)
            wrong = (
                "is not a piece in use" if not bit & deck.every
                else "was played" if bit & played
                else "lies in the centre" if piece == centre
                else "is named twice" if bit & seen
                else None
            )  # fmt: skip
            if wrong:
                return f"reveal[{seat}]: {piece!r:.40} {wrong}"
            seen |= bit
    return None


def _contradiction(hands: tuple[int, ...], reveal: Any) -> str | None:
    """With recorded hands: a piece that is not in that hand."""
    wrong = ((seat, piece) for seat, pieces in enumerate(reveal) for piece in pieces if not BIT[piece] & hands[seat])
    return next((f"reveal[{seat}]: {piece} is not in the hand of seat {seat}" for seat, piece in wrong), None)
