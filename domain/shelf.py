"""Finds the games beside it: a folder in ``domain`` is a game, its slug is its name with ``-`` for ``_``. Nothing to register."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, TypeAlias

import domain
from domain.ruleset import Ruleset

Rules: TypeAlias = Ruleset[Any, Any, Any]


def find() -> dict[str, Callable[[], Rules]]:
    """The games in the folders of ``domain`` by slug, each with what imports it."""
    return {found.name.replace("_", "-"): partial(_load, found.name) for found in pkgutil.iter_modules(domain.__path__) if found.ispkg}


def _load(package: str) -> Rules:
    rules: Rules = importlib.import_module(f"domain.{package}").RULES
    return rules


class NotOnTheShelf(KeyError):
    """A ruleset that this version does not have."""

    def __init__(self, slug: str) -> None:
        super().__init__(slug)
        self.slug = slug

    def __str__(self) -> str:
        return f"this version does not have the ruleset {self.slug[:60]}"


class Shelf(Mapping[str, Rules]):
    """Every game by slug, sorted. A game is imported when it is asked for: who plays one does not wait for the others."""

    def __init__(self, games: Mapping[str, Callable[[], Rules]]) -> None:
        self._games = {slug: cache(games[slug]) for slug in sorted(games)}

    def __getitem__(self, slug: str) -> Rules:
        if slug not in self._games:
            raise NotOnTheShelf(slug)
        return self._games[slug]()

    def __contains__(self, slug: object) -> bool:
        return slug in self._games

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


@cache
def shelf() -> Mapping[str, Rules]:
    """Every game by slug, sorted."""
    return Shelf(find())
