"""A position that moves on while the facts of one move are made."""

from typing import Final

from domain.chance import Chance
from domain.hameln.evolve import evolve
from domain.hameln.facts import HamelnFact
from domain.hameln.state import State


class Course:
    """Collects the facts of one move and keeps the position up to date, so that a later fact can depend on an earlier one."""

    __slots__ = ("chance", "facts", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance: Final = chance
        self.facts: Final[list[HamelnFact]] = []

    def add(self, fact: HamelnFact) -> None:
        self.state = evolve(self.state, fact)
        self.facts.append(fact)
