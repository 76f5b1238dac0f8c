"""Positions for tests: a table that is set up by hand, with every card accounted for."""

from typing import Any

from msgspec.structs import replace

from domain import pied_piper
from domain.message import Json
from domain.pied_piper.deck import DECK, KINDS, characters, copies
from domain.pied_piper.evolve import in_order
from domain.pied_piper.ring import house_of, houses
from domain.pied_piper.state import Lying, State
from domain.playout import begin
from domain.table import Rules, lay

RULES: Rules = pied_piper.RULES  # moves and states of any kind, as the kernel handles them

ROW = ("rat-0", "rat-1", "rat-2", "piper")
HAND = ("forward-1", "forward-2", "backward-1", "sewer")
FULL_HANDS = (HAND, HAND, ("forward-1", "forward-1", "backward-1", "sewer"), ("forward-1", "forward-1", "backward-1", "sewer"), HAND)


def fresh(seats: int = 4, start: int = 0, row: tuple[str, ...] = ROW, hands: tuple[tuple[str, ...], ...] | None = None, **options: Any) -> State:
    """The position before move 1."""
    table = lay(RULES, seats, options)
    dealt = {"start": start, "row": list(row), "hands": [list(hand) for hand in hands or FULL_HANDS[:seats]]}
    state = begin(RULES, table, dealt)
    assert isinstance(state, State)
    return state


def position(
    seats: int = 4,
    *,
    turn: int = 0,
    start: int = 0,
    row: tuple[str, ...] = ROW,
    hands: dict[int, tuple[str, ...]] | None = None,
    lying: dict[int, list[str | Lying]] | None = None,
    figures: dict[str, int] | None = None,
    trackers: tuple[int, ...] | None = None,
    claimed: dict[int, tuple[int, ...]] | None = None,
    eliminated: tuple[int, ...] = (),
    discards: tuple[str, ...] = (),
    deck: tuple[str, ...] | None = None,
    character_deck: tuple[str, ...] | None = None,
    **options: Any,
) -> State:
    """A position at the start of a later turn. What is not said is as in the set-up; what is in no other place is in the decks.

    ``deck`` and ``character_deck`` name all that is left in a deck; the rest is in the discards then.
    """
    state = fresh(seats, start, **options)
    held = [() if seat in eliminated else in_order((hands or {}).get(seat, FULL_HANDS[seat])) for seat in range(seats)]
    on_row = tuple(tuple(one if isinstance(one, Lying) else Lying(one, turn) for one in (lying or {}).get(slot, [])) for slot in range(DECK.row))
    named = characters(houses(seats))
    ring = tuple(house for house in state.ring if house not in {house_of(seats, seat) for seat in eliminated})
    at = dict(zip(named, state.figures, strict=True)) | (figures or {})
    out = [card for hand in held for card in hand] + [one.card for slot in on_row for one in slot]
    rest = tuple(number - out.count(kind) for kind, number in zip(KINDS, copies(state.table.options.variant_rugrats), strict=True))
    heap = tuple(map(discards.count, KINDS))
    stock = tuple(map(int.__sub__, rest, heap))
    if deck is not None:
        stock = tuple(map(deck.count, KINDS))
        heap = tuple(map(int.__sub__, rest, stock))
    faces = tuple(DECK.character_copies - row.count(name) for name in named)
    faces_left = faces if character_deck is None else tuple(map(character_deck.count, named))
    return replace(
        state,
        turn=turn,
        opening=False,
        row=row,
        hands=tuple(held),
        lying=on_row,
        ring=ring,
        figures=tuple(at[name] if at[name] in ring else min((house for house in ring if house > at[name]), default=ring[0]) for name in named),
        trackers=trackers or (0,) * seats,
        claimed=tuple((claimed or {}).get(seat, ()) for seat in range(seats)),
        eliminated=eliminated,
        deck=stock,
        discards=heap,
        character_deck=faces_left,
        character_discards=tuple(map(int.__sub__, faces, faces_left)),
    )


def draws(*names: str) -> list[Json]:
    """Draws by name: a character for a figure, else a card."""
    return [{"character" if name in characters(5) else "card": name} for name in names]


def figures(state: State) -> dict[str, int]:
    """The gap of every figure."""
    return dict(zip(characters(houses(state.table.seats)), state.figures, strict=True))
