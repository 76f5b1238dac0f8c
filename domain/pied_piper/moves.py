"""What a seat may decide."""

from functools import cache
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, field_validator

from domain.message import HIDDEN, Move
from domain.pied_piper.deck import DECK

Slot: TypeAlias = Annotated[int, Field(ge=0, le=DECK.row - 1)]
Card: TypeAlias = Literal["forward-1", "forward-2", "backward-1", "sewer", "plus-1", "melody", "hidden"]


class Place(Move):
    """Place an action card of one's hand on the character card of a slot. ``hidden`` stands in a redacted move only."""

    kind: Literal["place"] = "place"
    card: Card
    slot: Slot
    face_down: bool | None = None

    @field_validator("face_down")
    @classmethod
    def _left_out_when_face_up(cls, value: bool | None) -> bool | None:
        if value is False:
            raise ValueError("left out when the card lies face up, never false")
        return value


class Activate(Move):
    """Choose which of two activated characters moves first."""

    kind: Literal["activate"] = "activate"
    slot: Slot


PiedPiperMove: TypeAlias = Place | Activate

MOVES: Final[dict[str, type[Move]]] = {"place": Place, "activate": Activate}


@cache
def place(card: str, slot: int, face_down: bool = False) -> Place:
    """The placement, built once."""
    return Place.model_validate({"card": card, "slot": slot} | ({"face_down": True} if face_down else {}))


@cache
def activate(slot: int) -> Activate:
    """The choice, built once."""
    return Activate(slot=slot)


def masked(move: Place) -> Place:
    """The placement as those see it who may not know its card."""
    return place(HIDDEN, move.slot, bool(move.face_down))
