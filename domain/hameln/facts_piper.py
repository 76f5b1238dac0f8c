"""The Pied Piper: he appears, clears, is paid, moves on. Pieces and places are named as on the wire; ``clauses`` are the rules that a fact applies."""

from typing import ClassVar, TypeAlias

from domain.message import Fact
from domain.seats import Seat


class PiperMoved(Fact, frozen=True, tag="piper_moved"):
    clauses: ClassVar = ("HML-10.4", "HM-33")
    region: str


class PiperMovedOn(Fact, frozen=True, tag="piper_moved_on"):
    """After a phase: to the biggest bribe that is left, or else to the next space clockwise."""

    clauses: ClassVar = ("HML-17.3", "HML-17.4", "HM-35")
    region: str


class HouseCleared(Fact, frozen=True, tag="house_cleared"):
    """The Piper has freed a house; its large rat, if it had one, went before."""

    clauses: ClassVar = ("HML-13.4", "HML-15.7")
    house: str


class PiperAppeared(Fact, frozen=True, tag="piper_appeared"):
    """The phase is over; ``by`` placed the last large rat (None: nobody acted in a whole cycle, HM-48). All large rats go."""

    clauses: ClassVar = ("HML-15.1", "HML-15.2", "HML-15.3", "HM-37")
    region: str
    phase: int
    by: Seat | None


class NobodyActed(Fact, frozen=True, tag="nobody_acted"):
    """A whole cycle has passed without an action, so the Piper is called."""

    clauses: ClassVar = ("HM-48",)


class RegionCleaned(Fact, frozen=True, tag="region_cleaned"):
    """All small rats of the region and of the market are gone."""

    clauses: ClassVar = ("HML-15.4", "HML-15.5", "HML-15.6", "HM-36")
    region: str
    circles: tuple[str, ...]


class PaymentAsked(Fact, frozen=True, tag="payment_asked"):
    clauses: ClassVar = ("HML-16.1", "HML-16.2", "HM-39")
    seat: Seat
    price: int


class ChildrenPaid(Fact, frozen=True, tag="children_paid"):
    clauses: ClassVar = ("HML-16.3", "HML-16.5")
    seat: Seat
    boys: int
    girls: int
    florins: int


class ChildrenTaken(Fact, frozen=True, tag="children_taken"):
    clauses: ClassVar = ("HML-16.6", "HML-16.7", "HM-40", "HM-57")
    seat: Seat
    boys: int
    girls: int


class BribeCollected(Fact, frozen=True, tag="bribe_collected"):
    clauses: ClassVar = ("HML-17.1",)
    region: str
    florins: int


class PhaseBegun(Fact, frozen=True, tag="phase_begun"):
    clauses: ClassVar = ("HML-14.1", "HML-14.3", "HML-17.5")
    phase: int
    large_rats: int


class GameEnded(Fact, frozen=True, tag="game_ended"):
    """``by`` placed the last large rat of the third phase; None if nobody did."""

    clauses: ClassVar = ("HML-18.1", "HM-42", "HM-43")
    by: Seat | None


PiperFact: TypeAlias = (
    PiperMoved
    | PiperMovedOn
    | PiperAppeared
    | HouseCleared
    | NobodyActed
    | RegionCleaned
    | PaymentAsked
    | ChildrenPaid
    | ChildrenTaken
    | BribeCollected
    | PhaseBegun
    | GameEnded
)
