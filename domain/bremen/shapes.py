"""The four animals as silhouettes, and pieces that carry them. Drawn in a box of 100 by 100."""

from typing import Final

from domain import svg
from domain.svg import Element, Number

COLOURS: Final = {"chicken": "#b4472c", "donkey": "#5f6b78", "dog": "#94642f", "cat": "#3b3440"}

# Each animal looks to the right. A fat round outline of the same colour softens the corners.
_OUTLINES: Final = {
    "chicken": (
        "M 9 30 C 20 34 24 44 36 45 C 48 46 53 38 55 27 C 57 15 66 10 74 13 C 80 15 83 20 83 26 L 95 31 L 83 37 C 86 52 82 68 70 77 "
        "L 64 80 L 66 91 L 74 95 L 58 95 L 57 82 L 47 82 L 49 91 L 56 95 L 40 95 L 40 81 C 22 76 8 56 9 30 Z "
        "M 60 13 C 56 4 63 1 66 7 C 67 -1 75 -1 75 7 C 80 2 85 8 80 15 Z M 82 38 C 90 42 86 51 81 47 Z"
    ),
    "donkey": (
        "M 11 42 C 26 37 44 45 57 38 L 66 25 C 62 16 58 8 59 1 C 66 3 70 10 73 17 C 73 9 74 3 78 0 C 83 5 83 14 81 21 "
        "L 97 40 C 98 47 93 50 87 47 L 78 43 C 78 52 77 60 74 66 L 76 96 L 65 96 L 63 72 L 32 72 L 30 96 L 19 96 L 17 70 C 12 62 10 52 11 42 Z "
        "M 12 42 C 4 46 6 60 4 70 L 1 80 L 8 79 L 9 68 C 11 58 10 52 14 46 Z"
    ),
    "dog": (
        "M 14 44 C 30 40 46 46 57 40 L 62 27 C 65 17 76 14 84 20 L 87 27 L 98 31 C 99 38 96 42 90 42 L 79 45 C 79 56 78 62 75 68 L 77 92 L 82 96 L 66 96 "
        "L 63 73 L 34 72 L 31 90 L 36 96 L 20 96 L 18 70 C 12 62 13 52 14 44 Z M 15 46 C 6 40 2 28 7 17 C 11 14 14 18 12 22 C 11 32 16 38 22 42 Z "
        "M 64 24 C 56 26 54 40 58 46 C 64 46 67 36 69 28 Z"
    ),
    "cat": (
        "M 43 4 L 54 13 C 60 11 66 11 72 13 L 83 4 L 84 24 C 87 36 78 44 72 46 C 82 58 82 74 79 87 L 86 92 L 84 96 L 40 96 C 32 97 30 84 33 74 "
        "C 36 62 44 54 53 46 C 45 43 40 34 42 24 Z M 38 96 C 16 98 6 84 10 68 C 12 58 4 56 4 48 C 8 42 18 46 19 56 C 20 68 20 80 36 82 Z"
    ),
}


def silhouette(animal: str, x: Number, y: Number, size: Number, colour: str | None = None) -> Element:
    """An animal in a square box whose upper left corner is given."""
    fill = colour or COLOURS[animal]
    shape = svg.path(_OUTLINES[animal], fill=fill, stroke=fill, stroke_width=3, stroke_linejoin="round")
    return svg.group(shape, transform=f"translate({x} {y}) scale({size / 100:.3f})")


def piece(name: str, x: Number, y: Number, width: Number, *, marked: bool = False, hidden_words: str = "number hidden") -> Element:
    """A piece, one and a half times as high as wide: with its number, or from behind where ``name`` is only the animal."""
    animal, _, number = name.partition("-")
    height = width * 1.45
    fill, edge = ("#fffdf6", COLOURS[animal]) if number else ("#d8c7a4", "#a38f66")
    said = f"{animal.capitalize()} {number}" if number else f"{animal.capitalize()}, {hidden_words}"
    children = [
        svg.rect(x, y, width, height, rx=width * 0.14, fill=fill, stroke=edge, stroke_width=1.5 if number else 1),
        silhouette(animal, x + width * 0.1, y + width * (0.08 if number else 0.3), width * 0.8),
    ]
    if number:
        children.append(svg.text(x + width / 2, y + height - width * 0.13, number, size=round(width * 0.48, 1), font_weight="bold", fill=COLOURS[animal]))
    if marked:
        children.insert(0, svg.rect(x - 4, y - 4, width + 8, height + 8, rx=width * 0.18, fill="none", stroke=svg.ACCENT, stroke_width=4, class_="last-move"))
    return svg.group(*children, title=said)
