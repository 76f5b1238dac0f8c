"""What a seat decides: to throw, which way to go, whether to take what mice and beavers offer."""

from functools import cache
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from domain.message import Move

KEBAB: Final = r"^[a-z0-9]+(-[a-z0-9]+)*$"
SquareId: TypeAlias = Annotated[str, Field(pattern=KEBAB, max_length=60)]


class Roll(Move):
    """The throw for moving; also the one that gets away from the beavers, and the one after a 6."""

    kind: Literal["roll"] = "roll"


class Go(Move):
    """The way of the throw: the square entered at every fork that it leaves, in order."""

    kind: Literal["go"] = "go"
    via: Annotated[tuple[SquareId, ...], Field(strict=False, max_length=6)]


class HelpMice(Move):
    """Gives a sack to the mice for a card."""

    kind: Literal["help_mice"] = "help_mice"


class AcceptBeavers(Move):
    """Takes the beavers' card, and waits for a 1 or a 6."""

    kind: Literal["accept_beavers"] = "accept_beavers"


class Decline(Move):
    """Takes neither the mice's nor the beavers' card."""

    kind: Literal["decline"] = "decline"


HamstersMove: TypeAlias = Roll | Go | HelpMice | AcceptBeavers | Decline

ROLL: Final = Roll()
HELP_MICE: Final = HelpMice()
ACCEPT_BEAVERS: Final = AcceptBeavers()
DECLINE: Final = Decline()


@cache
def go(via: tuple[str, ...]) -> Go:
    """The move ``go`` along these squares, made once."""
    return Go(via=via)
