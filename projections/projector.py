"""A batch of the stream into rows: folded without holding anybody up, then written in one transaction with the position."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import msgspec
import sqlalchemy as sa

from infra import clock, metrics
from infra.event_store import ATTEMPTS
from infra.log import logger
from infra.memory import Memory
from infra.notices import Notification
from infra.stream import Batch, Place
from projections.announce import announce
from projections.folding import Folding, Poisoned
from projections.generations import SET_ASIDE, ReadStore, Superseded, advance, positions, still, unmoved, without_table
from projections.history import BlockMemory
from projections.rows import read_game
from projections.shadow import Shadow, shadow_of
from projections.tables import Tables, tables_of

_log = logger("projections")
_SHADOWS: Final = 20_000


class Taken(msgspec.Struct, frozen=True):
    """What a batch changed: games with their newest version."""

    messages: int
    games: dict[str, int]


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
        except sa.exc.DBAPIError as error:
            self.forget()
            if without_table(error):
                raise Superseded("its tables are gone") from error
            if isinstance(error, sa.exc.OperationalError):
                raise
            _log.error("a batch cannot be written, one game at a time now", error=type(error.orig).__name__)
            return self._take_carefully(batch)
        except BaseException:
            self.forget()
            raise

    def forget(self) -> None:
        """Memory may be ahead of the tables: read again."""
        self._shadows.clear()

    def _take(self, batch: Batch) -> Taken:
        with self.store.engine.connect() as connection, connection.begin():
            before = positions(connection, self.generation)
            messages = [one for one in batch.messages if one.id > before.get((one.topic, one.partition), 0)]
            aside = self._set_aside(connection)
            folding, shadows, poisoned = self._fold(connection, messages, aside)
        self._write(folding, shadows, poisoned, aside, lambda writing: advance(writing, self.generation, before, batch.positions))
        for shadow in shadows:
            self._shadows.put(shadow.game_id, shadow)
        metrics.PROJECTED.inc(len(messages))
        return Taken(len(messages), {shadow.game_id: shadow.version for shadow in shadows})

    def _take_carefully(self, batch: Batch) -> Taken:
        """Each game in a transaction of its own, so that the one whose rows cannot be written is found and set aside; versions keep it from counting twice."""
        games: dict[str, int] = {}
        before, places = self.positions(), {(one.topic, one.partition) for one in batch.messages}

        def guard(writing: sa.Connection) -> None:
            unmoved(writing, self.generation, before, places)

        for game_id, notices in _by_game(batch.messages).items():
            try:
                with self.store.engine.connect() as connection, connection.begin():
                    aside = self._set_aside(connection)
                    folding, shadows, poisoned = self._fold(connection, notices, aside)
                self._write(folding, shadows, poisoned, aside, guard)
                games |= {shadow.game_id: shadow.version for shadow in shadows}
            except sa.exc.OperationalError:
                raise
            except sa.exc.DBAPIError as error:
                poison = Poisoned(notices[0].version, f"{type(error.orig).__name__}: its rows cannot be written")
                self._write(None, [], {game_id: poison}, None, guard)
        self._write(None, [], {}, None, lambda writing: advance(writing, self.generation, before, batch.positions))
        return Taken(len(batch.messages), games)

    def _fold(self, connection: sa.Connection, messages: Sequence[Notification], aside: set[str]) -> tuple[Folding, list[Shadow], dict[str, Poisoned]]:
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
                shadow = folding.game(None if game_id in new else self._shadow(connection, game_id, played[0].version), played)
            except Poisoned as poison:
                poisoned[game_id] = poison
            else:
                shadows += [] if shadow is None else [shadow]
        folding.finish()
        return folding, shadows, poisoned

    def _write(
        self, folding: Folding | None, shadows: list[Shadow], poisoned: dict[str, Poisoned], aside: set[str] | None, guard: Callable[[sa.Connection], None]
    ) -> None:
        """One transaction; ``guard`` comes first: rows that another worker has written already would be taken for poison."""
        with self.store.writing() as connection:
            still(connection, self.generation, self.state)
            if aside is not None and self._set_aside(connection) != aside:
                raise Superseded("a game that was set aside has come back, or one was set aside")  # what was passed over may have to be taken in now
            guard(connection)
            if folding is not None:
                folding.draft.write(connection, self.tables)
            for game_id, poison in poisoned.items():
                row = {"generation": self.generation, "game_id": game_id, "version": poison.version, "reason": poison.reason, "at": clock.now()}
                connection.execute(sa.insert(SET_ASIDE).values(row))
            if self.state == "active":
                announce(connection, {shadow.game_id: shadow.version for shadow in shadows})
        for game_id, poison in poisoned.items():
            _log.error("game set aside: it cannot be projected", game=game_id, version=poison.version, error=type(poison.__cause__).__name__)
            self._shadows.forget(game_id)

    def _set_aside(self, connection: sa.Connection) -> set[str]:
        aside = set(connection.execute(sa.select(SET_ASIDE.c.game_id).where(SET_ASIDE.c.generation == self.generation)).scalars())
        metrics.POISONED.set(len(aside))
        return aside

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
        memory: BlockMemory = Memory(100_000)
        found = read_game(lambda look: look(connection, self.tables), memory, game_id)
        return None if found is None else shadow_of(*found)


def _by_game(messages: Iterable[Notification]) -> dict[str, list[Notification]]:
    games: dict[str, list[Notification]] = {}
    for message in messages:
        games.setdefault(message.game_id, []).append(message)
    return games
