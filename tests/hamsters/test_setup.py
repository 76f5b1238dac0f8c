"""The beginning, and who sees what."""

import pytest

from domain.hamsters import RULES
from domain.hamsters.setup import HamstersSetup
from domain.playout import begin
from domain.refusal import Refused
from domain.seats import ARBITER, viewers
from domain.table import lay
from tests.hamsters.hooks import check


@pytest.mark.parametrize("seats", RULES.seats)
def test_HMS_3_4_HMS_3_6_HMS_3_7_HMS_7_0_1_HS_29_everybody_stands_on_0_with_two_sacks(seats: int) -> None:
    state = begin(RULES, lay(RULES, seats), {})
    assert [(h.way, h.sacks, h.deposited, h.mole, h.beaver, h.mouse) for h in state.hamsters] == [(("0",), 2, 0, False, False, False)] * seats
    check(state)


def test_HMS_1_2_HMS_1_3_HMS_3_8_HS_1_twelve_sacks_and_three_piles_of_six_cards() -> None:
    state = begin(RULES, lay(RULES, 4), {})
    assert (state.moles, state.beavers, state.mice) == (6, 6, 6)
    assert state.store + sum(h.sacks for h in state.hamsters) == 12


@pytest.mark.parametrize("seats", [1, 7])
def test_HMS_1_6_no_other_number_plays(seats: int) -> None:
    with pytest.raises(Refused, match="ARB-4"):
        lay(RULES, seats)


def test_HMS_3_9_everybody_sees_everything() -> None:
    state = begin(RULES, lay(RULES, 6), {})
    views = [RULES.view(state, viewer, state) for viewer in viewers(6)]
    assert all(view == views[0] for view in views)
    assert views[0].piles.wire() == {"mole": 6, "beaver": 6, "mouse": 6}
    assert all(RULES.sees_legal(state, viewer, 0) for viewer in (*viewers(6), ARBITER))


def test_the_set_up_is_empty() -> None:
    assert HamstersSetup.model_validate({}).wire() == {}
    assert RULES.deal(lay(RULES, 2), None) == {}


def test_no_move_needs_consent_because_it_showed_something() -> None:
    state = begin(RULES, lay(RULES, 2), {})
    assert not RULES.reveals(state, 0, RULES.read("roll"), state)
