"""Signals while something starts, whatever the libraries in between make of them."""

import os
import signal
import time
import weakref
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


class Thing:
    """What a weak reference can point to."""


@pytest.mark.parametrize("times", [1, 2])
def test_what_python_cannot_raise_is_raised_a_moment_later_and_quiet(capfd: pytest.CaptureFixture[str], times: int) -> None:
    def lose(later: int) -> None:
        """Stopped where nothing can be raised, the same when it comes again."""
        thing = Thing()
        reference = weakref.ref(thing, lambda _: told() if later == times else time.sleep(0.2))
        del thing
        assert reference() is None
        if later > 1:
            lose(later - 1)

    begun = time.monotonic()
    with stoppable() as signals:
        lose(times)
        assert signals.told
        time.sleep(20)
    assert time.monotonic() - begun < 10, "the start was broken off"
    assert capfd.readouterr().err == ""


def test_nothing_is_raised_again_behind_a_start() -> None:
    handler = signal.signal(signal.SIGTERM, lambda *_: pytest.fail("a signal that nobody sent"))
    try:
        with stoppable():
            thing = Thing()
            reference = weakref.ref(thing, lambda _: told())
            del thing
            assert reference() is None
        time.sleep(0.2)
    finally:
        signal.signal(signal.SIGTERM, handler)


def test_other_things_that_python_cannot_raise_are_told() -> None:
    class Faulty:
        def __del__(self) -> None:
            raise ValueError("of its own")

    told: list[object] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.unraisablehook", lambda what: told.append(what.exc_value))
        with stoppable():
            Faulty()
    assert [str(each) for each in told] == ["of its own"]


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
