"""Many events quickly: judged by the referee and stored in large waves, without a thread or a wait between them. For long games and benchmarks."""

import random
from collections.abc import Callable, Iterable
from typing import Any

from domain import commands as cmd
from domain import playout
from domain.game import Game
from domain.referee import Ruling, Setting, open_game, rule
from infra import clock
from infra.event_store import Entry, EventStore
from infra.hot import Hot, fresh
from infra.ledger import Ledger
from infra.randomness import new_game_id, new_seed
from infra.waves import wave

Choose = Callable[[Game], tuple[int, Any]]


def first_legal(game: Game) -> tuple[int, Any]:
    """The first legal move of whoever is to act."""
    seat = game.rules.to_act(game.state)[0]
    return seat, game.rules.legal_moves(game.state, seat)[0]


def bots(seed: int) -> Choose:
    """What bots play; the first legal move for ever need not end a game."""
    rng = random.Random(seed)
    return lambda game: playout.choose(game.rules, game.state, rng)


def grown(ruleset: str, players: tuple[str, ...], moves: int | None = None, choose: Choose = first_legal) -> tuple[Hot, list[Entry]]:
    """A game of so many moves (or to its end) and what has to be stored for it."""
    id, seed = new_game_id(), new_seed()
    hot, entries, _ = fresh(id, seed).put(Ruling(open_game(id, cmd.OpenGame(ruleset, players=players), Setting(seed, clock.now()))), None, "bulk")
    stored = list(entries)
    while hot.game is not None and hot.game.status == "RUNNING" and (moves is None or hot.game.count < moves):
        ruling = rule(hot.game, cmd.PlayMove(*choose(hot.game)), Setting(seed, clock.now()))
        hot, entries, _ = hot.put(ruling, None, "bulk")
        stored += entries
    return hot, stored


def store(ledger: Ledger, games: Iterable[tuple[Hot, list[Entry]]], together: int = 2_000) -> list[Game]:
    """Stores such games, their events in turns as if they had been played at the same time; the games."""
    grown_games = list(games)
    for hot, entries in grown_games:
        _put(ledger._store, [([entries[0]], hot.seed)])
    rest = [list(reversed(entries[1:])) for _, entries in grown_games]
    waiting: list[tuple[list[Entry], bytes | None]] = []
    while any(rest):
        for entries in rest:
            if entries:
                waiting.append(([entries.pop()], None))
        if len(waiting) >= together:
            _put(ledger._store, waiting)
            waiting = []
    _put(ledger._store, waiting)
    ledger.log.ring(ledger.log.head())
    return [hot.game for hot, _ in grown_games if hot.game is not None]


def _put(events: EventStore, commands: list[tuple[list[Entry], bytes | None]]) -> None:
    with wave(events) as open_wave:
        for entries, seed in commands:
            assert open_wave.put(entries, seed)
