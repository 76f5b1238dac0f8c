"""Small figures for the picture: animals, sacks, cards. Each is drawn around a point and scaled by its radius."""

from collections.abc import Callable
from typing import Final

from domain import svg
from domain.svg import Element

DARK: Final = "#3b2d1f"
GRAIN: Final = "#d9a441"
TUNNEL: Final = "#4a3a2c"


def hamster(x: float, y: float, r: float, seat: int, title: str | None = None) -> Element:
    """A hamster's head in the colour of its seat, with the number of the seat on its forehead."""
    colour = svg.SEAT_COLOURS[seat]
    return svg.group(
        svg.circle(x - 0.62 * r, y - 0.66 * r, 0.36 * r, fill=colour, stroke=DARK, stroke_width=1.4),
        svg.circle(x + 0.62 * r, y - 0.66 * r, 0.36 * r, fill=colour, stroke=DARK, stroke_width=1.4),
        svg.circle(x, y, r, fill=colour, stroke=DARK, stroke_width=1.8),
        svg.element("ellipse", cx=x, cy=y + 0.56 * r, rx=0.62 * r, ry=0.36 * r, fill="#fff3df"),
        svg.circle(x - 0.56 * r, y + 0.12 * r, 0.12 * r, fill=DARK),
        svg.circle(x + 0.56 * r, y + 0.12 * r, 0.12 * r, fill=DARK),
        svg.element("ellipse", cx=x, cy=y + 0.42 * r, rx=0.13 * r, ry=0.09 * r, fill="#d9737f"),
        svg.text(x, y + 0.06 * r, str(seat), size=round(1.15 * r), fill="#ffffff", stroke=DARK, stroke_width=0.7, font_weight="bold"),
        title=title,
    )


def sack(x: float, y: float, r: float, full: bool = True) -> Element:
    """A sack of grain; an empty outline where one is missing."""
    look = {"fill": GRAIN, "stroke": DARK} if full else {"fill": "none", "stroke": svg.MUTED, "stroke_dasharray": "3 2"}
    body = f"M {x - 0.35 * r} {y - 0.6 * r} Q {x - 1.15 * r} {y + r} {x} {y + r} Q {x + 1.15 * r} {y + r} {x + 0.35 * r} {y - 0.6 * r} Z"
    tie = f"M {x - 0.6 * r} {y - r} L {x - 0.3 * r} {y - 0.6 * r} L {x + 0.3 * r} {y - 0.6 * r} L {x + 0.6 * r} {y - r} Z"
    return svg.group(svg.path(body, stroke_width=1.2, **look), svg.path(tie, stroke_width=1.2, **look))


def _head(x: float, y: float, r: float, fill: str, *ears: Element) -> list[Element]:
    eyes = [svg.circle(x + side * 0.36 * r, y - 0.08 * r, 0.12 * r, fill="#15110c") for side in (-1, 1)]
    return [*ears, svg.circle(x, y, 0.82 * r, fill=fill, stroke=DARK, stroke_width=1), *eyes]


def _round_ears(x: float, y: float, r: float, size: float, fill: str) -> list[Element]:
    return [svg.circle(x + side * 0.66 * r, y - 0.62 * r, size * r, fill=fill, stroke=DARK, stroke_width=1) for side in (-1, 1)]


def _pointed_ears(x: float, y: float, r: float, fill: str) -> list[Element]:
    corners = ((0.8, -0.2), (0.75, -1.05), (0.1, -0.7))
    return [svg.polygon([(x + side * a * r, y + b * r) for a, b in corners], fill=fill, stroke=DARK, stroke_width=1) for side in (-1, 1)]


def _nose(x: float, y: float, r: float, fill: str = "#d9737f") -> Element:
    return svg.element("ellipse", cx=x, cy=y + 0.28 * r, rx=0.2 * r, ry=0.14 * r, fill=fill)


def _whiskers(x: float, y: float, r: float) -> list[Element]:
    return [
        svg.line((x + side * 0.3 * r, y + 0.35 * r), (x + side * 1.05 * r, y + (0.2 + 0.3 * low) * r), stroke=DARK, stroke_width=0.8)
        for side in (-1, 1)
        for low in (0, 1)
    ]


def mouse(x: float, y: float, r: float) -> Element:
    grey = "#b9b4ad"
    return svg.group(*_head(x, y, r, grey, *_round_ears(x, y, r, 0.46, "#e4c3c0")), _nose(x, y, r), *_whiskers(x, y, r))


def beaver(x: float, y: float, r: float) -> Element:
    brown = "#8a5a33"
    teeth = [svg.rect(x + step * 0.2 * r - 0.2 * r, y + 0.42 * r, 0.2 * r, 0.3 * r, fill="#ffffff", stroke=DARK, stroke_width=0.6) for step in (0, 1)]
    return svg.group(*_head(x, y, r, brown, *_round_ears(x, y, r, 0.25, brown)), _nose(x, y, r, "#2b1c10"), *teeth)


