"""Golden games: replayed line by line, and the text comes out as it was."""

from pathlib import Path

import pytest

from tests.hameln.transcript import parse, write

FILES = sorted(Path(__file__).parent.joinpath("playthroughs").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_playthrough_replays_to_itself(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    head, moves = parse(text)
    again = write(head["title"], head["seats"], head["options"], head["setup"], moves)
    for number, (then, now) in enumerate(zip(text.splitlines(), again.splitlines(), strict=True), 1):
        assert now == then, f"line {number}"


def test_there_is_a_playthrough_for_every_number_of_players() -> None:
    assert [path.stem for path in FILES] == ["3-players", "4-players", "5-players"]
