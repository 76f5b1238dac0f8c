"""What of a move is kept from a viewer: the value of a token, and nothing else. Every fact is named."""

from typing import assert_never

from msgspec.structs import replace

from domain.hameln.facts import HamelnFact
from domain.hameln.facts_piper import (
    BribeCollected,
    ChildrenPaid,
    ChildrenTaken,
    GameEnded,
    HouseCleared,
    NobodyActed,
    PaymentAsked,
    PhaseBegun,
    PiperAppeared,
    PiperMoved,
    PiperMovedOn,
    RegionCleaned,
)
from domain.hameln.facts_purse import (
    BribePlaced,
    CatBought,
    ChildMissed,
    ChildPrepared,
    ChildrenMarried,
    CubeDeclared,
    FlorinGained,
    GoodGained,
    GoodMissed,
    GoodSold,
    InfluenceBought,
    InfluenceGained,
    SaleEnded,
    TokenTaken,
    WeddingsEnded,
)
from domain.hameln.facts_rats import HouseFreed, HouseInfested, LargeRatChosen, LargeRatPlaced, LargeRatsContested, RatPlaced, RatRemoved, RatsAttracted
from domain.hameln.facts_turn import (
    CycleBegun,
    DeclarationEnded,
    HouseActivated,
    HouseDeclared,
    HousePassedOver,
    MandatoryPassed,
    ManPlaced,
    OptionOpened,
    PartnerAsked,
    PartnerDecided,
    TableLaid,
    TurnBegun,
    TurnEnded,
    TurnSkipped,
    WomanPlaced,
)
from domain.hameln.moves import HamelnMove
from domain.hameln.state import State
from domain.message import HIDDEN, Json
from domain.seats import Seat, Viewer


def redact(fact: HamelnFact, viewer: Viewer, then: State, now: State) -> HamelnFact:
    """A fact as the viewer may know it: a token's value is its holder's alone (HML-2.17, HM-47)."""
    match fact:
        case TokenTaken(seat=seat):
            return fact if viewer.owns(seat) else replace(fact, value=HIDDEN)
        case (
            TableLaid()
            | ManPlaced()
            | WomanPlaced()
            | CycleBegun()
            | TurnBegun()
            | MandatoryPassed()
            | TurnSkipped()
            | OptionOpened()
            | TurnEnded()
            | HouseDeclared()
            | DeclarationEnded()
            | HouseActivated()
            | HousePassedOver()
            | PartnerAsked()
            | PartnerDecided()
            | RatsAttracted()
            | RatPlaced()
            | HouseInfested()
            | LargeRatsContested()
            | LargeRatChosen()
            | LargeRatPlaced()
            | RatRemoved()
            | HouseFreed()
            | GoodGained()
            | GoodMissed()
            | FlorinGained()
            | ChildPrepared()
            | ChildMissed()
            | ChildrenMarried()
            | WeddingsEnded()
            | InfluenceGained()
            | CubeDeclared()
            | SaleEnded()
            | GoodSold()
            | CatBought()
            | InfluenceBought()
            | BribePlaced()
            | PiperMoved()
            | PiperMovedOn()
            | HouseCleared()
            | PiperAppeared()
            | NobodyActed()
            | RegionCleaned()
            | PaymentAsked()
            | ChildrenPaid()
            | ChildrenTaken()
            | BribeCollected()
            | PhaseBegun()
            | GameEnded()
        ):
            return fact
        case _:
            assert_never(fact)


def redact_move(seat: Seat, move: HamelnMove, viewer: Viewer, then: State, now: State) -> HamelnMove:
    """Every move is made in the open (HML-2.16, HML-7.4)."""
    return move


def redact_draw(seat: Seat, draw: Json, viewer: Viewer, then: State, now: State) -> Json:
    """A cube is drawn in the open, a token is looked at by its taker alone."""
    return {"token": HIDDEN} if "token" in draw and not viewer.owns(seat) else draw


def redact_setup(setup: Json, viewer: Viewer, then: State, now: State) -> Json:
    """Turn order and counters lie open (HML-2.2, HML-2.9)."""
    return setup


def sees_legal(state: State, viewer: Viewer, seat: Seat) -> bool:
    """Legal lists are public: none depends on the value of a token."""
    return True


def reveals(before: State, seat: Seat, move: HamelnMove, after: State) -> bool:
    """No move shows anything new but through its draws."""
    return False
