"""Node counts: how many ways a position can go on."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from domain.bremen import RULES
from domain.bremen.state import State
from domain.playout import begin, steps
from tests.bremen.support import TABLES, follow

FILE = Path(__file__).parent / "perft.txt"


def of_bots(seats: int, seed: int, moves: int) -> State:
    """The position before move ``moves`` + 1 of a bot game."""
    return next(islice(steps(RULES, TABLES[seats], seed), moves, None)).before


# id → (position, depths)
POSITIONS = {
    "four-seats-opening": (partial(of_bots, 4, 1, 0), 4),
    "four-seats-middle": (partial(of_bots, 4, 2, 22), 5),
    "four-seats-last-two-rounds": (partial(of_bots, 4, 3, 40), 8),
    "three-seats-opening": (partial(of_bots, 3, 1, 0), 4),
    "three-seats-middle": (partial(of_bots, 3, 2, 16), 5),
    "three-seats-last-three-rounds": (partial(of_bots, 3, 3, 27), 9),
    "four-seats-not-recorded": (partial(begin, RULES, TABLES[4], {}), 2),
    "three-seats-not-recorded": (partial(begin, RULES, TABLES[3], {}), 2),
}


def nodes(state: State, depth: int) -> int:
    """How many lines of so many moves there are."""
    moves = [(seat, move) for seat in RULES.to_act(state) for move in RULES.legal_moves(state, seat)]
    return len(moves) if depth == 1 else sum(nodes(follow(state, *move), depth - 1) for move in moves)


def rows() -> Iterator[tuple[str, int, int]]:
    """Id, depth and count of every line of the file."""
    name = ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        match line.split():
            case ["id", name]:
                pass
            case ["perft", depth, count]:
                yield name, int(depth), int(count)


def render() -> str:
    """The file as it should be."""
    parts = []
    for name, (position, depths) in POSITIONS.items():
        state = position()
        counts = [f"perft {depth} {nodes(state, depth)}" for depth in range(1, depths + 1)]
        parts.append("\n".join([f"id {name}", *counts]))
    return "\n\n".join(parts) + "\n"
