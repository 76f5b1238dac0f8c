"""Verification: every value that is changed is named with its place; cut, doubled and moved lines; keys and receipts; nothing shared."""

import ast
import copy
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import infra.verify
from infra.keys import Keys
from infra.verify import BadKey, Keyring, NoRecord, Report, read_keys, verify
from tests import corpus
from tests.records.support import HEADER, OPENING, SETUP, as_bytes, text, typed, written

JWKS = json.dumps(corpus.keys().public_jwks()).encode()
KEYS = read_keys(JWKS)
CLAIMS = ["lines", "header", "numbers", "end", "seed", "chain", "chance", "signature"]


def checked(lines: Any, keys: Keyring | None = KEYS, receipts: Any = ()) -> Report:
    return verify(as_bytes(lines), keys, receipts)


def kinds(report: Report) -> set[str]:
    return {problem.kind for problem in report.problems}


def test_a_signed_record_is_proved_in_full() -> None:
    assert checked(written()).wire() == {"ok": True, "problems": [], "proved": CLAIMS, "not_proved": []}


def test_without_a_trusted_key_the_signature_is_not_proved() -> None:
    assert checked(written(), keys=None).wire()["not_proved"] == ["signature"]


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in items:
            yield from _leaves(inner, (*path, key))
    else:
        yield path


def _other(value: Any) -> Any:
    """The value with one byte changed."""
    if isinstance(value, str):
        return ("b" if value[:1] != "b" else "c") + value[1:]
    if isinstance(value, bool):
        return not value
    return 1 if value is None else value + 1


def _with(line: Any, path: tuple[Any, ...], change: Any) -> Any:
    changed = copy.deepcopy(line)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = change(inner[path[-1]])
    return changed


def test_one_byte_of_any_value_changed_is_named_with_its_line() -> None:
    lines, tried = written(), 0
    for at, line in enumerate(lines, 1):
        for path in _leaves(line):
            report = checked([*lines[: at - 1], _with(line, path, _other), *lines[at:]])
            assert not report.ok, f"line {at}: {path}"
            assert at in {problem.line for problem in report.problems}, f"line {at}: {path}: {report.problems}"
            tried += 1
    assert tried > 500


def test_a_changed_event_is_one_problem_in_one_place() -> None:
    lines = written()
    at = next(n for n, line in enumerate(lines) if line.get("number") == 3)
    lines[at] = {**lines[at], "seat": 1 - lines[at]["seat"]}
    assert [(p.event, p.line, p.kind) for p in checked(lines).problems] == [(at, at + 1, "hash_wrong")]


def test_a_line_taken_out_put_in_twice_or_moved_is_found() -> None:
    lines = written()
    for at in range(1, len(lines)):
        without, twice = [*lines[:at], *lines[at + 1 :]], [*lines[: at + 1], *lines[at:]]
        assert not checked(without).ok
        assert not checked(twice).ok
        if at + 1 < len(lines):
            moved = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
            assert not checked(moved).ok


def test_a_cut_record_shows() -> None:
    lines = written()
    for length in range(1, len(lines)):
        report = checked(lines[:length])
        assert "end_missing" in kinds(report)


def test_lines_that_are_no_record_lines() -> None:
    lines = written()
    for bad, kind in (
        ("{nonsense", "unreadable_line"),
        ('{"a": NaN}', "unreadable_line"),
        ('{"a": 1.5}', "unreadable_line"),
        ('{"a": 9007199254740992}', "unreadable_line"),
        ('{"a": ' + "9" * 5000 + "}", "unreadable_line"),
        ('{"a": "\\ud800"}', "unreadable_line"),
        ("[" * 100_000, "unreadable_line"),
        ('{"a": 1, "a": 1}', "duplicate_key"),
        ('{"a": "' + "x" * 5_000_000 + '"}', "line_too_long"),
        ("7", "unreadable_line"),
    ):
        problem = next(p for p in checked([*lines[:5], bad, *lines[5:]]).problems if p.kind == kind)
        assert (problem.line, problem.event) == (6, 5)
    assert kinds(verify(as_bytes(lines) + b"\xff\n", KEYS)) == {"unreadable_line", "line_after_end"}
    assert "line_after_end" in kinds(checked([*lines, {"note": 1}]))
    assert "unreadable_line" in kinds(checked(["{nonsense", *lines[1:]]))
    assert "header_missing" in kinds(checked([{"ruleset": "toy"}, *lines[1:]]))
    assert "unknown_format" in kinds(checked([{**lines[0], "arbiter": 2}, *lines[1:]]))
    assert "unreadable_line" in kinds(checked([*lines[:-1], {"end": 7}]))


