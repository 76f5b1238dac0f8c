"""Beside the town: tracks, road, parish hall, what every family has, and the legend. Each panel is drawn from y = 0 down."""

from collections.abc import Callable, Iterator
from typing import Final

from domain.hameln.drawing_pieces import BOY, GIRL, GOLD, SILVER, cat, cube, large_rat, member
from domain.hameln.drawing_town import RESOLVING
from domain.hameln.view import FamilyView, HamelnView
from domain.svg import ACCENT, INK, MUTED, PAPER, SEAT_COLOURS, Element, Number, circle, group, rect, text

LEFT, WIDTH = 20, 960
GOODS: Final = ("bread", "cheese", "beer", "meat")
ROAD_SHOWN: Final = 16
BANDS_SHOWN: Final = 40  # fields of the influence track; on a longer track of somebody's own board each stands for several spaces


def heading(words: str, x: Number = LEFT, y: Number = 14) -> Element:
    return text(x, y, words, size=14, anchor="start", font_weight="bold")


def influence(view: HamelnView) -> Iterator[Element]:
    """The influence track, bottom space at the left; further right on a space is higher."""
    yield heading(f"Influence, from the highest: {', '.join(f'seat {seat}' for seat in view.influence_line)}")
    width = WIDTH / view.influence_spaces
    band = -(-view.influence_spaces // BANDS_SHOWN)
    for number, space in enumerate(range(0, view.influence_spaces, band)):
        wide = min(band, view.influence_spaces - space) * width
        yield rect(LEFT + space * width, 22, wide, 42, fill="#ffffff" if number % 2 else "#f1e9d8", stroke=MUTED)
        yield text(LEFT + space * width + wide / 2, 78, str(space), size=12)
    levels = {family.seat: family.influence for family in view.families}
    for space in set(levels.values()):
        here = [seat for seat in view.influence_line if levels[seat] == space]
        for place, seat in enumerate(here):
            x = LEFT + (space + 1) * width - 10 - place * min(9.0, max(2.0, (width - 18) / max(1, len(here) - 1)))
            yield member(x, 34 if place % 2 == 0 else 53, seat, 9, f"seat {seat}: influence {space}, {view.influence_line.index(seat) + 1}. in line")


def order(view: HamelnView) -> Iterator[Element]:
    """The turn order, the purchase loop and the rats in reserve, side by side."""
    yield heading("Turn order")
    for place, seat in enumerate(view.order):
        x = LEFT + 18 + place * 44
        mark = ACCENT if seat == view.active else MUTED
        yield rect(x - 18, 22, 38, 38, rx=4, fill="#ffffff", stroke=mark, stroke_width=4 if seat == view.active else 1)
        yield member(x + 1, 41, seat, 12)
    yield heading("Buying influence: florins → points", 270)
    entries = view.purchase_loop
    width = min(52.0, 330 / len(entries))
    for place, entry in enumerate(entries):
        left = 270 + place * width
        yield rect(left, 22, width - 4, 38, rx=4, fill="#ffffff", stroke=ACCENT if entry.bought_last else MUTED, stroke_width=4 if entry.bought_last else 1)
        yield text(left + width / 2 - 2, 46, f"{entry.cost}→{entry.gain}", size=15)
    yield heading(f"Large rats in reserve: {view.large_rats}; small rats left: {view.small_rats}", 620)
    for place in range(view.large_rats):
        yield large_rat(650 + place * 50, 44, 0.6, emperor=view.phase == 3 and place == view.large_rats - 1)


def road(view: HamelnView) -> Iterator[Element]:
    """The road to Transylvania in order of filling, each space with the points it costs."""
    yield heading("Road to Transylvania")
    shown = view.road[-ROAD_SHOWN:]
    skipped = len(view.road) - len(shown)
    width = min(52.0, WIDTH / max(1, len(shown)))
    for place, space in enumerate(shown):
        x = LEFT + place * width
        yield rect(x, 22, width - 4, 38, rx=10, fill="#efe3cb", stroke=MUTED)
        yield text(x + 13, 46, f"−{space.points}", size=14)
        if space.owner is not None:
            yield member(x + width - 16, 41, space.owner, 10, f"child of seat {space.owner}")
    if skipped:
        yield text(LEFT + 260, 14, f"(and {skipped} before)", size=14, anchor="start")


def hall(view: HamelnView) -> Iterator[Element]:
    """The parish hall with its girls and boys, the bag, the piles of tokens."""
    yield heading("Parish hall")
    for x, word, colour, count in ((LEFT, "girls", GIRL, "girls"), (LEFT + 235, "boys", BOY, "boys")):
        yield rect(x, 22, 230, 38, rx=4, fill="#ffffff", stroke=colour, stroke_width=3)
        yield text(x + 8, 46, word, size=14, anchor="start", fill=colour, font_weight="bold")
        children = [family.seat for family in view.families for _ in range(getattr(family, count))]
        for place, seat in enumerate(children):
            yield member(x + 62 + place * 22, 41, seat, 10, f"{word[:-1]} of seat {seat}")
    yield heading("Bag", 505)
    for place, (colour, left) in enumerate(((GIRL, view.bag_girls), (BOY, view.bag_boys))):
        yield rect(505 + place * 60, 30, 20, 20, fill=colour, stroke=INK, rx=2)
        yield text(532 + place * 60, 46, str(left), size=16, anchor="start")
    yield heading("Rat-Catcher tokens", 650)
    for place, left in enumerate(view.piles):
        x = 650 + place * 110
        yield circle(x + 12, 41, 12, fill="#9a9a9a", stroke=INK)
        yield text(x + 30, 46, f"pile-{place + 1}: {left}", size=14, anchor="start")


COLUMNS: Final[tuple[tuple[str, int], ...]] = (
    ("family", 20),
    ("florins", 150),
    ("bread", 250),
    ("cheese", 320),
    ("beer", 390),
    ("meat", 460),
    ("tokens", 540),
    ("in supply", 720),
    ("influence", 810),
    ("cat", 905),
)


def families(view: HamelnView) -> Iterator[Element]:
    """What every player has; the values of tokens only where the viewer may know them."""
    if not view.families:
        return
    for name, x in COLUMNS:
        yield text(x, 14, name, size=14, anchor="start", font_weight="bold")
    for row, family in enumerate(view.families):
        yield from _family(view, family, 22 + row * 32)
    if not any(family.cat for family in view.families):
        yield text(905, 14 + 24, "with the bank", size=12, anchor="start")


def _family(view: HamelnView, family: FamilyView, y: int) -> Iterator[Element]:
    acting = family.seat in view.to_act
    yield rect(LEFT - 6, y, WIDTH + 12, 29, rx=4, fill="#ffffff", stroke=ACCENT if acting else SEAT_COLOURS[family.seat], stroke_width=3 if acting else 1)
    yield member(36, y + 15, family.seat, 11)
    yield text(54, y + 20, f"seat {family.seat}" + (" to act" if acting else ""), size=14, anchor="start")
    yield circle(158, y + 15, 9, fill=GOLD, stroke=INK)
    yield text(175, y + 20, str(family.florins), size=15, anchor="start", font_weight="bold")
    for good, (_, x) in zip(GOODS, COLUMNS[2:6], strict=True):
        yield cube(x + 8, y + 15, good)
        yield text(x + 24, y + 20, str(getattr(family, good)), size=15, anchor="start")
    values = "" if not family.token_values else " (" + ", ".join(map(str, family.token_values)) + ")"
    yield text(548, y + 20, f"{family.tokens}{values}", size=15 if family.tokens < 9 else 13, anchor="start")
    yield text(740, y + 20, str(family.supply), size=15, anchor="start")
    yield text(830, y + 20, str(family.influence), size=15, anchor="start")
    if family.cat:
        yield cat(918, y + 15, 0.55)


def legend(view: HamelnView) -> Iterator[Element]:
    """What the signs mean."""
    signs: tuple[tuple[Callable[[Number], Element], str], ...] = (
        (lambda x: rect(x - 9, 4, 18, 18, rx=3, fill=PAPER, stroke=BOY, stroke_width=3), "man"),
        (lambda x: rect(x - 9, 4, 18, 18, rx=3, fill=PAPER, stroke=GIRL, stroke_width=3), "woman"),
        (lambda x: circle(x, 13, 10, fill=GOLD, stroke=INK), "cost, points"),
        (lambda x: circle(x, 13, 10, fill=SILVER, stroke=INK), "influence"),
        (lambda x: rect(x - 9, 4, 18, 18, rx=3, fill="#e8dcc4", stroke=INK), "rats attracted"),
        (lambda x: circle(x, 13, 10, fill=INK), "small rat"),
        (lambda x: large_rat(x - 3, 14, 0.4), "large rat"),
        (lambda x: rect(x - 9, 4, 18, 18, rx=3, fill=INK), "infested"),
        (lambda x: circle(x, 13, 8, fill="none", stroke=ACCENT, stroke_width=4), "last move"),
        (lambda x: rect(x - 9, 5, 18, 16, fill="none", stroke=RESOLVING, stroke_width=4), "resolving"),
    )
    x = 30.0
    for sign, words in signs:
        yield group(sign(x), text(x + 17, 18, words, size=13, anchor="start"))
        x += 42 + 6.5 * len(words)
