"""The steps of one game as they happen, kept for a while so that many readers can follow at their own pace.

A reader begins with how the game stands, then come the moves it has not seen, then it lives on the steps: never a gap, never a repeat. A
reader that falls further behind than steps are kept is told so and has to come back.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Final

import msgspec
import strawberry

from api.schema.frames import Discontinuity, MoveFrame, StatusFrame
from domain.events import MoveMade, Recorded
from domain.game import Game, evolve
from domain.seats import Viewer

TOO_SLOW: Final = "too slow to be served everything: subscribe again with afterMove"


class Item(msgspec.Struct, frozen=True):
    """Something to send. Items of one feed and one viewer with the same key look the same, so they are encoded once."""

    key: tuple[Any, ...]
    make: Callable[[], Any]


class Step(msgspec.Struct, frozen=True):
    """The game after an event; ``number`` of the move if it was one."""

    game: Game
    number: int | None


class Feed:
    """One game, followed."""

    def __init__(self, game: Game, keep: int) -> None:
        self.game = game
        self.readers = 0
        self._keep = keep
        self._steps: dict[int, Step] = {}  # by version, the last ``keep``
        self._more = asyncio.Event()

    def put(self, events: Sequence[Recorded]) -> None:
        """What happened next, in order; what is known already changes nothing."""
        for recorded in events:
            if recorded.version != self.game.version + 1:
                continue
            self.game = evolve(self.game, recorded)
            self._steps[recorded.version] = Step(self.game, recorded.event.number if isinstance(recorded.event, MoveMade) else None)
            self._steps.pop(recorded.version - self._keep, None)
        if events:
            self._more.set()
            self._more = asyncio.Event()

    async def follow(self, viewer: Viewer, after: int, late: Callable[[], bool]) -> AsyncIterator[Item]:
        """What one reader is sent. ``late`` says whether the last item could not be sent in time. Ends when the game is over and all was sent."""
        sent, shown = after, _stand(self.game)
        yield _status(self.game)
        while not late() and sent < self.game.count:
            yield _move(self.game, viewer, sent + 1)
            sent += not late()
        version = self.game.version
        if not late() and _stand(self.game) != shown:
            shown = _stand(self.game)
            yield _status(self.game)
        while not late():
            more, step = self._more, self._steps.get(version + 1)
            if step is None and version < self.game.version:
                break
            if step is None:
                if self.game.status == "ENDED":
                    return
                await more.wait()
                continue
            version = step.game.version
            if step.number is not None and step.number > sent:
                yield _move(step.game, viewer, step.number)
                sent = sent if late() else step.number
            if not late() and _stand(step.game) != shown:
                shown = _stand(step.game)
                yield _status(step.game)
        yield _lost(self.game, sent)


def _stand(game: Game) -> tuple[Any, ...]:
    return game.status, game.annulled, game.outcome


def _status(game: Game) -> Item:
    return Item(("status", game.version), lambda: StatusFrame.of(game))


def _move(game: Game, viewer: Viewer, number: int) -> Item:
    return Item(("move", number, game.version), lambda: MoveFrame.of(game, viewer, number))


def _lost(game: Game, sent: int) -> Item:
    lost = Discontinuity(game_id=strawberry.ID(game.id), after_move=sent, head_move=game.count, reason=TOO_SLOW)
    return Item(("lost", sent, game.count), lambda: lost)
