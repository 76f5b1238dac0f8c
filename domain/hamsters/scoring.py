"""Who has won, and how many sacks lie in the burrow."""

from domain.hamsters.state import State
from domain.message import Json

REASON = "two_sacks_deposited"  # HMS-2.2, HMS-10.1


def outcome(state: State) -> Json | None:
    """The winner and everybody's deposited sacks; None while play goes on."""
    if state.winner is None:
        return None
    return {"winners": [state.winner], "reason": REASON, "scores": [{"total": hamster.deposited} for hamster in state.hamsters]}


def score(state: State) -> list[int]:
    """Sacks in the burrow by seat (HMS-2.1)."""
    return [hamster.deposited for hamster in state.hamsters]
