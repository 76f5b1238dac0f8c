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
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", re.M | re.S)  # what is typed, and what is shown as its output
NEXT = "=== what the next block prints"


def script(readme: str) -> str:
    """All sh and python blocks of the README as one shell script; the service it starts ends with it."""
    parts = ["set -e", "trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT"]
    for language, text, _ in BLOCK.findall(readme):
        parts.append(text if language == "sh" else f"python - <<'PYTHON'\n{text}PYTHON")
        parts.append(f"echo '{NEXT}'")
    return "\n".join(parts)


def pattern(shown: str) -> str:
    """What an output that the README shows stands for: … is anything in its line, a line of its own any lines."""
    lines = (r"(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + r"\n" for line in shown.splitlines())
    return "".join(lines)


@pytest.mark.timeout(180)
def test_the_tour_of_the_readme_prints_what_the_readme_shows(tmp_path: Path) -> None:
    readme = README.replace("8000", str(free_port()))
    env = {key: value for key, value in os.environ.items() if not key.startswith("ARBITER_")}
    env["PATH"] = f"{Path(sys.executable).parent}:{env['PATH']}"
    done = subprocess.run(["bash", "-c", script(readme)], check=False, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=170)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "Traceback" not in done.stderr
    blocks = BLOCK.findall(readme)
    printed = done.stdout.split(f"{NEXT}\n")
    assert printed.pop() == "", "the last word is the last block's"
    for (_, typed, shown), out in zip(blocks, printed, strict=True):
        assert shown, f"the README does not show what this prints:\n{typed}"
        assert re.fullmatch(pattern(shown), out), f"the README shows\n{shown}\nfor\n{typed}\nwhich prints\n{out}"
    assert (tmp_path / "seen-by-a-spectator.svg").read_text().startswith("<svg")
    assert (tmp_path / "table.svg").read_text().startswith("<svg")


def test_the_subscription_that_it_shows_is_the_one_in_graphiql() -> None:
    start = (ROOT / "api" / "web" / "assets" / "start.js").read_text()
    shown = re.findall(r"^```graphql\n(.*?)^```$", README, re.M | re.S)
    assert len(shown) == 1
    assert "".join(f"# {line}\n" for line in shown[0].splitlines()) in start


def test_an_output_is_compared_line_by_line() -> None:
    shown = pattern("a …b\n…\n(c)\n")
    assert all(re.fullmatch(shown, out) for out in ("a b\n(c)\n", "a x b\ny\nz\n(c)\n"))
    assert not any(re.fullmatch(shown, out) for out in ("a b\n(c)\nd\n", "d\na b\n(c)\n", "a\nb\n(c)\n", "a b\nc\n"))


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
