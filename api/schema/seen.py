"""A game as one viewer sees it at one position: what the types of the schema are read from. Only ``domain/sight.py`` decides what is seen."""

from collections.abc import Sequence

import msgspec

from domain.game import Game
from domain.message import Json, Move, View
from domain.seats import Seat, Viewer
from domain.sight import legal_of, to_act_of, view_of
from projections.scoreboard import ranks


class Seen(msgspec.Struct, frozen=True):
    """The game, who looks, and the number of the position looked at (None: the head)."""

    game: Game
    viewer: Viewer
    at: int | None = None

    @property
    def started(self) -> bool:
        return self.game.start is not None

    def view(self) -> View | None:
        return view_of(self.game, self.viewer, self.at) if self.started else None

    def view_json(self) -> Json:
        """The view as JSON; empty before the game starts."""
        view = self.view()
        return {} if view is None else view.wire()

    def to_act(self) -> tuple[Seat, ...]:
        return to_act_of(self.game, self.at) if self.started else ()

    def legal(self) -> tuple[Move, ...] | None:
        """The own seat's legal moves; for others those of the seat to act, None where the game hides them."""
        if not self.started:
            return () if self.viewer.seat is not None else None
        acting = self.to_act()
        seat = self.viewer.seat if self.viewer.seat is not None else next(iter(acting), None)
        moves = () if seat is None or seat not in acting else legal_of(self.game, self.viewer, seat, self.at)
        return None if moves is None else tuple(moves)

    def scoreboard(self) -> list[Json] | None:
        """A line for each seat: the running score of the position, and at the head what the outcome says; None before the game starts."""
        if not self.started:
            return None
        game, number = self.game, self.game.head if self.at is None else self.at
        running: Sequence[int | None] = game.rules.score(game.position(number)) or [None] * game.table.seats
        outcome = game.outcome if number == game.head else None
        ranked = None if outcome is None else ranks(game.rules, outcome, game.table.seats)
        return [
            {
                "seat": seat,
                "player": player,
                "score": running[seat],
                "rank": None if ranked is None else ranked[seat],
                "won": None if outcome is None else seat in outcome["winners"],
                "detail": None if outcome is None or outcome["scores"] is None else outcome["scores"][seat],
                "reason": None if outcome is None else outcome["reason"],
            }
            for seat, player in enumerate(game.players)
        ]
