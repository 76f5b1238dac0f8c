"""The services that any test may ask for; each is started once a session, when the first test wants it."""

import pytest

from tests.services.fixtures import folder, kafka, postgres

__all__ = ["folder", "kafka", "postgres"]


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks at the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where tests run in several processes, those of a file about the distributed mode stay together: they share servers that they kill, and what they fetch."""
    for item in items:
        if item.path.parent.name in ("distributed", "services"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
