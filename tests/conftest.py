"""The services that any test may ask for, and which tests stay together where several processes run them."""

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.services.fixtures import folder, kafka, postgres

__all__ = ["folder", "kafka", "postgres"]

TOGETHER = ("tests/distributed/", "tests/services/")  # each file of these: its tests share servers that they kill, and what they fetch


class Schedule(LoadScopeScheduling):
    """Every test goes to whoever is free, but for what stays together. (``--dist loadgroup`` does not know the groups of pytest 9.2.)"""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid.partition("::")[0] if nodeid.startswith(TOGETHER) else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Schedule:
    return Schedule(config, log)