@pytest.mark.parametrize("data", [b"", b"\n\n# nothing\n", b"[]", b'{"seat": 0}', b"\xff\xfe", b"[" * 1000])
def test_where_no_record_can_be_read(data: bytes) -> None:
    with pytest.raises(NoRecord):
        verify(data)


def test_a_typed_record_proves_nothing_but_itself() -> None:
    report = verify((typed(*OPENING) + '{"end": {"moves": 4}}\n').encode())
    assert report.wire() == {
        "ok": True,
        "problems": [],
        "proved": ["lines", "numbers", "end"],
        "not_proved": ["header", "seed", "chain", "chance", "signature"],
    }
    assert kinds(verify(typed(*OPENING).encode())) == {"end_missing"}
    assert kinds(verify((typed(*OPENING) + '{"end": {"moves": 3}}\n').encode())) == {"end_moves_wrong"}
    assert kinds(verify(text(HEADER, SETUP, *OPENING, {"annul": {"from": 9}}, {"end": {}}).encode())) == {"annulment_wrong"}


@pytest.mark.parametrize("gone", ["a move", "GameOpened", "SeedRevealed"])
def test_what_is_said_of_all_events_is_not_proved_where_one_cannot_be_read(gone: str) -> None:
    lines = written()
    at = next(n for n, line in enumerate(lines) if line.get("event") == gone or (gone == "a move" and "move" in line))
    report = checked([*lines[:at], "zzz", *lines[at + 1 :]])
    assert {"lines", "header", "numbers", "end", "chain", "chance"} <= set(report.not_proved)
    assert ("seed" in report.proved) == (gone == "a move")


def test_a_seed_that_was_not_committed_to_proves_nothing() -> None:
    """Somebody deals again with a seed that suits him, and makes the whole chain anew: the commitment stands against it."""
    lines = written()
    opened = next(line for line in lines if line.get("event") == "GameOpened")
    assert opened["seedCommitment"] == lines[0]["seedCommitment"]
    forged = _rechained([dict(line) for line in lines], seed="22" * 32)
    report = checked(forged, keys=None)
    assert "seed_wrong" in kinds(report)
    assert "chain" in report.proved


def test_a_value_that_the_seed_does_not_give_is_found_in_a_chain_made_anew() -> None:
    """Somebody who knows the seed changes a card and makes all hashes new: the card gives him away."""
    lines = written()
    at, line = next((n, line) for n, line in enumerate(lines) if line.get("draws"))
    other = {"red": "green", "green": "blue", "blue": "red"}
    value = other[line["draws"][0]["card"]]
    lines[at] = {**line, "draws": [{"card": value}, *line["draws"][1:]], "chance": [{**line["chance"][0], "value": value}, *line["chance"][1:]]}
    report = checked(_rechained(lines), keys=None)
    assert [(p.line, p.kind) for p in report.problems] == [(at + 1, "chance_wrong")]
    lines[at] = {**line, "chance": []}
    assert kinds(checked(_rechained(lines), keys=None)) >= {"chance_missing"}
    lines[at] = {**line, "chance": [{**line["chance"][0], "n": 99}, *line["chance"][1:]]}
    assert kinds(checked(_rechained(lines), keys=None)) == {"chance_wrong"}


@pytest.mark.parametrize(
    "bad", [{"sides": 0}, {"sides": -1}, {"sides": 2**53 - 1}, {"of": {}}, {"of": {"a": 0}}, {"of": {"a": "1"}}, {"items": 3}, {}, {"seats": 3, "sides": 6}]
)
def test_a_witness_that_makes_no_sense_ends_no_loop(bad: dict[str, Any]) -> None:
    lines = written()
    at, line = next((n, line) for n, line in enumerate(lines) if line.get("draws"))
    first = {key: value for key, value in line["chance"][0].items() if key in ("source", "n", "value")}
    lines[at] = {**line, "chance": [{**first, **bad}, *line["chance"][1:]]}
    assert kinds(checked(_rechained(lines), keys=None)) == {"chance_wrong"}


def _rechained(lines: list[dict[str, Any]], seed: str | None = None) -> list[dict[str, Any]]:
    """The record with all hashes made anew, as a forger who knows the seed would."""
    import uuid

    from domain.chain import START, canonical, link, salt
    from infra.keys import salt_key

    seed = seed or lines[0]["chance"]["seed"]
    game = uuid.UUID(lines[0]["id"]).bytes
    key, before = salt_key(bytes.fromhex(seed), game), START
    made = [{**lines[0], "chance": {"seed": seed}}]
    for version, line in enumerate(lines[1:-1], 1):
        told = {name: value for name, value in line.items() if name != "hash"}
        if told.get("event") == "SeedRevealed":
            told["seed"] = seed
        before = link(before, salt(key, version), canonical(told))
        made.append({**told, "hash": before.hex()})
    return [*made, {"end": {**lines[-1]["end"], "head": before.hex()}}]


