"""The tree of moves has the size that perft.txt says."""

import os

import pytest

from tests.hamsters.counting import cases, perft, read_position

CAP = int(os.environ.get("ARBITER_PERFT_CAP", "10000"))


@pytest.mark.parametrize(("name", "text", "kind", "depth", "count"), [pytest.param(*case, id=f"{case[0]}-{case[2]}-{case[3]}") for case in cases()])
def test_the_tree_has_the_size_written_down(name: str, text: str, kind: str, depth: int, count: int) -> None:
    if count > CAP:
        pytest.skip(f"more than {CAP} positions")
    assert perft(read_position(text), depth, kind == "dice") == count, f"{name}: {kind} {depth}"
