"""Pictures: a position as one viewer sees it, and an empty board. Knows the view only."""

from collections.abc import Iterator
from typing import Final

from domain.han.drawing_map import draw_map
from domain.han.drawing_panel import WALL, crowd, draw_cards, draw_legend, draw_players, draw_wall
from domain.han.pictured import HanProvince, HanView
from domain.svg import ACCENT, INK, MUTED, group, line, picture, rect, text
from domain.text import counted

WIDTH, MAP, LEFT_TEXT, HEAD = 1000, 1000, 30, 58
STEPS: Final = {"setup": "Set-up", "placing": "is placing or discarding", "drawing": "is drawing"}
DEEDS: Final = {
    "house": "house on {where} for {cards}",
    "emissary": "emissary to {where} for {cards}",
    "fortification": "fortification on {where} for {cards}",
    "market": "market place on {where} for {cards}",
    "discard": "{cards} discarded",
    "end_drawing": "drawing ended",
}


def draw(view: HanView) -> str:
    """The position as SVG, with a text alternative: two lines, the wall with room for counters that stand on one another, the map, the panel."""
    wall = HEAD + crowd(view.seats)
    top = wall + WALL
    panel = top + MAP + 8
    height = panel + 78 + 37 * max(view.seats, 3) + 40
    parts = [
        rect(0, top, WIDTH, MAP, fill="none", stroke=INK, stroke_width=1.5),
        text(LEFT_TEXT, 27, _title(view), size=19, anchor="start", font_weight="bold"),
        text(LEFT_TEXT, 50, _step(view), size=16, anchor="start"),
        text(WIDTH - LEFT_TEXT, 50, _last(view), size=16, anchor="end", fill=ACCENT),
        draw_wall(view, wall),
        draw_cards(view, 24, panel + 18),
        draw_players(view, 376, panel + 10),
        line((0, height - 42), (WIDTH, height - 42), stroke=MUTED, stroke_width=0.6),
        draw_legend(view, 24, height - 20),
    ]
    return picture(WIDTH, height, _title(view), " ".join(_description(view)), [group(draw_map(view), transform=f"translate(0 {top})"), *parts])


def draw_board(view: HanView) -> str:
    """Only the map, of the view of an empty table."""
    described = " ".join(_about(province, view) for province in view.provinces)
    return picture(WIDTH, MAP, _title(view), f"The empty board. {described}", [draw_map(view)])


def _title(view: HanView) -> str:
    return f"Han: {view.title}{' (reconstructed board)' if view.reconstructed else ''}"


def _step(view: HanView) -> str:
    if view.step == "over":
        return f"Play has ended, by the rules {'seat' if len(view.winners) == 1 else 'seats'} {' and '.join(map(str, view.winners))} {'wins' if len(view.winners) == 1 else 'share the win'}"
    who = f"Seat {view.turn} " if view.to_act else ""
    return f"{who}{STEPS[view.step]}{', last round' if view.last_round else ''}"


def _last(view: HanView) -> str:
    if view.last is None:
        return ""
    cards = " and ".join(view.last.cards)
    if view.last.verb == "draw":
        done = f"{cards} from the display" if cards else "a card from the pile"
    else:
        done = DEEDS[view.last.verb].format(where=view.last.where, cards=cards)
    return f"seat {view.last.seat}: {done}"


def _description(view: HanView) -> Iterator[str]:
    yield f"{_title(view)}. {_step(view)}."
    if view.last is not None:
        yield f"Last: {_last(view)}."
    for player in view.players:
        hand = f"holds {', '.join(player.hand)}" if player.hand is not None else f"holds {counted(player.hand_size, 'card')}"
        emperor = ", has the Emperor" if player.seat == view.start else ""
        markers = f", {counted(player.markers, 'marker')}" if player.markers else ""
        left = f"{counted(player.houses, 'house')}, {counted(player.emissaries, 'emissary', 'emissaries')}{markers} left"
        yield f"Seat {player.seat} has {counted(player.points, 'point')}, {left} and {hand}{emperor}."
    yield f"Display: {', '.join(view.display) or 'empty'}. Pile: {counted(view.pile_count, 'card')}."
    for province in view.provinces:
        yield _about(province, view)


def _about(province: HanProvince, view: HanView) -> str:
    """A province in words."""
    inside = [of for of in view.spaces if province.id in of.provinces]
    houses = ", ".join(f"{of.id} seat {of.house}{' with fortification' if of.fortified else ''}" for of in inside if of.house is not None)
    markets = ", ".join(f"{market.space} market place of seat {market.seat}" for market in view.markets if market.space in {of.id for of in inside})
    court = ", ".join(f"{number} of seat {seat}" for seat, number in enumerate(province.emissaries) if number)
    words = [f"{province.name} ({province.color}, {counted(len(inside), 'space')}{', scored' if province.scored else ''}): {houses or 'no house'}"]
    words += [markets] if markets else []
    words += [f"emissaries {court}"] if court else []
    return "; ".join(words) + "."
