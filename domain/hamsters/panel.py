"""Below the map: every seat's load and cards, the piles, the legend; and the same in words."""

from collections.abc import Iterable
from typing import Final

from domain import svg
from domain.hamsters import figures
from domain.hamsters.view import HamstersView, HamsterView
from domain.svg import Element

BOX: Final = (312, 112)
PILES_HEIGHT: Final = 70
LEGEND_HEIGHT: Final = 132


def short(words: str, most: int) -> str:
    """Words that fit: cut to so many characters."""
    return words if len(words) <= most else words[: most - 1] + "…"


def panel_height(view: HamstersView) -> int:
    """Three boxes a row, and the piles."""
    return -(-view.seats // 3) * (BOX[1] + 8) + PILES_HEIGHT


def task(view: HamstersView) -> str:
    """What is awaited, in words."""
    if view.winner is not None:
        return f"Seat {view.winner} has two sacks in the burrow and has won."
    seat = view.to_act[0]
    return {
        "roll": f"Seat {seat} is to throw.",
        "go": f"Seat {seat} threw {view.throw} and chooses its way.",
        "help_mice": f"The mice ask seat {seat} for a sack.",
        "accept_beavers": f"The beavers invite seat {seat}.",
    }[view.step]


def standing(view: HamstersView, seat: int) -> str:
    """Where a hamster is and what it has, in words."""
    h = view.hamsters[seat]
    cards = [kind for kind in figures.CARDS if getattr(h, kind)]
    state = ", rests" if h.rests else ", waits with the beavers" if h.waits else ""
    held = f", cards: {', '.join(cards)}" if cards else ", no cards"
    return f"Seat {seat} is on {h.square}{state}, carries {_sacks(h.sacks)}, has {_sacks(h.deposited)} in the burrow{held}."


def _sacks(number: int) -> str:
    return "1 sack" if number == 1 else f"{number or 'no'} sacks"


def panel(view: HamstersView, top: float) -> Iterable[Element]:
    """A box for every seat, then the piles (HMS-3.9)."""
    for hamster in view.hamsters:
        x, y = 20 + (BOX[0] + 12) * (hamster.seat % 3), top + (BOX[1] + 8) * (hamster.seat // 3)
        yield from _box(view, hamster, x, y)
    yield from _piles(view, top + panel_height(view) - PILES_HEIGHT)


def _box(view: HamstersView, h: HamsterView, x: float, y: float) -> Iterable[Element]:
    acts = h.seat in view.to_act
    edge, width = (svg.ACCENT, 3.5) if acts else ("#c9bd9d", 1.5)
    yield svg.rect(x, y, *BOX, rx=10, fill="#fffdf6", stroke=edge, stroke_width=width, title=standing(view, h.seat))
    yield figures.hamster(x + 32, y + 36, 20, h.seat)
    yield svg.text(x + 66, y + 30, f"Seat {h.seat}", size=19, anchor="start", font_weight="bold")
    yield svg.text(x + 66, y + 51, short(f"on {h.square}", 17), size=16, anchor="start")
    yield svg.text(x + 16, y + 92, "carries", size=15, anchor="start", fill="#5d5547")
    for place in range(2):
        yield figures.sack(x + 82 + 24 * place, y + 87, 9.5, place < h.sacks)
    yield svg.text(x + 130, y + 92, "home", size=15, anchor="start", fill="#5d5547")
    for place in range(2):
        yield figures.sack(x + 184 + 24 * place, y + 87, 9.5, place < h.deposited)
    for place, kind in enumerate(figures.CARDS):
        yield figures.card(x + 206 + 38 * place, y + 34, kind, getattr(h, kind))
    words = "wins" if view.winner == h.seat else "rests" if h.rests else "waits" if h.waits else ""
    yield svg.text(x + 300, y + 93, words, size=15, anchor="end", fill="#b3261e", font_weight="bold")


def _piles(view: HamstersView, y: float) -> Iterable[Element]:
    yield svg.text(24, y + 40, "Beside the board", size=17, anchor="start", font_weight="bold")
    for place, kind in enumerate(figures.CARDS):
        x = 200 + 150 * place
        yield svg.rect(x - 13, y + 8, 34, 44, rx=4, fill="#efe6cc", stroke=figures.DARK, stroke_width=1)
        yield figures.card(x, y + 33, kind)
        yield svg.text(x + 30, y + 40, f"{getattr(view.piles, kind)} {kind}", size=17, anchor="start")
    yield figures.sack(654, y + 34, 12)
    yield svg.text(674, y + 40, f"{view.store} in store", size=17, anchor="start")
    if view.throw:
        again = ", throws again" if view.again else ""
        yield svg.text(976, y + 40, f"last throw {view.throw}{again}", size=17, anchor="end")


def legend(top: float, moves: bool) -> Iterable[Element]:
    """What the signs mean."""
    yield svg.line((20, top + 2), (980, top + 2), stroke="#c9bd9d")
    signs = (
        (2, "mice: sack for card"),
        (4, "beavers invite"),
        (6, "rotten bridge"),
        (7, "rest with 2 sacks"),
        (8, "rats steal"),
        (9, "mice repay"),
        (11, "cat"),
        (12, "sparrowhawk"),
    )
    for place, (number, words) in enumerate(signs):
        x, y = 36 + 240 * (place % 4), top + 26 + 34 * (place // 4)
        yield figures.EVENTS[number](x, y, 12)
        yield svg.text(x + 24, y + 6, f"{number}  {words}", size=16, anchor="start")
    y = top + 94
    yield figures.cross(36, y, 11)
    yield svg.text(60, y + 6, "hospital: mole card", size=16, anchor="start")
    yield svg.rect(263, y - 9, 26, 18, rx=6, fill=figures.TUNNEL)
    yield svg.text(300, y + 6, "tunnel (mole card)", size=16, anchor="start")
    if moves:
        yield svg.line((504, y), (534, y), stroke=figures.DARK, stroke_width=5, stroke_dasharray="11 6", stroke_linecap="round")
        yield svg.text(544, y + 6, "last move", size=16, anchor="start")
        yield svg.line((640, y), (670, y), stroke=figures.DARK, stroke_width=5, stroke_dasharray="1 9", stroke_linecap="round")
        yield svg.text(682, y + 6, "pushed or sent back", size=16, anchor="start")
        yield svg.circle(860, y, 11, fill="none", stroke=svg.ACCENT, stroke_width=3.5)
        yield svg.text(880, y + 6, "is to act", size=16, anchor="start")
