"""AsyncAPI 3 of the feeds: CloudEvents 1.0 in structured JSON, one message a kind of event and ruleset."""

from typing import Final

from api.schemas import event_schema, schema_names, schema_url
from domain import events as ev
from domain.message import Json
from infra.event_store import GAMES

VERSION: Final = "3.0.0"
PUBLIC: Final = "arbiter.games.public"
TYPE_PREFIX: Final = "arbiter.game."
_FEEDS: Final = {
    "full": (
        GAMES,
        "Every event of every game, but for seeds before they are revealed; versions of a game are contiguous. For projections and trusted consumers.",
    ),
    "public": (
        PUBLIC,
        "What a spectator sees and may go on seeing; at the end SeedRevealed carries `released`, the full data of each event that was redacted.",
    ),
}


def asyncapi(url: str) -> Json:
    """The document; schemas of events are referred to where they are published."""
    return {
        "asyncapi": VERSION,
        "info": {
            "title": "Arbiter",
            "version": "1",
            "description": "Events of refereed games. Key: the game's id; order: per game; delivery: at least once (`id` is the same each time).",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/cloudevents+json",
        "channels": {feed: _channel(address, words) for feed, (address, words) in _FEEDS.items()},
        "operations": {
            f"receive_{feed}": {"action": "send", "channel": {"$ref": f"#/channels/{feed}"}, "summary": words} for feed, (_, words) in _FEEDS.items()
        },
        "components": {"messages": {_id(slug, name): _message(slug, name, url) for slug, name in schema_names()}},
    }


def _id(slug: str, name: str) -> str:
    return f"{slug}.{name}"


def _channel(address: str, words: str) -> Json:
    messages = {_id(slug, name): {"$ref": f"#/components/messages/{_id(slug, name)}"} for slug, name in schema_names()}
    return {"address": address, "description": words, "messages": messages}


def _message(slug: str, name: str, url: str) -> Json:
    schema = schema_url(url, slug, name)
    envelope = {
        "type": "object",
        "required": ["specversion", "id", "source", "type", "sequence", "datacontenttype", "dataschema", "data"],
        "properties": {
            "specversion": {"const": "1.0"},
            "id": {"type": "string", "description": "<game>/<version>"},
            "source": {"type": "string", "description": "/games/<game>"},
            "type": {"type": "string", "pattern": rf"(^|\.){name}$"},
            "sequence": {"type": "string", "description": "The version, zero-padded."},
            "time": {"type": "string", "format": "date-time"},
            "datacontenttype": {"const": "application/json"},
            "dataschema": {"const": schema},
            "data": {"$ref": schema},
        },
    }
    return {"name": name, "title": event_schema(slug, name, url)["title"], "summary": (ev.EVENTS[name].__doc__ or "").strip(), "payload": envelope}
