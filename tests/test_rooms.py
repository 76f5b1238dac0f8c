"""The walls that import-linter cannot say: the domain is pure, no game knows another, no game is named outside its folder."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.shelf import shelf

ROOT = Path(__file__).parent.parent
GAMES = sorted(path.parent.name for path in (ROOT / "domain").glob("*/__init__.py"))
PURE = {
    "abc", "ast", "bisect", "collections", "copy", "dataclasses", "difflib", "enum", "fractions", "functools", "hashlib", "heapq", "hmac", "itertools", "json", "math",
    "operator", "re", "string", "struct", "types", "typing", "unicodedata", "uuid", "xml", "domain", "msgspec", "pydantic", "pyrsistent", "rfc8785",
}  # fmt: skip
EXCUSED = {"domain/shelf.py": {"importlib", "pkgutil"}, "domain/data.py": {"importlib", "tomllib"}, "domain/playout.py": {"random"}}


def sources(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield from (f"{node.module}.{name.name}" for name in node.names)


@pytest.mark.parametrize("path", sources("domain"), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_domain_is_pure(path: Path) -> None:
    where = path.relative_to(ROOT).as_posix()
    allowed = PURE | EXCUSED.get(where, set())
    assert {name for name in imports(path) if name.split(".")[0] not in allowed} == set()


@pytest.mark.parametrize("path", sources("domain"), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_game_knows_another_and_the_grammar_knows_none(path: Path) -> None:
    parts = path.relative_to(ROOT / "domain").parts
    own = parts[0] if len(parts) > 1 else None
    named = {name.split(".")[1] for name in imports(path) if name.startswith("domain.")}
    assert named & set(GAMES) <= {own}


@pytest.mark.parametrize("room", ["infra", "projections", "api"])
def test_no_room_but_the_domain_imports_a_game(room: str) -> None:
    named = {(str(path.relative_to(ROOT)), name) for path in sources(room) for name in imports(path) if name.startswith("domain.")}
    assert {(path, name) for path, name in named if name.split(".")[1] in GAMES} == set()


@pytest.mark.parametrize("room", ["domain", "infra", "projections", "api"])
def test_no_code_outside_its_folder_names_a_game(room: str) -> None:
    """Strings in code, docstrings aside: help texts may give examples, logic may not."""
    slugs = {rules.slug for rules in shelf().values()} | set(GAMES)
    named = []
    for path in sources(room):
        if room == "domain" and len(path.relative_to(ROOT / "domain").parts) > 1:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in slugs:
                named.append((str(path.relative_to(ROOT)), node.value))
    assert named == []


def test_every_game_has_the_same_files() -> None:
    needed = {
        "__init__.py",
        "RULES.md",
        "state.py",
        "moves.py",
        "facts.py",
        "decide.py",
        "evolve.py",
        "legal.py",
        "scoring.py",
        "view.py",
        "notation.py",
        "drawing.py",
    }
    for game in GAMES:
        assert needed - {path.name for path in (ROOT / "domain" / game).iterdir()} == set(), game


@pytest.mark.parametrize("room", ["domain", "infra", "projections", "api"])
def test_every_room_keeps_its_decisions(room: str) -> None:
    entries = re.findall(r"^## \d+\. .+ \(\d{4}-\d{2}-\d{2}, .+\)$", (ROOT / room / "DECISIONS.md").read_text(), re.M)
    assert entries


@pytest.mark.parametrize("room", ["domain", "infra", "projections", "api"])
def test_files_stay_small(room: str) -> None:
    long = {str(path.relative_to(ROOT)): lines for path in sources(room) if (lines := len(path.read_text().splitlines())) > 300}
    assert long == {}
