"""Who sits and who looks."""

from typing import TypeAlias

import msgspec

Seat: TypeAlias = int


class Viewer(msgspec.Struct, frozen=True):
    """A seat (``Viewer(seat=2)``), a spectator (``SPECTATOR``) or an arbiter (``ARBITER``, who sees everything)."""

    seat: Seat | None = None
    all_seeing: bool = False

    def owns(self, seat: Seat) -> bool:
        """Whether this viewer may see what belongs to ``seat`` alone."""
        return self.all_seeing or self.seat == seat

    def __str__(self) -> str:
        return "arbiter" if self.all_seeing else "spectator" if self.seat is None else f"seat {self.seat}"


SPECTATOR = Viewer()
ARBITER = Viewer(all_seeing=True)


def viewers(seats: int) -> tuple[Viewer, ...]:
    """Every viewer at a table of so many seats: each seat, the spectator, the arbiter."""
    return (*(Viewer(seat=s) for s in range(seats)), SPECTATOR, ARBITER)
