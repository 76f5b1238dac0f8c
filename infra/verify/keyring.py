"""Trusted public keys (a JSON Web Key Set or PEM) and what they signed."""

import base64
import binascii
import hashlib
import json
from dataclasses import dataclass
from typing import Any, Final

import rfc8785
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key

MESSAGE: Final = b"arbiter/receipt/v1\n"


class BadKey(Exception):
    """What was given as a trusted key is none. One sentence."""


@dataclass(frozen=True)
class Keyring:
    """Public keys by their RFC 7638 thumbprint."""

    keys: dict[str, Ed25519PublicKey]

    def problem(self, receipt: dict[str, Any]) -> tuple[str, str] | None:
        """Kind and sentence of what is wrong with a receipt ``{gameId, version, hash, signature, keyId}``; None if it is genuine."""
        key = self.keys.get(receipt["keyId"]) if isinstance(receipt.get("keyId"), str) else None
        if key is None:
            return "key_unknown", "keyId: is none of the trusted keys"
        try:
            signature = _decode(receipt.get("signature"))
            message = MESSAGE + rfc8785.dumps({"game": receipt["gameId"], "hash": receipt["hash"], "version": receipt["version"]})
            key.verify(signature, message)
        except (InvalidSignature, ValueError, KeyError):
            return "signature_wrong", "signature: was not made by that key for this game, version and hash"
        return None


def read_keys(data: bytes) -> Keyring:
    """The keys of a JSON Web Key Set, of one JSON Web Key, or of a PEM file. Raises BadKey."""
    try:
        if b"-----BEGIN" in data:
            found = [load_pem_public_key(data)]
        else:
            told = json.loads(data)
            found = [_from_jwk(key) for key in told.get("keys", [told]) if key.get("crv") == "Ed25519"]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, UnsupportedAlgorithm):
        raise BadKey("the key is neither a JSON Web Key Set nor a public key in PEM form") from None
    keys = [key for key in found if isinstance(key, Ed25519PublicKey)]
    if not keys:
        raise BadKey("there is no Ed25519 key among the keys")
    return Keyring({thumbprint(key): key for key in keys})


def thumbprint(key: Ed25519PublicKey) -> str:
    """The RFC 7638 thumbprint of a key."""
    x = _encode(key.public_bytes(Encoding.Raw, PublicFormat.Raw))
    return _encode(hashlib.sha256(rfc8785.dumps({"crv": "Ed25519", "kty": "OKP", "x": x})).digest())


def _from_jwk(key: dict[str, Any]) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(_decode(key["x"]))


def _encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _decode(words: Any) -> bytes:
    """Base64url without padding, in its one canonical form."""
    if not isinstance(words, str) or len(words) > 200:
        raise ValueError("is not base64url")
    try:
        raw = base64.b64decode(words.encode() + b"=" * (-len(words) % 4), altchars=b"-_", validate=True)
    except binascii.Error:
        raise ValueError("is not base64url") from None
    if _encode(raw) != words:
        raise ValueError("is not the canonical form")
    return raw
