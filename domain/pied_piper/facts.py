"""What can have happened. Stored names are chosen once; ``clauses`` says which rules a fact applies."""

from typing import ClassVar, TypeAlias

from domain.message import Fact
from domain.seats import Seat

Strings = tuple[str, ...]


class TableSet(Fact, frozen=True, tag="table_set"):
    """Start player, opening row and hands."""

    start: Seat
    row: Strings
    hands: tuple[Strings, ...]
    clauses: ClassVar[tuple[str, ...]] = ("PIP-3.4", "PIP-3.6", "PIP-3.7", "PIP-3.9", "PIP-3.11", "PIP-3.16", "PP-31")


class CardPlaced(Fact, frozen=True, tag="card_placed"):
    """A card went from a hand onto a character card, face up."""

    seat: Seat
    slot: int
    character: str
    card: str
    clauses: ClassVar[tuple[str, ...]] = ("PIP-5.9",)


class CardPlacedFaceDown(CardPlaced, frozen=True, tag="card_placed_face_down"):
    """The same, face down."""

    clauses: ClassVar[tuple[str, ...]] = ("PIP-15.1", "PIP-15.3", "PP-30")


class CharactersActivated(Fact, frozen=True, tag="characters_activated"):
    """After the placing these slots hold two cards; if there are two, the active player chooses the order."""

    slots: tuple[int, ...]
    clauses: ClassVar[tuple[str, ...]] = ("PIP-5.11", "PIP-7.1", "PIP-11.2")


class CardTurnedUp(Fact, frozen=True, tag="card_turned_up"):
    """A face-down card on an activated character shows its kind."""

    slot: int
    seat: Seat
    card: str
    clauses: ClassVar[tuple[str, ...]] = ("PIP-15.2", "PP-30", "PP-40")


class OrderChosen(Fact, frozen=True, tag="order_chosen"):
    """The active player chose which of two activated characters moves first."""

    seat: Seat
    slots: tuple[int, ...]
    characters: Strings
    clauses: ClassVar[tuple[str, ...]] = ("PIP-5.14", "PP-13", "PP-41")


class PlusOneAdded(Fact, frozen=True, tag="plus_one_added"):
    """A +1 lengthens the basic card on the same character."""

    slot: int
    clauses: ClassVar[tuple[str, ...]] = ("PIP-10.1", "PP-6", "PP-7", "PP-12")


class MelodyAdded(Fact, frozen=True, tag="melody_added"):
    """A Melody makes the basic card apply to all figures in the gap."""

    slot: int
    clauses: ClassVar[tuple[str, ...]] = ("PIP-10.4", "PIP-10.5", "PP-8", "PP-9", "PP-12")


class NoFigureMoved(Fact, frozen=True, tag="no_figure_moved"):
    """Two special cards met."""

    slot: int
    clauses: ClassVar[tuple[str, ...]] = ("PIP-10.6", "PIP-10.7", "PP-10")


class FiguresMoved(Fact, frozen=True):
    """Figures moved at once from gap to gap past houses, in this order. Never itself recorded: one subclass a basic card."""

    figures: Strings
    start: str
    houses: Strings
    end: str


class ForwardOneMoved(FiguresMoved, frozen=True, tag="forward_1_moved"):
    clauses: ClassVar[tuple[str, ...]] = ("PIP-9.1", "PIP-9.1.3")


class ForwardTwoMoved(FiguresMoved, frozen=True, tag="forward_2_moved"):
    clauses: ClassVar[tuple[str, ...]] = ("PIP-9.2", "PIP-9.2.3")


class BackwardOneMoved(FiguresMoved, frozen=True, tag="backward_1_moved"):
    clauses: ClassVar[tuple[str, ...]] = ("PIP-9.3", "PIP-9.3.3")


class SewerMoved(FiguresMoved, frozen=True, tag="sewer_moved"):
    clauses: ClassVar[tuple[str, ...]] = ("PIP-9.4", "PIP-9.4.1", "PIP-9.4.2")


class TrackerRaised(Fact, frozen=True, tag="tracker_raised"):
    """A seat's tracker went up to ``to``."""

    seat: Seat
    to: int
    clauses: ClassVar[tuple[str, ...]] = ("PIP-5.2", "PIP-6.4")


class TrackerLowered(Fact, frozen=True, tag="tracker_lowered"):
    """A seat's tracker went down to ``to``."""

    seat: Seat
    to: int
    clauses: ClassVar[tuple[str, ...]] = ("PIP-5.3", "PIP-6.5")


class PlayerEliminated(Fact, frozen=True, tag="player_eliminated"):
    """A seat's tracker is at the roof after an action: it is out."""

    seat: Seat
    clauses: ClassVar[tuple[str, ...]] = ("PIP-8.1", "PP-4", "PP-21")


