"""Pictures say how the service says that a game stands, where its position cannot: under dispute, adjudicated, resigned, stopped."""

import random
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from domain import commands as cmd
from domain.playout import choose
from domain.shelf import shelf
from tests.api.house import House, Opened, bearer

GAMES = [*sorted(shelf()), "toy"]
WAITS = "The game has not ended: it waits for a verdict."


def words_of(house: House, table: Opened, at: int | None = None) -> list[str]:
    """Every text of the spectator's picture; the text alternative comes with them."""
    answer = house.http.get(f"/games/{table.id}/board.svg", params={} if at is None else {"atMove": at})
    assert answer.status_code == 200
    root = ET.fromstring(answer.text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.attrib["viewBox"].split()[2:] == [root.attrib["width"], root.attrib["height"]]
    return [words.strip() for words in root.itertext() if words.strip()]


def says(house: House, table: Opened, words: str) -> bool:
    told = words_of(house, table)
    assert (words in told) == told[1].startswith(f"{words} "), "whoever cannot see the picture is told as well"
    return words in told


def play_to_the_end(house: House, table: Opened) -> Any:
    """What bots play until nobody is to act, quickly: not over HTTP."""
    ledger = house.embedded.ledger
    game: Any = ledger.game(table.id)
    rng = random.Random(game.rules.slug)
    while game.rules.to_act(game.state):
        game = ledger.execute(table.id, cmd.PlayMove(*choose(game.rules, game.state, rng))).game
        assert game.count < 5_000
    return game


def opened(house: House, slug: str) -> Opened:
    return house.open(slug, tuple(f"Player {seat}" for seat in range(min(shelf()[slug].seats))))


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_that_waits_for_a_verdict_has_not_ended(house: House, slug: str) -> None:
    table = opened(house, slug)
    assert not says(house, table, WAITS)
    house.embedded.ledger.execute(table.id, cmd.RaiseDispute(1, "That cannot be"))
    assert not says(house, table, WAITS), "play goes on"
    end = play_to_the_end(house, table)
    assert says(house, table, WAITS)
    assert WAITS not in words_of(house, table, end.moves[-1].previous), "an earlier position is what it was"
    house.embedded.ledger.execute(table.id, cmd.RuleDispute(end.disputes[0].id, "STANDS", "It can"))
    assert not says(house, table, WAITS)
    assert not any(words.startswith("The game has") for words in words_of(house, table)), "the position says it all"


def test_a_game_that_a_verdict_takes_back_goes_on(house: House) -> None:
    table = house.open()
    house.embedded.ledger.execute(table.id, cmd.RaiseDispute(1, "That cannot be"))
    end = play_to_the_end(house, table)
    assert says(house, table, WAITS)
    after = house.embedded.ledger.execute(table.id, cmd.RuleDispute(end.disputes[0].id, "ANNUL", "It cannot", first=end.head)).game
    assert after.status == "RUNNING"
    assert words_of(house, table) == words_of(house, table, end.moves[end.head - 1].previous), "the picture of the position that play goes on from"
    play_to_the_end(house, table)
    assert not says(house, table, WAITS)


@pytest.mark.parametrize(("winners", "words"), [((), "nobody wins"), ((1,), "seat 1 wins"), ((0, 1), "seats 0 and 1 win")], ids=["nobody", "one", "two"])
def test_a_verdict_after_the_end_is_what_counts(house: House, winners: tuple[int, ...], words: str) -> None:
    table = house.open()
    play_to_the_end(house, table)
    ledger = house.embedded.ledger
    raised = ledger.execute(table.id, cmd.RaiseDispute(1, "That cannot be")).game.disputes[0]
    ledger.execute(table.id, cmd.RuleDispute(raised.id, "ADJUDICATE", "So be it", winners=winners))
    assert says(house, table, f"The game has ended, adjudicated: {words}.")


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_that_was_given_up_is_over_for_the_eye_too(house: House, slug: str) -> None:
    table = opened(house, slug)
    house.embedded.ledger.execute(table.id, cmd.Resign(0))
    assert says(house, table, "The game has ended, resigned: nobody wins.")


def test_a_replay_of_its_record_draws_the_same(house: House, tmp_path: Path) -> None:
    table = opened(house, min(shelf()))
    house.embedded.ledger.execute(table.id, cmd.RaiseDispute(1, "That cannot be"))
    play_to_the_end(house, table)
    record = house.http.get(f"/games/{table.id}/record", headers=bearer(house.arbiter))
    (tmp_path / "g.jsonl").write_text(record.text)
    drawn = [sys.executable, "-m", "api.cli.main", "replay", str(tmp_path / "g.jsonl"), "--svg", str(tmp_path / "g.svg"), "--viewer", "arbiter"]
    subprocess.run(drawn, check=True, timeout=60)
    assert (tmp_path / "g.svg").read_text() == house.http.get(f"/games/{table.id}/board.svg", headers=bearer(house.arbiter)).text
    assert WAITS in (tmp_path / "g.svg").read_text()
