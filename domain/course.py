"""Walks through a record, move by move, and says what the referee finds: every position, and the first thing that is wrong."""

from collections.abc import Mapping
from typing import Any

import msgspec
from pydantic import ValidationError

from domain.closing import Closing
from domain.events import GameEnded
from domain.evidence import Judged, judge_move, judge_setup
from domain.message import Json, Move, State, Table
from domain.moves import read_move
from domain.refusal import OVER, UNREADABLE, Refused
from domain.ruleset import Hindsight
from domain.seats import Seat
from domain.sheet import AnnulLine, EventLine, Header, MoveLine, RevealLine, SetupLine, Sheet, Unreadable, no_seat
from domain.shelf import shelf
from domain.table import Rules, lay


class Fault(msgspec.Struct, frozen=True):
    """What is wrong, with its move (0: the set-up) and its line; ``before`` is the position that the move was made in, if there is one."""

    move: int
    line: int
    seat: Seat | None
    clause: str
    reason: str
    before: State | None = None
    others: tuple[int, ...] = ()  # moves that could be the wrong one instead
    instead: tuple[tuple[Seat, ...], tuple[Move, ...]] | None = None  # who could have moved, and how, where later lines tell more than ``before``


class Ended(msgspec.Struct, frozen=True):
    """The record's event of the end, and what the service had done to the game until then."""

    line: int
    outcome: Json
    closing: Closing
    state: State


class Step(msgspec.Struct, frozen=True):
    """A judged move in its place; ``previous`` is the number of the counting move before it (0: the set-up)."""

    number: int
    seat: Seat
    judged: Judged
    previous: int
    state: State


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """A record as far as it could be walked. ``head`` is the last counting move that was judged, ``start`` None when the set-up is at fault."""

    rules: Rules
    table: Table
    setup: Json = {}
    setup_facts: tuple[Any, ...] = ()
    start: State | None = None
    steps: tuple[Step, ...] = ()
    head: int = 0
    closing: Closing = Closing()
    ended: Ended | None = None
    fault: Fault | None = None
    taken_back_illegal: tuple[int, ...] = ()
    reveal_problem: str | None = None
    partial: bool = False  # the set-up is not recorded in full
    final: State | None = None  # the position at the head, with what a ``reveal`` line added


def table_of(header: Header) -> tuple[Rules, Table]:
    """The rules and the table that line 1 names. Raises Unreadable for an unknown ruleset, version, option or board."""
    rules = shelf().get(header.ruleset)
    if rules is None:
        raise Unreadable(f"ruleset: {header.ruleset[:60]!r} is not one of {', '.join(shelf())}", header.line)
    known = (rules.version, *rules.older)
    if header.version is not None and header.version not in known:
        raise Unreadable(f"version: {header.version[:60]!r} is not one of the versions of {rules.title} that can be read: {', '.join(known)}", header.line)
    try:
        return rules, lay(rules, len(header.players), header.options, header.board, field="players")
    except Refused as refused:
        raise Unreadable(refused.reason, header.line) from None


def hides(header: Header) -> Unreadable:
    """Why a record that was written for somebody while the game ran cannot be judged where it seems to be wrong."""
    return Unreadable(f"the record was written for {str(header.reader)[:40]} while the game ran and hides what would be judged", header.line)


def walk(sheet: Sheet) -> Course:
    """The course of a record. Raises Unreadable where line 1 names what is not on the shelf."""
    rules, table = table_of(sheet.header)
    line = next(iter(sheet.of(SetupLine)), None)
    try:
        setup, model, facts, counts = judge_setup(rules, table, sheet.header, line)
    except Refused as refused:
        return Course(rules=rules, table=table, fault=Fault(0, sheet.line_of(0), None, refused.clause, refused.reason))
    start = _after(rules, rules.empty(table), facts)
    walker = _Walker(sheet, rules, start, counts)
    partial = rules.partial is not None and rules.partial(start)
    verdict = _verdict(rules, table, model, sheet) if partial else None
    if verdict is None or verdict.move != 0:
        walker.run(verdict)
    else:
        walker.fault = Fault(0, sheet.line_of(0), None, verdict.clause, verdict.reason, start)
    final, problem = _reveal(sheet, walker, verdict)
    return Course(
        rules=rules,
        table=table,
        setup=setup,
        setup_facts=facts,
        start=start,
        steps=tuple(walker.steps),
        head=walker.head,
        closing=walker.closing,
        ended=walker.ended,
        fault=walker.fault,
        taken_back_illegal=tuple(walker.taken_back_illegal),
        reveal_problem=problem,
        partial=partial,
        final=final,
    )


class _Place(msgspec.Struct, frozen=True):
    """A position with the place of each source of chance and the counting move before."""

    state: State
    counts: Mapping[str, int]
    previous: int


