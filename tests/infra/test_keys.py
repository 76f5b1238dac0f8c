"""Keys follow from the secret, receipts can be verified by anybody, and the secret stays where it is."""

import base64
import stat
import threading
from pathlib import Path

import msgspec
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from infra.keys import Keys, derive, load_secret, receipt_message, salt_key
from infra.settings import Settings
from infra.trouble import Misconfigured

SECRET = "a secret of more than thirty-two characters"


def unpadded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_hkdf_is_rfc_5869_s() -> None:
    """Test case 1 of RFC 5869 (its first 32 bytes)."""
    okm = derive(bytes.fromhex("0b" * 22), bytes.fromhex("f0f1f2f3f4f5f6f7f8f9"), bytes.fromhex("000102030405060708090a0b0c"))
    assert okm.hex() == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"


def test_published_vectors() -> None:
    assert salt_key(bytes(range(32)), bytes(range(16))).hex() == derive(bytes(range(32)), b"arbiter/salt/v1", bytes(range(16))).hex()
    keys = Keys.from_secret(SECRET)
    assert keys.key_id == Keys.from_secret(SECRET).key_id != Keys.from_secret(SECRET + "!").key_id
    assert keys.token_key != Keys.from_secret(SECRET + "!").token_key
    assert len(keys.token_key) == 32


def test_a_receipt_verifies_with_the_published_key() -> None:
    keys = Keys.from_secret(SECRET)
    (jwk,) = keys.public_jwks()["keys"]
    assert {name: jwk[name] for name in ("kty", "crv", "alg", "use")} == {"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig"}
    receipt = keys.sign_receipt("00000000-0000-4000-8000-000000000000", 5, "ab" * 32)
    assert receipt.key_id == jwk["kid"]
    assert "=" not in receipt.signature + receipt.key_id
    public = Ed25519PublicKey.from_public_bytes(unpadded(jwk["x"]))
    public.verify(unpadded(receipt.signature), b'arbiter/receipt/v1\n{"game":"00000000-0000-4000-8000-000000000000","hash":"' + b"ab" * 32 + b'","version":5}')
    for other in (("0" * 36, 5, "ab" * 32), (receipt.game_id, 6, "ab" * 32), (receipt.game_id, 5, "ac" * 32)):
        with pytest.raises(InvalidSignature):
            public.verify(unpadded(receipt.signature), receipt_message(*other))


def test_the_key_id_is_rfc_7638_s() -> None:
    """The Ed25519 key of RFC 8037, appendix A.2 and A.3."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.from_private_bytes(unpadded("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"))
    assert Keys(private, b"").key_id == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"


def test_nothing_secret_shows() -> None:
    keys = Keys.from_secret(SECRET)
    shown = repr(keys) + str(keys.public_jwks()) + repr(Settings(secret=SECRET))  # type: ignore[arg-type]
    assert SECRET not in shown
    assert keys.token_key.hex() not in shown
    assert msgspec.json.encode(keys.public_jwks())


def test_the_secret_is_made_once_beside_the_database(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'arbiter.db'}")
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(load_secret(settings))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1
    assert len(found[0]) >= 32
    (kept,) = tmp_path.iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert load_secret(Settings(database=settings.database, secret=SECRET)) == SECRET, "the setting comes first"  # type: ignore[arg-type]


def test_a_secret_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least 32") as error:
        Settings(secret="too short")  # type: ignore[arg-type]
    assert "too short" not in str(error.value)
    with pytest.raises(Misconfigured, match="ARBITER_SECRET"):
        load_secret(Settings(database="postgresql://somewhere/db"))
    (tmp_path / "arbiter.db.secret").write_text("short")
    with pytest.raises(Misconfigured, match="shorter"):
        load_secret(Settings(database=f"sqlite:///{tmp_path / 'arbiter.db'}"))
    with pytest.raises(Misconfigured, match="cannot be kept"):
        load_secret(Settings(database=f"sqlite:///{tmp_path / 'nowhere' / 'arbiter.db'}"))
