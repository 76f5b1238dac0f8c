"""Structured table talk: what may be said, and what may not.

A hint goes through the referee (BR-10) and changes nothing. Whether it is refused depends only on what everybody at the table sees, never on a hand:
a refusal that depended on a hand would tell (BR-23).
"""

from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from domain.bremen.pieces import BIT, DECKS, SUIT_OF, bits_of
from domain.bremen.state import State
from domain.message import Model
from domain.refusal import Refused

Animal = Literal["chicken", "donkey", "dog", "cat"]
Place = Annotated[int, Field(ge=0, le=max(DECKS) - 1)]


class _Kind(NamedTuple):
    """What a kind of hint says, the fields that it needs, and those that it may have."""

    says: str
    needs: tuple[str, ...]
    may_have: tuple[str, ...]

    @property
    def takes(self) -> str:
        return ", ".join([*self.needs, *(f"{name} (optional)" for name in self.may_have)])


# BRE-7.3: a wish, being rid of a piece. BRE-7.4: only ``about_hand`` can carry a number of a hand.
_KINDS: Final[dict[str, _Kind]] = {
    "about_hand": _Kind(
        "the hand (of seat, else the speaker's) holds or lacks this number (of animal, else of any), or all or none of its numbers are higher or lower: "
        "always refused while the game runs",
        ("claim", "number"),
        ("animal", "seat"),
    ),
    "has_animal": _Kind("the hand (of seat, else the speaker's) has this animal", ("animal",), ("seat",)),
    "wish": _Kind("please play (seat: who) this animal, or a high or a low piece", (), ("animal", "level", "seat")),
    "rid": _Kind("I want to be rid of a piece (of animal)", (), ("animal",)),
    "win_pieces": _Kind("this seat should end with so many pieces", ("pieces", "seat"), ()),
    "keep_animal": _Kind("keep (seat: who) this animal to the end", ("animal",), ("seat",)),
    "was_played": _Kind("this piece was played (by seat); refused where everybody can see that it was not", ("piece",), ("seat",)),
}


def _schema_of(kind: str, told: _Kind) -> dict[str, Any]:
    required = ["kind", *told.needs]
    names = [*required, *told.may_have]
    return {"title": kind, "description": told.says, "properties": {"kind": {"const": kind}}, "required": required, "propertyNames": {"enum": names}}


class Hint(Model):
    """One thing said to the table."""

    model_config = ConfigDict(json_schema_extra={"oneOf": [_schema_of(kind, told) for kind, told in _KINDS.items()]})

    kind: Literal["about_hand", "has_animal", "wish", "rid", "win_pieces", "keep_animal", "was_played"]
    seat: Place | None = None
    animal: Animal | None = None
    level: Literal["high", "low"] | None = None
    pieces: Literal[0, 8, 12, 16, 24] | None = None
    piece: Annotated[str, StringConstraints(pattern=r"^(chicken|donkey|dog|cat)-([1-9]|1[0-3])$")] | None = None
    claim: Literal["holds", "lacks", "all_higher", "all_lower", "none_higher", "none_lower"] | None = None
    number: Annotated[int, Field(ge=1, le=13)] | None = None

    @model_validator(mode="after")
    def _fields_fit_the_kind(self) -> "Hint":
        given = {name for name in type(self).model_fields if name != "kind" and getattr(self, name) is not None}
        told = _KINDS[self.kind]
        if not given.issuperset(told.needs) or not given.issubset(told.needs + told.may_have):
            raise ValueError(f"a hint {self.kind} takes {told.takes}")
        return self


def hear(state: State, seat: int, hint: Hint) -> None:
    """Judges a hint; returns if it may be said (BRE-7.2). ``seat`` says it."""
    deck = DECKS[state.table.seats]
    if hint.seat is not None and hint.seat >= deck.seats:
        raise Refused("BRE-7.2", f"there is no seat {hint.seat} at this table")
    match hint.kind:
        case "about_hand":
            raise Refused("BRE-7.1", f"seat {seat} may not say which numbers are or are not in a hand, nor a bound of them")
        case "was_played":
            assert hint.piece is not None
            _check_played(state, hint.piece)
        case "win_pieces" if hint.pieces not in deck.pieces_won:
            raise Refused("BRE-7.2", f"with {deck.seats} seats nobody should win {hint.pieces} pieces")
        case _:
            return


def _check_played(state: State, piece: str) -> None:
    """BR-23: talk about pieces that were played is free, so this one must have been, as far as everybody can tell.

    A piece of an earlier round is known by its animal only (BR-9), and so may be any number: who refused the wrong ones would tell the hands.
    """
    if not BIT[piece] & DECKS[state.table.seats].every:
        raise Refused("BRE-3.1", f"{piece} is not in use with {state.table.seats} players")
    if piece == state.centre:
        raise Refused("BRE-3.6", f"{piece} lies in the centre and is never played")
    hidden = sum(state.won) & SUIT_OF[piece] & ~bits_of(state.played)
    if piece not in state.played and not hidden:
        raise Refused("BRE-7.1", f"all can see that {piece} was not played, so this would be talk about a hand")
