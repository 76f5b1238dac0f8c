"""Every game's records: written by the referee, read back, audited clean and verified; annulments; chance committed and reported; the corpus."""

import json
import random
import re
from pathlib import Path

import msgspec
import pytest

from domain import commands as cmd
from domain.audit import audit
from domain.course import walk
from domain.events import from_line
from domain.game import fold
from domain.playout import game_of, play_seed
from domain.referee import Setting, judge
from domain.seats import ARBITER, SPECTATOR, Viewer, viewers
from domain.transcript import positions
from infra.record_file import json_lines, read_record, record_lines
from infra.verify import read_keys, verify
from tests import corpus
from tests.every_game.support import GAMES, Laid, folder_of, reproducible, setup_of, typed
from tests.every_game.support import random_game as play

KEYS = read_keys(json.dumps(corpus.keys().public_jwks()).encode())


def _kept() -> list[Path]:
    return sorted(path for slug in GAMES for path in (folder_of(slug) / "corpus").glob("*.jsonl"))


def test_a_session_with_everything_audits_clean_and_verifies(laid: Laid) -> None:
    text = corpus.lines(corpus.session(laid, 7))
    sheet = read_record(text)
    report = audit(sheet)
    assert report.ok, report.wire()
    assert report.annulled_illegal == []
    assert sheet.taken_back, "moves were taken back"
    found = verify(text.encode(), KEYS)
    assert found.problems == []
    assert found.not_proved == []


def test_a_move_swapped_for_an_illegal_one_is_named_with_its_clause(laid: Laid) -> None:
    rng = random.Random(laid.name)
    with reproducible(laid, 50) as made:
        for _ in play(laid, 50, made):
            pass
        lines = list(typed(laid, setup_of(laid, 50), made))
    for step in rng.sample(made, 3):
        number = made.index(step) + 1
        legal = laid.rules.legal_moves(step.before, step.seat)
        illegal = [move for seat, move in laid.rules.conceivable(step.before) if seat == step.seat and move not in legal]
        if not illegal:
            continue
        line = json.loads(lines[number + 1])
        line["move"] = rng.choice(sorted(illegal, key=str)).wire()
        report = audit(read_record("\n".join([*lines[: number + 1], json.dumps(line), *lines[number + 2 :]])))
        found = report.first_illegal
        assert found is not None
        assert (found.move, found.line, found.seat) == (number, number + 2, step.seat)
        assert found.clause in laid.rules.clauses
        assert found.legal == [move.wire() for move in legal]


def test_one_byte_of_a_value_changed_is_named_with_its_line(laid: Laid) -> None:
    rng = random.Random(laid.name)
    lines = corpus.lines(corpus.session(laid, 8)).splitlines()
    for _ in range(15):
        at = rng.randrange(len(lines))
        places = [match.start() for match in re.finditer(r'(?<=[:,\[])-?\d|(?<=[:,\[]")[^"\\]', lines[at])]
        place = rng.choice(places)
        old = lines[at][place]
        new = rng.choice([c for c in ("123456789" if old.isdigit() and lines[at][place - 1] != '"' else "abc123") if c != old])
        broken = [*lines[:at], lines[at][:place] + new + lines[at][place + 1 :], *lines[at + 1 :]]
        found = verify("\n".join(broken).encode(), KEYS)
        assert at + 1 in {problem.line for problem in found.problems}, f"line {at + 1}, byte {place}: {old} to {new}: {found.wire()}"


def test_reported_chance_gives_the_same_game_as_committed_chance(laid: Laid) -> None:
    with reproducible(laid, 40) as made:
        for _ in play(laid, 40, made):
            pass
        report = walk(read_record("\n".join(typed(laid, setup_of(laid, 40), made))))
        assert report.fault is None, report.fault
        assert [step.state for step in report.steps] == [step.after for step in made]
        assert [step.judged.facts for step in report.steps] == [step.facts for step in made]


