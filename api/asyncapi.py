"""AsyncAPI 3 of the feeds: CloudEvents 1.0 in structured JSON, one message a kind of event and ruleset."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from api.schemas import ATTEMPTS, event_schema, schema_names
from domain import events as ev
from domain.message import Json
from infra import event_store
from infra.cloud_events import ATTEMPT_TYPE, TYPE, CloudEvent, schema_url
from infra.settings import Settings

VERSION: Final = "3.0.0"
TOPICS: Final = {"full": event_store.GAMES, "public": "arbiter.games.public", "attempts": event_store.ATTEMPTS}
_FEEDS: Final = {
    "full": "Every event of every game, but for seeds before they are revealed; versions of a game are contiguous. For projections and trusted consumers.",
    "public": "What a spectator sees and may go on seeing; at the end SeedRevealed carries `released`, the full data of each event that was redacted.",
    "attempts": "Refused moves: evidence, for trusted consumers only.",
}


def asyncapi(settings: Settings) -> Json:
    """The document; schemas of events are referred to where they are published."""
    url = settings.url
    return {
        "asyncapi": VERSION,
        "info": {
            "title": "Arbiter",
            "version": "1",
            "description": "Events of refereed games. Key: the game's id; order: per game; delivery: at least once (`id` is the same each time).",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/cloudevents+json",
        "channels": {feed: _channel(feed, words, settings.kafka_prefix) for feed, words in _FEEDS.items()},
        "operations": {f"send_{feed}": {"action": "send", "channel": {"$ref": f"#/channels/{feed}"}, "summary": words} for feed, words in _FEEDS.items()},
        "components": {"messages": {_id(slug, name): _message(slug, name, url) for slug, name in schema_names()}},
    }


def _id(slug: str, name: str) -> str:
    return f"{slug}.{name}"


def _names(feed: str) -> Iterator[tuple[str, str]]:
    return ((slug, name) for slug, name in schema_names() if (slug == ATTEMPTS) == (feed == "attempts"))


def _channel(feed: str, words: str, prefix: str) -> Json:
    messages = {_id(slug, name): {"$ref": f"#/components/messages/{_id(slug, name)}"} for slug, name in _names(feed)}
    return {"address": f"{prefix}{TOPICS[feed]}", "description": words, "messages": messages}


def _message(slug: str, name: str, url: str) -> Json:
    schema = schema_url(url, slug, name)
    told = ev.EVENTS[name].__doc__ if name in ev.EVENTS else event_schema(slug, name, url)["description"]
    title = event_schema(slug, name, url)["title"]
    return {"name": name, "title": title, "summary": (told or "").strip(), "payload": _envelope(name, schema, ATTEMPT_TYPE if slug == ATTEMPTS else TYPE)}


def _envelope(name: str, schema: str, prefix: str) -> Json:
    envelope: Json = msgspec.json.schema(CloudEvent)["$defs"]["CloudEvent"]
    fixed: dict[str, Any] = {
        "specversion": {"const": "1.0"},
        "type": {"const": f"{prefix}{name}"},
        "datacontenttype": {"const": "application/json"},
        "dataschema": {"const": schema},
        "data": {"$ref": schema},
    }
    return {**envelope, "properties": {**envelope["properties"], **fixed}, "required": sorted({*envelope["required"], *fixed})}
