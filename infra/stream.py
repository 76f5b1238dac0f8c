"""The stream of everything that happened, as the projections take it in: they cannot tell whether it comes from the log or from a broker."""

from collections.abc import Mapping
from typing import Final, Protocol, TypeAlias

import msgspec

from infra.event_store import ATTEMPTS, GAMES
from infra.notices import Log, Notification

Place: TypeAlias = tuple[str, int]  # topic, partition
Positions: TypeAlias = Mapping[Place, int]  # the last offset that was taken in

_POLL: Final = 0.25  # seconds: however a wake-up is lost, nothing waits longer


class Batch(msgspec.Struct, frozen=True):
    """Some messages in order, and where the reader stands after them (also where it passed over what is none of its business)."""

    messages: list[Notification]
    positions: dict[Place, int]


class Stream(Protocol):
    """Where messages come from. Each may come twice; those of one game come in order."""

    def ends(self) -> Positions:
        """Where it ends now, as far as it is this reader's."""

    def poll(self, positions: Positions, limit: int, timeout: float) -> Batch:
        """Up to about ``limit`` messages after the positions; waits at most ``timeout`` seconds if there are none."""


def behind(ends: Positions, positions: Positions) -> int:
    """How many places lie between these positions and the end."""
    return sum(max(0, end - positions.get(place, 0)) for place, end in ends.items())


class LogStream:
    """The notification log of the event store as a stream: one log, two topics, one partition each."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def ends(self) -> Positions:
        return {(GAMES, 0): self._log.head()}

    def poll(self, positions: Positions, limit: int, timeout: float) -> Batch:
        games, attempts = positions.get((GAMES, 0), 0), positions.get((ATTEMPTS, 0), 0)
        start = min(games, attempts)
        found = self._log.after(start, limit)
        if not found and timeout > 0 and self._log.wait(start, min(timeout, _POLL)):
            found = self._log.after(start, limit)
        if not found:
            return Batch([], dict(positions))
        end = found[-1].id
        wanted = [message for message in found if message.id > (games if message.topic == GAMES else attempts)]
        return Batch(wanted, {(GAMES, 0): max(end, games), (ATTEMPTS, 0): max(end, attempts)})
