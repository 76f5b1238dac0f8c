"""Records of the toy in which a service closed, took back or judged something, written by the referee; and the same with all made anew by a forger."""

import json
import uuid
from collections.abc import Callable
from typing import Any

from domain import commands as cmd
from domain.chain import START, canonical, commitment, link, salt
from domain.game import Game
from domain.playout import game_of, play_seed
from domain.referee import Setting, judge, open_game
from domain.seats import ARBITER
from infra.bot_game import Chained
from infra.keys import salt_key
from infra.record_file import record_lines
from tests import corpus, toy

Lines = list[dict[str, Any]]
Story = Callable[["Told"], None]


class Told:
    """A game of the toy that has started, with a clock."""

    def __init__(self, seed: int = 3) -> None:
        self._seed = play_seed(seed)
        self._chained, self._second = Chained(self._seed, game_of(self._seed)), 0
        self._chained.put(open_game(game_of(self._seed), cmd.OpenGame("toy", seats=2), self._setting()))
        for seat, player in enumerate(("Ann", "Ben")):
            self.do(cmd.TakeSeat(player, seat))
        self.do(cmd.StartGame())

    def _setting(self) -> Setting:
        self._second += 1
        return Setting(self._seed, f"2026-11-30T08:00:{self._second:02}.000Z")

    @property
    def game(self) -> Game:
        assert self._chained.game is not None
        return self._chained.game

    def do(self, command: cmd.Command) -> None:
        self._chained.put(judge(self.game, command, self._setting()))

    def play(self, moves: int = 99) -> None:
        """The first legal move, so many times or to the end."""
        for _ in range(moves):
            acting = self.game.rules.to_act(self.game.state)
            if not acting or self.game.status == "ENDED":
                return
            self.do(cmd.PlayMove(acting[0], self.game.rules.legal_moves(self.game.state, acting[0])[0].wire()))

    def disputed(self, verdict: Any, **more: Any) -> None:
        """A dispute about the last move, and its verdict."""
        self.do(cmd.RaiseDispute(0, "No.", about_move=self.game.head))
        self.do(cmd.RuleDispute(self.game.disputes[-1].id, verdict, "So be it.", **more))

    def agreed(self, proposed: cmd.Command) -> None:
        """A proposal of seat 0 that seat 1 agrees to."""
        self.do(proposed)
        self.do(cmd.Agree(1, self.game.proposals[-1].id))

    def lines(self) -> Lines:
        return [json.loads(line) for line in record_lines(self.game, self._chained.recorded, ARBITER, corpus.keys())]


def _adjudicated(told: Told) -> None:
    told.play(2)
    told.disputed("ADJUDICATE", winners=(1,))


def _adjudicated_after_the_end(told: Told) -> None:
    told.play()
    told.disputed("ADJUDICATE", winners=(1, 0))


def _adjudicated_twice(told: Told) -> None:
    told.play(2)
    told.do(cmd.RaiseDispute(1, "Wait.", about_move=1))
    told.disputed("ADJUDICATE", winners=())
    told.do(cmd.RuleDispute(told.game.disputes[0].id, "ADJUDICATE", "Rather this.", winners=(0,)))


def _resigned(told: Told) -> None:
    told.play(3)
    told.do(cmd.Resign(1))


def _resigned_under_dispute(told: Told) -> None:
    told.play(3)
    told.do(cmd.RaiseDispute(0, "Wait.", about_move=3))
    told.do(cmd.Resign(1))
    told.do(cmd.RuleDispute(told.game.disputes[-1].id, "ANNUL", "Yes."))


def _stopped(told: Told) -> None:
    told.play(1)
    told.do(cmd.SendMessage(0, "Tea?"))
    told.do(cmd.ReissueToken(1))
    told.do(cmd.ProposeStop(0))
    told.play(1)
    told.do(cmd.SendMessage(1, "Yes."))
    told.do(cmd.ReissueToken(1))
    told.agreed(cmd.ProposeStop(0))


def _taken_back(told: Told) -> None:
    told.play(1)
    told.agreed(cmd.ProposeUndo(0, 1))
    told.play(4)
    told.disputed("STANDS")
    told.disputed("ANNUL", first=3)
    told.disputed("ANNUL")
    told.play()


def _disputed_at_the_end(told: Told) -> None:
    told.play()
    told.disputed("STANDS")


def _running(told: Told) -> None:
    told.play(4)
    told.do(cmd.RaiseDispute(0, "Hm.", about_move=4))


STORIES: dict[str, Story] = {
    story.__name__.strip("_"): story
    for story in (
        _adjudicated,
        _adjudicated_after_the_end,
        _adjudicated_twice,
        _resigned,
        _resigned_under_dispute,
        _stopped,
        _taken_back,
        _disputed_at_the_end,
        _running,
    )
}


def told(story: str) -> Lines:
    """The record of a story."""
    with toy.on_the_shelf():
        game = Told()
        STORIES[story](game)
        return game.lines()


def rechained(lines: Lines, seed: str | None = None, game: str | None = None) -> Lines:
    """The record with line 1, numbers, hashes and end all made anew, so that everything fits that a forger can make fit."""
    seed, game = seed or lines[0]["chance"]["seed"], game or lines[0]["id"]
    promise = commitment(bytes.fromhex(seed), uuid.UUID(game).bytes)
    key, before, made, moves = salt_key(bytes.fromhex(seed), uuid.UUID(game).bytes), START, [], 0
    for version, line in enumerate(lines[1:-1], 1):
        told = {name: value for name, value in line.items() if name != "hash"}
        if "move" in told:
            moves += 1
            told["number"] = moves
        told |= {"id": game, "seedCommitment": promise} if told.get("event") == "GameOpened" else {}
        told |= {"seed": seed} if told.get("event") == "SeedRevealed" else {}
        before = link(before, salt(key, version), canonical(told))
        made.append({**told, "hash": before.hex()})
    header = {**lines[0], "id": game, "seedCommitment": promise, "chance": {"seed": seed}}
    return [header, *made, {"end": {**lines[-1]["end"], "moves": moves, "head": before.hex()}}]
