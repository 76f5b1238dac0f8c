"""Judges a command against a game: the events that follow, or a refusal. Pure."""

from collections.abc import Callable
from typing import Any, assert_never
from uuid import UUID

import msgspec
from pydantic import ValidationError

from domain import commands as cmd
from domain import events as ev
from domain.chain import commitment
from domain.chance import Committed
from domain.disputes import raise_dispute, rule_dispute
from domain.game import Game, Made, evolve
from domain.matters import game_of_id, proposal_id
from domain.message import Json
from domain.moves import clauses_of, read_move, write_facts
from domain.refusal import MOVED_ON, NOT_STARTED, NOT_YOUR_SEAT, OVER, SERVICE, UNREADABLE, Refused
from domain.seats import Seat
from domain.shelf import shelf
from domain.table import board_digest, board_json, first_error, lay
from domain.text import counted, entropy, name, talk

MAX_MESSAGES = 5000  # a game
MAX_PROPOSALS = 1000  # a game


class Setting(msgspec.Struct, frozen=True):
    """What a judgement needs from outside: the game's secret seed, and the time (UTC, ISO 8601) or None."""

    seed: bytes
    at: str | None


class Ruling(msgspec.Struct, frozen=True):
    """What a command causes: events, in order. ``made`` is the move in them, so that whoever keeps the game need not read it back."""

    events: tuple[ev.Event, ...]
    made: Made | None = None


class Conflict(Refused):
    """The match moved on: the client saw move ``expected`` as the last, the head is ``head``."""

    def __init__(self, head: int) -> None:
        super().__init__(MOVED_ON, f"expectedMove: the match has moved on, the last move is {head}")
        self.head = head


def open_game(id: bytes, command: cmd.OpenGame, setting: Setting) -> tuple[ev.Event, ...]:
    """The events that open a table; with named players also those that start the game."""
    rules = shelf().get(command.ruleset)
    if rules is None:
        raise Refused(UNREADABLE, f"ruleset: {str(command.ruleset)[:60]!r} is not one of {', '.join(shelf())}")
    seats = _seats(command, min(rules.seats))
    table = lay(rules, seats, command.options, command.board, field="seats" if command.players is None else "players")
    opened = ev.GameOpened(
        id=str(UUID(bytes=id)),
        ruleset=rules.slug,
        version=rules.version,
        seats=seats,
        options=table.options.wire(),
        seed_commitment=commitment(setting.seed, id),
        board=board_json(rules, table),
        board_digest=board_digest(rules, table),
        at=setting.at,
    )
    told = _Told(None, setting).and_then(opened)
    for seat, player in enumerate(command.players or ()):
        told.and_then(*_take_seat(told.game, cmd.TakeSeat(player, seat), setting, f"players[{seat}]"))
    if command.players is not None:
        told.and_then(*_start(told.game, setting))
    return tuple(told.events)


def judge(game: Game, command: cmd.Command, setting: Setting) -> tuple[ev.Event, ...]:
    """The events that a command causes, in order; Refused (or Conflict) if it may not be."""
    return rule(game, command, setting).events


def rule(game: Game, command: cmd.Command, setting: Setting) -> Ruling:
    """The same, with the move that was made."""
    return _play(game, command, setting) if isinstance(command, cmd.PlayMove) else Ruling(_caused(game, command, setting))


def _caused(game: Game, command: cmd.Aside, setting: Setting) -> tuple[ev.Event, ...]:
    match command:
        case cmd.TakeSeat():
            return _take_seat(game, command, setting)
        case cmd.StartGame():
            return _start(game, setting)
        case cmd.ReissueToken(seat=seat):
            _check_seat(game, seat)
            return (ev.SeatTokenReissued(seat=seat, generation=game.generations[seat] + 1, at=setting.at),)
        case cmd.SendMessage():
            return _send(game, command, setting)
        case cmd.ProposeUndo():
            return _propose_undo(game, command, setting)
        case cmd.ProposeStop(seat=seat):
            _check_running(game)
            _check_seat(game, seat)
            return (ev.StopProposed(proposal=_next_proposal(game), seat=seat, at=setting.at),)
        case cmd.Agree():
            return _agree(game, command, setting)
        case cmd.Resign(seat=seat):
            _check_running(game)
            _check_seat(game, seat)
            return _closing(game, setting, ev.SeatResigned(seat=seat, at=setting.at))
        case cmd.RaiseDispute():
            return (raise_dispute(game, command, setting.at),)
        case cmd.RuleDispute():
            return _closing(game, setting, *rule_dispute(game, command, setting.at))
        case _:
            assert_never(command)


