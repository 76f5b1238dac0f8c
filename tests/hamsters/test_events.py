"""Every orange square with every state of the cards: events.csv."""

from itertools import product

import pytest

from domain.hamsters import RULES
from tests.given import given
from tests.hamsters.hooks import check
from tests.hamsters.positions import STANDARD, die, hamster, hawk, position, rows, way_to

ROWS = rows("events.csv")


def before(square: str) -> tuple[str, ...]:
    """A square one step before, and the ways that lead there."""
    return way_to(square, "short-1" if square == "6" else "safe-1")[-2], "short-1" if square == "6" else "safe-1"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: "-".join(row.values()))
def test_HMS_6_1_every_orange_square_with_every_hand(row: dict[str, str]) -> None:
    for mole, beaver, mouse in product((False, True), repeat=3):
        if row["beaver"] not in ("any", "yes" if beaver else "no") or row["mouse"] not in ("any", "yes" if mouse else "no"):
            continue
        cards = " ".join(kind for kind, held in (("mole", mole), ("beaver", beaver), ("mouse", mouse)) if held)
        start = position(hamster(*before(row["square"]), sacks=int(row["sacks"]), deposited=int(row["deposited"]), cards=cards), hamster("0"))
        draws = [die(1)] + ([hawk(int(row["hawk"]))] if row["hawk"] else [])
        spec = given(RULES, start).when(0, "roll", draws).accepted()
        check(spec.state)
        after = spec.state.hamsters[0]
        assert (after.square, after.sacks, after.deposited) == (row["ends"], int(row["carries"]), int(row["lies"]))
        assert after.mole == mole
        assert after.beaver == (beaver if row["beaver_after"] == "same" else False)
        assert after.mouse == (mouse if row["mouse_after"] == "same" else False)
        view = RULES.view(spec.state, None, spec.state)
        told = "won" if spec.state.winner == 0 else view.step if spec.state.step == "decide" else "rests" if after.rests else "nothing"
        assert told == row["then"]


def test_every_orange_number_is_in_the_table() -> None:
    assert {STANDARD.number[row["square"]] for row in ROWS} == set(STANDARD.event.values())
