"""A game folded from the rows of the replay projection, quickly also when it is long: moves are loaded by the block, when somebody looks.

A block is a run of ``BLOCK`` numbers. A checkpoint is the position *before* the first move of a block, and before a move that does not follow a move of
its own block: so a block is loaded without looking at any other. Its version says where in the stream the block begins.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, cast, overload

import msgspec
from msgspec.structs import replace
from pyrsistent import PVector, pvector

from domain import events as ev
from domain.game import Game, Played, evolve
from domain.matters import lapsed
from infra.memory import Memory
from infra.wire import event_of
from projections.states import read_state

BLOCK: Final = 25


class EventRow(NamedTuple):
    """A row of the replay projection. ``number`` and ``previous`` only for a move."""

    version: int
    name: str
    number: int | None
    previous: int | None
    line: bytes
    hash: str
    at: str


class Checkpoint(NamedTuple):
    """A position before a move, with the counts of chance."""

    number: int
    version: int
    state: bytes
    counts: str


LoadBlock: TypeAlias = Callable[[int, int], tuple[Sequence[EventRow], Sequence[Checkpoint]]]
BlockMemory: TypeAlias = Memory[tuple[str, int], tuple[Played, ...]]


def block_of(number: int) -> int:
    """The block that a move stands in, from 0."""
    return (number - 1) // BLOCK


def needs_checkpoint(number: int, previous: int) -> bool:
    """Whether the position before a move is kept: it begins a block (but the first), or follows a move of another block."""
    return (number % BLOCK == 1 and number > 1) or (previous not in (0, number - 1) and block_of(previous) != block_of(number))


def recorded(row: EventRow) -> ev.Recorded:
    """The event in a row."""
    return ev.Recorded(row.version, event_of(row.name, row.line), row.hash)


class Moves(Sequence[Played]):
    """The moves of a game, loaded as they are looked at; what is appended stays in memory. Never changes, like the vector that it stands for."""

    def __init__(self, shell: Game, load: LoadBlock, memory: BlockMemory, stored: int, tail: PVector[Played] | None = None) -> None:
        self._shell, self._load, self._memory, self._stored = shell, load, memory, stored
        self._tail: PVector[Played] = pvector() if tail is None else tail

    def __len__(self) -> int:
        return self._stored + len(self._tail)

    @overload
    def __getitem__(self, place: int) -> Played: ...
    @overload
    def __getitem__(self, place: slice) -> list[Played]: ...
    def __getitem__(self, place: int | slice) -> Played | list[Played]:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(len(self)))]
        at = place + len(self) if place < 0 else place
        if not 0 <= at < len(self):
            raise IndexError(place)
        return self._tail[at - self._stored] if at >= self._stored else self._block(block_of(at + 1))[at % BLOCK]

    def __iter__(self) -> Iterator[Played]:
        return (self[i] for i in range(len(self)))

    def append(self, played: Played) -> "Moves":
        """These moves and one more."""
        return Moves(self._shell, self._load, self._memory, self._stored, self._tail.append(played))

    def grown(self, more: int) -> "Moves":
        """These moves and so many more that are stored."""
        assert not self._tail, "stored moves come before those in memory"
        return Moves(self._shell, self._load, self._memory, self._stored + more)

    @property
    def weight(self) -> int:
        """How many moves are held in memory for good."""
        return len(self._tail)

    def _block(self, block: int) -> tuple[Played, ...]:
        first, last = block * BLOCK + 1, min((block + 1) * BLOCK, self._stored)
        kept = self._memory.get((self._shell.id, block))
        if kept is not None and len(kept) > last - first:
            return kept
        rows, checkpoints = self._load(first, last)
        loaded = tuple(fold_block(self._shell, rows, checkpoints))
        if len(loaded) != last - first + 1:
            raise LookupError("a move is missing in the replay projection")
        self._memory.put((self._shell.id, block), loaded, len(loaded))
        return loaded


def fold_block(shell: Game, rows: Iterable[EventRow], checkpoints: Iterable[Checkpoint]) -> Iterator[Played]:
    """The moves of a block, in order."""
    kept = {point.number: point for point in checkpoints}
    made: dict[int, Played] = {}
    for row in rows:
        assert row.number is not None
        assert row.previous is not None
        point = kept.get(row.number)
        if row.previous in made:
            before = made[row.previous]
            state, counts = before.state, before.counts
        elif point is not None:
            state, counts = read_state(shell.rules, shell.table, point.state), msgspec.json.decode(point.counts)
        else:
            if row.previous != 0 or shell.start is None:
                raise LookupError("a position is missing in the replay projection")
            state, counts = shell.start, shell.start_counts
        stub = replace(shell, moves=pvector(), head=0, start=state, start_counts=counts)
        played = replace(evolve(stub, recorded(row)).moves[0], previous=row.previous)
        made[row.number] = played
        yield played


def cold_game(shell_rows: Iterable[EventRow], last: EventRow, load: LoadBlock, memory: BlockMemory) -> Game:
    """A game up to its row ``last``, from the rows that are no moves; moves are counted, and loaded when somebody looks."""
    game: Game | None = None
    for row in shell_rows:
        if game is not None and row.version > game.version + 1:
            game = _skip(game, row.version - game.version - 1, load, memory)
        game = evolve(game, recorded(row))
    assert game is not None
    if last.version > game.version:
        game = _skip(game, last.version - game.version, load, memory)
    return replace(game, hash=last.hash)


def _skip(game: Game, moves: int, load: LoadBlock, memory: BlockMemory) -> Game:
    """The game after so many moves that nobody has looked at. Every event between two others is a move, so the numbers follow."""
    known: Any = game.moves
    stored = known.grown(moves) if isinstance(known, Moves) else Moves(replace(game, proposals=()), load, memory, moves)
    count = game.count + moves
    return replace(game, version=game.version + moves, count=count, head=count, moves=cast("PVector[Played]", stored), proposals=lapsed(game.proposals))
