"""``rulesets``, ``rules``, ``sheet``, ``boards``."""

import json
from pathlib import Path

import pytest

from domain.shelf import shelf
from tests.cli.conftest import Run

GAMES = sorted(shelf())
BOARDS = sorted(id for rules in shelf().values() if rules.boards is not None for id in rules.boards.shipped)


def test_rulesets(run: Run) -> None:
    told = run("rulesets", "--json").json
    assert [game["slug"] for game in told] == sorted([*GAMES, "toy"])
    assert all(game.keys() == {"slug", "title", "version", "seats", "options", "boards"} for game in told)
    toy = next(game for game in told if game["slug"] == "toy")
    assert toy == {
        "slug": "toy",
        "title": "Toy",
        "version": "1",
        "seats": [2],
        "options": {"double": {"default": False, "type": "boolean", "description": "Every card scores twice."}},
        "boards": [],
    }
    words = run("rulesets").out
    assert all(slug in words for slug in GAMES)


@pytest.mark.parametrize("slug", GAMES)
def test_rules_name_every_clause_with_its_source(run: Run, slug: str) -> None:
    clauses = shelf()[slug].clauses
    assert [clause["id"] for clause in run("rules", slug, "--json").json] == list(clauses)
    words = run("rules", slug).out
    assert all(clause.id in words and clause.place in words for clause in clauses.values())


@pytest.mark.parametrize("slug", [*GAMES, "toy"])
def test_an_example_sheet_audits_clean(run: Run, slug: str, tmp_path: Path) -> None:
    told = run("sheet", slug)
    lines = told.out.splitlines()
    assert any(line.startswith("#") for line in lines)
    assert any('"move":"' in line for line in lines), "moves in notation"
    (tmp_path / "sheet.jsonl").write_text(told.out)
    audit = run("audit", tmp_path / "sheet.jsonl", "--json")
    assert (audit.code, audit.json["ok"]) == (0, True)
    assert audit.json["moves"] > 5
    assert "skipped" not in audit.json


def test_what_is_not_on_the_shelf(run: Run) -> None:
    for command in ("rules", "sheet"):
        told = run(command, "chess")
        assert (told.code, told.out) == (2, "")
        assert "'chess' is not one of" in told.err


def test_boards_list(run: Run) -> None:
    assert sorted(board["id"] for board in run("boards", "list", "--json").json) == BOARDS
    assert all(id in run("boards", "list").out for id in BOARDS)


@pytest.mark.parametrize("id", BOARDS)
def test_a_board_is_shown_checked_and_drawn(run: Run, id: str, tmp_path: Path) -> None:
    shown = run("boards", "show", id, "--json")
    assert shown.json["id"] == id
    assert id in run("boards", "show", id).out
    file = tmp_path / "board.json"
    file.write_text(shown.out)
    checked = run("boards", "check", file, "--json")
    assert checked.json.keys() == {"ok", "id", "ruleset", "digest"}
    assert f"digest {checked.json['digest']}" in run("boards", "check", file).out
    for source in (id, file):
        assert run("boards", "draw", source, tmp_path / f"{Path(source).name}.svg").code == 0
    assert (tmp_path / f"{id}.svg").read_text() == (tmp_path / "board.json.svg").read_text()
    own = {**shown.json, "id": "a-board-of-my-own"}
    file.write_text(json.dumps(own))
    record = tmp_path / "r.jsonl"
    played = [run("play", own["ruleset"], "--seats", seats, "--board", file, "--out", record) for seats in shelf()[own["ruleset"]].seats]
    assert any(told.code == 0 for told in played), played[0].err
    assert json.loads(record.read_text().splitlines()[0])["board"]["id"] == "a-board-of-my-own"
    assert run("audit", record).code == 0
    assert run("verify", record).code == 0


def test_a_board_that_is_none_is_refused_with_the_constraint(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    for content, code, words in (
        ("{", 2, "JSON"),
        ("[]", 2, "object"),
        ("{}", 1, "ruleset"),
        ('{"ruleset": "chess"}', 2, "chess"),
        ('{"ruleset": "toy"}', 1, "without a board"),
        (json.dumps({"ruleset": json.loads(run("boards", "list", "--json").out)[0]["ruleset"]}), 1, "board"),
        ('{"a": 1, "a": 2}', 2, "twice"),
    ):
        file.write_text(content)
        told = run("boards", "check", file)
        assert (told.code, told.out) == (code, ""), content
        assert words in told.err
    assert run("boards", "check", tmp_path / "nowhere").err == f"arbiter: {tmp_path / 'nowhere'}: no such file or directory\n"
    file.write_bytes(b"\xff")
    assert run("boards", "check", file).code == 2
    assert run("boards", "show", "nowhere").code == 2
    assert run("boards", "draw", "nowhere", tmp_path / "x.svg").code == 2
    file.write_text("{}")
    assert run("boards", "check", file, "--json").json == {"ok": False, "reason": "ruleset: must name the game that the board is for"}
