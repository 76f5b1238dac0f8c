"""The clauses of the service: every one of its refusals is among them, and people can read them."""

from pathlib import Path

from domain import refusal
from domain.clauses import service_clauses
from infra.trouble import BUSY

PAGE = (Path(__file__).parents[2] / "docs" / "playing.md").read_text(encoding="utf-8")


def test_every_refusal_of_the_service_has_a_clause() -> None:
    cited = {value for value in vars(refusal).values() if isinstance(value, str) and value.startswith("ARB-")} | {BUSY}
    assert cited == set(service_clauses())


def test_the_page_for_users_has_them_word_for_word() -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith("| ARB-")]
    assert lines == [f"| {clause.id} | {clause.text} |" for clause in service_clauses().values()]
