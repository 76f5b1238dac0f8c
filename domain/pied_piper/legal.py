"""Which moves ``decide`` accepts, and who is to act."""

from collections.abc import Iterator
from functools import cache

from domain.message import HIDDEN
from domain.pied_piper.deck import DECK, KINDS
from domain.pied_piper.moves import PiedPiperMove, activate, place
from domain.pied_piper.state import Cards, State
from domain.seats import Seat

FULL = 2  # action cards on a character card at most (PIP-11.1)


def to_act(state: State) -> tuple[Seat, ...]:
    """The active player; nobody when the game is over."""
    return (state.turn,) if state.step in ("place", "activate") else ()


def legal_moves(state: State, seat: Seat) -> tuple[PiedPiperMove, ...]:
    """Every placement by card, slot, face up before face down; or the two orders, lower slot first."""
    if seat != state.turn:
        return ()
    if state.step == "place":
        return _placements(state.hands[seat], open_slots(state), may_place_face_down(state))
    if state.step == "activate":
        return _orders(state.activated)
    return ()


def open_slots(state: State) -> tuple[int, ...]:
    """Slots that take a card: not this turn's first one again (PIP-6.1, PIP-5.10, PIP-11.3), not a full one (PIP-11.1, PP-16).

    One that got its first card in an earlier turn is open (PIP-6.2, PIP-11.4).
    """
    taken = state.placed_on
    return tuple([slot for slot, lying in enumerate(state.lying) if slot != taken and len(lying) < FULL])


def may_place_face_down(state: State) -> bool:
    """In Secret life one card a turn, the first or the second (PIP-15.1, PP-30), also the only one of the first turn (PIP-15.3)."""
    return bool(state.table.options.variant_secret) and not state.used_face_down


@cache
def _placements(hand: Cards, slots: tuple[int, ...], secret: bool) -> tuple[PiedPiperMove, ...]:
    kinds = tuple(dict.fromkeys(hand))
    ways = (False, True) if secret else (False,)
    return tuple(place(card, slot, face_down) for card in kinds for slot in slots for face_down in ways)


@cache
def _orders(slots: tuple[int, ...]) -> tuple[PiedPiperMove, ...]:
    return tuple(activate(slot) for slot in sorted(slots))


def conceivable(state: State) -> Iterator[tuple[Seat, PiedPiperMove]]:
    """Every move that can be written down, whoever makes it."""
    for seat in range(state.table.seats):
        for slot in range(DECK.row):
            yield seat, activate(slot)
            for card in (*KINDS, HIDDEN):
                yield seat, place(card, slot)
                yield seat, place(card, slot, face_down=True)
