"""A picture of a game; before it starts the empty board, or a card with the game's name."""

from api.schema.seen import Seen
from domain import caption, svg


def picture_of(seen: Seen) -> str:
    """What is seen as SVG."""
    game = seen.game
    if seen.started:
        return caption.picture_of(game, seen.viewer, seen.at)
    if game.rules.boards is not None:
        return game.rules.boards.draw(game.table.board)
    taken = sum(player is not None for player in game.players)
    words = f"{taken} of {game.table.seats} seats taken"
    return svg.picture(
        400, 200, game.rules.title, f"{game.rules.title}: not started, {words}", [svg.text(200, 95, game.rules.title, size=32), svg.text(200, 135, words)]
    )
