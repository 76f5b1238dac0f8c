"""Which moves there are: exactly those that ``decide`` accepts, in the order of the board, payments in alphabetical order."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product

from domain.han.board import Board
from domain.han.cards import COLOURS, Cards, marker_payments, payments
from domain.han.moves import (
    DRAW_PILE,
    END_DRAWING,
    END_PLACING,
    HanMove,
    discard,
    draw_display,
    place_emissary,
    place_fortification,
    place_house,
    place_market,
)
from domain.han.state import FREE, State, board_of, options_of
from domain.seats import Seat

BySpot = tuple[tuple[HanMove, ...], ...]


def to_act(state: State) -> tuple[Seat, ...]:
    """The seat whose turn it is; nobody when the game is over."""
    return (state.turn,) if state.step in ("placing", "drawing") else ()


def legal_moves(state: State, seat: Seat) -> Sequence[HanMove]:
    """The legal moves of a seat; () when it is not to act."""
    if seat != state.turn or state.step not in ("placing", "drawing"):
        return ()
    if state.step == "drawing":
        return _drawing(state.display, any(state.pile), state.depleted == 2)
    return _placing(state, seat)


@lru_cache(maxsize=1 << 12)
def _drawing(display: Cards, pile_left: bool, exhausted: bool) -> Sequence[HanMove]:
    """From the pile, from the display (HAN-9.3), or, when the pile is empty for the second time, no more (HA-42)."""
    moves: list[HanMove] = [DRAW_PILE] if pile_left else []
    moves += [draw_display(card) for card in sorted(set(display))]
    return (*moves, END_DRAWING) if exhausted else tuple(moves)


def _placing(state: State, seat: Seat) -> Sequence[HanMove]:
    board, hand = board_of(state), state.hands[seat]
    masks = board.layout.masks
    allowed = state.shared if state.pieces else -1  # HAN-5.3, HA-46: a second piece only where the first one stands
    moves: list[HanMove] = []
    if state.house_supply[seat]:  # HAN-5.10, HA-25
        by_space = _houses(board, hand)
        for space, owner in enumerate(state.houses):
            if owner == FREE and masks[space] & allowed:
                moves += by_space[space]
    if state.emissary_supply[seat]:
        by_province = _emissaries(board, hand)
        for province, court in enumerate(state.emissaries):
            if allowed >> province & 1 and sum(court) < max(state.counts[province]):  # HA-12; none before the first house, HA-5
                moves += by_province[province]
    if state.pieces:
        return (*moves, END_PLACING)
    if state.marker_supply[seat]:
        moves += _markers(state, seat, board, hand)
    moves += [discard(card) for card in sorted(set(hand))]  # HA-17: always
    return moves


def _markers(state: State, seat: Seat, board: Board, hand: Cards) -> Iterator[HanMove]:
    """Fortifications or market places: two pieces, so only where there was one (HA-34, HA-38)."""
    fortifications = options_of(state).fortifications
    if not (state.house_supply if fortifications else state.emissary_supply)[seat]:  # HAN-13.6, HAN-14.8
        return
    by_space = _on_markers(board, hand, fortifications)
    for space, owner in enumerate(state.houses):
        if owner == FREE and board.layout.masks[space] & state.held:
            yield from by_space[space]


@lru_cache(maxsize=1 << 10)
def _houses(board: Board, hand: Cards) -> BySpot:
    """By space: a house for each payment that the hand can make."""
    return tuple(
        tuple(place_house(space, cards) for cards in payments(hand, colours)) for space, colours in zip(board.spaces, board.layout.colours_of, strict=True)
    )


@lru_cache(maxsize=1 << 10)
def _emissaries(board: Board, hand: Cards) -> BySpot:
    """By province: an emissary for each payment that the hand can make."""
    return tuple(
        tuple(place_emissary(province, cards) for cards in payments(hand, (colour,)))
        for province, colour in zip(board.provinces, board.layout.colours, strict=True)
    )


@lru_cache(maxsize=1 << 10)
def _on_markers(board: Board, hand: Cards, fortifications: bool) -> BySpot:
    """By space: a fortification or a market place if the hand can pay for it; never on a border space (HAN-13.3)."""
    make = place_fortification if fortifications else place_market
    return tuple(
        tuple(make(space, cards) for cards in marker_payments(hand, colours)) if len(colours) == 1 else ()
        for space, colours in zip(board.spaces, board.layout.colours_of, strict=True)
    )


def conceivable(state: State) -> Iterator[tuple[Seat, HanMove]]:
    """Every move that the seat on turn could think of, with every payment of one to three cards; of the others the plainest."""
    board = board_of(state)
    for seat in range(state.table.seats):
        if seat in to_act(state):
            yield from ((seat, move) for move in _thinkable(board))
        plain: list[HanMove] = [DRAW_PILE, END_PLACING, END_DRAWING, *map(discard, COLOURS), *map(draw_display, COLOURS)]
        plain += [place_house(space, (colour,)) for space, colour in product(board.spaces[:9], COLOURS)]
        yield from ((seat, move) for move in plain)


@lru_cache(maxsize=8)
def _thinkable(board: Board) -> tuple[HanMove, ...]:
    small: list[Cards] = [*product(COLOURS, repeat=1), *product(COLOURS, repeat=2), *combinations_with_replacement(COLOURS, 3)]
    pairs = list(combinations_with_replacement(COLOURS, 2))
    return (
        *(place_house(space, cards) for space in board.spaces for cards in small[:30]),
        *(place_house(board.spaces[0], cards) for cards in small),
        *(place_emissary(province, cards) for province in board.provinces for cards in small),
        *(place_fortification(space, cards) for space in board.spaces for cards in pairs),
        *(place_market(space, cards) for space in board.spaces for cards in pairs),
        *(place_house("nowhere", cards) for cards in pairs[:1]),
    )
