"""docker-compose.yml as Docker Compose itself reads it: by compose-go, built once with Go."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from tests.distributed.site import ROOT
from tests.services.once import once

CACHE: Final = ROOT / ".cache" / "compose"
VERSION: Final = "v2.16.2"


def loader() -> Path:
    """The program; skips where it cannot be had."""
    go = shutil.which("go")
    if go is None:
        pytest.skip("Go is needed to build compose-go")
    command = [go, "install", f"github.com/compose-spec/compose-go/v2/cmd@{VERSION}"]
    try:
        once(CACHE, lambda: subprocess.run(command, check=True, env={**os.environ, "GOBIN": str(CACHE)}))
    except subprocess.CalledProcessError:
        pytest.skip("compose-go cannot be built here")
    return CACHE / "cmd"


def load(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What it says of a file."""
    (folder / "docker-compose.yml").write_text(text)
    return subprocess.run([loader(), "docker-compose.yml"], check=False, capture_output=True, text=True, cwd=folder)


def loaded(text: str, secrets: Mapping[str, str], folder: Path) -> dict[str, Any]:
    """The file with everything filled in."""
    told = load(filled(text, secrets), folder)
    assert told.returncode == 0, told.stderr
    whole: dict[str, Any] = yaml.safe_load(told.stdout)
    return whole


def filled(text: str, secrets: Mapping[str, str]) -> str:
    """The file with the variables that it demands; what it has a default for is left to the program."""
    return re.sub(r"\$\{([A-Z_]+):\?[^}]*\}", lambda found: secrets[found[1]], text)
