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
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, Final, Protocol, TypeAlias

import rfc8785

from domain.likeness import short
from domain.mac import hmac_sha256
from domain.message import Json

Item: TypeAlias = str | int
Bag: TypeAlias = Mapping[Any, int]  # item → how many of it; zeros allowed

Code: TypeAlias = Callable[[bytes], bytes]  # HMAC-SHA256 under a source's key
Note: TypeAlias = tuple[str, str, int, str, Any, Any]  # what, source, n, kind of draw, what it was drawn from, what fell

_LABEL: Final = b"arbiter/chance/v1"
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
        self._codes: dict[str, Code] = {}
        self.counts: dict[str, int] = dict(counts or {})
        self._notes: list[Note] = []

    def fresh(self, counts: Mapping[str, int]) -> "Committed":
        """The same chance with other counts and nothing drawn yet (keys are kept, so this is cheap)."""
        other = Committed.__new__(Committed)
        other._prefix, other._seed, other._sources, other._codes = self._prefix, self._seed, self._sources, self._codes
        other.counts, other._notes = dict(counts), []
        return other

    @property
    def drawn(self) -> list[Json]:
        """What fell so far, in order, in the form of the record's ``draws``."""
        return [{what: _plain(kind, told, value)} for what, _, _, kind, told, value in self._notes]

    @property
    def witness(self) -> list[Json]:
        """What each draw was drawn from. Written out when somebody asks: most of those who draw do not."""
        return [_witness(*note) for note in self._notes]

    def die(self, what: str, sides: int = 6) -> int:
        source, code, n = self._next(what)
        pips = _number(code, n, sides) + 1
        self._notes.append((what, source, n, "sides", sides, pips))
        return pips

    def dice(self, what: str, seats: Sequence[int], sides: int = 6) -> tuple[int, ...]:
        source, code, n = self._next(what)
        words = _words(code, n)
        thrown = tuple([_below(words, sides) + 1 for _ in seats])
        self._notes.append((what, source, n, "seats", (sides, tuple(seats)), thrown))
        return thrown

    def draw(self, what: str, bag: Bag) -> Any:
        source, code, n = self._next(what)
        place = _number(code, n, sum(bag.values()))
        for item in _in_order(tuple(bag)):
            place -= bag[item]
            if place < 0:
                break
        self._notes.append((what, source, n, "of", dict(bag), item))
        return item

    def shuffle(self, what: str, items: Sequence[Item]) -> tuple[Any, ...]:
        source, code, n = self._next(what)
        words, order = _words(code, n), list(items)
        for i in range(len(order) - 1, 0, -1):
            j = _below(words, i + 1)
            order[i], order[j] = order[j], order[i]
        shuffled = tuple(order)
        self._notes.append((what, source, n, "items", tuple(items), shuffled))
        return shuffled

    def _next(self, what: str) -> tuple[str, Code, int]:
        source = self._sources.get(what, what)
        code = self._codes.get(source)
        if code is None:
            code = self._codes[source] = _code(self._seed, self._prefix + source.encode())
        n = self.counts.get(source, 0)
        self.counts[source] = n + 1
        return source, code, n


def _plain(kind: str, told: Any, value: Any) -> Any:
    """What fell, as JSON."""
    match kind:
        case "seats":
            return [[seat, pips] for seat, pips in zip(told[1], value, strict=True)]
        case "items":
            return list(value)
        case _:
            return value


def _witness(_: str, source: str, n: int, kind: str, told: Any, value: Any) -> Json:
    """A draw with what it was drawn from, as docs/chance.md describes it."""
    match kind:
        case "sides":
            drawn_from: Json = {"sides": told}
        case "seats":
            drawn_from = {"sides": told[0], "seats": list(told[1])}
        case "of":
            drawn_from = {"of": {str(item): number for item, number in told.items() if number}}
        case _:
            drawn_from = {"items": list(told)}
    return {"source": source, "n": n, **drawn_from, "value": _plain(kind, told, value)}


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


@lru_cache(maxsize=1024)
def _in_order(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """The items of a bag, sorted by their text."""
    return tuple(sorted(items, key=str))


@lru_cache(maxsize=4096)
def _code(seed: bytes, label: bytes) -> Code:
    """HMAC under the key of a source, kept for the next command of the same game."""
    return hmac_sha256(hmac.digest(seed, label, "sha256"))


def _words(code: Code, n: int) -> Iterator[int]:
    for block in count():
        yield from _four_words(code(_place(n, block)))


def _number(code: Code, n: int, k: int) -> int:
    """A number below k, the only one of draw n: its first block nearly always has it."""
    if k == 1:
        return 0
    shift = 64 - (k - 1).bit_length()
    for word in _four_words(code(_place(n, 0))):
        number: int = word >> shift
        if number < k:
            return number
    return _below(_words(code, n), k)


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
