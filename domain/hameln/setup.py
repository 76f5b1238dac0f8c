"""Options, and what chance does before the first move."""

from typing import Any, Literal

from domain.chance import Chance
from domain.hameln.board import COUNTERS, Board
from domain.hameln.board_file import MARKET
from domain.hameln.facts_turn import TableLaid
from domain.hameln.state import State
from domain.message import Json, Model, Options, Table
from domain.refusal import Refused


class HamelnOptions(Options):
    """``partner_child``: whether the woman's owner must prepare a child when a man's production house is activated (HM-13)."""

    partner_child: Literal["forced", "optional"] = "forced"


class HamelnSetup(Model):
    """The turn order drawn, and the activity counter of each house outside the market."""

    turn_order: list[int]
    counters: dict[str, int]


def counted_houses(board: Board) -> list[str]:
    """The houses that get a counter, in the order of the board (HML-2.9)."""
    return [house.id for house in board.file.houses if house.region != MARKET]


def settle(table: Table) -> Table:
    """Nothing to complete: every option goes with every number of players and every board."""
    return table


def deal(table: Table, chance: Chance) -> Json:
    """Chance draws the turn order and lays out the counters (HML-2.2, HML-2.9)."""
    counters = [rats for rats, count in COUNTERS.items() for _ in range(count)]
    order = chance.shuffle("turn_order", range(table.seats))
    fallen = chance.shuffle("counters", counters)
    return {"turn_order": list(order), "counters": dict(zip(counted_houses(table.board), fallen, strict=True))}


def setup(table: Table, given: HamelnSetup) -> tuple[TableLaid, ...]:
    """The set-up as a fact; refuses an order or counters that cannot be."""
    if sorted(given.turn_order) != list(range(table.seats)):
        raise Refused("HML-2.2", f"turn_order must name each of the seats 0 to {table.seats - 1} once")
    houses = counted_houses(table.board)
    if sorted(given.counters) != sorted(houses):
        raise Refused("HML-2.9", f"counters must name each of the {len(houses)} houses outside the market")
    values = list(given.counters.values())
    if len(values) != sum(COUNTERS.values()) or any(values.count(rats) != count for rats, count in COUNTERS.items()):
        wanted = ", ".join(f"{count} × {rats}" for rats, count in COUNTERS.items())
        raise Refused("HML-1.2", f"the activity counters are {wanted}")
    return (TableLaid(tuple(given.turn_order), tuple((house, given.counters[house]) for house in houses)),)


def empty(table: Table) -> State:
    """The table before the set-up."""
    board: Any = table.board
    nobody = (-1,) * len(board.houses)
    return State(table, men=nobody, women=nobody)
