"""Finds the games beside it: a package in ``domain`` with a ``RULES``. Nothing to register."""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import domain
from domain.ruleset import Ruleset


@cache
def shelf() -> Mapping[str, Ruleset[Any, Any, Any]]:
    """Every game by slug, sorted."""
    packages = sorted(found.name for found in pkgutil.iter_modules(domain.__path__) if found.ispkg)
    rules = [module.RULES for name in packages if hasattr(module := importlib.import_module(f"domain.{name}"), "RULES")]
    return MappingProxyType({found.slug: found for found in sorted(rules, key=lambda r: r.slug)})