class _Walker:
    """Goes line by line until something that counts is wrong. After an illegal move that is taken back later, nothing is judged until it is."""

    def __init__(self, sheet: Sheet, rules: Rules, start: State, counts: Mapping[str, int]) -> None:
        self.sheet, self.rules = sheet, rules
        self.places: dict[int, _Place] = {0: _Place(start, counts, 0)}
        self.head = 0
        self.lost_at: int | None = None  # the illegal move that play went on from
        self.steps: list[Step] = []
        self.closing = Closing()
        self.ended: Ended | None = None
        self.fault: Fault | None = None
        self.taken_back_illegal: list[int] = []

    @property
    def state(self) -> State:
        return self.places[self.head].state

    def run(self, verdict: Hindsight | None) -> None:
        named = _number_of(self.sheet, verdict.move) if verdict is not None and verdict.move else None
        for line in self.sheet.lines:
            if isinstance(line, MoveLine) and self.lost_at is None:
                self._move(line, verdict if line.number == named else None)
            elif isinstance(line, AnnulLine):
                self._annul(line.annul.first)
            elif isinstance(line, EventLine):
                if isinstance(line.event, GameEnded):
                    self.ended = Ended(line.line, line.event.outcome, self.closing, self.state)
                self.closing = self.closing.after(line.event, len(self.sheet.header.players))
            if self.fault is not None:
                return

    def _move(self, line: MoveLine, verdict: Hindsight | None) -> None:
        place = self.places[self.head]
        try:
            if verdict is not None:
                raise Refused(verdict.clause, verdict.reason)
            if self.closing.over:
                raise Refused(OVER, "the game was over before")
            judged = judge_move(self.rules, self.sheet.header, place.state, line, place.counts)
        except Refused as refused:
            if line.number in self.sheet.taken_back:
                self.taken_back_illegal.append(line.number)
                self.lost_at = line.number
            else:
                self.fault = Fault(
                    line.number, line.line, line.seat, refused.clause, refused.reason, place.state, *self._seen_later(line, verdict, place.state)
                )
            return
        state = _after(self.rules, place.state, judged.facts)
        self.places[line.number] = _Place(state, judged.counts, self.head)
        self.steps.append(Step(line.number, line.seat, judged, self.head, state))
        self.head = line.number

    def _seen_later(self, line: MoveLine, verdict: Hindsight | None, before: State) -> tuple[tuple[int, ...], Any]:
        """What later lines tell about an illegal move: which moves could be the wrong one instead, and what could have been made in its place."""
        if verdict is None:
            return (), None
        others = tuple(_number_of(self.sheet, place) for place in verdict.others)
        if verdict.instead is not None:
            return others, verdict.instead
        made = read_move(self.rules, line.move)
        return others, (self.rules.to_act(before), tuple(move for move in self.rules.legal_moves(before, line.seat) if move != made))

    def _annul(self, first: int) -> None:
        """Play goes on from before ``first``; a move that could not be judged has left the head where it was."""
        if first in self.places:
            self.head = self.places[first].previous
        if self.lost_at is not None and first <= self.lost_at:
            self.lost_at = None


def _number_of(sheet: Sheet, place: int) -> int:
    """The number of the move that a verdict names by its place among the moves that count."""
    return sheet.counting()[place - 1].number


def _verdict(rules: Rules, table: Table, model: Any, sheet: Sheet) -> Hindsight | None:
    """What the whole record proves where the set-up is incomplete. A move that cannot be read ends the evidence."""
    if rules.hindsight is None:
        return None
    moves: list[tuple[Seat, Move]] = []
    reveal = next((line.reveal for line in sheet.of(RevealLine)), None)
    for line in sheet.counting():
        try:
            if no_seat(line.seat, table.seats):
                raise Refused(UNREADABLE, "seat: nobody sits there")
            moves.append((line.seat, read_move(rules, line.move)))
        except Refused:
            reveal = None
            break
    return rules.hindsight(table, model, moves, reveal)


def _reveal(sheet: Sheet, walker: _Walker, verdict: Hindsight | None) -> tuple[State, str | None]:
    """The last position with what the ``reveal`` line adds, and what is wrong with that line."""
    rules, state = walker.rules, walker.state
    line = next(iter(sheet.of(RevealLine)), None)
    if line is None:
        return state, None
    if rules.testify is None:
        raise Unreadable(f"reveal: records of {rules.title} have no such line", line.line)
    if verdict is not None and verdict.reveal_problem is not None:
        return state, verdict.reveal_problem
    if walker.fault is not None:
        return state, None
    try:
        return _after(rules, state, rules.testify(state, line.reveal)), None
    except Refused as refused:
        return state, refused.reason
    except ValidationError:
        return state, "reveal: is not in the form of this game"


def _after(rules: Rules, state: Any, facts: tuple[Any, ...]) -> State:
    for fact in facts:
        state = rules.evolve(state, fact)
    result: State = state
    return result
