"""The beginning: no chance falls, every hamster stands on the wheat field."""

from domain.chance import Chance
from domain.hamsters.board import Board
from domain.hamsters.facts import HamstersFact, HamstersPlaced
from domain.hamsters.state import CARDS_A_KIND, SACKS, SACKS_EACH, State
from domain.message import Json, Model, Table


class HamstersSetup(Model):
    """Empty: chance does nothing before the first move."""


def settle(table: Table) -> Table:
    """There are no options that could contradict one another."""
    return table


def deal(_: Table, __: Chance) -> Json:
    """Nothing is dealt."""
    return {}


def empty(table: Table) -> State:
    """The table before the hamsters are placed."""
    return State(table)


def setup(table: Table, _: HamstersSetup) -> tuple[HamstersFact, ...]:
    """One hamster a seat on 0 with two sacks, three piles of six cards (HMS-3.4 to HMS-3.8, HMS-7.0.1)."""
    board: Board = table.board
    return (HamstersPlaced(table.seats, board.field, SACKS_EACH, CARDS_A_KIND, SACKS - SACKS_EACH * table.seats),)