def test_a_signature_of_another_key_or_for_another_head_is_found() -> None:
    lines = written()
    other = read_keys(json.dumps(Keys.from_secret("another secret, as long as it has to be").public_jwks()).encode())
    assert kinds(checked(lines, keys=other)) == {"key_unknown"}
    assert kinds(checked(_rechained(lines))) == set(), "making the same chain anew changes nothing"
    lines[2] = {**lines[2], "player": "Somebody else"}
    forged = _rechained(lines)
    forged[0] = {**forged[0], "players": ["Somebody else", *forged[0]["players"][1:]]}
    assert kinds(checked(forged)) == {"signature_wrong"}
    for end, kind in (({"signature": None}, "signature_wrong"), ({"signature": "x"}, "signature_wrong"), ({"keyId": 7}, "key_unknown")):
        assert kinds(checked([*lines[:-1], {"end": {**written()[-1]["end"], **end}}])) >= {kind}
    unsigned = {key: value for key, value in written()[-1]["end"].items() if key not in ("signature", "keyId")}
    assert kinds(checked([*written()[:-1], {"end": unsigned}])) == {"signature_missing"}
    assert kinds(checked([*written()[:-1], {"end": {**unsigned, "signature": "x"}}])) == {"signature_incomplete"}


def test_keys_are_read_as_a_set_as_one_and_as_pem() -> None:
    key = corpus.keys().public_jwks()["keys"][0]
    single = read_keys(json.dumps(key).encode())
    assert isinstance(single.keys[key["kid"]], Ed25519PublicKey)
    pem = single.keys[key["kid"]].public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    assert list(read_keys(pem).keys) == [key["kid"]]
    assert checked(written(), keys=read_keys(pem)).ok


@pytest.mark.parametrize(
    "data", [b"", b"x", b"[]", b'{"keys": []}', b'{"keys": [{"crv": "Ed25519", "x": "AA"}]}', b'{"keys": 3}', b"-----BEGIN PUBLIC KEY-----\nx"]
)
def test_what_is_no_key_is_refused(data: bytes) -> None:
    with pytest.raises(BadKey):
        read_keys(data)


def test_a_receipt_proves_an_omission() -> None:
    """A player holds the receipt of a move; in a record from which it was left out another event stands there."""
    lines = written()
    at = next(n for n, line in enumerate(lines) if line.get("number") == 5)
    told = corpus.keys().sign_receipt(lines[0]["id"], at, lines[at]["hash"])
    receipt = {"gameId": told.game_id, "version": told.version, "hash": told.hash, "signature": told.signature, "keyId": told.key_id}
    assert "receipts" in checked(lines, receipts=[receipt]).proved
    without = _rechained([*lines[:at], *lines[at + 1 :]])
    problem = next(p for p in checked(without, receipts=[receipt]).problems if p.kind == "receipt_contradicts")
    assert (problem.event, problem.line) == (at, at + 1)
    wrong = [
        ({"hash": "00" * 32}, "receipt_signature_wrong"),
        ({"keyId": "x"}, "receipt_key_unknown"),
        ({"version": 9999}, "receipt_signature_wrong"),
        ({"signature": 7}, "receipt_signature_wrong"),
    ]
    for change, kind in wrong:
        assert kinds(checked(lines, receipts=[{**receipt, **change}])) == {kind}
    other = corpus.keys().sign_receipt("00000000-0000-0000-0000-000000000000", 1, "00" * 32)
    told_of_other = {"gameId": other.game_id, "version": 1, "hash": other.hash, "signature": other.signature, "keyId": other.key_id}
    assert kinds(checked(lines, receipts=[told_of_other])) == {"receipt_of_another_game"}
    assert kinds(checked(lines, keys=None, receipts=[{**receipt, "version": 9999}])) == {"receipt_contradicts"}


def test_the_verifier_shares_no_code_with_what_it_verifies() -> None:
    allowed = set(sys.stdlib_module_names) | {"cryptography", "rfc8785"}
    files = sorted(Path(infra.verify.__path__[0]).glob("*.py"))
    assert len(files) > 5
    for path in files:
        for node in ast.walk(ast.parse(path.read_text())):
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else [node.module] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name is not None
                assert name.split(".")[0] in allowed or name.startswith("infra.verify"), f"{path.name} imports {name}"
