"""The services that any test may ask for; each is started once a session, when the first test wants it."""

import pytest

from tests.services.fixtures import folder, kafka, postgres

__all__ = ["folder", "kafka", "postgres"]

SERVICES = {"kafka", "postgres", "postgresql"}  # fixtures, and the parameter of what runs on either database


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where tests run in several processes, those that need a broker or a database stay in one, so that each server is started once."""
    for item in items:
        parameters = getattr(getattr(item, "callspec", None), "params", {}).values()
        wanted = {*getattr(item, "fixturenames", ()), *(value for value in parameters if isinstance(value, str))}
        if wanted & SERVICES or "distributed" in item.path.parts:
            item.add_marker(pytest.mark.xdist_group("services"))
