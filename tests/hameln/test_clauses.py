"""Every refereed clause is cited in the code and tested by name; nothing else is cited."""

import re
from pathlib import Path

from domain.hameln import RULES

CODE = Path(RULES.decide.__code__.co_filename).parent
TESTS = Path(__file__).parent
CITED = re.compile(r"\b(?:HML-\d+\.\d+|HM-\d+)\b")
RANGE = re.compile(r"\b(HML-\d+\.|HM-)(\d+) to (?:HML-\d+\.|HM-)(\d+)\b")
NAMED = re.compile(r"(HML_\d+_\d+|HM_\d+)(?=_)")


def cited() -> set[str]:
    text = "\n".join(path.read_text(encoding="utf-8") for path in CODE.glob("*.py"))
    ranges = {f"{match[1]}{n}" for match in RANGE.finditer(text) for n in range(int(match[2]), int(match[3]) + 1)}
    return set(CITED.findall(text)) | ranges


def named_after() -> set[str]:
    names = re.findall(r"^def (test_\w+)", "\n".join(path.read_text(encoding="utf-8") for path in TESTS.glob("test_*.py")), re.MULTILINE)
    found = {match for name in names for match in NAMED.findall(name)}
    return {name.replace("HML_", "HML-").replace("HM_", "HM-").replace("_", ".") for name in found}


REFEREED = {name for name, clause in RULES.clauses.items() if clause.refereed}


def test_no_clause_is_cited_that_does_not_exist() -> None:
    assert cited() - set(RULES.clauses) == set()


def test_every_refereed_clause_is_cited() -> None:
    assert REFEREED - cited() == set()


def test_every_refereed_clause_has_a_test_named_after_it() -> None:
    assert REFEREED - named_after() == set()


def test_no_test_is_named_after_a_clause_that_does_not_exist() -> None:
    assert named_after() - set(RULES.clauses) == set()


def test_every_fact_names_existing_clauses() -> None:
    for fact in RULES.facts:
        assert fact.clauses, fact
        assert set(fact.clauses) <= set(RULES.clauses), fact


def test_all_rulings_are_there() -> None:
    assert {f"HM-{number}" for number in range(1, 62)} <= set(RULES.clauses)
