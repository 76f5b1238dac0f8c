"""A picture of a game for a viewer: drawn by the game from a view, and under it how the service says the game stands, where no position can show that."""

from domain import svg
from domain.closing import service_outcome
from domain.game import Game
from domain.message import Json
from domain.seats import Viewer
from domain.sight import to_act_of, view_of
from domain.text import listed


def picture_of(game: Game, viewer: Viewer, number: int | None = None) -> str:
    """The position after move ``number`` (default: the head) as SVG. Only for a game that has started."""
    drawn = game.rules.draw(view_of(game, viewer, number))
    words = caption(game) if number in (None, game.head) else None
    return drawn if words is None else svg.captioned(drawn, words)


def caption(game: Game) -> str | None:
    """What the service says of the game beyond the position at its head; None where the position says it all."""
    if game.status == "RUNNING" and not to_act_of(game):  # only a dispute keeps it from its end
        return "The game has not ended: it waits for a verdict."
    if game.status == "ENDED" and game.outcome is not None and service_outcome(game.outcome):
        return f"The game has ended, {game.outcome['reason'].replace('_', ' ')}: {_winners(game.outcome)}."
    return None


def _winners(outcome: Json) -> str:
    seats = outcome["winners"]
    if not seats:
        return "nobody wins"
    return f"seat {seats[0]} wins" if len(seats) == 1 else f"seats {listed(seats)} win"
