"""The ring of houses: who lives where, and which houses a figure passes."""

from functools import cache
from typing import Final, TypeAlias

import msgspec

from domain.pied_piper.deck import BASIC
from domain.seats import Seat

Ring: TypeAlias = tuple[int, ...]  # numbers of the houses still in the game, in turn order: to the right (PP-28)

DUEL: Final = 2  # players with neutral houses between them (PIP-4.1)
DUEL_HOUSES: Final = 4  # PIP-4.2: two players' houses and two neutral ones
HOUSES: Final = tuple(f"house-{i}" for i in range(5))
GAPS: Final = tuple(f"gap-{i}" for i in range(5))

# Houses that each basic card passes, negative ones backward: PIP-9.1, PIP-9.2, PIP-9.3, PIP-9.4.
REACH: Final = dict(zip(BASIC, (1, 2, -1, 1), strict=True))


def houses(seats: int) -> int:
    """The number of houses at the start (PIP-3.2, PIP-4.2)."""
    return DUEL_HOUSES if seats == DUEL else seats


def house_of(seats: int, seat: Seat) -> int:
    """The number of the seat's house (PIP-3.2); with two players the houses are opposite each other (PIP-4.2)."""
    return 2 * seat if seats == DUEL else seat


@cache
def owners(seats: int) -> tuple[Seat | None, ...]:
    """The seat that lives in each house, None for a neutral one (PIP-4.2, PIP-4.4), which so never leaves the game (PIP-8.9)."""
    living = {house_of(seats, seat): seat for seat in range(seats)}
    return tuple(living.get(house) for house in range(houses(seats)))


class Passage(msgspec.Struct, frozen=True):
    """The houses that a figure passes, in order, the seats that live there, and the gap where it ends."""

    houses: tuple[str, ...]
    living: tuple[Seat, ...]
    end: str


@cache
def passage(seats: int, ring: Ring, gap: int, reach: int) -> Passage:
    """What a figure in ``gap`` passes that goes past ``reach`` houses.

    Figures never turn: forward is to the right, where it ends right of the last house, backward (a negative reach) is to the left,
    where it ends left of it (PIP-3.8, PIP-9.1.3, PIP-9.2.3, PIP-9.3.3, PIP-9.4.2). Neutral houses count like others (PIP-8.10, PP-25)
    but have no tracker (PIP-4.4, PIP-8.8). The ring closes (PP-27).
    """
    here, size, home = ring.index(gap), len(ring), owners(seats)
    if reach > 0:
        passed, end = [ring[(here + n) % size] for n in range(reach)], ring[(here + reach) % size]
    else:
        passed, end = [ring[(here - n) % size] for n in range(1, 1 - reach)], ring[(here + reach) % size]
    living = tuple(seat for house in passed if (seat := home[house]) is not None)
    return Passage(tuple(HOUSES[house] for house in passed), living, GAPS[end])


def next_in(ring: Ring, house: int) -> int:
    """The house right of ``house``."""
    return ring[(ring.index(house) + 1) % len(ring)]


@cache
def next_seat(ring: Ring, seats: int, seat: Seat) -> Seat:
    """The next seat in turn order that is still in the game: play passes to the right (PIP-5.7, PIP-5.21, PP-28)."""
    living = owners(seats)
    present = [owner for house in ring if (owner := living[house]) is not None]
    return min((owner for owner in present if owner > seat), default=present[0])
