"""Writes the golden playthroughs anew: ``python -m tests.pied_piper.regenerate``. Read the difference before it is committed."""

from pathlib import Path

from domain.chance import Committed
from domain.message import Json
from domain.playout import deal, game_of, play_seed, steps
from domain.table import lay
from tests.pied_piper.playthrough import write
from tests.pied_piper.support import RULES

HERE = Path(__file__).parent / "playthroughs"
GAMES: dict[str, tuple[int, Json, int]] = {
    "two-seats": (2, {}, 35),
    "three-seats-secret": (3, {"variant_secret": True}, 52),
    "four-seats-rugrats": (4, {"variant_rugrats": True}, 32),
    "five-seats-roof-7": (5, {"roof_level": 7}, 88),
}


def text(seats: int, options: Json, seed: int) -> str:
    """A bots' game from a seed."""
    table, secret = lay(RULES, seats, options), play_seed(seed)
    setup, _ = deal(RULES, table, Committed(secret, game_of(secret), sources=RULES.sources))
    return write(seats, options, setup, [(step.seat, RULES.notate(step.move), step.draws) for step in steps(RULES, table, seed)])


if __name__ == "__main__":
    for name, game in GAMES.items():
        (HERE / f"{name}.txt").write_text(text(*game))
