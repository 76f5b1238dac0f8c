"""The published JSON Schemas hold for every event of every game, whole and redacted, and do not hold for others."""

import json
from functools import cache

import msgspec
import pytest
from jsonschema import Draft202012Validator

from api.schemas import event_schema, schema_names
from domain import commands as cmd
from domain import events as ev
from domain.game import Game, fold
from domain.seats import ARBITER, SPECTATOR, Viewer
from domain.shelf import shelf
from domain.sight import line_of
from infra.attempts import Attempt
from infra.bot_game import bot_game
from infra.public_feed import PublicFeed
from tests.every_game.support import GAMES, configurations
from tests.match import Match
from tests.toy import RULES, on_the_shelf

URL = "http://arbiter.example"
HASH = "0" * 64


@cache
def validator(slug: str, name: str) -> Draft202012Validator:
    return Draft202012Validator(event_schema(slug, name, URL))


@pytest.mark.parametrize("slug", [*GAMES, RULES.slug])
def test_every_schema_is_one(slug: str) -> None:
    with on_the_shelf():
        names = [name for ruleset, name in schema_names() if ruleset == slug]
        assert names == list(ev.EVENTS)
        for name in names:
            schema = event_schema(slug, name, URL)
            Draft202012Validator.check_schema(schema)
            assert schema["$id"] == f"{URL}/schemas/{slug}/{name}.json"
            assert schema["description"]


@pytest.mark.parametrize("slug", [*GAMES, RULES.slug])
def test_every_event_of_a_game_fits(slug: str) -> None:
    """As the arbiter, a seat and a spectator read it while the game runs, and as everybody does afterwards."""
    with on_the_shelf():
        for laid in configurations(slug)[:: max(1, len(configurations(slug)) // 3)]:
            chained = None
            for chained in bot_game(11, slug, laid.table.seats, laid.table.options.wire(), None):  # noqa: B007 (the last one is wanted)
                pass
            assert chained is not None
            running = fold([recorded for recorded in chained.recorded if not isinstance(recorded.event, ev.GameEnded | ev.SeedRevealed)])
            assert running is not None
            assert chained.game is not None
            for game, viewers in ((running, (ARBITER, SPECTATOR, Viewer(seat=0))), (chained.game, (SPECTATOR,))):
                _check(slug, game, [r for r in chained.recorded if r.version <= game.version], viewers)


def _check(slug: str, game: Game, recorded: list[ev.Recorded], viewers: tuple[Viewer, ...]) -> None:
    for one in recorded[:25] + recorded[-10:]:
        for viewer in viewers:
            line = json.loads(json.dumps({**line_of(game, viewer, one), "hash": HASH}))
            errors = list(validator(slug, one.event.name).iter_errors(line))
            assert not errors, f"{one.event.name} for {viewer}: {errors[0].message[:300]}"


@pytest.mark.parametrize("slug", [*GAMES, RULES.slug])
def test_the_public_feed_fits(slug: str) -> None:
    """What a spectator may go on seeing, with what is released at the end."""
    with on_the_shelf():
        chained = None
        for chained in bot_game(12, slug, min(shelf()[slug].seats)):  # noqa: B007 (the last one is wanted)
            pass
        assert chained is not None
        feed = PublicFeed(lambda _, upto: chained.recorded[:upto], 1_000)
        for one in chained.recorded[:20] + chained.recorded[-3:]:
            _, data = feed.data("game", one)
            errors = list(validator(slug, one.event.name).iter_errors(json.loads(data)))
            assert not errors, f"{one.event.name}: {errors[0].message[:300]}"


def test_a_refused_move_fits() -> None:
    attempt = Attempt("a", "g", 0, 3, {"kind": "fly"}, "ARB-4", "move.kind: no", "2026-01-01T00:00:00.000Z")
    assert validator("attempts", "AttemptRefused").is_valid(json.loads(msgspec.json.encode(attempt)))
    assert not validator("attempts", "AttemptRefused").is_valid({"id": "a"})


def test_every_kind_of_event_fits() -> None:
    with on_the_shelf():
        match = Match("toy")
        match.do(cmd.SendMessage(0, text="hello"))
        match.do(cmd.SendMessage(0, hint={"wish": "red"}))
        match.do(cmd.ReissueToken(1))
        match.play_first(1)
        match.do(cmd.ProposeUndo(0, 1))
        match.do(cmd.Agree(1, match.game.proposals[-1].id))
        match.do(cmd.ProposeStop(0))
        match.play_first(4)
        match.do(cmd.RaiseDispute(0, "no", about_move=3))
        match.do(cmd.RuleDispute(match.game.disputes[0].id, "ADJUDICATE", "so", winners=(0,)))
        resigned = Match("toy")
        resigned.do(cmd.Resign(0))
        seen = set()
        for one in (match, resigned):
            _check("toy", one.game, one.history, (ARBITER,))
            seen |= {recorded.event.name for recorded in one.history}
        assert seen == set(ev.EVENTS)


def test_other_lines_do_not_fit() -> None:
    with on_the_shelf():
        match = Match("toy")
        match.play_first(2)
        line = {**line_of(match.game, ARBITER, match.history[-1]), "hash": HASH}
        right = validator("toy", "MoveMade")
        assert right.is_valid(line)
        for wrong in ({"move": {"kind": "fly"}}, {"seat": "0"}, {"hash": "x"}, {"facts": [{"fact": "nothing"}]}, {"draws": [{"dice": 1}]}, {"number": None}):
            assert not right.is_valid({**line, **wrong}), wrong
        assert not right.is_valid({key: value for key, value in line.items() if key != "facts"})
        assert not validator("toy", "GameOpened").is_valid(line)
        assert shelf()["toy"] is RULES
