"""The thread that judges and commits: whatever waits goes together, one transaction and one wait for the disk.

Judging happens here too, so commands of a game come one after another without a lock, each on the position that the one before left.
"""

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import Any, Protocol

import msgspec

from domain.refusal import Refused
from infra import clock, metrics
from infra.hot import Hot
from infra.judging import Done, Judged
from infra.log import logger
from infra.trouble import BUSY, Trouble, Unavailable
from infra.waves import Wave

_log = logger("writer")


class Order(msgspec.Struct, frozen=True, eq=False):
    """A command that waits: ``judge`` is a function of the game as it is when its turn comes (None where ``game_id`` is new), and of the time."""

    game_id: str
    kind: str
    judge: Callable[[Hot | None, str], Judged]
    answer: "Future[Done]"


class Desk(Protocol):
    """What the writer needs: the games, a transaction, and somebody to tell."""

    def look(self, game_id: str) -> Hot | None:
        """The game in memory, else from the store."""

    def look_again(self, game_id: str) -> Hot | None:
        """The game from the store: memory was behind."""

    def behind(self, hot: Hot) -> bool:
        """Whether the store has more of this game than memory."""

    def begin(self) -> AbstractContextManager[Wave]:
        """A transaction."""

    def committed(self, judged: list[Judged], place: int) -> None:
        """These are on the disk; ``place`` is the last one in the log."""

    def failed(self, game_ids: set[str]) -> None:
        """A transaction failed: what memory holds of these games may be wrong."""


class Writer:
    """The queue and its thread."""

    def __init__(self, desk: Desk, waiting: int, together: int) -> None:
        self._desk, self._together = desk, together
        self._orders: queue.Queue[Order | None] = queue.Queue(waiting)
        self._thread = threading.Thread(target=self._run, name="arbiter-writer", daemon=True)
        self._closed = threading.Event()
        self._closing = threading.Lock()
        self._at = ""  # the time of the wave in hand: its commands are committed together

    def start(self) -> None:
        """Begins to work."""
        self._thread.start()

    def close(self) -> None:
        """Takes nothing more, finishes what waits, ends."""
        with self._closing:
            if self._closed.is_set():
                return
            self._closed.set()
        if self._thread.is_alive():
            self._orders.put(None)
            self._thread.join()

    def put(self, order: Order) -> None:
        """Queues a command; refuses with ARB-7 when too many wait."""
        with self._closing:
            if self._closed.is_set():
                raise Unavailable("service: it is shutting down")
            try:
                self._orders.put_nowait(order)
            except queue.Full:
                raise Refused(BUSY, "service: too many commands wait, try again") from None

    def _run(self) -> None:
        more = True
        while more:
            orders, more = self._next()
            if not orders:
                continue
            try:
                self._wave(orders)
            except Exception as error:  # whatever it was, the next wave must have its chance
                _log.error("wave failed", commands=len(orders), error=type(error).__name__, exc_info=not isinstance(error, Trouble))
                self._desk.failed({order.game_id for order in orders})
                trouble = error if isinstance(error, Trouble) else Unavailable("service: the command could not be carried out")
                for order in orders:
                    _answer(order, trouble)

    def _next(self) -> tuple[list[Order], bool]:
        first = self._orders.get()
        orders: list[Order] = []
        while first is not None:
            orders.append(first)
            if len(orders) >= self._together:
                return orders, True
            try:
                first = self._orders.get_nowait()
            except queue.Empty:
                return orders, True
        return orders, False

    def _wave(self, orders: list[Order]) -> None:
        begun = time.perf_counter()
        metrics.QUEUE.set(self._orders.qsize())
        ahead: dict[str, Hot] = {}
        self._at = clock.now()
        judged = [self._judge(order, ahead, self._desk.look) for order in orders]
        if any(one.entries for one in judged):
            judged, place = self._commit(orders, judged)
            self._desk.committed([one for one in judged if one.entries], place)
            metrics.WAVES.observe(len(orders))
            metrics.COMMIT.observe(time.perf_counter() - begun)
        for order, one in zip(orders, judged, strict=True):
            _answer(order, one.answer)

    def _judge(self, order: Order, ahead: dict[str, Hot], look: Callable[[str], Hot | None]) -> Judged:
        """Judges on what the wave has made of the game, else on memory; a refusal only if memory is not behind the store."""
        try:
            hot = ahead.get(order.game_id)
            known = hot or look(order.game_id)
            one = order.judge(known, self._at)
            if hot is None and known is not None and one.refused and self._desk.behind(known):
                one = order.judge(self._desk.look_again(order.game_id), self._at)
        except Trouble as trouble:
            return Judged(trouble)
        except Exception as error:  # a fault of a game's rules must not touch other games
            _log.error("judging failed", game=order.game_id, kind=order.kind, error=type(error).__name__, exc_info=True)
            return Judged(Unavailable("service: the command could not be judged"))
        if one.hot is not None:
            ahead[order.game_id] = one.hot
        return one

    def _commit(self, orders: list[Order], judged: list[Judged]) -> tuple[list[Judged], int]:
        """Stores what was judged. Where another process was quicker, the game is read again and its commands are judged again."""
        afresh, stale, told = dict[str, Hot](), set[str](), list[Judged]()
        with self._desk.begin() as wave:
            wave.expect({one.entries[0].originator_id for one in judged if one.entries})
            for order, first in zip(orders, judged, strict=True):
                one = self._judge(order, afresh, self._desk.look_again) if order.game_id in stale else first
                stored = not one.entries or wave.put(one.entries, one.seed)
                if not stored:
                    stale.add(order.game_id)
                    afresh.pop(order.game_id, None)
                    one = self._judge(order, afresh, self._desk.look_again)
                    stored = not one.entries or wave.put(one.entries, one.seed)
                if not stored:
                    afresh.pop(order.game_id, None)
                    one = Judged(Unavailable("gameId: too much happens in this game at once, try again"))
                told.append(one)
        return told, wave.place


def _answer(order: Order, answer: Any) -> None:
    result = "accepted" if isinstance(answer, Done) else "refused" if isinstance(answer, Refused) else "failed"
    metrics.COMMANDS(order.kind, "replayed" if isinstance(answer, Done) and answer.replayed else result).inc()
    if isinstance(answer, Refused):
        metrics.REFUSALS("service" if answer.clause.startswith("ARB-") else "rules").inc()
    if not order.answer.set_running_or_notify_cancel():
        return
    if isinstance(answer, Exception):
        order.answer.set_exception(answer)
    else:
        order.answer.set_result(answer)
