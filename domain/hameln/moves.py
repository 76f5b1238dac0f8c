"""What a seat may decide. The makers are cached, so that a legal list is built of moves that exist already."""

from functools import cache
from typing import Final, Literal, TypeAlias

from domain.message import Move


class PlaceMan(Move):
    """Set-up: a man into a starting house."""

    kind: Literal["place_man"] = "place_man"
    house: str


class PlaceWoman(Move):
    """Set-up: a woman beside another player's man."""

    kind: Literal["place_woman"] = "place_woman"
    house: str


class Declare(Move):
    """One more house to activate."""

    kind: Literal["declare"] = "declare"
    sex: Literal["man", "woman"]
    house: str


class EndDeclaring(Move):
    """The declaration is complete."""

    kind: Literal["end_declaring"] = "end_declaring"


class PrepareChild(Move):
    """The woman's owner prepares a child (option ``partner_child`` = ``optional``)."""

    kind: Literal["prepare_child"] = "prepare_child"


class DeclineChild(Move):
    """The woman's owner prepares none."""

    kind: Literal["decline_child"] = "decline_child"


class PlaceRat(Move):
    """A small rat onto a circle of the house being resolved."""

    kind: Literal["place_rat"] = "place_rat"
    circle: str


class PlaceLargeRat(Move):
    """Which of the houses infested by one small rat gets a large rat."""

    kind: Literal["place_large_rat"] = "place_large_rat"
    house: str


class Marry(Move):
    """A wedding: the seats of the boy's and the girl's owner, and where the couple moves in."""

    kind: Literal["marry"] = "marry"
    boy: int
    girl: int
    house: str


class EndWeddings(Move):
    """No further wedding this turn."""

    kind: Literal["end_weddings"] = "end_weddings"


class Sell(Move):
    """Declares a cube for florins."""

    kind: Literal["sell"] = "sell"
    good: str


class Exchange(Move):
    """Declares a cube for a Rat-Catcher token of a pile."""

    kind: Literal["exchange"] = "exchange"
    good: str
    pile: str


class EndSelling(Move):
    """The declaration of the sale is complete."""

    kind: Literal["end_selling"] = "end_selling"


class BuyCat(Move):
    """Buys the cat; ``rat`` is the circle of the small rat that it removes, left out when there is none on the board."""

    kind: Literal["buy_cat"] = "buy_cat"
    rat: str | None = None


class BuyInfluence(Move):
    """Buys the next entry of the purchase loop."""

    kind: Literal["buy_influence"] = "buy_influence"


class Bribe(Move):
    """Adds florins to the bribe of a region."""

    kind: Literal["bribe"] = "bribe"
    region: str
    florins: int


class EndTurn(Move):
    """No optional action."""

    kind: Literal["end_turn"] = "end_turn"


class Pay(Move):
    """How many boys and girls the owner pays the Piper for; the others are taken."""

    kind: Literal["pay"] = "pay"
    boys: int
    girls: int


HamelnMove: TypeAlias = (
    PlaceMan
    | PlaceWoman
    | Declare
    | EndDeclaring
    | PrepareChild
    | DeclineChild
    | PlaceRat
    | PlaceLargeRat
    | Marry
    | EndWeddings
    | Sell
    | Exchange
    | EndSelling
    | BuyCat
    | BuyInfluence
    | Bribe
    | EndTurn
    | Pay
)

MOVES: Final[dict[str, type[Move]]] = {
    model.model_fields["kind"].default: model
    for model in (
        PlaceMan,
        PlaceWoman,
        Declare,
        EndDeclaring,
        PrepareChild,
        DeclineChild,
        PlaceRat,
        PlaceLargeRat,
        Marry,
        EndWeddings,
        Sell,
        Exchange,
        EndSelling,
        BuyCat,
        BuyInfluence,
        Bribe,
        EndTurn,
        Pay,
    )
}

END_DECLARING: Final = EndDeclaring()
PREPARE_CHILD: Final = PrepareChild()
DECLINE_CHILD: Final = DeclineChild()
END_WEDDINGS: Final = EndWeddings()
END_SELLING: Final = EndSelling()
BUY_INFLUENCE: Final = BuyInfluence()
END_TURN: Final = EndTurn()


@cache
def place_man(house: str) -> PlaceMan:
    return PlaceMan(house=house)


@cache
def place_woman(house: str) -> PlaceWoman:
    return PlaceWoman(house=house)


@cache
def declare(sex: Literal["man", "woman"], house: str) -> Declare:
    return Declare(sex=sex, house=house)


@cache
def place_rat(circle: str) -> PlaceRat:
    return PlaceRat(circle=circle)


@cache
def place_large_rat(house: str) -> PlaceLargeRat:
    return PlaceLargeRat(house=house)


@cache
def marry(boy: int, girl: int, house: str) -> Marry:
    return Marry(boy=boy, girl=girl, house=house)


@cache
def sell(good: str) -> Sell:
    return Sell(good=good)


@cache
def exchange(good: str, pile: str) -> Exchange:
    return Exchange(good=good, pile=pile)


@cache
def buy_cat(rat: str | None) -> BuyCat:
    return BuyCat(rat=rat)


@cache
def bribe(region: str, florins: int) -> Bribe:
    return Bribe(region=region, florins=florins)


@cache
def pay(boys: int, girls: int) -> Pay:
    return Pay(boys=boys, girls=girls)
