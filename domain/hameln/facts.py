"""What can have happened: every kind of fact, by the part of the game that it is about."""

from typing import TypeAlias

from domain.hameln.facts_piper import PiperFact
from domain.hameln.facts_purse import PurseFact
from domain.hameln.facts_rats import RatFact
from domain.hameln.facts_turn import TurnFact

HamelnFact: TypeAlias = TurnFact | RatFact | PurseFact | PiperFact
