"""``arbiter audit``: referees a record move by move."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli import asking
from api.cli.output import Fault, Json, say, say_json
from api.cli.words import LONGEST, listed
from domain.text import counted

if TYPE_CHECKING:
    from domain.audit import Illegal, Report
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
        say(_clean(report, sheet))
        if report.verdict is not None:
            say(_verdict(report.verdict, sheet))
        if sheet.header.id is not None:
            say("What line 1 repeats, the order of all events and their hashes are checked by `arbiter verify`.")
    if report.first_illegal is not None:
        _say_illegal(report, sheet)
    for problem in report.problems:
        say(f"Line {problem.line} is wrong: {problem.reason}.")
    if report.annulled_illegal:
        one = len(report.annulled_illegal) == 1
        numbers = listed(list(map(str, report.annulled_illegal)))
        say(f"Move {numbers} was illegal and was taken back." if one else f"Moves {numbers} were illegal and were taken back.")
    if report.not_checkable:
        say(f"Possible, but not checkable, since the record leaves it open: {listed(report.not_checkable)}.")
    for unknown in report.unknown[:LONGEST]:
        say(f"Line {unknown.line}, passed over: {unknown.reason}.")
    if len(report.unknown) > LONGEST:
        say(f"Passed over likewise: {len(report.unknown) - LONGEST} more.")


def _clean(report: "Report", sheet: "Sheet") -> str:
    if not sheet.taken_back:
        return f"Clean: {counted(report.moves, 'move')}, all legal."
    return f"Clean: {counted(report.moves, 'move')}, of which {len(sheet.counting())} {'counts' if len(sheet.counting()) == 1 else 'count'}; all that counts is legal."


def _verdict(winners: list[int], sheet: "Sheet") -> str:
    named = listed([f"{sheet.header.players[seat]} (seat {seat})" for seat in winners]) if winners else "nobody"
    return f"The result is an arbiter's verdict, not what the rules make of the game: {named} won."


def _say_illegal(report: "Report", sheet: "Sheet") -> None:
    from domain.moves import read_move
    from domain.refusal import BAD_DRAW, BAD_RECORD

    rules, found = asking.ruleset(sheet.header.ruleset), report.first_illegal
    assert found is not None
    who = "" if found.seat is None or not 0 <= found.seat < len(sheet.header.players) else f", {sheet.header.players[found.seat]} (seat {found.seat})"
    say(f"{_what(found, sheet)} on line {found.line}{who}: {found.clause}, {found.reason}.")
    clause = rules.clauses.get(found.clause)
    if clause is not None:
        say(f"  {clause.id} ({clause.place})  {clause.text}")
    if found.clause in (BAD_DRAW, BAD_RECORD):
        if found.legal:
            say("  The move is legal; what the record says of it is not so.")
    elif found.legal:
        could = "could have been, by all that the record tells" if report.partial else "would have been"
        say(f"  Legal {could}: {listed([rules.notate(read_move(rules, move)) for move in found.legal])}.")
    elif found.to_act and found.seat is not None:
        say(f"  To act: {listed([f'seat {seat}' for seat in found.to_act])}.")
    if report.others:
        say(f"  Instead of it, one of these could be the wrong one: {listed([f'move {number}' for number in report.others])}.")


def _what(found: "Illegal", sheet: "Sheet") -> str:
    """What is wrong there: a move, the set-up, or the line that tells the end."""
    from domain.events import GameEnded
    from domain.sheet import AnnulLine, EndLine, EventLine

    if any(line.line == found.line for line in sheet.of(EndLine)):
        return "The end"
    if any(line.line == found.line for line in sheet.of(AnnulLine)):
        return "The annulment"
    event = next((line.event for line in sheet.of(EventLine) if line.line == found.line), None)
    if event is not None:
        return "The event of the end" if isinstance(event, GameEnded) else "The event"
    return f"Move {found.move}" if found.move else "The set-up"
