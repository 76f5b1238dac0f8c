"""JSON Schemas of the events of every ruleset, made from the types that write them: what a line of a record or the data of a feed looks like.

A line that hides something from its reader keeps its form: hidden values stand where others would, words that are not for the reader
are left out.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, Union

import msgspec
from pydantic import BaseModel

from domain import events as ev
from domain.message import HIDDEN, Json
from domain.shelf import shelf
from domain.table import Rules
from infra.attempts import Attempt
from infra.cloud_events import schema_url
from infra.event_store import ATTEMPT

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
WORDS: Final = frozenset({"text", "reason", "aboutAttempt", "entropy"})  # left out for who may not read them
ATTEMPTS: Final = "attempts"  # stands where a ruleset does in the schema of refused moves
RELEASED: Final = {
    "type": "object",
    "additionalProperties": {"type": "object"},
    "description": "In the public feed: the full data of each event that was redacted, by version.",
}
_HASH: Final = {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "SHA-256 of the chain up to this event, in hex"}


def schema_names() -> Iterator[tuple[str, str]]:
    """(ruleset, event) of every schema, and that of refused moves."""
    yield from ((slug, name) for slug in shelf() for name in ev.EVENTS)
    yield ATTEMPTS, ATTEMPT


@cache
def event_schema(slug: str, name: str, url: str) -> Json:
    """The schema of an event's line in games of a ruleset; KeyError where there is none."""
    if (slug, name) == (ATTEMPTS, ATTEMPT):
        return {"$schema": DIALECT, "$id": schema_url(url, slug, name), "title": "A refused move", **msgspec.json.schema(Attempt)["$defs"]["Attempt"]}
    rules, kind = shelf()[slug], ev.EVENTS[name]
    _, components = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    made: Json = components.pop(kind.__name__)
    definitions: Json = dict(components)
    properties: Json = {**made["properties"], **_own(rules, name, definitions), "hash": _HASH}
    required = {*made.get("required", []), "hash"} - WORDS
    return {
        "$schema": DIALECT,
        "$id": schema_url(url, slug, name),
        "title": f"{name} of {rules.title}",
        "description": (kind.__doc__ or "").strip(),
        "type": "object",
        "properties": with_hidden(_form(name, properties)),
        "required": sorted(_form(name, dict.fromkeys(required))),
        **({"$defs": with_hidden(definitions)} if definitions else {}),
    }


def with_hidden(schema: Any) -> Any:
    """The schema, with what stands for a hidden value allowed wherever it lists the words that may stand there."""
    if isinstance(schema, list):
        return [with_hidden(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    words = schema.get("enum")
    if isinstance(words, list) and all(isinstance(word, str) for word in words) and HIDDEN not in words:
        return {**schema, "enum": [*words, HIDDEN]}
    return {key: with_hidden(item) for key, item in schema.items()}


def _form(name: str, properties: Json) -> Json:
    """The fields as the record spells them: moves, set-up and annulments have forms of their own, all others name their event."""
    if name in (ev.MoveMade.name, ev.GameStarted.name):
        return properties
    if name == ev.MovesAnnulled.name:
        rest = {key: value for key, value in properties.items() if key not in ("first", "last")}
        span = {"type": "object", "properties": {"from": {"type": "integer"}, "to": {"type": "integer"}}, "required": ["from", "to"]}
        return {"annul": span, **rest}
    return {"event": {"const": name}, **properties}


def _own(rules: Rules, name: str, definitions: Json) -> Json:
    """The fields whose form is the ruleset's."""
    match name:
        case ev.MoveMade.name:
            moves = [_model(kind, definitions) for kind in rules.moves.values()]
            return {"move": {"anyOf": moves}, "facts": _facts(rules, definitions), "draws": _draws(rules)}
        case ev.GameStarted.name:
            return {"setup": _model(rules.setup_model, definitions), "facts": _facts(rules, definitions)}
        case ev.GameOpened.name:
            return {"ruleset": {"const": rules.slug}, "options": _model(rules.options, definitions)}
        case ev.SeedRevealed.name:
            return {"released": RELEASED}
        case ev.MessageSent.name if rules.hint is not None:
            return {"hint": _model(rules.hint, definitions)}
    return {}


def _model(model: type[BaseModel], definitions: Json) -> Json:
    made = model.model_json_schema(ref_template="#/$defs/{model}")
    definitions |= made.pop("$defs", {})
    definitions[model.__name__] = made
    return {"$ref": f"#/$defs/{model.__name__}"}


def _facts(rules: Rules, definitions: Json) -> Json:
    (made,), components = msgspec.json.schema_components([tuple[Union[rules.facts], ...]], ref_template="#/$defs/fact.{name}")  # type: ignore[name-defined]  # noqa: UP007 (known at run time)
    definitions |= {f"fact.{name}": component for name, component in components.items()}
    return dict(made)


def _draws(rules: Rules) -> Json:
    names: list[Any] = sorted(rules.sources)
    draw = {"type": "object", "propertyNames": {"anyOf": [{"const": name} for name in names]}, "minProperties": 1, "maxProperties": 1}
    return {"type": "array", "items": draw}
