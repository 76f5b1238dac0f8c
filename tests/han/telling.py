"""A game as readable text: a line a move with what fell, what followed with its clauses, what the seat and the spectator see, what is legal."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from domain.chance import Reported
from domain.han import RULES
from domain.han.state import State
from domain.message import Json, Table
from domain.moves import read_move
from domain.playout import begin
from domain.seats import SPECTATOR, Viewer
from tests.han.positions import HERE, table

FOLDER = HERE / "playthroughs"
MOVE = re.compile(r"^(?P<number>\d+)\. seat (?P<seat>\d): (?P<move>[^\[]+?)(?:  (?P<draws>\[.*\]))?$")

Told = tuple[int, str, list[Any]]  # seat, notation, draws


def tell(seats: int, options: Json, setup: Json, moves: Iterable[Told]) -> Iterator[str]:
    """The lines of a game; raises Refused or BadDraw where it is not legal."""
    laid = table(seats, **options)
    state = begin(RULES, laid, setup)
    yield f"seats {seats}"
    yield f"options {json.dumps(options)}"
    yield f"setup {json.dumps(setup)}"
    yield f"   spectator  {json.dumps(RULES.redact_setup(setup, SPECTATOR, state, state))}"
    yield from _table(state)
    for number, (seat, notation, draws) in enumerate(moves, 1):
        move, chance = read_move(RULES, notation), Reported(draws)
        facts = RULES.decide(state, seat, move, chance)
        chance.finish()
        for fact in facts:
            state = RULES.evolve(state, fact)
        yield ""
        yield f"{number}. seat {seat}: {notation}" + (f"  {json.dumps(draws)}" if draws else "")
        for fact in facts:
            yield f"   {_fact(fact)}  [{', '.join(fact.clauses)}]"
        if any("card" in draw for draw in draws):
            for viewer in (Viewer(seat=seat), SPECTATOR):
                seen = [RULES.redact_draw(seat, draw, viewer, state, state) for draw in draws]
                shown = [RULES.redact(fact, viewer, state, state) for fact in facts]
                yield f"   {viewer} reads: {RULES.narrate(seat, move, shown, seen)}"
        yield from _table(state)


def _fact(fact: Any) -> str:
    fields = " ".join(f"{name}={_short(getattr(fact, name))}" for name in fact.__struct_fields__)
    return f"{fact.__struct_config__.tag} {fields}".rstrip()


def _short(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _table(state: State) -> Iterator[str]:
    view = RULES.view(state, SPECTATOR, state)
    hands = " | ".join(f"{seat} {' '.join(hand) or '-'}" for seat, hand in enumerate(state.hands))
    courts = " ".join(f"{p.id}:{'/'.join(map(str, p.emissaries))}" for p in view.provinces if any(p.emissaries))
    points = "/".join(str(player.points) for player in view.players)
    yield f"   hands  {hands}   display {' '.join(view.display)}   pile {view.pile_count}   points {points}   courts {courts or '-'}"
    outcome = RULES.outcome(state)
    if outcome:
        yield f"   over   {json.dumps(outcome)}"
    for seat in RULES.to_act(state):
        yield f"   legal  seat {seat}: {', '.join(RULES.notate(move) for move in RULES.legal_moves(state, seat))}"


def read_game(text: str) -> tuple[int, Json, Json, list[Told]]:
    """Seats, options, set-up and moves of a told game."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    found = [match for match in map(MOVE.match, lines) if match]
    moves = [(int(m["seat"]), m["move"], json.loads(m["draws"] or "[]")) for m in found]
    return int(lines[0].split()[1]), json.loads(lines[1].partition(" ")[2]), json.loads(lines[2].partition(" ")[2]), moves


def seen(laid: Table, setup: Json, moves: Sequence[tuple[int, Json, list[Json]]], viewer: Viewer) -> list[Any]:
    """What a viewer is shown of a history: set-up, after every move the facts, the draws and the sentence, now and then the whole view."""
    state = begin(RULES, laid, setup)
    shown: list[Any] = [RULES.redact_setup(setup, viewer, state, state), RULES.view(state, viewer, state)]
    for number, (seat, raw, draws) in enumerate(moves, 1):
        move = read_move(RULES, raw)
        facts = RULES.decide(state, seat, move, Reported(draws))
        for fact in facts:
            state = RULES.evolve(state, fact)
        own_facts = [RULES.redact(fact, viewer, state, state) for fact in facts]
        own_draws = [RULES.redact_draw(seat, draw, viewer, state, state) for draw in draws]
        own_move = RULES.redact_move(seat, move, viewer, state, state)
        legal = [RULES.notate(m) for s in RULES.to_act(state) if RULES.sees_legal(state, viewer, s) for m in RULES.legal_moves(state, s)]
        shown += [own_facts, own_draws, RULES.narrate(seat, own_move, own_facts, own_draws), RULES.score(state), legal]
        if number % 23 == 0 or number == len(moves):
            shown.append(RULES.view(state, viewer, state))
    return shown
