"""What a bot chooses from: legal moves that bring a game to its end, as people at a table would (HM-61)."""

from collections.abc import Sequence
from typing import Final

from domain.hameln.moves import Bribe, BuyCat, Exchange, HamelnMove, Marry
from domain.hameln.possible import freed_by, unclaimed
from domain.hameln.state import PILES, State, board_of, is_infested, small_rats
from domain.seats import Seat

SMALL_BRIBE: Final = 2  # florins; a bot keeps its money for weddings


def sensible(state: State, seat: Seat, legal: Sequence[HamelnMove]) -> Sequence[HamelnMove]:
    """A part of the legal moves, never empty where there are any."""
    match state.step:
        case "mandatory":
            return _weddings(state, legal) or _one_pile(state, legal)
        case "marrying":
            return _weddings(state, legal) or legal
        case "selling":
            return _one_pile(state, legal)
        case "optional":
            return _options(state, seat, legal)
        case _:
            return legal


def _weddings(state: State, legal: Sequence[HamelnMove]) -> list[HamelnMove]:
    """Weddings into houses that are not infested."""
    at = board_of(state).house_at
    return [move for move in legal if isinstance(move, Marry) and not is_infested(state, at[move.house])]


def _one_pile(state: State, legal: Sequence[HamelnMove]) -> list[HamelnMove]:
    """Every pile is as good as another, so tokens come from the first that has one left."""
    first = next((name for place, name in enumerate(PILES) if unclaimed(state, place)), "")
    return [move for move in legal if not isinstance(move, Exchange) or move.pile == first]


def _options(state: State, seat: Seat, legal: Sequence[HamelnMove]) -> Sequence[HamelnMove]:
    """When all small rats are out somebody buys the cat; before that only to free a house of one's own."""
    cats = [move for move in legal if isinstance(move, BuyCat)]
    if cats and not small_rats(state):
        return cats
    useful = [cat for cat in cats if _helps(state, seat, cat)]
    return useful + [move for move in legal if not isinstance(move, BuyCat) and (not isinstance(move, Bribe) or move.florins <= SMALL_BRIBE)]


def _helps(state: State, seat: Seat, cat: BuyCat) -> bool:
    """Whether the cat would free a house in which the seat has a member."""
    if cat.rat is None:
        return False
    freed = freed_by(state, board_of(state).circle_at[cat.rat])
    return any(seat in (state.men[house], state.women[house]) for house in freed)
