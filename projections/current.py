"""Games as they stand in the event store, a moment before the projections have them."""

from domain.events import Recorded
from domain.game import Game
from infra.ledger import Ledger
from infra.settings import Settings
from projections.bell import Bell
from projections.generations import ReadStore
from projections.library import Library


class CurrentLibrary(Library):
    """The read side for who must not be behind: a game, and what happened in it, are read up to where its stream ends, whoever wrote that.

    So what was acknowledged is seen by every later read of that game, at any process, also where the projections are behind (or their broker is away).
    Lists and boards, and whoever is kept behind on purpose, read the projections.
    """

    def __init__(self, settings: Settings, store: ReadStore, bell: Bell, ledger: Ledger) -> None:
        super().__init__(settings, store, bell)
        self._ledger = ledger

    def game(self, game_id: str, until: str | None = None) -> Game | None:
        found = super().game(game_id, until)
        if until is not None or (found is not None and not self._ledger.events_after(game_id, found.version, 1)):
            return found
        return self._ledger.game(game_id)

    def events_after(self, game_id: str, version: int, until: str | None = None, limit: int | None = None) -> list[Recorded]:
        found = super().events_after(game_id, version, until, limit)
        if until is not None or (limit is not None and len(found) >= limit):
            return found
        last = found[-1].version if found else version
        return found + self._ledger.events_after(game_id, last, None if limit is None else limit - len(found))
