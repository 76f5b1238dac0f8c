"""Finds the games beside it: a package in ``domain`` with a ``RULES``. Nothing to register."""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import domain
from domain.ruleset import Ruleset


def find() -> Iterable[Ruleset[Any, Any, Any]]:
    """The games in the folders of ``domain``."""
    packages = sorted(found.name for found in pkgutil.iter_modules(domain.__path__) if found.ispkg)
    return [module.RULES for name in packages if hasattr(module := importlib.import_module(f"domain.{name}"), "RULES")]


@cache
def shelf() -> Mapping[str, Ruleset[Any, Any, Any]]:
    """Every game by slug, sorted."""
    return MappingProxyType({found.slug: found for found in sorted(find(), key=lambda r: r.slug)})