class _Told:
    """The events so far and the game after them."""

    def __init__(self, game: Game | None, setting: Setting) -> None:
        self._game, self.setting = game, setting
        self.events: list[ev.Event] = []

    @property
    def game(self) -> Game:
        assert self._game is not None
        return self._game

    def and_then(self, *events: ev.Event) -> "_Told":
        for event in events:
            version = 1 if self._game is None else self._game.version + 1
            self._game = evolve(self._game, ev.Recorded(version, event, ""))
            self.events.append(event)
        return self


def _seats(command: cmd.OpenGame, fewest: int) -> int:
    if command.players is None:
        return fewest if command.seats is None else command.seats
    if command.seats is not None and command.seats != len(command.players):
        raise Refused(UNREADABLE, f"seats: {counted(command.seats, 'seat does', 'seats do')} not fit {counted(len(command.players), 'player')}")
    return len(command.players)


def _take_seat(game: Game, command: cmd.TakeSeat, setting: Setting, field: str = "player") -> tuple[ev.Event, ...]:
    if game.status != "OPEN":
        raise Refused(NOT_STARTED, "gameId: seats are taken before the game starts")
    free = [seat for seat, player in enumerate(game.players) if player is None]
    seat = command.seat if command.seat is not None else next(iter(free), -1)
    if seat not in free:
        raise Refused(NOT_YOUR_SEAT, f"seat: {'no seat is free' if not free else f'{seat} is not one of the free seats {free}'}")
    player = name(command.player, field)
    if player in game.players:
        raise Refused(UNREADABLE, f"{field}: that name sits at this table already")
    return (ev.SeatTaken(seat=seat, player=player, entropy=entropy(command.entropy), at=setting.at),)


def _start(game: Game, setting: Setting) -> tuple[ev.Event, ...]:
    if game.status != "OPEN":
        raise Refused(NOT_STARTED, "gameId: the game has started already")
    if None in game.players:
        raise Refused(NOT_STARTED, f"gameId: seats {[s for s, p in enumerate(game.players) if p is None]} are still free")
    chance = _chance(game, setting)
    setup = game.rules.deal(game.table, chance)
    facts = game.rules.setup(game.table, game.rules.setup_model.model_validate_json(msgspec.json.encode(setup)))
    return (ev.GameStarted(setup=setup, facts=write_facts(facts), chance=chance.witness, at=setting.at),)


def _chance(game: Game, setting: Setting) -> Committed:
    counts = game.counts if game.start is not None else {}
    return Committed(setting.seed, bytes.fromhex(game.id.replace("-", "")), game.entropies, game.rules.sources, counts)


def _play(game: Game, command: cmd.PlayMove, setting: Setting) -> Ruling:
    _check_seat(game, command.seat)
    if command.expected is not None and command.expected != game.count:
        raise Conflict(game.count)
    _check_running(game)
    if not game.rules.to_act(game.state):
        raise Refused(OVER, "gameId: the last move of this game is made")
    move = read_move(game.rules, command.move)
    chance = _chance(game, setting)
    facts = game.rules.decide(game.state, command.seat, move, chance)
    event = ev.MoveMade(
        number=game.count + 1,
        seat=command.seat,
        move=move.wire(),
        draws=chance.drawn,
        facts=write_facts(facts),
        clauses=list(clauses_of(facts)),
        chance=chance.witness,
        at=setting.at,
    )
    state = game.state
    for fact in facts:
        state = game.rules.evolve(state, fact)
    known = Made(move, facts, state) if game.rules_version == game.rules.version else None  # what an older version wrote is read through its upcast
    return Ruling((event,) if game.rules.outcome(state) is None else _closing(game, setting, event), known)


def _send(game: Game, command: cmd.SendMessage, setting: Setting) -> tuple[ev.Event, ...]:
    _check_seat(game, command.seat)
    if len(game.messages) >= MAX_MESSAGES:
        raise Refused(SERVICE, f"gameId: {MAX_MESSAGES} messages were sent in this game, more are not taken")
    if (command.text is None) == (command.hint is None):
        raise Refused(UNREADABLE, "text: a message is either text or a hint")
    number = len(game.messages) + 1
    if command.text is not None:
        return (ev.MessageSent(message=number, seat=command.seat, text=talk(command.text, "text"), at=setting.at),)
    return (ev.MessageSent(message=number, seat=command.seat, hint=_hint(game, command), at=setting.at),)


