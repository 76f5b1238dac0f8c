"""The table as a picture, from a view alone."""

from typing import Final

from domain import svg
from domain.bremen.notation import in_words
from domain.bremen.pieces import ANIMALS, DECKS
from domain.bremen.shapes import piece, silhouette
from domain.bremen.view import BremenView, SeatView
from domain.svg import Element, Number
from domain.text import counted

WIDTH: Final = 1000
HEIGHT: Final = 850
PANEL: Final = (318, 204)
TILE: Final = 40
BIG: Final = 62

# Where the panels stand, and the pieces played: below, then clockwise.
_BELOW, _LEFT, _ABOVE, _RIGHT = (341, 634), (12, 312), (341, 12), (670, 312)
_PANELS: Final = {3: (_BELOW, _LEFT, _RIGHT), 4: (_BELOW, _LEFT, _ABOVE, _RIGHT)}
_AT_BELOW, _AT_LEFT, _AT_ABOVE, _AT_RIGHT = (469, 470), (368, 372), (469, 270), (570, 372)
_PLAYED: Final = {3: (_AT_BELOW, _AT_LEFT, _AT_RIGHT), 4: (_AT_BELOW, _AT_LEFT, _AT_ABOVE, _AT_RIGHT)}


def draw(view: BremenView) -> str:
    """The position as SVG; the seat that looks sits below."""
    places = {(view.viewer or 0) + step: step for step in range(view.seats)}
    seat_at = {seat % view.seats: step for seat, step in places.items()}
    strokes = [
        svg.circle(500, 423, 158, fill="#efe4cc", stroke="#d9c9a6"),
        *(_panel(view, player, *_PANELS[view.seats][seat_at[player.seat]]) for player in view.players),
        *_round(view, seat_at),
        *_centre(view),
        *_heading(view),
        *_goal(view),
        *_redeals(view),
        *_legend(),
    ]
    return svg.picture(WIDTH, HEIGHT, f"Bremen, {view.seats} players", describe(view), strokes)


def _colour(seat: int) -> str:
    return svg.SEAT_COLOURS[seat]


def _panel(view: BremenView, player: SeatView, x: Number, y: Number) -> Element:
    """A seat: name, what it is about to do, its hand, its heap."""
    width, height = PANEL
    colour, acting = _colour(player.seat), player.seat in view.to_act
    name = f"Seat {player.seat}" + (" (you)" if player.seat == view.viewer else "")
    strokes = [
        svg.rect(x, y, width, height, rx=10, fill="#ffffff", stroke=colour, stroke_width=4 if acting else 1.5),
        svg.rect(x, y, width, 26, rx=10, fill=colour),
        svg.rect(x, y + 14, width, 12, fill=colour),
        svg.text(x + 10, y + 19, name, size=16, anchor="start", fill="#ffffff", font_weight="bold"),
        svg.text(x + width - 10, y + 19, _doing(view, player.seat), size=14, anchor="end", fill="#ffffff", font_weight="bold"),
        *_hand(player, x + 10, y + 33),
        *_heap(player, x + 10, y + height - 26),
    ]
    return svg.group(*strokes, class_=f"seat seat-{player.seat}")


def _doing(view: BremenView, seat: int) -> str:
    if view.winner == seat:
        return "wins the round" + (" – to lead" if seat in view.to_act else "")
    if seat in view.to_act:
        return "may lead" if len(view.to_act) > 1 else f"to follow {view.animal_led.capitalize()}" if view.animal_led else "to lead"
    return "leads" if seat == view.leader and view.winner is None else ""


