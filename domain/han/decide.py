"""The only place that says no. Legality first, then what chance did, then what follows (``course.py``)."""

from typing import assert_never

from domain.chance import Chance
from domain.han.cards import Cards, holds
from domain.han.course import Course
from domain.han.facts import CardDiscarded, DrawingEnded, EmissaryPlaced, FortificationPlaced, HanFact, HousePlaced, MarketPlaced
from domain.han.moves import Discard, Draw, EndDrawing, EndPlacing, HanMove, PlaceEmissary, PlaceFortification, PlaceHouse, PlaceMarket
from domain.han.state import FREE, State, board_of, options_of
from domain.refusal import Refused
from domain.seats import Seat
from domain.text import counted


def decide(state: State, seat: Seat, move: HanMove, chance: Chance) -> tuple[HanFact, ...]:
    """The facts that follow from a move, or a refusal."""
    _on_turn(state, seat)
    course = Course(state, chance)
    match move:
        case PlaceHouse():
            _can_place_house(state, seat, move)
            course.place(HousePlaced(seat, move.space, move.cards))
        case PlaceEmissary():
            _can_place_emissary(state, seat, move)
            course.place(EmissaryPlaced(seat, move.province, move.cards))
        case Draw():
            _can_draw(state, move)
            course.draw(move.card)
        case EndPlacing():
            if state.step != "placing" or not state.pieces:
                raise Refused("HAN-4.3", "nothing to end: on a turn pieces are placed or a card is discarded")
            course.end_placing()
        case Discard():
            _can_discard(state, seat, move)
            course.end_turn_or_draw(CardDiscarded(seat, move.card))
        case EndDrawing():
            if state.step != "drawing" or state.depleted < 2:
                raise Refused("HAN-9.2", "drawing ends with three cards in hand, earlier only when the pile is empty for the second time")
            course.end_drawing(DrawingEnded(seat))
        case PlaceFortification():
            _can_place_fortification(state, seat, move)
            course.place(FortificationPlaced(seat, move.space, move.cards))
        case PlaceMarket():
            _can_place_market(state, seat, move)
            course.place(MarketPlaced(seat, move.space, move.cards))
        case _:
            assert_never(move)
    return tuple(course.facts)


def _on_turn(state: State, seat: Seat) -> None:
    if state.step == "over":
        raise Refused("HAN-12.1", "the game is over, all scorings have been finished")
    if seat != state.turn or state.step == "setup":
        raise Refused("HAN-4.2", f"it is not the turn of seat {seat}; play goes clockwise")


def _can_place_house(state: State, seat: Seat, move: PlaceHouse) -> None:
    space = _space(state, move.space)
    _can_pay(state, seat, move.cards)
    if not state.house_supply[seat]:
        raise Refused("HAN-5.10", "no house is left in the supply")
    if state.houses[space] != FREE:
        full = not any(state.free[province] for province in board_of(state).layout.provinces_of[space])
        raise Refused("HAN-6.4" if full else "HAN-6.3", f"{move.space} is occupied{', like all house spaces there' if full else ''}")
    layout = board_of(state).layout
    if state.on_border and state.pieces and len(layout.colours_of[space]) == 2:
        raise Refused("HA-9", "two houses on border spaces in one turn would need four cards")
    _in_one_province(state, layout.masks[space], move.space)
    colours = layout.colours_of[space]
    _pays(move.cards, colours[0], move.space) if len(colours) == 1 else _pays_on_border(move.cards, colours, move.space)


def _can_place_emissary(state: State, seat: Seat, move: PlaceEmissary) -> None:
    """Own houses are not needed (HAN-7.5); a scored province is as good as another (HAN-8.12, HA-13); the limit is that of this moment (HA-11)."""
    layout = board_of(state).layout
    province = layout.province_at.get(move.province)
    if province is None:
        raise Refused("HAN-7.1", f"{move.province} is no province of this board")
    _can_pay(state, seat, move.cards)
    if not state.emissary_supply[seat]:
        raise Refused("HAN-5.10", "no emissary is left in the supply")
    _in_one_province(state, 1 << province, move.province)
    most = max(state.counts[province])
    if not most:
        raise Refused("HAN-7.4", f"there is no house in {move.province}")
    if sum(state.emissaries[province]) >= most:
        raise Refused(
            "HAN-7.3",
            f"{move.province} holds {counted(sum(state.emissaries[province]), 'emissary', 'emissaries')}; the most houses of one player there are {most}",
        )
    _pays(move.cards, layout.colours[province], move.province)


def _marker_space(state: State, seat: Seat, move: PlaceFortification | PlaceMarket, played: bool, marker: str) -> int:
    """The space of a marker of a variant, once the game is played with it, the cards can be paid and one is left."""
    if not played:
        raise Refused("HAN-3.14", f"{marker}s are a variant that this game is played without")
    space = _space(state, move.space)
    _can_pay(state, seat, move.cards)
    if not state.marker_supply[seat]:
        raise Refused("HAN-5.10", f"no {marker} is left in the supply")
    return space


