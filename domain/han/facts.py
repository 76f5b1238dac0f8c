"""What can have happened. The stored names never change."""

from typing import ClassVar

from domain.message import Fact


class EmperorGiven(Fact, frozen=True, tag="emperor_given"):
    clauses: ClassVar = ("HAN-3.15", "HA-32", "HA-47")
    seat: int


class HandDealt(Fact, frozen=True, tag="hand_dealt"):
    """Three cards, face down; hidden from everybody else."""

    clauses: ClassVar = ("HAN-3.10",)
    seat: int
    cards: tuple[str, ...]


class DisplayLaid(Fact, frozen=True, tag="display_laid"):
    """The first cards face up; play begins."""

    clauses: ClassVar = ("HAN-3.11", "HAN-3.12", "HAN-3.13", "HAN-4.2")
    cards: tuple[str, ...]


class HousePlaced(Fact, frozen=True, tag="house_placed"):
    clauses: ClassVar = ("HAN-6.1", "HAN-5.9")
    seat: int
    space: str
    cards: tuple[str, ...]


class EmissaryPlaced(Fact, frozen=True, tag="emissary_placed"):
    clauses: ClassVar = ("HAN-7.1", "HAN-5.9")
    seat: int
    province: str
    cards: tuple[str, ...]


class FortificationPlaced(Fact, frozen=True, tag="fortification_placed"):
    """The marker and the house on it."""

    clauses: ClassVar = ("HAN-13.3", "HAN-13.5", "HAN-5.9")
    seat: int
    space: str
    cards: tuple[str, ...]


class MarketPlaced(Fact, frozen=True, tag="market_placed"):
    """The marker and the emissary on it."""

    clauses: ClassVar = ("HAN-14.3", "HAN-14.5", "HAN-5.9")
    seat: int
    space: str
    cards: tuple[str, ...]


class ProvinceScored(Fact, frozen=True, tag="province_scored"):
    """Points of every seat for the houses of a province; it gets a scoring disk."""

    clauses: ClassVar = ("HAN-8.2", "HAN-8.10", "HAN-8.11")
    province: str
    points: tuple[int, ...]


class PlacingEnded(Fact, frozen=True, tag="placing_ended"):
    """Placing is over, said or for a public reason; drawing begins unless this is the last round."""

    clauses: ClassVar = ("HAN-4.5", "HA-41")
    seat: int


class CardDiscarded(Fact, frozen=True, tag="card_discarded"):
    clauses: ClassVar = ("HAN-4.6", "HAN-9.1")
    seat: int
    card: str


class CardDrawn(Fact, frozen=True, tag="card_drawn"):
    """A card from the pile; its colour is hidden from everybody else."""

    clauses: ClassVar = ("HAN-9.3", "HA-18")
    seat: int
    card: str


class CardTaken(Fact, frozen=True, tag="card_taken"):
    """A card from the display."""

    clauses: ClassVar = ("HAN-9.3", "HA-18")
    seat: int
    card: str


class DisplayRefilled(Fact, frozen=True, tag="display_refilled"):
    """One card from the pile, face up."""

    clauses: ClassVar = ("HAN-9.4", "HAN-9.9")
    card: str


class PileRenewed(Fact, frozen=True, tag="pile_renewed"):
    """The pile became empty for the first time: the discards are the new pile."""

    clauses: ClassVar = ("HAN-9.6", "HAN-9.7", "HA-19", "HA-44")


class PileExhausted(Fact, frozen=True, tag="pile_exhausted"):
    """The pile became empty for the second time: the round that runs is the last."""

    clauses: ClassVar = ("HAN-10.1", "HA-20")


class DrawingEnded(Fact, frozen=True, tag="drawing_ended"):
    """The seat stops with fewer than three cards; only after the second exhaustion."""

    clauses: ClassVar = ("HA-21", "HA-42")
    seat: int


class TurnBegan(Fact, frozen=True, tag="turn_began"):
    """The next seat's turn; ``last`` says that the final round is on, in which nobody draws."""

    clauses: ClassVar = ("HAN-4.2", "HAN-9.5")
    seat: int
    last: bool


class MarketEmissaryMoved(Fact, frozen=True, tag="market_emissary_moved"):
    """Before the final scoring the emissary of a market place goes to the dragon space."""

    clauses: ClassVar = ("HAN-14.10", "HA-39")
    seat: int
    space: str
    province: str


class AllianceScored(Fact, frozen=True, tag="alliance_scored"):
    """The Emperor stands on this number: points of every seat."""

    clauses: ClassVar = ("HAN-11.4", "HAN-11.6", "HAN-11.10", "HA-30")
    number: int
    points: tuple[int, ...]


class RowScored(Fact, frozen=True, tag="row_scored"):
    """One row of houses along the roads, from end to end."""

    clauses: ClassVar = ("HAN-11.13", "HAN-11.16", "HA-27")
    seat: int
    spaces: tuple[str, ...]
    points: int


class PortsScored(Fact, frozen=True, tag="ports_scored"):
    clauses: ClassVar = ("HAN-11.17", "HA-29")
    points: tuple[int, ...]


class GameEnded(Fact, frozen=True, tag="game_ended"):
    """All scorings are done."""

    clauses: ClassVar = ("HAN-12.1",)
    reason: str
    winners: tuple[int, ...]


HanFact = (
    EmperorGiven
    | HandDealt
    | DisplayLaid
    | HousePlaced
    | EmissaryPlaced
    | FortificationPlaced
    | MarketPlaced
    | ProvinceScored
    | PlacingEnded
    | CardDiscarded
    | CardDrawn
    | CardTaken
    | DisplayRefilled
    | PileRenewed
    | PileExhausted
    | DrawingEnded
    | TurnBegan
    | MarketEmissaryMoved
    | AllianceScored
    | RowScored
    | PortsScored
    | GameEnded
)
