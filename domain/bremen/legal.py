"""What a seat may play: exactly what ``decide`` accepts."""

from collections.abc import Iterator

from domain.bremen.moves import PlayPiece, play, plays_of, plays_of_animal
from domain.bremen.pieces import ANIMAL, ANIMALS, BIT, PIECES, SUIT_OF, pieces_in
from domain.bremen.possible import Evidence, possible
from domain.bremen.state import State, deck_of, led


def legal_moves(state: State, seat: int) -> tuple[PlayPiece, ...]:
    """The legal moves of a seat, by animal, then number; () when it is not to act."""
    if seat not in state.acting:
        return ()
    if state.hands is None:
        return _possible_moves(state, seat)
    hand, played = state.hands[seat], state.played
    if 0 < len(played) < state.table.seats:
        same = hand & SUIT_OF[played[0]]
        if same:
            return plays_of_animal(same)  # BRE-5.3
    return plays_of(hand)  # BRE-5.2, BRE-5.5, BRE-6.2


def _possible_moves(state: State, seat: int) -> tuple[PlayPiece, ...]:
    """What some possible deal allows (BR-17). Pieces of one animal that nobody has played are all alike, but for the leading Donkeys."""
    deck, sheet = deck_of(state), state.sheet
    assert sheet is not None
    gone = sum(sheet.played) | (BIT[state.centre] if state.centre else 0)
    answers: dict[str, bool] = {}
    legal = []
    for piece in pieces_in(deck.every & ~gone):
        kind = piece if BIT[piece] in deck.leading else ANIMAL[piece]
        if kind not in answers:
            answers[kind] = makes_possible(state, seat, piece)
        if answers[kind]:
            legal.append(play(piece))
    return tuple(legal)


def evidence(state: State) -> Evidence:
    """What a position without recorded hands proves about the deal."""
    sheet = state.sheet
    assert sheet is not None
    held = tuple(played | revealed for played, revealed in zip(sheet.played, sheet.revealed, strict=True))
    return Evidence(held, sheet.lacks, BIT[state.centre] if state.centre else 0, sheet.first)


def makes_possible(state: State, seat: int, piece: str) -> bool:
    """Whether a possible deal agrees with all moves so far and this one, and makes them legal."""
    known, first_piece = evidence(state), led(state)
    held = tuple(pieces | BIT[piece] if other == seat else pieces for other, pieces in enumerate(known.held))
    lacks = known.lacks
    if first_piece is not None and not BIT[piece] & SUIT_OF[first_piece]:
        lack = SUIT_OF[first_piece] & ~known.held[seat]
        lacks = tuple(pieces | lack if other == seat else pieces for other, pieces in enumerate(lacks))
    first = seat if known.first is None else known.first
    return possible(deck_of(state), Evidence(held, lacks, known.centre, first))


def conceivable(state: State) -> Iterator[tuple[int, PlayPiece]]:
    """Every seat with every piece of the box, and with every silhouette."""
    return ((seat, play(piece)) for seat in range(state.table.seats) for piece in (*PIECES, *ANIMALS))
