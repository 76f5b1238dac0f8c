"""``arbiter play``, ``audit``, ``verify`` on what bots played."""

import json
from pathlib import Path

import pytest

from domain.shelf import shelf
from tests.cli.conftest import Run

GAMES = sorted(shelf())


@pytest.mark.parametrize("slug", [*GAMES, "toy"])
def test_the_same_command_writes_the_same_bytes_and_they_audit_and_verify(run: Run, tmp_path: Path, slug: str) -> None:
    first, second = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    told = [run("play", slug, "--seed", 7, "--out", file, "--json") for file in (first, second)]
    assert told[0] == told[1]
    assert first.read_bytes() == second.read_bytes()
    assert set(told[0].json) == {"ruleset", "seed", "moves", "outcome"}
    assert (told[0].json["ruleset"], told[0].json["seed"]) == (slug, 7)
    audit = run("audit", first, "--json")
    assert (audit.code, audit.json) == (0, {"ok": True, "moves": told[0].json["moves"], "annulled_illegal": []})
    verify = run("verify", first, "--json")
    assert (verify.code, verify.json["problems"], verify.json["not_proved"]) == (0, [], ["signature"])
    lines = [json.loads(line) for line in first.read_text().splitlines()]
    assert not any("at" in line for line in lines)
    assert lines[-1]["end"].keys() == {"moves", "head", "outcome"}
    assert lines[-1]["end"]["outcome"] == told[0].json["outcome"]
    assert first.read_text() == run("play", slug, "--seed", 7, "--out", "-").out


def test_another_seed_is_another_game(run: Run) -> None:
    assert run("play", "toy", "--seed", 1, "--out", "-").out != run("play", "toy", "--seed", 2, "--out", "-").out


def test_many_games_are_measured(run: Run) -> None:
    told = run("play", "toy", "--count", 5, "--json").json
    assert told.keys() == {"games", "moves", "seconds", "moves_per_second"}
    assert (told["games"], told["moves"]) == (5, 100)
    assert "5 games of Toy, 100 moves" in run("play", "toy", "--count", 5).out


def test_words_for_people(run: Run, tmp_path: Path) -> None:
    told = run("play", "toy", "--seats", 2, "--option", "double=true", "--out", tmp_path / "r.jsonl")
    assert "Toy with 2 seats, seed 0: 20 moves." in told.out
    assert "r.jsonl" in told.out
    assert json.loads((tmp_path / "r.jsonl").read_text().splitlines()[0])["options"] == {"double": True}
    assert "Clean: 20 moves" in run("audit", tmp_path / "r.jsonl").out
    assert "Not proved: signature." in run("verify", tmp_path / "r.jsonl").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "ruleset: 'chess' is not one of"),
        (["toy", "--seats", "9"], "players"),
        (["toy", "--seats", "x"], "--seats"),
        (["toy", "--seed", "-1"], "--seed"),
        (["toy", "--option", "double"], "NAME=VALUE"),
        (["toy", "--option", "no=1"], "options: no: is not an option of Toy, which has double"),
        (["toy", "--option", "double=7"], "options: double"),
        (["toy", "--option", "double=true", "--option", "double=true"], "twice"),
        (["toy", "--board", "x"], "without a board"),
        (["toy", "--count", "0"], "--count"),
        (["toy", "--count", "2", "--out", "x"], "--out"),
        (["toy", "--out", "/no/such/folder/x"], "no such file"),
        ([], "Missing argument"),
        (["toy", "--fly"], "--fly"),
    ],
)
def test_an_error_is_one_sentence_on_stderr(run: Run, arguments: list[str], words: str) -> None:
    told = run("play", *arguments)
    assert (told.code, told.out) == (2, "")
    assert words in told.err
    assert told.err.startswith("arbiter: ")
    assert told.err.count("\n") == 1
