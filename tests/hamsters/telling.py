"""A game as readable text: a line a move with what fell, what followed with its clauses, and what then lies on the table."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from domain.chance import Reported
from domain.hamsters import RULES
from domain.moves import read_move
from domain.playout import begin
from domain.table import lay
from tests.hamsters.positions import HERE

FOLDER = HERE / "playthroughs"
MOVE = re.compile(r"^(?P<number>\d+)\. seat (?P<seat>\d): (?P<move>[^\[]+?)(?:  (?P<draws>\[.*\]))?$")

Told = tuple[int, str, list[Any]]  # seat, notation, draws


def tell(seats: int, moves: Iterable[Told]) -> Iterator[str]:
    """The lines of a game; raises Refused or BadDraw where it is not legal."""
    state = begin(RULES, lay(RULES, seats), {})
    yield f"seats {seats}"
    yield from _table(state)
    for number, (seat, notation, draws) in enumerate(moves, 1):
        chance = Reported(draws)
        facts = RULES.decide(state, seat, read_move(RULES, notation), chance)
        chance.finish()
        yield ""
        yield f"{number}. seat {seat}: {notation}" + (f"  {json.dumps(draws)}" if draws else "")
        for fact in facts:
            state = RULES.evolve(state, fact)
            yield f"   {RULES.narrate(seat, read_move(RULES, notation), [fact], draws)}  [{', '.join(fact.clauses)}]"
        yield from _table(state)


def _table(state: Any) -> Iterator[str]:
    hamsters = []
    for seat, h in enumerate(state.hamsters):
        cards = ",".join(kind for kind in ("mole", "beaver", "mouse") if getattr(h, kind))
        marks = " rests" if h.rests else " waits" if h.waits else ""
        hamsters.append(f"{seat} {h.square} {h.sacks}+{h.deposited}{' ' + cards if cards else ''}{marks}")
    yield f"   table  {' | '.join(hamsters)} | piles {state.moles} {state.beavers} {state.mice} | store {state.store}"
    outcome = RULES.outcome(state)
    if outcome:
        yield f"   over   {json.dumps(outcome)}"
    for seat in RULES.to_act(state):
        yield f"   legal  seat {seat}: {', '.join(RULES.notate(move) for move in RULES.legal_moves(state, seat))}"


def moves_of(text: str) -> tuple[int, list[Told]]:
    """Seats and moves of a told game."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    seats = int(lines[0].removeprefix("seats "))
    found = [match for match in map(MOVE.match, lines) if match]
    return seats, [(int(m["seat"]), m["move"], json.loads(m["draws"] or "[]")) for m in found]
