"""The pieces and what is printed about them: animals, numbers, decks for 3 and 4 players, titles.

A set of pieces is a number with one bit a piece, animals in order and numbers ascending within an animal, so that a hand of any
size is one small integer and following an animal is one ``&``.
"""

from functools import cache
from typing import Any, Final

import msgspec

from domain.data import toml

_PRINTED: Final = toml(__package__ or "", "pieces.toml")

ANIMALS: Final[tuple[str, ...]] = tuple(_PRINTED["animals"])
HIGHEST: Final[int] = _PRINTED["highest"]  # BRE-1.1
BASE: Final[int] = _PRINTED["base"]  # BRE-9.4

# BRE-1.1: one piece of every number of every animal.
PIECES: Final = tuple(f"{animal}-{number}" for animal in ANIMALS for number in range(1, HIGHEST + 1))
BIT: Final = {piece: 1 << place for place, piece in enumerate(PIECES)}
ANIMAL: Final = {piece: ANIMALS[place // HIGHEST] for place, piece in enumerate(PIECES)}
NUMBER: Final = {piece: place % HIGHEST + 1 for place, piece in enumerate(PIECES)}
SUIT: Final = {animal: sum(BIT[piece] for piece in PIECES if ANIMAL[piece] == animal) for animal in ANIMALS}
SUIT_OF: Final = {piece: SUIT[ANIMAL[piece]] for piece in PIECES}
CHICKENS: Final = SUIT["chicken"]


class Title(msgspec.Struct, frozen=True):
    """A line of the printed title table: scores ``low`` to ``high`` earn ``words``."""

    low: int
    high: int
    words: str


class Deck(msgspec.Struct, frozen=True, kw_only=True):
    """What a number of players plays with; all sets of pieces as bits."""

    seats: int
    every: int  # the pieces in use
    centre: int  # how many of them are left over in the centre
    pieces: frozenset[str]  # the same by name
    leading: tuple[int, ...]  # the leading Donkey; the next one counts where the one before is in the centre
    pieces_won: tuple[int, ...] = ()  # condition 1, most first
    titles: tuple[Title, ...] = ()
    hand: int = _PRINTED["hand"]  # BRE-3.5
    rounds: int = _PRINTED["rounds"]  # BRE-2.1
    too_many_chickens: int = _PRINTED["too_many_chickens"]  # BRE-3.8


def bits_of(pieces: Any) -> int:
    """A set of pieces from their names, each of which must occur once."""
    return sum(map(BIT.__getitem__, pieces))


def _deck(seats: int, printed: dict[str, Any]) -> Deck:
    in_use = frozenset(piece for piece in PIECES if NUMBER[piece] >= printed["lowest"])
    deck = Deck(
        seats=seats,
        every=bits_of(in_use),
        pieces=in_use,
        centre=printed["centre"],
        leading=tuple(BIT[piece] for piece in printed["leading"]),
        pieces_won=tuple(printed["pieces_won"]),
        titles=tuple(Title(*row) for row in printed["titles"]),
    )
    if deck.every.bit_count() != seats * deck.hand + deck.centre:
        raise ValueError(f"players.{seats}: {deck.every.bit_count()} pieces do not fill {seats} hands of {deck.hand} and {deck.centre} in the centre")
    if sum(deck.pieces_won) != seats * deck.rounds:
        raise ValueError(f"players.{seats}.pieces_won: must add up to the {seats * deck.rounds} pieces of {deck.rounds} rounds")
    return deck


DECKS: Final = {int(seats): _deck(int(seats), printed) for seats, printed in _PRINTED["players"].items()}


@cache
def _of_animal(bits: int) -> tuple[str, ...]:
    return tuple(piece for piece in PIECES if BIT[piece] & bits)


def pieces_in(bits: int) -> tuple[str, ...]:
    """The pieces of a set, by animal, then number."""
    return tuple(piece for suit in SUIT.values() for piece in _of_animal(bits & suit))


def masked(bits: int, shown: int) -> tuple[str, ...]:
    """A set of pieces for who sees only the numbers in ``shown``: by animal, shown ones first (BR-16).

    A hidden piece is its silhouette: nothing else shows on a back (BRE-1.2).
    """
    return tuple(name for animal in ANIMALS for name in (*_of_animal(bits & shown & SUIT[animal]), *(animal,) * (bits & ~shown & SUIT[animal]).bit_count()))


def _strength(piece: str, led: str) -> int:
    """How a piece stands in a round: 0 cannot win.

    BRE-5.7: the highest Chicken wins, else (BRE-5.8) the highest of the animal led; a higher number of another animal does not count (BRE-5.9,
    BRE-5.10). BR-2: a Chicken that was led is a Chicken like the others.
    """
    return HIGHEST + NUMBER[piece] if ANIMAL[piece] == "chicken" else NUMBER[piece] if ANIMAL[piece] == led else 0


# By the piece led, worked out once for each animal.
_STRENGTHS: Final = {animal: {piece: _strength(piece, animal) for piece in PIECES} for animal in ANIMALS}
_STRENGTHS_AFTER: Final = {piece: _STRENGTHS[ANIMAL[piece]] for piece in PIECES}


def winning_place(played: tuple[str, ...]) -> int:
    """Which piece of a round, in order of play, wins it."""
    strengths = [*map(_STRENGTHS_AFTER[played[0]].__getitem__, played)]
    return strengths.index(max(strengths))


def title_for(deck: Deck, score: int) -> str:
    """The title that a score earns (BRE-9.6); scores range over the table (BRE-9.7, BRE-9.8)."""
    return next(title.words for title in deck.titles if title.low <= score <= title.high)
