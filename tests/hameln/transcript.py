"""A game as text that a person can read and that replays to itself: moves, what followed by which clause, who sees what, what was legal."""

import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import msgspec

from domain.chance import Reported
from domain.hameln import RULES
from domain.hameln.state import State
from domain.message import Json
from domain.playout import begin
from domain.seats import SPECTATOR, Viewer
from domain.table import lay

Played = tuple[int, str, list[Json]]  # seat, notation, draws


def write(title: str, seats: int, options: Json, setup: Json, moves: Iterable[Played]) -> str:
    """The transcript of a game."""
    head = {"title": title, "seats": seats, "options": options, "setup": setup}
    lines = [json.dumps(head), ""]
    state: State = begin(RULES, lay(RULES, seats, options), setup)
    for number, (seat, notation, draws) in enumerate(moves, 1):
        legal = RULES.legal_moves(state, seat)
        chance = Reported(draws)
        move = RULES.read(notation)
        facts = RULES.decide(state, seat, move, chance)
        chance.finish()
        for fact in facts:
            state = RULES.evolve(state, fact)
        lines.append(f"{number}. seat {seat}: {notation}" + (f"   draws {json.dumps(draws)}" if draws else ""))
        lines.append(f"   legal {short([RULES.notate(other) for other in legal])}")
        lines += _facts(seat, facts, state)
        lines.append(f"   now   {situation(state)}")
    outcome = RULES.outcome(state)
    lines += ["", f"outcome {json.dumps(outcome)}"]
    return "\n".join(lines) + "\n"


def _facts(mover: int, facts: Sequence[Any], state: State) -> Iterable[str]:
    """Each fact with its clauses, and what others see of it where that differs."""
    for fact in facts:
        seen = RULES.redact(fact, SPECTATOR, state, state)
        own = RULES.redact(fact, Viewer(seat=mover), state, state)
        others = "" if seen == fact else f"   (seat {mover} sees value={own.value}, others see value={seen.value})"
        yield f"   {brief(fact)}  [{', '.join(fact.clauses)}]{others}"


def brief(fact: Any) -> str:
    """A fact on one line: its name and its fields."""
    fields = msgspec.to_builtins(fact)
    name = fields.pop("fact")
    return " ".join([name, *(f"{key}={json.dumps(value) if isinstance(value, list | tuple) else value}" for key, value in fields.items())])


def short(lines: list[str]) -> str:
    """Legal moves in their order, those that differ in the last word only joined."""
    joined = []
    for stem, group in groupby(lines, key=lambda line: line.rpartition(" ")[0]):
        last = [line.rpartition(" ")[2] for line in group]
        numbers = len(last) > 2 and all(word.isdigit() for word in last) and int(last[-1]) - int(last[0]) == len(last) - 1
        ends = f"{last[0]}..{last[-1]}" if numbers else "|".join(last)
        joined.append(f"{stem} {ends}".strip())
    return "; ".join(joined)


def situation(state: State) -> str:
    """Whose move it is, and what every player has, in one line."""
    acting = RULES.to_act(state)
    families = [
        f"{seat}: {state.florins[seat]} fl, goods {''.join(map(str, state.goods[seat]))}, hall {state.boys[seat]}b{state.girls[seat]}g, "
        f"tokens {len(state.tokens[seat])}"
        for seat in range(state.table.seats)
    ]
    who = f"seat {acting[0]} {state.step}" if acting else state.step
    return f"{who}; phase {state.phase}, {state.reserve} large rats; " + "; ".join(families)


def parse(text: str) -> tuple[Json, list[Played]]:
    """The head and the moves of a transcript."""
    head, *lines = text.splitlines()
    moves: list[Played] = []
    for line in lines:
        if line[:1].isdigit():
            words, _, draws = line.partition("   draws ")
            _, _, said = words.partition(". seat ")
            seat, _, notation = said.partition(": ")
            moves.append((int(seat), notation, json.loads(draws) if draws else []))
    return json.loads(head), moves
