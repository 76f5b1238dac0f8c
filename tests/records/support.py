"""Records of the toy for tests: typed ones, and ones that the referee wrote."""

import json
from collections.abc import Iterable
from typing import Any

from domain.audit import Report, audit
from infra.record_file import read_record
from tests import corpus, toy
from tests.every_game.support import configurations

HEADER: dict[str, Any] = {"arbiter": 1, "ruleset": "toy", "players": ["Ann", "Ben"]}
SETUP: dict[str, Any] = {"setup": {"hands": [["red", "green"], ["blue", "blue"]], "display": "red"}}
AIM, PLAY = {"kind": "aim", "side": "left"}, {"kind": "play", "card": "red"}
# Ann aims and plays red (2 points, the display is red); Ben aims and plays blue.
OPENING: list[dict[str, Any]] = [
    {"seat": 0, "move": "aim left"},
    {"seat": 0, "move": "play red", "draws": [{"card": "blue"}, {"display": "green"}]},
    {"seat": 1, "move": {"kind": "aim", "side": "right"}},
    {"seat": 1, "move": "play blue", "draws": [{"card": "red"}, {"display": "red"}]},
]


def text(*lines: Any) -> str:
    """Lines as JSON; a string stands as it is."""
    return "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)


def typed(*lines: Any, header: dict[str, Any] | None = None) -> str:
    """A typed record: line 1, the set-up on line 2, then these lines from 3 on."""
    return text({**HEADER, **(header or {})}, SETUP, *lines)


def judged(*lines: Any, header: dict[str, Any] | None = None) -> Report:
    """The verdict on a typed record."""
    return audit(read_record(typed(*lines, header=header)))


def written(seed: int = 3) -> list[dict[str, Any]]:
    """The lines of a record that the referee wrote, with talk, an undo, a dispute and a signature."""
    session = corpus.session(configurations(toy.RULES.slug)[1], seed)
    return [json.loads(line) for line in corpus.lines(session).splitlines()]


def as_bytes(lines: Iterable[Any]) -> bytes:
    return text(*lines).encode()
