"""A command starts at once: it imports what it needs and nothing of the service."""

import subprocess
import sys
from pathlib import Path

import pytest

from domain.shelf import shelf

FIRST, *OTHERS = sorted(shelf())
ROOT = Path(__file__).parents[2]
HEAVY = ("eventsourcing", "fastapi", "strawberry", "sqlalchemy", "alembic", "httpx", "pydantic_settings", "uvicorn", "structlog", "openskill", "kafka", "rich")
CODE = """
import sys
from api.cli.main import main
code = main(sys.argv[1:])
print(code, *sorted({name.partition(".")[0] for name in sys.modules}), *sorted(name for name in sys.modules if name.startswith("domain.") and name.count(".") == 1))
"""


@pytest.mark.parametrize("command", [["play", FIRST, "--out", "r.jsonl"], ["audit", "r.jsonl"], ["replay", "r.jsonl"], ["verify", "r.jsonl"], ["sheet", FIRST]])
def test_a_command_imports_no_service_and_no_other_game(tmp_path: Path, command: list[str]) -> None:
    for arguments in (["play", FIRST, "--out", "r.jsonl"], command):
        run = [sys.executable, "-c", CODE, *arguments]
        told = subprocess.run(run, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=60, check=True)
    code, *modules = told.stdout.splitlines()[-1].split()
    assert code == "0"
    assert [name for name in modules if name in HEAVY] == []
    assert {f"domain.{slug.replace('-', '_')}" for slug in OTHERS} & set(modules) == set()
