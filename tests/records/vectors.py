"""The published test vectors, made by the write side: ``python -m tests.records.vectors`` prints them."""

import json
from typing import Any
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.chain import START, canonical, commitment, link, salt
from domain.chance import Committed
from domain.playout import game_of, play_seed
from infra.keys import Keys, receipt_message, salt_key

SEED, GAME = bytes(range(32)), UUID("00112233-4455-6677-8899-aabbccddeeff")
ENTROPIES = ["salt and pepper", None, "Überraschung"]
LINES: list[dict[str, Any]] = [{"event": "SeatTaken", "player": "Zoë", "seat": 0}, {"seat": 0, "number": 1, "move": {"kind": "roll"}, "facts": []}]


def chain() -> dict[str, Any]:
    """Commitment, key, salts and hashes of two lines."""
    key, before, steps = salt_key(SEED, GAME.bytes), START, []
    for version, line in enumerate(LINES, 1):
        made, told = salt(key, version), canonical(line)
        before = link(before, made, told)
        steps.append({"version": version, "line": line, "canonical": told.decode(), "salt": made.hex(), "hash": before.hex()})
    return {"commitment": commitment(SEED, GAME.bytes), "saltKey": key.hex(), "events": steps}


def chance() -> list[dict[str, Any]]:
    """Witnesses of every kind of draw, several of each source."""
    source = Committed(SEED, GAME.bytes, ENTROPIES, {"red card": "deck", "blue card": "deck"})
    for _ in range(6):
        source.die("die")
    source.die("coin", 2)
    source.die("certain", 1)
    source.die("large", 1000)
    source.dice("die", (0, 2), 6)
    for name in ("red card", "blue card", "red card"):
        source.draw(name, {"b": 2, "a": 1, "B": 3, "é": 1, "10": 4, "9": 1})
    source.shuffle("circle", ["a", "b", "c", "d", "e", "f", "g"])
    source.shuffle("circle", list(range(1, 53)))
    return source.witness


def receipt() -> dict[str, Any]:
    """A receipt of a key that everybody knows."""
    private = bytes(range(100, 132))
    keys = Keys(Ed25519PrivateKey.from_private_bytes(private), b"")
    hash = chain()["events"][1]["hash"]
    signed = keys.sign_receipt(str(GAME), 2, hash)
    return {
        "privateKey": private.hex(),
        "jwks": keys.public_jwks(),
        "message": receipt_message(str(GAME), 2, hash).decode(),
        "receipt": {"gameId": str(GAME), "version": 2, "hash": hash, "signature": signed.signature, "keyId": signed.key_id},
    }


def vectors() -> dict[str, Any]:
    """All of them."""
    played = play_seed(7)
    return {
        "seed": SEED.hex(),
        "game": str(GAME),
        "entropies": ENTROPIES,
        "chain": chain(),
        "chance": chance(),
        "receipt": receipt(),
        "play": {"seed": 7, "secret": played.hex(), "game": str(UUID(bytes=game_of(played)))},
    }


if __name__ == "__main__":
    print(json.dumps(vectors(), ensure_ascii=False, indent=1))
