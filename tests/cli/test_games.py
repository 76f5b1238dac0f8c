"""``rulesets``, ``rules``, ``sheet``, ``boards``."""

import json
from pathlib import Path

import pytest

from domain.clauses import service_clauses
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
    options = [line for line in lines if line.startswith("#   option ")]
    assert all('["' in line or "[7" in line or '"boolean"' in line for line in options), "the values that an option takes"
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


def test_rules_without_a_game_are_those_of_the_service(run: Run) -> None:
    clauses = service_clauses()
    assert [clause["id"] for clause in run("rules", "--json").json] == list(clauses)
    words = run("rules").out
    assert all(f"{clause.id}  " in words and clause.text in words for clause in clauses.values())


@pytest.mark.parametrize("id", BOARDS)
def test_show_and_check_say_the_same_of_a_board(run: Run, id: str, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(run("boards", "show", id, "--json").out)
    shown = run("boards", "show", id).out
    digest = run("boards", "check", file, "--json").json["digest"]
    told = run("boards", "check", file)
    assert (told.code, told.out) == (0, f"{shown}Nothing is wrong with this board; digest {digest}.\n")
    assert f"  digest: {digest}\n" in shown
    file.write_text(shown)
    told = run("boards", "check", file)
    assert (told.code, told.err.endswith("a board is written as `arbiter boards show ID --json` prints one\n")) == (2, True)
    assert run("boards", "check", file, "--json").json["ok"] is False


@pytest.mark.parametrize("id", BOARDS)
def test_a_board_of_another_game_than_it_says_is_told_so(run: Run, id: str, tmp_path: Path) -> None:
    board = run("boards", "show", id, "--json").json
    meant = f"; everything else in it is as in a board of {shelf()[board['ruleset']].title}, whose ruleset is {board['ruleset']!r}\n"
    file = tmp_path / "board.json"
    for slug in sorted({*GAMES, "chess"} - {board["ruleset"]}):
        file.write_text(json.dumps({**board, "ruleset": slug}))
        told = run("boards", "check", file)
        assert told.code == (2 if slug == "chess" else 1)
        assert told.err.startswith("arbiter: ruleset: ")
        assert told.err.endswith(meant)


def test_a_changed_board_under_the_id_of_one_that_ships(run: Run, tmp_path: Path) -> None:
    board = next(shown for id in BOARDS if "title" in (shown := run("boards", "show", id, "--json").json))
    file = tmp_path / "board.json"
    file.write_text(json.dumps({**board, "title": "Mine"}))
    told = run("boards", "check", file)
    assert told.code == 0
    assert told.out.startswith(f"Mine ({board['id']}), a board of")
    assert told.out.endswith("Its id is that of a board that ships, and it is another board: give it an id of its own.\n")
