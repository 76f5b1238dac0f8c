"""What can be followed live."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any

import strawberry

from api.context import Context, Info
from api.schema.frames import GameFrame
from api.schema.marks import subscription
from api.schema.paging import GameSummary, Standing
from api.schema.queries import known_ruleset
from api.sharing import Asked
from domain.refusal import UNREADABLE, Refused

WATCHED = 1_000  # games that wait to be told of; the oldest news goes first
BOARD = 100  # lines of a leaderboard
SETTLE = 0.05  # seconds beyond the delay, so that what was heard of is old enough to be read


@strawberry.type
class Subscription:
    """Live, over the WebSocket protocol ``graphql-transport-ws``."""

    @subscription("StatusFrame, then the moves after ``afterMove`` (left out: all), then live; completes when the game is over.")
    async def game(self, info: Info, id: strawberry.ID, after_move: int | None = None) -> AsyncGenerator[GameFrame, None]:
        asked = Asked(str(id), after_move or 0)
        if asked.after < 0:
            raise Refused(UNREADABLE, "afterMove: must be the number of a move, or 0")
        printer = info.context.printer
        frames = _alone(info.context, asked) if printer is None else printer.frames(asked)
        async with aclosing(frames):
            async for frame in frames:
                yield frame

    @subscription("Games as they are opened, started, played and ended; of one that changes quickly the newest state.")
    async def games(self, info: Info, ruleset: strawberry.ID | None = None) -> AsyncGenerator[GameSummary, None]:
        context, wanted = info.context, known_ruleset(ruleset)
        async for ids in _news(context):
            for game_id in ids:
                row = await context.services.reading.summary(game_id, context.identity)
                if row is not None and wanted in (None, row.ruleset):
                    yield GameSummary.of(row)

    @subscription("The leaderboard as it is, and again whenever it changes.")
    async def leaderboard(self, info: Info, ruleset: strawberry.ID | None = None) -> AsyncGenerator[list[Standing], None]:
        context, wanted = info.context, known_ruleset(ruleset)
        shown = await context.services.reading.leaderboard(context.identity, wanted, BOARD, None)
        yield [Standing.of(row) for row in shown]
        async for _ in _news(context):
            rows = await context.services.reading.leaderboard(context.identity, wanted, BOARD, None)
            if rows != shown:
                shown = rows
                yield [Standing.of(row) for row in rows]


async def _alone(context: Context, asked: Asked) -> AsyncGenerator[Any, None]:
    """The frames of one subscriber that shares with nobody."""
    identity = context.identity
    async with context.services.hub.feed(asked.game_id, identity.is_delayed(asked.game_id)) as feed:
        async for item in feed.follow(identity.viewer(asked.game_id), asked.after, lambda: False):
            yield item.make()


async def _news(context: Context) -> AsyncIterator[tuple[str, ...]]:
    """The ids of games that have changed, when whoever asks may know of it."""
    services = context.services
    delay = services.reading.delay if context.identity.is_delayed(None) else 0
    async with services.hub.watch(WATCHED) as watch:
        while True:
            ids = await watch.next()
            if delay:
                await asyncio.sleep(delay + SETTLE)
            yield ids
