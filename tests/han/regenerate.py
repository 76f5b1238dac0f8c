"""Writes the playthroughs anew: ``python -m tests.han.regenerate``. Read the difference before keeping it."""

from domain.chance import Committed
from domain.han import RULES
from domain.message import Json
from domain.playout import game_of, play_seed, steps
from tests.han.positions import WAYS, table
from tests.han.telling import FOLDER, tell

GAMES: dict[str, tuple[int, Json, int]] = {  # name: (seats, options, seed)
    "border-disputes-three-players.txt": (3, {"random_start": True}, 16),
    "border-disputes-five-players-with-fortifications.txt": (5, {"fortifications": True}, 5),
    "ways-of-diplomacy-two-players.txt": (2, {}, 0),
    "ways-of-diplomacy-four-players-with-market-places.txt": (4, {"map": WAYS, "market_places": True}, 4),
}
HEAD = (
    "# A game of bots, told move by move. hands: as the arbiter sees them; points: house scorings so far, at the end everything;",
    "# courts: emissaries on the dragon spaces by seat. Where a card comes from the pile, what its seat and what the spectator reads.",
)


def main() -> None:
    for name, (seats, options, seed) in GAMES.items():
        laid, secret = table(seats, **options), play_seed(seed)
        setup = RULES.deal(laid, Committed(secret, game_of(secret), sources=RULES.sources))
        moves = [(step.seat, RULES.notate(step.move), step.draws) for step in steps(RULES, laid, seed)]
        (FOLDER / name).write_text("\n".join((*HEAD, *tell(seats, options, setup, moves))) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
