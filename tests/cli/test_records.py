"""``audit``, ``replay`` and ``verify`` on records of every kind: exit codes, JSON, one sentence, never a traceback."""

import dataclasses
import json
import random
import time
from pathlib import Path

import pytest

from domain.ruleset import Hindsight
from domain.shelf import shelf
from tests import corpus, toy
from tests.cli.conftest import Run
from tests.records.support import HEADER, OPENING, as_bytes, text, typed, written


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "record.jsonl"


def test_audit_names_the_first_illegal_move(run: Run, record: Path) -> None:
    record.write_text(typed(*OPENING[:3], {"seat": 1, "move": "play green"}))
    told = run("audit", record, "--json")
    assert told.code == 1
    assert told.json["first_illegal"]["move"] == 4
    assert told.json["first_illegal"]["clause"] == "TOY-3"
    words = run("audit", record)
    assert words.code == 1
    assert "Move 4 on line 6, Ben (seat 1): TOY-3, green is not in the hand of seat 1." in words.out
    assert "TOY-3 (p.1)  Only a card of one's hand is played." in words.out
    assert "Legal would have been: play blue, play blue face-down." in words.out


def test_audit_of_a_typed_sheet_says_how_the_nearest_legal_move_is_written(run: Run, record: Path) -> None:
    record.write_text(typed(OPENING[0], {"seat": 0, "move": "Play Green, face down"}))
    told = run("audit", record)
    words = "'Play Green, face down' is neither 'aim SIDE' nor 'play CARD'; the legal move most like it is written: play green face-down."
    assert f"Move 2 on line 4, Ann (seat 0): ARB-4, move: {words}" in told.out
    assert run("audit", record, "--json").json["first_illegal"]["reason"] == f"move: {words[:-1]}"


def test_audit_says_what_else_it_found(run: Run, record: Path) -> None:
    record.write_text(typed({"note": 1}, *OPENING[:3], {"seat": 1, "move": "play green"}, {"annul": {"from": 4}}))
    told = run("audit", record)
    assert told.code == 0
    assert told.out.splitlines() == [
        "Clean: 4 moves, of which 3 count; all that counts is legal.",
        "Move 4 was illegal and was taken back.",
        "Line 3, passed over: nothing that is known stands here.",
    ]
    record.write_text(typed({"seat": 1, "move": "aim left"}))
    assert "To act: seat 0." in run("audit", record).out


@pytest.mark.parametrize("command", ["audit", "replay"])
def test_what_is_unreadable_is_exit_2_with_its_place(run: Run, record: Path, command: str) -> None:
    record.write_text(text(HEADER) + '{"seat": 0, "move" 3}\n')
    told = run(command, record, "--json")
    assert (told.code, told.json) == (2, {"ok": False, "error": {"line": 2, "column": 20, "reason": "is not JSON: expecting ':' delimiter"}})
    told = run(command, record)
    assert (told.code, told.out, told.err) == (2, "", "arbiter: line 2, column 20: is not JSON: expecting ':' delimiter\n")
    record.write_text(text({**HEADER, "ruleset": "chess"}))
    assert run(command, record, "--json").json["error"]["line"] == 1
    record.write_text("")
    assert run(command, record, "--json").json == {"ok": False, "error": {"reason": "the record is empty"}}
    assert run(command, record.with_name("none")).code == 2


def test_replay_prints_every_position_as_json_lines(run: Run, record: Path) -> None:
    record.write_text(typed(*OPENING, {"annul": {"from": 3}}))
    told = run("replay", record, "--every", "--json")
    lines = [json.loads(line) for line in told.out.splitlines()]
    assert (told.code, [line["at"] for line in lines]) == (0, [0, 1, 2, 3, 4])
    assert [line.get("annulled") for line in lines] == [None, None, None, True, True]
    assert all(line.keys() >= {"at", "to_act", "legal", "scores", "over"} for line in lines)


def test_replay_stops_at_an_illegal_move(run: Run, record: Path) -> None:
    record.write_text(typed(*OPENING[:2], OPENING[0]))
    told = run("replay", record, "--every", "--json")
    assert told.code == 1
    assert len(told.out.splitlines()) == 3
    assert told.err.startswith("arbiter: move 3 on line 5 is wrong: TOY-1")
    record.write_text(text(HEADER, {"setup": {"hands": []}}))
    assert (run("replay", record).code, run("replay", record).out) == (1, "")


def test_replay_shows_a_viewer_what_he_may_see(run: Run, record: Path) -> None:
    record.write_text(typed(*OPENING))
    for viewer, hidden in (("0", 1), ("1", 0)):
        view = run("replay", record, "--at", 1, "--viewer", viewer, "--json").json["view"]
        assert set(view["hands"][hidden]) == {"hidden"}
    assert "hidden" not in run("replay", record, "--at", 1, "--json").out
    told = run("replay", record, "--viewer", "spectator")
    assert "play red" in told.out
    assert run("replay", record, "--at", 2).out.startswith("Position 2: to act: seat 1; scores [2, 0].")
    for viewer in ("2", "-1", "nobody", ""):
        told = run("replay", record, "--viewer", viewer)
        assert (told.code, "viewer" in told.err) == (2, True)


