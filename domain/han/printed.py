"""The shape of a board file, as pydantic reads it (wire contract)."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from domain.han.cards import Colour

Coordinate: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
Identifier: TypeAlias = Annotated[str, Field(max_length=64, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Label: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]
Pair: TypeAlias = Annotated[list[Identifier], Field(min_length=2, max_length=2)]

BORDER_DISPUTES: Final = "border-disputes"
WAYS_OF_DIPLOMACY: Final = "ways-of-diplomacy"


class Printed(BaseModel):
    """A part of a board file; fields not named are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class Spot(Printed):
    x: Coordinate
    y: Coordinate


class PrintedProvince(Printed):
    id: Identifier
    name: Label
    color: Colour
    dragon: Spot
    outline: Annotated[list[Spot], Field(min_length=3, max_length=200)] | None = None


class PrintedSpace(Printed):
    id: Identifier
    provinces: Annotated[list[Identifier], Field(min_length=1, max_length=2)]
    port: bool = False
    x: Coordinate
    y: Coordinate


class PrintedAlliance(Printed):
    number: int
    provinces: Pair
    x: Coordinate | None = None
    y: Coordinate | None = None


class PrintedBoard(Printed):
    id: Identifier
    ruleset: Literal["han"] = "han"
    map: Literal["border-disputes", "ways-of-diplomacy"]
    title: Label
    reconstructed: bool = False
    provinces: list[PrintedProvince]
    spaces: Annotated[list[PrintedSpace], Field(max_length=120)]  # more than twice the printed board
    roads: Annotated[list[Pair], Field(max_length=1000)]
    borders: list[Pair]
    alliances: list[PrintedAlliance]
