"""Hamsters put on the board by hand, as if they had come there."""

import csv
from pathlib import Path
from typing import Any

from domain.hamsters import RULES
from domain.hamsters.state import CARDS_A_KIND, SACKS, Hamster, State
from domain.table import lay
from tests.given import Spec, given

HERE = Path(__file__).parent
STANDARD = lay(RULES, 2).board
NEXT = {square.id: square.next for square in STANDARD.printed.squares}
HABIT = {"0": "1a", "3": "main-1", "5": "safe-1", "10": "open-1"}  # where a hamster of these tests goes if nothing else is said


def way_to(square: str, *chosen: str) -> tuple[str, ...]:
    """The squares from 0 to this one, by the ways chosen."""
    way, at = ["0"], "0"
    while at != square:
        at = next((name for name in chosen if name in NEXT[at]), HABIT[at]) if len(NEXT[at]) > 1 else NEXT[at][0]
        way.append(at)
    return tuple(way)


def hamster(square: str, *chosen: str, sacks: int = 2, deposited: int = 0, cards: str = "", rests: bool = False, waits: bool = False) -> Hamster:
    held = cards.split()
    return Hamster(way_to(square, *chosen), sacks, deposited, "mole" in held, "beaver" in held, "mouse" in held, rests, waits)


def position(*hamsters: Hamster, turn: int = 0, **changes: Any) -> State:
    """The hamsters given by seat; piles and store hold what they do not."""
    lying = {kind: CARDS_A_KIND - sum(getattr(h, held) for h in hamsters) for kind, held in (("moles", "mole"), ("beavers", "beaver"), ("mice", "mouse"))}
    store = SACKS - sum(h.sacks + h.deposited for h in hamsters)
    return State(lay(RULES, len(hamsters)), hamsters=hamsters, turn=turn, store=store, **(lying | changes))


def on(*hamsters: Hamster, turn: int = 0, **changes: Any) -> Spec:
    return given(RULES, position(*hamsters, turn=turn, **changes))


def die(pips: int) -> dict[str, int]:
    return {"die": pips}


def combat(*thrown: tuple[int, int]) -> dict[str, list[list[int]]]:
    """One throw: (seat, pips) of who arrives, then of the occupant."""
    return {"combat": [list(pair) for pair in thrown]}


def hawk(pips: int) -> dict[str, int]:
    return {"sparrowhawk": pips}


def squares(spec: Spec) -> list[str]:
    """Where everybody stands."""
    return [h.square for h in spec.state.hamsters]


def rows(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))


AWAY = hamster("0")  # somebody who does not matter
