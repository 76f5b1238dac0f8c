"""Counts of the tree of moves from fixed positions, drawn cubes and tokens included: a change of any list shows here."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from domain.chance import Bag
from domain.hameln import RULES
from domain.hameln.state import State
from domain.message import Json
from tests.hameln.positions import at, laid, opened, turn

BOY: Final[list[Json]] = [{"cube": "boy"}]
CAP: Final = 30_000  # nodes: counts beyond are written down but not checked here


def rats_of_market() -> State:
    return turn(5).when(0, "declare man market-1", BOY).accepted().state


POSITIONS: Final[dict[str, tuple[Callable[[], State], int]]] = {
    "set-up-of-three": (laid, 5),
    "set-up-of-five": (lambda: at(laid(5), step="place_man"), 3),
    "first-turn-of-three": (opened, 4),
    "first-turn-of-five": (lambda: opened(5), 3),
    "option-with-six-florins": (lambda: at(opened(4), step="optional", florins={0: 6, 1: 4}, rats=["m-1", "y-4", "rb-1"]), 2),
    "rats-with-five": (rats_of_market, 4),
    "weddings": (lambda: at(opened(), boys={0: 2, 1: 1}, girls={0: 1, 1: 1, 2: 1}, florins={0: 9, 1: 3}), 3),
    "sale": (lambda: at(opened(), goods={0: (1, 1, 0, 2)}, tokens={1: (1, 1, 2, 3, 3, 3, 3, 2)}), 3),
    "payment": (lambda: at(opened(), step="pay", boys={0: 2, 1: 1}, girls={0: 1, 2: 2}, florins={0: 2, 1: 1, 2: 5}), 3),
}


class Forced:
    """Chance that lets every possible value of every draw fall in turn: replays a path of choices and notes where it can branch."""

    def __init__(self, path: list[int]) -> None:
        self.path, self.widths = path, list[int]()
        self.drawn: list[Json] = []

    def draw(self, what: str, bag: Bag) -> Any:
        items = sorted((item for item, left in bag.items() if left), key=str)
        place = self.path[len(self.widths)] if len(self.widths) < len(self.path) else 0
        self.widths.append(len(items))
        self.drawn.append({what: items[place]})
        return items[place]

    def die(self, what: str, sides: int = 6) -> int:
        raise NotImplementedError

    def dice(self, what: str, seats: Any, sides: int = 6) -> tuple[int, ...]:
        raise NotImplementedError

    def shuffle(self, what: str, items: Any) -> tuple[Any, ...]:
        raise NotImplementedError


def after(state: State, seat: int, move: Any) -> Iterator[State]:
    """Every position that the move can lead to."""
    paths: list[list[int]] = [[]]
    while paths:
        path = paths.pop()
        chance = Forced(path)
        facts = RULES.decide(state, seat, move, chance)
        for place in range(len(path), len(chance.widths)):
            paths += [[*path, *[0] * (place - len(path)), other] for other in range(1, chance.widths[place])]
        reached = state
        for fact in facts:
            reached = RULES.evolve(reached, fact)
        yield reached


def count(state: State, depth: int) -> int:
    """The number of paths of so many moves."""
    acting = RULES.to_act(state)
    if depth == 0 or not acting:
        return 1
    return sum(count(reached, depth - 1) for move in RULES.legal_moves(state, acting[0]) for reached in after(state, acting[0], move))


ROWS = [line.split() for line in Path(__file__).with_name("perft.txt").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


@pytest.mark.parametrize(("name", "depth", "nodes"), [row for row in ROWS if int(row[2]) <= CAP])
def test_the_tree_of_moves_has_the_size_written_down(name: str, depth: str, nodes: str) -> None:
    state = POSITIONS[name][0]()
    found = count(state, int(depth))
    if found != int(nodes):
        seat = RULES.to_act(state)[0]
        by_move = {RULES.notate(m): sum(count(s, int(depth) - 1) for s in after(state, seat, m)) for m in RULES.legal_moves(state, seat)}
        pytest.fail(f"{name} at depth {depth}: {found} nodes instead of {nodes}; by first move: {by_move}")


def test_every_position_is_counted() -> None:
    assert {row[0] for row in ROWS} == set(POSITIONS)
