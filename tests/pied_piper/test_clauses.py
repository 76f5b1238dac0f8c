"""Every clause that is cited exists; every refereed one is cited in code and tested by name."""

import re
from pathlib import Path

from domain.pied_piper import RULES

ROOT = Path(__file__).parents[2]
CITED = re.compile(r"\b(?:PIP-\d+(?:\.\d+)*|PP-\d+)\b")


def cited() -> set[str]:
    found = set()
    for path in [*(ROOT / "domain/pied_piper").glob("*.py"), *(ROOT / "domain/pied_piper").glob("*.toml")]:
        found |= set(CITED.findall(path.read_text()))
    return found


def named_by_tests() -> set[str]:
    """The clauses in the names of tests: ``test_PIP_9_1_1_9_2_PP_6_…`` names PIP-9.1.1, PIP-9.2 and PP-6."""
    found = set()
    for path in (ROOT / "tests/pied_piper").glob("test_*.py"):
        for name in re.findall(r"def test_(\w+)", path.read_text()):
            for prefix, numbers in re.findall(r"(PIP|PP)((?:_\d+)+)", name):
                found |= set(_read(prefix, numbers.strip("_").split("_")))
    return found


def _read(prefix: str, numbers: list[str]) -> list[str]:
    """Rulings one by one; clauses as the longest that exist."""
    if prefix == "PP":
        return [f"PP-{number}" for number in numbers]
    found = []
    while numbers:
        length = next((n for n in range(min(len(numbers), 3), 0, -1) if f"PIP-{'.'.join(numbers[:n])}" in RULES.clauses), 0)
        assert length, f"no clause begins {numbers}"
        found.append(f"PIP-{'.'.join(numbers[:length])}")
        numbers = numbers[length:]
    return found


def test_every_clause_cited_in_code_exists() -> None:
    assert cited() - set(RULES.clauses) == set()


def test_every_clause_that_is_refereed_is_cited_in_code() -> None:
    assert {clause.id for clause in RULES.clauses.values() if clause.refereed} - cited() == set()


def test_every_clause_that_is_refereed_has_a_test_named_after_it() -> None:
    assert {clause.id for clause in RULES.clauses.values() if clause.refereed} - named_by_tests() == set()


def test_no_test_is_named_after_a_clause_that_does_not_exist() -> None:
    assert named_by_tests() - set(RULES.clauses) == set()


def test_the_clauses_of_facts_exist() -> None:
    for fact in RULES.facts:
        assert fact.clauses, fact
        assert set(fact.clauses) <= set(RULES.clauses)


def test_rulings_are_all_there() -> None:
    assert [clause for clause in RULES.clauses if clause.startswith("PP-")] == [f"PP-{n}" for n in range(1, 49)]
