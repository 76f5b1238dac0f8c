"""Forgeries by somebody who has read the pages in ``docs``: each is found by ``verify`` or by ``audit``, as docs/record.md says.

The forger of a finished game knows its seed, so he makes all hashes anew; a signature or a receipt is what he cannot make.
"""

import json
from typing import Any

import pytest

from domain.audit import audit
from domain.sheet import Unreadable
from infra.keys import Keys
from infra.record_file import read_record
from infra.verify import Report, read_keys, verify
from tests import corpus
from tests.records.support import OPENING, as_bytes, typed, written
from tests.records.told import Lines, rechained

KEYS = read_keys(json.dumps(corpus.keys().public_jwks()).encode())


def checked(lines: Any, *, key: bool = False, receipts: Any = ()) -> Report:
    return verify(as_bytes(lines), KEYS if key else None, receipts)


def kinds(report: Report) -> set[str]:
    return {problem.kind for problem in report.problems}


def verdict(lines: Lines) -> str | None:
    """The clause of an audit, "unreadable" or None where it is clean."""
    try:
        found = audit(read_record(as_bytes(lines))).first_illegal
    except Unreadable:
        return "unreadable"
    return None if found is None else found.clause


def place(lines: Lines, name: str) -> int:
    """Where the first line of a form or an event stands."""
    return next(n for n, line in enumerate(lines) if name in line or line.get("event") == name)


def changed(lines: Lines, at: int, **fields: Any) -> Lines:
    return [*lines[:at], {**lines[at], **fields}, *lines[at + 1 :]]


def test_what_is_made_anew_without_a_change_is_the_same() -> None:
    assert rechained(written()) == written()


def test_another_seed_gives_other_cards() -> None:
    """Also when the commitment is made anew: the cards do not follow. So a forger needs a game that was played with that seed."""
    forged = rechained(written(), seed="22" * 32)
    assert kinds(checked(forged)) == {"chance_wrong"}
    assert verdict(forged) == "ARB-8"


def test_the_id_of_another_game_gives_other_cards_and_has_no_signature() -> None:
    forged = rechained(written(), game="00000000-0000-4000-8000-000000000000")
    assert kinds(checked(forged, key=True)) == {"chance_wrong", "signature_wrong"}


def test_another_whole_game_has_neither_signature_nor_receipt() -> None:
    """A game played anew with a seed that suits the forger is sound in itself: only what the service signed stands against it."""
    lines = written(seed=4)
    mine = corpus.keys().sign_receipt(written()[0]["id"], 9, written()[9]["hash"])
    receipt = {"gameId": mine.game_id, "version": 9, "hash": mine.hash, "signature": mine.signature, "keyId": mine.key_id}
    assert kinds(checked(lines, key=True, receipts=[receipt])) == {"receipt_of_another_game"}
    posing = rechained([*lines[:-1], {"end": {**lines[-1]["end"], **{k: written()[-1]["end"][k] for k in ("signature", "keyId")}}}])
    assert kinds(checked(posing, key=True)) == {"signature_wrong"}


def test_a_signature_by_a_key_of_ones_own_is_by_no_trusted_key() -> None:
    forged = rechained(changed(written(), 2, entropy=None))
    own = Keys.from_secret("the forger's own secret, long enough").sign_receipt(forged[0]["id"], len(forged) - 2, forged[-1]["end"]["head"])
    forged[-1] = {"end": {**forged[-1]["end"], "signature": own.signature, "keyId": own.key_id}}
    jwks = Keys.from_secret("the forger's own secret, long enough").public_jwks()
    assert "key_unknown" in kinds(checked(forged, key=True))
    assert "end_unknown" in kinds(checked([*forged[:-1], {"end": {**forged[-1]["end"], "keys": jwks}}]))
    assert "header_unknown" in kinds(checked([{**forged[0], "keys": jwks}, *forged[1:]]))


def test_a_move_that_is_taken_out_or_stands_twice() -> None:
    lines = written()
    moves = [n for n, line in enumerate(lines) if "move" in line]
    for at in moves:
        out, twice = rechained([*lines[:at], *lines[at + 1 :]]), rechained([*lines[: at + 1], *lines[at:]])
        for forged in (out, twice):
            assert "signature_wrong" in kinds(checked(forged, key=True))
            assert not checked(forged).ok or verdict(forged) is not None


