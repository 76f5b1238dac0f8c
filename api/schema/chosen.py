"""The one move among the three ways to say it."""

from typing import Any

from api.schema.generate import Generated
from api.schema.objects import camel
from domain.refusal import UNREADABLE, Refused
from domain.table import Rules


def chosen_move(generated: Generated, rules: Rules, typed: Any, json: Any, notation: str | None) -> Any:
    """The move as it was sent, for ``domain/moves.py`` to read. Refused unless exactly one way was used, and for a move of another ruleset."""
    given = [way for way in (typed, json, notation) if way is not None]
    if len(given) != 1:
        raise Refused(UNREADABLE, "move: exactly one of move, json, notation must be given")
    if typed is None:
        return _object(json) if notation is None else notation
    slug, move = generated.read_move(typed)
    if slug != rules.slug:
        raise Refused(UNREADABLE, f"move.{camel(slug)}: this game is {rules.slug}")
    return move


def _object(json: Any) -> Any:
    if not isinstance(json, dict):
        raise Refused(UNREADABLE, "json: a move must be an object")
    return json
