"""The tree of moves has the size that perft.txt says."""

import os

import pytest

from tests.han.counting import cases, divided, perft, read_position

CAP = int(os.environ.get("ARBITER_PERFT_CAP", "20000"))


@pytest.mark.parametrize(("name", "text", "depth", "count"), [pytest.param(*case, id=f"{case[0]}-{case[2]}") for case in cases()])
def test_the_tree_has_the_size_written_down(name: str, text: str, depth: int, count: int) -> None:
    if count > CAP:
        pytest.skip(f"more than {CAP} positions")
    state = read_position(text)
    found = perft(state, depth)
    assert found == count, "\n".join(f"{move}: {behind}" for move, behind in divided(state, depth))
