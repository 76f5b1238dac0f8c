"""Golden games, replayed line by line."""

from pathlib import Path

import pytest

from domain.han import RULES
from tests.han.regenerate import GAMES
from tests.han.telling import FOLDER, read_game, tell

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_told_game_replays_line_by_line(file: Path) -> None:
    written = file.read_text(encoding="utf-8")
    told = [line for line in written.splitlines() if not line.startswith("#")]
    for number, (line, again) in enumerate(zip(told, tell(*read_game(written)), strict=True), 1):
        assert line == again, f"{file}: line {number}"


def test_every_told_game_is_there_and_ends() -> None:
    assert {file.name for file in FILES} == set(GAMES)
    assert all("over   {" in file.read_text(encoding="utf-8") for file in FILES)


def test_between_them_they_show_nearly_every_kind_of_fact() -> None:
    """The set-up is told as such."""
    written = "".join(file.read_text(encoding="utf-8") for file in FILES)
    missing = {fact.__struct_config__.tag for fact in RULES.facts if f"   {fact.__struct_config__.tag} " not in written}
    assert missing <= {"emperor_given", "hand_dealt", "display_laid"}
