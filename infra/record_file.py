"""Record files: JSON Lines, ``#`` starts a comment line. Writes the record of a game, reads any record into a ``Sheet``."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import msgspec

from domain.events import Recorded
from domain.game import Game
from domain.message import Json
from domain.seats import Viewer
from domain.sheet import LARGEST, Sheet, Unreadable
from domain.sheet_reader import read_sheet
from domain.sight import line_of

if TYPE_CHECKING:
    from infra.keys import Keys

MAX_BYTES: Final = 64 * 1024 * 1024  # a file
MAX_LINE: Final = 1024 * 1024  # characters; the set-up of a long game or a board is a hundredth of it
MAX_DEPTH: Final = 50  # brackets within brackets
_OPENS: Final = re.compile(r"[\[{]")


def record_lines(game: Game, recorded: Iterable[Recorded], viewer: Viewer, keys: "Keys | None") -> Iterator[str]:
    """The lines of a game's record as its reader may see it, without line breaks; signed when there is a key."""
    events = [line_of(game, viewer, event) for event in recorded]
    yield _written(_header(game, viewer, events))
    yield from map(_written, events)
    end: Json = {"moves": game.count, "head": game.hash, "outcome": game.outcome if game.status == "ENDED" else None}
    if keys is not None:
        receipt = keys.sign_receipt(game.id, game.version, game.hash)
        end |= {"signature": receipt.signature, "keyId": receipt.key_id}
    yield _written({"end": end})


def _header(game: Game, viewer: Viewer, events: Iterable[Json]) -> Json:
    """Line 1: repeats what the events say, with the seed after the end; names its reader if it hides something from him."""
    told = {line["seat"]: line.get("entropy") for line in events if line.get("event") == "SeatTaken"}
    header: Json = {
        "arbiter": 1,
        "ruleset": game.rules.slug,
        "version": game.rules_version,
        "id": game.id,
        "players": list(game.players),
        "options": game.table.options.wire(),
        "board": game.board,
        "boardDigest": game.board_digest,
        "seedCommitment": game.seed_commitment,
        "entropies": [told.get(seat) for seat in range(game.table.seats)],
        "chance": {"commitment": game.seed_commitment} if game.seed is None else {"seed": game.seed},
    }
    return header if game.status == "ENDED" or viewer.all_seeing else {**header, "viewer": str(viewer)}


def read_record(source: str | bytes) -> Sheet:
    """A sheet from the text of a record. Raises Unreadable with line and column."""
    return read_sheet(json_lines(source))


def read_record_file(path: Path) -> Sheet:
    """A sheet from a file. Raises Unreadable, also where the file cannot be read."""
    return read_record(read_bytes(path))


def read_bytes(path: Path, most: int = MAX_BYTES) -> bytes:
    """The bytes of a file, if there are not too many. Raises Unreadable."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise Unreadable(f"{path}: {(error.strerror or 'cannot be read').lower()}") from None
    if len(data) > most:
        raise Unreadable(f"{path}: is larger than {most} bytes")
    return data


def json_lines(source: str | bytes) -> Iterator[tuple[int, Any]]:
    """The JSON value of every line that is neither empty nor a comment, with the number of the line."""
    for at, line in enumerate(_text(source).split("\n"), 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield at, parse(line.rstrip("\r"), at)


def parse(line: str, at: int | None = None) -> Any:
    """Plain JSON: no key twice, no NaN or infinity, no whole number of 2^53 or more, no lone surrogate, not too long or deep."""
    if len(line) > MAX_LINE:
        raise Unreadable(f"is longer than {MAX_LINE} characters", at)
    try:
        value = json.loads(line, object_pairs_hook=_object, parse_int=_whole, parse_float=_real, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise Unreadable(_not_json(error, at), at, error.colno) from None
    except ValueError as error:
        raise Unreadable(str(error), at) from None
    except RecursionError:
        raise Unreadable(f"has more than {MAX_DEPTH} brackets within brackets", at) from None
    if len(_OPENS.findall(line)) > MAX_DEPTH and _depth(value) > MAX_DEPTH:
        raise Unreadable(f"has more than {MAX_DEPTH} brackets within brackets", at)
    if "\\u" in line and not _is_text(value):
        raise Unreadable("has half a character (a lone surrogate)", at)
    return value


def _not_json(error: json.JSONDecodeError, at: int | None) -> str:
    """Why text is no JSON, with what is allowed where something follows it."""
    if error.msg != "Extra data":
        return f"is not JSON: {error.msg.lower()}"
    if at is None:
        return "is not JSON: something stands after the value"
    if error.doc[error.pos :].lstrip().startswith(("#", "//", "/*")):
        return "a comment stands after the JSON; a comment has a line of its own, which starts with #"
    return "something stands after the JSON; a line holds one object, a comment has a line of its own, which starts with #"


def _written(line: Json) -> str:
    return msgspec.json.encode(line).decode()


def _text(source: str | bytes) -> str:
    if len(source) > MAX_BYTES:
        raise Unreadable(f"the record is larger than {MAX_BYTES} bytes")
    if isinstance(source, str):
        return source.removeprefix("\ufeff")
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable("is not UTF-8 text", source.count(b"\n", 0, error.start) + 1) from None


def _object(pairs: Sequence[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"has the key {twice[:40]!r} twice")
    return found


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(number := int(digits)) > LARGEST:
        raise ValueError(f"has a number that is too large: {digits[:20]}")
    return number


def _real(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"has a number that is too large: {digits[:20]}")
    return number


def _constant(word: str) -> NoReturn:
    raise ValueError(f"has {word}, which is no JSON")


def _depth(value: Any) -> int:
    """How deep lists and objects stand in one another."""
    level, depth = [value], 0
    while level := [each for each in level if isinstance(each, dict | list)]:
        depth += 1
        level = [inner for each in level for inner in (each.values() if isinstance(each, dict) else each)]
    return depth


def _is_text(value: Any) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
