"""Boards: read from JSON, checked, frozen, shown as JSON again (wire contract; what a board must satisfy: ``constraints.py``)."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import msgspec
from pydantic import ValidationError

from domain import data
from domain.han.cards import Cards
from domain.han.constraints import complaints
from domain.han.printed import BORDER_DISPUTES, WAYS_OF_DIPLOMACY, PrintedBoard
from domain.han.weave import mask_of, sweep
from domain.message import Json
from domain.table import first_error


class Layout(msgspec.Struct, frozen=True):
    """A board by numbers: provinces (or districts, HAN-4.1) and spaces by their place in the file."""

    province_at: Mapping[str, int]
    space_at: Mapping[str, int]
    colours: tuple[str, ...]  # of each province
    provinces_of: tuple[tuple[int, ...], ...]  # of each space: one, or the two of a border space (HAN-6.10)
    colours_of: tuple[Cards, ...]  # of each space, sorted
    spaces_of: tuple[tuple[int, ...], ...]  # of each province, border spaces included
    masks: tuple[int, ...]  # of each space: its provinces as a mask
    ports: tuple[int, ...]
    neighbours: tuple[int, ...]  # of each space: those that a road joins it to, as a mask (HAN-6.2)
    order: tuple[int, ...]  # all spaces in an order in which few have roads to later ones (``weave.py``)


class Board(msgspec.Struct, frozen=True):
    """A checked board."""

    printed: str  # the canonical JSON text
    id: str
    map: str
    title: str
    reconstructed: bool
    provinces: tuple[str, ...]
    spaces: tuple[str, ...]
    alliances: tuple[tuple[int, int], ...]  # numbers 1 to 15 in order, each two places of provinces (HAN-11.4)
    layout: Layout

    def __hash__(self) -> int:
        return hash(self.id)


def parse(board: Json) -> Board:
    """A board from JSON. ValueError: one sentence that names the field or the constraint."""
    try:
        return _parse(msgspec.json.encode(board))
    except (TypeError, OverflowError, RecursionError, msgspec.MsgspecError) as error:
        raise ValueError(f"not plain JSON ({error})") from None


@lru_cache(maxsize=64)
def _parse(text: bytes) -> Board:
    try:
        printed = PrintedBoard.model_validate(msgspec.json.decode(text))
    except ValidationError as error:
        raise ValueError(first_error(error)) from None
    for complaint in complaints(printed):
        raise ValueError(complaint)
    return Board(
        printed=msgspec.json.encode(printed.model_dump(mode="json", exclude_none=True)).decode(),
        id=printed.id,
        map=printed.map,
        title=printed.title,
        reconstructed=printed.reconstructed,
        provinces=tuple(province.id for province in printed.provinces),
        spaces=tuple(space.id for space in printed.spaces),
        alliances=_alliances(printed),
        layout=_lay_out(printed),
    )


def _lay_out(board: PrintedBoard) -> Layout:
    """The board by numbers."""
    province_at = {province.id: place for place, province in enumerate(board.provinces)}
    space_at = {space.id: place for place, space in enumerate(board.spaces)}
    neighbours = [0] * len(board.spaces)
    for a, b in board.roads:
        neighbours[space_at[a]] |= 1 << space_at[b]
        neighbours[space_at[b]] |= 1 << space_at[a]
    order = sweep(neighbours, mask_of(range(len(neighbours))))
    provinces_of = tuple(tuple(province_at[name] for name in space.provinces) for space in board.spaces)
    colours = tuple(province.color for province in board.provinces)
    return Layout(
        province_at=MappingProxyType(province_at),
        space_at=MappingProxyType(space_at),
        colours=colours,
        provinces_of=provinces_of,
        colours_of=tuple(tuple(sorted(colours[p] for p in ps)) for ps in provinces_of),
        spaces_of=tuple(tuple(i for i, ps in enumerate(provinces_of) if p in ps) for p in range(len(board.provinces))),
        masks=tuple(mask_of(ps) for ps in provinces_of),
        ports=tuple(i for i, space in enumerate(board.spaces) if space.port),
        neighbours=tuple(neighbours),
        order=tuple(order),
    )


def _alliances(printed: PrintedBoard) -> tuple[tuple[int, int], ...]:
    at = {province.id: place for place, province in enumerate(printed.provinces)}
    pairs = [alliance.provinces for alliance in sorted(printed.alliances, key=lambda alliance: alliance.number)]
    return tuple((at[a], at[b]) for a, b in pairs)


def show(board: Board) -> Json:
    """A board as JSON in the shape of the wire contract."""
    shown: Json = msgspec.json.decode(board.printed)
    return shown


SHIPPED: Final[Mapping[str, Json]] = MappingProxyType({name: data.toml(__package__, f"{name}.toml") for name in (BORDER_DISPUTES, WAYS_OF_DIPLOMACY)})
