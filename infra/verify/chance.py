"""Every die and card, derived again from the revealed seed by the published algorithm ``arbiter/chance/v1``."""

import hashlib
import hmac
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, Final

import rfc8785

from infra.verify.likeness import same
from infra.verify.record import Event, Record
from infra.verify.report import Problem

_MOST: Final = 2**53


class _Bad(Exception):
    """A witness that cannot be derived again. One sentence."""


class Source:
    """A sequence of draws of one name in one game."""

    def __init__(self, seed: bytes, game: bytes, entropies: Sequence[Any], name: str) -> None:
        told = hashlib.sha256(rfc8785.dumps(list(entropies))).digest()
        self._key = hmac.digest(seed, b"arbiter/chance/v1" + game + told + name.encode(), "sha256")

    def words(self, n: int) -> Iterator[int]:
        """The 64-bit words of draw ``n``."""
        block = 0
        while True:
            digest = hmac.digest(self._key, n.to_bytes(8, "big") + block.to_bytes(4, "big"), "sha256")
            yield from (int.from_bytes(digest[i : i + 8], "big") for i in range(0, 32, 8))
            block += 1


def below(words: Iterator[int], k: int) -> int:
    """A number below ``k``: the top bits of the next word that is small enough."""
    bits = (k - 1).bit_length()
    while bits:
        number = next(words) >> (64 - bits)
        if number < k:
            return number
    return 0


def derive(words: Iterator[int], witness: dict[str, Any]) -> Any:
    """What must have fallen, given what it was drawn from."""
    if "sides" in witness:
        sides = _count(witness["sides"], "sides")
        if "seats" in witness:
            return [[seat, below(words, sides) + 1] for seat in _listed(witness["seats"], "seats")]
        return below(words, sides) + 1
    if "of" in witness:
        return _from_bag(words, witness["of"])
    if "items" in witness:
        order = list(_listed(witness["items"], "items"))
        for i in range(len(order) - 1, 0, -1):
            j = below(words, i + 1)
            order[i], order[j] = order[j], order[i]
        return order
    raise _Bad("a witness names sides, a bag or items")


def _from_bag(words: Iterator[int], bag: Any) -> str:
    if not isinstance(bag, dict) or not bag:
        raise _Bad("of: is not a bag")
    counts = {item: _count(count, "of") for item, count in bag.items()}
    place = below(words, _count(sum(counts.values()), "of"))
    names: list[str] = sorted(counts)
    return next(item for item, upto in zip(names, accumulate(counts[name] for name in names), strict=True) if place < upto)


def _count(value: Any, field: str) -> int:
    if type(value) is not int or not 1 <= value < _MOST:
        raise _Bad(f"{field}: is not a number of 1 or more")
    return value


def _listed(value: Any, field: str) -> list[Any]:
    if not isinstance(value, list):
        raise _Bad(f"{field}: is not a list")
    return value


class _Deriving:
    """Where each source stands, and goes on from after an annulment.

    After a line that cannot be read the next witness of each source says where it stands.
    """

    def __init__(self, seed: bytes, game: bytes, entropies: Sequence[Any]) -> None:
        self._secret = seed, game, entropies
        self._sources: dict[str, Source] = {}
        self.counts: dict[str, int] = {}
        self.told: set[str] | None = None  # after a line that cannot be read: the sources whose place was told since
        self.after_move: dict[int, dict[str, int]] = {}
        self.counting: list[int] = []
        self.made = 0

    def problem(self, event: Event, value: dict[str, Any]) -> Problem | None:
        witnesses, draws = value.get("chance", []), value.get("draws", [])
        if not isinstance(witnesses, list) or not isinstance(draws, list):
            return event.problem("chance_wrong", "chance and draws must be lists")
        if "move" in value and len(witnesses) != len(draws):
            return event.problem("chance_missing", f"the numbers of draws and of witnesses differ, {len(draws)} and {len(witnesses)}")
        found = [self._witness(witness) for witness in witnesses]  # all of them: each takes its place in its source
        if "move" in value:
            pairs = zip(found, draws, witnesses, strict=True)
            found = [wrong or (None if _fits(draw, witness["value"]) else "is not its witness's value") for wrong, draw, witness in pairs]
        return next((event.problem("chance_wrong", f"draw {place}: {wrong}") for place, wrong in enumerate(found, 1) if wrong), None)

    def _witness(self, witness: Any) -> str | None:
        if not isinstance(witness, dict) or not isinstance(witness.get("source"), str) or "value" not in witness:
            return "the witness has no source or no value"
        name = witness["source"]
        n = self._place(name, witness.get("n"))
        self.counts[name] = n + 1
        if type(witness.get("n")) is not int or witness["n"] != n:
            return f"this is draw {n} of {name[:40]}"
        if name not in self._sources:
            self._sources[name] = Source(*self._secret, name)
        try:
            right = derive(self._sources[name].words(n), witness)
        except _Bad as bad:
            return str(bad)
        stated = witness["value"]
        fits = str(stated) == right and type(stated) in (str, int) if "of" in witness and "sides" not in witness else same(stated, right)
        return None if fits else f"the seed gives {str(right)[:100]}, not {str(stated)[:100]}"

    def _place(self, name: str, said: Any) -> int:
        if self.told is not None and name not in self.told:
            self.told.add(name)
            if type(said) is int and 0 <= said < _MOST:
                return said
        return self.counts.get(name, 0)

    def lose(self) -> None:
        """A line cannot be read: nobody knows what was drawn in it."""
        self.told = set()

    def count(self, value: dict[str, Any]) -> None:
        """Numbers the moves; an annulment sets every source back to its place at the last move that counts."""
        if "setup" in value:
            self.after_move[0] = dict(self.counts)
        elif "move" in value:
            number = value.get("number")
            self.made = max(self.made + 1, number if self.told is not None and type(number) is int else 0)
            self.counting.append(self.made)
            self.after_move[self.made] = dict(self.counts)
        elif "annul" in value and isinstance(value["annul"], dict) and type(first := value["annul"].get("from")) is int:
            del self.counting[bisect_left(self.counting, first) :]
            if self.told is not None:
                self.lose()
            self.counts = dict(self.after_move.get(self.counting[-1] if self.counting else 0, {}))


def check_chance(record: Record, seed: bytes, game: bytes, entropies: Sequence[Any]) -> list[Problem]:
    """The events with a draw that the seed does not give."""
    deriving, problems = _Deriving(seed, game, entropies), []
    for event in record.events:
        if event.value is None:
            deriving.lose()
            continue
        if "move" in event.value or "setup" in event.value:
            problem = deriving.problem(event, event.value)
            if problem is not None:
                problems.append(problem)
        deriving.count(event.value)
    return problems


def _fits(draw: Any, value: Any) -> bool:
    return isinstance(draw, dict) and len(draw) == 1 and same(next(iter(draw.values())), value)
