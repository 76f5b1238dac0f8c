"""What may stand on the lines of a record: all that an event of this version says, and what a person types. Readers pass over the rest, and tell it."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from domain import events as ev
from domain.likeness import short
from domain.message import Json
from domain.sheet import Header, Result

MOST: Final = 5  # unknown keys of one line that are named


def _of(event: type[Any], *more: str) -> frozenset[str]:
    """The keys of an event's line."""
    return frozenset((*(field.encode_name for field in msgspec.structs.fields(event)), "hash", *more))


_EVENTS: Final = {name: _of(event, "event") for name, event in ev.EVENTS.items()}
_LINES: Final[dict[str, frozenset[str]]] = {
    "arbiter": frozenset((*Header.model_fields, "viewer", "boardDigest", "seedCommitment")) - {"line", "board_digest"},  # line 1
    "setup": _of(ev.GameStarted),
    "move": _of(ev.MoveMade),
    "annul": _of(ev.MovesAnnulled, "annul") - {"first", "last"},
    "reveal": frozenset(("reveal", "at", "hash")),
    "end": frozenset(("end",)),
}
_WITHIN: Final[dict[str, frozenset[str]]] = {
    "annul": frozenset(("from", "to", "first", "last")),
    "end": frozenset((*Result.model_fields, "head", "signature", "keyId")),
}


def unknown_keys(form: str, value: Json) -> Iterator[str]:
    """What is not known on a line of a form, one sentence each, and the last one for all the rest."""
    known = _EVENTS.get(value["event"]) if form == "event" else _LINES[form]
    if known is None:
        yield f"the event {short(value['event'])} is not known"
        return
    within = value[form] if form in _WITHIN else None
    names = [name for name in value if name not in known]
    names += [f"{form}.{name}" for name in (within if isinstance(within, dict) else ()) if name not in _WITHIN[form]]
    for name in names[:MOST]:
        yield f"the key {short(name)} is not known on this line"
    if len(names) > MOST:
        yield f"and {len(names) - MOST} more keys are not known"
