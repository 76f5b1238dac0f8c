"""The commitment to the seed, the salts that follow from it, and the chain of hashes over the events."""

import hashlib
import hmac
import re
from contextlib import suppress
from typing import Final
from uuid import UUID

import rfc8785
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from infra.verify.record import Record
from infra.verify.report import Problem

_HASH: Final = re.compile(r"[0-9a-f]{64}")


def seed_of(record: Record) -> bytes | None:
    """The revealed seed, from its event or else from line 1; None when there is none, or what stands there is no seed."""
    chance = (record.header or {}).get("chance")
    told = chance.get("seed") if isinstance(chance, dict) else None
    seed = record.field("SeedRevealed", "seed") if record.only("SeedRevealed") is not None else told
    return bytes.fromhex(seed) if isinstance(seed, str) and _HASH.fullmatch(seed) else None


def claims_seed(record: Record) -> bool:
    """Whether the record says that its seed is revealed."""
    chance = (record.header or {}).get("chance")
    return record.only("SeedRevealed") is not None or (isinstance(chance, dict) and "seed" in chance)


def game_of(record: Record) -> bytes | None:
    """The 16 bytes of the game's id, from its opening or else from line 1."""
    for id in (record.field("GameOpened", "id"), (record.header or {}).get("id")):
        with suppress(ValueError, TypeError, AttributeError):
            return UUID(id).bytes
    return None


def check_seed(record: Record, seed: bytes, game: bytes) -> list[Problem]:
    """Whether the seed is the one that was committed to before seats were taken."""
    told = record.field("GameOpened", "seedCommitment") or (record.header or {}).get("seedCommitment")
    if hashlib.sha256(b"arbiter/seed/v1" + game + seed).hexdigest() == told:
        return []
    return [seed_problem(record, "seed: is not the one that the game's commitment was made for")]


def seed_problem(record: Record, reason: str) -> Problem:
    """What is wrong with the seed, with the place where it stands."""
    event = record.only("SeedRevealed")
    return Problem(None, record.header_line, "seed_wrong", reason) if event is None else event.problem("seed_wrong", reason)


def check_hashes(record: Record) -> list[Problem]:
    """Whether every event has something that looks like a hash: all that can be said without a seed."""
    return [
        event.problem("hash_missing", "hash: is not 32 bytes in hex")
        for event in record.events
        if event.value is not None and not (isinstance(event.value.get("hash"), str) and _HASH.fullmatch(event.value["hash"]))
    ]


def check_chain(record: Record, seed: bytes, game: bytes) -> list[Problem]:
    """The events whose hash does not follow. Each is checked against the hash that stands before it, so one change names one place."""
    key = HKDF(algorithm=SHA256(), length=32, salt=game, info=b"arbiter/salt/v1").derive(seed)
    problems = []
    before: bytes | None = bytes(32)
    for event in record.events:
        stated = None if event.value is None else event.value.get("hash")
        if event.value is not None and before is not None:
            line = rfc8785.dumps({name: value for name, value in event.value.items() if name != "hash"})
            salt = hmac.digest(key, event.place.to_bytes(8, "big"), "sha256")[:16]
            right = hashlib.sha256(before + salt + line).digest()
            if stated is None:
                problems.append(event.problem("hash_missing", "the event has no hash"))
            elif stated != right.hex():
                problems.append(event.problem("hash_wrong", "the event is not what its hash was made of"))
        before = bytes.fromhex(stated) if isinstance(stated, str) and _HASH.fullmatch(stated) else None
    return problems