def test_a_position_behind_an_illegal_move_is_exit_1_and_one_that_no_move_leads_to_is_exit_2(run: Run, record: Path) -> None:
    record.write_text(typed(OPENING[0], OPENING[0], *OPENING[1:]))
    for at in (2, 3, 5):
        told = run("replay", record, "--at", at, "--json")
        assert (told.code, told.out, "move 2 on line 4 is wrong" in told.err) == (1, "", True)
    assert run("replay", record, "--at", 1).code == 1, "and what came before is shown"
    assert run("replay", record, "--at", 1).out.startswith("Position 1: ")
    told = run("replay", record, "--at", 6)
    assert (told.code, told.err) == (2, "arbiter: at: there is no position 6, the record can be followed to 1\n")


def test_replay_draws(run: Run, record: Path, tmp_path: Path) -> None:
    record.write_text(typed(*OPENING))
    assert run("replay", record, "--at", 1, "--viewer", "1", "--svg", tmp_path / "p.svg").code == 0
    assert "hidden" in (tmp_path / "p.svg").read_text()
    assert run("replay", record, "--every", "--svg", tmp_path / "all").code == 0
    assert len(list((tmp_path / "all").glob("*.svg"))) == 5
    heard = run("replay", record, "--every", "--svg", tmp_path / "p.svg")
    assert (heard.code, heard.err) == (2, f"arbiter: svg: {tmp_path / 'p.svg'} cannot be the folder of the pictures (file exists)\n")


def test_replay_knows_its_bounds(run: Run, record: Path) -> None:
    record.write_text(typed(*OPENING))
    assert run("replay", record, "--at", 5).code == 2
    assert run("replay", record, "--at", 1, "--every").code == 2
    finished = run("replay", _written(record))
    assert "Winner" in finished.out
    assert "(taken back)" in finished.out


def _written(record: Path) -> Path:
    record.write_bytes(as_bytes(written()))
    return record


def test_verify_with_a_key_from_a_file(run: Run, record: Path, tmp_path: Path) -> None:
    key = tmp_path / "keys.json"
    key.write_text(json.dumps(corpus.keys().public_jwks()))
    told = run("verify", _written(record), "--key", key, "--json")
    assert (told.code, told.json["not_proved"]) == (0, [])
    lines = written()
    lines[5] = {**lines[5], "hash": "00" * 32}
    record.write_bytes(as_bytes(lines))
    told = run("verify", record, "--json")
    assert told.code == 1
    assert {(problem["line"], problem["kind"]) for problem in told.json["problems"]} == {(6, "hash_wrong"), (7, "hash_wrong")}
    assert "line 6, event 5: the event is not what its hash was made of (hash_wrong)" in run("verify", record).out
    record.write_text("nothing")
    assert (run("verify", record).code, run("verify", record, "--json").code) == (2, 2)
    for wrong in ("none.json", str(record)):
        assert (run("verify", _written(record), "--key", tmp_path / wrong).code, run("verify", record, "--receipt", tmp_path / "none").code) == (2, 2)


def test_verify_with_a_receipt(run: Run, record: Path, tmp_path: Path) -> None:
    lines = written()
    told = corpus.keys().sign_receipt(lines[0]["id"], 9, lines[9]["hash"])
    receipt = tmp_path / "receipt.json"
    receipt.write_text(json.dumps({"gameId": told.game_id, "version": 9, "hash": told.hash, "signature": told.signature, "keyId": told.key_id}))
    key = tmp_path / "keys.json"
    key.write_text(json.dumps(corpus.keys().public_jwks()))
    assert "receipts" in run("verify", _written(record), "--receipt", receipt, "--key", key, "--json").json["proved"]
    assert "receipts" in run("verify", record, "--receipt", receipt, "--json").json["not_proved"]
    del lines[9]
    record.write_bytes(as_bytes(lines))
    assert "receipt_contradicts" in run("verify", record, "--receipt", receipt).out
    receipt.write_text("[]")
    assert run("verify", record, "--receipt", receipt).code == 2


COMMANDS = (["audit"], ["audit", "--json"], ["verify"], ["verify", "--json"], ["replay", "--every", "--json"], ["replay"])


def _broken(data: bytes, rng: random.Random) -> bytes:
    """The bytes with something wrong: a byte, a run of bytes, a line, a value from elsewhere."""
    match rng.randrange(6):
        case 0:
            at = rng.randrange(len(data))
            return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        case 1:
            at, end = sorted(rng.randrange(len(data)) for _ in range(2))
            return data[:at] + data[end:]
        case 2:
            lines = data.split(b"\n")
            rng.shuffle(lines)
            return b"\n".join(lines)
        case 3:
            words = [b"null", b"NaN", b"-1", b"1e999", b"9" * 30, b'"\\ud800"', b"[" * 500, b"{}", b"[]", b"true", b'""', b"9007199254740993"]
            at = data.find(b":", rng.randrange(len(data))) + 1
            end = data.find(b",", at)
            return data[:at] + rng.choice(words) + data[end:]
        case 4:
            at = rng.randrange(len(data))
            return data[:at] + bytes(rng.randrange(256) for _ in range(20)) + data[at:]
        case _:
            return data[: rng.randrange(len(data))]


