"""Small rats, large rats, infestation. Pieces and places are named as on the wire; ``clauses`` are the rules that a fact applies."""

from typing import ClassVar, TypeAlias

from domain.message import Fact
from domain.seats import Seat


class RatsAttracted(Fact, frozen=True, tag="rats_attracted"):
    """``attracted`` by the counter, ``placed`` as many as circles and small rats allow; the rest is lost."""

    clauses: ClassVar = ("HML-12.1", "HML-12.4", "HM-18")
    house: str
    attracted: int
    placed: int


class RatPlaced(Fact, frozen=True, tag="rat_placed"):
    clauses: ClassVar = ("HML-12.3",)
    seat: Seat
    circle: str


class HouseInfested(Fact, frozen=True, tag="house_infested"):
    clauses: ClassVar = ("HML-13.1", "HM-54")
    house: str


class LargeRatsContested(Fact, frozen=True, tag="large_rats_contested"):
    """One small rat infested more houses than large rats are left."""

    clauses: ClassVar = ("HM-12",)
    houses: tuple[str, ...]
    left: int


class LargeRatChosen(Fact, frozen=True, tag="large_rat_chosen"):
    clauses: ClassVar = ("HM-12",)
    seat: Seat
    house: str


class LargeRatPlaced(Fact, frozen=True, tag="large_rat_placed"):
    clauses: ClassVar = ("HML-13.2",)
    house: str
    emperor: bool  # HML-14.4


class RatRemoved(Fact, frozen=True, tag="rat_removed"):
    clauses: ClassVar = ("HML-8.4",)
    circle: str


class HouseFreed(Fact, frozen=True, tag="house_freed"):
    """The cat has freed a house; with ``large_rat`` its figure goes back to the reserve."""

    clauses: ClassVar = ("HML-8.5", "HML-13.4", "HML-13.5", "HM-29")
    house: str
    large_rat: bool


RatFact: TypeAlias = RatsAttracted | RatPlaced | HouseInfested | LargeRatsContested | LargeRatChosen | LargeRatPlaced | RatRemoved | HouseFreed
