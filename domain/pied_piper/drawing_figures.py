"""Rats, the Piper and action cards as shapes."""

import math

from domain.svg import ACCENT, INK, Element, circle, element, group, line, path, polygon, rect, text

TAILS = ("#e0a800", "#c0392b", "#1f7a4d", "#1f5fa8", "#7d3c98", "#1a8a8a")  # one colour a rat, in the order of their names
FUR, FUR_EDGE, CLOAK = "#b9aea0", "#6e6459", "#6a2c70"
WHITE = "#ffffff"
GREEN, RED, WATER, GOLD, BACK = "#2e7d4f", "#b03a2e", "#4a6f8a", "#b8860b", "#6a5a49"
CARD_COLOURS = {"forward-1": GREEN, "forward-2": GREEN, "backward-1": RED, "sewer": WATER, "plus-1": GOLD, "melody": GOLD, "hidden": BACK}


def figure(name: str, x: float, y: float, degrees: float, scale: float = 1.0, marked: bool = False) -> Element:
    """A figure that faces ``degrees`` (0 is right, 90 is down), never upside down; ``marked`` if it just moved."""
    flip = -1 if math.cos(math.radians(degrees)) < -0.01 else 1
    turned = f"rotate({degrees:.1f}) scale({scale},{scale * flip})"
    halo = [circle(0, 0, 23 * scale, fill=WHITE, fill_opacity=0.6, stroke=ACCENT, stroke_width=2.5)] if marked else []
    if name == "piper":
        upright = f"scale({scale * (-1 if flip < 0 else 1)},{scale})"
        pointer = polygon([(15, -5), (22, 0), (15, 5)], fill=CLOAK, transform=f"rotate({degrees:.1f}) scale({scale})")
        return group(*halo, pointer, group(*_piper(), transform=upright), title="The Piper", transform=f"translate({x:.1f},{y:.1f})")
    number = int(name.removeprefix("rat-"))
    label = text(0, 4.5 * scale, str(number), size=13 * scale, font_weight="bold")
    body = group(*_rat(TAILS[number]), transform=turned)
    return group(*halo, body, label, title=name, transform=f"translate({x:.1f},{y:.1f})")


def _rat(tail: str) -> list[Element]:
    """A rat that looks right, about 44 wide."""
    return [
        path("M -14 2 C -24 -4 -20 10 -30 4", fill="none", stroke=tail, stroke_width=4.5, stroke_linecap="round"),
        path("M -15 8 C -16 -8 -4 -13 6 -9 C 12 -7 17 0 21 5 C 21 8 18 9 14 9 Z", fill=FUR, stroke=FUR_EDGE, stroke_width=1.4),
        circle(5, -9, 4.2, fill=FUR, stroke=FUR_EDGE, stroke_width=1.4),
        circle(12.5, -1.5, 1.6, fill=INK),
        circle(20.5, 5.5, 1.9, fill=INK),
    ]


def _piper() -> list[Element]:
    """The Piper, who looks and plays to the right."""
    return [
        polygon([(-11, 17), (11, 17), (4, -6), (-4, -6)], fill=CLOAK, stroke=INK, stroke_width=1),
        circle(0, -10, 5.5, fill="#f2d3b1", stroke=INK, stroke_width=1),
        polygon([(-8, -13), (8, -13), (1, -22)], fill="#1f7a4d", stroke=INK, stroke_width=1),
        path("M -1 -20 C -8 -26 -12 -22 -14 -25", fill="none", stroke=ACCENT, stroke_width=2),
        line((3, -7), (19, -2), stroke="#7a5a1f", stroke_width=3, stroke_linecap="round"),
    ]


def action_card(kind: str, x: float, y: float, width: float, *, face_down: bool = False, marked: bool = False, size: float = 13) -> Element:
    """An action card, 30 high: symbol and name; a back where the kind is not known, a dark corner where it lies face down."""
    colour = CARD_COLOURS[kind]
    hidden = kind == "hidden"
    parts = [rect(0, 0, width, 30, rx=5, fill=BACK if hidden else WHITE, stroke=ACCENT if marked else INK, stroke_width=3 if marked else 1)]
    if hidden:
        parts += [rect(4, 4, width - 8, 22, rx=3, fill="none", stroke="#d8cbb5", stroke_width=1, stroke_dasharray="3 3")]
        parts += [text(width / 2, 20, "face down" if face_down else "hidden", size=size, fill="#f3ead9")]
    else:
        parts += [rect(0, 0, 27, 30, rx=5, fill=colour), group(*_symbol(kind), transform="translate(13.5,15)")]
        parts += [text(31, 19.5, kind, size=size, anchor="start")]
        parts += [polygon([(width - 16, 0), (width, 0), (width, 16)], fill=BACK)] if face_down else []
    name = "a hidden card" if hidden else f"{kind}, face down" if face_down else kind
    return group(*parts, title=name, transform=f"translate({x:.1f},{y:.1f})")


def _symbol(kind: str) -> list[Element]:
    """The sign of a kind, white, about 20 wide around the origin."""
    if kind == "forward-1":
        return [polygon([(-6, -8), (8, 0), (-6, 8)], fill=WHITE)]
    if kind == "forward-2":
        return [polygon([(-10, -8), (0, 0), (-10, 8)], fill=WHITE), polygon([(0, -8), (10, 0), (0, 8)], fill=WHITE)]
    if kind == "backward-1":
        return [polygon([(6, -8), (-8, 0), (6, 8)], fill=WHITE)]
    if kind == "sewer":
        waves = "M -10 {y} q 5 -6 10 0 t 10 0"
        return [path(waves.format(y=y), fill="none", stroke=WHITE, stroke_width=2.5, stroke_linecap="round") for y in (-4, 5)]
    if kind == "plus-1":
        return [text(0, 5, "+1", size=15, font_weight="bold", fill=WHITE)]
    note = element("ellipse", cx=-4, cy=7, rx=5, ry=3.6, fill=WHITE)
    return [note, line((0.5, 7), (0.5, -9), stroke=WHITE, stroke_width=2.2), path("M 0.5 -9 q 8 2 6 9", fill="none", stroke=WHITE, stroke_width=2.2)]
