"""A process that serves under load until it is killed: players in threads, each writing down what it sends and what it is answered.

``python -m tests.faults.serving DATABASE SEED`` prints JSON lines, each written in one piece: ``sent`` before a command goes out, ``acked`` when its answer is there.
"""

import os
import random
import sys
import threading
from typing import Any

import msgspec

from domain import commands as cmd
from domain.game import Game
from domain.refusal import Refused
from infra.log import configure
from infra.settings import Settings
from projections.embedded import Embedded
from tests.toy import on_the_shelf

PLAYERS = 8


def tell(**line: Any) -> None:
    os.write(1, msgspec.json.encode(line) + b"\n")


def player(service: Embedded, rng: random.Random) -> None:
    """Plays one game after another; some of them began before this process."""
    waiting = [row.game_id for row in service.library.games(status="RUNNING", first=50).rows]
    rng.shuffle(waiting)
    while True:
        known = service.ledger.game(waiting.pop()) if waiting and rng.random() < 0.8 else None
        try:
            game = known or begin(service)
            while game.status == "RUNNING":
                game = turn(service, game, rng)
        except Refused:
            continue  # another player of this process plays the same game, and was quicker


def begin(service: Embedded) -> Game:
    done = service.ledger.open_game(cmd.OpenGame("toy", players=("Ann", "Ben")))
    tell(kind="opened", game=done.game.id, version=done.version, hash=done.hash)
    return done.game


def turn(service: Embedded, game: Game, rng: random.Random) -> Game:
    acting = game.rules.to_act(game.state)
    if not acting:
        return service.ledger.game(game.id) or game
    if rng.random() < 0.1:
        try:
            service.ledger.execute(game.id, cmd.PlayMove(acting[0], f"nonsense {rng.random()}"))
        except Refused as refused:
            tell(kind="refused", game=game.id, attempt=refused.attempt_id)
    move, id = rng.choice(list(game.rules.legal_moves(game.state, acting[0]))).wire(), f"{rng.getrandbits(64):x}"
    tell(kind="sent", game=game.id, seat=acting[0], id=id, move=move, expected=game.count)
    done = service.ledger.execute(game.id, cmd.PlayMove(acting[0], move, game.count), id)
    tell(kind="acked", game=game.id, id=id, number=done.number, version=done.version, hash=done.hash)
    return done.game


def main() -> None:
    configure("ERROR")
    seed = sys.argv[2]
    with on_the_shelf(), Embedded(Settings(database=sys.argv[1])) as service:
        threads = [threading.Thread(target=player, args=(service, random.Random(f"{seed} {number}")), daemon=True) for number in range(PLAYERS)]
        for thread in threads:
            thread.start()
        tell(kind="serving")
        for thread in threads:
            thread.join()


if __name__ == "__main__":
    main()
