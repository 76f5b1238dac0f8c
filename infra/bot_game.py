"""A game that bots play through the referee, from a seed: the same seed makes the same events, hashes and record."""

import random
from collections.abc import Iterator
from typing import Any

from domain import commands as cmd
from domain import events as ev
from domain.chain import START, canonical, link, salt
from domain.game import Game, evolve
from domain.message import Json
from domain.playout import choose, game_of, play_seed
from domain.referee import Setting, judge, open_game
from infra.salts import salt_key


class Chained:
    """The events of one game, each linked to the one before, with the game after them."""

    def __init__(self, seed: bytes, id: bytes) -> None:
        self._key = salt_key(seed, id)
        self.game: Game | None = None
        self.recorded: list[ev.Recorded] = []

    def put(self, events: tuple[ev.Event, ...]) -> Game:
        """The game after these events."""
        for event in events:
            version = len(self.recorded) + 1
            before = START if self.game is None else bytes.fromhex(self.game.hash)
            recorded = ev.Recorded(version, event, link(before, salt(self._key, version), canonical(ev.to_line(event))).hex())
            self.game = evolve(self.game, recorded)
            self.recorded.append(recorded)
        assert self.game is not None
        return self.game


def bot_game(seed: int, ruleset: str, seats: int, options: Json | None = None, board: Any = None) -> Iterator[Chained]:
    """Opens and plays a game to its end, yielding after the opening and after every move. Refuses a table that cannot be laid."""
    secret = play_seed(seed)
    setting, id = Setting(secret, None), game_of(secret)
    chained, rng = Chained(secret, id), random.Random(seed)  # noqa: S311 (bots may be foreseen)
    players = tuple(f"Bot {seat}" for seat in range(seats))
    game = chained.put(open_game(id, cmd.OpenGame(ruleset, players=players, options=options or {}, board=board), setting))
    yield chained
    while game.status != "ENDED":
        seat, move = choose(game.rules, game.state, rng)
        game = chained.put(judge(game, cmd.PlayMove(seat, move), setting))
        yield chained


def play_to_end(seed: int, ruleset: str, seats: int, options: Json | None = None, board: Any = None) -> tuple[Game, list[ev.Recorded]]:
    """The finished game with its events."""
    chained = None
    for chained in bot_game(seed, ruleset, seats, options, board):  # noqa: B007 (the last one is wanted)
        pass
    assert chained is not None
    assert chained.game is not None
    return chained.game, chained.recorded
