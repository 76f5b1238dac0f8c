"""Counts the tree of moves from a position (perft), with a pile that always gives its commonest card."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from domain.han import RULES
from domain.han.state import State
from tests.han.positions import HERE, position, table


class Commonest:
    """Chance that draws the card of which there are most, the first in the alphabet among equals."""

    def draw(self, what: str, bag: dict[str, int]) -> Any:
        return min(bag, key=lambda card: (-bag[card], card))


def perft(state: State, depth: int) -> int:
    """Positions after ``depth`` moves; 1 at depth 0, 0 beyond the end of a game."""
    if depth == 0:
        return 1
    return sum(count for _, count in divided(state, depth))


def divided(state: State, depth: int) -> Iterator[tuple[str, int]]:
    """The count behind each first move."""
    for seat in RULES.to_act(state):
        for move in RULES.legal_moves(state, seat):
            after = state
            for fact in RULES.decide(state, seat, move, Commonest()):  # type: ignore[arg-type]
                after = RULES.evolve(after, fact)
            yield RULES.notate(move), perft(after, depth - 1)


def read_position(text: str) -> State:
    """``seats 3 | options fortifications | hands red 3, green 3, … | houses wei-1=0 | display … | …``."""
    fields = dict(part.strip().split(maxsplit=1) for part in text.split("|"))
    options = {name: value or True for name, _, value in (word.partition("=") for word in fields.get("options", "").split())}
    houses = {where: int(seat) for where, seat in (word.split("=") for word in fields.get("houses", "").split())}
    laid = table(int(fields["seats"]), **options)
    more: dict[str, Any] = {"pile": fields["pile"]} if "pile" in fields else {}
    if fields.get("end") == "last-round":
        more |= {"last_round": True, "depleted": 2, "pile": ""}
    return position(laid, *fields["hands"].split(","), houses=houses, display=fields.get("display", ""), **more)


def cases(file: Path = HERE / "perft.txt") -> Iterator[tuple[str, str, int, int]]:
    """(id, position, depth, count) of every line of the file."""
    name = text = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        match line.split(maxsplit=1):
            case ["id", rest]:
                name = rest
            case ["pos", rest]:
                text = rest
            case ["perft", rest]:
                depth, count = map(int, rest.split())
                yield name, text, depth, count
