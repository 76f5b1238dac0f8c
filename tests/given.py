"""given(position).when(seat, move).then(facts) / .refused(clause): rules as specifications."""

from dataclasses import dataclass, replace
from typing import Any

from domain.chance import Reported
from domain.message import Json, State
from domain.moves import read_move
from domain.refusal import Refused
from domain.table import Rules


@dataclass(frozen=True)
class Spec:
    """A position under a ruleset; ``when`` tries a move (JSON, notation or model) with the draws that shall fall."""

    rules: Rules
    state: Any
    facts: tuple[Any, ...] = ()
    refusal: Refused | None = None

    def when(self, seat: int, move: Any, draws: list[Json] | None = None) -> "Spec":
        assert self.refusal is None, f"already refused: {self.refusal}"
        chance = Reported(draws or [])
        state = self.state
        try:
            facts = self.rules.decide(state, seat, read_move(self.rules, move), chance)
        except Refused as refusal:
            return replace(self, facts=(), refusal=refusal)
        chance.finish()
        for fact in facts:
            state = self.rules.evolve(state, fact)
        return replace(self, state=state, facts=facts)

    def then(self, *facts: Any) -> "Spec":
        """These facts are among those that followed, in this order."""
        assert self.refusal is None, f"refused: {self.refusal}"
        rest = iter(self.facts)
        for fact in facts:
            assert any(fact == other for other in rest), f"{fact} is not (in this order) among {self.facts}"
        return self

    def accepted(self) -> "Spec":
        assert self.refusal is None, f"refused: {self.refusal}"
        return self

    def refused(self, clause: str) -> "Spec":
        assert self.refusal is not None, f"accepted, with {self.facts}"
        assert self.refusal.clause == clause, str(self.refusal)
        assert clause in self.rules.clauses or clause.startswith("ARB-"), f"{clause} is not numbered in RULES.md"
        return replace(self, refusal=None)


def given(rules: Rules, state: State) -> Spec:
    return Spec(rules, state)
