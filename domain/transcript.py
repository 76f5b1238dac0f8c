"""The positions of a record, one after another, as one viewer may see them. Secrecy is ``sight``'s: the record becomes a ``Game`` first."""

from collections.abc import Iterator
from typing import Any

import msgspec
from pyrsistent import pvector

from domain.course import Course, Step
from domain.ending import outcome_of
from domain.game import Game, Played
from domain.message import Json, Move, State
from domain.seats import Seat, Viewer
from domain.sheet import MoveLine, Sheet
from domain.sight import legal_of, to_act_of
from domain.table import board_digest, board_json

NO_ID = "00000000-0000-0000-0000-000000000000"


class Position(msgspec.Struct, frozen=True):
    """A position of the wire contract: ``legal`` has a list for each seat to act, None where this viewer may not see it."""

    at: int
    to_act: list[Seat]
    legal: dict[str, list[Json]]
    scores: list[int] | None
    over: bool
    outcome: Json | None = None
    annulled: bool = False

    def wire(self) -> Json:
        """Its JSON; outcome and annulled stand there only when they say something."""
        shown: Json = {"at": self.at, "to_act": self.to_act, "legal": self.legal, "scores": self.scores, "over": self.over}
        if self.outcome is not None:
            shown["outcome"] = self.outcome
        return {**shown, "annulled": True} if self.annulled else shown


def game_of(sheet: Sheet, course: Course) -> Game:
    """The record as a game that has happened as far as it could be walked: ended if it is over, else running. Only with a set-up that is right."""
    assert course.start is not None
    header, rules = sheet.header, course.rules
    outcome = None if course.fault is not None else outcome_of(course)
    players = tuple(header.players)
    return Game(
        id=header.id or NO_ID,
        rules=rules,
        table=course.table,
        rules_version=header.version or rules.version,
        board=board_json(rules, course.table),
        board_digest=board_digest(rules, course.table),
        seed_commitment="",
        players=players,
        entropies=(None,) * len(players),
        generations=(0,) * len(players),
        status="RUNNING" if outcome is None or _disputed(course) else "ENDED",
        setup=course.setup,
        setup_facts=course.setup_facts,
        start=course.start,
        moves=pvector(_moves(sheet, course)),
        count=sheet.moves,
        head=course.head,
        annulled=tuple((number, number) for number in sorted(sheet.taken_back)),
        outcome=outcome,
    )


def _disputed(course: Course) -> bool:
    """Whether the last move is made and the game goes on all the same: it ends, and shows what was hidden, when the dispute is ruled."""
    return bool(course.closing.disputes) and not course.closing.ended


def positions(sheet: Sheet, course: Course, viewer: Viewer) -> Iterator[Position]:
    """Every position that could be judged, the first before move 1, those of annulled moves too. The last one of a finished game tells the outcome."""
    if course.start is None:
        return
    game = game_of(sheet, course)
    numbers = [0, *(step.number for step in course.steps)]
    for number in numbers:
        yield position(game, viewer, number)
    if game.status == "ENDED" and numbers[-1] != game.head:
        yield position(game, viewer, game.head)  # the last moves made no longer count: the game ended at an earlier position


def position(game: Game, viewer: Viewer, number: int) -> Position:
    """The position after move ``number``."""
    ended = game.status == "ENDED" and number == game.head
    acting = list(to_act_of(game, number))
    return Position(
        at=number,
        to_act=acting,
        legal=_legal(game, viewer, acting, number),
        scores=game.rules.score(game.position(number)),
        over=ended or game.rules.outcome(game.position(number)) is not None,
        outcome=game.outcome if ended else None,
        annulled=number > 0 and not game.counts_now(number),
    )


def _legal(game: Game, viewer: Viewer, acting: list[Seat], number: int) -> dict[str, list[Json]]:
    """The legal moves of the seats to act; a list that this viewer may not see is left out."""
    lists = {seat: legal_of(game, viewer, seat, number) for seat in acting}
    return {str(seat): [move.wire() for move in moves] for seat, moves in lists.items() if moves is not None}


def _moves(sheet: Sheet, course: Course) -> list[Played]:
    """The moves by number, up to the last that was judged. One that could not be judged keeps its number and is never shown."""
    steps = {step.number: step for step in course.steps}
    lines = [line for line in sheet.of(MoveLine) if line.number <= max(steps, default=0)]
    return [_played(steps[line.number]) if line.number in steps else _unjudged(line, course) for line in lines]


def _played(step: Step) -> Played:
    judged = step.judged
    return _at(step.number, step.seat, judged.move, judged.draws, judged.facts, step.state, step.previous)


def _unjudged(line: MoveLine, course: Course) -> Played:
    assert course.start is not None
    return _at(line.number, line.seat, Move(kind="unjudged"), [], (), course.start, 0)


def _at(number: int, seat: Seat, move: Move, draws: list[Json], facts: tuple[Any, ...], state: State, previous: int) -> Played:
    return Played(number, seat, move, draws, facts, [], state, {}, previous, True, number, "", None)
