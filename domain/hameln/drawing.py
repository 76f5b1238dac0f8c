"""The whole board as a picture, drawn from a view alone."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from domain.hameln.board import Board
from domain.hameln.drawing_town import describe, town
from domain.hameln.drawing_tracks import families, hall, influence, legend, order, road
from domain.hameln.setup import HamelnOptions, empty
from domain.hameln.view import HamelnView, view
from domain.message import Table
from domain.seats import SPECTATOR
from domain.svg import ACCENT, Element, group, picture, text
from domain.text import counted

HEAD: Final = 56  # height of the lines above the town
PANELS: Final[tuple[tuple[Callable[[HamelnView], Iterator[Element]], int], ...]] = (
    (influence, 88),
    (order, 72),
    (road, 72),
    (hall, 72),
)
ROW: Final = 32


def draw(seen: HamelnView) -> str:
    """The position as SVG: the town above, tracks and families below."""
    parts: list[Element] = [*_head(seen), group(*town(seen), transform=f"translate(0 {HEAD})")]
    y = HEAD + 1000
    for panel, height in (*PANELS, (families, 30 + ROW * len(seen.families) if seen.families else 0), (legend, 34)):
        parts.append(_below(panel(seen), y))
        y += height
    return picture(1000, y, _title(seen), _description(seen), parts)


def draw_board(board: Board) -> str:
    """The empty board, with the additional circles of 5 players."""
    bare = empty(Table(5, HamelnOptions(), board))
    return draw(view(bare, SPECTATOR, bare))


def _below(parts: Iterable[Element], y: int) -> Element:
    return group(*parts, transform=f"translate(0 {y})")


def _title(seen: HamelnView) -> str:
    return "Hameln: the board" if seen.phase == 0 else f"Hameln, {seen.seats} players, phase {seen.phase} of 3"


def _head(seen: HamelnView) -> Iterator[Element]:
    yield text(20, 28, _title(seen), size=22, anchor="start", font_weight="bold")
    note = f"board {seen.board}" + (" (reconstructed: not the printed one)" if seen.reconstructed else "")
    yield text(980, 26, note, size=13, anchor="end")
    yield text(20, 50, _whose(seen), size=15, anchor="start")
    if seen.last:
        yield text(980, 50, f"last move: seat {seen.last_seat}, {seen.last}", size=15, anchor="end", fill=ACCENT, font_weight="bold")


def _whose(seen: HamelnView) -> str:
    """Whose decision the position waits for."""
    if seen.step == "over":
        return "Play has ended."
    if not seen.to_act:
        return ""
    words = f"Seat {seen.to_act[0]} is to act: {_STEP.get(seen.step, seen.step)}"
    if seen.step == "rat":
        words += f" round {seen.current}, {seen.due} to place"
    if seen.sale:
        words += " (" + ", ".join(f"{cube.good} for {cube.pile or 'florins'}" for cube in seen.sale) + ")"
    return words


_STEP: Final = {
    "place_man": "a man into a starting house",
    "place_woman": "a woman into a starting house",
    "mandatory": "a mandatory action",
    "declaring": "more houses to activate?",
    "partner": "prepare a child?",
    "rat": "a rat",
    "large_rat": "which house gets the large rat?",
    "marrying": "another wedding?",
    "selling": "more cubes to sell?",
    "optional": "an optional action?",
    "pay": "pay the Piper?",
}


def _description(seen: HamelnView) -> str:
    """The position in words, for who cannot see the picture."""
    said = [_title(seen) + ".", _whose(seen)]
    if seen.last:
        said.append(f"Last move: seat {seen.last_seat}, {seen.last}.")
    said += [f"{describe(house)}." for house in seen.houses]
    said.append("Small rats on " + (", ".join(spot.id for spot in seen.circles if spot.rat) or "no circle") + ".")
    for space in seen.piper_spaces:
        said.append(f"Piper space {space.region}: {space.price} a child, bribe {space.bribe}{', the Piper is here' if space.piper else ''}.")
    for family in seen.families:
        goods = f"{family.bread} bread, {family.cheese} cheese, {family.beer} beer, {family.meat} meat"
        said.append(
            f"Seat {family.seat}: {counted(family.florins, 'florin')}, {goods}, {counted(family.tokens, 'token')}, {counted(family.boys, 'boy')} and {counted(family.girls, 'girl')} in the hall, "
            f"{family.supply} in supply, influence {family.influence}{', the cat' if family.cat else ''}."
        )
    if seen.families:
        said.append("Influence from the top: " + ", ".join(f"seat {seat}" for seat in seen.influence_line) + ".")
        taken = [f"seat {space.owner}" for space in seen.road if space.owner is not None]
        said.append("On the road: " + (", ".join(taken) or "nobody") + ".")
        said.append(f"{counted(seen.large_rats, 'large rat')} in the reserve, {counted(seen.small_rats, 'small rat')} left.")
    return " ".join(words for words in said if words)
