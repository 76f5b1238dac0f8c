"""What a seat may decide: one piece of its hand."""

from functools import cache
from typing import Annotated, Final, Literal

from pydantic import StringConstraints

from domain.bremen.pieces import SUIT, pieces_in
from domain.message import Move

# A piece, or its silhouette where a viewer may not see the number. A silhouette reads and writes but is never legal.
PATTERN: Final = r"^(chicken|donkey|dog|cat)(-([1-9]|1[0-3]))?$"
Piece = Annotated[str, StringConstraints(pattern=PATTERN)]


class PlayPiece(Move):
    """Play one piece of the own hand, face up."""

    kind: Literal["play_piece"] = "play_piece"
    piece: Piece


@cache
def play(piece: str) -> PlayPiece:
    """The move that plays a piece; made once."""
    return PlayPiece(piece=piece)


@cache
def plays_of_animal(bits: int) -> tuple[PlayPiece, ...]:
    """The moves that play a piece of a set of one animal, by number; kept for every such set."""
    return tuple(play(piece) for piece in pieces_in(bits))


_CHICKEN, _DONKEY, _DOG, _CAT = SUIT.values()


def plays_of(bits: int) -> tuple[PlayPiece, ...]:
    """The moves that play a piece of a set, by animal, then number (four look-ups)."""
    return plays_of_animal(bits & _CHICKEN) + plays_of_animal(bits & _DONKEY) + plays_of_animal(bits & _DOG) + plays_of_animal(bits & _CAT)