def _can_place_fortification(state: State, seat: Seat, move: PlaceFortification) -> None:
    space = _marker_space(state, seat, move, options_of(state).fortifications, "fortification")
    if not state.house_supply[seat]:
        raise Refused("HAN-13.6", "no house is left to stand on the fortification")
    if state.pieces:
        raise Refused("HAN-13.2", "a fortification and its house are two pieces, the whole placing of a turn")
    layout = board_of(state).layout
    if state.houses[space] != FREE or len(layout.colours_of[space]) == 2:
        raise Refused("HAN-13.3", f"{move.space} is {'occupied' if state.houses[space] != FREE else 'a border space'}")
    if not layout.masks[space] & state.held:
        raise Refused("HA-34", f"the province of {move.space} held no piece when the turn began, and a fortification with its house are two")
    if move.cards != layout.colours_of[space] * 2:
        raise Refused("HA-35", f"a fortification on {move.space} costs two {layout.colours_of[space][0]} cards")


def _can_place_market(state: State, seat: Seat, move: PlaceMarket) -> None:
    """The limit of emissaries is not asked for (HAN-14.6)."""
    space = _marker_space(state, seat, move, options_of(state).market_places, "market place")
    if not state.emissary_supply[seat]:
        raise Refused("HAN-14.8", "no emissary is left to stand on the market place")
    if state.pieces:
        raise Refused("HA-40", "a market place and its emissary are two pieces, the whole placing of a turn")
    layout = board_of(state).layout
    if state.houses[space] != FREE:
        raise Refused("HAN-14.3", f"{move.space} is occupied")
    if not layout.masks[space] & state.held:
        raise Refused("HA-38", f"the district of {move.space} held no piece when the turn began, and a market place with its emissary are two")
    if move.cards != layout.colours_of[space] * 2:
        raise Refused("HAN-14.4", f"a market place on {move.space} costs two {layout.colours_of[space][0]} cards")


def _can_draw(state: State, move: Draw) -> None:
    if state.step != "drawing":
        raise Refused("HAN-4.5", "cards are drawn after pieces were placed or a card was discarded")
    if move.card is None and not any(state.pile):
        raise Refused("HA-21", "the pile is empty for the second time")
    if move.card is not None and move.card not in state.display:
        raise Refused("HAN-9.3", f"no {move.card} card lies face up")


def _can_discard(state: State, seat: Seat, move: Discard) -> None:
    if state.step != "placing" or state.pieces:
        raise Refused("HAN-4.3", "a card is discarded instead of placing pieces, not besides")
    if move.card not in state.hands[seat]:
        raise Refused("HAN-4.6", f"there is no {move.card} card in the hand")


def _space(state: State, name: str) -> int:
    """The number of a house space."""
    found = board_of(state).layout.space_at.get(name)
    if found is None:
        raise Refused("HAN-6.1", f"{name} is no house space of this board")
    return found


def _can_pay(state: State, seat: Seat, cards: Cards) -> None:
    if state.step != "placing":
        raise Refused("HAN-9.2", "pieces have been placed this turn; now the hand is filled up")
    if list(cards) != sorted(cards):
        raise Refused("HA-51", f"the cards of a payment are listed alphabetically: {' '.join(sorted(cards))}")
    if not holds(state.hands[seat], cards):
        raise Refused("HAN-4.4", f"the hand does not hold {' '.join(cards)}")


def _in_one_province(state: State, provinces: int, where: str) -> None:
    """A second piece goes to a province of the first one, if that held a piece when the turn began (HA-4, HA-7, HA-45).

    So it is with a border house too (HAN-6.11, HAN-6.12, HA-10), for which and for one more piece three cards are just enough (HA-8).
    """
    if state.pieces and not state.shared & provinces:
        raise Refused("HAN-5.3", f"{where} does not lie in a province of this turn's first piece that held a piece before")


def _pays(cards: Cards, colour: str, where: str) -> None:
    """One card of the colour or two of another: every card pays for a piece (HAN-5.6, HAN-5.7, HA-2)."""
    if cards == (colour,):
        return
    if len(cards) == 1:
        raise Refused("HAN-5.1", f"{where} is {colour}, not {cards[0]}")
    if len(cards) != 2 or cards[0] != cards[1]:
        raise Refused("HA-2", f"a piece in {where} costs one {colour} card or two of one other colour, not {' '.join(cards)}")
    if cards[0] == colour:
        raise Refused("HA-1", f"two {colour} cards cannot stand for a {colour} one; one of them pays for the piece")


def _pays_on_border(cards: Cards, colours: Cards, where: str) -> None:
    """Two cards: one of each colour (HAN-6.8) or two of one (HAN-6.9), never wild."""
    if len(cards) != 2:
        raise Refused("HAN-6.8", f"a house on the border space {where} costs two cards")
    if not set(cards) <= set(colours):
        raise Refused("HA-6", f"a house on {where} costs two cards that are each {colours[0]} or {colours[1]}, not {' '.join(cards)}")