def mole(x: float, y: float, r: float) -> Element:
    return svg.group(
        *_head(x, y, r, "#5a5468"), svg.element("ellipse", cx=x, cy=y + 0.34 * r, rx=0.3 * r, ry=0.24 * r, fill="#eaa3a8", stroke=DARK, stroke_width=0.6)
    )


def rat(x: float, y: float, r: float) -> Element:
    grey = "#6b6f76"
    tail = svg.path(f"M {x + 0.7 * r} {y + 0.5 * r} q {0.7 * r} {0.5 * r} {0.5 * r} {-0.6 * r}", fill="none", stroke="#c98f8f", stroke_width=2)
    return svg.group(tail, *_head(x, y, r, grey, *_round_ears(x, y, r, 0.3, grey)), _nose(x, y, r, "#8f2d2d"), *_whiskers(x, y, r))


def cat(x: float, y: float, r: float) -> Element:
    ginger = "#d9822b"
    return svg.group(*_head(x, y, r, ginger, *_pointed_ears(x, y, r, ginger)), _nose(x, y, r), *_whiskers(x, y, r))


def hawk(x: float, y: float, r: float) -> Element:
    """The sparrowhawk from below: wings, tail, beak."""
    wings = (
        f"M {x} {y - 0.75 * r} Q {x + 0.3 * r} {y - 0.4 * r} {x + 1.35 * r} {y - 0.45 * r} Q {x + 0.8 * r} {y} {x + 0.25 * r} {y + 0.15 * r} L {x + 0.35 * r} {y + 0.95 * r}"
        f" L {x - 0.35 * r} {y + 0.95 * r} L {x - 0.25 * r} {y + 0.15 * r} Q {x - 0.8 * r} {y} {x - 1.35 * r} {y - 0.45 * r} Q {x - 0.3 * r} {y - 0.4 * r} {x} {y - 0.75 * r} Z"
    )
    return svg.path(wings, fill="#4d5a6b", stroke="#2b3440", stroke_width=1)


def ear_of_wheat(x: float, y: float, r: float) -> Element:
    grains = [
        svg.element("ellipse", cx=x + side * 0.22 * r, cy=y - (0.8 - 0.42 * row) * r, rx=0.17 * r, ry=0.27 * r, fill=GRAIN, stroke="#a8791f", stroke_width=0.6)
        for row in range(4)
        for side in (-1, 1)
    ]
    return svg.group(svg.line((x, y + r), (x, y - 0.9 * r), stroke="#a8791f", stroke_width=1.4), *grains)


def bed(x: float, y: float, r: float) -> Element:
    """A place to rest: three z."""
    sizes = ((-0.55, 0.6, 0.9), (0.05, 0.15, 1.1), (0.65, -0.35, 1.3))
    return svg.group(
        *[svg.text(x + a * r, y + b * r, "z", size=round(size * r), fill="#4b5f9e", font_weight="bold", font_style="italic") for a, b, size in sizes]
    )


def splash(x: float, y: float, r: float) -> Element:
    """What awaits on the rotten bridge."""
    drops = [
        svg.path(f"M {x + a * r} {y - 0.6 * r} q {0.42 * r} {0.75 * r} 0 {0.85 * r} q {-0.42 * r} {-0.1 * r} 0 {-0.85 * r}", fill="#3d87b8")
        for a in (-0.5, 0.1, 0.6)
    ]
    return svg.group(
        *drops, svg.path(f"M {x - r} {y + 0.6 * r} q {0.5 * r} {-0.5 * r} {r} 0 q {0.5 * r} {0.5 * r} {r} 0", fill="none", stroke="#3d87b8", stroke_width=2)
    )


def cross(x: float, y: float, r: float) -> Element:
    """The sign of the hospital."""
    arm = 0.3 * r
    return svg.group(
        svg.circle(x, y, r, fill="#ffffff", stroke=svg.ACCENT, stroke_width=2),
        svg.rect(x - arm, y - 0.72 * r, 2 * arm, 1.44 * r, fill=svg.ACCENT),
        svg.rect(x - 0.72 * r, y - arm, 1.44 * r, 2 * arm, fill=svg.ACCENT),
    )


EVENTS: Final[dict[int, Callable[[float, float, float], Element]]] = {
    2: mouse,
    4: beaver,
    6: splash,
    7: bed,
    8: rat,
    9: ear_of_wheat,
    11: cat,
    12: hawk,
}
CARDS: Final[dict[str, Callable[[float, float, float], Element]]] = {"mole": mole, "beaver": beaver, "mouse": mouse}


def card(x: float, y: float, kind: str, held: bool = True) -> Element:
    """A chance card, 34 by 44, around a point; an empty outline where it is not held."""
    look = {"fill": "#fffdf6", "stroke": DARK} if held else {"fill": "none", "stroke": svg.MUTED, "stroke_dasharray": "3 2"}
    frame = svg.rect(x - 17, y - 22, 34, 44, rx=4, stroke_width=1.3, **look)
    return svg.group(frame, CARDS[kind](x, y + 1, 12), title=f"{kind} card") if held else svg.group(frame, title=f"no {kind} card")
