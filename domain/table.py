"""Lays a table: number of seats, options and board, checked and completed."""

import re
from typing import Any, Final, TypeAlias

from pydantic import ValidationError

from domain.chain import digest
from domain.message import Json, Table
from domain.refusal import UNREADABLE, Refused
from domain.ruleset import Ruleset
from domain.text import either

Rules: TypeAlias = Ruleset[Any, Any, Any]

# What pydantic calls things by their Python names, and what somebody who writes JSON calls them.
_AS_JSON: Final = {
    "tuple": "list",
    "Tuple": "List",
    "valid dictionary": "object",
    "a valid dictionary": "an object",
    "None": "null",
    "True": "true",
    "False": "false",
}
_WORDS: Final = re.compile(r"\b[Tt]uple\b|\b(?:a )?valid dictionary\b|\b(?:None|True|False)\b| after validation| or instance of \w+")


def first_error(error: ValidationError, within: str | None = None) -> str:
    """The first thing that a pydantic model refused, in one sentence that names the field; ``within`` is the field that the model stands in."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    field = ".".join(str(part) for part in (within, *first["loc"]) if part is not None)
    own = first["type"] == "value_error"  # a sentence of ours
    words = first["msg"].removeprefix("Value error, ") if own else _WORDS.sub(lambda found: _AS_JSON.get(found.group(), ""), first["msg"])
    words = words[:1].lower() + words[1:]
    return f"{field}: {words}" if field else words


def lay(rules: Rules, seats: int, options: Json | None = None, board: str | Json | None = None, *, field: str = "seats") -> Table:
    """The table of a game. ``board`` is the id of a board that ships or a board itself; ``field`` is what says the number of seats. Refuses with ARB-4 or the game's clause."""
    if seats not in rules.seats:
        raise Refused(UNREADABLE, f"{field}: {rules.title} is played with {either(rules.seats)} seats, not {seats}")
    try:
        chosen = rules.options.model_validate(options or {})
    except ValidationError as error:
        raise Refused(UNREADABLE, f"options: {_wrong_option(rules, options or {}) or first_error(error)}") from None
    return rules.settle(Table(seats, chosen, find_board(rules, seats, chosen, board)))


def _wrong_option(rules: Rules, given: Json) -> str | None:
    """What to say of an option that the game does not have; None where it has all that are given."""
    known = rules.options.model_fields
    unknown = next((name for name in given if name not in known), None)
    if unknown is None:
        return None
    return f"{unknown[:60]}: is not an option of {rules.title}, which has {', '.join(known) or 'none'}"


def find_board(rules: Rules, seats: int, options: Any, board: str | Json | None) -> Any:
    """The parsed board: the one named, the one given, or the standard one. None for a game without boards."""
    if rules.boards is None:
        if board is not None:
            raise Refused(UNREADABLE, f"board: {rules.title} is played without a board")
        return None
    if board is None:
        board = rules.boards.default(seats, options)
    if isinstance(board, str):
        if board not in rules.boards.shipped:
            raise Refused(UNREADABLE, f"board: {board[:60]!r} is not a board of {rules.title}; try {', '.join(sorted(rules.boards.shipped))}")
        return _shipped(rules, board)[0]
    try:
        return rules.boards.parse(board)
    except ValueError as error:
        raise Refused(UNREADABLE, f"board: {error}") from None


def board_json(rules: Rules, table: Table) -> str | Json | None:
    """How a record names the table's board: by id where it ships, else the board itself."""
    if rules.boards is None:
        return None
    shown = rules.boards.show(table.board)
    id = shown["id"]
    return str(id) if id in rules.boards.shipped and _shipped(rules, id)[1] == shown else shown


def board_digest(rules: Rules, table: Table) -> str | None:
    """SHA-256 of the board's canonical JSON; None without a board."""
    if rules.boards is None:
        return None
    ships = next((found for id in rules.boards.shipped if (found := _shipped(rules, id))[0] is table.board), None)
    return ships[2] if ships is not None else digest(rules.boards.show(table.board))


_SHIPPED: Final[dict[tuple[Any, str], tuple[Any, Json, str]]] = {}


def _shipped(rules: Rules, id: str) -> tuple[Any, Json, str]:
    """A board that ships: parsed, shown, and its digest. Made once, since every game on it needs them at every reading."""
    assert rules.boards is not None
    found = _SHIPPED.get((rules.boards.parse, id))
    if found is None:
        parsed = rules.boards.parse(rules.boards.shipped[id])
        shown = rules.boards.show(parsed)
        found = _SHIPPED[rules.boards.parse, id] = (parsed, shown, digest(shown))
    return found
