"""A game as one viewer sees it at one position: what the types of the schema are read from. Only ``domain/sight.py`` decides what is seen."""

from typing import Any

import msgspec

from domain.game import Game
from domain.message import Json, Move, View
from domain.seats import Seat, Viewer
from domain.sight import legal_of, to_act_of, view_of


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

    def scores(self) -> Any:
        """The running scores of the position; None where the game has none."""
        number = self.game.head if self.at is None else self.at
        return self.game.rules.score(self.game.position(number)) if self.started else None
