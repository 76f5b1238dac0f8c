"""The shape of a RULES.md: one clause a line, with its place in the rulebook.

``BRE-5.2 (Round 1, rule 2)  A follower who holds the animal led must play it.``
``HM-17 (ruling)  Goods that have run out are not gained.  [not refereed]``
"""

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import msgspec

from domain.data import text

_LINE = re.compile(r"^(?P<id>[A-Z]{2,3}-\d+[a-z]?(?:\.\d+)*[a-z]?) \((?P<place>[^)]+)\) +(?P<text>.+?)(?P<mark>  \[not refereed\])?$")
_STARTS = re.compile(r"^[A-Z]{2,3}-\d")


class Clause(msgspec.Struct, frozen=True):
    """A numbered rule: its id, where it stands ("ruling" for a ruling), our sentence, and whether the referee enforces it."""

    id: str
    place: str
    text: str
    refereed: bool = True


def read_clauses(markdown: str) -> Mapping[str, Clause]:
    """The clauses of a RULES.md by id, in the order of the file. Raises ValueError for a malformed line or an id used twice."""
    found: dict[str, Clause] = {}
    for number, line in enumerate(markdown.splitlines(), 1):
        if not _STARTS.match(line):
            continue
        match = _LINE.match(line.rstrip())
        if match is None:
            raise ValueError(f"line {number} is not a clause: {line!r}")
        if match["id"] in found:
            raise ValueError(f"clause {match['id']} stands twice, again on line {number}")
        found[match["id"]] = Clause(match["id"], match["place"], match["text"], match["mark"] is None)
    return MappingProxyType(found)


@cache
def service_clauses() -> Mapping[str, Clause]:
    """What the service itself refuses, whatever is played."""
    return read_clauses(text(__package__, "RULES.md"))
