"""What families gain and give: goods, florins, tokens, children, influence, the cat, bribes. Pieces and places are named as on the wire; ``clauses`` are the rules that a fact applies."""

from typing import ClassVar, TypeAlias

from domain.message import Fact
from domain.seats import Seat


class GoodGained(Fact, frozen=True, tag="good_gained"):
    clauses: ClassVar = ("HML-4.4", "HML-5.7")
    seat: Seat
    good: str


class GoodMissed(Fact, frozen=True, tag="good_missed"):
    """No cube of that good is left."""

    clauses: ClassVar = ("HM-17",)
    seat: Seat
    good: str


class FlorinGained(Fact, frozen=True, tag="florin_gained"):
    clauses: ClassVar = ("HML-4.5", "HML-5.6")
    seat: Seat


class ChildPrepared(Fact, frozen=True, tag="child_prepared"):
    clauses: ClassVar = ("HML-5.3", "HML-5.5")
    seat: Seat
    sex: str


class ChildMissed(Fact, frozen=True, tag="child_missed"):
    """The bag has no cube or the family no member left."""

    clauses: ClassVar = ("HM-14", "HM-16")
    seat: Seat


class ChildrenMarried(Fact, frozen=True, tag="children_married"):
    clauses: ClassVar = ("HML-6.1", "HML-6.4", "HML-6.5", "HML-6.7", "HML-6.8")
    seat: Seat  # who made the wedding
    boy: Seat
    girl: Seat
    house: str
    cost: int  # florins, paid by the boy's owner


class WeddingsEnded(Fact, frozen=True, tag="weddings_ended"):
    clauses: ClassVar = ("HML-6.3",)
    seat: Seat
    by_itself: bool


class InfluenceGained(Fact, frozen=True, tag="influence_gained"):
    """``space`` is the space reached, 0 at the bottom."""

    clauses: ClassVar = ("HML-11.3", "HML-11.4", "HML-11.8", "HM-25")
    seat: Seat
    points: int
    space: int


class CubeDeclared(Fact, frozen=True, tag="cube_declared"):
    """A cube for florins, or for a token of ``pile``."""

    clauses: ClassVar = ("HML-7.4", "HM-27")
    seat: Seat
    good: str
    pile: str | None = None


class SaleEnded(Fact, frozen=True, tag="sale_ended"):
    """The declaration is complete: cubes, florins and tokens change hands."""

    clauses: ClassVar = ("HML-7.1", "HM-60")
    seat: Seat
    by_itself: bool


class GoodSold(Fact, frozen=True, tag="good_sold"):
    clauses: ClassVar = ("HML-7.2",)
    seat: Seat
    good: str
    florins: int


class TokenTaken(Fact, frozen=True, tag="token_taken"):
    """A cube for a token; ``value`` is ``hidden`` from everybody but the seat."""

    clauses: ClassVar = ("HML-7.3", "HML-7.5")
    seat: Seat
    good: str
    pile: str
    value: int | str


class CatBought(Fact, frozen=True, tag="cat_bought"):
    """``seller`` gets ``to_seller`` florins, the bank the rest of the price; no seller: all goes to the bank."""

    clauses: ClassVar = ("HML-8.1", "HML-8.2", "HM-30")
    seat: Seat
    rat: str | None
    seller: Seat | None
    to_seller: int


class InfluenceBought(Fact, frozen=True, tag="influence_bought"):
    """``entry`` of the purchase loop, from 0."""

    clauses: ClassVar = ("HML-9.1", "HML-9.2", "HML-9.5", "HM-31", "HM-50")
    seat: Seat
    entry: int
    cost: int


class BribePlaced(Fact, frozen=True, tag="bribe_placed"):
    clauses: ClassVar = ("HML-10.3",)
    seat: Seat
    region: str
    florins: int


PurseFact: TypeAlias = (
    GoodGained
    | GoodMissed
    | FlorinGained
    | ChildPrepared
    | ChildMissed
    | ChildrenMarried
    | WeddingsEnded
    | InfluenceGained
    | CubeDeclared
    | SaleEnded
    | GoodSold
    | TokenTaken
    | CatBought
    | InfluenceBought
    | BribePlaced
)
