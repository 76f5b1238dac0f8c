"""``arbiter rulesets`` and ``arbiter rules``: the games, and their clauses with their sources."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.cli import asking
from api.cli.output import Json, say_json, say_table

if TYPE_CHECKING:
    from domain.table import Rules


def rulesets(json: Json = False) -> None:
    """The games that are refereed."""
    from domain.shelf import shelf

    games = [_shown(rules) for rules in shelf().values()]
    if json:
        say_json(games)
        return
    headings = ("game", "title", "version", "seats", "options", "boards")
    say_table(
        headings,
        (
            (game["slug"], game["title"], game["version"], ", ".join(map(str, game["seats"])), ", ".join(game["options"]), ", ".join(game["boards"]))
            for game in games
        ),
    )


def rules(
    ruleset: Annotated[str | None, typer.Argument(help="The game, as `arbiter rulesets` names it; left out: the service's own clauses (ARB-…).")] = None,
    json: Json = False,
) -> None:
    """The numbered rules of a game, with their places in the rulebook, or what the service refuses whatever is played."""
    import msgspec

    from domain.clauses import service_clauses

    clauses = list((service_clauses() if ruleset is None else asking.ruleset(ruleset).clauses).values())
    if json:
        say_json([msgspec.to_builtins(clause) for clause in clauses])
        return
    rows = ((clause.id, clause.place, clause.text if clause.refereed else f"{clause.text} [not refereed]") for clause in clauses)
    say_table(("clause", "place", "rule"), rows)


def _shown(game: "Rules") -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title,
        "version": game.version,
        "seats": list(game.seats),
        "options": options_of(game),
        "boards": [] if game.boards is None else sorted(game.boards.shipped),
    }


def options_of(game: "Rules") -> dict[str, Any]:
    """Every option by name: a JSON Schema of its values, with its default and what it means."""
    properties: dict[str, dict[str, Any]] = game.options.model_json_schema().get("properties", {})
    return {name: {key: value for key, value in schema.items() if key != "title"} for name, schema in properties.items()}
