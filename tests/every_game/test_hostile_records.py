"""Records of every game with values put in that nobody expects: judged or unreadable, but never an error of the program, and in time."""

import copy
import json
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from domain.audit import report
from domain.course import walk
from domain.seats import ARBITER, SPECTATOR, Viewer
from domain.sheet import Unreadable
from domain.transcript import positions
from infra.bot_game import play_to_end
from infra.record_file import read_record, record_lines
from infra.verify import NoRecord, verify
from tests.every_game.support import TIMES, Laid

VALUES: list[Any] = [None, True, False, 0, 1, -1, 3, 99, 2**53 - 1, 1.5, "", "x", "hidden", "0", [], {}, [0], ["x"], [[0, 1]], {"kind": "x"}, {"a": {}}]
TYPED = ("setup", "seat", "move", "draws", "annul", "end")


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from _paths(inner, (*path, key))


def _mutated(line: Any, rng: random.Random) -> Any:
    changed = copy.deepcopy(line)
    paths = list(_paths(changed))
    path = rng.choice(paths)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    match rng.randrange(4):
        case 0 | 1:
            inner[path[-1]] = rng.choice(VALUES)
        case 2:
            del inner[path[-1]]
        case _ if isinstance(inner, dict):
            inner[rng.choice(["x", "kind", "seat", "draws"])] = rng.choice(VALUES)
        case _:
            inner.append(rng.choice(VALUES))
    return changed


@pytest.fixture(scope="module")
def played() -> dict[str, list[Any]]:
    return {}


@pytest.mark.parametrize("typed", [True, False], ids=["typed", "written"])
def test_a_mutated_record_is_judged_or_unreadable(laid: Laid, typed: bool, played: dict[str, list[Any]]) -> None:
    if laid.name not in played:
        game, recorded = play_to_end(5, laid.rules.slug, laid.table.seats, laid.table.options.wire(), laid.rules.boards and _board(laid))
        played[laid.name] = [json.loads(line) for line in record_lines(game, recorded, ARBITER, None)]
    lines = played[laid.name]
    if typed:
        header = {key: lines[0][key] for key in ("arbiter", "ruleset", "players", "options", "board")}
        lines = [header, *({key: line[key] for key in TYPED if key in line} for line in lines[1:] if "event" not in line)]
    for seed in range(6 * TIMES):
        rng = random.Random(f"{laid.name} {seed}")
        broken = list(lines)
        for _ in range(rng.randrange(1, 4)):
            at = rng.choice([1, 2, rng.randrange(len(broken)), rng.randrange(len(broken))])
            broken[at] = _mutated(broken[at], rng) if broken[at] else {}
        text = "\n".join(map(json.dumps, broken))
        start = time.perf_counter()
        try:
            _judge(text)
        except BaseException as error:
            error.add_note(f"{laid.name}, seed {seed}; the record:\n{text[:100_000]}")
            raise
        assert time.perf_counter() - start < 20


def _board(laid: Laid) -> Any:
    from domain.table import board_json

    return board_json(laid.rules, laid.table)


def _judge(text: str) -> None:
    with suppress(NoRecord):
        verify(text.encode())
    with suppress(Unreadable):
        sheet = read_record(text)
        course = walk(sheet)
        assert report(sheet, course).wire()["moves"] == sheet.moves
        for viewer in (SPECTATOR, Viewer(seat=0)):
            last = list(positions(sheet, course, viewer))[-1:]
            assert all(json.loads(json.dumps(position.wire())) == position.wire() for position in last)
