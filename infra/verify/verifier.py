"""Puts a record to every check that it allows."""

from collections.abc import Sequence
from typing import Any

from infra.verify.chain import check_chain, check_hashes, check_seed, claims_seed, game_of, seed_of, seed_problem
from infra.verify.chance import check_chance
from infra.verify.header import by_seat, check_header, seats_of
from infra.verify.keyring import Keyring
from infra.verify.lines import read_lines
from infra.verify.numbers import check_end, check_numbers
from infra.verify.record import Record, take_apart
from infra.verify.report import Problem, Report
from infra.verify.story import check_story


def verify(data: bytes, keys: Keyring | None = None, receipts: Sequence[dict[str, Any]] = ()) -> Report:
    """What can be proved of a record, and what is wrong with it. Raises NoRecord."""
    record = take_apart(read_lines(data))
    report = Report()
    report.check("lines", [*record.problems, *(check_story(record) if record.written_by_service else ())])
    report.check("numbers", check_numbers(record))
    if record.end is None:
        report.leave("end")
    else:
        report.check("end", check_end(record))
    if record.written_by_service:
        report.check("header", check_header(record))
        _check_secrets(record, report)
    else:
        report.leave("header", "seed", "chain", "chance")
        report.absent.append("chain")
    _check_signature(record, report, keys)
    _check_receipts(record, report, receipts, keys)
    if any(event.value is None for event in record.events):
        report.doubt("header", "numbers", "end", "chain", "chance")
    return report


def _check_secrets(record: Record, report: Report) -> None:
    """Seed, chain and chance; without a revealed seed they are not proved."""
    seed, game = seed_of(record), game_of(record)
    if seed is None or game is None:
        if claims_seed(record):
            what = "seed: is not 32 bytes in hex" if seed is None else "id: is not a UUID, so the seed proves nothing"
            report.problems.append(seed_problem(record, what))
        report.problems += check_hashes(record)
        report.leave("seed", "chain", "chance")
        return
    report.check("seed", check_seed(record, seed, game))
    if record.only("GameOpened") is None or record.only("SeedRevealed") is None:
        report.doubt("seed")  # line 1 repeats what they say, and may be made up
    report.check("chain", check_chain(record, seed, game))
    report.check("chance", check_chance(record, seed, game, by_seat(record, "entropy", seats_of(record))))


def _check_signature(record: Record, report: Report, keys: Keyring | None) -> None:
    end = record.end or {}
    if "signature" not in end:
        report.absent.append("signature")
    if ("signature" in end) != ("keyId" in end):
        report.check("signature", [Problem(None, record.end_line, "signature_incomplete", "a signature goes with the id of its key")])
    elif keys is None:
        report.leave("signature")
    elif "signature" not in end:
        report.check("signature", [Problem(None, record.end_line, "signature_missing", "the record is not signed")])
    else:
        told = {**end, "gameId": record.field("GameOpened", "id"), "version": len(record.events), "hash": end.get("head")}
        wrong = keys.problem(told)
        report.check("signature", [] if wrong is None else [Problem(None, record.end_line, *wrong)])


def _check_receipts(record: Record, report: Report, receipts: Sequence[dict[str, Any]], keys: Keyring | None) -> None:
    """Receipts without a trusted key can contradict a record, but anybody may have written them: they prove nothing."""
    problems = [problem for receipt in receipts if (problem := _receipt(record, receipt, keys)) is not None]
    if receipts and keys is None and not problems:
        report.leave("receipts")
    elif receipts:
        report.check("receipts", problems)


def _receipt(record: Record, receipt: dict[str, Any], keys: Keyring | None) -> Problem | None:
    """What a player's receipt shows against the record: a forged receipt, or an event that is no longer there."""
    wrong = None if keys is None else keys.problem(receipt)
    if wrong is not None:
        return Problem(None, None, f"receipt_{wrong[0]}", f"receipt: {wrong[1]}")
    if receipt.get("gameId") != record.field("GameOpened", "id"):
        return Problem(None, None, "receipt_of_another_game", "receipt: is for another game")
    version = receipt.get("version")
    event = record.events[version - 1] if type(version) is int and 1 <= version <= len(record.events) else None
    if type(version) is int and version > len(record.events) and record.only("GameEnded") is None:
        reason = f"receipt: is for event {version}, and this record of a running game ends before that, with event {len(record.events)}"
        return Problem(None, None, "receipt_beyond_record", reason)
    if event is None:
        return Problem(None, None, "receipt_contradicts", f"receipt: the record has no event {str(version)[:20]}")
    if event.value is None or event.value.get("hash") != receipt.get("hash"):
        return event.problem("receipt_contradicts", "receipt: another event was accepted in this place")
    return None
