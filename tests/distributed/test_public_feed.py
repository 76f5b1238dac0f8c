"""The public feed of every game on the shelf: nothing that any later look would hide, everything in the end, and always the same bytes."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain import commands as cmd
from domain import events as ev
from domain.game import Game, evolve
from domain.seats import SPECTATOR
from domain.shelf import shelf
from domain.sight import line_of
from infra.public_feed import PublicFeed, full_line, lasting_line
from tests.match import Match
from tests.toy import RULES, on_the_shelf

GAMES = ("toy", *sorted(shelf()))
MOVES = 60


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with on_the_shelf(RULES):
        yield


def played(slug: str, seed: int, to_the_end: bool = False) -> Match:
    """A game that bots play, with talk, a dispute and its ruling between."""
    rng, rules = random.Random(seed), shelf()[slug]
    seats = rng.choice(list(rules.seats))
    match = Match(slug, tuple(f"Player {seat}" for seat in range(seats)), seed=bytes([seed]) * 32)
    for number in range(2_000 if to_the_end else MOVES):
        game = match.game
        if game.status == "ENDED" or not rules.to_act(game.state):
            break
        seat = rules.to_act(game.state)[0]
        match.do(cmd.PlayMove(seat, rng.choice(list(rules.sensible(game.state, seat, rules.legal_moves(game.state, seat))))))
        if number == 3 and match.game.status == "RUNNING":
            match.do(cmd.RaiseDispute(0, "he looked at my cards", about_move=1))
            match.do(cmd.RuleDispute(match.game.disputes[0].id, "STANDS", reason="because of his cards"))
    return match


def positions(match: Match) -> list[Game]:
    """The game after each event."""
    found: list[Game] = []
    for recorded in match.history:
        found.append(evolve(found[-1] if found else None, recorded))
    return found


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else None
    if items is None:
        yield path, value
        return
    for key, item in items:
        yield from leaves(item, (*path, key))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("slug", GAMES)
def test_nothing_is_published_that_a_later_spectator_does_not_see(slug: str, seed: int) -> None:
    match = played(slug, seed)
    games = positions(match)
    for place, recorded in enumerate(match.history):
        if games[place].status == "ENDED":
            break
        full, public = dict(leaves(full_line(recorded))), dict(leaves(lasting_line(games[place], recorded)))
        for later in {*range(place, min(place + 12, len(games))), len(games) - 1}:
            if games[later].status != "RUNNING":
                continue
            seen = dict(leaves(line_of(games[later], SPECTATOR, recorded)))
            for path, value in full.items():
                if value not in (None, True, False, "hidden") and seen.get(path) != value:
                    assert public.get(path) != value, f"{recorded.event.name} {recorded.version}: {path} is hidden at {games[later].version}"


@pytest.mark.parametrize("slug", GAMES)
def test_in_the_end_everything_is_released_and_the_bytes_never_change(slug: str) -> None:
    match = played(slug, 3, to_the_end=True)
    assert isinstance(match.history[-1].event, ev.SeedRevealed), "the game was played to its end"
    history = {match.game.id: match.history}

    def read(game_id: str, upto: int) -> list[ev.Recorded]:
        return history[game_id][:upto]

    feed, cold = PublicFeed(read, 1_000_000), PublicFeed(read, 1)
    told = [feed.data(match.game.id, recorded) for recorded in match.history]
    some = random.Random(1).sample(range(len(told)), min(20, len(told)))
    assert [cold.data(match.game.id, match.history[place]) for place in some] == [told[place] for place in some]
    assert {slug_ for slug_, _ in told} == {slug}
    lines = [msgspec.json.decode(data) for _, data in told]
    released = lines[-1].pop("released")
    plain = [msgspec.json.decode(msgspec.json.encode(full_line(recorded))) for recorded in match.history]
    assert [released.get(str(version), line) for version, line in enumerate(lines, 1)] == plain
    assert all(line != plain[int(version) - 1] for version, line in ((v, lines[int(v) - 1]) for v in released)), "only what was redacted"
    assert lines[-1]["seed"] not in b"".join(data for _, data in told[:-1]).decode()
