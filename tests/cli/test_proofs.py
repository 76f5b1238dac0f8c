"""What ``arbiter verify`` says of records that have nothing to prove it by, that end too early, and of line 1."""

import json
from pathlib import Path

import pytest

from domain.game import fold
from domain.seats import SPECTATOR
from domain.shelf import shelf
from infra.record_file import record_lines
from tests import corpus
from tests.cli.conftest import Run
from tests.every_game.support import configurations
from tests.records.support import OPENING, as_bytes, typed, written

NOT_SO = "This record is not what it claims to be."
FIRST = sorted(shelf())[0]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "record.jsonl"


@pytest.fixture
def key(tmp_path: Path) -> Path:
    file = tmp_path / "keys.json"
    file.write_text(json.dumps(corpus.keys().public_jwks()))
    return file


def test_a_typed_record_has_nothing_to_prove(run: Run, record: Path, key: Path) -> None:
    record.write_text(typed(*OPENING, {"end": {"moves": 4}}))
    told = run("verify", record)
    assert told.code == 0
    assert told.out.splitlines()[:2] == ["Nothing is wrong with this record.", "There is nothing to prove: this record has no chain and no signature."]
    told = run("verify", record, "--key", key)
    assert (told.code, NOT_SO in told.out) == (1, False)
    assert "There is nothing to prove: this record has no chain and no signature." in told.out
    record.write_text(typed(*OPENING))
    told = run("verify", record)
    assert (told.code, NOT_SO in told.out) == (1, False)
    assert told.out.startswith(
        "line 6, event 5: the record has no last line, so nobody can see whether it is whole (end_missing)\nNothing that stands in this record is wrong, but it is not complete.\n"
    )
    assert "There is nothing to prove" in told.out


def test_a_record_of_bots_is_not_signed_and_the_key_has_nothing_to_prove(run: Run, record: Path, key: Path) -> None:
    assert run("play", FIRST, "--out", record).code == 0
    told = run("verify", record, "--key", key)
    assert told.code == 1, "a signature was asked for"
    assert "the record is not signed (signature_missing)" in told.out
    assert "Nothing that stands in this record is wrong, but it does not prove what was asked of it." in told.out
    assert "There is nothing to prove: this record has no signature." in told.out
    assert NOT_SO not in told.out
    assert "There is nothing to prove" not in run("verify", record).out
    lines = record.read_text().splitlines()
    record.write_text("\n".join([*lines[:5], lines[5].replace('"seat":', '"seat": 1, "seat":'), *lines[6:]]))
    assert NOT_SO in run("verify", record, "--key", key).out


def _receipt(version: int, hash: str, game: str, file: Path) -> Path:
    told = corpus.keys().sign_receipt(game, version, hash)
    file.write_text(json.dumps({"gameId": told.game_id, "version": version, "hash": told.hash, "signature": told.signature, "keyId": told.key_id}))
    return file


def test_a_receipt_for_what_comes_after_the_record_contradicts_nothing(run: Run, record: Path, key: Path, tmp_path: Path) -> None:
    """The record of a running game was written before the move of the receipt."""
    recorded = corpus.session(configurations("toy")[0], 5).recorded
    first = next(n for n, each in enumerate(recorded, 1) if each.event.name == "GameStarted")
    game = fold(recorded[: first + 1])
    assert game is not None
    record.write_text("\n".join(record_lines(game, recorded[: first + 1], SPECTATOR, corpus.keys())) + "\n")
    later = recorded[first + 2]
    receipt = _receipt(later.version, later.hash, game.id, tmp_path / "receipt.json")
    for more in ([], ["--key", key]):
        told = run("verify", record, "--receipt", receipt, "--json", *more).json
        reason = f"receipt: is for event {later.version}, and this record of a running game ends before that, with event {first + 1}"
        assert told["problems"] == [{"event": None, "line": None, "kind": "receipt_beyond_record", "reason": reason}]
        words = run("verify", record, "--receipt", receipt, *more)
        assert (words.code, NOT_SO in words.out) == (1, False)
    lines = written()
    record.write_bytes(as_bytes(lines))
    receipt = _receipt(len(lines), "00" * 32, lines[0]["id"], tmp_path / "receipt.json")
    assert "receipt_contradicts" in run("verify", record, "--receipt", receipt).out, "nothing comes after the end of a game"


def test_line_1_is_wrong_in_fields_that_are_named(run: Run, record: Path) -> None:
    header, *lines = written()
    option = next(iter(header["options"]))
    cases = [
        ({"options": {**header["options"], option: 7}}, f"options.{option}: the events say {json.dumps(header['options'][option])}, line 1 says 7"),
        ({"options": {**header["options"], "more": [1]}}, "options.more: the events say nothing, line 1 says [1]"),
        ({"players": ["Eve", *header["players"][1:]]}, f'players.0: the events say "{header["players"][0]}", line 1 says "Eve"'),
        ({"version": None}, f'version: the events say "{header["version"]}", line 1 says null'),
        ({"board": {"id": "x"}}, 'board: the events say null, line 1 says {"id":"x"}'),
    ]
    for change, words in cases:
        record.write_bytes(as_bytes([{**header, **change}, *lines]))
        assert f"line 1: {words} (header_differs)" in run("verify", record).out.splitlines()
    record.write_bytes(as_bytes([{name: value for name, value in header.items() if name != "ruleset"}, *lines]))
    assert 'line 1: ruleset: the events say "toy", line 1 says nothing (header_differs)' in run("verify", record).out.splitlines()
    many = {f"o{n}": n for n in range(9)}
    record.write_bytes(as_bytes([{**header, "options": many}, *lines]))
    assert "more fields differ (header_differs)" in run("verify", record).out


def test_what_a_record_says_cannot_steer_a_terminal(run: Run, record: Path) -> None:
    header, *lines = written()
    for forged in ([header, *lines[:-1], {"event": "GameEnded\x1b[2J\nClean", "hash": "0"}, lines[-1]], [{**header, "x\x1b[2J\nClean: 1": 1}, *lines]):
        record.write_bytes(as_bytes(forged))
        for command in ("verify", "audit"):
            told = run(command, record)
            assert "\x1b" not in told.out + told.err
            assert not any(line.startswith("Clean: 1") for line in told.out.splitlines())
