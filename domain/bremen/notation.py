"""Moves in words, and back."""

import re
from collections.abc import Sequence
from typing import Final, assert_never

from domain.bremen.facts import (
    ConditionsJudged,
    FirstLeaderNamed,
    Happening,
    PiecePlayed,
    PiecesDealt,
    PiecesRedealt,
    PiecesRevealed,
    RoundWonByAnimalLed,
    RoundWonByChicken,
    ScoreCounted,
)
from domain.bremen.moves import PATTERN, PlayPiece, play
from domain.message import Json

_PIECE: Final = re.compile(PATTERN)


def notate(move: PlayPiece) -> str:
    """``play donkey-7``; ``play donkey`` where the number is hidden."""
    return f"play {move.piece}"


def read(line: str) -> PlayPiece:
    """The move of a line of notation. Raises ValueError with one sentence."""
    verb, _, piece = line.partition(" ")
    if verb != "play" or not _PIECE.fullmatch(piece):
        raise ValueError(f"{line[:40]!r} is not a move; write: play <animal>-<number>, such as play donkey-7")
    return play(piece)


def in_words(piece: str) -> str:
    """``Donkey 7``, or ``a Donkey`` where the number is hidden."""
    animal, _, number = piece.partition("-")
    return f"{animal.capitalize()} {number}" if number else f"a {animal.capitalize()}"


def narrate(seat: int, move: PlayPiece, facts: Sequence[Happening], _: Sequence[Json]) -> str:
    """What happened, as a sentence for people."""
    told = [f"Seat {seat} plays {in_words(move.piece)}.", *map(_sentence, facts)]
    return " ".join(sentence for sentence in told if sentence)


def _sentence(fact: Happening) -> str:
    match fact:
        case PiecePlayed() | PiecesDealt() | PiecesRevealed():
            return ""  # the move tells it, or the position shows it
        case FirstLeaderNamed(seat=seat):
            return f"Seat {seat} leads round 1, so it holds the leading Donkey."
        case RoundWonByChicken(seat=seat):
            return f"Seat {seat} wins the round with the highest Chicken."
        case RoundWonByAnimalLed(seat=seat):
            return f"Seat {seat} wins the round with the highest piece of the animal led."
        case ConditionsJudged(condition_1=first, condition_2=second):
            if first and second:
                return "Both conditions are met: all win."
            return f"Condition 1 is {'met' if first else 'not met'}, condition 2 is {'met' if second else 'not met'}: all lose."
        case ScoreCounted(total=total, title=title):
            return "" if total is None else f"The score is {total}: {title}."
        case PiecesRedealt(seats=seats):
            return f"Everything is dealt again: {' and '.join(f'seat {who}' for who in seats) or 'somebody'} held 8 Chickens or more."
        case _:
            assert_never(fact)
