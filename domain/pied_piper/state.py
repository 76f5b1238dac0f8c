"""What is true at a moment of the game. Immutable plain data."""

from typing import Literal

import msgspec

from domain import message
from domain.message import Model, Options, Table
from domain.pied_piper.deck import DECK, KINDS, copies
from domain.pied_piper.facts import CardPlaced, CardPlacedFaceDown, Moved, OrderChosen
from domain.pied_piper.ring import Ring
from domain.seats import Seat

Cards = tuple[str, ...]
Counts = tuple[int, ...]


class PiedPiperOptions(Options):
    """What the players agree on before the game: PP-2, and the variants Rugrats (PP-29) and Secret life (PP-30)."""

    roof_level: Literal[7, 8] = 8
    variant_rugrats: bool = False
    variant_secret: bool = False


class PiedPiperSetup(Model):
    """What chance did before the first move (wire contract): start player, opening row, hands."""

    start: int
    row: list[str]
    hands: list[list[str]]


class Lying(msgspec.Struct, frozen=True, gc=False):
    """An action card on a character card: its kind, who placed it, whether it lies face down."""

    card: str
    seat: Seat
    face_down: bool = False


class Ending(msgspec.Struct, frozen=True, gc=False):
    """How the game ended: the outcome's winners and reason."""

    winners: tuple[Seat, ...]
    reason: Literal["roof", "lowest_tracker", "most_claimed", "draw"]


class State(message.State, frozen=True, gc=False):
    """A position. Houses, gaps and slots are numbers; cards and characters are counted in the order of ``KINDS`` and ``characters``."""

    table: Table
    step: Literal["setup", "place", "activate", "over"] = "setup"
    start: Seat = 0
    turn: Seat = 0
    opening: bool = True  # the first turn, with one card (PP-1)
    placed_on: int = -1  # slot of this turn's first card
    used_face_down: bool = False  # this turn's face-down card has been placed (PP-30)
    activated: tuple[int, ...] = ()  # slots in the order in which they are carried out
    hands: tuple[Cards, ...] = ()  # each in the order of ``KINDS``
    deck: Counts = ()
    discards: Counts = ()
    row: Cards = ()  # character by slot, "" while a replacement is due
    lying: tuple[tuple[Lying, ...], ...] = ()  # action cards by slot, first placed first
    character_deck: Counts = ()
    character_discards: Counts = ()
    ring: Ring = ()
    figures: tuple[int, ...] = ()  # gap of each of ``characters``
    trackers: tuple[int, ...] = ()
    claimed: tuple[tuple[Seat, ...], ...] = ()  # whose trackers each seat claimed
    eliminated: tuple[Seat, ...] = ()  # in order
    last: CardPlaced | CardPlacedFaceDown | OrderChosen | None = None  # the last move, and how figures moved then: for who looks
    trips: tuple[Moved, ...] = ()
    ending: Ending | None = None


def empty(table: Table) -> State:
    """The table before the set-up: all cards in play in their decks, trackers off the houses (PIP-3.3)."""
    return State(
        table=table,
        hands=((),) * table.seats,
        deck=copies(table.options.variant_rugrats),
        discards=(0,) * len(KINDS),
        lying=((),) * DECK.row,
        trackers=(0,) * table.seats,  # PIP-3.2, PIP-3.3, PIP-4.3
        claimed=((),) * table.seats,
    )


def placements(state: State) -> int:
    """How many cards a turn places, and draws: one on the first (PIP-5.5, PIP-5.6, PP-1), then two (PIP-5.9, PIP-5.10, PIP-5.19)."""
    return 1 if state.opening else 2
