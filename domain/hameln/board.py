"""The town as printed: houses, rat circles, Piper spaces and tracks; checked when it is loaded, then frozen as tables by index."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from pydantic import ValidationError

from domain.data import toml
from domain.hameln.board_file import MARKET, BoardFile, Region, complaints
from domain.message import Json
from domain.table import first_error

SMALL_RATS: Final = 30  # HML-1.4
FIGURES: Final = 7  # HML-1.8: six large rats and the Emperor
COUNTERS: Final[Mapping[int, int]] = MappingProxyType({1: 5, 2: 9, 3: 2})  # HML-1.2
MARKET_RATS: Final = 3  # HML-12.2
GOODS: Final = ("bread", "cheese", "beer", "meat")
PRODUCT: Final[Mapping[str, int]] = MappingProxyType({"bakery": 0, "dairy": 1, "brewery": 2, "butcher": 3, "influence": -1})
START_REGION: Final = "yellow"  # HML-2.6: the Piper's starting space


@dataclass(frozen=True)
class Town:
    """The circles in play for a number of players. A set of circles is an integer with a bit for each circle by index."""

    circles: tuple[int, ...]
    ring: tuple[int, ...]  # house → the set of its circles
    around: tuple[tuple[int, ...], ...]  # house → its circles
    touched: tuple[tuple[int, ...], ...]  # circle → the houses it touches
    sides: tuple[tuple[int, ...], ...]  # house → the set of its circles on each side
    cleaned: tuple[int, ...]  # Piper space → the set of circles that he clears there: HML-15.4, HML-15.5, HML-15.6


@dataclass(frozen=True, eq=False)
class Board:
    """A checked board with its tables. Houses, circles and Piper spaces are known by their index in ``file``."""

    file: BoardFile

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Board) and self.file == other.file)

    def __hash__(self) -> int:
        return hash(self.file.id)

    @cached_property
    def houses(self) -> tuple[str, ...]:
        return tuple(house.id for house in self.file.houses)

    @cached_property
    def circles(self) -> tuple[str, ...]:
        return tuple(circle.id for circle in self.file.circles)

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The regions of the Piper spaces, clockwise."""
        return tuple(space.region for space in self.file.piper_spaces)

    @cached_property
    def prices(self) -> tuple[int, ...]:
        return tuple(space.price for space in self.file.piper_spaces)

    @cached_property
    def house_at(self) -> Mapping[str, int]:
        return {name: index for index, name in enumerate(self.houses)}

    @cached_property
    def circle_at(self) -> Mapping[str, int]:
        return {name: index for index, name in enumerate(self.circles)}

    @cached_property
    def region_at(self) -> Mapping[str, int]:
        return {name: index for index, name in enumerate(self.regions)}

    @cached_property
    def costs(self) -> tuple[int, ...]:
        return tuple(house.cost for house in self.file.houses)

    @cached_property
    def bonuses(self) -> tuple[int, ...]:
        """The influence that moving into each house brings; 0 for a production house."""
        return tuple(house.bonus or 0 for house in self.file.houses)

    @cached_property
    def products(self) -> tuple[int, ...]:
        """What each house produces, as an index of ``GOODS``; -1 for a house of influence."""
        return tuple(PRODUCT[house.kind] for house in self.file.houses)

    @cached_property
    def starting(self) -> tuple[int, ...]:
        """The butchers round the market place."""
        return tuple(index for index, house in enumerate(self.file.houses) if house.region == MARKET)

    @cached_property
    def loop(self) -> tuple[tuple[int, int], ...]:
        return tuple((entry.cost, entry.gain) for entry in self.file.purchase_loop)

    @cached_property
    def four(self) -> Town:
        """The town of 3 or 4 players: HML-2.18."""
        return _town(self, five=False)

    @cached_property
    def five(self) -> Town:
        """The town of 5 players, with the additional circles: HML-12.6."""
        return _town(self, five=True)


def _town(board: Board, *, five: bool) -> Town:
    live = tuple(index for index, circle in enumerate(board.file.circles) if five or not circle.five_only)
    touches = {index: {board.house_at[house]: side for house, side in board.file.circles[index].touches.items()} for index in live}
    around = tuple(tuple(index for index in live if house in touches[index]) for house in range(len(board.houses)))

    def sides(house: int) -> Iterator[int]:
        for side in dict.fromkeys(touches[index][house] for index in around[house]):
            yield sum(1 << index for index in around[house] if touches[index][house] == side)

    return Town(
        circles=live,
        ring=tuple(sum(1 << index for index in ring) for ring in around),
        around=around,
        touched=tuple(tuple(sorted(touches.get(index, ()))) for index in range(len(board.circles))),
        sides=tuple(tuple(sides(house)) for house in range(len(board.houses))),
        cleaned=tuple(sum(1 << index for index in live if {region, MARKET}.intersection(board.file.circles[index].regions)) for region in board.regions),
    )


def parse(raw: Json) -> Board:
    """A board from JSON. ValueError: one sentence that names the field or the constraint."""
    try:
        file = BoardFile.model_validate(raw)
    except ValidationError as error:
        raise ValueError(first_error(error)) from None
    for complaint in complaints(file):
        raise ValueError(complaint)
    board = Board(file)
    if not suffices(board.five.ring, FIGURES, SMALL_RATS):
        raise ValueError(f"circles: {SMALL_RATS} small rats cannot infest {FIGURES} houses at once, so the third phase could not end")
    return board


def suffices(rings: Sequence[int], houses: int, rats: int) -> bool:
    """Whether so many rats can cover all circles of so many houses at once (exact: tries every choice, cut off where it is too dear)."""
    order = sorted(rings, key=int.bit_count)

    def search(start: int, covered: int, wanted: int) -> bool:
        if covered.bit_count() > rats:
            return False
        if wanted == 0:
            return True
        return any(search(index + 1, covered | order[index], wanted - 1) for index in range(start, len(order) - wanted + 1))

    return search(0, 0, houses)


def show(board: Board) -> Json:
    """The board as JSON; ``five_only`` is left out where false."""
    raw = board.file.wire()
    raw["circles"] = [{key: value for key, value in circle.items() if key != "five_only" or value} for circle in raw["circles"]]
    return raw


def _shipped(package: Any, name: str) -> Json:
    """A board file in the order of keys of the wire contract."""
    return show(parse(toml(package, name)))


RECONSTRUCTED: Final = _shipped(__package__, "board.toml")
SHIPPED: Final[Mapping[str, Json]] = MappingProxyType({RECONSTRUCTED["id"]: RECONSTRUCTED})
