"""A batch of the stream into rows: folded without holding anybody up, then written in one transaction with the position."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa

from infra import metrics
from infra.event_store import ATTEMPTS
from infra.log import logger
from infra.memory import Memory
from infra.notices import Notification
from infra.stream import Batch, Place
from projections.announce import announce
from projections.folding import Folding, Poisoned
from projections.generations import SET_ASIDE, ReadStore, Superseded, advance, begun, positions, set_aside, still, unmoved, without_table
from projections.poison import lasting
from projections.rows import stored_shadow
from projections.shadow import Shadow
from projections.tables import Tables, tables_of

_log = logger("projections")
_SHADOWS: Final = 20_000


class Taken(msgspec.Struct, frozen=True):
    """What a batch changed: games with their newest version; and the rulesets that this version would have needed."""

    messages: int
    games: dict[str, int]
    lacking: frozenset[str] = frozenset()


class Folded(NamedTuple):
    """A batch that waits to be written: its rows, the games after it, those that cannot be projected."""

    folding: Folding | None
    shadows: list[Shadow]
    poisoned: dict[str, Poisoned]

    def taken(self, messages: int) -> Taken:
        lacking = frozenset(poison.lacking for poison in self.poisoned.values() if poison.lacking is not None)
        return Taken(messages, {shadow.game_id: shadow.version for shadow in self.shadows}, lacking)


class _Read(NamedTuple):
    """A batch as it was folded: where the generation stood, what was set aside then, how many messages were new."""

    before: dict[Place, int]
    aside: set[str]
    messages: int
    folded: Folded


class Projector:
    """Takes batches in for one generation, which is in ``state`` (active, or building)."""

    def __init__(self, store: ReadStore, generation: int, state: str) -> None:
        self.store, self.generation, self.state = store, generation, state
        self.tables: Tables = tables_of(generation)
        self._shadows: Memory[str, Shadow] = Memory(_SHADOWS)

    def positions(self) -> dict[Place, int]:
        """How far it has come."""
        with self.store.engine.connect() as connection:
            return positions(connection, self.generation)

    def take(self, batch: Batch) -> Taken:
        """Takes a batch in, whole or not at all; raises ``Superseded`` when somebody else works on this generation."""
        try:
            return self._take(batch)
        except Exception as error:
            self.forget()
            _raise_passing(error)
            _log.error("a batch cannot be taken in, the game that it fails for is looked for", error=type(error).__name__)
            return self._take_carefully(batch)
        except BaseException:
            self.forget()
            raise

    def forget(self) -> None:
        """Memory may be ahead of the tables: read again."""
        self._shadows.clear()

    def take_within(self, connection: sa.Connection, batch: Batch) -> Taken:
        """Takes a batch in inside the transaction of whoever keeps everybody else from writing; who rolls it back has to ``forget``."""
        read = self._read(connection, batch)
        self._write(connection, batch, read)
        return self._done(read)

    def _take(self, batch: Batch) -> Taken:
        with self.store.engine.connect() as connection, connection.begin():
            read = self._read(connection, batch)
        with self._writing() as connection:
            if self._set_aside(connection) != read.aside:
                raise Superseded("a game that was set aside has come back, or one was set aside")  # what was passed over may have to be taken in now
            self._write(connection, batch, read)
        return self._done(read)

    def _read(self, connection: sa.Connection, batch: Batch) -> _Read:
        before = positions(connection, self.generation)
        messages = [one for one in batch.messages if one.id > before.get((one.topic, one.partition), 0)]
        aside = self._set_aside(connection)
        return _Read(before, aside, len(messages), self._fold(connection, messages, aside))

    def _write(self, connection: sa.Connection, batch: Batch, read: _Read) -> None:
        advance(connection, self.generation, read.before, batch.positions)  # first: rows that another worker has written already would be taken for poison
        self._put(connection, read.folded)

    def _done(self, read: _Read) -> Taken:
        self._told(read.folded)
        for shadow in read.folded.shadows:
            self._shadows.put(shadow.game_id, shadow)
        metrics.PROJECTED.inc(read.messages)
        return read.folded.taken(read.messages)

    def _take_carefully(self, batch: Batch) -> Taken:
        """Halves of the batch, quarters, …, each in a transaction of its own, until a game that fails stands alone and is set aside; the others are in by then.

        Each transaction holds on to this worker's places from the beginning, so nobody writes these games meanwhile; versions keep them from counting twice.
        """
        places = {(one.topic, one.partition) for one in batch.messages}
        with self._writing() as connection:
            before = begun(connection, self.generation, places)
        messages = [one for one in batch.messages if one.id > before[one.topic, one.partition]]
        games = self._sift(list(_by_game(messages).items()), before, places)
        with self._writing() as connection:
            advance(connection, self.generation, before, batch.positions)
        metrics.PROJECTED.inc(len(messages))
        return Taken(len(messages), games.games, games.lacking)

    def _sift(self, games: Sequence[tuple[str, list[Notification]]], before: dict[Place, int], places: Collection[Place]) -> Taken:
        messages = [notice for _, notices in games for notice in notices]
        try:
            with self._writing() as connection:
                unmoved(connection, self.generation, before, places)
                folded = self._fold(connection, messages, self._set_aside(connection))
                self._put(connection, folded)
        except Exception as error:
            _raise_passing(error)
            if len(games) == 1:
                return self._without(*games[0], error, before, places)
            middle = len(games) // 2
            first, second = self._sift(games[:middle], before, places), self._sift(games[middle:], before, places)
            return Taken(len(messages), first.games | second.games, first.lacking | second.lacking)
        self._told(folded)
        return folded.taken(len(messages))

    def _without(self, game_id: str, notices: list[Notification], error: Exception, before: dict[Place, int], places: Collection[Place]) -> Taken:
        """One game is set aside."""
        cause = getattr(error, "orig", None) or error
        poison = Poisoned(notices[0].version, f"{type(cause).__name__}: its rows cannot be made or written")
        poison.__cause__ = error
        folded = Folded(None, [], {game_id: poison})
        with self._writing() as connection:
            unmoved(connection, self.generation, before, places)
            self._put(connection, folded)
        self._told(folded)
        return folded.taken(len(notices))

    def _fold(self, connection: sa.Connection, messages: Sequence[Notification], aside: set[str]) -> Folded:
        folding, shadows, poisoned = Folding(connection, self.tables), [], dict[str, Poisoned]()
        by_game = _by_game(messages)
        new = self._new(connection, by_game)
        for game_id, notices in sorted(by_game.items()):  # by key: neighbours in the tables are written together
            if game_id in aside:
                continue
            for notice in notices:
                if notice.topic == ATTEMPTS:
                    folding.attempt(notice)
            played = [notice for notice in notices if notice.topic != ATTEMPTS]
            if not played:
                continue
            try:
                read = partial(self._shadow, connection, game_id, played[0].version)
                shadow = folding.game((lambda: None) if game_id in new else read, played)
            except Poisoned as poison:
                poisoned[game_id] = poison
            else:
                shadows += [] if shadow is None else [shadow]
        folding.finish()
        return Folded(folding, shadows, poisoned)

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        """A transaction that writes to this generation, as long as it is in this state."""
        with self.store.writing() as connection:
            still(connection, self.generation, self.state)
            yield connection

    def _put(self, connection: sa.Connection, folded: Folded) -> None:
        if folded.folding is not None:
            folded.folding.draft.write(connection, self.tables)
        for game_id, poison in folded.poisoned.items():
            set_aside(connection, self.generation, game_id, poison.version, poison.reason)
        if self.state == "active":
            announce(connection, {shadow.game_id: shadow.version for shadow in folded.shadows})

    def _told(self, folded: Folded) -> None:
        for game_id, poison in folded.poisoned.items():
            if poison.lacking is None or self.state == "active":  # whoever rebuilds says it once
                _log.error("game set aside: it cannot be projected", game=game_id, version=poison.version, error=type(poison.__cause__).__name__)
            self._shadows.forget(game_id)

    def _set_aside(self, connection: sa.Connection) -> set[str]:
        return set(connection.execute(sa.select(SET_ASIDE.c.game_id).where(SET_ASIDE.c.generation == self.generation)).scalars())

    def _new(self, connection: sa.Connection, game_ids: Iterable[str]) -> set[str]:
        """Which of these games have no row yet."""
        unknown = [game_id for game_id in game_ids if self._shadows.get(game_id) is None]
        games = self.tables.games
        found = connection.execute(sa.select(games.c.game_id).where(games.c.game_id.in_(unknown))).scalars() if unknown else ()
        return set(unknown).difference(found)

    def _shadow(self, connection: sa.Connection, game_id: str, version: int) -> Shadow | None:
        """The game before its event ``version``: from memory, unless another worker has followed it meanwhile."""
        known = self._shadows.get(game_id)
        if known is not None and version <= known.version + 1:
            return known
        return stored_shadow(connection, self.tables, game_id)


def _raise_passing(error: Exception) -> None:
    """Raises what may be tried again."""
    if without_table(error):
        raise Superseded("its tables are gone") from error
    if not lasting(error):
        raise error


def _by_game(messages: Iterable[Notification]) -> dict[str, list[Notification]]:
    games: dict[str, list[Notification]] = {}
    for message in messages:
        games.setdefault(message.game_id, []).append(message)
    return games
