"""The published test vectors hold for what writes records and, by code that shares nothing with it, for what verifies them."""

import hashlib
import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

import domain
from infra.verify import read_keys
from infra.verify.chain import check_chain, check_seed
from infra.verify.chance import Source, derive
from infra.verify.lines import read_lines
from infra.verify.record import take_apart
from tests.records.vectors import vectors

DOCS = Path(domain.__path__[0]).parent / "docs"
PUBLISHED: dict[str, Any] = json.loads((DOCS / "vectors" / "arbiter-v1.json").read_text(encoding="utf-8"))
SEED, GAME = bytes.fromhex(PUBLISHED["seed"]), UUID(PUBLISHED["game"]).bytes


def test_what_writes_records_makes_the_published_vectors() -> None:
    assert vectors() == PUBLISHED


@pytest.mark.parametrize("witness", PUBLISHED["chance"], ids=lambda witness: f"{witness['source']}-{witness['n']}")
def test_chance_is_derived_by_the_verifier(witness: dict[str, Any]) -> None:
    source = Source(SEED, GAME, PUBLISHED["entropies"], witness["source"])
    assert derive(source.words(witness["n"]), witness) == witness["value"]


def test_the_chain_is_followed_by_the_verifier() -> None:
    events = [{**event["line"], "hash": event["hash"]} for event in PUBLISHED["chain"]["events"]]
    header = {"arbiter": 1, "id": PUBLISHED["game"], "seedCommitment": PUBLISHED["chain"]["commitment"]}
    record = take_apart(read_lines("\n".join(map(json.dumps, [header, *events, {"end": {}}])).encode()))
    assert check_seed(record, SEED, GAME) == []
    assert check_chain(record, SEED, GAME) == []
    assert check_seed(record, bytes(32), GAME) != []
    assert len(check_chain(record, bytes(32), GAME)) == 2


def test_the_receipt_is_genuine_to_the_verifier() -> None:
    told = PUBLISHED["receipt"]
    keyring = read_keys(json.dumps(told["jwks"]).encode())
    assert keyring.problem(told["receipt"]) is None
    assert list(keyring.keys) == [told["receipt"]["keyId"]]
    assert keyring.problem({**told["receipt"], "version": 3}) is not None
    assert told["message"].startswith("arbiter/receipt/v1\n{")


def test_the_seed_of_a_bot_game() -> None:
    told = PUBLISHED["play"]
    secret = hashlib.sha256(b"arbiter/play/v1/7").digest()
    assert secret.hex() == told["secret"]
    assert UUID(told["game"]).bytes == hashlib.sha256(b"arbiter/play-id/v1" + secret).digest()[:16]


def test_the_pages_of_the_formats_name_their_vectors_and_limits() -> None:
    pages = {name: (DOCS / f"{name}.md").read_text(encoding="utf-8") for name in ("record", "chain", "chance", "receipts")}
    assert all("vectors/arbiter-v1.json" in pages[name] for name in ("chain", "chance", "receipts"))
    from infra.record_file import MAX_BYTES, MAX_DEPTH, MAX_LINE
    from infra.verify.report import CLAIMS

    assert f"{MAX_LINE:,} characters" in pages["record"]
    assert f"{MAX_BYTES // 2**20} MiB" in pages["record"]
    assert f"more than {MAX_DEPTH} brackets" in pages["record"]
    assert all(f"| `{claim}` |" in pages["record"] for claim in CLAIMS)
