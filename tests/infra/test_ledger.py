"""Commands in, events out, answers that hold."""

from itertools import pairwise
from pathlib import Path
from uuid import UUID

import pytest
import sqlalchemy as sa

from domain import commands as cmd
from domain import events as ev
from domain.chain import START, link, salt
from domain.game import fold
from domain.referee import Conflict
from domain.refusal import Refused
from infra.database import engine
from infra.keys import salt_key
from infra.ledger import Ledger
from infra.seeds import seed_of
from infra.settings import Settings
from infra.wire import event_of
from tests.stores import do, first_move, ledger_of, opened, play, play_out


def test_a_game_from_opening_to_reveal(ledger: Ledger) -> None:
    game = play_out(ledger, opened(ledger))
    names = [notice.name for notice in ledger.after(0, 1000)]
    assert names == ["GameOpened", "SeatTaken", "SeatTaken", "GameStarted", *["MoveMade"] * game.count, "GameEnded", "SeedRevealed"]
    assert ledger.game(game.id) == game


def test_the_answer_shows_what_was_stored(ledger: Ledger) -> None:
    game = opened(ledger)
    done = ledger.execute(game.id, first_move(game), "my move 1")
    assert (done.number, done.replayed, done.version, done.hash) == (1, False, 5, done.events[0].hash)
    assert done.game.count == 1
    assert done.events[0].command == "my move 1"
    last = play_out(ledger, done.game)
    assert last.hash != done.hash
    assert last.version == len(ledger.after(0, 1000))


def test_the_move_that_ends_the_game_answers_with_its_own_hash(ledger: Ledger) -> None:
    game = play(ledger, opened(ledger), 19)
    done = ledger.execute(game.id, first_move(game), "last")
    assert [recorded.event.name for recorded in done.events] == ["MoveMade", "GameEnded", "SeedRevealed"]
    assert (done.version, done.hash) == (done.events[0].version, done.events[0].hash)
    again = ledger.execute(game.id, first_move(game), "last")
    assert again.replayed
    assert (again.number, again.version, again.hash) == (done.number, done.version, done.hash)


def test_every_hash_follows_from_the_one_before(settings: Settings) -> None:
    with ledger_of(settings) as ledger:
        game = play_out(ledger, opened(ledger))
        notices = ledger.after(0, 1000)
    made = engine(settings)
    with made.connect() as connection:
        seed = seed_of(connection, game.id)
    made.dispose()
    assert seed is not None
    assert seed.hex() == game.seed, "what was committed to is what was revealed"
    key, before = salt_key(seed, UUID(game.id).bytes), START
    for notice in notices:
        before = link(before, salt(key, notice.version), notice.line)
        assert before.hex() == notice.hash


def test_the_game_that_is_read_back_is_the_game_that_was_answered(settings: Settings) -> None:
    with ledger_of(settings) as ledger:
        game = play(ledger, opened(ledger), 6)
        told = fold([ev.Recorded(n.version, event_of(n.name, n.line), n.hash) for n in ledger.after(0, 1000)])
        assert told == game
    with ledger_of(settings) as ledger:
        again = ledger.game(game.id)
        assert again == game
        assert play_out(ledger, game).status == "ENDED", "and it goes on from there"


def test_an_accepted_id_answers_again_also_after_a_restart(settings: Settings) -> None:
    with ledger_of(settings) as ledger:
        game = opened(ledger)
        first = ledger.execute(game.id, first_move(game), "one")
        play(ledger, first.game, 4)
        again = ledger.execute(game.id, first_move(game), "one")
        assert (again.number, again.replayed, again.version, again.hash) == (1, True, first.version, first.hash)
        assert again.events == first.events, "draws, facts, witnesses: all as they were recorded"
    with ledger_of(settings) as ledger:
        after = ledger.execute(game.id, first_move(game), "one")
        assert (after.number, after.replayed, after.version, after.hash, after.events) == (1, True, first.version, first.hash, first.events)
        assert len(ledger.after(0, 1000)) == 9, "nothing was stored for any of the retries"


def test_an_id_belongs_to_a_seat_and_a_move(ledger: Ledger) -> None:
    game = opened(ledger)
    game = ledger.execute(game.id, cmd.PlayMove(0, "aim left"), "x").game
    for other in ("aim right", "nonsense", {"kind": "aim"}, None):
        with pytest.raises(Refused) as refused:
            ledger.execute(game.id, cmd.PlayMove(0, other), "x")
        assert refused.value.clause == "ARB-4"
        assert not isinstance(refused.value, Conflict)
    assert ledger.execute(game.id, cmd.PlayMove(0, {"kind": "aim", "side": "left"}, expected=0), "x").replayed, "the same move in another form"
    game = play(ledger, game, 1)
    other_seat = ledger.execute(game.id, cmd.PlayMove(1, "aim right"), "x")
    assert (other_seat.number, other_seat.replayed) == (3, False)


def test_only_accepted_moves_are_remembered(ledger: Ledger) -> None:
    game = opened(ledger)
    with pytest.raises(Refused, match="TOY-2"):
        ledger.execute(game.id, cmd.PlayMove(0, "play red"), "x")
    with pytest.raises(Conflict):
        ledger.execute(game.id, cmd.PlayMove(0, "aim left", expected=5), "x")
    assert ledger.execute(game.id, cmd.PlayMove(0, "aim left"), "x").number == 1


