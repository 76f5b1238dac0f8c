"""Every test that asks for ``rules`` or ``laid`` runs for every game on the shelf, and for the toy, which proves the suite itself."""

from collections.abc import Iterator

import pytest

from domain.shelf import shelf
from tests import toy
from tests.every_game.support import GAMES, Laid, configurations, rules_of

ALL = [*GAMES, toy.RULES.slug]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "slug" in metafunc.fixturenames:
        metafunc.parametrize("slug", GAMES)
    if "rules" in metafunc.fixturenames:
        metafunc.parametrize("rules", [rules_of(slug) for slug in ALL], ids=ALL)
    if "laid" in metafunc.fixturenames:
        tables = [laid for slug in ALL for laid in configurations(slug)]
        metafunc.parametrize("laid", tables, ids=[laid.name for laid in tables])


@pytest.fixture(autouse=True)
def _toy_on_the_shelf(request: pytest.FixtureRequest) -> Iterator[None]:
    """The toy is on the shelf where a test is about it."""
    asked = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    laid = asked.get("laid")
    if asked.get("rules") is not toy.RULES and not (isinstance(laid, Laid) and laid.rules is toy.RULES):
        yield
        return
    with toy.on_the_shelf():
        assert toy.RULES.slug in shelf()
        yield
