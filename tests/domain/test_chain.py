"""The chain of hashes, against a calculation by hand."""

import hashlib
import hmac

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from domain import chain


def test_a_link_is_the_hash_of_previous_salt_and_line() -> None:
    line = chain.canonical({"seat": 0, "move": {"kind": "roll"}, "ä": 1})
    assert line == '{"move":{"kind":"roll"},"seat":0,"ä":1}'.encode()
    assert chain.link(chain.START, b"s" * 16, line) == hashlib.sha256(bytes(32) + b"s" * 16 + line).digest()


def test_the_salt_of_a_version() -> None:
    key = HKDF(SHA256(), 32, bytes(range(16)), b"arbiter/salt/v1").derive(bytes(32))
    assert chain.salt(key, 300) == hmac.new(key, bytes([0, 0, 0, 0, 0, 0, 1, 44]), hashlib.sha256).digest()[:16]


def test_the_commitment_binds_game_and_seed() -> None:
    assert chain.commitment(b"x" * 32, b"g" * 16) == hashlib.sha256(b"arbiter/seed/v1" + b"g" * 16 + b"x" * 32).hexdigest()
