"""The write side: commands in, events on the disk, answers out."""

from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from domain import commands as cmd
from domain.events import Recorded
from domain.game import Game
from domain.referee import Ruling, Setting, open_game
from domain.refusal import SERVICE, UNREADABLE, Refused
from domain.seats import Seat
from infra import clock, metrics
from infra.archive import Archive
from infra.attempts import Allowance, Attempt
from infra.database import engine, gate, migrate
from infra.event_store import EventStore
from infra.hot import Hot, fresh
from infra.judging import Done, Judged, done_of, judged
from infra.memory import Memory
from infra.notices import Log, Notification, only_games
from infra.randomness import new_game_id, new_mark, new_seed
from infra.settings import Settings
from infra.trouble import Unavailable
from infra.waves import Wave, wave
from infra.wire import NotPlain
from infra.writer import Order, Writer

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Attempt", "Done", "Ledger", "Notification"]


class Ledger:
    """All games of one database. Threads may share it; other processes may write to the same database."""

    def __init__(self, settings: Settings) -> None:
        migrate(settings)
        self.settings = settings
        self._store = EventStore(settings)
        self._engine = engine(settings)
        self._archive = Archive(self._store, self._engine)
        self.log = Log(self._store)
        self._hot: Memory[str, Hot] = Memory(settings.hot_moves)
        self._allowance = Allowance(settings.attempts_per_minute)
        self._loading = ThreadPoolExecutor(2, "arbiter-loader")
        self._writer = Writer(self, settings.command_queue, settings.wave)
        self._writer.start()

    def open_game(self, command: cmd.OpenGame) -> Done:
        """Opens a game under a new id, with a new secret seed."""
        return self.submit_opening(command).result()

    def submit_opening(self, command: cmd.OpenGame) -> "Future[Done]":
        """The same without waiting: the answer comes when the game is on the disk."""
        answer: Future[Done] = Future()
        try:
            id, seed = new_game_id(), new_seed()
            hot, entries, told = fresh(id, seed).put(Ruling(open_game(id, command, Setting(seed, clock.now()))), None, new_mark())
            assert hot.game is not None
            one = Judged(done_of(hot.game, told), entries, hot, seed=seed)
            self._writer.put(Order(hot.game.id, "OpenGame", lambda *_: one, answer, opens=True))
        except NotPlain as error:
            answer.set_exception(Refused(UNREADABLE, f"options: {error}"))
        except (Refused, Unavailable) as no:
            answer.set_exception(no)
        return answer

    def submit(self, game_id: str, command: cmd.Command, command_id: str | None = None) -> "Future[Done]":
        """Judges a command when its turn comes; the answer comes when all that follows from it is on the disk.

        Raises through the future: ``Refused`` (a refused move has an ``attempt_id`` then, if it was recorded), ``Conflict``, ``Unavailable``.
        """
        answer: Future[Done] = Future()

        def judge(hot: Hot | None, at: str) -> Judged:
            if hot is None or hot.game is None:
                return Judged(Refused(SERVICE, "gameId: there is no such game"))
            return judged(hot, command, command_id, at, self._allowance, self.settings.attempts_per_seat, self._known)

        order = Order(game_id, type(command).__name__, judge, answer)
        if self._hot.get(game_id) is not None:
            self._queue(order)
        else:
            self._loading.submit(self._load_and_queue, order)
        return answer

    def execute(self, game_id: str, command: cmd.Command, command_id: str | None = None) -> Done:
        """The same, and waits for the answer."""
        return self.submit(game_id, command, command_id).result()

    def game(self, game_id: str) -> Game | None:
        """The game as it is now, None where there is none."""
        hot = self._hot.get(game_id)
        if hot is None or self.behind(hot):
            hot = self.look_again(game_id)
        return None if hot is None else hot.game

    def events_after(self, game_id: str, version: int, limit: int | None = None) -> list[Recorded]:
        """The events of a game after a version, in order, as they stand in the store."""
        return list(self._archive.history(game_id, version, limit))

    def attempts_of(self, game_id: str, seat: Seat | None = None) -> list[Attempt]:
        """The refused moves of a game, or of one seat of it, in order."""
        return self._archive.attempts(game_id, seat)

    def after(self, position: int, limit: int) -> list[Notification]:
        """Events of games in the log after a place, at most ``limit`` places further (fewer where refused attempts lie between)."""
        return only_games(self.log.after(position, limit))

    def wait(self, position: int, timeout: float) -> bool:
        """Waits until something was committed after a place in the log."""
        return self.log.wait(position, timeout)

    def usable(self) -> bool:
        """Whether the database answers."""
        try:
            self.log.head()
        except Unavailable:
            return False
        return True

    def drain(self) -> None:
        """Takes no more commands, and finishes those that wait."""
        self._loading.shutdown()
        self._writer.close()

    def close(self) -> None:
        """Finishes what waits and lets go of the database."""
        self.drain()
        self._engine.dispose()
        self._store.close()

    def _load_and_queue(self, order: Order) -> None:
        try:
            self.look(order.game_id)
        except Exception as error:
            order.answer.set_exception(error if isinstance(error, Unavailable) else Unavailable("gameId: the game cannot be read"))
        else:
            self._queue(order)

    def _queue(self, order: Order) -> None:
        try:
            self._writer.put(order)
        except (Refused, Unavailable) as no:
            order.answer.set_exception(no)

    def _known(self, game_id: str, seat: Seat, attempt_id: str) -> bool:
        return any(attempt.id == attempt_id for attempt in self._archive.attempts(game_id, seat))

    # what the writer asks for

    def look(self, game_id: str) -> Hot | None:
        return self._hot.get(game_id) or self.look_again(game_id)

    def look_again(self, game_id: str) -> Hot | None:
        hot = self._archive.load(game_id)
        if hot is not None:
            self._hot.put(game_id, hot, hot.weight)
        return hot

    def behind(self, hot: Hot) -> bool:
        return self._archive.grown(hot)

    def begin(self) -> AbstractContextManager[Wave]:
        return self._begin()

    @contextmanager
    def _begin(self) -> "Iterator[Wave]":
        with gate(self.settings), wave(self._store) as open_wave:
            yield open_wave

    def committed(self, judged: list[Judged], place: int) -> None:
        for one in judged:
            if one.hot is not None and one.hot.game is not None:
                self._hot.put(one.hot.game.id, one.hot, one.hot.weight)
            if one.attempt is not None:
                self._allowance.kept(one.attempt)
        for name, number in Counter(entry.name for one in judged for entry in one.entries).items():
            metrics.EVENTS(name).inc(number)
        self.log.ring(place)

    def failed(self, game_ids: set[str]) -> None:
        for game_id in game_ids:
            self._hot.forget(game_id)
