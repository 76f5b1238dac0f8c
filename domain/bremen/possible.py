"""Hands that are not recorded: is there a possible deal?

A deal gives every seat a full hand, and to the centre what is left over, nobody too many Chickens, and agrees with the evidence. The pieces that
nobody is known to hold differ only by animal, so the question is a flow from four animals to the hands; by the theorem of the minimal cut it
fits exactly if no set of animals has more pieces than the hands that may take them have room for. Sixteen sums decide it.
"""

from collections.abc import Iterator
from itertools import permutations

import msgspec

from domain.bremen.pieces import CHICKENS, SUIT, Deck

_SUITS = tuple(SUIT.values())
_CHICKEN_ALONE = 1  # the set of animals with only the Chicken, the first of them
_SETS = tuple(tuple(place for place in range(len(_SUITS)) if animals >> place & 1) for animals in range(1 << len(_SUITS)))


class Evidence(msgspec.Struct, frozen=True):
    """What is known about a deal, by seat, as sets of pieces."""

    held: tuple[int, ...]  # played or revealed
    lacks: tuple[int, ...]  # not in the hand: for each animal none of it, or all of it but what was played before
    centre: int = 0  # 0: not known, or there is none
    first: int | None = None  # who held the leading Donkey


def possible(deck: Deck, known: Evidence) -> bool:
    """Whether a deal agrees with the evidence (BR-17)."""
    return any(_fits(deck, held, known.lacks, centre) for held, centre in _leads(deck, known))


def _leads(deck: Deck, known: Evidence) -> Iterator[tuple[tuple[int, ...], int]]:
    """The ways in which the first leader can have held the leading Donkey: what each seat holds then, and the centre.

    BRE-4.2: one Donkey; BRE-4.1: the next one if that one is in the centre.
    """
    if known.first is None:
        yield known.held, known.centre
        return
    for place, donkey in enumerate(deck.leading):
        before = deck.leading[:place]
        in_centre = before[-1] if before else 0
        if in_centre and known.centre not in (0, in_centre):
            return
        held = tuple(pieces | donkey if seat == known.first else pieces for seat, pieces in enumerate(known.held))
        yield held, in_centre or known.centre


def _fits(deck: Deck, held: tuple[int, ...], lacks: tuple[int, ...], centre: int) -> bool:
    """Whether the pieces that nobody is known to hold can fill the hands (and the centre)."""
    taken = centre
    for pieces, barred in zip(held, lacks, strict=True):
        if pieces & taken or pieces & barred:
            return False
        taken |= pieces
    free = deck.every & ~taken
    rooms = [_room(deck, pieces, barred & free) for pieces, barred in zip(held, lacks, strict=True)]
    if any(room < 0 or chickens < 0 for room, chickens, _ in rooms):
        return False
    if deck.centre and not centre:
        rooms.append((deck.centre, deck.centre, len(_SETS) - 1))
    counts = [(free & suit).bit_count() for suit in _SUITS]
    return all(
        sum(counts[place] for place in places) <= sum(_capacity(animals & may, room, chickens) for room, chickens, may in rooms)
        for animals, places in enumerate(_SETS)
    )


def _room(deck: Deck, pieces: int, barred: int) -> tuple[int, int, int]:
    """Of one hand: how many pieces it lacks, how many Chickens it may still take (BRE-3.8), and the set of animals that it may take."""
    may = sum(1 << place for place, suit in enumerate(_SUITS) if not barred & suit)
    return deck.hand - pieces.bit_count(), deck.too_many_chickens - 1 - (pieces & CHICKENS).bit_count(), may


def _capacity(animals: int, room: int, chickens: int) -> int:
    """How many pieces of a set of animals a hand can take at most."""
    return 0 if not animals else min(room, chickens) if animals == _CHICKEN_ALONE else room


def leftovers(deck: Deck, known: Evidence, played: int) -> list[tuple[int, ...]]:
    """Who can have kept what when each hand has one piece left: every possible assignment of the pieces never played, by seat, then the centre.

    The centre stands at the end where the deck has one.
    """
    left = [1 << place for place in range(deck.every.bit_length()) if deck.every & ~played & ~known.centre & 1 << place]
    found = []
    for order in permutations(left):
        kept, centre = order[: deck.seats], (*order[deck.seats :], known.centre)[: deck.centre]
        held = tuple(pieces | piece for pieces, piece in zip(known.held, kept, strict=True))
        if possible(deck, msgspec.structs.replace(known, held=held, centre=sum(centre))):
            found.append((*kept, *centre))
    return found
