"""A board in the shape of the wire contract, and what it must satisfy one thing at a time."""

import re
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from pydantic import Field

from domain.message import Model

Region: TypeAlias = Literal["black", "yellow", "red", "green"]
Kind: TypeAlias = Literal["bakery", "dairy", "brewery", "butcher", "influence"]
Place: TypeAlias = Literal["black", "yellow", "red", "green", "market"]

MARKET: Final = "market"
REGIONS: Final = 4  # HML-10.1
HOUSES: Final = 22  # HML-1.9
STARTING_HOUSES: Final = 6  # HML-2.9
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_ID: Final = 60


class House(Model):
    """A printed house: what it is, what it costs and scores, where it stands."""

    id: str
    kind: Kind
    region: Place
    cost: int = Field(ge=1)
    bonus: int | None = Field(default=None, ge=1)
    x: int = Field(ge=0, le=1000)
    y: int = Field(ge=0, le=1000)


class Circle(Model):
    """A white circle for one small rat: the houses that it touches, each with the side on which it lies, and its regions."""

    id: str
    touches: dict[str, str] = Field(min_length=1)
    regions: list[Place] = Field(min_length=1, max_length=2)
    five_only: bool = False
    x: int = Field(ge=0, le=1000)
    y: int = Field(ge=0, le=1000)


class PiperSpace(Model):
    """The Pied Piper's space of a region and his price for a child, in florins."""

    region: Region
    price: int = Field(ge=1, le=3)
    x: int = Field(ge=0, le=1000)
    y: int = Field(ge=0, le=1000)


class Purchase(Model):
    """An entry of the purchase loop: florins for points of influence."""

    cost: int = Field(ge=1)
    gain: int = Field(ge=1)


class BoardFile(Model):
    """A board in the shape of the wire contract."""

    id: str
    ruleset: Literal["hameln"]
    reconstructed: bool = False
    houses: list[House]
    circles: list[Circle]
    piper_spaces: list[PiperSpace]
    purchase_loop: list[Purchase] = Field(min_length=1)
    road: list[int]
    influence_spaces: int = Field(ge=2)


def complaints(file: BoardFile) -> Iterator[str]:
    """Every constraint that the board breaks, in one sentence each; whether the rats suffice is asked elsewhere."""
    yield from _id_complaints(file)
    yield from _house_complaints(file)
    yield from _circle_complaints(file)
    if len(file.piper_spaces) != REGIONS or len({space.region for space in file.piper_spaces}) != REGIONS:
        yield "piper_spaces: there must be four, one for each region"
    if any(points < 0 for points in file.road):
        yield "road: the points lost on a space must not be negative"


def _id_complaints(file: BoardFile) -> Iterator[str]:
    for where, ids in (("id", [file.id]), ("houses", [h.id for h in file.houses]), ("circles", [c.id for c in file.circles])):
        for name in ids:
            if len(name) > _LONGEST_ID or _ID.fullmatch(name) is None:
                yield f"{where}: {name[:_LONGEST_ID]!r} is not an id in kebab-case of at most {_LONGEST_ID} characters"
        if len(set(ids)) < len(ids):
            yield f"{where}: the id {next(name for name in ids if ids.count(name) > 1)!r} stands twice"


def _house_complaints(file: BoardFile) -> Iterator[str]:
    if len(file.houses) != HOUSES:
        yield f"houses: there must be {HOUSES}, not {len(file.houses)}"
    starting = [house for house in file.houses if house.region == MARKET]
    if len(starting) != STARTING_HOUSES:
        yield f"houses: {STARTING_HOUSES} must stand at the market, not {len(starting)}"
    for house in starting:
        if house.kind != "butcher":
            yield f"houses: {house.id} stands at the market, so it must be a butcher, not a {house.kind}"
    for house in file.houses:
        if (house.kind == "influence") != (house.bonus is not None):
            yield f"houses: {house.id} is of kind {house.kind}; influence houses have a bonus and no others do"
    for house in file.houses:
        if not any(house.id in circle.touches for circle in file.circles if not circle.five_only):
            yield f"houses: {house.id} is touched by no circle that is there with 3 or 4 players"


def _circle_complaints(file: BoardFile) -> Iterator[str]:
    known = {house.id for house in file.houses}
    for circle in file.circles:
        for house, side in circle.touches.items():
            if house not in known:
                yield f"circles: {circle.id} touches {house[:_LONGEST_ID]!r}, which is no house of the board"
            if not side.strip():
                yield f"circles: {circle.id} needs the name of the side of {house} on which it lies"
        if len(set(circle.regions)) < len(circle.regions) or (MARKET in circle.regions and len(circle.regions) > 1):
            yield f"circles: regions of {circle.id} must be one or two different regions, or the market alone"
