"""``arbiter replay``: the moves and positions of a record as one viewer may see them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.cli import asking
from api.cli.audit import unreadable
from api.cli.output import Fault, Json, complain, console, say, say_json, write_text
from api.cli.words import listed, outcome_words

if TYPE_CHECKING:
    from domain.course import Course
    from domain.game import Game
    from domain.seats import Viewer
    from domain.sheet import Sheet
    from domain.transcript import Position


def replay(
    file: Annotated[Path, typer.Argument(help="A record file; - is stdin.", show_default=False)],
    at: Annotated[int | None, typer.Option(min=0, help="The position after this move; 0 is before the first.")] = None,
    every: Annotated[bool, typer.Option("--every", help="Every position, those of moves taken back too.")] = False,
    viewer: Annotated[str, typer.Option(metavar="SEAT|spectator|arbiter", help="Who looks.")] = "arbiter",
    json: Json = False,
    svg: Annotated[Path | None, typer.Option(metavar="OUT", help="Draw the position into this file; with --every into a folder.")] = None,
) -> None:
    """Show a record: its moves, or positions; exit 1 at an illegal move, after what came before it."""
    from domain.course import hides, walk
    from domain.sheet import Unreadable

    if at is not None and every:
        raise Fault("at: does not go with --every")
    try:
        sheet = asking.record(file)
        looking = asking.viewer(viewer, len(sheet.header.players))
        course = walk(sheet)
    except Unreadable as error:
        raise unreadable(error, json) from None
    if course.start is not None and not _beyond(at, sheet, course):
        _show(sheet, course, looking, at, every, json, svg)
    if course.fault is not None:
        if sheet.header.reader is not None:
            raise Fault(str(hides(sheet.header)))
        fault = course.fault
        reason = f", {fault.reason}" if looking.all_seeing else ""  # it may name what this viewer may not see
        complain(f"{f'move {fault.move}' if fault.move else 'the set-up'} on line {fault.line} is wrong: {fault.clause}{reason}")
        raise typer.Exit(1)
    for problem in sheet.problems:
        complain(f"line {problem.line} is wrong: {problem.reason}")
    if sheet.problems:
        raise typer.Exit(1)


def _beyond(at: int | None, sheet: "Sheet", course: "Course") -> bool:
    """Whether a position lies behind the move that is wrong, so that there is none to show and the fault says why."""
    return at is not None and course.fault is not None and course.fault.move <= at <= sheet.moves and all(step.number != at for step in course.steps)


def _show(sheet: "Sheet", course: "Course", viewer: "Viewer", at: int | None, every: bool, json: bool, svg: Path | None) -> None:
    from domain.transcript import game_of, position, positions

    game = game_of(sheet, course)
    judged = {0, *(step.number for step in course.steps)}
    if at is not None and at not in judged:
        raise Fault(f"at: there is no position {at}, the record can be followed to {max(judged)}")
    number = game.head if at is None else at
    if svg is not None:
        _draw(game, viewer, sorted(judged) if every else [number], svg, every)
    elif every:
        for each in positions(sheet, course, viewer):
            say_json(each.wire()) if json else _say_position(game, each)
    elif json:
        say_json(_with_view(game, viewer, number, position(game, viewer, number)))
    elif at is not None:
        _say_position(game, position(game, viewer, number))
        _say_view(game, viewer, number)
    else:
        _say_moves(game, viewer, sorted(judged - {0}))
        if game.outcome is not None and game.status == "ENDED":
            for line in outcome_words(game.outcome, list(game.players)):
                say(line)


def _with_view(game: "Game", viewer: "Viewer", number: int, position: "Position") -> dict[str, Any]:
    from domain.sight import view_of

    return {**position.wire(), "view": view_of(game, viewer, number).wire()}


def _draw(game: "Game", viewer: "Viewer", numbers: list[int], out: Path, every: bool) -> None:
    from domain.caption import picture_of

    if every:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Fault(f"svg: {out} cannot be the folder of the pictures ({(error.strerror or 'cannot be made').lower()})") from None
    for number in numbers:
        write_text(out / f"{number:05}.svg" if every else out, picture_of(game, viewer, number))


def _say_moves(game: "Game", viewer: "Viewer", numbers: list[int]) -> None:
    from domain.sight import frame_of

    say(f"{game.rules.title}: {', '.join(f'{player} (seat {seat})' for seat, player in enumerate(game.players))}")
    for number in numbers:
        frame = frame_of(game, viewer, number)
        clauses = f"  [{', '.join(frame.clauses)}]" if frame.clauses else ""
        back = "" if game.counts_now(number) else "  (taken back)"
        say(f"{number:4}. {frame.notation:<28} {frame.narration}{clauses}{back}")


def _say_position(game: "Game", position: "Position") -> None:
    back = " (taken back)" if position.annulled else ""
    acting = f"to act: {listed([f'seat {seat}' for seat in position.to_act])}" if position.to_act else "nobody is to act"
    say(f"Position {position.at}{back}: {acting}; scores {position.scores if position.scores is not None else 'none'}.")
    for seat, moves in position.legal.items():
        say(f"  seat {seat} may {listed(_notated(game, moves))}")
    if position.outcome is not None:
        for line in outcome_words(position.outcome, list(game.players)):
            say(line)


def _notated(game: "Game", moves: list[dict[str, Any]]) -> list[str]:
    from domain.moves import read_move

    return [game.rules.notate(read_move(game.rules, move)) for move in moves]


def _say_view(game: "Game", viewer: "Viewer", number: int) -> None:
    from rich.json import JSON

    from domain.sight import view_of

    console().print(JSON.from_data(view_of(game, viewer, number).wire(), ensure_ascii=False))
