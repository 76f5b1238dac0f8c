"""A process that serves while the disk is full now and then: ``python -m tests.faults.filling DATABASE`` prints JSON lines, an answer or a sentence of trouble each.

The limit on the size of a file is what a full disk looks like to a process; the write-ahead log reaches it first, for the store and the projections alike.
"""

import resource
import signal
import sys
import time

from domain import commands as cmd
from domain.game import Game
from infra.log import configure
from infra.settings import Settings
from infra.trouble import Unavailable
from projections.embedded import Embedded
from tests.faults.serving import tell
from tests.stores import first_move, play_out
from tests.toy import on_the_shelf

SIZES = (65_536, 16_384, 262_144)
TRIES = 60


def allow(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def one_more(service: Embedded, game: Game | None) -> Game | None:
    """A move of a game, or another game when it is over; the game as it is then."""
    try:
        if game is None or game.status == "ENDED":
            done = service.ledger.open_game(cmd.OpenGame("toy", players=("Ann", "Ben")))
        else:
            done = service.ledger.execute(game.id, first_move(game))
    except Unavailable as error:
        tell(kind="trouble", told=str(error))
        return game
    tell(kind="acked", game=done.game.id, version=done.version, hash=done.hash)
    return done.game


def main() -> None:
    configure("CRITICAL")
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with on_the_shelf(), Embedded(Settings(database=sys.argv[1])) as service:
        for size in SIZES:
            game = one_more(service, None)
            allow(size)
            for _ in range(TRIES):
                game = one_more(service, game)
            time.sleep(0.5)  # the projections try, in vain
            allow(resource.RLIM_INFINITY)
            assert game is not None
            ended = play_out(service.ledger, game)
            assert service.library.wait_for(ended.id, ended.version, 30), "the projections go on"


if __name__ == "__main__":
    main()