def _hint(game: Game, command: cmd.SendMessage) -> Json:
    rules = game.rules
    if rules.hint is None or rules.hear is None:
        raise Refused(UNREADABLE, f"hint: {rules.title} has no structured hints")
    hint = _readable(rules.hint.model_validate_json, command.hint, "hint")
    if game.start is not None and game.status == "RUNNING":
        rules.hear(game.state, command.seat, hint)
    return dict(hint.wire())


def _readable(read: Callable[[bytes], Any], raw: Any, field: str) -> Any:
    try:
        return read(msgspec.json.encode(raw))
    except ValidationError as error:
        raise Refused(UNREADABLE, first_error(error, field)) from None


def _propose_undo(game: Game, command: cmd.ProposeUndo, setting: Setting) -> tuple[ev.Event, ...]:
    _check_running(game)
    _check_seat(game, command.seat)
    if not game.counts_now(command.first):
        raise Refused(SERVICE, f"from: move {command.first} does not count")
    shown = [number for number in game.counting() if number >= command.first and game.moves[number - 1].shows]
    if shown:
        raise Refused(SERVICE, f"from: move {shown[0]} drew or showed something, only a verdict can take it back")
    return (ev.UndoProposed(proposal=_next_proposal(game), seat=command.seat, first=command.first, at=setting.at),)


def _agree(game: Game, command: cmd.Agree, setting: Setting) -> tuple[ev.Event, ...]:
    _check_running(game)
    _check_seat(game, command.seat)
    proposal = next((p for p in game.proposals if p.id == command.proposal), None)
    if proposal is None or game_of_id(command.proposal) != game.id:
        raise Refused(SERVICE, "proposalId: there is no such proposal")
    if proposal.status != "OPEN":
        raise Refused(SERVICE, f"proposalId: the proposal is {proposal.status.lower()}")
    if command.seat in proposal.agreed:
        raise Refused(SERVICE, "proposalId: this seat has agreed already")
    agreed = ev.ProposalAgreed(proposal=proposal.id, seat=command.seat, at=setting.at)
    if len(proposal.agreed) + 1 < game.table.seats:
        return (agreed,)
    if proposal.kind == "undo":
        assert proposal.first is not None
        return (agreed, ev.MovesAnnulled(first=proposal.first, last=game.count, by=proposal.id, at=setting.at))
    return _closing(game, setting, agreed)


def _closing(game: Game, setting: Setting, *events: ev.Event) -> tuple[ev.Event, ...]:
    """The events, and the end with the reveal if the game is over then and no dispute is open."""
    told = _Told(game, setting).and_then(*events)
    after = told.game
    if after.status == "RUNNING" and not after.disputed:
        outcome = after.outcome or _stopped(after) or after.rules.outcome(after.state)
        if outcome is not None:
            told.and_then(ev.GameEnded(outcome=outcome, at=setting.at), ev.SeedRevealed(seed=setting.seed.hex(), at=setting.at))
    return tuple(told.events)


def _stopped(game: Game) -> Json | None:
    if game.resigned:
        return {"winners": [], "reason": "resigned", "scores": None}
    if any(p.kind == "stop" and p.status == "AGREED" for p in game.proposals):
        return {"winners": [], "reason": "abandoned", "scores": None}
    return None


def _next_proposal(game: Game) -> str:
    if len(game.proposals) >= MAX_PROPOSALS:
        raise Refused(SERVICE, f"gameId: {MAX_PROPOSALS} proposals were made in this game, more are not taken")
    return proposal_id(game.id, len(game.proposals) + 1)


def _check_seat(game: Game, seat: Seat) -> None:
    if not 0 <= seat < game.table.seats or game.players[seat] is None:
        raise Refused(NOT_YOUR_SEAT, f"seat: nobody sits at {seat}")


def _check_running(game: Game) -> None:
    if game.status == "OPEN":
        raise Refused(NOT_STARTED, "gameId: the game has not started")
    if game.status == "ENDED" or game.outcome is not None or _stopped(game) is not None:
        raise Refused(OVER, "gameId: the game is over")
