"""Databases for tests. Contract tests take the fixture ``settings``: another kind of database joins by one more entry here."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest

from domain import commands as cmd
from domain.game import Game
from infra.ledger import Done, Ledger
from infra.settings import Settings

Make = Callable[[Path], Settings]


def sqlite(folder: Path, **more: Any) -> Settings:
    """A fresh SQLite database."""
    return Settings(database=f"sqlite:///{folder / 'arbiter.db'}", **more)


STORES: Final[dict[str, Make]] = {"sqlite": sqlite}


KINDS: Final = (*sorted(STORES), "postgresql")


@contextmanager
def database(request: pytest.FixtureRequest, kind: str, folder: Path, **more: Any) -> Iterator[Settings]:
    """A fresh database of a kind; on PostgreSQL a schema of its own, which goes afterwards."""
    if kind in STORES:
        yield STORES[kind](folder)
    else:
        with schema(request.getfixturevalue("postgres")) as url:
            yield Settings(database=url, secret="s" * 32, **more)  # type: ignore[arg-type]


@contextmanager
def schema(server: str) -> Iterator[str]:
    """The URL of a new schema on a server."""
    import psycopg

    name = f"test_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    try:
        yield f"{server}{'&' if '?' in server else '?'}options=-csearch_path%3D{name}"
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP SCHEMA {name} CASCADE")


@contextmanager
def ledger_of(settings: Settings) -> Iterator[Ledger]:
    """A ledger that is closed again."""
    ledger = Ledger(settings)
    try:
        yield ledger
    finally:
        ledger.close()


def opened(ledger: Ledger, ruleset: str = "toy", players: tuple[str, ...] = ("Ann", "Ben"), **more: Any) -> Game:
    """A game that has started."""
    return ledger.open_game(cmd.OpenGame(ruleset, players=players, **more)).game


def first_move(game: Game) -> cmd.PlayMove:
    """The first legal move of whoever is to act."""
    seat = game.rules.to_act(game.state)[0]
    return cmd.PlayMove(seat, game.rules.legal_moves(game.state, seat)[0].wire(), game.count)


def play(ledger: Ledger, game: Game, moves: int) -> Game:
    """So many first legal moves."""
    for _ in range(moves):
        game = ledger.execute(game.id, first_move(game)).game
    return game


def play_out(ledger: Ledger, game: Game) -> Game:
    """First legal moves to the end."""
    while game.status != "ENDED":
        game = ledger.execute(game.id, first_move(game)).game
    return game


def do(ledger: Ledger, game: Game, *commands: cmd.Command) -> Done:
    """Commands one after another; the answer to the last."""
    for command in commands:
        done = ledger.execute(game.id, command)
    return done
