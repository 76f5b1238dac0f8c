"""Refused moves are kept as evidence, and nobody can drown the store in them."""

from typing import Any

import pytest

from domain import commands as cmd
from domain.referee import Conflict
from domain.refusal import Refused
from infra.attempts import MAX_BYTES, Allowance, Attempt, as_sent
from infra.event_store import ATTEMPTS
from infra.ledger import Ledger
from infra.settings import Settings
from tests.stores import STORES, first_move, ledger_of, opened, play


def refused(ledger: Ledger, game_id: str, move: Any, seat: int = 0) -> Refused:
    with pytest.raises(Refused) as caught:
        ledger.execute(game_id, cmd.PlayMove(seat, move))
    return caught.value


def test_an_attempt_says_who_tried_what_when_and_why_not(settings: Settings) -> None:
    with ledger_of(settings) as ledger:
        game = play(ledger, opened(ledger), 2)
        no = refused(ledger, game.id, {"kind": "play", "card": "red"}, 1)
        (attempt,) = ledger.attempts_of(game.id)
        assert attempt.id == no.attempt_id
        assert (attempt.game, attempt.seat, attempt.position, attempt.clause, attempt.reason) == (game.id, 1, 2, "TOY-2", no.reason)
        assert attempt.move == {"kind": "play", "card": "red"}
    with ledger_of(settings) as ledger:
        assert ledger.attempts_of(game.id) == [attempt]
        assert ledger.attempts_of(game.id, 1) == [attempt]
        assert ledger.attempts_of(game.id, 0) == []


def test_attempts_stand_in_a_stream_of_their_own(ledger: Ledger) -> None:
    game = opened(ledger)
    refused(ledger, game.id, "play red")
    play(ledger, game, 1)
    assert [notice.version for notice in ledger.after(0, 100)] == [1, 2, 3, 4, 5], "the game's versions have no gap"
    assert [(notice.topic, notice.version) for notice in ledger.log.after(0, 100) if notice.topic == ATTEMPTS] == [(ATTEMPTS, 1)]


def test_what_is_no_attempt(ledger: Ledger) -> None:
    game = opened(ledger)
    with pytest.raises(Conflict):
        ledger.execute(game.id, cmd.PlayMove(0, "aim left", expected=3))
    refused(ledger, game.id, "aim left", 7)
    with pytest.raises(Refused):
        ledger.execute(game.id, cmd.ProposeUndo(0, 1))
    assert ledger.attempts_of(game.id) == []


def test_the_same_attempt_is_kept_once(ledger: Ledger) -> None:
    game = opened(ledger)
    ids = {refused(ledger, game.id, "play red").attempt_id for _ in range(5)}
    assert len(ids) == len(ledger.attempts_of(game.id)) == 1
    play(ledger, game, 2)
    refused(ledger, game.id, "play red")
    assert [attempt.position for attempt in ledger.attempts_of(game.id)] == [0, 2], "in another position it is another attempt"


@pytest.mark.parametrize("store", sorted(STORES))
def test_only_so_many_a_seat_and_game(store: str, tmp_path: Any) -> None:
    settings = STORES[store](tmp_path, attempts_per_seat=3)  # type: ignore[call-arg]
    with ledger_of(settings) as ledger:
        game = opened(ledger)
        for number in range(6):
            no = refused(ledger, game.id, f"play {number}")
            assert (no.attempt_id is not None) == (number < 3)
        refused(ledger, game.id, "play x", 1)
    with ledger_of(settings) as ledger:
        refused(ledger, game.id, "play again")
        assert [attempt.seat for attempt in ledger.attempts_of(game.id)] == [0, 0, 0, 1], "also after a restart"
        assert ledger.execute(game.id, first_move(game)).number == 1, "and play goes on"


def test_only_so_many_a_minute() -> None:
    allowance = Allowance(2)
    attempt = Attempt("1", "g", 0, 0, "x", "C", "r", "t")
    other = Attempt("1", "g", 1, 0, "x", "C", "r", "t")
    assert [allowance.take(attempt) for _ in range(4)] == [True, True, False, False]
    assert allowance.take(other), "each seat has its own"


class Odd:
    def __repr__(self) -> str:
        raise AssertionError("nobody asks it")


@pytest.mark.parametrize(
    "move",
    [
        {"kind": "x" * 10_000},
        {"deep": [[[[[[[[[[[[]]]]]]]]]]]]},
        "x" * 10_000,
        {"kind": "x", "n": 10**400},
        {"kind": "x", "n": float("nan")},
        {"kind": "x", "n": 0.5},
        {"kind": "\ud800"},
        {1: 2},
        (1, 2),
        {"_type_": "uuid_hex", "_data_": "00"},
        ["y"] * 5_000,
        b"\x00" * 10_000,
        Odd(),
        None,
        17,
        True,
    ],
    ids=lambda move: type(move).__name__,
)
def test_whatever_is_sent_is_kept_bounded(ledger: Ledger, move: Any) -> None:
    game = opened(ledger)
    no = refused(ledger, game.id, move)
    assert no.clause == "ARB-4"
    (attempt,) = ledger.attempts_of(game.id)
    assert len(repr(attempt.move)) <= 3 * MAX_BYTES
    assert attempt.move == as_sent(move)
    assert len(attempt.reason) <= 500


def test_what_is_readable_is_kept_as_it_is() -> None:
    for move in ("play red", {"kind": "play", "card": "purple"}, [1, {"a": None}], ""):
        assert as_sent(move) == move
