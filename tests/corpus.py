"""Records that are kept for ever: ``python -m tests.corpus`` writes those that are missing, and never writes over one.

A record in ``tests/<package>/corpus`` was written by some version of the rules; every later version must still read, replay and verify it. Each is a
game of bots with talk, an undo by consent where one is possible, a dispute that annuls moves, and a signature.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from domain import commands as cmd
from domain.game import Game
from domain.playout import choose, game_of, play_seed
from domain.referee import Setting, judge, open_game
from domain.seats import ARBITER
from infra.bot_game import Chained
from infra.keys import Keys
from infra.record_file import record_lines
from tests.every_game.support import GAMES, Laid, configurations, folder_of

SECRET = "the secret of the corpus, which is no secret at all"
SEED = 2026
MOST = 4  # records a game: the configurations that lie spread over its list


def keys() -> Keys:
    """The keys that the corpus is signed with."""
    return Keys.from_secret(SECRET)


def wanted(slug: str) -> Iterator[tuple[Path, Laid]]:
    """The records that a game should have, with their tables."""
    tables = [laid for laid in configurations(slug) if laid.rules.boards is None or _ships(laid)]
    step = max(1, -(-len(tables) // MOST))
    for laid in tables[::step]:
        yield folder_of(slug) / "corpus" / f"{laid.name}-v{laid.rules.version}.jsonl", laid


def _ships(laid: Laid) -> bool:
    from domain.table import board_json

    return isinstance(board_json(laid.rules, laid.table), str)


def session(laid: Laid, seed: int) -> Chained:
    """A finished game with all that can happen around one."""
    from domain.table import board_json

    secret = play_seed(seed)
    id, setting, rng = game_of(secret), Setting(secret, None), random.Random(seed)
    chained = Chained(secret, id)
    opening = cmd.OpenGame(laid.rules.slug, seats=laid.table.seats, options=laid.table.options.wire(), board=board_json(laid.rules, laid.table))
    game = chained.put(open_game(id, opening, setting))

    def do(command: cmd.Command) -> Game:
        return chained.put(judge(game, command, setting))

    for seat in range(laid.table.seats):
        game = do(cmd.TakeSeat(f"Player {seat}", seat, f"entropy of {seat}" if seat % 2 == 0 else None))
    game = do(cmd.StartGame())
    undone = annulled = False
    while game.status != "ENDED":
        seat, move = choose(game.rules, game.state, rng)
        game = do(cmd.PlayMove(seat, move))
        if game.status == "ENDED":
            break
        if not undone and not game.moves[game.head - 1].shows:
            undone, game = True, do(cmd.ProposeUndo(seat, game.head))
            for other in range(laid.table.seats):
                if other != seat:
                    game = do(cmd.Agree(other, game.proposals[-1].id))
        if not annulled and game.count >= 12:
            annulled, game = True, do(cmd.SendMessage(seat, "That cannot be right."))
            game = do(cmd.RaiseDispute(seat, "The last six moves rest on a misunderstanding.", about_move=game.head))
            game = do(cmd.RuleDispute(game.disputes[-1].id, "ANNUL", "Agreed.", first=game.counting()[-6]))
    return chained


def lines(chained: Chained) -> str:
    """The record of a session, signed."""
    assert chained.game is not None
    return "".join(f"{line}\n" for line in record_lines(chained.game, chained.recorded, ARBITER, keys()))


def write_missing() -> list[Path]:
    """Writes the records that are missing and says which."""
    written = []
    for slug in GAMES:
        for path, laid in wanted(slug):
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("x", encoding="utf-8") as file:
                    file.write(lines(session(laid, SEED)))
                written.append(path)
    return written


if __name__ == "__main__":
    for path in write_missing():
        print(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
    sys.exit(0)
