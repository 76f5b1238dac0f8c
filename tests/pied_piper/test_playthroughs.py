"""Golden games, replayed line by line."""

from pathlib import Path

import pytest

from tests.pied_piper.playthrough import read, write
from tests.pied_piper.regenerate import GAMES, HERE


@pytest.mark.parametrize("path", sorted(HERE.glob("*.txt")), ids=lambda path: path.stem)
def test_a_golden_game_replays_line_by_line(path: Path) -> None:
    golden = path.read_text()
    for number, (was, now) in enumerate(zip(golden.splitlines(), write(*read(golden)).splitlines(), strict=True), 1):
        assert now == was, f"line {number}"


def test_every_golden_game_is_there() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(GAMES)
