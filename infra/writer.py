"""The thread that judges and writes: whatever waits goes together, one transaction and one wait for the disk.

Commands of a game are judged one after another, so they need no lock, each on the position that the one before left. A second thread waits for the
disk and answers; meanwhile the first judges the next wave on what this one will have made of the games, and begins to write only when it is stored.
If it is not, the next wave is judged again. Nobody is answered before what his answer stands on is on the disk.
"""

import queue
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as futures_wait
from contextlib import AbstractContextManager, ExitStack
from typing import Protocol

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
    opens: bool = False  # a new game: there is nothing to look up


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
        self._disk = ThreadPoolExecutor(1, "arbiter-disk")
        self._closed = threading.Event()
        self._closing = threading.Lock()
        self._at = ""  # the time at which what is in hand was taken up

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
        sent: Future[bool] | None = None
        before: dict[str, Hot] = {}
        more = True
        while more or sent is not None:
            orders, judged, more, held = self._gather(before, sent) if more else ([], [], False, sent is None or sent.result())
            sent, before = None, {}
            if not orders:
                continue
            try:
                if not held:  # it was judged on what then was not stored
                    judged = self._judge_all(orders, {}, self._desk.look)
                sent, before = self._send(orders, judged)
            except Exception as error:  # whatever it was, the next wave must have its chance
                self._fail(orders, error)
        self._disk.shutdown()

    def _gather(self, before: dict[str, Hot], sent: "Future[bool] | None") -> tuple[list[Order], list[Judged], bool, bool]:
        """Takes and judges what waits, on what the wave before has made of the games, and goes on until that one is on the disk.

        The orders, what became of them, whether more may come, and whether the wave before was stored.
        """
        orders: list[Order] = []
        judged: list[Judged] = []
        ahead: dict[str, Hot] = {}
        while True:
            fresh, more = self._next(wait=sent is None and not orders, most=self._together - len(orders))
            self._at = clock.now()  # not before there was something to do: a stamp from before the wait would let a late follower see too much
            judged += self._judge_all(fresh, ahead, lambda game_id: before.get(game_id) or self._desk.look(game_id))
            orders += fresh
            if sent is None or sent.done() or not more:
                return orders, judged, more, sent is None or sent.result()
            if not fresh:
                futures_wait([sent])

    def _next(self, *, wait: bool, most: int) -> tuple[list[Order], bool]:
        orders: list[Order] = []
        while len(orders) < most:
            try:
                order = self._orders.get() if wait and not orders else self._orders.get_nowait()
            except queue.Empty:
                break
            if order is None:
                return orders, False
            orders.append(order)
        return orders, True

    def _judge_all(self, orders: list[Order], ahead: dict[str, Hot], look: Callable[[str], Hot | None]) -> list[Judged]:
        return [self._judge(order, ahead, look) for order in orders]

    def _send(self, orders: list[Order], judged: list[Judged]) -> tuple["Future[bool] | None", dict[str, Hot]]:
        """Writes a wave and lets another thread wait for the disk, which leaves this one free to judge; and the games as they will be then."""
        begun = time.perf_counter()
        metrics.QUEUE.set(self._orders.qsize())
        if not any(one.entries for one in judged):
            _answer_all(orders, [one.answer for one in judged])
            return None, {}
        with ExitStack() as stack:
            wave = stack.enter_context(self._desk.begin())
            told = self._write(wave, orders, judged)
            wave.ready()
            commit = stack.pop_all()
        sent = self._disk.submit(self._settle, commit, wave, orders, told, begun)
        return sent, {order.game_id: one.hot for order, one in zip(orders, told, strict=True) if one.hot is not None}

    def _settle(self, commit: ExitStack, wave: Wave, orders: list[Order], told: list[Judged], begun: float) -> bool:
        """Commits and answers; whether it was stored."""
        try:
            commit.close()
            self._desk.committed([one for one in told if one.entries], wave.place)
        except Exception as error:
            self._fail(orders, error)
            return False
        metrics.WAVES.observe(len(orders))
        metrics.COMMIT.observe(time.perf_counter() - begun)
        _answer_all(orders, [one.answer for one in told])
        return True

    def _fail(self, orders: list[Order], error: Exception) -> None:
        _log.error("wave failed", commands=len(orders), error=type(error).__name__, exc_info=not isinstance(error, Trouble))
        self._desk.failed({order.game_id for order in orders})
        trouble = error if isinstance(error, Trouble) else Unavailable("service: the command could not be carried out")
        _answer_all(orders, [trouble] * len(orders))

    def _judge(self, order: Order, ahead: dict[str, Hot], look: Callable[[str], Hot | None]) -> Judged:
        """Judges on what the wave has made of the game, else on memory; a refusal only if memory is not behind the store."""
        try:
            hot = ahead.get(order.game_id)
            known = hot or (None if order.opens else look(order.game_id))
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

    def _write(self, wave: Wave, orders: list[Order], judged: list[Judged]) -> list[Judged]:
        """Puts what was judged into a wave. Where another process was quicker, the game is read again and its commands are judged again."""
        afresh, stale, told = dict[str, Hot](), set[str](), list[Judged]()
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
        return told


def _answer_all(orders: list[Order], answers: list[Done | Exception]) -> None:
    """Counts first: who has his answer can look."""
    for (kind, result), number in Counter((order.kind, _result(answer)) for order, answer in zip(orders, answers, strict=True)).items():
        metrics.COMMANDS(kind, result).inc(number)
    for answer in answers:
        if isinstance(answer, Refused):
            metrics.REFUSALS("service" if answer.clause.startswith("ARB-") else "rules").inc()
    for order, answer in zip(orders, answers, strict=True):
        _answer(order, answer)


def _result(answer: Done | Exception) -> str:
    if isinstance(answer, Done):
        return "replayed" if answer.replayed else "accepted"
    return "refused" if isinstance(answer, Refused) else "failed"


def _answer(order: Order, answer: Done | Exception) -> None:
    if not order.answer.set_running_or_notify_cancel():
        return
    if isinstance(answer, Exception):
        order.answer.set_exception(answer)
    else:
        order.answer.set_result(answer)