def test_after_an_annulment_chance_goes_on_from_its_place(laid: Laid) -> None:
    """The same moves made again let the same values fall: an annulment gives no second throw."""
    chained = corpus.Chained(play_seed(5), game_of(play_seed(5)))
    setting, rng = Setting(play_seed(5), None), random.Random(5)
    for event in corpus.session(laid, 5).recorded:
        if event.event.name in ("MoveMade", "MessageSent", "UndoProposed"):
            break
        chained.put((event.event,))
    game = chained.game
    assert game is not None
    for _ in range(14):
        if not game.rules.to_act(game.state):
            break
        seat, move = corpus.choose(game.rules, game.state, rng)
        game = chained.put(judge(game, cmd.PlayMove(seat, move), setting))
    if game.status == "ENDED":
        pytest.skip("the game was over within fourteen moves")
    first = max(1, game.count - 8)
    before = game
    game = chained.put(judge(game, cmd.RaiseDispute(0, "Again."), setting))
    game = chained.put(judge(game, cmd.RuleDispute(game.disputes[-1].id, "ANNUL", "Again.", first=first), setting))
    assert game.head == first - 1
    for played in before.moves[first - 1 :]:
        game = chained.put(judge(game, cmd.PlayMove(played.seat, played.move), setting))
        again = game.moves[game.head - 1]
        assert (again.draws, again.facts, again.state) == (played.draws, played.facts, played.state)
        assert again.number == played.number + before.count - first + 1, "numbers are not reused"


def test_a_running_games_record_holds_what_its_reader_may_see(laid: Laid) -> None:
    """Read by a seat or a spectator it has neither seed nor witness of chance, and verify says that it proves neither."""
    chained = corpus.session(laid, 9)
    running = [recorded for recorded in chained.recorded if recorded.event.name not in ("GameEnded", "SeedRevealed")][:-1]
    game = fold(running)
    assert game is not None
    assert game.status == "RUNNING"
    for viewer in viewers(laid.table.seats):
        text = "\n".join(record_lines(game, running, viewer, corpus.keys()))
        assert play_seed(9).hex() not in text
        found = verify(text.encode(), KEYS)
        assert found.ok, found.wire()
        assert {"chain", "chance"} <= set(found.not_proved)
        assert "signature" in found.proved
        if viewer != ARBITER:
            assert '"chance":[' not in text
        else:
            assert audit(read_record(text)).ok


def test_positions_of_a_finished_record_are_those_that_were_live(laid: Laid) -> None:
    """What a seat or the spectator sees of a position in a replay is what was seen when it was the head; the last one tells the outcome."""
    with reproducible(laid, 60) as made:
        for _ in play(laid, 60, made):
            pass
        lines = list(typed(laid, setup_of(laid, 60), made))
    whole = read_record("\n".join(lines))
    for viewer in (Viewer(seat=0), SPECTATOR):
        shown = list(positions(whole, walk(whole), viewer))
        assert [position.at for position in shown] == list(range(len(made) + 1))
        assert shown[-1].over
        assert shown[-1].outcome == laid.rules.outcome(made[-1].after)
        for number in {0, len(made) // 2, len(made) - 1}:
            cut = read_record("\n".join(lines[: 2 + number]))
            assert list(positions(cut, walk(cut), viewer))[-1] == shown[number]


def test_every_game_has_its_records_in_the_corpus(slug: str) -> None:
    """``python -m tests.corpus`` writes those that are missing."""
    assert list((folder_of(slug) / "corpus").glob("*.jsonl")), f"{slug} has no record in its corpus"
    missing = [path.name for path, laid in corpus.wanted(slug) if not path.exists() and path.name.endswith(f"-v{laid.rules.version}.jsonl")]
    assert missing == []


@pytest.mark.parametrize("path", _kept(), ids=lambda path: path.stem)
def test_a_kept_record_replays_audits_and_verifies(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = verify(text.encode(), KEYS)
    assert found.problems == []
    assert found.not_proved == []
    values = [value for _, value in json_lines(text)]
    events = [from_line(value) for value in values[1:-1]]
    assert None not in events
    from domain.events import Recorded

    game = fold(Recorded(n, event, value["hash"]) for n, (event, value) in enumerate(zip(events, values[1:], strict=False), 1) if event is not None)
    assert game is not None
    assert game.outcome == values[-1]["end"]["outcome"]
    assert msgspec.json.decode(msgspec.json.encode(game.outcome)) == game.outcome
    if game.rules_version == game.rules.version:
        report = audit(read_record(text))
        assert report.ok, report.wire()
