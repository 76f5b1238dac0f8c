"""How a typed record says that its game ended: a true end is clean, for every game and number of seats; a false one is found, and named as the end."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.shelf import shelf
from tests.cli.conftest import Run

GAMES = sorted(shelf())
TABLES = [(slug, seats) for slug in GAMES for seats in shelf()[slug].seats]
PARTIAL = [(slug, seats) for slug, seats in TABLES if shelf()[slug].unrecorded is not None]


def typed(run: Run, tmp_path: Path, slug: str, seats: int, seed: int = 1) -> list[dict[str, Any]]:
    """A game that bots played, as somebody would type it."""
    assert run("play", slug, "--seats", seats, "--seed", seed, "--out", tmp_path / "played.jsonl").code == 0
    header, *lines = (json.loads(line) for line in (tmp_path / "played.jsonl").read_text().splitlines())
    kept = [{"arbiter": 1, **{key: header[key] for key in ("ruleset", "players", "options", "board")}}]
    for line in lines:
        if "setup" in line or "move" in line:
            kept.append({key: line[key] for key in ("setup", "seat", "move", "draws") if line.get(key) not in (None, [])})
    return [*kept, {"end": {"moves": lines[-1]["end"]["moves"], "outcome": lines[-1]["end"]["outcome"]}}]


def audited(run: Run, tmp_path: Path, lines: list[dict[str, Any]], *options: str) -> Any:
    file = tmp_path / "typed.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return run("audit", file, *options)


def without_secrets(slug: str, lines: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """The same record without the set-up, and with what everybody saw of it."""
    header, setup, *rest = lines
    rules = shelf()[slug]
    assert rules.unrecorded is not None
    yield [header, *rest]
    seen = rules.unrecorded(setup["setup"])
    if seen:
        yield [header, {"setup": seen}, *rest]


def changed(value: Any) -> Iterator[Any]:
    """The value with one thing in it changed, left out or added."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield {name: other for name, other in value.items() if name != key}
            for other in changed(inner):
                yield {**value, key: other}
        yield {**value, "surplus": 1}
    elif isinstance(value, list):
        yield [*value, 0]
        for place, inner in enumerate(value):
            for other in changed(inner):
                yield [*value[:place], other, *value[place + 1 :]]
    else:
        yield "something" if value is None else f"{value}x" if isinstance(value, str) else value + 1


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_a_true_end_is_clean_and_a_false_one_is_found(run: Run, tmp_path: Path, slug: str, seats: int) -> None:
    *lines, end = typed(run, tmp_path, slug, seats)
    told = audited(run, tmp_path, [*lines, end])
    assert (told.code, told.out) == (0, f"Clean: {end['end']['moves']} moves, all legal.\n")
    outcomes = list(changed(end["end"]["outcome"]))
    for outcome in outcomes[:: max(1, len(outcomes) // 6)]:
        told = audited(run, tmp_path, [*lines, {"end": {"outcome": outcome}}])
        assert told.code == 1, outcome
        assert told.out.startswith(f"The end on line {len(lines) + 1}: ARB-9, end.outcome"), told.out
        found = audited(run, tmp_path, [*lines, {"end": {"outcome": outcome}}], "--json").json["first_illegal"]
        assert (found["move"], found["line"], found["seat"], found["legal"]) == (end["end"]["moves"], len(lines) + 1, None, [])


@pytest.mark.parametrize(("slug", "seats"), PARTIAL)
def test_without_what_was_hidden_a_true_end_is_clean_as_well(run: Run, tmp_path: Path, slug: str, seats: int) -> None:
    """What the record leaves open is said not to be checkable; what it does not leave open is checked."""
    for lines in without_secrets(slug, typed(run, tmp_path, slug, seats)):
        *before, end = lines
        told = audited(run, tmp_path, lines, "--json").json
        assert told["ok"], told
        parts = told["not_checkable"]
        assert parts
        assert audited(run, tmp_path, lines).out.endswith(f"Possible, but not checkable, since the record leaves it open: {', '.join(parts)}.\n")
        stated = end["end"]["outcome"]
        certain = {key: value for key, value in stated.items() if f"end.outcome.{key}" not in parts}
        assert audited(run, tmp_path, [*before, {"end": {"outcome": certain}}], "--json").json["ok"], "no more than what is certain"
        for key, value in certain.items():
            for other in list(changed(value))[:3]:
                found = audited(run, tmp_path, [*before, {"end": {"outcome": {**stated, key: other}}}])
                assert (found.code, found.out.startswith(f"The end on line {len(lines)}: ARB-9, end.outcome")) == (1, True), f"{key}: {other}"


@pytest.mark.parametrize(("slug", "seats"), PARTIAL)
def test_the_examples_of_a_sheet_are_right(run: Run, tmp_path: Path, slug: str, seats: int) -> None:
    """What it shows in comments: the set-up that everybody saw, what was still hidden, the end."""
    shown = [json.loads(line.removeprefix("#")) for line in run("sheet", slug).out.splitlines() if line.startswith("#   {")]
    reveal = next(line for line in shown if "reveal" in line)
    lines = typed(run, tmp_path, slug, min(shelf()[slug].seats))
    assert lines[-1] in shown
    for record in (lines, *without_secrets(slug, lines)):
        *before, end = record
        told = audited(run, tmp_path, [*before, reveal, end], "--json").json
        assert (told["ok"], "not_checkable" in told) == (True, False), "with what was left the end is certain"
    assert before[1] in shown
    wrong = copy.deepcopy(reveal)
    wrong["reveal"].reverse()
    assert not audited(run, tmp_path, [*lines[:-1], wrong, lines[-1]], "--json").json["ok"]


def test_a_move_taken_back_is_no_contradiction(run: Run, tmp_path: Path) -> None:
    slug, seats = TABLES[0]
    header, setup, first, *_ = typed(run, tmp_path, slug, seats)
    wrong = {**first, "seat": (first["seat"] + 1) % seats}
    told = audited(run, tmp_path, [header, setup, wrong, {"annul": {"from": 1}}, first])
    assert (told.code, told.out) == (0, "Clean: 2 moves, of which 1 counts; all that counts is legal.\nMove 1 was illegal and was taken back.\n")
    told = audited(run, tmp_path, [header, setup, wrong, {"annul": {"from": 1}}, wrong, {"annul": {"from": 2}}, first])
    assert told.out == "Clean: 3 moves, of which 1 counts; all that counts is legal.\nMoves 1, 2 were illegal and were taken back.\n"


def test_what_is_not_known_is_passed_over_and_told(run: Run, tmp_path: Path) -> None:
    slug, seats = TABLES[0]
    header, setup, first, *_ = typed(run, tmp_path, slug, seats)
    told = audited(run, tmp_path, [header, setup, {**first, "drwas": []}, {"event": "TeaServed"}, {"note": "\x1b[2J"}, {"\x1b[2J": 1, "seatt": 0}])
    assert told.code == 0
    assert told.out == (
        "Clean: 1 move, all legal.\n"
        "Line 3, passed over: the key 'drwas' is not known on this line.\n"
        "Line 4, passed over: the event 'TeaServed' is not known.\n"
        "Line 5, passed over: nothing that is known stands here.\n"
        "Line 6, passed over: nothing that is known stands here.\n"
    )
    told = audited(run, tmp_path, [header, setup, {**first, "\x1b[2J": 1}], "--json").json
    assert told["skipped"] == [3]
    assert told["unknown"] == [{"line": 3, "reason": "the key '\\x1b[2J' is not known on this line"}]
