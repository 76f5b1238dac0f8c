"""Keys: all derived from one secret with HKDF-SHA256, none stored. Receipts are signed with Ed25519 (RFC 8032)."""

import base64
import hashlib
import os
import secrets
from pathlib import Path
from typing import Any, Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from domain.chain import canonical
from infra.salts import derive
from infra.salts import salt_key as salt_key
from infra.settings import MIN_SECRET, Settings
from infra.trouble import Misconfigured

_RECEIPT: Final = b"arbiter/receipt/v1\n"


class Receipt(msgspec.Struct, frozen=True):
    """Proof that the service accepted the event ``version`` of a game with this hash."""

    game_id: str
    version: int
    hash: str
    signature: str
    key_id: str


def receipt_message(game_id: str, version: int, hash: str) -> bytes:
    """What a receipt signs."""
    return _RECEIPT + canonical({"game": game_id, "hash": hash, "version": version})


class Keys:
    """The keys of one service."""

    def __init__(self, signing: Ed25519PrivateKey, token_key: bytes) -> None:
        self._signing = signing
        self.token_key: Final = token_key
        public = signing.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self._jwk: Final = {"crv": "Ed25519", "kty": "OKP", "x": base64url(public)}
        self.key_id: Final = base64url(hashlib.sha256(canonical(self._jwk)).digest())  # RFC 7638

    @classmethod
    def from_secret(cls, secret: str) -> "Keys":
        """The keys that follow from a secret; the same secret gives the same keys for ever."""
        raw = secret.encode()
        signing = Ed25519PrivateKey.from_private_bytes(derive(raw, b"arbiter/receipt-key/v1"))
        return cls(signing, derive(raw, b"arbiter/token-key/v1"))

    def sign_receipt(self, game_id: str, version: int, hash: str) -> Receipt:
        """A signed receipt."""
        signature = self._signing.sign(receipt_message(game_id, version, hash))
        return Receipt(game_id, version, hash, base64url(signature), self.key_id)

    def public_jwks(self) -> dict[str, Any]:
        """The public keys as a JSON Web Key Set (RFC 8037)."""
        return {"keys": [{**self._jwk, "kid": self.key_id, "use": "sig", "alg": "EdDSA"}]}

    def __repr__(self) -> str:
        return f"Keys({self.key_id})"


def base64url(raw: bytes) -> str:
    """Base64 for URLs without padding (RFC 4648, section 5)."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def load_secret(settings: Settings) -> str:
    """The service's secret: the setting, else the one kept beside the SQLite database, which is made when it is missing."""
    if settings.secret is not None:
        return settings.secret.get_secret_value()
    path = secret_file(settings)
    if path is None:
        raise Misconfigured("ARBITER_SECRET: must be set (any string of at least 32 characters) when the database is not an SQLite file")
    return _kept_secret(path)


def secret_file(settings: Settings) -> Path | None:
    """Where the secret is kept beside the database; None where the setting must name it, or does."""
    path = settings.sqlite_path
    return None if path is None or settings.secret is not None else path.with_name(path.name + ".secret")


def _kept_secret(path: Path) -> str:
    """Reads the file, or makes it whole and readable to its owner only; of two processes that make it at once one wins."""
    try:
        if not path.exists():
            draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(48))
                file.flush()
                os.fsync(file.fileno())
            try:
                os.link(draft, path)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        secret = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise Misconfigured(f"{path.name}: the secret beside the database cannot be kept ({error.strerror})") from None
    if len(secret) < MIN_SECRET:
        raise Misconfigured(f"{path.name}: the secret beside the database is shorter than {MIN_SECRET} characters")
    return secret
