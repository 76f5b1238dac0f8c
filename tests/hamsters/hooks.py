"""What the suite of all games asks of this one."""

from itertools import pairwise
from typing import Any

from domain.hamsters import RULES
from domain.hamsters.state import CARDS_A_KIND, SACKS, SACKS_EACH, State
from tests.hamsters.boards import backwards, smallest

RULINGS = 42
CONFIGURATIONS: list[tuple[int, dict[str, Any], Any]] = [
    *[(seats, {}, None) for seats in RULES.seats],
    (2, {}, smallest()),
    (6, {}, smallest()),
    (5, {}, backwards()),
]


def check(state: State) -> None:
    """Sacks and cards are all there, every hamster stands on a way that it can have come, and somebody can go on."""
    hamsters, board = state.hamsters, state.table.board
    if not hamsters:
        return
    assert state.store + sum(h.sacks + h.deposited for h in hamsters) == SACKS
    assert state.store >= 0
    for held, lying in (("mole", state.moles), ("beaver", state.beavers), ("mouse", state.mice)):
        assert lying + sum(getattr(h, held) for h in hamsters) == CARDS_A_KIND
        assert lying >= 0
    leads = {square.id: square.next for square in board.printed.squares}
    for h in hamsters:
        assert h.way[0] == board.field
        assert all(after in leads[before] for before, after in pairwise(h.way)), h.way
        assert 0 <= h.deposited <= SACKS_EACH
        assert (h.sacks >= 1 and h.sacks + h.deposited <= SACKS_EACH) or (state.winner is not None and h.deposited == SACKS_EACH)
        assert not h.rests or (board.number.get(h.square) == 7 and h.sacks == SACKS_EACH)
        assert not h.waits or (board.number.get(h.square) == 4 and h.beaver)
        assert board.number.get(h.square) not in (6, 12)
        assert (h.square == board.burrow) == (state.winner is not None and h.deposited == SACKS_EACH)
    crowded = [h.square for h in hamsters if h.square != board.field]
    assert len(crowded) == len(set(crowded)), crowded
    assert not hamsters[state.turn].rests or state.step in ("decide", "over")
    acting = RULES.to_act(state)
    assert (RULES.outcome(state) is None) == bool(acting)
    for seat in range(len(hamsters)):
        legal = RULES.legal_moves(state, seat)
        assert bool(legal) == (seat in acting)
        assert len(legal) == len(set(legal)) <= 8


def twins(rules: Any, table: Any, setup: Any, moves: Any, viewer: Any, rng: Any) -> None:
    """Nothing in this game is hidden from anybody."""
