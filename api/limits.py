"""How much one address may do: requests a second, games a minute, sockets at once. Bounded in memory, whoever knocks.

Token buckets of our own: the libraries looked at keep a counter for every address for as long as its window lasts, without a bound.
"""

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from domain.refusal import Refused
from infra.memory import Memory
from infra.settings import Settings
from infra.trouble import BUSY

ADDRESSES: Final = 20_000  # remembered at once; whoever is forgotten starts with a full bucket
BURST: Final = 4  # seconds' worth of requests that may come at once


class Buckets:
    """A bucket of tokens for each key: ``rate`` a second flow in, ``size`` fit."""

    def __init__(self, rate: float, size: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._size, self._clock = rate, size, clock
        self._left: Memory[str, tuple[float, float]] = Memory(ADDRESSES)

    def take(self, key: str) -> bool:
        """Whether a token was left; takes it."""
        now = self._clock()
        left, since = self._left.get(key) or (self._size, now)
        left = min(self._size, left + (now - since) * self._rate)
        self._left.put(key, (left - 1 if left >= 1 else left, now))
        return left >= 1


class Limits:
    """The limits of one process."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._requests = Buckets(settings.rate_per_address, settings.rate_per_address * BURST, clock)
        self._opens = Buckets(settings.opens_per_minute / 60, settings.opens_per_minute, clock)
        self._most_sockets = settings.sockets_per_address
        self._sockets: Counter[str] = Counter()

    def request(self, address: str) -> bool:
        """Whether one more request of this address is answered."""
        return self._requests.take(address)

    def check_open(self, address: str) -> None:
        """Refused with ARB-7 when this address opens too many games."""
        if not self._opens.take(address):
            raise Refused(BUSY, "openGame: this address has opened too many games, wait a minute")

    @contextmanager
    def socket(self, address: str) -> Iterator[bool]:
        """Counts a WebSocket for as long as it lasts; False when this address has too many."""
        allowed = self._sockets[address] < self._most_sockets
        self._sockets[address] += 1
        try:
            yield allowed
        finally:
            self._sockets[address] -= 1
            if self._sockets[address] <= 0:
                del self._sockets[address]


def address_of(client: tuple[str, int] | None) -> str:
    """Whom a connection counts for: an IPv4 address, or the /64 network of an IPv6 one, for its owner has all of that."""
    if client is None:
        return "unknown"
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return client[0][:64]
    if isinstance(address, ipaddress.IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped or ipaddress.ip_network((address, 64), strict=False))
    return str(address)
