"""Writes the golden games and the node counts again: ``python -m tests.bremen.regenerate``. Read the difference before you keep it."""

from domain.bremen import RULES
from domain.chance import Committed
from domain.playout import game_of, play_seed, steps
from tests.bremen import perft
from tests.bremen.playthrough import FOLDER, transcript
from tests.bremen.support import TABLES

# File → (title, seats, seed of the bots' game, whether its hands are recorded)
GAMES = {
    "four-seats-won": ("Four seats, a game that is won with 22 points", 4, 3076, True),
    "three-seats-won": ("Three seats, a game that is won with 20 points", 3, 638, True),
    "four-seats-redealt": ("Four seats, redealt once, lost", 4, 27, True),
    "three-seats-redealt": ("Three seats, redealt once, lost", 3, 240, True),
    "four-seats-not-recorded": ("Four seats, the game that is won, from a score sheet without hands", 4, 3076, False),
    "three-seats-not-recorded": ("Three seats, from a score sheet without hands or centre", 3, 638, False),
}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, (title, seats, seed, recorded) in GAMES.items():
        secret = play_seed(seed)
        setup = RULES.deal(TABLES[seats], Committed(secret, game_of(secret), sources=RULES.sources)) if recorded else {}
        moves = [(step.seat, RULES.notate(step.move)) for step in steps(RULES, TABLES[seats], seed)]
        (FOLDER / f"{name}.txt").write_text("\n".join(transcript(title, seats, setup, moves)) + "\n", encoding="utf-8")
    perft.FILE.write_text(perft.render(), encoding="utf-8")


if __name__ == "__main__":
    main()
