"""A position as a picture: the ring, the row of characters in the middle, hands and piles below."""

from domain.message import HIDDEN
from domain.pied_piper.drawing_figures import TAILS, action_card, figure
from domain.pied_piper.drawing_ring import gaps, houses, street, trips
from domain.pied_piper.view import PiedPiperView, PlayerView, SlotView
from domain.svg import ACCENT, INK, MUTED, SEAT_COLOURS, Element, circle, group, line, picture, rect, text
from domain.text import counted

WIDTH, HEIGHT = 1000, 1096
CARD, STEP, ROW_TOP = 104.0, 116.0, 330.0  # a character card's width, from card to card, the row's top
PANEL = 842.0  # top of what lies below the ring


def draw(seen: PiedPiperView) -> str:
    """The SVG of a view."""
    children = [
        *_heading(seen),
        *street(seen),
        *trips(seen),
        *gaps(seen),
        *houses(seen),
        *(_slot(seen, slot) for slot in seen.row),
        *_players(seen),
        *_piles(seen),
        *_legend(seen),
    ]
    return picture(WIDTH, HEIGHT, "Pied Piper", describe(seen), children)


def _heading(seen: PiedPiperView) -> list[Element]:
    variant = "Rugrats, " if seen.variant_rugrats else "Secret life, " if seen.variant_secret else ""
    return [
        text(24, 34, "Pied Piper", size=25, anchor="start", font_weight="bold"),
        text(24, 55, f"{seen.seats} players, {variant}roof at {seen.roof_level}", size=14, anchor="start", fill=MUTED),
        text(976, 34, _status(seen), size=18, anchor="end", font_weight="bold", fill=ACCENT if seen.winners else INK),
        text(976, 55, _last(seen), size=14, anchor="end"),
    ]


def _status(seen: PiedPiperView) -> str:
    if seen.winners:
        names = " and ".join(f"seat {seat}" for seat in seen.winners)
        reasons = {"roof": "the roof is reached", "lowest_tracker": "lowest tracker", "most_claimed": "most claimed trackers", "draw": "level in everything"}
        return f"{names[0].upper()}{names[1:]} {'draw' if len(seen.winners) > 1 else 'wins'}: {reasons.get(seen.reason or '', seen.reason)}"
    if seen.step == "activate":
        return f"Seat {seen.turn} chooses who moves first"
    if seen.step == "place":
        which = "the only card of the first turn" if seen.opening else "a first card" if seen.first_slot is None else "a second card"
        return f"Seat {seen.turn} places {which}"
    return "Before the set-up"


def _last(seen: PiedPiperView) -> str:
    last = seen.last
    if last is None:
        return "No move yet"
    if last.kind == "activate":
        return f"Last: seat {last.seat} let slot {last.slot} go first"
    card = "a card" if last.card == HIDDEN else last.card
    return f"Last: seat {last.seat} placed {card}{' face down' if last.face_down else ''} on {last.character}, slot {last.slot}"


def _slot(seen: PiedPiperView, slot: SlotView) -> Element:
    """A character card with its figure, and the action cards on it below, upper card first."""
    x = 500 - (4 * STEP - (STEP - CARD)) / 2 + STEP * slot.slot
    marked = seen.last is not None and seen.last.slot == slot.slot
    ringed = slot.activated or (marked and seen.last is not None and seen.last.kind == "activate")
    colour = "#6a2c70" if slot.character == "piper" else TAILS[int(slot.character.removeprefix("rat-") or 0)] if slot.character else MUTED
    parts = [
        rect(0, 0, CARD, 106, rx=8, fill="#fffdf7", stroke=ACCENT if ringed else INK, stroke_width=3.5 if ringed else 1.3),
        rect(0, 0, CARD, 26, rx=8, fill=colour),
        text(CARD / 2, 18, slot.character, size=14, fill="#ffffff", font_weight="bold"),
    ]
    if slot.character:
        parts.append(figure(slot.character, CARD / 2, 62, 0, scale=1.35))
    parts.append(text(8, 99, f"slot {slot.slot}", size=12, anchor="start", fill=MUTED))
    if slot.activated:
        parts.append(text(CARD - 8, 99, "active", size=12, anchor="end", fill=ACCENT, font_weight="bold"))
    for place in range(2):
        y = 114 + 36 * place
        if place < len(slot.cards):
            card = slot.cards[place]
            fresh = marked and seen.last is not None and seen.last.kind == "place" and place == len(slot.cards) - 1
            parts.append(action_card(card.card, 0, y, CARD, face_down=card.face_down, marked=fresh))
            parts.append(circle(CARD - 3, y + 3, 6.5, fill=SEAT_COLOURS[card.seat], stroke="#ffffff", title=f"placed by seat {card.seat}"))
        else:
            parts.append(rect(0.5, y, CARD - 1, 30, rx=5, fill="none", stroke="#b9ad98" if slot.open else "#ddd3c2", stroke_dasharray="4 4"))
    return group(*parts, transform=f"translate({x:.1f},{ROW_TOP})")


def _players(seen: PiedPiperView) -> list[Element]:
    """One line a seat: tracker, hand, claimed trackers."""
    head = [text(24, PANEL, "Hands and claimed trackers", size=15, anchor="start", font_weight="bold")]
    return head + [_player(seen, player, PANEL + 12 + 38 * player.seat) for player in seen.players]


