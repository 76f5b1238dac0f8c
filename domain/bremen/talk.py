"""Structured table talk: what may be said, and what may not.

A hint goes through the referee (BR-10) and changes nothing. Whether it is refused depends only on what everybody at the table sees, never on a hand:
a refusal that depended on a hand would tell (BR-23).
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from domain.bremen.pieces import ANIMAL, BIT, DECKS, SUIT
from domain.bremen.state import State
from domain.message import Model
from domain.refusal import Refused

Animal = Literal["chicken", "donkey", "dog", "cat"]
Place = Annotated[int, Field(ge=0, le=max(DECKS) - 1)]

# BRE-7.3: a wish, being rid of a piece. BRE-7.4: only ``about_hand`` can carry a number of a hand.
# kind → the fields that it needs, and those that it may have
_FIELDS: dict[str, tuple[set[str], set[str]]] = {
    "about_hand": ({"claim", "number"}, {"animal", "seat"}),
    "has_animal": ({"animal"}, {"seat"}),
    "wish": (set(), {"animal", "level", "seat"}),
    "rid": (set(), {"animal"}),
    "win_pieces": ({"seat", "pieces"}, set()),
    "keep_animal": ({"animal"}, {"seat"}),
    "was_played": ({"piece"}, {"seat"}),
}


class Hint(Model):
    """One thing said to the table.

    ``about_hand``: a hand (of ``seat``, else the speaker's) holds or lacks a number, or all or none of its numbers are higher or lower: always refused.
    ``has_animal``: a hand has that animal. ``wish``: please play (``seat``: who) that animal, or a high or low piece. ``rid``: I want to be rid of a
    piece. ``win_pieces``: that seat should end with so many pieces. ``keep_animal``: (``seat``) keep that animal to the end. ``was_played``:
    that piece was played (by ``seat``).
    """

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
        needed, allowed = _FIELDS[self.kind]
        if not needed <= given or not given <= needed | allowed:
            takes = ", ".join([*sorted(needed), *(f"{name} (optional)" for name in sorted(allowed))])
            raise ValueError(f"a hint {self.kind} takes {takes}")
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
    """BR-23: talk about pieces that were played is free, so there must be one: how many of each animal were played is public."""
    if not BIT[piece] & DECKS[state.table.seats].every:
        raise Refused("BRE-3.1", f"{piece} is not in use with {state.table.seats} players")
    animal = ANIMAL[piece]
    on_table = any(ANIMAL[name] == animal for name in state.played)
    if not on_table and not any(heap & SUIT[animal] for heap in state.won):
        raise Refused("BRE-7.1", f"no {animal} was played yet, so this would be talk about a hand")
