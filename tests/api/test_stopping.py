"""Signals while something starts, whatever the libraries in between make of them."""

import os
import signal
from contextlib import suppress

import pytest

from api.stopping import Signals, stoppable


def told() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def test_what_a_library_swallows_is_remembered_in_every_block() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with stoppable() as outer:
        with suppress(BaseException):  # as the callback of a weak reference does
            told()
        with stoppable() as inner:
            assert inner is outer
            assert not inner.hand_over(), "nobody is served"
    assert signal.getsignal(signal.SIGTERM) is before


def test_what_a_library_makes_of_being_broken_off_is_quiet() -> None:
    with stoppable():
        try:
            told()
        except BaseException as error:
            raise ValueError("a schema cannot be built") from error
    with pytest.raises(ValueError, match="of its own"), stoppable():
        raise ValueError("a fault of its own")


@pytest.mark.parametrize("later", [Signals.hand_over, lambda signals: None])
def test_a_fault_after_the_start_is_told(later: object) -> None:
    def fails(signals: Signals) -> None:
        signals.starting = False
        later(signals)  # type: ignore[operator]
        signals.told = True
        raise ValueError("the disk is full")

    with pytest.raises(ValueError, match="full"), stoppable() as signals:
        fails(signals)
    with stoppable() as fresh:
        assert not fresh.told, "nothing is left of the one before"
