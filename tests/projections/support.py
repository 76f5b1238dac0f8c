"""A read side without threads, games with everything in them, a game that lasts."""

import dataclasses
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import msgspec

from domain import commands as cmd
from domain.game import Game
from domain.refusal import Refused
from domain.ruleset import Ruleset
from infra.database import migrate
from infra.ledger import Ledger
from infra.settings import Settings
from infra.stream import Batch, LogStream, Positions, Stream
from projections.bell import Bell
from projections.generations import ReadStore, ensure
from projections.library import Library
from projections.worker import Worker
from tests import toy
from tests.projections.equality import projection_hash
from tests.stores import ledger_of

# The toy with so many cards that a game of it lasts as long as one likes; heaps are not kept, so that a position stays small.
LONG: Final[Ruleset[Any, Any, Any]] = dataclasses.replace(
    toy.RULES,
    slug="long",
    empty=lambda table: toy.ToyState(table=table, pile=(6_000, 6_000, 6_000)),
    evolve=lambda state, fact: msgspec.structs.replace(toy.evolve(state, fact), heaps=()),
)


class Desk:
    """Ledger, worker and library of one database; nothing moves unless ``catch_up`` is called."""

    def __init__(self, settings: Settings, ledger: Ledger, store: ReadStore, wrap: Callable[[Stream], Stream]) -> None:
        self.settings, self.ledger, self.store, self.bell = settings, ledger, store, Bell()
        self.stream = wrap(LogStream(ledger.log))
        self.worker = Worker(store, self.stream, self.bell)
        self.library = Library(settings, store, self.bell)

    def catch_up(self) -> None:
        """The projections take in whatever was committed."""
        while self.worker.step():
            pass

    def hash(self) -> str:
        with self.store.reading() as (connection, tables):
            return projection_hash(connection, tables)

    def rows(self, base: str) -> list[dict[str, Any]]:
        with self.store.reading() as (connection, tables):
            table = tables.by_base[base]
            return [dict(row._mapping) for row in connection.execute(table.select().order_by(*table.primary_key))]


@contextmanager
def desk(settings: Settings, wrap: Callable[[Stream], Stream] = lambda stream: stream, *, fits: bool = True) -> Iterator[Desk]:
    """A desk; ``fits`` says whether what the tables hold has the shape of this version."""
    migrate(settings)
    with ledger_of(settings) as ledger:
        store = ReadStore(settings)
        try:
            assert ensure(store) == fits
            yield Desk(settings, ledger, store, wrap)
        finally:
            store.close()


class Feed:
    """A stream of messages that a test hands over, in batches of its own."""

    def __init__(self, batches: list[Batch]) -> None:
        self._batches = batches

    def ends(self) -> Positions:
        return {("waiting", 0): len(self._batches)}

    def poll(self, positions: Positions, limit: int, timeout: float) -> Batch:
        return self._batches.pop(0) if self._batches else Batch([], dict(positions))


def wild(ledger: Ledger, game: Game, rng: random.Random, steps: int) -> Iterator[Game]:
    """Whatever can be asked of a game, at random: moves, talk, undo, disputes and verdicts, stops, resignations, nonsense."""
    for number in range(steps):
        command = _wild_command(game, rng, number)
        try:
            game = ledger.execute(game.id, command, f"{number}" if isinstance(command, cmd.PlayMove) and rng.random() < 0.5 else None).game
        except Refused:
            continue
        yield game


def _wild_command(game: Game, rng: random.Random, number: int) -> cmd.Command:
    seats = game.table.seats
    seat, roll = rng.randrange(seats), rng.random()
    acting = game.rules.to_act(game.state)
    open_disputes = [dispute for dispute in game.disputes if dispute.verdict is None]
    if roll < 0.62 and acting:
        legal = game.rules.legal_moves(game.state, acting[0])
        return cmd.PlayMove(acting[0], rng.choice(list(legal)).wire())
    if roll < 0.66:
        return cmd.PlayMove(seat, {"kind": "nonsense", "number": number})
    if roll < 0.72:
        return cmd.SendMessage(seat, text=f"words {number}")
    if roll < 0.77:
        return cmd.ProposeUndo(seat, game.head)
    if roll < 0.84 and game.proposals:
        return cmd.Agree(seat, game.proposals[-1].id)
    if roll < 0.845:
        return cmd.ProposeStop(seat)
    if roll < 0.855:
        return cmd.ReissueToken(seat)
    if roll < 0.858:
        return cmd.Resign(seat)
    if open_disputes:
        verdict: Mapping[str, Any] = rng.choice(
            [
                {"verdict": "STANDS"},
                {"verdict": "ANNUL", "first": rng.choice(game.counting() or (1,))},
                {"verdict": "ANNUL", "first": rng.choice(game.counting() or (1,))},
                {"verdict": "ADJUDICATE", "winners": (seat,)} if rng.random() < 0.3 else {"verdict": "STANDS"},
            ]
        )
        return cmd.RuleDispute(open_disputes[0].id, reason="seen", **verdict)
    return cmd.RaiseDispute(seat, f"dispute {number}", about_move=game.count or None)
