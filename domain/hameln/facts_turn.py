"""Set-up, turn order and declarations. Pieces and places are named as on the wire; ``clauses`` are the rules that a fact applies."""

from typing import ClassVar, TypeAlias

from domain.message import Fact
from domain.seats import Seat


class TableLaid(Fact, frozen=True, tag="table_laid"):
    """Everything stands as the game begins: turn order, counters (in the board's order of houses), first large rats."""

    clauses: ClassVar = ("HML-2.2", "HML-2.3", "HML-2.4", "HML-2.5", "HML-2.6", "HML-2.7", "HML-2.8", "HML-2.9", "HML-2.10", "HM-4")
    turn_order: tuple[Seat, ...]
    counters: tuple[tuple[str, int], ...]


class ManPlaced(Fact, frozen=True, tag="man_placed"):
    clauses: ClassVar = ("HML-2.11",)
    seat: Seat
    house: str


class WomanPlaced(Fact, frozen=True, tag="woman_placed"):
    clauses: ClassVar = ("HML-2.12", "HM-2")
    seat: Seat
    house: str


class CycleBegun(Fact, frozen=True, tag="cycle_begun"):
    """Every player has had a turn; the turn order follows the influence track."""

    clauses: ClassVar = ("HML-11.2", "HML-11.7", "HML-11.10", "HM-1")
    order: tuple[Seat, ...]


class TurnBegun(Fact, frozen=True, tag="turn_begun"):
    clauses: ClassVar = ("HML-3.1",)
    seat: Seat


class MandatoryPassed(Fact, frozen=True, tag="mandatory_passed"):
    """No mandatory action was possible; the player may still take an optional one."""

    clauses: ClassVar = ("HML-3.4", "HM-6")
    seat: Seat


class TurnSkipped(Fact, frozen=True, tag="turn_skipped"):
    clauses: ClassVar = ("HM-6",)
    seat: Seat


class OptionOpened(Fact, frozen=True, tag="option_opened"):
    """The mandatory action is done; one optional action may follow."""

    clauses: ClassVar = ("HML-3.3", "HM-8")
    seat: Seat


class TurnEnded(Fact, frozen=True, tag="turn_ended"):
    clauses: ClassVar = ("HML-3.1",)
    seat: Seat
    by_itself: bool  # no optional action was possible (HM-59), rather than none wanted


class HouseDeclared(Fact, frozen=True, tag="house_declared"):
    clauses: ClassVar = ("HM-9",)
    seat: Seat
    sex: str
    house: str


class DeclarationEnded(Fact, frozen=True, tag="declaration_ended"):
    clauses: ClassVar = ("HML-4.3", "HML-5.2")
    seat: Seat
    by_itself: bool


class HouseActivated(Fact, frozen=True, tag="house_activated"):
    clauses: ClassVar = ("HML-4.1", "HML-5.1")
    seat: Seat
    sex: str
    house: str


class HousePassedOver(Fact, frozen=True, tag="house_passed_over"):
    clauses: ClassVar = ("HM-10",)
    house: str


class PartnerAsked(Fact, frozen=True, tag="partner_asked"):
    clauses: ClassVar = ("HM-13",)
    seat: Seat


class PartnerDecided(Fact, frozen=True, tag="partner_decided"):
    clauses: ClassVar = ("HM-13",)
    seat: Seat
    prepares: bool


TurnFact: TypeAlias = (
    TableLaid
    | ManPlaced
    | WomanPlaced
    | CycleBegun
    | TurnBegun
    | MandatoryPassed
    | TurnSkipped
    | OptionOpened
    | TurnEnded
    | HouseDeclared
    | DeclarationEnded
    | HouseActivated
    | HousePassedOver
    | PartnerAsked
    | PartnerDecided
)
