"""Every clause that is cited exists; every refereed clause is cited in the code and named by a test."""

import re
from pathlib import Path

from domain.bremen import RULES

CITED = re.compile(r"\bBRE?-\d+[a-z]?(?:\.\d+)*[a-z]?")
GAME = Path(__file__).parents[2] / "domain" / "bremen"


def cited(text: str) -> set[str]:
    return set(CITED.findall(text))


def in_code() -> set[str]:
    return set().union(*(cited(path.read_text(encoding="utf-8")) for suffix in ("py", "toml") for path in GAME.glob(f"*.{suffix}")))


def named_by_tests() -> set[str]:
    names = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for name in re.findall(r"^def test_(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            names |= {found.replace("_", "-", 1).replace("_", ".") for found in re.findall(r"BRE?_\d+(?:_\d+)*", name)}
    return names


def test_every_cited_clause_exists():
    assert in_code() | named_by_tests() <= set(RULES.clauses)


def test_every_refereed_clause_is_cited_in_code():
    assert {clause.id for clause in RULES.clauses.values() if clause.refereed} - in_code() == set()


def test_every_refereed_clause_is_named_by_a_test():
    assert {clause.id for clause in RULES.clauses.values() if clause.refereed} - named_by_tests() == set()


def test_facts_cite_clauses_that_exist():
    for fact in RULES.facts:
        assert fact.clauses
        assert set(fact.clauses) <= set(RULES.clauses)


def test_all_26_rulings_are_numbered():
    assert [clause for clause in RULES.clauses if clause.startswith("BR-")] == [f"BR-{number}" for number in range(1, 27)]
