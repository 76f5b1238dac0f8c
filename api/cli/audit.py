"""``arbiter audit``: referees a record move by move."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli import asking
from api.cli.output import Fault, Json, say, say_json
from api.cli.words import listed

if TYPE_CHECKING:
    from domain.audit import Report
    from domain.sheet import Sheet, Unreadable


def audit(
    file: Annotated[Path, typer.Argument(help="A record file; - is stdin.", show_default=False)],
    json: Json = False,
) -> None:
    """Referee a record: exit 0 clean, 1 the first illegal move is named, 2 it cannot be read."""
    from domain.audit import audit as judge
    from domain.sheet import Unreadable

    try:
        sheet = asking.record(file)
        report = judge(sheet)
    except Unreadable as error:
        raise unreadable(error, json) from None
    if json:
        say_json(report.wire())
    else:
        _say(report, sheet)
    raise typer.Exit(0 if report.ok else 1)


def unreadable(error: "Unreadable", json: bool) -> Exception:
    """The end of a command whose record cannot be read."""
    if not json:
        return Fault(str(error))
    place = {name: value for name, value in (("line", error.line), ("column", error.column)) if value is not None}
    say_json({"ok": False, "error": {**place, "reason": error.reason}})
    return typer.Exit(2)


def _say(report: "Report", sheet: "Sheet") -> None:
    if report.ok:
        say(f"Clean: {report.moves} moves, all legal.")
    if report.first_illegal is not None:
        _say_illegal(report, sheet)
    for problem in report.problems:
        say(f"Line {problem.line} is wrong: {problem.reason}.")
    if report.annulled_illegal:
        say(f"Illegal, but taken back: {listed([f'move {number}' for number in report.annulled_illegal])}.")
    if report.skipped:
        say(f"Skipped, since nothing known stands there: {listed([f'line {number}' for number in report.skipped])}.")


def _say_illegal(report: "Report", sheet: "Sheet") -> None:
    from domain.moves import read_move
    from domain.refusal import BAD_DRAW, BAD_RECORD

    rules, found = asking.ruleset(sheet.header.ruleset), report.first_illegal
    assert found is not None
    who = "" if found.seat is None or not 0 <= found.seat < len(sheet.header.players) else f", {sheet.header.players[found.seat]} (seat {found.seat})"
    say(f"{f'Move {found.move}' if found.move else 'The set-up'} on line {found.line}{who}: {found.clause}, {found.reason}.")
    clause = rules.clauses.get(found.clause)
    if clause is not None:
        say(f"  {clause.id} ({clause.place})  {clause.text}")
    if found.clause in (BAD_DRAW, BAD_RECORD):
        if found.legal:
            say("  The move is legal; what the record says of it is not so.")
    elif found.legal:
        say(f"  Legal would have been: {listed([rules.notate(read_move(rules, move)) for move in found.legal])}.")
    elif found.to_act and found.seat is not None:
        say(f"  To act: {listed([f'seat {seat}' for seat in found.to_act])}.")
    if report.others:
        say(f"  Instead of it, one of these could be the wrong one: {listed([f'move {number}' for number in report.others])}.")
