"""Opens a game's own data files. The only reading from disk in ``domain``."""

import tomllib
from importlib.resources import files
from typing import Any


def text(package: str, name: str) -> str:
    """The text of the file ``name`` beside the modules of ``package`` (pass ``__package__``)."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def toml(package: str, name: str) -> dict[str, Any]:
    """The TOML file ``name`` of ``package``, parsed."""
    return tomllib.loads(text(package, name))