class HouseRemoved(Fact, frozen=True, tag="house_removed"):
    """A house left the game; figures in the gap left of it joined those in ``merged_into``."""

    house: str
    merged_into: str
    clauses: ClassVar[tuple[str, ...]] = ("PIP-8.2", "PIP-8.4", "PIP-8.5", "PP-22")


class TrackersClaimed(Fact, frozen=True, tag="trackers_claimed"):
    """The active player took these seats' trackers from the one eliminated."""

    seat: Seat
    trackers: tuple[Seat, ...]
    clauses: ClassVar[tuple[str, ...]] = ("PIP-8.3",)


class TrackersLost(Fact, frozen=True, tag="trackers_lost"):
    """These seats' trackers left the game, since the active player is out."""

    trackers: tuple[Seat, ...]
    clauses: ClassVar[tuple[str, ...]] = ("PP-19", "PP-35")


class HandDiscarded(Fact, frozen=True, tag="hand_discarded"):
    """An eliminated seat's hand joined the discards, face up."""

    seat: Seat
    cards: Strings
    clauses: ClassVar[tuple[str, ...]] = ("PP-20", "PP-44")


class ActionCardsDiscarded(Fact, frozen=True, tag="action_cards_discarded"):
    """The action cards of a character that is done joined the discards."""

    slot: int
    cards: Strings
    clauses: ClassVar[tuple[str, ...]] = ("PIP-5.15",)


class CharactersDiscarded(Fact, frozen=True, tag="characters_discarded"):
    """The character cards of these slots joined their discards."""

    slots: tuple[int, ...]
    characters: Strings
    clauses: ClassVar[tuple[str, ...]] = ("PIP-5.16", "PP-17")


class CharacterDeckRenewed(Fact, frozen=True, tag="character_deck_renewed"):
    """The discarded character cards became the deck."""

    clauses: ClassVar[tuple[str, ...]] = ("PIP-5.18", "PP-34")


class CharacterRevealed(Fact, frozen=True, tag="character_revealed"):
    """A new character card lies in a slot of the row."""

    slot: int
    character: str
    clauses: ClassVar[tuple[str, ...]] = ("PIP-5.17", "PP-33")


class ActionDeckRenewed(Fact, frozen=True, tag="action_deck_renewed"):
    """The discarded action cards became the deck."""

    clauses: ClassVar[tuple[str, ...]] = ("PIP-5.20", "PP-18", "PP-34")


class CardDrawn(Fact, frozen=True, tag="card_drawn"):
    """A seat drew an action card."""

    seat: Seat
    card: str
    clauses: ClassVar[tuple[str, ...]] = ("PIP-5.6", "PIP-5.19")


class TurnPassed(Fact, frozen=True, tag="turn_passed"):
    """It is this seat's turn."""

    seat: Seat
    clauses: ClassVar[tuple[str, ...]] = ("PIP-5.21",)


class WonByRoof(Fact, frozen=True, tag="won_by_roof"):
    """Two players: the other one's tracker reached the roof."""

    winner: Seat
    clauses: ClassVar[tuple[str, ...]] = ("PIP-13.1", "PIP-13.2")


class WonByTracker(Fact, frozen=True, tag="won_by_tracker"):
    """Two players are left, and this one's tracker is lower."""

    winner: Seat
    clauses: ClassVar[tuple[str, ...]] = ("PIP-12.1", "PIP-12.3")


class WonByClaims(Fact, frozen=True, tag="won_by_claims"):
    """Two players are left, level, and this one claimed more trackers."""

    winner: Seat
    clauses: ClassVar[tuple[str, ...]] = ("PIP-12.1", "PIP-12.4", "PP-26")


class GameDrawn(Fact, frozen=True, tag="game_drawn"):
    """Two players are left, level in everything."""

    winners: tuple[Seat, ...]
    clauses: ClassVar[tuple[str, ...]] = ("PIP-12.1", "PIP-12.5", "PP-26")


Moved: TypeAlias = ForwardOneMoved | ForwardTwoMoved | BackwardOneMoved | SewerMoved
Ended: TypeAlias = WonByRoof | WonByTracker | WonByClaims | GameDrawn
PiedPiperFact: TypeAlias = (
    TableSet
    | CardPlaced
    | CardPlacedFaceDown
    | CharactersActivated
    | CardTurnedUp
    | OrderChosen
    | PlusOneAdded
    | MelodyAdded
    | NoFigureMoved
    | Moved
    | TrackerRaised
    | TrackerLowered
    | PlayerEliminated
    | HouseRemoved
    | TrackersClaimed
    | TrackersLost
    | HandDiscarded
    | ActionCardsDiscarded
    | CharactersDiscarded
    | CharacterDeckRenewed
    | CharacterRevealed
    | ActionDeckRenewed
    | CardDrawn
    | TurnPassed
    | Ended
)
