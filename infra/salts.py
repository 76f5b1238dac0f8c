"""Keys derived with HKDF-SHA256. Apart from ``keys``, so that who chains a game needs neither settings nor signatures."""

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def derive(secret: bytes, info: bytes, salt: bytes | None = None) -> bytes:
    """32 bytes of HKDF-SHA256 (RFC 5869)."""
    return HKDF(algorithm=SHA256(), length=32, salt=salt, info=info).derive(secret)


def salt_key(seed: bytes, game: bytes) -> bytes:
    """The key of the salts in a game's chain (``domain/chain.py``)."""
    return derive(seed, b"arbiter/salt/v1", game)
