"""Positions as bytes and back: what a checkpoint keeps. The table (seats, options, board) is not in it, the game knows it."""

import hashlib
from functools import cache
from typing import Any, Final

import msgspec

from domain.message import State, Table
from domain.ruleset import Ruleset
from domain.shelf import shelf

_encode: Final = msgspec.json.Encoder(order="deterministic").encode


@cache
def _bare(kind: Any) -> Any:
    """The fields of a state without its table, as a type to decode."""
    fields = [(field.encode_name, field.type) for field in msgspec.structs.fields(kind) if field.name != "table"]
    return msgspec.defstruct("Bare", fields, frozen=True)


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(_bare(kind))


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in msgspec.structs.fields(kind) if field.name != "table")


def write_state(state: State) -> bytes:
    """A position as JSON; the same position always gives the same bytes."""
    return _encode({name: getattr(state, name) for name in _names(type(state))})


def read_state(rules: Ruleset[Any, Any, Any], table: Table, written: bytes) -> State:
    """A position from JSON."""
    kind: Any = rules.state
    bare = _decoder(kind).decode(written)
    state: State = kind(table=table, **{name: getattr(bare, name) for name in _names(kind)})
    return state


def mold(rules: Ruleset[Any, Any, Any]) -> str:
    """A digest of the form of a game's positions: a checkpoint made in another form is of no use."""
    kind: Any = rules.state
    try:
        form = str(msgspec.json.schema(_bare(kind)))
    except TypeError:
        form = repr([(field.name, field.type) for field in msgspec.structs.fields(kind)])
    return hashlib.sha256(f"{rules.slug} {rules.version} {form}".encode()).hexdigest()[:16]


def molds() -> dict[str, str]:
    """The molds of all games on the shelf."""
    return {slug: mold(rules) for slug, rules in shelf().items()}
