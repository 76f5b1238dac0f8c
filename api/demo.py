"""Bots that play a game of every ruleset on the shelf, over and over, slowly enough to watch."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from domain import commands as cmd
from domain.game import Game
from domain.playout import choose
from domain.refusal import Refused
from domain.shelf import shelf
from domain.table import Rules
from infra.ledger import Ledger
from infra.log import logger
from infra.trouble import Trouble

PAUSE: Final = (0.8, 2.0)  # seconds between moves, at least and at most
INTERVAL: Final = 10.0  # seconds between games
NAMES: Final = ("Ada", "Blaise", "Carl", "Dorothy", "Emmy", "Fermat", "Grace", "Hypatia")

_log = logger("demo")


@asynccontextmanager
async def play_for_ever(ledger: Ledger, wanted: bool) -> AsyncIterator[None]:
    """One table a ruleset for as long as this lasts; what is still running at the end is stopped by consent."""
    tables = [asyncio.create_task(_table(ledger, rules)) for rules in shelf().values()] if wanted else []
    try:
        yield
    finally:
        for table in tables:
            table.cancel()
        await asyncio.gather(*tables, return_exceptions=True)


async def _table(ledger: Ledger, rules: Rules) -> None:
    while True:
        try:
            await _game(ledger, rules)
        except (Refused, Trouble) as trouble:
            _log.warning("table", ruleset=rules.slug, error=type(trouble).__name__)
        await asyncio.sleep(INTERVAL)


async def _game(ledger: Ledger, rules: Rules) -> None:
    opening = asyncio.ensure_future(_opened(ledger, rules))
    try:
        game = await asyncio.shield(opening)
    except asyncio.CancelledError:  # it is opened all the same
        _stop(ledger, await opening)
        raise
    try:
        while game.status == "RUNNING" and rules.to_act(game.state):
            await asyncio.sleep(random.uniform(*PAUSE))  # noqa: S311 (no secret)
            seat, move = await asyncio.to_thread(choose, rules, game.state, random.Random())  # noqa: S311 (bots may be foreseen)
            game = (await asyncio.wrap_future(ledger.submit(game.id, cmd.PlayMove(seat, move)))).game
    finally:
        if game.status == "RUNNING":
            _stop(ledger, game)


async def _opened(ledger: Ledger, rules: Rules) -> Game:
    players = tuple(random.sample(NAMES, random.choice(rules.seats)))  # noqa: S311 (bots may be foreseen)
    return (await asyncio.wrap_future(await asyncio.to_thread(ledger.submit_opening, cmd.OpenGame(rules.slug, players=players)))).game


def _stop(ledger: Ledger, game: Game) -> None:
    """All bots agree to stop, so that no table is left standing; waits for the disk, since it happens when the service goes down."""
    with suppress(Refused, Trouble):
        proposal = ledger.execute(game.id, cmd.ProposeStop(0)).game.proposals[-1].id
        for seat in range(1, game.table.seats):
            ledger.execute(game.id, cmd.Agree(seat, proposal))
