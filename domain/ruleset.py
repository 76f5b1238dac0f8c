"""What a game must provide. One ``Ruleset`` value a game, named ``RULES`` in the game's package.

S is the game's state, M the union of its moves, V its view. ``then`` is the position after a move, ``now`` the position at the
head; a redaction hides what is hidden at either. The kernel never calls a redaction for a viewer who sees all.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from domain.chance import Chance
from domain.clauses import Clause
from domain.message import Fact, Json, Model, Move, Options, State, Table, View
from domain.seats import Seat, Viewer

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=View)


def all_moves(_: Any, __: Seat, legal: Sequence[Any]) -> Sequence[Any]:
    """The default of ``sensible``: a bot may choose any legal move."""
    return legal


def as_written(_: str, fact: Json) -> Json:
    """The default of ``upcast``: facts of older versions read as they stand."""
    return fact


def by_total(outcome: Json) -> tuple[int, ...]:
    """The default of ``ranking``: winners share rank 1, the others follow by ``total``, highest first; ties share a rank."""
    totals = [(seat not in outcome["winners"], -scores["total"]) for seat, scores in enumerate(outcome["scores"])]
    return tuple(1 + sum(other < own for other in totals) for own in totals)


@dataclass(frozen=True, slots=True, kw_only=True)
class Boards:
    """The boards of a game that is played on one, as JSON in the shape of the wire contract."""

    shipped: Mapping[str, Json]
    default: Callable[[int, Any], str]  # (seats, options) → id of a board that ships
    parse: Callable[[Json], Any]  # a frozen board; ValueError: one sentence naming the field or the constraint
    show: Callable[[Any], Json]  # a board back as JSON
    draw: Callable[[Any], str]  # the empty board as SVG


@dataclass(frozen=True, slots=True, kw_only=True)
class Hindsight:
    """What a whole record with an incomplete set-up proves: the first illegal move (0: the set-up) and bad lines beside the moves."""

    move: int | None = None
    clause: str = ""
    reason: str = ""
    reveal_problem: str | None = None
    others: tuple[int, ...] = ()  # earlier moves, each of which could be the wrong one instead of ``move``
    instead: tuple[tuple[Seat, ...], tuple[Move, ...]] | None = None  # who could have moved, and what its seat could; None: what the position allows


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset(Generic[S, M, V]):
    """A game, whole."""

    slug: str
    title: str
    version: str
    older: tuple[str, ...] = ()  # versions before it whose records ``upcast`` can still read
    seats: tuple[int, ...]  # the numbers of players that the rulebook allows
    cooperative: bool = False
    clauses: Mapping[str, Clause]
    boards: Boards | None = None
    sources: Mapping[str, str]  # every name of a draw → the source of chance that it comes from

    options: type[Options] = Options
    setup_model: type[Model]  # the set-up of the wire contract
    state: type[S]
    moves: Mapping[str, type[Move]]  # kind → model
    facts: tuple[type[Fact], ...]
    upcast: Callable[[str, Json], Json] = as_written  # (version that wrote it, fact as JSON) → fact of this version
    view_model: type[V]
    hint: type[Model] | None = None  # structured table talk, where the game has it

    settle: Callable[[Table], Table]  # completes options; refuses what does not go together
    deal: Callable[[Table, Chance], Json]  # chance makes the set-up
    empty: Callable[[Table], S]  # the table before the set-up
    setup: Callable[[Table, Any], tuple[Fact, ...]]  # from a ``setup_model``; refuses an impossible one
    decide: Callable[[S, Seat, M, Chance], tuple[Fact, ...]]  # the only place that says no; legality before draws
    evolve: Callable[[S, Any], S]  # total; believes history
    legal_moves: Callable[[S, Seat], Sequence[M]]  # exactly what ``decide`` accepts, in a stable order; () when not to act
    conceivable: Callable[[S], Iterable[tuple[Seat, M]]]  # a finite superset of the legal moves, for tests
    to_act: Callable[[S], tuple[Seat, ...]]  # () when over
    outcome: Callable[[S], Json | None]  # the wire contract's outcome; None while play goes on
    outcomes: Callable[[S], Iterable[Json]] | None = None  # of a partial position that is over: every outcome that what is missing could make of it
    score: Callable[[S], list[int] | None]  # running scores of a position
    ranking: Callable[[Json], tuple[int, ...]] = by_total  # outcome with scores → rank of each seat, 1 is best
    sensible: Callable[[S, Seat, Sequence[M]], Sequence[M]] = all_moves  # what a bot chooses from
    hear: Callable[[S, Seat, Any], None] | None = None  # judges a ``hint``; may refuse
    testify: Callable[[S, Any], tuple[Fact, ...]] | None = None  # the record's ``reveal`` line; refuses a bad one
    reveal: Callable[[S], Any] | None = None  # that line for a position in which all is known, for an example
    unrecorded: Callable[[Json], Json] | None = None  # a set-up as it is typed where nobody wrote down what was hidden, for an example
    hindsight: Callable[[Table, Any, Sequence[tuple[Seat, M]], Any], Hindsight] | None = None  # (table, set-up, counting moves, reveal)
    partial: Callable[[S], bool] | None = None  # whether the position misses what chance did (hands not recorded)

    view: Callable[[S, Viewer, S], V]  # (then, viewer, now)
    redact: Callable[[Any, Viewer, S, S], Fact]  # (fact, viewer, then, now): names every fact
    redact_move: Callable[[Seat, M, Viewer, S, S], M]  # (seat, move, viewer, then, now)
    redact_draw: Callable[[Seat, Json, Viewer, S, S], Json]  # (seat, draw, viewer, then, now)
    redact_setup: Callable[[Json, Viewer, S, S], Json]  # (setup, viewer, then, now)
    sees_legal: Callable[[S, Viewer, Seat], bool]  # may this viewer see that seat's legal list while it is the head?
    reveals: Callable[[S, Seat, M, S], bool]  # (before, seat, move, after): did the move show anybody something new, draws aside?

    notate: Callable[[M], str]  # one line; also of a redacted move
    read: Callable[[str], M]  # ValueError: one sentence
    narrate: Callable[[Seat, M, Sequence[Any], Sequence[Json]], str]  # (seat, move, facts, draws), all redacted: a sentence for people
    draw: Callable[[V], str]  # SVG
