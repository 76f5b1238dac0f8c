"""What a seat may decide, one kind of move each (wire contract)."""

from functools import lru_cache
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import ConfigDict, Field, model_validator

from domain.han.cards import Cards, Colour
from domain.message import Move

Identifier: TypeAlias = Annotated[str, Field(max_length=64, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Payment: TypeAlias = Annotated[tuple[Colour, ...], Field(strict=False, min_length=1, max_length=3)]


class PlaceHouse(Move):
    kind: Literal["place_house"] = "place_house"
    space: Identifier
    cards: Payment


class PlaceEmissary(Move):
    kind: Literal["place_emissary"] = "place_emissary"
    province: Identifier
    cards: Payment


class PlaceFortification(Move):
    """A fortification with a house on it."""

    kind: Literal["place_fortification"] = "place_fortification"
    space: Identifier
    cards: Payment


class PlaceMarket(Move):
    """A market place with an emissary on it."""

    kind: Literal["place_market"] = "place_market"
    space: Identifier
    cards: Payment


class EndPlacing(Move):
    kind: Literal["end_placing"] = "end_placing"


class Discard(Move):
    kind: Literal["discard"] = "discard"
    card: Colour


class Draw(Move):
    """A card from the pile, unseen, or a certain one from the display. The field ``from`` is ``source`` in Python, where the word is taken."""

    model_config = ConfigDict(serialize_by_alias=True)

    kind: Literal["draw"] = "draw"
    source: Literal["pile", "display"] = Field(alias="from")
    card: Colour | None = None

    @model_validator(mode="after")
    def _names_what_can_be_seen(self) -> "Draw":
        if (self.card is None) != (self.source == "pile"):
            raise ValueError("a draw names a card exactly when it is from the display")
        return self


class EndDrawing(Move):
    kind: Literal["end_drawing"] = "end_drawing"


HanMove: TypeAlias = PlaceHouse | PlaceEmissary | PlaceFortification | PlaceMarket | EndPlacing | Discard | Draw | EndDrawing

KINDS: Final[tuple[type[Move], ...]] = (PlaceHouse, PlaceEmissary, PlaceFortification, PlaceMarket, EndPlacing, Discard, Draw, EndDrawing)

END_PLACING: Final = EndPlacing()
END_DRAWING: Final = EndDrawing()
DRAW_PILE: Final = Draw.model_validate({"from": "pile"})

# Moves are built once and kept: building one costs more than judging it.
KEPT: Final = 1 << 16


@lru_cache(maxsize=KEPT)
def place_house(space: str, cards: Cards) -> PlaceHouse:
    return PlaceHouse.model_validate({"space": space, "cards": cards})


@lru_cache(maxsize=KEPT)
def place_emissary(province: str, cards: Cards) -> PlaceEmissary:
    return PlaceEmissary.model_validate({"province": province, "cards": cards})


@lru_cache(maxsize=KEPT)
def place_fortification(space: str, cards: Cards) -> PlaceFortification:
    return PlaceFortification.model_validate({"space": space, "cards": cards})


@lru_cache(maxsize=KEPT)
def place_market(space: str, cards: Cards) -> PlaceMarket:
    return PlaceMarket.model_validate({"space": space, "cards": cards})


@lru_cache(maxsize=KEPT)
def discard(card: str) -> Discard:
    return Discard.model_validate({"card": card})


@lru_cache(maxsize=KEPT)
def draw_display(card: str) -> Draw:
    return Draw.model_validate({"from": "display", "card": card})
