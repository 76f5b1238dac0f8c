"""A history under judgement: the same game given as set-up and moves, built into a ``Game`` that runs, position by position."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import msgspec

from domain import events as ev
from domain.chance import Committed, Reported
from domain.game import Game, evolve
from domain.message import Json, Move
from domain.moves import clauses_of, read_move, write_facts
from domain.playout import Step
from domain.refusal import Refused
from domain.seats import Seat, Viewer
from domain.sight import effective, frame_of, legal_of, line_of, to_act_of, view_of
from domain.table import board_json
from tests.every_game.support import Laid

History: TypeAlias = tuple[Json, list[tuple[int, Any, list[Json]]]]


def history_of(setup: Json, made: Sequence[Step]) -> History:
    return setup, [(step.seat, step.move.wire(), step.draws) for step in made]


def record_of(laid: Laid, history: History) -> str:
    """The history as a typed record of a game that goes on."""
    header = {"arbiter": 1, "ruleset": laid.rules.slug, "players": [f"Seat {n}" for n in range(laid.table.seats)], "options": laid.table.options.wire()}
    setup, moves = history
    lines: list[Json] = [{**header, "board": board_json(laid.rules, laid.table)}, {"setup": setup}]
    lines += [{"seat": seat, "move": move, "draws": draws} for seat, move, draws in moves]
    return "\n".join(msgspec.json.encode(line).decode() for line in lines)


def answers(game: Game, seat: Seat, moves: Iterable[Move]) -> dict[str, str]:
    """What the referee says when a seat tries each of these moves at the head."""
    return {str(move): _answer(game, seat, move) for move in moves}


def _answer(game: Game, seat: Seat, move: Move) -> str:
    try:
        game.rules.decide(game.state, seat, move, Committed(bytes(32), bytes(16), sources=game.rules.sources))
    except Refused as refused:
        return str(refused)
    return "accepted"


class Told:
    """The events of a running game with that history; ``games[n]`` is the game when move n was the head."""

    def __init__(self, laid: Laid, history: History) -> None:
        self.recorded: list[ev.Recorded] = []
        self.games: list[Game] = []
        self._game: Game | None = None
        rules, table = laid.rules, laid.table
        setup, moves = history
        self._put(
            ev.GameOpened(
                id="00000000-0000-0000-0000-000000000000",
                ruleset=rules.slug,
                version=rules.version,
                seats=table.seats,
                options=table.options.wire(),
                seed_commitment="",
                board=board_json(rules, table),
            )
        )
        for seat in range(table.seats):
            self._put(ev.SeatTaken(seat=seat, player=f"Seat {seat}", entropy=f"entropy {seat}"))
        model = rules.setup_model.model_validate_json(msgspec.json.encode(setup))
        self.games.append(self._put(ev.GameStarted(setup=setup, facts=write_facts(rules.setup(table, model)), chance=[{"source": "set-up", "secret": setup}])))
        for number, (seat, raw, draws) in enumerate(moves, 1):
            self.games.append(self._move(number, seat, raw, draws))

    def _move(self, number: int, seat: int, raw: Any, draws: list[Json]) -> Game:
        game = self.games[-1]
        move, chance = read_move(game.rules, raw), Reported(draws)
        facts = game.rules.decide(game.state, seat, move, chance)
        chance.finish()
        witness = [{"source": game.rules.sources[name], "secret": value} for draw in draws for name, value in draw.items()]
        return self._put(
            ev.MoveMade(number=number, seat=seat, move=move.wire(), draws=draws, facts=write_facts(facts), clauses=list(clauses_of(facts)), chance=witness)
        )

    def _put(self, event: ev.Event) -> Game:
        recorded = ev.Recorded(len(self.recorded) + 1, event, "")
        self._game = evolve(self._game, recorded)
        self.recorded.append(recorded)
        return self._game


def live(game: Game, viewer: Viewer) -> Json:
    """All that a viewer is shown of the head, as it is sent when the head is new."""
    shown = _position(game, viewer, game.head)
    shown["picture"] = game.rules.draw(view_of(game, viewer))
    if game.head:
        shown["frame"] = msgspec.to_builtins(frame_of(game, viewer, game.head))
    return shown


def late(told: Told, viewer: Viewer, numbers: Iterable[int]) -> Json:
    """What a viewer can look up while the last position is the head: these positions, every frame, every line of the record."""
    game = told.games[-1]
    return {
        "positions": [_position(game, viewer, number) for number in numbers],
        "frames": [msgspec.to_builtins(frame_of(game, viewer, number)) for number in range(1, game.count + 1)],
        "shows": [played.shows for played in game.moves],
        "lines": [line_of(game, viewer, recorded) for recorded in told.recorded],
    }


def _position(game: Game, viewer: Viewer, number: int) -> Json:
    rules = game.rules
    view = view_of(game, viewer, number)
    legal = {seat: legal_of(game, viewer, seat, number) for seat in range(game.table.seats)}
    return {
        "view": view.wire(),
        "to_act": to_act_of(game, number),
        "legal": {seat: None if moves is None else [rules.notate(move) for move in moves] for seat, moves in legal.items()},
        "scores": rules.score(game.position(number)),
        "eyes": str(effective(game, viewer, number)),
    }
