"""Province cards: the deck, hands as sorted tuples of colours, piles as counts by colour, and what a payment may be."""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Final, Literal, TypeAlias, get_args

from domain import data

Colour: TypeAlias = Literal["green", "orange", "red", "violet", "yellow"]
Cards: TypeAlias = tuple[str, ...]  # in alphabetical order (HA-51)
Counts: TypeAlias = tuple[int, ...]  # in step with COLOURS

COLOURS: Final[Cards] = get_args(Colour)
PIECES: Final = data.toml(__package__, "pieces.toml")
DECK: Final[Mapping[str, int]] = PIECES["deck"]  # HAN-1.1
HAND: Final = 3  # HAN-3.10, HAN-4.5, HAN-9.2
HOUSES: Final[int] = PIECES["supply"]["houses"]  # HAN-1.2, HAN-3.4
EMISSARIES: Final[int] = PIECES["supply"]["emissaries"]  # HAN-1.3, HAN-3.4; one of nine is the score counter, HAN-3.5
NONE: Final[Counts] = (0,) * len(COLOURS)


def deck(map_id: str, seats: int) -> Counts:
    """The cards in play by colour: the whole deck less so many of each colour (HAN-3.8 on Border Disputes, HAN-3.9 on Ways of Diplomacy)."""
    removed = PIECES["maps"][map_id]["removed"][str(seats)]
    return tuple(DECK[colour] - removed for colour in COLOURS)


def display_size(map_id: str) -> int:
    """How many cards lie face up: HAN-3.12 on Border Disputes, HAN-3.13 on Ways of Diplomacy."""
    return int(PIECES["maps"][map_id]["display"])


def markers(variant: str, seats: int) -> int:
    """Markers of each player with a variant: HAN-13.1 fortifications, HAN-14.1 market places."""
    return int(PIECES["markers"][variant][str(seats)])


def maps_for(seats: int) -> tuple[str, ...]:
    """The maps for so many players: HAN-3.1, HAN-3.2; both for three or four, HAN-3.3."""
    return tuple(name for name, of_map in PIECES["maps"].items() if str(seats) in of_map["removed"])


def counts(cards: Cards) -> Counts:
    return tuple(map(cards.count, COLOURS))


def bag(pile: Counts) -> dict[str, int]:
    return dict(zip(COLOURS, pile, strict=True))


@cache
def place_of(colour: str) -> int:
    return COLOURS.index(colour)


def more(pile: Counts, *cards: str) -> Counts:
    """A pile with these cards put on it."""
    grown = list(pile)
    for card in cards:
        grown[place_of(card)] += 1
    return tuple(grown)


def less(pile: Counts, card: str) -> Counts:
    """A pile without one card of a colour."""
    shrunk = list(pile)
    shrunk[place_of(card)] -= 1
    return tuple(shrunk)


@lru_cache(maxsize=4096)
def with_card(cards: Cards, card: str) -> Cards:
    """A hand or display with one more card, sorted."""
    return tuple(sorted((*cards, card)))


@lru_cache(maxsize=4096)
def without(cards: Cards, spent: Cards) -> Cards:
    """A hand or display without these cards; raises ValueError where it does not hold them."""
    left = list(cards)
    for card in spent:
        left.remove(card)
    return tuple(left)


@cache
def holds(cards: Cards, wanted: Cards) -> bool:
    """Whether a hand holds all these cards at once."""
    return all(cards.count(card) >= wanted.count(card) for card in set(wanted))


@cache
def payments(hand: Cards, colours: Cards) -> tuple[Cards, ...]:
    """The payments that a hand can make for a house or an emissary in a province of this colour, or for a border house between two colours.

    One card of the colour (HAN-5.1, HAN-5.6) or a wild pair of another (HAN-5.7, HA-1, HA-2); on a border two cards of its colours,
    never wild (HAN-6.8, HAN-6.9, HA-6). In alphabetical order. For two wild pairs no hand is big enough (HA-3).
    """
    if len(colours) == 2:
        return tuple(pair for pair in combinations_with_replacement(sorted(colours), 2) if holds(hand, pair))
    single = [(card,) for card in COLOURS if card in colours and card in hand]
    wild = [(card, card) for card in COLOURS if card not in colours and hand.count(card) >= 2]
    return tuple(sorted([*single, *wild]))


@cache
def marker_payments(hand: Cards, colours: Cards) -> tuple[Cards, ...]:
    """The payments for a fortification or a market place: two cards of the colour, never wild (HAN-13.4, HA-35; HAN-14.4, HA-40)."""
    return ((colours[0],) * 2,) if hand.count(colours[0]) >= 2 else ()
