"""Counts the tree of moves from a position (perft)."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from domain.hamsters import RULES
from domain.hamsters.state import State
from tests.hamsters.positions import HERE, hamster, position

CYCLE = (3, 6, 1, 5, 2, 4)


class Told:
    """Chance that always shows the same."""

    def __init__(self, pips: int) -> None:
        self.pips = pips
        self.drawn: list[Any] = []

    def die(self, what: str, sides: int = 6) -> int:
        return self.pips if what == "die" else 4

    def dice(self, what: str, seats: Sequence[int], sides: int = 6) -> tuple[int, ...]:
        return (5, 2)


def perft(state: State, depth: int, all_dice: bool, at: int = 0) -> int:
    """Positions after ``depth`` moves; 1 at depth 0, 0 beyond the end of a game."""
    if depth == 0:
        return 1
    total = 0
    for seat in RULES.to_act(state):
        for move in RULES.legal_moves(state, seat):
            for pips in range(1, 7) if all_dice and move.kind == "roll" else (CYCLE[at % 6],):
                after = state
                for fact in RULES.decide(state, seat, move, Told(pips)):
                    after = RULES.evolve(after, fact)
                total += perft(after, depth - 1, all_dice, at + 1)
    return total


def read_position(text: str) -> State:
    def one(word: str) -> Any:
        where, sacks, deposited, cards = word.strip().split("/")
        return hamster(*where.split(), sacks=int(sacks), deposited=int(deposited), cards=cards.replace("-", ""))

    return position(*(one(word) for word in text.split("|")))


def cases(file: Path = HERE / "perft.txt") -> Iterator[tuple[str, str, str, int, int]]:
    """(id, position, line or dice, depth, count) of every line of the file."""
    name = text = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        match line.split(maxsplit=1):
            case ["id", rest]:
                name = rest
            case ["pos", rest]:
                text = rest
            case ["line" | "dice" as kind, rest]:
                depth, count = map(int, rest.split())
                yield name, text, kind, depth, count
