"""CloudEvents 1.0 in structured JSON: what stands in a record on a topic, written and read.

The data is the record line with its hash, which comes first: so the canonical bytes under the hash can be cut out again as they are.
"""

from typing import Any, Final

import msgspec

from domain.chain import canonical
from infra.event_store import ATTEMPT, ATTEMPTS
from infra.notices import Notification

TYPE: Final = "arbiter.game."
ATTEMPT_TYPE: Final = "arbiter.attempt."
_HASHED: Final = b'{"hash":"'
_CUT: Final = len(_HASHED) + 64 + 2  # the hash in hex, a quote, a comma


class NotOurs(ValueError):
    """A record that is no event of this service."""


class CloudEvent(msgspec.Struct, frozen=True):
    """The envelope. ``id`` and ``source`` name the event for ever; ``sequence`` sorts the events of a game as text."""

    id: str
    source: str
    type: str
    sequence: str
    data: msgspec.Raw
    dataschema: str
    time: str | None = None
    specversion: str = "1.0"
    datacontenttype: str = "application/json"


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(CloudEvent).decode
_hash: Final = msgspec.json.Decoder(dict[str, Any]).decode


def schema_url(url: str, ruleset: str, name: str) -> str:
    """Where the schema of an event's data is published."""
    return f"{url.rstrip('/')}/schemas/{ruleset}/{name}.json"


def written(game_id: str, version: int, name: str, data: bytes, at: str, schema: str) -> bytes:
    """The record of an event of a game."""
    event = CloudEvent(f"{game_id}/{version}", f"/games/{game_id}", f"{TYPE}{name}", f"{version:010d}", msgspec.Raw(data), schema, at or None)
    return _encode(event)


def data_of(notice: Notification) -> bytes:
    """The record line with its hash."""
    return b'%s%s",%s' % (_HASHED, notice.hash.encode(), notice.line[1:])


def written_attempt(notice: Notification, schema: str) -> bytes:
    """The record of a refused move: a stream of its own beside the game's."""
    stream = f"{notice.game_id}/attempts"
    kind, number = f"{ATTEMPT_TYPE}{ATTEMPT}", f"{notice.version:010d}"
    return _encode(CloudEvent(f"{stream}/{notice.version}", f"/games/{stream}", kind, number, msgspec.Raw(notice.line), schema, notice.at or None))


def notification(topic: str, partition: int, place: int, value: bytes) -> Notification:
    """The event in a record of the full feed or of the attempts; ``NotOurs`` where there is none."""
    try:
        event = _decode(value)
        game_id = event.source.split("/")[2]
        version, name, data = int(event.sequence), event.type.rsplit(".", 1)[1], bytes(event.data)
        if topic == ATTEMPTS:
            return Notification(place, game_id, version, name, data, "", event.time or "", topic, partition)
        line, hash = _cut(data)
    except (msgspec.MsgspecError, ValueError, IndexError, KeyError) as error:
        raise NotOurs(f"{topic}: the record {place} is no event ({type(error).__name__})") from None
    return Notification(place, game_id, version, name, line, hash, event.time or "", topic, partition)


def _cut(data: bytes) -> tuple[bytes, str]:
    """The canonical line and the hash."""
    if data.startswith(_HASHED) and data[_CUT - 2 : _CUT] == b'",':
        return b"{" + data[_CUT:], data[len(_HASHED) : _CUT - 2].decode()
    line = _hash(data)
    return canonical({key: value for key, value in line.items() if key != "hash"}), str(line["hash"])
