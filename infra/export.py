"""Events for analytics: one row an event, of games that have ended everything, of others what a spectator sees and may go on seeing."""

import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from domain import events as ev
from infra.event_store import Entry, recorded
from infra.ledger import Ledger
from infra.notices import Notification
from infra.public_feed import PublicFeed
from infra.trouble import Misconfigured

BATCH: Final = 5_000
COLUMNS: Final = {"game": str, "version": int, "ruleset": str, "name": str, "number": int, "seat": int, "at": str, "hash": str, "redacted": bool, "data": str}


class EventRow(msgspec.Struct, frozen=True):
    """An event. ``data`` is the record line as JSON; ``redacted`` says that something of it is still secret."""

    game: str
    version: int
    ruleset: str
    name: str
    number: int | None
    seat: int | None
    at: str | None
    hash: str
    redacted: bool
    data: str


def rows(ledger: Ledger, head: int) -> Iterator[list[EventRow]]:
    """The events up to a place in the log, in order, in batches; what ends meanwhile counts as running."""
    ended = {notice.game_id for batch in _notices(ledger, head) for notice in batch if notice.name == ev.GameEnded.name}
    feed = PublicFeed(lambda game_id, upto: ledger.events_after(game_id, 0, upto) if upto else (), ledger.settings.hot_moves)
    rulesets: dict[str, str] = {}
    for batch in _notices(ledger, head):
        yield [_row(notice, ended, feed, rulesets) for notice in batch]


def _notices(ledger: Ledger, head: int) -> Iterator[list[Notification]]:
    position = 0
    while position < head and (found := ledger.log.after(position, BATCH)):
        position = found[-1].id
        yield [notice for notice in found if notice.name in ev.EVENTS and notice.id <= head]


def _row(notice: Notification, ended: set[str], feed: PublicFeed, rulesets: dict[str, str]) -> EventRow:
    event = recorded(Entry(notice.game_id, notice.version, notice.name, notice.line, notice.hash))
    if isinstance(event.event, ev.GameOpened):
        rulesets[notice.game_id] = event.event.ruleset
    full = b'{"hash":"%s",%s' % (notice.hash.encode(), notice.line[1:])
    data, redacted = full, False
    if notice.game_id not in ended:
        data = feed.data(notice.game_id, event)[1]
        redacted = msgspec.json.decode(data) != msgspec.json.decode(full)
    number, seat = getattr(event.event, "number", None), getattr(event.event, "seat", None)
    at = notice.at or None
    return EventRow(notice.game_id, notice.version, rulesets[notice.game_id], notice.name, number, seat, at, notice.hash, redacted, data.decode())


def write_jsonl(path: Path, batches: Iterable[list[EventRow]]) -> int:
    """One JSON object a line, ``data`` as an object; the file appears whole or not at all. How many rows."""
    count = 0
    with _whole(path) as file:
        for batch in batches:
            for row in batch:
                told = {name: getattr(row, name) for name in row.__struct_fields__ if name != "data"} | {"data": msgspec.Raw(row.data.encode())}
                file.write(msgspec.json.encode(told) + b"\n")
            count += len(batch)
    return count


def write_parquet(folder: Path, batches: Iterable[list[EventRow]]) -> int:
    """``events.parquet`` in a folder, ``data`` as JSON text; the file appears whole or not at all. How many rows."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise Misconfigured("parquet: needs the extra `analytics` (pyarrow)") from None
    kinds: dict[type, Any] = {str: pa.string(), int: pa.int64(), bool: pa.bool_()}
    schema = pa.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
    count = 0
    with _whole(folder / "events.parquet") as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for batch in batches:
            writer.write_table(pa.Table.from_pylist([msgspec.structs.asdict(row) for row in batch], schema))
            count += len(batch)
    return count


@contextmanager
def _whole(path: Path) -> Iterator[BinaryIO]:
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise Misconfigured(f"{path.name}: {(error.strerror or 'cannot be written').lower()}") from None
    finally:
        with suppress(OSError):
            draft.unlink()
