"""The chain of hashes over a game's events, and the commitment to its seed.

hash = SHA-256(previous hash, raw ‖ salt ‖ RFC 8785 of the event's record line without ``hash``); before the first stand 32 zero
bytes. The salt of an event is the first 16 bytes of HMAC-SHA256(key, version as 8 bytes, big end first); the key is
HKDF-SHA256(seed, salt = game id, info = "arbiter/salt/v1", 32 bytes) (RFC 5869; ``infra/keys.py``).
"""

import hashlib
from collections.abc import Callable
from typing import Any, Final

import rfc8785

from domain.mac import hmac_sha256

START: Final = bytes(32)  # stands before the first event's hash


def canonical(value: Any) -> bytes:
    """RFC 8785 bytes of plain JSON. Raises ValueError for what JSON or I-JSON cannot carry."""
    return rfc8785.dumps(value)


def salts(key: bytes) -> Callable[[int], bytes]:
    """From an event's version to the 16 bytes that keep its hash from being guessed back while the game runs."""
    code = hmac_sha256(key)
    return lambda version: code(version.to_bytes(8))[:16]


def salt(key: bytes, version: int) -> bytes:
    """The salt of one event."""
    return salts(key)(version)


def link(previous: bytes, event_salt: bytes, line: bytes) -> bytes:
    """The hash of an event whose canonical record line (without ``hash``) is ``line``."""
    return hashlib.sha256(previous + event_salt + line).digest()


def commitment(seed: bytes, game: bytes) -> str:
    """SHA-256("arbiter/seed/v1" ‖ game id, 16 bytes ‖ seed) in hex."""
    return hashlib.sha256(b"arbiter/seed/v1" + game + seed).hexdigest()


def digest(value: Any) -> str:
    """SHA-256 of a value's canonical JSON in hex: the digest of a board."""
    return hashlib.sha256(canonical(value)).hexdigest()
