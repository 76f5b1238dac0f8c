"""Golden games, replayed line by line."""

import pytest

from domain.hamsters import RULES
from tests.hamsters.regenerate import GAMES
from tests.hamsters.telling import FOLDER, moves_of, tell

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_told_game_replays_line_by_line(file: object) -> None:
    written = file.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    seats, moves = moves_of(written)
    told = [line for line in written.splitlines() if not line.startswith("#")]
    for number, (line, again) in enumerate(zip(told, tell(seats, moves), strict=True), 1):
        assert line == again, f"{file}: line {number}"


def test_every_told_game_is_there_and_ends() -> None:
    assert {file.name for file in FILES} == set(GAMES)
    assert all("over   {" in file.read_text(encoding="utf-8") for file in FILES)


def test_between_them_they_show_every_kind_of_fact_but_the_set_up() -> None:
    written = "".join(file.read_text(encoding="utf-8") for file in FILES)
    shown = {fact for fact in RULES.facts if f"[{', '.join(fact.clauses)}]" in written}
    assert len(shown) == len(RULES.facts) - 1, {fact.__name__ for fact in RULES.facts} - {fact.__name__ for fact in shown}
