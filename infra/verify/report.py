"""What a verification finds."""

from dataclasses import asdict, dataclass, field
from typing import Any, Final

# Problems that say of nothing in the record that it is wrong: what was to be proved is not there.
UNPROVABLE: Final = ("signature_missing", "receipt_beyond_record")

# What can be proved of a record, in the order in which it is reported.
CLAIMS: Final = ("lines", "header", "numbers", "end", "seed", "chain", "chance", "signature", "receipts")


class NoRecord(Exception):
    """Nothing in the file reads as a record. One sentence."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: the event's place from 1 (None: not about an event), the line, what kind, and a sentence."""

    event: int | None
    line: int | None
    kind: str
    reason: str


@dataclass
class Report:
    """The findings; a claim is proved when it was checked and nothing was wrong with it."""

    problems: list[Problem] = field(default_factory=list)
    proved: list[str] = field(default_factory=list)
    not_proved: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)  # of chain and signature, what the record does not have, so that nothing can be proved by it

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def only_unprovable(self) -> bool:
        """Whether nothing that stands in the record is wrong, and it does not prove what was asked of it."""
        return not self.ok and all(problem.kind in UNPROVABLE for problem in self.problems)

    def check(self, claim: str, problems: list[Problem]) -> None:
        """Notes a claim that was checked."""
        self.problems += problems
        (self.not_proved if problems else self.proved).append(claim)

    def doubt(self, *claims: str) -> None:
        """Takes back that claims were proved: they are about more than could be read."""
        self.not_proved += [claim for claim in claims if claim in self.proved]
        self.proved = [claim for claim in self.proved if claim not in claims]

    def leave(self, *claims: str) -> None:
        """Notes claims that cannot be checked."""
        self.not_proved += claims

    def wire(self) -> dict[str, Any]:
        """The JSON of ``arbiter verify --json``."""
        problems = [asdict(problem) for problem in sorted(self.problems, key=lambda p: p.line or 0)]
        return {
            "ok": self.ok,
            "problems": problems,
            "proved": [claim for claim in CLAIMS if claim in self.proved],
            "not_proved": [claim for claim in CLAIMS if claim in self.not_proved],
        }
