"""What the lines of a record claim, held against what the rules and the revealed seed say."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from pydantic import ValidationError

from domain.chance import BadDraw, Committed, Reported
from domain.likeness import same, short
from domain.message import Fact, Json, Move, State, Table
from domain.moves import clauses_of, read_facts, read_move, write_facts
from domain.refusal import BAD_DRAW, BAD_RECORD, NOT_YOUR_SEAT, OVER, UNREADABLE, Refused
from domain.sheet import Header, MoveLine, SetupLine, no_seat
from domain.spelling import reason_with_hint
from domain.table import Rules, first_error


class Judged(msgspec.Struct, frozen=True):
    """A move that the rules allow, and what followed; ``counts`` tells where each source of chance stands after it."""

    move: Move
    facts: tuple[Any, ...]
    draws: list[Json]
    counts: Mapping[str, int]


def chance_of(rules: Rules, header: Header, counts: Mapping[str, int]) -> Committed | None:
    """The chance of the record's seed from a place on; None where the record has no seed."""
    if header.seed is None or header.id is None:
        return None
    entropies = header.entropies or [None] * len(header.players)
    return Committed(header.seed, UUID(header.id).bytes, entropies, rules.sources, counts)


def judge_setup(rules: Rules, table: Table, header: Header, line: SetupLine | None) -> tuple[Json, Any, tuple[Any, ...], Mapping[str, int]]:
    """The set-up as JSON and as a model, its facts, and where chance stands then. Refuses an impossible one."""
    given = (line.setup if line else None) or {}
    try:
        model = rules.setup_model.model_validate_json(msgspec.json.encode(given))
    except ValidationError as error:
        if line is None or not line.setup:
            raise Refused(BAD_DRAW, f"setup: is missing, a record of {rules.title} says what chance did before the first move") from None
        raise Refused(UNREADABLE, first_error(error, "setup")) from None
    facts = rules.setup(table, model)
    if line is not None and line.facts is not None:
        _check_facts(rules, header, line.facts, facts)
    derived = chance_of(rules, header, {})
    if derived is None:
        return given, model, facts, {}
    if not same(rules.deal(table, derived), given):
        raise Refused(BAD_DRAW, "setup: is not what the seed deals")
    _check_witness(line.chance if line else None, derived)
    return given, model, facts, derived.counts


def judge_move(rules: Rules, header: Header, state: State, line: MoveLine, counts: Mapping[str, int]) -> Judged:
    """The move, judged by the rules and then by what its line claims: legality before draws, draws before facts."""
    if no_seat(line.seat, len(header.players)):
        raise Refused(NOT_YOUR_SEAT, f"seat: nobody sits at {line.seat}")
    if not rules.to_act(state):
        raise Refused(OVER, "the last move of this game was made before")
    try:
        move = read_move(rules, line.move)
    except Refused as no:
        raise Refused(no.clause, reason_with_hint(rules, no, line.move, rules.legal_moves(state, line.seat))) from None
    reported = Reported(line.draws)
    try:
        facts = rules.decide(state, line.seat, move, reported)
        reported.finish()
    except BadDraw as bad:
        raise Refused(BAD_DRAW, f"draws: {bad}") from None
    if line.facts is not None:
        _check_facts(rules, header, line.facts, facts)
    if line.clauses is not None and header.version in (None, rules.version) and tuple(line.clauses) != clauses_of(facts):
        raise Refused(BAD_RECORD, f"clauses: these facts apply {', '.join(clauses_of(facts)) or 'none'}")
    derived = chance_of(rules, header, counts)
    if derived is not None:
        rules.decide(state, line.seat, move, derived)
        if not same(derived.drawn, line.draws):
            raise Refused(BAD_DRAW, f"draws: {_difference('draw', derived.drawn, line.draws)} by the seed")
        _check_witness(line.chance, derived)
    return Judged(move, facts, line.draws, counts if derived is None else derived.counts)


def _check_facts(rules: Rules, header: Header, claimed: Sequence[Json], facts: Sequence[Fact]) -> None:
    """The claimed facts, brought up to date if an older version wrote them, are those that followed."""
    followed = write_facts(facts)
    if header.version not in (None, rules.version):
        claimed = _up_to_date(rules, claimed, header.version)
    if not same(claimed, followed):
        raise Refused(BAD_RECORD, f"facts: {_difference('fact', followed, claimed)}")


def _up_to_date(rules: Rules, claimed: Sequence[Json], version: str | None) -> Sequence[Json]:
    """Facts that an older version wrote, in the form of this one; as they stand where they are none."""
    try:
        return write_facts(read_facts(rules, list(claimed), version))
    except (msgspec.ValidationError, KeyError, TypeError, ValueError):
        return claimed


def _check_witness(claimed: Sequence[Json] | None, derived: Committed) -> None:
    if claimed is not None and not same(claimed, derived.witness):
        raise Refused(BAD_DRAW, f"chance: {_difference('witness', derived.witness, claimed)} by the rules")


def _difference(what: str, right: Sequence[Json], claimed: Sequence[Json]) -> str:
    """The first place where a list differs from what it should be."""
    place = next((n for n, (a, b) in enumerate(zip(right, claimed, strict=False)) if not same(a, b)), min(len(right), len(claimed)))
    if place >= len(right):
        return f"{what} {place + 1} is surplus"
    if place >= len(claimed):
        return f"{what} {place + 1} is missing"
    return f"{what} {place + 1} {_field_difference(right[place], claimed[place])}"


def _field_difference(right: Json, claimed: Json) -> str:
    """The first field in which one of them differs from what it should be."""
    name = min(name for name in right.keys() | claimed.keys() if name not in right or name not in claimed or not same(right[name], claimed[name]))
    if name not in right:
        return f"must not have {name[:40]}"
    found = short(claimed[name]) if name in claimed else "left out"
    return f"must have {name[:40]} {short(right[name])}, not {found}"
