"""``arbiter sheet``: a commented example of a record, to type one's own from."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli import asking
from api.cli.games import options_of
from api.cli.output import say
from domain.text import either

if TYPE_CHECKING:
    from domain.game import Game
    from domain.table import Rules

MOVES = 12  # enough to see how a line looks; a record may end anywhere
SEED = 1


def sheet(ruleset: Annotated[str, typer.Argument(help="The game, as `arbiter rulesets` names it.")]) -> None:
    """Print an example of a record to type one's own from; it audits clean as it stands."""
    for line in example(asking.ruleset(ruleset)):
        say(line)


def example(rules: "Rules") -> Iterator[str]:
    """The lines of the example: the beginning of a game that bots played, with comments."""
    from infra.bot_game import play_to_end

    game, _ = play_to_end(SEED, rules.slug, min(rules.seats))
    yield f"# A record of {rules.title}. A line that starts with # is a comment, all others are JSON, one thing a line."
    yield f"# Check yours with: arbiter audit FILE (clauses: arbiter rules {rules.slug})"
    yield from _header(rules, game)
    yield from _setup(rules, game)
    yield from _moves(rules, game)
    yield from _rest(rules, game)


def _header(rules: "Rules", game: "Game") -> Iterator[str]:
    yield "#"
    yield f"# Who played, in the order of their seats ({either(rules.seats)}; seat 0 first). What is left out: current version, default options, standard board."
    for name, schema in options_of(rules).items():
        kinds = schema.get("anyOf", [schema])
        allowed = [value for kind in kinds for value in kind.get("enum", [])] or next(kind["type"] for kind in kinds)
        yield f"#   option {name}: {_json(allowed)}; {_json(schema.get('default'))} when left out. {schema.get('description', '')}".rstrip()
    if rules.boards is not None:
        yield f'#   "board": the id of a board ({", ".join(sorted(rules.boards.shipped))}) or a board itself.'
    players = ["Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"][: game.table.seats]
    yield _json({"arbiter": 1, "ruleset": rules.slug, "players": players, "options": game.table.options.wire(), "board": game.board})


def _setup(rules: "Rules", game: "Game") -> Iterator[str]:
    if not game.setup:
        return
    yield "#"
    yield "# What chance did before the first move."
    if rules.partial is not None:
        yield "# If nobody wrote down what was hidden, leave this line out: the audit then asks what is possible."
    seen = rules.unrecorded(game.setup) if rules.unrecorded is not None else {}
    if seen:
        yield "# Or write down only what everybody saw:"
        yield f"#   {_json({'setup': seen})}"
    yield _json({"setup": game.setup})


def _moves(rules: "Rules", game: "Game") -> Iterator[str]:
    yield "#"
    yield "# The moves, in order: the seat, and the move as an object or in the notation of the game."
    yield "# draws is what chance did because of the move, in order; it is left out when nothing fell."
    yield f"# Kinds of moves: {', '.join(sorted(rules.moves))}."
    for played in game.moves[:MOVES]:
        yield f"# {played.number}. {rules.narrate(played.seat, played.move, played.facts, played.draws)}"
        move = played.move.wire() if played.number == 1 else rules.notate(played.move)
        yield _json({"seat": played.seat, "move": move, **({"draws": played.draws} if played.draws else {})})


def _rest(rules: "Rules", game: "Game") -> Iterator[str]:
    shown = {played.move.kind for played in game.moves[:MOVES]}
    later = {played.move.kind: played for played in reversed(game.moves[MOVES:]) if played.move.kind not in shown}
    if later:
        yield "#"
        yield "# Other moves look like this:"
        for played in later.values():
            yield f"#   {_json({'seat': played.seat, 'move': rules.notate(played.move), **({'draws': played.draws} if played.draws else {})})}"
    yield "#"
    yield "# To take back the moves from 11 on (they keep their numbers, the next move has the next one):"
    yield '#   {"annul": {"from": 11}}'
    if rules.reveal is not None:
        yield "# What was still hidden after the last move may be told, and is checked then (an empty list where nobody wrote it down). At the end of this game:"
        yield f"#   {_json({'reveal': rules.reveal(game.state)})}"
    yield "# A record may end anywhere. How the game ended may be said in the last line, and is checked then:"
    yield f"#   {_json({'end': {'moves': game.count, 'outcome': game.outcome}})}"


def _json(value: object) -> str:
    import msgspec

    return msgspec.json.encode(value).decode()
