"""Many at once: threads of one process, and processes at one file."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Any

import pytest

from domain import commands as cmd
from domain.game import Game
from domain.referee import Conflict
from domain.refusal import Refused
from infra.ledger import Done, Ledger
from infra.settings import Settings
from infra.trouble import Unavailable
from infra.waves import Wave
from tests.stores import STORES, first_move, ledger_of, opened, play, play_out


def at_once(tasks: list[Callable[[], Any]]) -> list[Any]:
    """Runs all tasks in threads that start together; what each gave or raised."""
    gate, answers = threading.Barrier(len(tasks)), [None] * len(tasks)

    def run(number: int) -> None:
        gate.wait()
        try:
            answers[number] = tasks[number]()
        except Exception as error:
            answers[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(tasks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_fifty_send_the_same_move_number_and_one_is_accepted(ledger: Ledger) -> None:
    game = play(ledger, opened(ledger), 3)
    answers = at_once([lambda: ledger.execute(game.id, first_move(game)) for _ in range(50)])
    accepted = [answer for answer in answers if isinstance(answer, Done)]
    assert len(accepted) == 1
    assert accepted[0].number == 4
    conflicts = [answer for answer in answers if isinstance(answer, Conflict)]
    assert len(conflicts) == 49
    assert {conflict.head for conflict in conflicts} == {4}
    assert len(ledger.after(0, 100)) == 8


def test_fifty_send_the_same_command_and_all_get_the_same_answer(ledger: Ledger) -> None:
    game = opened(ledger)
    answers = at_once([lambda: ledger.execute(game.id, first_move(game), "once") for _ in range(50)])
    assert {(answer.number, answer.version, answer.hash) for answer in answers} == {(1, 5, answers[0].hash)}
    assert sorted(answer.replayed for answer in answers) == [False, *[True] * 49]
    assert len(ledger.after(0, 100)) == 5


def test_moves_of_many_games_do_not_mix(ledger: Ledger) -> None:
    games = [opened(ledger) for _ in range(20)]
    ended = at_once([lambda game=game: play_out(ledger, game) for game in games])  # type: ignore[misc]
    assert [game.status for game in ended] == ["ENDED"] * 20
    by_game: dict[str, list[int]] = {}
    for notice in ledger.after(0, 10_000):
        by_game.setdefault(notice.game_id, []).append(notice.version)
    assert by_game == {game.id: list(range(1, game.version + 1)) for game in ended}


def test_whoever_waits_is_woken_by_the_commit(ledger: Ledger) -> None:
    assert not ledger.wait(0, 0.01)
    woken: Future[bool] = Future()
    threading.Thread(target=lambda: woken.set_result(ledger.wait(0, 10))).start()
    opened(ledger)
    assert woken.result(5)
    assert ledger.wait(0, 0), "what was committed before is not waited for"


def test_two_processes_at_one_file(settings: Settings) -> None:
    """Two ledgers share nothing but the database, as two processes would: each sees what the other did, whatever it remembers."""
    with ledger_of(settings) as one, ledger_of(settings) as two:
        game = opened(one)
        for turn in range(10):
            here, other = (one, two) if turn % 2 else (two, one)
            assert here.game(game.id) == game
            game = here.execute(game.id, first_move(game)).game
            with pytest.raises(Refused):
                other.execute(game.id, cmd.PlayMove(5, "aim left"))
        assert game.count == 10


def test_a_refusal_is_not_given_on_what_memory_has(settings: Settings) -> None:
    with ledger_of(settings) as one, ledger_of(settings) as two:
        game = play(one, opened(one), 1)
        assert two.game(game.id) == game, "now both remember move 1"
        game = play(one, game, 1)
        seat, move = first_move(game).seat, first_move(game).move
        assert two.execute(game.id, cmd.PlayMove(seat, move)).number == 3, "not refused as out of turn"
        assert two.attempts_of(game.id) == []
        with pytest.raises(Conflict) as conflict:
            one.execute(game.id, cmd.PlayMove(seat, move, expected=2))
        assert conflict.value.head == 3


def test_processes_that_race_lose_nothing_and_double_nothing(settings: Settings) -> None:
    ledgers = [Ledger(settings) for _ in range(3)]
    try:
        game = opened(ledgers[0])
        won: list[int] = []

        def race(ledger: Ledger) -> None:
            here = game
            while here.status != "ENDED":
                try:
                    done = ledger.execute(here.id, first_move(here))
                    won.append(done.number or 0)
                    here = done.game
                except Conflict:
                    found = ledger.game(here.id)
                    assert found is not None
                    here = found

        failed = [answer for answer in at_once([lambda ledger=ledger: race(ledger) for ledger in ledgers]) if answer is not None]  # type: ignore[misc]
        assert failed == []
        assert sorted(won) == list(range(1, 21)), "each number was given once"
        assert [notice.version for notice in ledgers[0].after(0, 1000)] == list(range(1, 27))
    finally:
        for ledger in ledgers:
            ledger.close()


class TakenTwice:
    """A wave in which the versions of a game are taken, again and again."""

    def __init__(self, wave: Wave) -> None:
        self._wave = wave

    place = 0

    def expect(self, streams: Any) -> None:
        self._wave.expect(streams)

    def put(self, entries: Any, seed: bytes | None = None) -> bool:
        return seed is not None and self._wave.put(entries, seed)

    def ready(self) -> None:
        self._wave.ready()


def test_a_game_in_which_others_are_always_quicker(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    game = opened(ledger)
    begin = ledger.begin

    class Begin:
        def __enter__(self) -> TakenTwice:
            self._inner = begin()
            return TakenTwice(self._inner.__enter__())

        def __exit__(self, *error: Any) -> Any:
            return self._inner.__exit__(*error)

    monkeypatch.setattr(ledger, "begin", Begin)
    with pytest.raises(Unavailable, match="try again"):
        ledger.execute(game.id, first_move(game))
    monkeypatch.undo()
    assert ledger.execute(game.id, first_move(game)).number == 1


def test_too_many_that_wait_are_told_to_come_back(tmp_path: Any) -> None:
    for store in STORES.values():
        folder = tmp_path / store.__name__
        folder.mkdir()
        with ledger_of(store(folder, command_queue=3)) as ledger:  # type: ignore[call-arg]
            game = opened(ledger)
            held = ledger.begin()
            with held:  # nobody else can commit now
                answers = [ledger.submit(game.id, first_move(game)) for _ in range(20)]
                wait(answers, timeout=0.3)
                told = [answer.exception() for answer in answers if answer.done()]
            assert len(told) >= 13
            assert {type(no) for no in told} == {Refused}
            assert {no.clause for no in told if isinstance(no, Refused)} == {"ARB-7"}
            wait(answers)
            assert sum(answer.exception() is None for answer in answers) == 1


def test_a_rule_that_breaks_hurts_its_own_command_only(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [opened(ledger) for _ in range(3)]
    real = Game.state.fget  # type: ignore[attr-defined]

    def broken(game: Game) -> Any:
        if game.id == games[1].id:
            raise ZeroDivisionError("a secret that nobody should read")
        return real(game)

    moves = [first_move(game) for game in games]
    monkeypatch.setattr(Game, "state", property(broken))
    answers = [ledger.submit(game.id, move) for game, move in zip(games, moves, strict=True)]
    wait(answers)
    assert [answer.exception() is None for answer in answers] == [True, False, True]
    assert "secret" not in str(answers[1].exception())
    monkeypatch.undo()
    assert ledger.execute(games[1].id, moves[1]).number == 1
