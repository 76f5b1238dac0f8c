"""``arbiter boards``: the boards that ship, and the checks for one's own."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.cli import asking
from api.cli.output import Fault, Json, say, say_json, say_table, write_text

if TYPE_CHECKING:
    from domain.table import Rules

app = typer.Typer(name="boards", help="The boards that ship, and checks for one's own.", no_args_is_help=True)


@app.command(name="list")
def list_(json: Json = False) -> None:
    """The boards that ship."""
    keys = ("id", "ruleset", "title", "reconstructed")
    found: list[dict[str, Any]] = [{key: board.get(key) for key in keys if key in board} for _, board in _shipped().values()]
    if json:
        say_json(found)
        return
    rows = ((board["id"], board["ruleset"], board.get("title", ""), "reconstructed" if board.get("reconstructed") else "") for board in found)
    say_table(("board", "game", "title", ""), rows)


@app.command()
def show(
    id: Annotated[str, typer.Argument(help="A board that ships.")],
    json: Json = False,
) -> None:
    """A board, in the shape of the wire contract."""
    rules, board = _known(id)
    shown = _parsed(rules, board)[1]
    if json:
        say_json(shown)
        return
    _say(rules, shown)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A board as a JSON file.", show_default=False)],
    json: Json = False,
) -> None:
    """Check a board of one's own: exit 0, or 1 with the constraint that it breaks."""
    try:
        board = asking.board_file(file)
        rules, shown = _parsed(_game_of(board), board)
    except Fault as fault:
        if not json:
            raise
        say_json({"ok": False, "reason": str(fault)})
        raise typer.Exit(fault.code) from None
    if json:
        say_json({"ok": True, "id": shown["id"], "ruleset": rules.slug, "digest": _digest(shown)})
    else:
        _say(rules, shown)
        say(f"Nothing is wrong with this board; digest {_digest(shown)}.")
        known = _shipped().get(shown["id"])
        if known is not None and _digest(_parsed(*known)[1]) != _digest(shown):
            say("Its id is that of a board that ships, and it is another board: give it an id of its own.")


@app.command()
def draw(
    board: Annotated[str, typer.Argument(metavar="ID|FILE", help="A board that ships, or a file.", show_default=False)],
    out: Annotated[Path, typer.Argument(metavar="OUT.svg", help="Where the picture goes; - is stdout.", show_default=False)],
) -> None:
    """Draw the empty board as SVG."""
    known = _shipped().get(board)
    if known is None and not Path(board).is_file():
        raise Fault(f"board: {board[:100]!r} is neither a file nor one of {', '.join(_shipped())}")
    rules, given = known or (None, asking.board_file(Path(board)))
    rules = rules or _game_of(given)
    assert rules.boards is not None
    write_text(out, rules.boards.draw(_parse(rules, given)))


def _say(rules: "Rules", shown: dict[str, Any]) -> None:
    """A board in words; the same for one that ships and for one of one's own."""
    name = f"{shown['title']} ({shown['id']})" if shown.get("title") else shown["id"]
    say(f"{name}, a board of {rules.title}{', reconstructed' if shown.get('reconstructed') else ''}")
    for key, value in shown.items():
        if isinstance(value, list | dict):
            say(f"  {key}: {len(value)}")
        elif key not in ("id", "title", "ruleset", "reconstructed"):
            say(f"  {key}: {value}")
    say(f"  digest: {_digest(shown)}")


def _shipped() -> dict[str, tuple["Rules", dict[str, Any]]]:
    from domain.shelf import shelf

    return {id: (rules, board) for rules in shelf().values() if rules.boards is not None for id, board in sorted(rules.boards.shipped.items())}


def _known(id: str) -> tuple["Rules", dict[str, Any]]:
    known = _shipped().get(id)
    if known is None:
        raise Fault(f"board: {id[:60]!r} is not one of {', '.join(_shipped())}")
    return known


def _game_of(board: dict[str, Any]) -> "Rules":
    from domain.shelf import shelf

    slug = board.get("ruleset")
    if not isinstance(slug, str):
        raise Fault(f"ruleset: must name the game that the board is for{_meant(board)}", 1)
    rules = shelf().get(slug)
    if rules is None:
        raise Fault(f"ruleset: {slug[:60]!r} is none of the games with a board, {', '.join(_games())}{_meant(board)}")
    if rules.boards is None:
        raise Fault(f"ruleset: {rules.title} is played without a board{_meant(board)}", 1)
    return rules


def _games() -> list[str]:
    from domain.shelf import shelf

    return [slug for slug, rules in shelf().items() if rules.boards is not None]


def _meant(board: dict[str, Any]) -> str:
    """Another game that the board would be right for, in words; nothing where there is none."""
    from domain.shelf import shelf

    for slug in _games():
        boards = shelf()[slug].boards
        assert boards is not None
        with suppress(ValueError):
            boards.parse({**board, "ruleset": slug})
            return f"; everything else in it is as in a board of {shelf()[slug].title}, whose ruleset is {slug!r}"
    return ""


def _parse(rules: "Rules", board: dict[str, Any]) -> Any:
    assert rules.boards is not None
    try:
        return rules.boards.parse(board)
    except ValueError as error:
        meant = _meant(board)
        raise Fault(f"ruleset: this is no board of {rules.title}{meant}" if meant else f"board: {error} (read as a board of {rules.title})", 1) from None


def _parsed(rules: "Rules", board: dict[str, Any]) -> tuple["Rules", dict[str, Any]]:
    assert rules.boards is not None
    return rules, rules.boards.show(_parse(rules, board))


def _digest(shown: dict[str, Any]) -> str:
    from domain.chain import digest

    return digest(shown)
