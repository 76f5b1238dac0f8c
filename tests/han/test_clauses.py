"""Every clause that is refereed is cited where it is enforced and tested by name; nothing else is cited."""

import re
from pathlib import Path

from domain import han
from domain.han import RULES

CODE = Path(han.__file__).parent
TESTS = Path(__file__).parent
CITED = re.compile(r"\b(?:HAN|HA)-\d+(?:\.\d+)*\b")
RANGE = re.compile(r"\b((?:HAN|HA)-(?:\d+\.)*)(\d+) to \1(\d+)\b")
TESTED = re.compile(r"(?:HAN|HA)(?:_\d+)+")

REFEREED = {clause.id for clause in RULES.clauses.values() if clause.refereed}


def cited(text: str) -> set[str]:
    ranges = {f"{head}{number}" for head, first, last in RANGE.findall(text) for number in range(int(first), int(last) + 1)}
    return set(CITED.findall(text)) | ranges


def in_code() -> set[str]:
    return {clause for file in CODE.glob("*.py") for clause in cited(file.read_text(encoding="utf-8"))}


def in_test_names() -> set[str]:
    names = [line for file in TESTS.glob("test_*.py") for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("def test_")]
    found = {mark for line in names for mark in TESTED.findall(line)}
    return {f"{prefix}-{'.'.join(numbers)}" for prefix, *numbers in (mark.split("_") for mark in found)}


def test_every_citation_exists() -> None:
    assert in_code() | in_test_names() <= set(RULES.clauses)


def test_every_clause_is_cited_in_the_code() -> None:
    assert in_code() >= REFEREED, sorted(REFEREED - in_code())


def test_every_clause_is_tested_by_name() -> None:
    assert in_test_names() >= REFEREED, sorted(REFEREED - in_test_names())


def test_every_fact_cites_a_clause() -> None:
    assert all(fact.clauses for fact in RULES.facts)
    assert {clause for fact in RULES.facts for clause in fact.clauses} <= set(RULES.clauses)


def test_all_51_rulings_are_there() -> None:
    assert [clause for clause in RULES.clauses if clause.startswith("HA-")] == [f"HA-{n}" for n in range(1, 52)]
