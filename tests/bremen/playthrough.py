"""Golden games as text: what a game says line by line, from a set-up and moves; and the set-up and moves back from the text."""

import json
from pathlib import Path
from typing import Any

import msgspec

from domain.bremen import RULES
from domain.bremen.pieces import pieces_in
from domain.bremen.state import State
from domain.message import Json
from domain.playout import begin
from domain.seats import SPECTATOR, Viewer
from tests.bremen.support import TABLES
from tests.given import given

FOLDER = Path(__file__).parent / "playthroughs"


def transcript(title: str, seats: int, setup: Json, moves: list[tuple[int, str]]) -> list[str]:
    """The lines of a game."""
    table = TABLES[seats]
    lines = [f"# {title}", f"seats {seats}", *_setup_lines(setup)]
    state = begin(RULES, table, setup)
    lines += [f"   {_fact(fact)}" for fact in RULES.setup(table, RULES.setup_model.model_validate(setup))]
    lines += _position_lines(state)
    for number, (seat, line) in enumerate(moves, 1):
        lines.append(f"{number}. seat {seat}: {line}")
        spec = given(RULES, state).when(seat, line).accepted()
        state = spec.state
        lines += [f"   {_fact(fact)}" for fact in spec.facts]
        lines.append(f"   told: {RULES.narrate(seat, RULES.read(line), spec.facts, [])}")
        lines += _position_lines(state)
    outcome = RULES.outcome(state)
    lines.append(f"outcome {json.dumps(outcome)}")
    return lines


def _setup_lines(setup: Json) -> list[str]:
    lines = []
    for number, deal in enumerate(setup.get("deals") or [], 1):
        lines.append(f"deal {number}" + (f" centre {deal['centre']}" if "centre" in deal else ""))
        lines += [f"   hand {' '.join(hand)}" for hand in deal.get("hands") or []]
    return lines


def _fact(fact: Any) -> str:
    told = msgspec.to_builtins(fact)
    name = told.pop("fact")
    told = {field: value for field, value in told.items() if field not in {"hands", "centre"}}  # the deals above
    return f"{name} {' '.join(f'{field}={value}' for field, value in told.items())} [{' '.join(fact.clauses)}]"


def _position_lines(state: State) -> list[str]:
    """Legal lists; after each round what one seat and a spectator see."""
    lines = []
    for seat in state.acting:
        legal = [move.piece for move in RULES.legal_moves(state, seat)]
        lines.append(f"   legal of seat {seat}: {' '.join(legal) if len(legal) <= 13 else f'{len(legal)} pieces'}")
    if state.sheet is None and len(state.played) in (0, state.table.seats):
        lines.append(f"   score {RULES.score(state)}")
        lines += [f"   {viewer} sees {_seen(state, viewer)}" for viewer in (Viewer(seat=1), SPECTATOR)]
    return lines


def _seen(state: State, viewer: Viewer) -> str:
    view = RULES.view(state, viewer, state)
    hands = "; ".join(f"{player.seat}: {' '.join(player.hand)}" for player in view.players)
    heaps = "; ".join(f"{player.seat}: {' '.join(player.won) or '-'}" for player in view.players)
    return f"hands {hands} | heaps {heaps}"


def parse(text: str) -> tuple[str, int, Json, list[tuple[int, str]]]:
    """Title, seats, set-up and moves of a golden game."""
    title, seats, deals, moves = "", 0, [], []
    for line in text.splitlines():
        match line.split():
            case ["#", *words]:
                title = " ".join(words)
            case ["seats", number]:
                seats = int(number)
            case ["deal", _, *centre]:
                deals.append({"centre": centre[1]} if centre else {})
            case ["hand", *pieces]:
                deals[-1].setdefault("hands", []).append(pieces)
            case [number, "seat", seat, "play", piece] if number.endswith("."):
                moves.append((int(seat.removesuffix(":")), f"play {piece}"))
    return title, seats, {"deals": deals} if deals else {}, moves


def kept(state: State) -> list[list[str]]:
    """What is left in the hands."""
    return [list(pieces_in(hand)) for hand in state.hands or ()]
