"""The ring of houses: who lives where, and which houses a figure passes."""

from functools import cache
from typing import Final, TypeAlias

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
    """The seat that lives in each house, None for a neutral one (PIP-4.2, PIP-4.4)."""
    living = {house_of(seats, seat): seat for seat in range(seats)}
    return tuple(living.get(house) for house in range(houses(seats)))


@cache
def walk(ring: Ring, gap: int, reach: int) -> tuple[Ring, int]:
    """The houses passed, in order, and the gap where a figure ends that passes ``reach`` houses.

    Figures never turn: forward is to the right, where it ends right of the last house, backward (a negative reach) is to the left,
    where it ends left of it (PIP-3.8, PIP-9.1.3, PIP-9.2.3, PIP-9.3.3, PIP-9.4.2). Neutral houses count (PIP-8.10, PP-25). The ring
    closes (PP-27).
    """
    here = ring.index(gap)
    if reach > 0:
        return tuple(ring[(here + n) % len(ring)] for n in range(reach)), ring[(here + reach) % len(ring)]
    passed = tuple(ring[(here - n) % len(ring)] for n in range(1, 1 - reach))
    return passed, passed[-1]


def next_in(ring: Ring, house: int) -> int:
    """The house right of ``house``."""
    return ring[(ring.index(house) + 1) % len(ring)]


@cache
def next_seat(ring: Ring, seats: int, seat: Seat) -> Seat:
    """The next seat in turn order that is still in the game: play passes to the right (PIP-5.7, PIP-5.21, PP-28)."""
    living = owners(seats)
    present = [owner for house in ring if (owner := living[house]) is not None]
    return min((owner for owner in present if owner > seat), default=present[0])
