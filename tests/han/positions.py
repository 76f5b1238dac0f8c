"""Positions by hand: what lies where is said, what follows from it (supplies, counts, the rest of the cards) is worked out."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from domain.han import RULES
from domain.han.board import SHIPPED
from domain.han.cards import EMISSARIES, HOUSES, bag, counts, deck
from domain.han.state import FREE, MARKET, NOBODY, State
from domain.message import Json, Table
from domain.table import lay

HERE = Path(__file__).parent
WAYS = "ways-of-diplomacy"
DISPUTES = "border-disputes"


def table(seats: int, board: Json | str | None = None, **options: Any) -> Table:
    return lay(RULES, seats, options, board)


def cards(words: str) -> tuple[str, ...]:
    """``red 2 green`` is red, red, green, sorted."""
    found: list[str] = []
    for word in words.split():
        found += [found[-1]] * (int(word) - 1) if word.isdigit() else [word]
    return tuple(sorted(found))


def spaces(province: str, map_id: str = DISPUTES) -> list[str]:
    """The house spaces of a province of a board that ships, border spaces last."""
    of = [space for space in SHIPPED[map_id]["spaces"] if province in space["provinces"]]
    return [space["id"] for space in sorted(of, key=lambda space: len(space["provinces"]))]


def position(
    laid: Table,
    *hands: str,
    turn: int = 0,
    start: int = 0,
    houses: Mapping[str, int] | None = None,
    emissaries: Mapping[str, Mapping[int, int]] | None = None,
    fortified: Mapping[int, str] | None = None,
    markets: Mapping[str, int] | None = None,
    scored: str = "",
    display: str = "",
    pile: str | None = None,
    step: str = "placing",
    **more: Any,
) -> State:
    """A position at the start of a turn (or, with ``step="drawing"``, in the middle of drawing). Cards not named are in the pile, or discarded where it is named."""
    empty = RULES.empty(laid)
    board, layout, seats = laid.board, laid.board.layout, range(laid.seats)
    on = [FREE] * len(board.spaces)
    for space, seat in (houses or {}).items():
        on[layout.space_at[space]] = seat
    for space in markets or {}:
        on[layout.space_at[space]] = MARKET
    fort = [layout.space_at[(fortified or {})[seat]] if seat in (fortified or {}) else NOBODY for seat in seats]
    court = [[(emissaries or {}).get(province, {}).get(seat, 0) for seat in seats] for province in board.provinces]
    at_market = [(layout.space_at[space], seat) for space, seat in (markets or {}).items()]
    by_province = [[sum(on[space] == seat for space in of) for seat in seats] for of in layout.spaces_of]
    free = [sum(on[space] == FREE for space in of) for of in layout.spaces_of]
    occupied = 0
    for p, of in enumerate(layout.spaces_of):
        occupied |= (any(on[space] != FREE for space in of) or any(court[p])) << p
    dealt = [cards(hand) for hand in hands] + [()] * (laid.seats - len(hands))
    rest = list(deck(board.map, laid.seats))
    for held in (*dealt, cards(display)):
        rest = [left - taken for left, taken in zip(rest, counts(held), strict=True)]
    assert min(rest) >= 0, f"more cards than there are: {dict(zip(bag(tuple(rest)), rest, strict=True))}"
    left = tuple(rest) if pile is None else counts(cards(pile))
    forts = [place != NOBODY for place in fort]
    marker_use = [forts[seat] + sum(owner == seat for _, owner in at_market) for seat in seats]
    made = replace(
        empty,
        step=step,
        start=start,
        turn=turn,
        held=occupied,
        occupied=occupied,
        hands=tuple(dealt),
        pile=left,
        display=cards(display),
        discards=tuple(a - b for a, b in zip(rest, left, strict=True)),
        houses=tuple(on),
        fortified=tuple(fort),
        markets=tuple(at_market),
        free=tuple(free),
        counts=tuple(map(tuple, by_province)),
        emissaries=tuple(map(tuple, court)),
        scored=sum(1 << p for p, name in enumerate(board.provinces) if not free[p] or name in scored.split()),
        house_supply=tuple(HOUSES - on.count(seat) for seat in seats),
        emissary_supply=tuple(EMISSARIES - sum(c[seat] for c in court) - sum(owner == seat for _, owner in at_market) for seat in seats),
        marker_supply=tuple(marker - used for marker, used in zip(empty.marker_supply, marker_use, strict=True)),
    )
    return replace(made, **more)


def province(state: State, name: str) -> int:
    """The number of a province."""
    return int(state.table.board.layout.province_at[name])
