"""``audit`` on what a record claims beside its moves: verdicts, annulments, the board, the order of events."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.records.support import OPENING, as_bytes, text, typed, written
from tests.records.told import rechained, told


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "record.jsonl"


VERIFY = "What line 1 repeats, the order of all events and their hashes are checked by `arbiter verify`."


def test_a_clean_audit_says_that_the_result_is_a_verdict(run: Run, record: Path) -> None:
    record.write_bytes(as_bytes(told("adjudicated")))
    heard = run("audit", record)
    assert (heard.code, heard.out.splitlines()) == (
        0,
        ["Clean: 2 moves, all legal.", "The result is an arbiter's verdict, not what the rules make of the game: Ben (seat 1) won.", VERIFY],
    )
    record.write_text(typed(*OPENING, {"end": {"outcome": {"winners": [], "reason": "adjudicated", "scores": None}}}))
    heard = run("audit", record)
    assert heard.code == 0
    assert "not what the rules make of the game: nobody won." in heard.out
    assert "not checkable, since the record leaves it open: end.outcome." in heard.out
    assert VERIFY not in heard.out


def test_a_verdict_without_a_dispute_is_found_with_its_place(run: Run, record: Path) -> None:
    lines = told("adjudicated")
    ruling = next(line for line in lines if line.get("event") == "DisputeRuled")
    forged = rechained([line for line in lines if line is not ruling])
    record.write_bytes(as_bytes(forged))
    heard, proved = run("audit", record), run("verify", record, "--json")
    at = next(n for n, line in enumerate(forged, 1) if line.get("event") == "GameAdjudicated")
    assert heard.code == 1
    assert heard.out.startswith(f"The event on line {at}: ARB-9, GameAdjudicated.dispute: ")
    assert (proved.code, proved.json["problems"][0]["kind"], proved.json["problems"][0]["line"]) == (1, "adjudication_unfounded", at)


def test_an_annulment_by_nobody_is_found_with_its_place(run: Run, record: Path) -> None:
    lines = told("taken_back")
    at = next(n for n, line in enumerate(lines) if "annul" in line)
    forged = rechained([*lines[:at], {**lines[at], "by": "nobody"}, *lines[at + 1 :]])
    record.write_bytes(as_bytes(forged))
    heard = run("audit", record, "--json")
    assert (heard.code, heard.json["first_illegal"]["line"], heard.json["first_illegal"]["clause"]) == (1, at + 1, "ARB-9")
    assert run("audit", record).out.startswith(f"The annulment on line {at + 1}: ARB-9, ")


def test_another_board_than_the_one_that_was_played_on_is_found(run: Run, record: Path) -> None:
    """The digest is compared where a record states one, also of a game without a board."""
    lines = written()
    record.write_bytes(as_bytes([{**lines[0], "boardDigest": "00" * 32}, *lines[1:]]))
    heard = run("audit", record, "--json")
    assert (heard.code, heard.json["problems"]) == (1, [{"line": 1, "reason": "boardDigest: is not the digest of the board that the record names"}])
    assert run("play", "hameln", "--seats", 3, "--out", record).code == 0
    assert run("audit", record).code == 0
    line, rest = record.read_text().split("\n", 1)
    digest = line.split('"boardDigest":"')[1][:64]
    record.write_text(f"{line.replace(digest, '11' * 32)}\n{rest.replace(digest, '11' * 32)}")
    heard = run("audit", record)
    assert (heard.code, heard.out) == (
        1,
        "Line 1 is wrong: boardDigest: is not the digest of the board that the record names.\n"
        "Line 2 is wrong: GameOpened.boardDigest: is not the digest of the board that the record names.\n",
    )


@pytest.mark.parametrize(
    ("name", "field", "value", "words"),
    [
        ("GameOpened", "seats", 3, "GameOpened.seats: line 1 names 2 players, not 3"),
        ("SeatTaken", "player", "Cy", "SeatTaken.player: line 1 says 'Player 0', not 'Cy'"),
        ("SeatTaken", "seat", 1, "SeatTaken.player: line 1 says 'Player 1', not 'Player 0'"),
        ("SeatTaken", "seat", 9, "SeatTaken.seat: nobody sits at 9"),
    ],
)
def test_events_that_contradict_line_1_are_found(run: Run, record: Path, name: str, field: str, value: object, words: str) -> None:
    lines = written()
    at = next(n for n, line in enumerate(lines) if line.get("event") == name)
    record.write_bytes(as_bytes([*lines[:at], {**lines[at], field: value}, *lines[at + 1 :]]))
    heard = run("audit", record)
    assert (heard.code, heard.out) == (1, f"The event on line {at + 1}: ARB-9, {words}.\n")


@pytest.mark.parametrize("name", ["GameEnded", "SeedRevealed"])
def test_an_end_that_stands_twice_or_too_late_is_found(run: Run, record: Path, name: str) -> None:
    lines = written()
    at = next(n for n, line in enumerate(lines) if line.get("event") == "GameEnded")
    out_of_place = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]] if name == "SeedRevealed" else [*lines[: at + 1], *lines[at:]]
    record.write_text(text(*out_of_place))
    heard = run("audit", record)
    assert heard.code == 1
    assert f"ARB-9, {name}: " in heard.out


def test_a_move_under_a_wrong_number_is_exit_1_and_refereed_where_it_stands(run: Run, record: Path) -> None:
    words = "number: this is move 3 of the record, not 5"
    record.write_text(typed(*OPENING[:2], {**OPENING[2], "number": 5}, OPENING[3]))
    heard = run("audit", record, "--json")
    assert (heard.code, heard.json) == (1, {"ok": False, "moves": 4, "annulled_illegal": [], "problems": [{"line": 5, "reason": words}]})
    assert run("audit", record).out == f"Line 5 is wrong: {words}.\n"
    shown = run("replay", record, "--every", "--json")
    assert (shown.code, len(shown.out.splitlines()), shown.err) == (1, 5, f"arbiter: line 5 is wrong: {words}\n")


@pytest.mark.parametrize("changed", ["exchanged", "left out", "doubled"])
def test_moves_exchanged_left_out_or_doubled_are_named_as_illegal_with_their_numbers(run: Run, record: Path, changed: str) -> None:
    """Moves are counted by their lines: the first that its seat could not make there is named, beside the number that gives it away."""
    run("play", "bremen", "--seats", 4, "--seed", 7, "--out", record)
    lines = record.read_text().splitlines(keepends=True)
    first, second = (next(n for n, line in enumerate(lines) if f'"number":{number},' in line) for number in (6, 7))
    taken = {"exchanged": (second, first), "left out": (second,), "doubled": (first, first, second)}[changed]
    altered = [*lines[:first], *(lines[n] for n in taken), *lines[second + 1 :]]
    record.write_text("".join(altered))
    heard = run("audit", record, "--json")
    assert (heard.code, heard.json["moves"]) == (1, sum('"number":' in line for line in altered))
    wrong = first + (2 if changed == "doubled" else 1)
    assert [(problem["line"], problem["reason"].split(":")[0]) for problem in heard.json["problems"]] == [(wrong, "number")]
    told = heard.json["first_illegal"]
    assert (told["line"], told["clause"], told["reason"].split(" of ")[0]) == (wrong, "BRE-5.1", "it is the turn")


def test_a_line_that_makes_no_sense_is_exit_1(run: Run, record: Path) -> None:
    """It can be read; what stands after it is not judged, for nobody knows what was meant. An earlier illegal move is named beside it."""
    line, words = {"annul": {"from": 7}}, "annul.from: there is no move 7, nor a later one, that counts"
    record.write_text(typed(*OPENING[:2], line, {"seat": 0, "move": "nonsense"}))
    heard = run("audit", record, "--json")
    assert (heard.code, heard.json) == (1, {"ok": False, "moves": 2, "annulled_illegal": [], "problems": [{"line": 5, "reason": words}]})
    assert run("audit", record).out == f"Line 5 is wrong: {words}.\n"
    shown = run("replay", record, "--every", "--json")
    assert (shown.code, len(shown.out.splitlines()), shown.err) == (1, 3, f"arbiter: line 5 is wrong: {words}\n")
    record.write_text(typed(OPENING[0], OPENING[0], line))
    heard = run("audit", record, "--json")
    assert (heard.code, heard.json["first_illegal"]["move"], heard.json["problems"][0]["line"]) == (1, 2, 5)
    record.write_text(typed(*OPENING[:2], line) + '{"seat": \n')
    assert run("audit", record).code == 2
