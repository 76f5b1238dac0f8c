"""The few strokes that all drawings share. Pure: elements in, text out; every text is escaped by the XML library.

Attributes are keywords with ``_`` for ``-`` (``stroke_width=2``); a ``title`` becomes the element's tooltip and text alternative.
"""

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Element: TypeAlias = ET.Element
Number: TypeAlias = int | float
Attribute: TypeAlias = str | Number | None
Point: TypeAlias = tuple[Number, Number]

NAMESPACE = "http://www.w3.org/2000/svg"
CAPTION = 48  # height of a line of words below a picture
FONT = "Helvetica, Arial, sans-serif"
# Okabe and Ito's palette (2008): told apart also by the colour-blind. One colour a seat.
SEAT_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
INK, PAPER, MUTED, ACCENT = "#222222", "#fbf7ee", "#8a8175", "#c0392b"


def element(tag: str, *children: Element, text: Attribute = None, title: Attribute = None, **attributes: Attribute) -> Element:
    """Any SVG element. Attributes that are None are left out; numbers are rounded to two decimals."""
    made = ET.Element(tag, {name.rstrip("_").replace("_", "-"): _value(value) for name, value in attributes.items() if value is not None})
    if title is not None:
        ET.SubElement(made, "title").text = str(title)
    elif text is not None:
        made.text = str(text)
    made.extend(children)
    return made


def rect(x: Number, y: Number, width: Number, height: Number, *, title: str | None = None, **attributes: Attribute) -> Element:
    return element("rect", x=x, y=y, width=width, height=height, title=title, **attributes)


def circle(x: Number, y: Number, r: Number, *, title: str | None = None, **attributes: Attribute) -> Element:
    return element("circle", cx=x, cy=y, r=r, title=title, **attributes)


def line(a: Point, b: Point, **attributes: Attribute) -> Element:
    return element("line", x1=a[0], y1=a[1], x2=b[0], y2=b[1], **({"stroke": INK} | attributes))


def polygon(points: Sequence[Point], *, title: str | None = None, **attributes: Attribute) -> Element:
    return element("polygon", points=" ".join(f"{_value(x)},{_value(y)}" for x, y in points), title=title, **attributes)


def path(d: str, *, title: str | None = None, **attributes: Attribute) -> Element:
    return element("path", d=d, title=title, **attributes)


def text(x: Number, y: Number, words: str, *, size: Number = 14, anchor: str = "middle", **attributes: Attribute) -> Element:
    """Words on one line; ``anchor`` is start, middle or end; ``y`` is the base line."""
    return element("text", text=words, x=x, y=y, font_size=size, text_anchor=anchor, **({"fill": INK} | attributes))


def group(*children: Element, title: str | None = None, **attributes: Attribute) -> Element:
    return element("g", *children, title=title, **attributes)


def picture(width: Number, height: Number, title: str, description: str, children: Iterable[Element], background: str = PAPER) -> str:
    """A whole SVG document that scales, with a title and a text alternative for who cannot see it."""
    root = ET.Element(
        "svg",
        {
            "xmlns": NAMESPACE,
            "viewBox": f"0 0 {_value(width)} {_value(height)}",
            "width": _value(width),
            "height": _value(height),
            "role": "img",
            "aria-labelledby": "title desc",
            "font-family": FONT,
        },
    )
    ET.SubElement(root, "title", {"id": "title"}).text = title
    ET.SubElement(root, "desc", {"id": "desc"}).text = description
    root.append(rect(0, 0, width, height, fill=background))
    root.extend(children)
    return ET.tostring(root, encoding="unicode")


def captioned(drawn: str, words: str) -> str:
    """A document that ``picture`` made, with a line of words below it, which its text alternative begins with."""
    root = ET.fromstring(drawn.replace(f' xmlns="{NAMESPACE}"', "", 1))  # noqa: S314 (a document of our own)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    size = min(CAPTION / 2, 1.6 * width / len(words))  # wide pictures have room for large words
    root.attrib |= {"xmlns": NAMESPACE, "viewBox": f"0 0 {_value(width)} {_value(height + CAPTION)}", "height": _value(height + CAPTION)}
    for description in root.iterfind("desc"):
        description.text = f"{words} {description.text}"
    root.append(rect(0, height, width, CAPTION, fill=ACCENT))
    root.append(text(width / 2, height + (CAPTION + 0.7 * size) / 2, words, size=size, fill=PAPER, font_weight="bold"))
    return ET.tostring(root, encoding="unicode")


def _value(value: str | Number | None) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
