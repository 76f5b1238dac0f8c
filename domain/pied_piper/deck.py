"""What is printed: the kinds of action cards with their copies, the characters, the pieces. Read from ``deck.toml``, checked, frozen."""

from functools import cache
from typing import Any, Final

import msgspec

from domain.data import toml
from domain.message import Json

SEWER: Final = "sewer"
BASIC: Final = ("forward-1", "forward-2", "backward-1", SEWER)  # PIP-9.1, PIP-9.2, PIP-9.3, PIP-9.4
PLUS_1: Final = "plus-1"  # PIP-10.1
MELODY: Final = "melody"  # PIP-10.3
SPECIAL: Final = (PLUS_1, MELODY)
KINDS: Final = BASIC + SPECIAL
PIPER: Final = "piper"


class Deck(msgspec.Struct, frozen=True):
    """The printed matter of the game."""

    title: str
    reconstructed: bool
    copies: tuple[int, ...]  # of each of ``KINDS``
    character_copies: int
    hand: int
    row: int
    houses: int
    floors: int
    trackers: int
    rats: int


def parse(data: Json) -> Deck:
    """A checked deck; ValueError: one sentence naming the field or the constraint."""
    if set(data.get("actions", ())) != set(KINDS):
        raise ValueError(f"actions: must name {', '.join(KINDS)} and nothing else")
    numbers = {f"actions.{kind}": data["actions"][kind] for kind in KINDS}
    numbers |= {name: data.get(name) for name in ("action_total", "character_copies", "hand", "row")}
    pieces = data.get("pieces", {})
    numbers |= {f"pieces.{name}": pieces.get(name) for name in ("houses", "floors", "trackers", "rats", "pipers")}
    for field, number in numbers.items():
        if type(number) is not int or number < 1:
            raise ValueError(f"{field}: must be a whole number of at least 1")
    _fit(data, pieces)
    return Deck(
        title=str(data.get("title", "")),
        reconstructed=data.get("reconstructed") is True,
        copies=tuple(data["actions"][kind] for kind in KINDS),
        character_copies=data["character_copies"],
        hand=data["hand"],
        row=data["row"],
        houses=pieces["houses"],
        floors=pieces["floors"],
        trackers=pieces["trackers"],
        rats=pieces["rats"],
    )


def _fit(data: Json, pieces: Json) -> None:
    total = sum(data["actions"].values())
    if total != data["action_total"]:
        raise ValueError(f"action_total: the copies of the action cards add up to {total}, not {data['action_total']}")
    if pieces["pipers"] != 1:
        raise ValueError("pieces.pipers: there is exactly one Piper")
    if pieces["rats"] != pieces["houses"] + 1:
        raise ValueError("pieces.rats: must be one more than the houses, a rat for every gap and a second one beside the Piper")
    if pieces["trackers"] != pieces["houses"]:
        raise ValueError("pieces.trackers: must be as many as the houses")


def _load(data: dict[str, Any]) -> Deck:
    try:
        return parse(data)
    except ValueError as error:
        raise ValueError(f"deck.toml: {error}") from None


DECK: Final = _load(toml(__package__, "deck.toml"))


@cache
def copies(rugrats: bool) -> tuple[int, ...]:
    """The copies of each kind of action card in play: PIP-1.6, without the special ones in Rugrats (PIP-14.1, PIP-14.2, PP-29)."""
    return tuple(0 if rugrats and kind in SPECIAL else number for kind, number in zip(KINDS, DECK.copies, strict=True))


@cache
def characters(houses: int) -> tuple[str, ...]:
    """Figures and characters in play with so many houses: one rat a gap, a second one, the Piper (PIP-3.6, PIP-3.7, PIP-3.9)."""
    return (*(f"rat-{i}" for i in range(houses + 1)), PIPER)
