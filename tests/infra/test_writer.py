"""While one wave waits for the disk the next is judged on it; if it is not stored, the next is judged again, and nobody was answered too soon."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from domain import commands as cmd
from domain.referee import Conflict
from domain.refusal import Refused
from infra import clock
from infra.ledger import Ledger
from infra.trouble import Unavailable
from infra.waves import Wave
from tests.stores import first_move, opened


class SlowDisk:
    """Commits that wait until they are let go, and fail if they are told to."""

    def __init__(self, ledger: Ledger) -> None:
        self._begin = ledger.begin
        self.waiting, self.go = threading.Semaphore(0), threading.Semaphore(0)
        self.fails = False

    @contextmanager
    def begin(self) -> Iterator[Wave]:
        with self._begin() as wave:
            yield wave
            self.waiting.release()
            assert self.go.acquire(timeout=20)
            if self.fails:
                raise Unavailable("database: the disk is full, nothing was recorded")


@pytest.fixture
def slow(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowDisk]:
    disk = SlowDisk(ledger)
    yield disk
    disk.fails = False
    disk.go.release(50)


def test_the_next_wave_stands_on_the_one_before(ledger: Ledger, slow: SlowDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    game = opened(ledger)
    monkeypatch.setattr(ledger, "begin", slow.begin)
    first = ledger.submit(game.id, cmd.PlayMove(0, "aim left", 0), "one")
    assert slow.waiting.acquire(timeout=10)
    second = ledger.submit(game.id, cmd.PlayMove(0, "aim right", 1), "two")
    third = ledger.submit(game.id, cmd.PlayMove(0, "aim left", 0), "one")
    fourth = ledger.submit(game.id, cmd.PlayMove(0, "aim left", 0), "other")
    time.sleep(0.1)
    assert not any(answer.done() for answer in (first, second, third, fourth)), "nobody is answered before the disk has it"
    assert ledger.after(0, 100)[-1].version == 4, "and nobody else sees it"
    slow.go.release(10)
    assert first.result(10).number == 1
    with pytest.raises(Refused, match="TOY-2"):
        second.result(10)
    assert third.result(10).replayed, "sent again while it was under way"
    with pytest.raises(Conflict) as conflict:
        fourth.result(10)
    assert conflict.value.head == 1


def test_if_it_is_not_stored_the_next_wave_is_judged_again(ledger: Ledger, slow: SlowDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    game, other = opened(ledger), opened(ledger)
    monkeypatch.setattr(ledger, "begin", slow.begin)
    slow.fails = True
    first = ledger.submit(game.id, cmd.PlayMove(0, "aim left", 0), "one")
    assert slow.waiting.acquire(timeout=10)
    second = ledger.submit(game.id, cmd.PlayMove(0, "aim right", 1), "two")
    third = ledger.submit(other.id, first_move(other), "three")
    time.sleep(0.1)
    slow.go.release()
    with pytest.raises(Unavailable, match="the disk is full"):
        first.result(10)
    slow.fails = False
    slow.go.release(10)
    with pytest.raises(Conflict) as conflict:
        second.result(10)
    assert conflict.value.head == 0, "judged on what is on the disk"
    assert third.result(10).number == 1, "what had nothing to do with it goes through"
    again = ledger.execute(game.id, cmd.PlayMove(0, "aim left", 0), "one")
    assert (again.number, again.replayed) == (1, False), "and the retry is played, once"
    found = ledger.game(game.id)
    assert found is not None
    assert found.count == 1


def test_a_close_waits_for_the_disk(ledger: Ledger, slow: SlowDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    game = opened(ledger)
    monkeypatch.setattr(ledger, "begin", slow.begin)
    first = ledger.submit(game.id, cmd.PlayMove(0, "aim left"), "one")
    assert slow.waiting.acquire(timeout=10)
    second = ledger.submit(game.id, first_move(game), "two")
    closing = threading.Thread(target=ledger.drain)
    closing.start()
    time.sleep(0.05)
    assert closing.is_alive()
    slow.go.release(10)
    closing.join(10)
    assert not closing.is_alive()
    assert first.result(0).number == 1
    assert isinstance(second.exception(0), Conflict)
    with pytest.raises(Unavailable, match="shutting down"):
        ledger.execute(game.id, first_move(game))


def test_a_command_is_stamped_when_it_comes_not_when_the_thread_began_to_wait(ledger: Ledger) -> None:
    game = opened(ledger)
    time.sleep(0.2)
    before = clock.now()
    ledger.execute(game.id, first_move(game))
    assert before <= ledger.after(0, 100)[-1].at <= clock.now()


def test_a_game_that_is_opened_is_not_looked_for(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_: Any) -> None:
        raise AssertionError("looked for a game that cannot be there")

    monkeypatch.setattr(ledger._archive, "load", never)
    assert ledger.open_game(cmd.OpenGame("toy")).version == 1