@pytest.mark.parametrize("seed", range(40))
def test_a_broken_record_never_ends_in_a_traceback(run: Run, record: Path, seed: int) -> None:
    rng = random.Random(seed)
    data = as_bytes(written()) if seed % 2 else typed(*OPENING, {"annul": {"from": 3}}, {"end": {"moves": 4}}).encode()
    for _ in range(1 + seed % 3):
        data = _broken(data, rng) or b"{}"
    record.write_bytes(data)
    for command in COMMANDS:
        told = run(command[0], record, *command[1:])
        assert told.code in (0, 1, 2), f"seed {seed}: {told.err}"
        assert told.err.count("\n") <= 1
        assert told.err.isascii() or told.err.isprintable() or told.err.count("\n") == 1


def test_a_line_of_ten_megabytes_is_refused_at_once(run: Run, record: Path) -> None:
    record.write_text(text(HEADER) + '{"note": "' + "x" * 10_000_000 + '"}\n')
    start = time.perf_counter()
    assert run("audit", record).code == 2
    assert run("replay", record).code == 2
    assert run("verify", record).code == 1
    assert time.perf_counter() - start < 20


def test_a_long_record_with_many_annulments_does_not_hang(run: Run, record: Path) -> None:
    """Each move is taken back again: what was taken back is found without a search through all that counts."""
    lines = [line for number in range(1, 20_001) for line in ({"seat": 0, "move": "aim left"}, {"annul": {"from": number}})]
    record.write_text(typed(*lines))
    start = time.perf_counter()
    assert run("audit", record, "--json").json == {"ok": True, "moves": 20_000, "annulled_illegal": []}
    assert run("verify", record).code == 1
    assert time.perf_counter() - start < 30


def test_where_the_record_is_wrong_about_a_legal_move_the_move_is_not_blamed(run: Run, record: Path) -> None:
    for change in ({"draws": []}, {"clauses": ["TOY-9"]}):
        record.write_text(typed(OPENING[0], {**OPENING[1], **change}))
        told = run("audit", record)
        assert told.code == 1
        assert "Legal would have been" not in told.out
        assert "The move is legal; what the record says of it is not so." in told.out
        assert run("audit", record, "--json").json["first_illegal"]["legal"]


def test_a_version_that_nobody_knows_is_exit_2(run: Run, record: Path) -> None:
    record.write_text(typed(*OPENING, header={"version": "9.9.9"}))
    told = run("audit", record)
    assert (told.code, told.out) == (2, "")
    assert told.err == "arbiter: line 1: version: '9.9.9' is not one of the versions of Toy that can be read: 1\n"


def test_audit_names_the_moves_that_could_be_wrong_instead(run: Run, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = Hindsight(move=3, clause="TOY-3", reason="seen later", others=(1, 2))
    rules = dataclasses.replace(toy.RULES, partial=lambda state: True, hindsight=lambda *asked: verdict)
    monkeypatch.setattr("domain.shelf.find", lambda: {"toy": lambda: rules})
    shelf.cache_clear()
    record.write_text(typed(*OPENING))
    told = run("audit", record)
    assert told.code == 1
    assert "Instead of it, one of these could be the wrong one: move 1, move 2." in told.out
    assert run("audit", record, "--json").json["others"] == [1, 2]


def test_replay_of_a_record_that_hides_what_would_be_judged_accuses_nobody(run: Run, record: Path) -> None:
    """As an audit does: exit 2, and no move is called wrong."""
    drawn = {**OPENING[1], "draws": [{"card": "hidden"}, {"display": "green"}]}
    record.write_text(typed(OPENING[0], drawn, header={"viewer": "spectator"}))
    words = "line 1: the record was written for spectator while the game ran and hides what would be judged"
    for command in (["replay", record], ["replay", record, "--every", "--json"], ["audit", record]):
        told = run(*command)
        assert (told.code, told.err) == (2, f"arbiter: {words}\n")
    assert len(run("replay", record, "--every", "--json").out.splitlines()) == 2


def test_replay_tells_why_a_move_is_wrong_only_to_who_sees_all(run: Run, record: Path) -> None:
    """The reason may name a card in somebody's hand."""
    record.write_text(typed(*OPENING[:3], {"seat": 1, "move": "play green"}))
    assert run("replay", record).err == "arbiter: move 4 on line 6 is wrong: TOY-3, green is not in the hand of seat 1\n"
    for viewer in ("0", "1", "spectator"):
        assert run("replay", record, "--viewer", viewer).err == "arbiter: move 4 on line 6 is wrong: TOY-3\n"