def test_an_id_is_judged_before_the_expected_move_and_before_the_end(ledger: Ledger) -> None:
    game = opened(ledger)
    first = ledger.execute(game.id, cmd.PlayMove(0, "aim left", expected=0), "x")
    game = play_out(ledger, first.game)
    again = ledger.execute(game.id, cmd.PlayMove(0, "aim left", expected=0), "x")
    assert (again.number, again.replayed) == (1, True)
    with pytest.raises(Conflict) as conflict:
        ledger.execute(game.id, cmd.PlayMove(0, "aim left", expected=0), "y")
    assert conflict.value.head == game.count
    with pytest.raises(Refused) as over:
        ledger.execute(game.id, cmd.PlayMove(0, "aim left", expected=game.count), "y")
    assert over.value.clause == "ARB-3"


@pytest.mark.parametrize("bad", ["", "x" * 101, "a\nb", "a\x00", "\ud800"])
def test_an_id_is_bounded(ledger: Ledger, bad: str) -> None:
    game = opened(ledger)
    with pytest.raises(Refused, match="clientMoveId") as refused:
        ledger.execute(game.id, cmd.PlayMove(0, "aim left"), bad)
    assert refused.value.clause == "ARB-4"


@pytest.mark.parametrize(
    "id", ["", "nobody", "00000000-0000-4000-8000-000000000000", "0" * 32, "x" * 10_000, "\ud800", "00000000-0000-4000-8000-000000000000/attempts"]
)
def test_a_game_that_is_not_there(ledger: Ledger, id: str) -> None:
    assert ledger.game(id) is None
    assert ledger.attempts_of(id) == []
    with pytest.raises(Refused, match="no such game"):
        ledger.execute(id, cmd.Resign(0))


def test_an_id_has_one_spelling(ledger: Ledger) -> None:
    game = opened(ledger)
    for spelling in (game.id.upper(), game.id.replace("-", ""), f"{{{game.id}}}", f"urn:uuid:{game.id}"):
        assert ledger.game(spelling) is None, spelling


@pytest.mark.parametrize("number", range(3))
def test_secrets_stay_in_their_table_until_the_reveal(settings: Settings, tmp_path: Path, number: int) -> None:
    with ledger_of(settings) as ledger:
        game = play(ledger, opened(ledger), 10 * number)
        made = engine(settings)
        with made.connect() as connection:
            seed = seed_of(connection, game.id)
            assert seed is not None
            stored = b"".join(bytes(state) for state in connection.execute(sa.text(f"SELECT state FROM {ledger._store.recorder.events_table_name}")).scalars())
        made.dispose()
        told = b"".join(notice.line for notice in ledger.after(0, 1000))
        revealed = game.status == "ENDED"
        assert (seed.hex().encode() in stored, seed.hex().encode() in told) == (revealed, revealed)
        key = salt_key(seed, UUID(game.id).bytes)
        for version in range(1, game.version + 1):
            assert salt(key, version).hex().encode() not in stored
        assert seed not in stored


def test_disputes_verdicts_and_the_end(ledger: Ledger) -> None:
    game = play(ledger, opened(ledger), 3)
    dispute = do(ledger, game, cmd.RaiseDispute(1, "he peeked", about_move=2)).game.disputes[0]
    done = do(ledger, game, cmd.RuleDispute(dispute.id, "ANNUL", "he did", first=2))
    assert [recorded.event.name for recorded in done.events] == ["DisputeRuled", "MovesAnnulled"]
    assert (done.game.count, done.game.head, done.number) == (3, 1, None)
    assert play(ledger, done.game, 1).moves[-1].previous == 1
    assert play_out(ledger, ledger.game(game.id) or game).status == "ENDED"


def test_a_dispute_is_about_an_attempt_of_one_s_own(ledger: Ledger) -> None:
    game = opened(ledger)
    with pytest.raises(Refused) as refused:
        ledger.execute(game.id, cmd.PlayMove(0, "play red"))
    attempt = refused.value.attempt_id
    with pytest.raises(Refused, match="no such attempt"):
        do(ledger, game, cmd.RaiseDispute(1, "unfair", about_attempt=attempt))
    with pytest.raises(Refused, match="no such attempt"):
        do(ledger, game, cmd.RaiseDispute(0, "unfair", about_attempt="0" * 32))
    assert do(ledger, game, cmd.RaiseDispute(0, "unfair", about_attempt=attempt)).game.disputes[0].about_attempt == attempt


def test_an_opening_that_is_refused_leaves_nothing(ledger: Ledger) -> None:
    for bad in (cmd.OpenGame("chess"), cmd.OpenGame("toy", players=("A", "A")), cmd.OpenGame("toy", seats=3), cmd.OpenGame("toy", options={"_type_": 1})):
        with pytest.raises(Refused):
            ledger.open_game(bad)
    assert ledger.after(0, 10) == []


def test_times_never_go_back_within_a_game(ledger: Ledger) -> None:
    play_out(ledger, opened(ledger))
    times = [notice.at for notice in ledger.after(0, 1000)]
    assert all(a <= b for a, b in pairwise(times))
    assert all(len(at) == 24 and at.endswith("Z") for at in times)


def test_after_a_close_nothing_is_taken(settings: Settings) -> None:
    with ledger_of(settings) as ledger:
        game = opened(ledger)
        ledger.drain()
        with pytest.raises(Exception, match="shutting down"):
            ledger.execute(game.id, first_move(game))
        ledger.close()
