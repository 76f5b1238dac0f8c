"""Dice, shuffles and draws from a source that is handed in.

Three sources. *Committed*: derived from a seed that was committed to before seats were taken. *Reported*: what fell on a
real table, checked for being possible. *Fixed*: tests (the same class, given what shall fall).

Algorithm ``arbiter/chance/v1``: the key of a source is HMAC-SHA256(seed, "arbiter/chance/v1" ‖ game id, 16 bytes ‖
SHA-256(RFC 8785 of the list of entropies by seat) ‖ name of the source, UTF-8). Draw n of a source (from 0) reads 64-bit words, big end
first, from HMAC-SHA256(key, n as 8 bytes ‖ block as 4 bytes), block = 0, 1, …. A number below k is the top ``(k-1).bit_length()``
bits of the next word, tried again while it is k or more (k = 1 reads no word). A die is that number + 1. A draw from a bag is
that place in the bag sorted by the text of its items. A shuffle is Fisher and Yates's from the end: i = last … 1 swaps with
a number below i + 1.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeAlias

import rfc8785

from domain.likeness import short
from domain.message import Json

Item: TypeAlias = str | int
Bag: TypeAlias = Mapping[Any, int]  # item → how many of it; zeros allowed

_LABEL = b"arbiter/chance/v1"
_place = struct.Struct(">QL").pack  # n as 8 bytes, block as 4
_four_words = struct.Struct(">4Q").unpack


class BadDraw(Exception):
    """A reported draw is missing, surplus, of another kind, or cannot have fallen. One sentence."""


class Chance(Protocol):
    """What ``decide`` and ``deal`` may ask. ``what`` is the name of the draw in the record (``{"die": 4}``)."""

    @property
    def drawn(self) -> list[Json]:
        """What fell so far, in order, in the form of the record's ``draws``."""

    def die(self, what: str, sides: int = 6) -> int:
        """One throw, 1 to ``sides``; recorded ``{what: pips}``."""

    def dice(self, what: str, seats: Sequence[int], sides: int = 6) -> tuple[int, ...]:
        """One throw of each seat; recorded ``{what: [[seat, pips], …]}``."""

    def draw(self, what: str, bag: Bag) -> Any:
        """One item out of a bag that is not empty (the caller takes it out); recorded ``{what: item}``."""

    def shuffle(self, what: str, items: Sequence[Item]) -> tuple[Any, ...]:
        """All items in a random order; only for a set-up; recorded ``{what: [item, …]}``."""


class Committed:
    """Chance derived from a committed seed.

    ``sources`` maps the name of a draw to its source where they differ (Han: ``{"card": "pile", "display": "pile"}``), ``counts`` says how
    many draws of each source have fallen before. ``witness`` notes for each draw what it was drawn from, so that it can be
    derived again without knowing the rules.
    """

    def __init__(
        self,
        seed: bytes,
        game: bytes,
        entropies: Sequence[str | None] = (),
        sources: Mapping[str, str] | None = None,
        counts: Mapping[str, int] | None = None,
    ) -> None:
        self._prefix = _LABEL + game + _bound(tuple(entropies))
        self._seed = seed
        self._sources = sources or {}
        self._keys: dict[str, bytes] = {}
        self.counts: dict[str, int] = dict(counts or {})
        self.drawn: list[Json] = []
        self.witness: list[Json] = []

    def fresh(self, counts: Mapping[str, int]) -> "Committed":
        """The same chance with other counts and nothing drawn yet (keys are kept, so this is cheap)."""
        other = Committed.__new__(Committed)
        other._prefix, other._seed, other._sources, other._keys = self._prefix, self._seed, self._sources, self._keys
        other.counts, other.drawn, other.witness = dict(counts), [], []
        return other

    def die(self, what: str, sides: int = 6) -> int:
        source, key, n = self._next(what)
        pips = _number(key, n, sides) + 1
        self._note(what, pips, {"source": source, "n": n, "sides": sides, "value": pips})
        return pips

    def dice(self, what: str, seats: Sequence[int], sides: int = 6) -> tuple[int, ...]:
        source, key, n = self._next(what)
        words = _words(key, n)
        thrown = [[seat, _below(words, sides) + 1] for seat in seats]
        self._note(what, thrown, {"source": source, "n": n, "sides": sides, "seats": list(seats), "value": thrown})
        return tuple(pips for _, pips in thrown)

    def draw(self, what: str, bag: Bag) -> Any:
        source, key, n = self._next(what)
        place = _number(key, n, sum(bag.values()))
        for item in sorted(bag, key=str):
            place -= bag[item]
            if place < 0:
                break
        self._note(what, item, {"source": source, "n": n, "of": {str(i): c for i, c in bag.items() if c}, "value": item})
        return item

    def shuffle(self, what: str, items: Sequence[Item]) -> tuple[Any, ...]:
        source, key, n = self._next(what)
        words, order = _words(key, n), list(items)
        for i in range(len(order) - 1, 0, -1):
            j = _below(words, i + 1)
            order[i], order[j] = order[j], order[i]
        self._note(what, order, {"source": source, "n": n, "items": list(items), "value": list(order)})
        return tuple(order)

    def _next(self, what: str) -> tuple[str, bytes, int]:
        source = self._sources.get(what, what)
        key = self._keys.get(source)
        if key is None:
            key = self._keys[source] = hmac.digest(self._seed, self._prefix + source.encode(), "sha256")
        n = self.counts.get(source, 0)
        self.counts[source] = n + 1
        return source, key, n

    def _note(self, what: str, value: Any, witness: Json) -> None:
        self.drawn.append({what: value})
        self.witness.append(witness)


