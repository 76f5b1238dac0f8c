"""Line 1 repeats what the events say: each thing that it says must be what they say."""

import hashlib
from typing import Any, Final

import rfc8785

from infra.verify.likeness import MOST, NOTHING, differences, same, shown
from infra.verify.record import Record
from infra.verify.report import Problem

MOST_SEATS: Final = 100

# field of line 1 → field of GameOpened
REPEATED: Final = {
    "id": "id",
    "ruleset": "ruleset",
    "version": "version",
    "options": "options",
    "board": "board",
    "boardDigest": "boardDigest",
    "seedCommitment": "seedCommitment",
}

KNOWN: Final = {*REPEATED, "arbiter", "players", "entropies", "chance", "viewer"}


def check_header(record: Record) -> list[Problem]:
    """What line 1 says otherwise than the events, and a board that is not what its digest says."""
    header, opened = record.header, record.only("GameOpened")
    if header is None:
        return []
    if opened is None or opened.value is None or opened.place != 1:
        reason = "the first event of a record opens the game"
        return [record.events[0].problem("opening_missing", reason) if record.events else Problem(None, record.header_line, "opening_missing", reason)]
    said = opened.value
    problems = [_differs(record, field, said.get(name)) for field, name in REPEATED.items() if not same(header.get(field), said.get(name))]
    seats = seats_of(record)
    if seats != said.get("seats"):
        return [*problems, opened.problem("opening_wrong", "seats: is not the number of players")]
    for field, of in (("players", "player"), ("entropies", "entropy")):
        told = by_seat(record, of, seats)
        if not same(header.get(field), told):
            problems.append(_differs(record, field, told))
    seed = record.field("SeedRevealed", "seed")
    chance = {"commitment": said.get("seedCommitment")} if seed is None else {"seed": seed}
    if not same(header.get("chance"), chance):
        problems.append(_differs(record, "chance", chance))
    if "viewer" in header and record.only("GameEnded") is not None:
        problems.append(_wrong(record, "header_differs", "viewer: the record of a game that has ended hides nothing"))
    problems += [_wrong(record, "header_unknown", f"{field[:40]}: is nothing that line 1 repeats") for field in header if field not in KNOWN]
    board = said.get("board")
    if isinstance(board, dict) and hashlib.sha256(rfc8785.dumps(board)).hexdigest() != said.get("boardDigest"):
        problems.append(opened.problem("board_digest_wrong", "boardDigest: is not the digest of the board"))
    return problems


def _wrong(record: Record, kind: str, reason: str) -> Problem:
    return Problem(None, record.header_line, kind, reason)


def seats_of(record: Record) -> int:
    """How many seats there are: as the opening says, or else as many as line 1 has players."""
    seats, players = record.field("GameOpened", "seats"), (record.header or {}).get("players")
    if type(seats) is int and 1 <= seats <= MOST_SEATS:
        return seats
    return min(len(players), MOST_SEATS) if isinstance(players, list) else 0


def by_seat(record: Record, field: str, seats: int) -> list[Any]:
    """A field of the ``SeatTaken`` events as a list by seat."""
    told: list[Any] = [None] * seats
    for event in record.events:
        if event.value is not None and event.named("SeatTaken"):
            seat = event.value.get("seat")
            if type(seat) is int and 0 <= seat < seats:
                told[seat] = event.value.get(field)
    return told


def _differs(record: Record, field: str, told: Any) -> Problem:
    """The fields in which line 1 and the events differ, by their whole names."""
    said = (record.header or {}).get(field, NOTHING)
    found = list(differences(told, said, field))
    words = [f"{path}: the events say {shown(right)}, line 1 says {shown(wrong)}" for path, right, wrong in found[:MOST]]
    more = [f"{len(found) - MOST} more fields differ"] if len(found) > MOST else []
    return _wrong(record, "header_differs", "; ".join(words + more))
