"""What the README says is run: its commands in the order in which a newcomer types them, its names checked against the code."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from domain.shelf import shelf
from tests.services.processes import free_port

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```", re.M | re.S)


def script(port: int) -> str:
    """All sh and python blocks of the README as one shell script, on a free port; the service it starts ends with it."""
    parts = ["set -e", "trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT"]
    for language, text in BLOCK.findall(README):
        parts.append(text if language == "sh" else f"python - <<'PYTHON'\n{text}PYTHON")
    return "\n".join(parts).replace("8000", str(port))


@pytest.mark.timeout(180)
def test_the_tour_of_the_readme(tmp_path: Path) -> None:
    env = {key: value for key, value in os.environ.items() if not key.startswith("ARBITER_")}
    env["PATH"] = f"{Path(sys.executable).parent}:{env['PATH']}"
    done = subprocess.run(["bash", "-c", script(free_port())], check=False, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=170)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    for promised in (
        "Nobody wins; condition 1 not met.",
        "Clean: 48 moves, all legal.",
        "Proved: lines, header, numbers, end, seed, chain, chance.",
        "line 37, event 36: the event is not what its hash was made of (hash_wrong)",
        "Move 30 on line 37, Bot 0 (seat 0): BRE-5.1, donkey-13 is not in the hand of seat 0.",
        '{"data":{"playMove":{"number":1,"receipt":{"hash":"',
        "'__typename': 'StatusFrame', 'status': 'RUNNING'",
        "'__typename': 'MoveFrame', 'number': 3",
        '"games":50,',
        "arbiter_",
    ):
        assert promised in done.stdout, promised
    assert "Traceback" not in done.stderr
    assert (tmp_path / "seen-by-a-spectator.svg").read_text().startswith("<svg")
    assert (tmp_path / "table.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("slug", sorted(shelf()))
def test_the_readme_names_every_game(slug: str) -> None:
    assert f"`{slug}`" in README


def test_every_make_target_that_is_mentioned_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"(?:`|\$ )make ([a-z-]+)", README + CONTRIBUTING)) <= targets


def test_every_file_that_is_linked_exists() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", README + CONTRIBUTING):
        assert (ROOT / link).exists(), link


def test_make_run_starts_what_the_tour_starts() -> None:
    printed = subprocess.run(["make", "--dry-run", "run"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "arbiter serve --demo" in printed
    assert "arbiter serve --demo" in README


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert "make test" in (ROOT / ".ci" / "run").read_text()
