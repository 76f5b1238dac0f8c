"""``arbiter play``: bots play one game through the referee, or many games as fast as they can."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.cli import asking
from api.cli.output import Fault, Json, progress, say, say_json, write_text

if TYPE_CHECKING:
    from domain.table import Rules
from domain.text import counted


def play(
    ruleset: Annotated[str, typer.Argument(help="The game, as `arbiter rulesets` names it.")],
    seats: Annotated[int | None, typer.Option(help="Number of players; the fewest that the game allows when left out.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed plays the same game.")] = 0,
    option: Annotated[list[str] | None, typer.Option(metavar="K=V", help="An option of the game; may be repeated.")] = None,
    board: Annotated[str | None, typer.Option(metavar="ID|FILE", help="A board that ships, or a file.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the record to this file; - is stdout.")] = None,
    count: Annotated[int | None, typer.Option(min=1, help="Play so many games from consecutive seeds and measure; no records.")] = None,
    json: Json = False,
) -> None:
    """Let bots play a game; the same command writes the same bytes."""
    from domain.refusal import Refused

    rules = asking.ruleset(ruleset)
    players = min(rules.seats) if seats is None else seats
    chosen, given = asking.options(option or []), asking.board(rules, board)
    try:
        if count is None:
            _play_one(rules, players, seed, chosen, given, out, json)
        elif out is not None:
            raise Fault("count: no records are written of many games, leave out --out")
        else:
            _play_many(rules, players, seed, chosen, given, count, json)
    except Refused as refused:
        raise Fault(refused.reason) from None


def _play_one(rules: "Rules", seats: int, seed: int, options: dict[str, Any], board: Any, out: Path | None, json: bool) -> None:
    from domain.seats import ARBITER
    from infra.bot_game import play_to_end
    from infra.record_file import record_lines

    game, recorded = play_to_end(seed, rules.slug, seats, options, board)
    if out is not None:
        write_text(out, "".join(f"{line}\n" for line in record_lines(game, recorded, ARBITER, None)))
    assert game.outcome is not None
    if str(out) == "-":
        return
    if json:
        say_json({"ruleset": rules.slug, "seed": seed, "moves": game.count, "outcome": game.outcome})
        return
    from api.cli.words import outcome_words

    say(f"{rules.title} with {seats} seats, seed {seed}: {counted(game.count, 'move')}.")
    for line in outcome_words(game.outcome, list(game.players)):
        say(line)
    if out is not None:
        say(f"The record is in {out}.")


def _play_many(rules: "Rules", seats: int, seed: int, options: dict[str, Any], board: Any, count: int, json: bool) -> None:
    from domain.playout import play_fast
    from domain.table import lay

    table = lay(rules, seats, options, board)
    start = time.perf_counter()
    moves = sum(play_fast(rules, table, each)[0] for each in progress(range(seed, seed + count), count, rules.title))
    seconds = time.perf_counter() - start
    if json:
        say_json({"games": count, "moves": moves, "seconds": round(seconds, 6), "moves_per_second": round(moves / seconds)})
    else:
        say(f"{counted(count, 'game')} of {rules.title}, {counted(moves, 'move')} in {seconds:.2f} s: {moves / seconds:,.0f} moves a second.")
