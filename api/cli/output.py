"""What a command says: JSON or words on stdout, one sentence on stderr when it fails, a progress bar on a terminal only."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

import typer

if TYPE_CHECKING:
    from rich.console import Console

T = TypeVar("T")

WIDE = 400  # columns of what goes into a file or a pipe: no line is broken there

Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON.")]


class Fault(Exception):
    """A command cannot do what it was asked to. One sentence, and the exit code."""

    def __init__(self, reason: str, code: int = 2) -> None:
        super().__init__(reason)
        self.code = code


def complain(reason: str) -> None:
    """One sentence on stderr, on one line, without anything that a terminal obeys."""
    print(f"arbiter: {_plain(' '.join(reason.split()))}", file=sys.stderr)


def say_json(value: Any) -> None:
    """One line of JSON on stdout."""
    import msgspec

    print(msgspec.json.encode(value).decode())


def say(line: str) -> None:
    """One line on stdout, without anything that a terminal obeys: what a record or a board says may stand in it."""
    print(_plain(line))


def _plain(words: str) -> str:
    return words if words.isprintable() else "".join(c if c.isprintable() else "?" for c in words)


def console() -> "Console":
    """Where words, tables and colours go; plain text when stdout is no terminal."""
    from rich.console import Console

    terminal = sys.stdout.isatty()
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=not terminal, width=None if terminal else WIDE)


def say_table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """A table on stdout: fitted to a terminal, else as wide as it is and without blanks at the ends of lines."""
    from rich.table import Table

    table = Table(*headings, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    out = console()
    with out.capture() as shown:
        out.print(table)
    for line in shown.get().splitlines():
        say(line.rstrip())


def progress(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """The items, with a bar on a terminal."""
    if not sys.stderr.isatty() or total < 2:
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, what, total, console=Console(stderr=True), transient=True)


def write_text(path: Path, text: str) -> None:
    """Writes a file whole, or not at all; ``-`` is stdout."""
    if str(path) == "-":
        sys.stdout.write(text)
        return
    draft = path.with_name(f".{path.name}.part")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise Fault(f"{path}: {(error.strerror or 'cannot be written').lower()}") from None
