"""What is fetched is fetched by one, whoever comes with him, and again if it failed."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.services.once import once


def test_of_many_one_fills_and_the_others_wait(tmp_path: Path) -> None:
    filled: list[int] = []

    def fill() -> None:
        time.sleep(0.2)
        filled.append(1)

    with ThreadPoolExecutor(8) as many:
        assert list(many.map(lambda _: (once(tmp_path / "libs", fill), len(filled))[1], range(8))) == [1] * 8
    assert filled == [1]


def test_what_failed_is_tried_again(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        once(tmp_path, lambda: 1 / 0)
    assert once(tmp_path, (tmp_path / "a.jar").touch) == tmp_path
    assert (tmp_path / "a.jar").exists()
