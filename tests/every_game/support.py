"""What the suite of all games stands on: the games, their hooks, their tables, random games that can be reproduced when they fail."""

import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import msgspec

from domain.message import Json, Table
from domain.playout import Step, steps
from domain.shelf import shelf
from domain.table import Rules, board_json, lay
from tests import toy

TESTS = Path(__file__).parent.parent
GAMES = sorted(shelf())
TIMES = int(os.environ.get("ARBITER_TEST_GAMES", "1"))  # multiplies the number of random games


class Laid(NamedTuple):
    """A game with one of its configurations."""

    rules: Rules
    table: Table
    name: str


def rules_of(slug: str) -> Rules:
    return toy.RULES if slug == toy.RULES.slug else shelf()[slug]


def package_of(slug: str) -> str:
    return slug.replace("-", "_")


def folder_of(slug: str) -> Path:
    """The folder of a game's own tests."""
    return TESTS / package_of(slug)


def hooks_of(slug: str) -> ModuleType:
    """What a game tells the suite: CONFIGURATIONS, check, twins."""
    return importlib.import_module("tests.toy_hooks" if slug == toy.RULES.slug else f"tests.{package_of(slug)}.hooks")


def configurations(slug: str) -> list[Laid]:
    """Every table that the game's hooks name; a game without hooks has none, and a test of its own says so."""
    try:
        named = hooks_of(slug).CONFIGURATIONS
    except ModuleNotFoundError:
        return []
    rules = rules_of(slug)
    found = []
    for seats, options, board in named:
        words = "-".join(f"{name}={value}" for name, value in options.items())
        table = lay(rules, seats, options, board)
        own_board = "" if board is None else f"-{board}" if isinstance(board, str) else f"-{table.board.id}" if hasattr(table.board, "id") else "-own-board"
        found.append(Laid(rules, table, f"{slug}-{seats}{'-' if words else ''}{words}{own_board}"))
    return found


def typed(laid: Laid, setup: Json, made: list[Step]) -> Iterator[str]:
    """A record of a game as a person would type it."""
    rules, table = laid.rules, laid.table
    header = {"arbiter": 1, "ruleset": rules.slug, "players": [f"Seat {n}" for n in range(table.seats)], "options": table.options.wire()}
    yield _json({**header, "board": board_json(rules, table)})
    yield _json({"setup": setup})
    for step in made:
        yield _json({"seat": step.seat, "move": step.move.wire(), **({"draws": step.draws} if step.draws else {})})


@contextmanager
def reproducible(laid: Laid, seed: int) -> Iterator[list[Step]]:
    """Yields a list for the steps of a random game. When the test fails it prints the seed and a record that reproduces the game."""
    made: list[Step] = []
    try:
        yield made
    except BaseException as error:
        setup = setup_of(laid, seed)
        error.add_note(f"{laid.name}, seed {seed}, after {len(made)} moves; the record:\n" + "\n".join(typed(laid, setup, made)))
        raise


def random_game(laid: Laid, seed: int, made: list[Step]) -> Iterator[Step]:
    """The steps of a bot game; each is put into ``made`` first."""
    for step in steps(laid.rules, laid.table, seed):
        made.append(step)
        yield step


def setup_of(laid: Laid, seed: int) -> Json:
    """The set-up of the bot game of a seed."""
    from domain.chance import Committed
    from domain.playout import game_of, play_seed

    secret = play_seed(seed)
    return dict(laid.rules.deal(laid.table, Committed(secret, game_of(secret), sources=laid.rules.sources)))


def sampled(made: list[Step], most: int) -> list[Step]:
    """So many steps at most, spread over the game, the first and the last among them."""
    if len(made) <= most:
        return made
    return [made[round(n * (len(made) - 1) / (most - 1))] for n in range(most)]


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