def test_events_in_another_order() -> None:
    lines = written()
    for name in ("setup", "SeatTaken", "GameEnded", "SeedRevealed", "GameOpened"):
        at = place(lines, name)
        without = [*lines[:at], *lines[at + 1 :]]
        for to in range(1, len(without)):
            if to != at:
                forged = rechained([*without[:to], lines[at], *without[to:]])
                seats_changed_places = name == "SeatTaken" and to < place(without, "setup") + 1
                assert not checked(forged).ok or seats_changed_places, (name, to)


def test_events_that_happen_once() -> None:
    lines = written()
    for name in ("GameOpened", "setup", "GameEnded", "SeedRevealed"):
        at = place(lines, name)
        assert "event_twice" in kinds(checked(rechained([*lines[: at + 1], *lines[at:]])))
    end = place(lines, "GameEnded")
    late = next(line for line in lines if "move" in line)
    assert "event_misplaced" in kinds(checked(rechained([*lines[: end + 2], late, *lines[end + 2 :]])))
    assert "unclear_line" in kinds(checked(rechained(changed(lines, place(lines, "move"), event="SeatTaken"))))


def test_a_set_up_that_the_seed_does_not_deal_is_found_by_the_audit() -> None:
    """``verify`` knows what was drawn, not what a game makes of it."""
    lines = written()
    at = place(lines, "setup")
    hands = lines[at]["setup"]["hands"]
    forged = rechained(changed(lines, at, setup={**lines[at]["setup"], "hands": hands[::-1]}))
    assert checked(forged).ok
    assert verdict(forged) == "ARB-9"
    assert verdict([{name: told for name, told in line.items() if name != "facts"} for line in forged]) == "ARB-8"
    assert verdict(rechained(changed(lines, at, chance=[]))) == "ARB-8"


def test_a_bag_that_is_changed_together_with_what_was_drawn_is_found_by_the_audit() -> None:
    lines = written()
    at = max(n for n, line in enumerate(lines) if line.get("draws"))
    witness, draw = lines[at]["chance"][0], lines[at]["draws"][0]
    wanted = next(colour for colour in ("red", "green", "blue") if colour != witness["value"])
    draws = [{next(iter(draw)): wanted}, *lines[at]["draws"][1:]]
    forged = rechained(changed(lines, at, draws=draws, chance=[{**witness, "of": {wanted: 1}, "value": wanted}, *lines[at]["chance"][1:]]))
    assert "chance_wrong" not in kinds(checked(forged))
    assert verdict(forged) is not None
    without = rechained(changed(lines, at, draws=[], chance=[]))
    assert verdict(without) == "ARB-8"


def test_line_1_is_compared_as_json() -> None:
    """Line 1 has no hash of its own."""
    lines = written()
    for field, value in lines[0].items():
        if field != "arbiter":
            assert kinds(checked([{**lines[0], field: [value]}, *lines[1:]])) == {"header_differs"}, field
            assert not checked([{name: told for name, told in lines[0].items() if name != field}, *lines[1:]]).ok or value is None, field
    options = {name: int(value) if isinstance(value, bool) else value for name, value in lines[0]["options"].items()}
    assert options == lines[0]["options"], "equal for Python"
    assert kinds(checked([{**lines[0], "options": options}, *lines[1:]])) == {"header_differs"}
    assert kinds(checked([{**lines[0], "viewer": "spectator"}, *lines[1:]])) == {"header_differs"}
    assert kinds(checked([{**lines[0], "winner": "Ann"}, *lines[1:]])) == {"header_unknown"}


@pytest.mark.parametrize("field", ["moves", "head", "outcome"])
def test_the_end_is_compared_as_json(field: str) -> None:
    lines = written()
    end = lines[-1]["end"]
    for value in (None, True, [end[field]], "", 0):
        assert not checked([*lines[:-1], {"end": {**end, field: value}}]).ok
    assert not checked([*lines[:-1], {"end": {name: told for name, told in end.items() if name != field}}]).ok
    scores = [{name: bool(value) if value in (0, 1) else value for name, value in each.items()} for each in end["outcome"]["scores"]]
    lookalike = {**end["outcome"], "scores": scores, "winners": [bool(seat) for seat in end["outcome"]["winners"]]}
    assert lookalike == end["outcome"], "equal for Python"
    assert kinds(checked([*lines[:-1], {"end": {**end, "outcome": lookalike}}])) == {"end_outcome_wrong"}


