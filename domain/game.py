"""The aggregate: one game from its opening to the reveal of its seed, whatever its ruleset. Folds events; never says no."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, assert_never

import msgspec
from pyrsistent import PVector, pvector

from domain import events as ev
from domain.matters import Dispute, Message, Proposal, agreed, annulled_from, lapsed, message_id, ruled
from domain.message import Json, Move, State, Table
from domain.moves import read_facts, read_move
from domain.ruleset import Ruleset
from domain.seats import Seat
from domain.shelf import shelf
from domain.table import lay

Status = Literal["OPEN", "RUNNING", "ENDED"]


class Played(msgspec.Struct, frozen=True):
    """A move in its place: the position after it and the number of the counting move before it (0: the set-up)."""

    number: int
    seat: Seat
    move: Move
    draws: list[Json]
    facts: tuple[Any, ...]
    chance: list[Json]
    state: State
    counts: Mapping[str, int]
    previous: int
    shows: bool  # it drew something, or showed somebody something new: consent cannot take it back
    version: int
    hash: str
    at: str | None
    command: str | None = None  # the id that the client gave it


class Made(msgspec.Struct, frozen=True):
    """A move as the referee has just judged it: what reading its event back would give again."""

    move: Move
    facts: tuple[Any, ...]
    state: State


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game. ``count`` is the last number given to a move, ``head`` the last counting one; numbers are never reused."""

    id: str
    rules: Ruleset[Any, Any, Any]
    table: Table
    rules_version: str
    board: Any  # as the record names it: id, board or None
    board_digest: str | None
    seed_commitment: str
    players: tuple[str | None, ...]
    entropies: tuple[str | None, ...]
    generations: tuple[int, ...]  # of the seats' tokens
    version: int = 0
    hash: str = ""
    status: Status = "OPEN"
    setup: Json | None = None
    setup_facts: tuple[Any, ...] = ()
    start: State | None = None
    start_counts: Mapping[str, int] = {}
    moves: PVector[Played] = pvector()
    count: int = 0
    head: int = 0
    annulled: tuple[tuple[int, int], ...] = ()
    messages: PVector[Message] = pvector()
    disputes: tuple[Dispute, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    resigned: tuple[Seat, ...] = ()
    outcome: Json | None = None
    seed: str | None = None
    opened_at: str | None = None
    started_at: str | None = None
    ended_at: str | None = None

    @property
    def state(self) -> State:
        """The position at the head. Only for a game that has started."""
        return self.position(self.head)

    def position(self, number: int) -> State:
        """The position after move ``number`` (0: before the first), on whichever line that move stands."""
        state = self.moves[number - 1].state if number else self.start
        assert state is not None
        return state

    @property
    def counts(self) -> Mapping[str, int]:
        """How many draws of each source count: where chance goes on from."""
        return self.moves[self.head - 1].counts if self.head else self.start_counts

    def counting(self) -> tuple[int, ...]:
        """The numbers of the moves that count, in order."""
        numbers, number = [], self.head
        while number:
            numbers.append(number)
            number = self.moves[number - 1].previous
        return tuple(reversed(numbers))

    def counts_now(self, number: int) -> bool:
        """Whether move ``number`` counts: it was made and no annulment covers it."""
        return 1 <= number <= self.count and not any(first <= number <= last for first, last in self.annulled)

    @property
    def disputed(self) -> bool:
        """Whether a dispute is open: until it is ruled the game does not end."""
        return any(dispute.verdict is None for dispute in self.disputes)


def draw_counts(rules: Ruleset[Any, Any, Any], before: Mapping[str, int], chance: list[Json], draws: list[Json]) -> Mapping[str, int]:
    """Where each source stands after these draws; ``before`` itself when nothing fell."""
    sources = [witness["source"] for witness in chance] or [rules.sources[name] for draw in draws for name in draw]
    if not sources:
        return before
    after = dict(before)
    for source in sources:
        after[source] = after.get(source, 0) + 1
    return after


def evolve(game: Game | None, recorded: ev.Recorded, made: Made | None = None) -> Game:
    """The game after one more event; ``made`` is the move in it, where it need not be read back because it was judged here and now."""
    event = recorded.event
    if game is None:
        assert isinstance(event, ev.GameOpened), "the first event of a game opens it"
        return msgspec.structs.replace(_opened(event), version=recorded.version, hash=recorded.hash)
    changed = _changes(game, event, recorded, made)
    return msgspec.structs.replace(game, version=recorded.version, hash=recorded.hash, **changed)


def fold(history: Iterable[ev.Recorded], game: Game | None = None) -> Game | None:
    """A game from its history; None when there is none."""
    for recorded in history:
        game = evolve(game, recorded)
    return game


def _opened(event: ev.GameOpened) -> Game:
    rules = shelf()[event.ruleset]
    nobody: tuple[None, ...] = (None,) * event.seats
    return Game(
        id=event.id,
        rules=rules,
        table=lay(rules, event.seats, event.options, event.board),
        rules_version=event.version,
        board=event.board,
        board_digest=event.board_digest,
        seed_commitment=event.seed_commitment,
        players=nobody,
        entropies=nobody,
        generations=(0,) * event.seats,
        opened_at=event.at,
    )


def _changes(game: Game, event: ev.Event, recorded: ev.Recorded, made: Made | None) -> dict[str, Any]:
    match event:
        case ev.GameOpened():
            raise ValueError("a game is opened once")
        case ev.SeatTaken(seat=seat, player=player, entropy=entropy):
            return {"players": _put(game.players, seat, player), "entropies": _put(game.entropies, seat, entropy)}
        case ev.SeatTokenReissued(seat=seat, generation=generation):
            return {"generations": _put(game.generations, seat, generation)}
        case ev.GameStarted():
            return _started(game, event)
        case ev.MoveMade():
            return _moved(game, event, recorded, made or _read(game, event))
        case ev.MessageSent(message=number, seat=seat, text=text, hint=hint, at=at):
            return {"messages": game.messages.append(Message(message_id(game.id, number), seat, text, hint, at))}
        case ev.MovesAnnulled(first=first, last=last, by=by):
            back = {"head": game.moves[first - 1].previous, "annulled": (*game.annulled, (first, last))}
            return {**back, "proposals": lapsed(game.proposals), "disputes": annulled_from(game.disputes, by, first)}
        case ev.UndoProposed(proposal=id, seat=seat, first=first):
            return {"proposals": (*game.proposals, Proposal(id, "undo", (seat,), first))}
        case ev.StopProposed(proposal=id, seat=seat):
            return {"proposals": (*game.proposals, Proposal(id, "stop", (seat,)))}
        case ev.ProposalAgreed(proposal=id, seat=seat):
            return {"proposals": tuple(agreed(p, seat, game.table.seats) if p.id == id else p for p in game.proposals)}
        case ev.DisputeRaised():
            raised = Dispute(event.dispute, event.seat, event.text, event.about_move, event.about_attempt, event.about_message, event.at)
            return {"disputes": (*game.disputes, raised)}
        case ev.DisputeRuled():
            return {"disputes": tuple(ruled(d, event) if d.id == event.dispute else d for d in game.disputes)}
        case ev.GameAdjudicated(outcome=outcome):
            return {"outcome": outcome}
        case ev.SeatResigned(seat=seat):
            return {"resigned": (*game.resigned, seat)}
        case ev.GameEnded(outcome=outcome, at=at):
            return {"status": "ENDED", "outcome": outcome, "ended_at": at, "proposals": lapsed(game.proposals)}
        case ev.SeedRevealed(seed=seed):
            return {"seed": seed}
        case _:
            assert_never(event)


def _started(game: Game, event: ev.GameStarted) -> dict[str, Any]:
    facts = read_facts(game.rules, event.facts, game.rules_version)
    state = game.rules.empty(game.table)
    for fact in facts:
        state = game.rules.evolve(state, fact)
    return {
        "status": "RUNNING",
        "setup": event.setup,
        "setup_facts": facts,
        "start": state,
        "start_counts": draw_counts(game.rules, {}, event.chance, []),
        "started_at": event.at,
    }


def _read(game: Game, event: ev.MoveMade) -> Made:
    move, facts, state = read_move(game.rules, event.move), read_facts(game.rules, event.facts, game.rules_version), game.state
    for fact in facts:
        state = game.rules.evolve(state, fact)
    return Made(move, facts, state)


def _moved(game: Game, event: ev.MoveMade, recorded: ev.Recorded, made: Made) -> dict[str, Any]:
    played = Played(
        event.number,
        event.seat,
        made.move,
        event.draws,
        made.facts,
        event.chance,
        made.state,
        draw_counts(game.rules, game.counts, event.chance, event.draws),
        game.head,
        bool(event.draws) or game.rules.reveals(game.state, event.seat, made.move, made.state),
        recorded.version,
        recorded.hash,
        event.at,
        recorded.command,
    )
    changes: dict[str, Any] = {"moves": game.moves.append(played), "count": event.number, "head": event.number}
    if game.proposals:
        changes["proposals"] = lapsed(game.proposals)
    return changes


def _put(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])
