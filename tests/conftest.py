"""The services that any test may ask for; each is started once a session, when the first test wants it."""

import pytest

from tests.services.fixtures import folder, kafka, postgres

__all__ = ["folder", "kafka", "postgres"]

DATABASE = {"postgres", "postgresql"}  # the fixture, and the parameter of what runs on either database


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where tests run in several processes, those that need a broker stay in one and those that need a database alone in another: servers are slow to start."""
    for item in items:
        parameters = getattr(getattr(item, "callspec", None), "params", {}).values()
        wanted = {*getattr(item, "fixturenames", ()), *(value for value in parameters if isinstance(value, str))}
        if "kafka" in wanted or "distributed" in item.path.parts:
            item.add_marker(pytest.mark.xdist_group("broker"))
        elif wanted & DATABASE:
            item.add_marker(pytest.mark.xdist_group("database"))
