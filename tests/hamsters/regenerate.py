"""Writes the playthroughs anew: ``python -m tests.hamsters.regenerate``. Read the difference before keeping it."""

from domain.hamsters import RULES
from domain.playout import steps
from domain.table import lay
from tests.hamsters.telling import FOLDER, tell

GAMES = {"two-players.txt": (2, 71), "three-players.txt": (3, 202), "five-players-with-sixes.txt": (5, 385)}  # name: (seats, seed)
HEAD = ("# A game of bots, told move by move. table: seat, square, sacks carried+deposited, cards; piles: mole, beaver, mouse. All viewers see the same.",)


def main() -> None:
    for name, (seats, seed) in GAMES.items():
        moves = [(step.seat, RULES.notate(step.move), step.draws) for step in steps(RULES, lay(RULES, seats), seed)]
        (FOLDER / name).write_text("\n".join((*HEAD, *tell(seats, moves))) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
