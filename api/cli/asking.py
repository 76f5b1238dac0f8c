"""What is typed behind a command, made into what the domain knows: games, options, boards, viewers, records."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from api.cli.output import Fault

if TYPE_CHECKING:
    from domain.seats import Viewer
    from domain.sheet import Sheet
    from domain.table import Rules


def ruleset(slug: str) -> "Rules":
    """A game on the shelf."""
    from domain.shelf import shelf

    rules = shelf().get(slug)
    if rules is None:
        raise Fault(f"ruleset: {slug[:60]!r} is not one of {', '.join(shelf())}")
    return rules


def options(pairs: list[str]) -> dict[str, Any]:
    """``K=V`` pairs; V is JSON where it reads as JSON (true, 7), else text."""
    from domain.sheet import Unreadable
    from infra.record_file import parse

    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, words = pair.partition("=")
        if not equals or not name:
            raise Fault(f"option: {pair[:60]!r} is not NAME=VALUE")
        if name in found:
            raise Fault(f"option: {name[:60]} is given twice")
        try:
            found[name] = parse(words)
        except Unreadable:
            found[name] = words
    return found


def board(rules: "Rules", words: str | None) -> Any:
    """A board by the id of one that ships, or from a file."""
    if words is None or rules.boards is None or words in rules.boards.shipped:
        return words
    if not Path(words).is_file():
        raise Fault(f"board: {words[:100]!r} is neither a file nor one of {', '.join(sorted(rules.boards.shipped))}")
    return board_file(Path(words))


def board_file(path: Path) -> Any:
    """The JSON of a board file."""
    from domain.sheet import Unreadable
    from infra.record_file import MAX_LINE, parse, read_bytes

    try:
        data = read_bytes(path, MAX_LINE)
    except Unreadable as error:
        raise Fault(error.reason) from None
    try:
        value = parse(data.decode("utf-8-sig"))
    except Unreadable as error:
        raise Fault(f"{path}: {error.reason}; a board is written as `arbiter boards show ID --json` prints one") from None
    except UnicodeDecodeError:
        raise Fault(f"{path}: is not UTF-8 text") from None
    if not isinstance(value, dict):
        raise Fault(f"{path}: a board is a JSON object")
    return value


def viewer(words: str, seats: int) -> "Viewer":
    """``arbiter``, ``spectator`` or the number of a seat."""
    from domain.seats import ARBITER, SPECTATOR, Viewer

    if words == "arbiter":
        return ARBITER
    if words == "spectator":
        return SPECTATOR
    if words.isdecimal() and len(words) < 4 and int(words) < seats:
        return Viewer(seat=int(words))
    raise Fault(f"viewer: {words[:40]!r} is neither a seat from 0 to {seats - 1}, nor spectator, nor arbiter")


def record(path: Path) -> "Sheet":
    """The sheet of a record file; ``-`` is stdin. Raises domain.sheet.Unreadable."""
    import sys

    from infra.record_file import MAX_BYTES, read_record, read_record_file

    return read_record(sys.stdin.buffer.read(MAX_BYTES + 1)) if str(path) == "-" else read_record_file(path)
