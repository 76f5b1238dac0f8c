"""A whole game as readable text, and back: what was moved, what followed under which clause, what viewers saw, what was legal."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from domain.chance import Reported
from domain.message import Json
from domain.moves import read_move
from domain.pied_piper.deck import characters
from domain.pied_piper.ring import houses
from domain.playout import begin
from domain.seats import SPECTATOR, Viewer
from domain.table import lay
from tests.pied_piper.support import RULES

_MOVE = re.compile(r"^\d+\. seat (?P<seat>\d): (?P<line>[^|]+?)(?: \| draws (?P<draws>.+))?$")


def write(seats: int, options: Json, setup: Json, moves: list[tuple[int, str, list[Json]]]) -> str:
    """The text of a game."""
    table = lay(RULES, seats, options)
    state: Any = begin(RULES, table, setup)
    lines = [
        f"# {seats} seats, options {json.dumps(options)}",
        f"setup {json.dumps(setup)}",
        f"seat 0 sees setup {json.dumps(RULES.redact_setup(setup, Viewer(seat=0), state, state))}",
        *_position(state),
    ]
    for number, (seat, line, draws) in enumerate(moves, 1):
        move, chance = read_move(RULES, line), Reported(draws)
        facts = RULES.decide(state, seat, move, chance)
        chance.finish()
        for fact in facts:
            state = RULES.evolve(state, fact)
        told = " ".join(f"{what}:{value}" for draw in draws for what, value in draw.items())
        lines += ["", f"{number}. seat {seat}: {RULES.notate(move)}" + (f" | draws {told}" if told else "")]
        lines += [f"   {_fact(fact)}" for fact in facts]
        lines += _watchers(state, seat, move, facts, draws)
        lines += _position(state)
    outcome = RULES.outcome(state)
    return "\n".join([*lines, "", f"outcome {json.dumps(outcome)}", f"ranks {list(RULES.ranking(outcome))}" if outcome else "unfinished", ""])


def read(text: str) -> tuple[int, Json, Json, list[tuple[int, str, list[Json]]]]:
    """Seats, options, set-up and moves of a text."""
    lines = text.splitlines()
    head = re.fullmatch(r"# (\d) seats, options (.+)", lines[0])
    assert head is not None
    moves = []
    for line in lines[2:]:
        match = _MOVE.match(line)
        if match is not None:
            draws = [dict([draw.split(":")]) for draw in (match["draws"] or "").split()]
            moves.append((int(match["seat"]), match["line"], draws))
    return int(head[1]), json.loads(head[2]), json.loads(lines[1].removeprefix("setup ")), moves


def _fact(fact: Any) -> str:
    values = msgspec.to_builtins(fact)
    name = values.pop("fact")
    told = " ".join(f"{key}={','.join(map(str, value)) if isinstance(value, list | tuple) else value}" for key, value in values.items())
    return f"{name} {told} [{' '.join(fact.clauses)}]".replace("  ", " ")


def _watchers(state: Any, seat: int, move: Any, facts: Any, draws: list[Json]) -> Iterator[str]:
    """What the spectator and, where it is not the same, a seat beside the active one is told."""
    for viewer in (SPECTATOR, Viewer(seat=seat)):
        seen = RULES.redact_move(seat, move, viewer, state, state)
        known = [RULES.redact(fact, viewer, state, state) for fact in facts]
        drawn = [RULES.redact_draw(seat, draw, viewer, state, state) for draw in draws]
        yield f"   {viewer} reads: {RULES.notate(seen)} | {RULES.narrate(seat, seen, known, drawn)}"


def _position(state: Any) -> list[str]:
    named = characters(houses(state.table.seats))
    gaps = "  ".join(f"gap-{gap}: {','.join(name for name, at in zip(named, state.figures, strict=True) if at == gap) or '-'}" for gap in state.ring)
    seen = RULES.view(state, SPECTATOR, state)
    row = "  ".join(f"{slot.slot} {slot.character or '-'}({'+'.join(card.card for card in slot.cards)})" for slot in seen.row)
    lines = [
        f"   trackers {' '.join(map(str, RULES.score(state) or []))}  claimed {' '.join(','.join(map(str, held)) or '-' for held in state.claimed)}",
        f"   ring     {gaps}",
        f"   row      {row}",
    ]
    for seat in RULES.to_act(state):
        legal = ", ".join(RULES.notate(move) for move in RULES.legal_moves(state, seat))
        lines += [f"   hand     {' '.join(state.hands[seat])}", f"   legal    seat {seat}: {legal}"]
    return lines
