"""Single pieces of the picture: members of families, cubes, rats, the Piper, the cat, badges."""

from typing import Final

from domain.svg import ACCENT, INK, PAPER, SEAT_COLOURS, Element, Number, circle, element, group, path, polygon, rect, text

BOY, GIRL, RAT, GOLD, SILVER = "#3b6fb5", "#d6729f", "#2b2623", "#d9a521", "#c9ccd1"
CUBES: Final = {"bread": "#8a5a2b", "cheese": "#f0c419", "beer": "#ffffff", "meat": "#c0392b"}
PRODUCT: Final = {"bakery": "bread", "dairy": "cheese", "brewery": "beer", "butcher": "meat"}


def member(x: Number, y: Number, seat: int, r: Number = 9, title: str | None = None) -> Element:
    """A family's marker: its colour and its seat number."""
    return group(
        circle(x, y, r, fill=SEAT_COLOURS[seat], stroke=INK, stroke_width=1),
        text(x, y + r * 0.45, str(seat), size=r * 1.3, fill="#ffffff", font_weight="bold"),
        title=title or f"seat {seat}",
    )


def cube(x: Number, y: Number, good: str, side: Number = 15) -> Element:
    """A cube of a good in its colour, its middle at x, y."""
    return rect(x - side / 2, y - side / 2, side, side, fill=CUBES[good], stroke=INK, stroke_width=1, rx=2, title=good)


def influence_star(x: Number, y: Number, r: Number = 9) -> Element:
    """The sign of a house of influence."""
    points = [(x, y - r), (x + r * 0.3, y - r * 0.3), (x + r, y), (x + r * 0.3, y + r * 0.3)]
    points += [(x, y + r), (x - r * 0.3, y + r * 0.3), (x - r, y), (x - r * 0.3, y - r * 0.3)]
    return polygon(points, fill=SILVER, stroke=INK, stroke_width=1)


def badge(x: Number, y: Number, words: str, fill: str, title: str) -> Element:
    """A round badge with a number: gold for florins, silver for influence."""
    return group(
        circle(x, y, 11, fill=fill, stroke=INK, stroke_width=1),
        text(x, y + 5, words, size=14, font_weight="bold"),
        title=title,
    )


def large_rat(x: Number, y: Number, scale: Number = 1, emperor: bool = False) -> Element:
    """A large rat, facing left; the Emperor wears a crown."""
    parts = [
        path("M 16 6 C 30 8 30 -8 40 -4", fill="none", stroke=RAT, stroke_width=3, stroke_linecap="round"),
        element("ellipse", cx=2, cy=2, rx=18, ry=11, fill=RAT),
        polygon([(-10, -7), (-32, 5), (-8, 11)], fill=RAT),
        circle(-10, -8, 5, fill=RAT, stroke=PAPER, stroke_width=1),
        circle(-20, 1, 1.8, fill=PAPER),
    ]
    if emperor:
        parts.append(polygon([(-18, -12), (-20, -22), (-14, -17), (-10, -24), (-6, -17), (0, -22), (-2, -12)], fill=GOLD, stroke=INK))
    return group(*parts, transform=f"translate({x} {y}) scale({scale})", title="the Rat Emperor" if emperor else "large rat")


def small_rat(x: Number, y: Number, name: str) -> Element:
    """A black disc with ears: a small rat, with the name of its circle."""
    return group(
        circle(x - 9, y - 11, 5, fill=RAT),
        circle(x + 9, y - 11, 5, fill=RAT),
        circle(x, y, 14, fill=RAT, stroke=RAT),
        text(x, y + 4, name, size=11, fill="#ffffff"),
        title=f"small rat on {name}",
    )


def piper(x: Number, y: Number) -> Element:
    """The Pied Piper: cloak, head, pointed hat and pipe; his feet at y + 24."""
    return group(
        polygon([(-14, 24), (0, -6), (14, 24)], fill="#6c3483", stroke=INK, stroke_width=1.5),
        circle(0, -9, 7, fill="#f5cba7", stroke=INK, stroke_width=1.5),
        polygon([(-9, -13), (9, -13), (3, -30)], fill=ACCENT, stroke=INK, stroke_width=1.5),
        element("line", x1=4, y1=-4, x2=20, y2=4, stroke=INK, stroke_width=3, stroke_linecap="round"),
        transform=f"translate({x} {y})",
        title="the Pied Piper",
    )


def cat(x: Number, y: Number, scale: Number = 1) -> Element:
    """The cat, sitting."""
    return group(
        path("M 8 10 C 22 12 20 -6 14 -8", fill="none", stroke="#7f5a34", stroke_width=3, stroke_linecap="round"),
        element("ellipse", cx=0, cy=6, rx=10, ry=11, fill="#b9824b", stroke=INK, stroke_width=1),
        circle(0, -8, 8, fill="#b9824b", stroke=INK, stroke_width=1),
        polygon([(-8, -11), (-7, -21), (-1, -15)], fill="#b9824b", stroke=INK, stroke_width=1),
        polygon([(8, -11), (7, -21), (1, -15)], fill="#b9824b", stroke=INK, stroke_width=1),
        circle(-3, -9, 1.3, fill=INK),
        circle(3, -9, 1.3, fill=INK),
        transform=f"translate({x} {y}) scale({scale})",
        title="the cat",
    )
