"""What a fact changes. Never refuses, believes history."""

from typing import assert_never

from msgspec.structs import replace

from domain.han.cards import Cards, counts, less, more, with_card, without
from domain.han.facts import (
    AllianceScored,
    CardDiscarded,
    CardDrawn,
    CardTaken,
    DisplayLaid,
    DisplayRefilled,
    DrawingEnded,
    EmissaryPlaced,
    EmperorGiven,
    FortificationPlaced,
    GameEnded,
    HandDealt,
    HanFact,
    HousePlaced,
    MarketEmissaryMoved,
    MarketPlaced,
    PileExhausted,
    PileRenewed,
    PlacingEnded,
    PortsScored,
    ProvinceScored,
    RowScored,
    TurnBegan,
)
from domain.han.state import MARKET, Last, State, add, board_of, put
from domain.seats import Seat


def evolve(state: State, fact: HanFact) -> State:
    """The position after a fact."""
    match fact:
        case HousePlaced():
            return _house(state, fact.seat, fact.space, fact.cards, "house")
        case EmissaryPlaced():
            return _emissary(state, fact)
        case CardDrawn():
            hands = _hand(state, fact.seat, with_card(state.hands[fact.seat], fact.card))
            return replace(state, hands=hands, pile=less(state.pile, fact.card), last=Last(fact.seat, "draw", "pile"))
        case CardTaken():
            hands = _hand(state, fact.seat, with_card(state.hands[fact.seat], fact.card))
            display = without(state.display, (fact.card,))
            return replace(state, hands=hands, display=display, last=Last(fact.seat, "draw", "display", (fact.card,)))
        case DisplayRefilled(card=card):
            return replace(state, display=with_card(state.display, card), pile=less(state.pile, card))
        case TurnBegan(seat=seat, last=last):
            return replace(state, step="placing", turn=seat, last_round=last, pieces=0, held=state.occupied, shared=0, on_border=False)
        case PlacingEnded(seat=seat):
            return replace(state, step="drawing")
        case CardDiscarded(seat=seat, card=card):
            hands = _hand(state, seat, without(state.hands[seat], (card,)))
            return replace(state, step="drawing", hands=hands, discards=more(state.discards, card), last=Last(seat, "discard", "", (card,)))
        case PileRenewed():
            return replace(state, pile=state.discards, discards=(0,) * len(state.discards), depleted=1)
        case PileExhausted():
            return replace(state, depleted=2)
        case DrawingEnded(seat=seat):
            return replace(state, last=Last(seat, "end_drawing"))
        case FortificationPlaced(seat=seat, space=space):
            built = _house(state, seat, space, fact.cards, "fortification")
            at = board_of(state).layout.space_at[space]
            return replace(built, pieces=2, fortified=put(state.fortified, seat, at), marker_supply=add(state.marker_supply, seat, -1))
        case MarketPlaced():
            return _market(state, fact)
        case ProvinceScored(province=province, points=points):
            scored = state.scored | 1 << board_of(state).layout.province_at[province]
            return replace(state, scored=scored, for_houses=_plus(state.for_houses, points))
        case MarketEmissaryMoved(seat=seat, province=province):
            return replace(state, emissaries=_add_at(state.emissaries, board_of(state).layout.province_at[province], seat))
        case AllianceScored(points=points):
            return replace(state, for_alliances=_plus(state.for_alliances, points))
        case RowScored(seat=seat, points=won):
            return replace(state, for_roads=add(state.for_roads, seat, won))
        case PortsScored(points=points):
            return replace(state, for_ports=_plus(state.for_ports, points))
        case GameEnded(reason=reason, winners=winners):
            return replace(state, step="over", reason=reason, winners=winners)
        case EmperorGiven(seat=seat):
            return replace(state, start=seat, turn=seat)
        case HandDealt(cards=cards):
            return replace(state, hands=(*state.hands, cards), pile=_dealt(state, cards))
        case DisplayLaid(cards=cards):
            return replace(state, step="placing", display=cards, pile=_dealt(state, cards))
        case _:
            assert_never(fact)


def _house(state: State, seat: Seat, space: str, cards: Cards, verb: str) -> State:
    """A house on a space: it counts in each province of the space (HAN-6.10)."""
    layout = board_of(state).layout
    at = layout.space_at[space]
    free, houses = state.free, state.counts
    for province in layout.provinces_of[at]:
        free = add(free, province, -1)
        houses = _add_at(houses, province, seat)
    mask = layout.masks[at]
    return replace(
        state,
        pieces=state.pieces + 1,
        shared=mask & state.held,
        on_border=len(layout.provinces_of[at]) == 2,
        hands=_hand(state, seat, without(state.hands[seat], cards)),
        discards=more(state.discards, *cards),
        houses=put(state.houses, at, seat),
        free=free,
        counts=houses,
        occupied=state.occupied | mask,
        house_supply=add(state.house_supply, seat, -1),
        last=Last(seat, verb, space, cards),
    )


def _emissary(state: State, fact: EmissaryPlaced) -> State:
    seat, province = fact.seat, board_of(state).layout.province_at[fact.province]
    return replace(
        state,
        pieces=state.pieces + 1,
        shared=1 << province & state.held,
        hands=_hand(state, seat, without(state.hands[seat], fact.cards)),
        discards=more(state.discards, *fact.cards),
        emissaries=_add_at(state.emissaries, province, seat),
        emissary_supply=add(state.emissary_supply, seat, -1),
        last=Last(seat, "emissary", fact.province, fact.cards),
    )


def _market(state: State, fact: MarketPlaced) -> State:
    """A market place fills its space and is a house for nobody (HA-37); its emissary is not on the dragon space (HAN-14.9)."""
    layout, seat = board_of(state).layout, fact.seat
    at = layout.space_at[fact.space]
    return replace(
        state,
        pieces=2,  # HAN-14.2
        shared=layout.masks[at] & state.held,
        hands=_hand(state, seat, without(state.hands[seat], fact.cards)),
        discards=more(state.discards, *fact.cards),
        houses=put(state.houses, at, MARKET),
        markets=(*state.markets, (at, seat)),
        free=add(state.free, layout.provinces_of[at][0], -1),
        emissary_supply=add(state.emissary_supply, seat, -1),
        marker_supply=add(state.marker_supply, seat, -1),
        last=Last(seat, "market", fact.space, fact.cards),
    )


def _hand(state: State, seat: Seat, hand: Cards) -> tuple[Cards, ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def _dealt(state: State, cards: Cards) -> tuple[int, ...]:
    return tuple(left - taken for left, taken in zip(state.pile, counts(cards), strict=True))


def _add_at(table: tuple[tuple[int, ...], ...], province: int, seat: Seat) -> tuple[tuple[int, ...], ...]:
    return (*table[:province], add(table[province], seat, 1), *table[province + 1 :])


def _plus(row: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(row, points, strict=True))
