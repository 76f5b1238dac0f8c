"""A game in memory: commands judged by the referee and folded, without a store."""

from typing import Any

from domain import commands as cmd
from domain import events as ev
from domain.game import Game, evolve, fold
from domain.referee import Setting, judge, open_game

SEED, ID = bytes(range(32)), bytes(range(16))


class Match:
    """``match.do(command)`` judges and applies; ``match.history`` is what was recorded."""

    def __init__(self, ruleset: str = "toy", players: tuple[str, ...] | None = ("Ann", "Ben"), seed: bytes = SEED, **more: Any) -> None:
        self.setting = Setting(seed, None)
        self.history: list[ev.Recorded] = []
        self._game: Game | None = None
        self._record(open_game(ID, cmd.OpenGame(ruleset, players=players, **more), self.setting))

    @property
    def game(self) -> Game:
        assert self._game is not None
        return self._game

    def do(self, command: cmd.Command, command_id: str | None = None) -> tuple[ev.Event, ...]:
        events = judge(self.game, command, self.setting)
        self._record(events, command_id)
        return events

    def play(self, *moves: Any) -> None:
        """Moves of whoever is to act."""
        for move in moves:
            self.do(cmd.PlayMove(self.game.rules.to_act(self.game.state)[0], move))

    def play_first(self, times: int = 1) -> None:
        """The first legal move of whoever is to act, so many times."""
        for _ in range(times):
            seat = self.game.rules.to_act(self.game.state)[0]
            self.do(cmd.PlayMove(seat, self.game.rules.legal_moves(self.game.state, seat)[0]))

    def play_out(self) -> None:
        while self.game.rules.to_act(self.game.state):
            self.play_first()

    def again(self) -> Game:
        """The game folded afresh from lines, as a reader of the store would."""
        lines = [(r.version, ev.to_line(r.event), r.hash, r.command) for r in self.history]
        recorded = []
        for version, line, hash, command in lines:
            event = ev.from_line(line)
            assert event is not None
            recorded.append(ev.Recorded(version, event, hash, command))
        game = fold(recorded)
        assert game is not None
        return game

    def _record(self, events: tuple[ev.Event, ...], command_id: str | None = None) -> None:
        for event in events:
            recorded = ev.Recorded(len(self.history) + 1, event, f"{len(self.history) + 1:064x}", command_id)
            self._game = evolve(self._game, recorded)
            self.history.append(recorded)