def _player(seen: PiedPiperView, player: PlayerView, y: float) -> Element:
    active = player.seat in seen.to_act
    parts = [
        rect(
            20,
            y,
            650,
            34,
            rx=6,
            fill="#ffffff" if not player.eliminated else "#efe8da",
            stroke=ACCENT if active else "#d9cfbf",
            stroke_width=2 if active else 1,
        ),
        circle(40, y + 17, 11, fill=SEAT_COLOURS[player.seat]),
        text(40, y + 22, str(player.seat), size=14, fill="#ffffff", font_weight="bold"),
        text(60, y + 22, "out" if player.eliminated else f"at {player.tracker}", size=14, anchor="start", fill=MUTED if player.eliminated else INK),
    ]
    if player.seat in seen.winners:
        parts.append(text(98, y + 22, "wins", size=13, anchor="start", fill=ACCENT, font_weight="bold"))
    parts += [action_card(card, 140 + 104 * n, y + 2, 98, size=12) for n, card in enumerate(player.hand)]
    for n, seat in enumerate(player.claimed):
        parts.append(circle(572 + 24 * n, y + 17, 10, fill=SEAT_COLOURS[seat], stroke=INK, title=f"claimed tracker of seat {seat}"))
        parts.append(text(572 + 24 * n, y + 21.5, str(seat), size=12, fill="#ffffff", font_weight="bold"))
    return group(*parts, title=_tell_player(player))


def _piles(seen: PiedPiperView) -> list[Element]:
    lines = [
        ("Action deck", f"{seen.action_deck}"),
        ("Action discards", f"{sum(seen.action_discards.values())}"),
        ("Character deck", f"{seen.character_deck}"),
        ("Character discards", f"{sum(seen.character_discards.values())}"),
    ]
    out = [text(700, PANEL, "Piles", size=15, anchor="start", font_weight="bold")]
    for n, (name, number) in enumerate(lines):
        out.append(text(700, PANEL + 24 + 19 * n, name, size=13, anchor="start"))
        out.append(text(850, PANEL + 24 + 19 * n, number, size=13, anchor="end", font_weight="bold"))
    for n, heap in enumerate((seen.action_discards, seen.character_discards)):
        named = ", ".join(f"{number} {name}" for name, number in heap.items()) or "nothing"
        out.append(text(24, HEIGHT - 30 + 18 * n, f"Discarded {'characters' if n else 'action cards'}: {named}", size=13, anchor="start"))
    return out


def _legend(seen: PiedPiperView) -> list[Element]:
    y = PANEL + 110
    rows = [
        (circle(708, y + 14, 6.5, fill=SEAT_COLOURS[0]), "a seat's colour: house, tracker, its card"),
        (circle(708, y + 34, 8, fill="#ffffff", stroke=ACCENT, stroke_width=2.5), "just moved or placed, or to act"),
        (line((698, y + 54), (718, y + 54), stroke=ACCENT, stroke_width=3, stroke_dasharray="9 5"), "way of the last move (dotted: sewer)"),
        (rect(700, y + 69, 17, 10, fill="#5b4a3a"), "floors the tracker has climbed"),
        (rect(700, y + 88, 17, 12, rx=2, fill="#6a5a49"), "a card that is not shown to you"),
    ]
    out = [text(700, y, "Legend", size=14, anchor="start", font_weight="bold")]
    for n, (mark, words) in enumerate(rows):
        out += [mark, text(728, y + 18 + 20 * n, words, size=12.5, anchor="start")]
    if seen.reconstructed:
        out.append(text(976, HEIGHT - 12, "Numbers of action cards are a stand-in", size=12, anchor="end", fill=MUTED))
    return out


def describe(seen: PiedPiperView) -> str:
    """The position in words, for who cannot see the picture."""
    told = [f"Pied Piper, {seen.seats} players. {_status(seen)}. {_last(seen)}."]
    for house in seen.ring:
        owner = "neutral" if house.seat is None else f"of seat {house.seat} with the tracker at {seen.players[house.seat].tracker} of {seen.roof_level}"
        told.append(f"{house.gap}: {', '.join(house.figures) or 'empty'}. Then {house.house}, {owner}.")
    for slot in seen.row:
        cards = " then ".join(("a hidden card" if card.card == HIDDEN else card.card) + (" face down" if card.face_down else "") for card in slot.cards)
        told.append(f"Slot {slot.slot}: {slot.character or 'empty'} with {cards or 'no card'}.")
    told += [_tell_player(player) for player in seen.players]
    told.append(f"Action deck {seen.action_deck}, character deck {seen.character_deck}.")
    return " ".join(told)


def _tell_player(player: PlayerView) -> str:
    hidden = HIDDEN in player.hand
    hand = f"{counted(len(player.hand), 'hidden card')}" if hidden else ", ".join(player.hand) or "no cards"
    claimed = (
        f"; claimed {'tracker of seat' if len(player.claimed) == 1 else 'trackers of seats'} {', '.join(map(str, player.claimed))}" if player.claimed else ""
    )
    return f"Seat {player.seat}{' is out' if player.eliminated else ''}: {hand}{claimed}."
