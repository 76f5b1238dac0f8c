"""Writes the golden playthroughs and counts anew: ``python -m tests.hameln.regenerate``. Read the difference before keeping it."""

from pathlib import Path
from typing import Final

from domain.chance import Committed
from domain.hameln import RULES
from domain.playout import deal, game_of, play_seed, steps
from domain.table import lay
from tests.hameln.test_perft import POSITIONS, count
from tests.hameln.transcript import write

HERE: Final = Path(__file__).parent
GAMES: Final = (  # title, seats, options, seed
    ("three players, bots", 3, {}, 7),
    ("four players who decide about children, bots", 4, {"partner_child": "optional"}, 3),
    ("five players, bots", 5, {}, 12),
)


def main() -> None:
    for title, seats, options, seed in GAMES:
        table = lay(RULES, seats, options)
        secret = play_seed(seed)
        setup, _ = deal(RULES, table, Committed(secret, game_of(secret), sources=RULES.sources))
        moves = [(step.seat, RULES.notate(step.move), step.draws) for step in steps(RULES, table, seed)]
        name = f"{seats}-players.txt"
        (HERE / "playthroughs" / name).write_text(write(title, seats, options, setup, moves), encoding="utf-8")
    lines = ["# position depth nodes (a draw counts as one node for each value that can fall)"]
    lines += [f"{name} {depth} {count(state(), depth)}" for name, (state, depths) in POSITIONS.items() for depth in range(1, depths + 1)]
    (HERE / "perft.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
