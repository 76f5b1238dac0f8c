"""A picture of a game: drawn by the game from a view, never from the position itself."""

from api.schema.seen import Seen
from domain import svg


def picture_of(seen: Seen) -> str:
    """The position as SVG; before the game starts the empty board, or a card with the game's name."""
    rules, view = seen.game.rules, seen.view()
    if view is not None:
        return rules.draw(view)
    if rules.boards is not None:
        return rules.boards.draw(seen.game.table.board)
    taken = sum(player is not None for player in seen.game.players)
    words = f"{taken} of {seen.game.table.seats} seats taken"
    return svg.picture(400, 200, rules.title, f"{rules.title}: not started, {words}", [svg.text(200, 95, rules.title, size=32), svg.text(200, 135, words)])