class Reported:
    """Chance as a record reports it: each question takes the next draw, which must be of that name and possible."""

    def __init__(self, draws: Sequence[Mapping[str, Any]]) -> None:
        self._draws = list(draws)
        self.drawn: list[Json] = []

    def die(self, what: str, sides: int = 6) -> int:
        pips = self._take(what)
        if not _is_pip(pips, sides):
            raise BadDraw(f"draw {len(self.drawn) + 1}: {what} must be a number from 1 to {sides}, not {short(pips)}")
        self.drawn.append({what: pips})
        return int(pips)

    def dice(self, what: str, seats: Sequence[int], sides: int = 6) -> tuple[int, ...]:
        thrown = self._take(what)
        shape_fits = (
            isinstance(thrown, list)
            and [t[0] if isinstance(t, list) and len(t) == 2 else None for t in thrown] == list(seats)
            and all(type(t[0]) is int and _is_pip(t[1], sides) for t in thrown)
        )
        if not shape_fits:
            raise BadDraw(f"draw {len(self.drawn) + 1}: {what} must give seats {list(seats)} a number from 1 to {sides} each, not {short(thrown)}")
        self.drawn.append({what: thrown})
        return tuple(int(pips) for _, pips in thrown)

    def draw(self, what: str, bag: Bag) -> Any:
        item = self._take(what)
        if isinstance(item, bool) or not isinstance(item, str | int) or bag.get(item, 0) < 1:
            raise BadDraw(f"draw {len(self.drawn) + 1}: {what} cannot be {short(item)}, there is none to be drawn")
        self.drawn.append({what: item})
        return item

    def shuffle(self, what: str, items: Sequence[Item]) -> tuple[Any, ...]:
        order = self._take(what)
        if not isinstance(order, list) or sorted(map(repr, order)) != sorted(map(repr, items)):
            raise BadDraw(f"draw {len(self.drawn) + 1}: {what} must be an order of the {len(items)} items")
        self.drawn.append({what: order})
        return tuple(order)

    def finish(self) -> None:
        """Raises BadDraw when draws are left over that nothing asked for."""
        if len(self.drawn) < len(self._draws):
            raise BadDraw(f"draw {len(self.drawn) + 1} is surplus: {short(self._draws[len(self.drawn)])}")

    def _take(self, what: str) -> Any:
        place = len(self.drawn)
        if place >= len(self._draws):
            raise BadDraw(f"draw {place + 1} is missing: {what}")
        draw = self._draws[place]
        if list(draw) != [what]:
            raise BadDraw(f"draw {place + 1} must be {what}, not {short(draw)}")
        return draw[what]


@lru_cache(maxsize=1024)
def _bound(entropies: tuple[str | None, ...]) -> bytes:
    return hashlib.sha256(rfc8785.dumps(list(entropies))).digest()


def _words(key: bytes, n: int) -> Iterator[int]:
    block = 0
    while True:
        yield from _four_words(hmac.digest(key, _place(n, block), "sha256"))
        block += 1


def _number(key: bytes, n: int, k: int) -> int:
    """A number below k, the only one of draw n: its first block nearly always has it."""
    if k == 1:
        return 0
    shift = 64 - (k - 1).bit_length()
    for word in _four_words(hmac.digest(key, _place(n, 0), "sha256")):
        number: int = word >> shift
        if number < k:
            return number
    return _below(_words(key, n), k)


def _below(words: Iterator[int], k: int) -> int:
    bits = (k - 1).bit_length()
    if bits == 0:
        return 0
    shift = 64 - bits
    while (number := next(words) >> shift) >= k:
        pass
    return number


def _is_pip(value: Any, sides: int) -> bool:
    return type(value) is int and 1 <= value <= sides