@pytest.mark.parametrize("seed", ["", "AB" * 32, "ab" * 31, None, 7])
def test_a_seed_that_is_none_does_not_make_a_finished_game_a_running_one(seed: Any) -> None:
    """Else moves could be changed at will, with the true signature of the head still standing."""
    lines = written()
    forged = changed([{**lines[0], "chance": {"seed": seed}}, *lines[1:]], place(lines, "SeedRevealed"), seed=seed)
    forged = changed(forged, place(lines, "SeatTaken"), player=lines[0]["players"][0])
    report = checked(forged, key=True)
    assert "seed_wrong" in kinds(report)
    assert {"seed", "chain", "chance"} <= set(report.not_proved)
    assert "seed_wrong" in kinds(checked(changed([{**lines[0], "id": "x"}, *lines[1:]], 1, id="x")))


def test_a_record_that_poses_as_a_score_sheet_is_not_signed() -> None:
    """All hashes taken off: with a trusted key or a receipt that is told."""
    lines = written()
    header = {name: lines[0][name] for name in ("arbiter", "ruleset", "players", "options")}
    bare = [header, *({k: v for k, v in line.items() if k != "hash"} for line in lines[1:-1]), {"end": {"moves": lines[-1]["end"]["moves"]}}]
    assert checked(bare).ok
    assert kinds(checked(bare, key=True)) == {"signature_missing"}
    receipt = {"gameId": lines[0]["id"], "version": 9, "hash": lines[9]["hash"]}
    assert kinds(checked(bare, receipts=[receipt])) == {"receipt_contradicts"}


def test_a_receipt_without_a_trusted_key_proves_nothing() -> None:
    lines = written()
    report = checked(lines, receipts=[{"gameId": lines[0]["id"], "version": 9, "hash": lines[9]["hash"], "signature": "x", "keyId": "x"}])
    assert report.ok
    assert "receipts" in report.not_proved


def test_a_record_without_an_end_proves_no_end() -> None:
    for lines in (written()[:-1], [*written()[:-1], '{"end": '], [*written()[:-1], {"end": 7}]):
        report = checked(lines)
        assert not report.ok
        assert "end" in report.not_proved
        assert "end" not in report.proved
    assert "end" in verify(typed(*OPENING).encode()).not_proved


def test_a_line_that_cannot_be_read_is_one_problem_and_hides_no_other() -> None:
    lines = written()
    for at in range(1, len(lines) - 1):
        broken = [*lines[:at], '{"seat": 0, "mo', *lines[at + 1 :]]
        assert [(p.line, p.kind) for p in checked(broken).problems if p.kind != "seed_missing"][:1] == [(at + 1, "unreadable_line")]
        if "move" in lines[at] or "annul" in lines[at]:
            assert kinds(checked(broken)) == {"unreadable_line"}, at
    at, later = (n for n, line in enumerate(lines) if line.get("draws") and n in (_drawn(lines)[2], _drawn(lines)[-1]))
    witness = {**lines[later]["chance"][0], "value": "violet"}
    second = changed(lines, later, chance=[witness, *lines[later]["chance"][1:]])
    found = {(p.line, p.kind) for p in checked([*second[:at], "{", *second[at + 1 :]]).problems}
    assert found == {(at + 1, "unreadable_line"), (later + 1, "hash_wrong"), (later + 1, "chance_wrong")}
    number = changed(lines, later, number=lines[later]["number"] + 1)
    assert (later + 1, "number_wrong") in {(p.line, p.kind) for p in checked([*number[:at], "{", *number[at + 1 :]]).problems}


def _drawn(lines: Lines) -> list[int]:
    return [n for n, line in enumerate(lines) if line.get("draws")]


def test_a_record_that_is_cut_and_given_a_new_end_is_signed_for_no_such_head() -> None:
    """Only a receipt of the last event that is left fits, and that was the head of the running game once."""
    lines = written()
    at = max(n for n, line in enumerate(lines) if "move" in line) - 3
    header = {**lines[0], "chance": {"commitment": lines[0]["seedCommitment"]}}
    end = {**lines[-1]["end"], "moves": lines[at]["number"], "head": lines[at]["hash"], "outcome": None}
    cut = [header, *lines[1 : at + 1], {"end": end}]
    assert kinds(checked(cut, key=True)) == {"signature_wrong"}
    assert {"seed", "chain", "chance"} <= set(checked(cut).not_proved)
    assert "header_differs" in kinds(checked([lines[0], *cut[1:]])), "with the seed still in line 1"
    told = corpus.keys().sign_receipt(lines[0]["id"], at, lines[at]["hash"])
    held = [*cut[:-1], {"end": {**end, "signature": told.signature, "keyId": told.key_id}}]
    assert checked(held, key=True).wire()["not_proved"] == ["seed", "chain", "chance"]
