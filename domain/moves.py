"""Moves and facts at the wall: read from JSON or notation, written back, never converted in silence."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Union

import msgspec
from pydantic import ValidationError

from domain.message import Fact, Json, Move
from domain.refusal import UNREADABLE, Refused
from domain.table import Rules, first_error

_PLAIN = msgspec.json.Decoder(list[Json])
MAX_NOTATION = 500  # characters; no game's notation comes near


def read_move(rules: Rules, raw: Any) -> Move:
    """A move from its JSON object or its notation. Refuses with ARB-4, naming the field."""
    if isinstance(raw, Move):
        return raw
    if isinstance(raw, str):
        return _from_notation(rules, raw)
    if not isinstance(raw, dict):
        raise Refused(UNREADABLE, "move: must be an object or a line of notation")
    kind = raw.get("kind")
    model = rules.moves.get(kind) if isinstance(kind, str) else None
    if model is None:
        raise Refused(UNREADABLE, f"move.kind: must be one of {', '.join(sorted(rules.moves))}")
    if any(value is None for value in raw.values()):
        raise Refused(UNREADABLE, "move: a field without a value is left out, not null")
    try:
        return model.model_validate_json(msgspec.json.encode(raw))  # the JSON rules of strict mode: a list may become a tuple
    except ValidationError as error:
        raise Refused(UNREADABLE, first_error(error, "move")) from None
    except (UnicodeEncodeError, TypeError, OverflowError, RecursionError):
        raise Refused(UNREADABLE, "move: is not plain JSON") from None


def _from_notation(rules: Rules, line: str) -> Move:
    if len(line) > MAX_NOTATION:
        raise Refused(UNREADABLE, f"move: the notation is longer than {MAX_NOTATION} characters")
    try:
        move: Move = rules.read(" ".join(line.split()))  # how much space stands between words means nothing
    except ValidationError as error:
        raise Refused(UNREADABLE, first_error(error, "move")) from None
    except ValueError as error:
        raise Refused(UNREADABLE, f"move: {error}") from None
    return move


def write_facts(facts: Sequence[Fact]) -> list[Json]:
    """Facts as plain JSON: tuples and sets become lists."""
    return _PLAIN.decode(msgspec.json.encode(facts))


def read_facts(rules: Rules, facts: Any, version: str | None = None) -> tuple[Any, ...]:
    """Facts from plain JSON, brought up to date if they were written under another version; msgspec.ValidationError for anything else."""
    if version is not None and version != rules.version:
        facts = [rules.upcast(version, fact) for fact in facts]
    read: tuple[Any, ...] = msgspec.convert({"facts": facts}, _facts_type(rules.slug, rules.facts)).facts
    return read


@cache
def _facts_type(_: str, facts: tuple[type[Fact], ...]) -> Any:
    """A struct around them: msgspec prepares a struct's types once, but a bare tuple's at every call (five times slower)."""
    kinds: Any = Union[facts]  # noqa: UP007 (a union of classes known only at run time)
    return msgspec.defstruct("Facts", [("facts", tuple[kinds, ...])])


def clauses_of(facts: Sequence[Fact]) -> tuple[str, ...]:
    """The clauses that the facts apply, each once, in order."""
    return tuple(dict.fromkeys(clause for fact in facts for clause in fact.clauses))
