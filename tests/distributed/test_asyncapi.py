"""The description of the feeds, held to AsyncAPI 3 by the project's own parser."""

import json
import shutil
import subprocess
from typing import Any

import pytest

from api.asyncapi import asyncapi
from infra.settings import Settings
from tests.distributed.site import ROOT
from tests.services.once import once

CACHE = ROOT / ".cache" / "asyncapi"
PARSER = "@asyncapi/parser@3.6.6"
# References to schemas that a service publishes are answered here: they have tests of their own.
CHECK = """
import { Parser } from '@asyncapi/parser'; import fs from 'fs';
const schemas = ['http', 'https'].map(schema => ({ schema, order: 1, canRead: true, read: () => '{"type": "object"}' }));
const told = await new Parser().validate(fs.readFileSync(0, 'utf8'), { __unstable: { resolver: { cache: false, resolvers: schemas } } });
console.log(JSON.stringify(told.filter(one => one.severity <= 1)));
"""


@pytest.fixture(scope="module")
def checked() -> Any:
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        pytest.skip("Node is needed to run the AsyncAPI parser")
    command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(CACHE), PARSER]
    try:
        once(CACHE, lambda: subprocess.run(command, check=True, timeout=120))
    except subprocess.CalledProcessError:
        pytest.skip("the AsyncAPI parser cannot be installed here")
    (CACHE / "check.mjs").write_text(CHECK)

    def check(document: dict[str, Any]) -> list[dict[str, Any]]:
        told = subprocess.run([node, "check.mjs"], input=json.dumps(document), capture_output=True, text=True, check=True, cwd=CACHE, timeout=60)
        found: list[dict[str, Any]] = json.loads(told.stdout)
        return found

    return check


def test_the_parser_has_nothing_to_say(checked: Any) -> None:
    assert checked(asyncapi(Settings(url="https://arbiter.example"))) == []


def test_the_parser_would_have_said_so(checked: Any) -> None:
    document = asyncapi(Settings())
    del document["operations"]["send_public"]["action"]
    assert checked(document) != []
