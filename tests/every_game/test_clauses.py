"""Every refereed clause of a game's RULES.md is cited in its code and in the name of a test; no other clause is."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import domain
from domain.table import Rules
from tests.every_game.support import folder_of, hooks_of, package_of, rules_of

NUMBER = r"\d+[a-z]?(?:\.\d+)*[a-z]?"
TEST = re.compile(r"^ *(?:async )?def test_(\w+)", re.MULTILINE)


def prefixes(rules: Rules) -> list[str]:
    """What the ids begin with: the rulebook's letters and those of the rulings, longest first."""
    return sorted({id.partition("-")[0] for id in rules.clauses}, key=lambda prefix: (-len(prefix), prefix))


def cited(rules: Rules, text: str) -> Iterator[str]:
    """``HA-7``, and all from the first to the last of ``HA-7 to HA-9``."""
    letters = "|".join(prefixes(rules))
    yield from re.findall(rf"\b(?:{letters})-{NUMBER}\b", text)
    for head, first, last in re.findall(rf"\b((?:{letters})-(?:\d+\.)*)(\d+) to \1(\d+)\b", text):
        yield from (f"{head}{number}" for number in range(int(first), int(last) + 1))


def named(rules: Rules, name: str) -> Iterator[str]:
    """``PIP_9_1_1_9_2_PP_6_…`` names PIP-9.1.1, PIP-9.2 and PP-6: after each prefix ids one after another, as long as they exist."""
    for prefix, tail in re.findall(rf"(?<![A-Z])({'|'.join(prefixes(rules))})((?:_\d+)+)(?![a-z0-9])", name):
        numbers = tail.strip("_").split("_")
        while numbers:
            length = next((n for n in range(len(numbers), 0, -1) if f"{prefix}-{'.'.join(numbers[:n])}" in rules.clauses), len(numbers))
            yield f"{prefix}-{'.'.join(numbers[:length])}"
            numbers = numbers[length:]


@cache
def in_code(slug: str) -> frozenset[str]:
    folder = Path(domain.__file__).parent / package_of(slug)
    files = [path for path in folder.iterdir() if path.suffix in (".py", ".toml")]
    return frozenset(clause for path in files for clause in cited(rules_of(slug), path.read_text(encoding="utf-8")))


@cache
def in_test_names(slug: str) -> frozenset[str]:
    texts = (path.read_text(encoding="utf-8") for path in folder_of(slug).glob("test_*.py"))
    return frozenset(clause for text in texts for name in TEST.findall(text) for clause in named(rules_of(slug), name))


def refereed(slug: str) -> set[str]:
    return {clause.id for clause in rules_of(slug).clauses.values() if clause.refereed}


def test_every_clause_that_is_cited_exists(slug: str) -> None:
    assert in_code(slug) | in_test_names(slug) <= set(rules_of(slug).clauses)


def test_every_refereed_clause_is_cited_in_the_code(slug: str) -> None:
    assert sorted(refereed(slug) - in_code(slug)) == []


def test_every_refereed_clause_is_in_the_name_of_a_test(slug: str) -> None:
    assert sorted(refereed(slug) - in_test_names(slug)) == []


def test_every_fact_cites_clauses(slug: str) -> None:
    rules = rules_of(slug)
    assert all(fact.clauses and set(fact.clauses) <= set(rules.clauses) for fact in rules.facts)


def test_all_rulings_are_there(slug: str) -> None:
    """Their number stands in the game's hooks: the last one cannot get lost unseen."""
    rulings = [clause.id for clause in rules_of(slug).clauses.values() if clause.place == "ruling"]
    assert rulings == [f"{rulings[0].partition('-')[0]}-{number}" for number in range(1, getattr(hooks_of(slug), "RULINGS", len(rulings)) + 1)]


@pytest.mark.parametrize(
    ("name", "clauses"),
    [
        ("TOY_1_a_seat", ["TOY-1"]),
        ("TOY_1_2_TOY_5_seats", ["TOY-1", "TOY-2", "TOY-5"]),
        ("TOY_9_is_none", ["TOY-9"]),
        ("TOY_1_9_is_none", ["TOY-1", "TOY-9"]),
        ("a_toy_1", []),
    ],
)
def test_the_clauses_in_a_name(name: str, clauses: list[str]) -> None:
    assert list(named(rules_of("toy"), name)) == clauses


def test_the_clauses_in_a_text() -> None:
    assert list(cited(rules_of("toy"), "TOY-1, TOY-3 to TOY-5; TOYS-2, aTOY-2, TOY-x")) == ["TOY-1", "TOY-3", "TOY-5", "TOY-3", "TOY-4", "TOY-5"]
