"""Node counts from fixed positions: how many lines of so many moves there are. Draws fall on the first kind that is left."""

from pathlib import Path
from typing import Any

import pytest

from domain.chance import Bag, Reported
from domain.pied_piper.state import Lying, State
from tests.pied_piper.support import RULES, fresh, position

NODE_LIMIT = 30_000  # deeper on request: raise it

POSITIONS: dict[str, State] = {
    "two-seats-opening": fresh(2),
    "three-seats-opening": fresh(3),
    "five-seats-opening": fresh(5),
    "four-seats-full-row": position(lying={0: ["sewer"], 1: ["melody"], 2: ["forward-1"], 3: ["plus-1"]}),
    "three-seats-secret": position(3, lying={1: [Lying("melody", 2, True)]}, variant_secret=True),
    "four-seats-rugrats": position(lying={0: ["sewer"], 1: ["forward-1"]}, variant_rugrats=True),
    "three-seats-near-the-roof": position(3, trackers=(7, 7, 6), lying={0: ["forward-1"], 1: ["melody"], 2: ["sewer"]}),
    "five-seats-near-the-roof": position(5, trackers=(7, 6, 7, 6, 7), lying={0: ["forward-2"], 1: ["melody"], 2: ["sewer"]}),
}


class First(Reported):
    """Draws the first kind that is left."""

    def draw(self, what: str, bag: Bag) -> Any:
        return next(item for item, number in bag.items() if number)


def perft(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(after, depth - 1) for after in children(state).values())


def children(state: State) -> dict[str, State]:
    found: dict[str, State] = {}
    for seat in RULES.to_act(state):
        for move in RULES.legal_moves(state, seat):
            after: Any = state
            for fact in RULES.decide(state, seat, move, First([])):
                after = RULES.evolve(after, fact)
            found[RULES.notate(move)] = after
    return found


def counts() -> list[tuple[str, int, int]]:
    lines = [line.split() for line in (Path(__file__).parent / "perft.txt").read_text().splitlines() if line and not line.startswith("#")]
    return [(name, int(depth), int(nodes)) for name, depth, nodes in lines]


@pytest.mark.parametrize(("name", "depth", "nodes"), counts(), ids=str)
def test_the_tree_has_so_many_nodes(name: str, depth: int, nodes: int) -> None:
    if nodes > NODE_LIMIT:
        pytest.skip("over the limit")
    found = perft(POSITIONS[name], depth)
    assert found == nodes, {line: perft(after, depth - 1) for line, after in children(POSITIONS[name]).items()}
