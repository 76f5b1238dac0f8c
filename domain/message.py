"""The frozen bases of what games say: moves and views (pydantic, at the walls), facts and states (msgspec, inside)."""

from typing import Any, ClassVar, TypeAlias

import msgspec
from pydantic import BaseModel, ConfigDict

Json: TypeAlias = dict[str, Any]

HIDDEN = "hidden"  # what stands where a viewer may not see a value (wire contract, "Common to all")


class Model(BaseModel):
    """A frozen pydantic model that refuses unknown fields and does not convert types."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    def wire(self) -> Json:
        """The JSON form: fields that are None are left out (wire contract: no null for "none")."""
        return self.model_dump(mode="json", exclude_none=True)


class Options(Model):
    """The options of a game; every field has a default. A game without options uses this class itself."""


class Move(Model):
    """What a seat decides. A subclass a kind, with ``kind: Literal["…"] = "…"``."""

    kind: str


class View(Model):
    """What one viewer may see of a position. Another type than the state, so that a drawing cannot leak."""


class Fact(msgspec.Struct, frozen=True, tag_field="fact", gc=False):
    """One consequence of a move. A subclass gives its stored name: ``class PiecePlayed(Fact, frozen=True, tag="piece_played")``.

    The stored name is chosen once and never changes. ``clauses`` names the rules that the fact applies.
    """

    clauses: ClassVar[tuple[str, ...]] = ()


class Table(msgspec.Struct, frozen=True):
    """What does not change during a game: number of seats, options, board (parsed, frozen; None without one)."""

    seats: int
    options: Any
    board: Any = None


class State(msgspec.Struct, frozen=True, gc=False):
    """A position. Immutable plain data; everything but ``table`` must survive ``msgspec.json`` both ways."""

    table: Table