def _hand(player: SeatView, x: Number, y: Number) -> list[Element]:
    if not player.hand and player.hand_size:
        return [svg.text(x, y + 40, f"{counted(player.hand_size, 'piece')}, not recorded", size=15, anchor="start", fill=svg.MUTED)]
    return [piece(name, x + place % 7 * (TILE + 3), y + place // 7 * 63, TILE) for place, name in enumerate(player.hand)]


def _heap(player: SeatView, x: Number, y: Number) -> list[Element]:
    """The pieces won, a count for each animal."""
    strokes = [svg.text(x, y + 17, f"won {player.pieces_won}", size=16, anchor="start", font_weight="bold")]
    for place, animal in enumerate(ANIMALS):
        won = [name for name in player.won if name.startswith(animal)]
        told = f"{len(won)} of {animal.capitalize()} won: {', '.join(in_words(name) for name in won) or 'none'}"
        at = x + 80 + place * 56
        count = svg.text(at + 26, y + 17, str(len(won)), size=15, anchor="start", fill=svg.INK if won else svg.MUTED)
        strokes.append(svg.group(silhouette(animal, at, y, 22, None if won else "#cfc8ba"), count, title=told))
    return strokes


def _round(view: BremenView, seat_at: dict[int, int]) -> list[Element]:
    """The pieces on the table, each before its seat; the one played last is marked, the winner's ticked."""
    strokes = []
    for place, played in enumerate(view.played):
        x, y = _PLAYED[view.seats][seat_at[played.seat]]
        last = place == len(view.played) - 1
        strokes.append(piece(played.piece, x, y, BIG, marked=last))
        words = f"{place + 1}. seat {played.seat}" + (" ✓" if played.seat == view.winner else "")
        strokes.append(svg.text(x + BIG / 2, y + BIG * 1.45 + 17, words, size=13, fill=_colour(played.seat), font_weight="bold"))
    return strokes


def _centre(view: BremenView) -> list[Element]:
    if view.seats == 4:
        return []
    if view.centre is None:
        return [svg.text(500, 290, "centre not recorded", size=14, fill=svg.MUTED)]
    return [piece(view.centre, 474, 278, 52), svg.text(500, 372, "centre", size=13, fill=svg.MUTED)]


def _heading(view: BremenView) -> list[Element]:
    lines = [f"Round {view.round} of {view.rounds}" if view.round else "Before round 1", *_whose_turn(view)]
    return [
        svg.text(16, 46, "Bremen", size=34, anchor="start", font_weight="bold"),
        *(svg.text(16, 76 + 24 * place, line, size=17, anchor="start") for place, line in enumerate(lines)),
    ]


def _whose_turn(view: BremenView) -> list[str]:
    if view.over:
        return [f"Play has ended, by the rules all {'win' if view.winners else 'lose'}."]
    if len(view.to_act) > 1:
        return ["Hands are not recorded:", "any seat may be the first leader."]
    return [f"Seat {seat} is to {'follow ' + view.animal_led.capitalize() if view.animal_led else 'lead'}." for seat in view.to_act]


def _goal(view: BremenView) -> list[Element]:
    """What the band needs, as everybody can see it."""
    deck = DECKS[view.seats]
    rows = [
        "All win together with",
        f"heaps of {', '.join(map(str, deck.pieces_won))} pieces",
        "and 4 animals left" + (" (with the centre)" if deck.centre else ""),
    ]
    x = WIDTH - 16
    return [
        *(svg.text(x, 34 + 22 * place, row, size=16, anchor="end", font_weight="bold" if place == 0 else None) for place, row in enumerate(rows)),
        svg.text(
            x, 34 + 22 * len(rows) + 6, "Won so far, seat 0 first: " + " · ".join(str(player.pieces_won) for player in view.players), size=16, anchor="end"
        ),
    ]


def _seats(seats: list[int]) -> str:
    return f"{'seat' if len(seats) == 1 else 'seats'} {', '.join(map(str, seats))}"


def _redeals(view: BremenView) -> list[Element]:
    told = [
        f"Deal {number} was redealt: {_seats(redeal.seats) + ' held 8+ Chickens' if redeal.seats else 'hands not recorded'}"
        for number, redeal in enumerate(view.redeals, 1)
    ]
    return [svg.text(WIDTH - 16, 150 + 18 * place, line, size=14, anchor="end", fill=svg.MUTED) for place, line in enumerate(told[:6])]


def _legend() -> list[Element]:
    x, y = 16, 636
    return [
        svg.text(x, y, "Legend", size=16, anchor="start", font_weight="bold"),
        piece("dog-9", x + 4, y + 14, 28),
        svg.text(x + 46, y + 38, "piece whose number you see", anchor="start"),
        piece("dog", x + 4, y + 66, 28),
        svg.text(x + 46, y + 90, "piece from behind: number hidden", anchor="start"),
        svg.rect(x + 4, y + 122, 28, 22, rx=5, fill="none", stroke=svg.ACCENT, stroke_width=4),
        svg.text(x + 46, y + 138, "last move", anchor="start"),
        svg.rect(x + 4, y + 156, 28, 20, rx=4, fill="#ffffff", stroke=svg.INK, stroke_width=4),
        svg.text(x + 46, y + 171, "thick border: to act", anchor="start"),
        svg.text(x + 4, y + 203, "1. 2. …: order of play   ✓: wins the round", anchor="start"),
        *(_legend_animal(animal, 690 + place % 2 * 150, 660 + place // 2 * 70) for place, animal in enumerate(ANIMALS)),
    ]


def _legend_animal(animal: str, x: Number, y: Number) -> Element:
    return svg.group(silhouette(animal, x, y, 48), svg.text(x + 58, y + 30, animal.capitalize(), size=16, anchor="start"))


def describe(view: BremenView) -> str:
    """The position in words, for who cannot see it."""
    told = [f"Round {view.round} of {view.rounds}.", *_whose_turn(view)]
    if view.centre is not None:
        told.append(f"In the centre: {in_words(view.centre)}.")
    if view.played:
        told.append("On the table: " + ", ".join(f"seat {played.seat} {in_words(played.piece)}" for played in view.played) + ".")
    if view.winner is not None:
        told.append(f"Seat {view.winner} won the round.")
    for player in view.players:
        hand = ", ".join(map(in_words, player.hand)) if player.hand else f"{counted(player.hand_size, 'piece')}, not recorded"
        told.append(f"Seat {player.seat} has won {counted(player.pieces_won, 'piece')} and holds {hand}.")
    told += [f"Deal {number} was redealt." for number, _ in enumerate(view.redeals, 1)]
    return " ".join(told)
