"""What a fact makes true. Total: it never refuses, it believes history."""

from functools import cache
from typing import TypeVar, assert_never

from msgspec.structs import replace

from domain.pied_piper import facts as f
from domain.pied_piper.deck import DECK, KINDS, characters
from domain.pied_piper.ring import GAPS, HOUSES, house_of, houses
from domain.pied_piper.state import Cards, Counts, Ending, Last, Lying, State, Trip, Way

T = TypeVar("T")

_KIND = {kind: number for number, kind in enumerate(KINDS)}
_HOUSE = {house: number for number, house in enumerate(HOUSES)}
_GAP = {gap: number for number, gap in enumerate(GAPS)}


def evolve(state: State, fact: f.PiedPiperFact) -> State:
    """The position after a fact."""
    match fact:
        case f.CardPlaced():
            return _placed(state, fact)
        case f.CardDrawn(seat=seat, card=card):
            hands = _put(state.hands, seat, in_order((*state.hands[seat], card)))
            return replace(state, hands=hands, deck=_count(state.deck, _KIND[card], -1))
        case f.TurnPassed(seat=seat):
            return replace(state, step="place", turn=seat, opening=False, placed_on=-1, used_face_down=False, activated=())
        case f.ForwardOneMoved() | f.ForwardTwoMoved() | f.BackwardOneMoved() | f.SewerMoved():
            return _moved(state, fact)
        case f.TrackerRaised(seat=seat, to=to) | f.TrackerLowered(seat=seat, to=to):
            return replace(state, trackers=_put(state.trackers, seat, to))
        case f.CharactersActivated(slots=slots):
            return replace(state, activated=slots, step="activate" if len(slots) > 1 else "place")  # PP-41
        case f.ActionCardsDiscarded(slot=slot, cards=cards):
            return replace(state, lying=_put(state.lying, slot, ()), discards=_add(state.discards, cards))
        case f.CharactersDiscarded(slots=slots, characters=gone):
            row = tuple("" if slot in slots else character for slot, character in enumerate(state.row))
            index = _characters(state)
            heap = state.character_discards
            for character in gone:
                heap = _count(heap, index[character], 1)
            return replace(state, row=row, character_discards=heap)
        case f.CharacterRevealed(slot=slot, character=character):
            deck = _count(state.character_deck, _characters(state)[character], -1)
            return replace(state, row=_put(state.row, slot, character), character_deck=deck)
        case f.OrderChosen(seat=seat, slots=slots):
            return replace(state, activated=slots, last=Last(seat, "activate", slots[0], state.row[slots[0]]))
        case f.CardTurnedUp():
            return _turned_up(state, fact)
        case f.PlusOneAdded() | f.MelodyAdded() | f.NoFigureMoved():
            return state  # says why the figures move as they do
        case f.CharacterDeckRenewed():
            return replace(state, character_deck=state.character_discards, character_discards=(0,) * len(state.character_deck))
        case f.ActionDeckRenewed():
            return replace(state, deck=state.discards, discards=(0,) * len(KINDS))
        case f.PlayerEliminated(seat=seat):
            return replace(state, eliminated=(*state.eliminated, seat))
        case f.HouseRemoved(house=house, merged_into=gap):
            removed, into = _HOUSE[house], _GAP[gap]
            ring = tuple(other for other in state.ring if other != removed)
            return replace(state, ring=ring, figures=tuple(into if at == removed else at for at in state.figures))
        case f.TrackersClaimed(seat=seat, trackers=trackers):
            claimed = _put(_without(state.claimed, trackers), seat, (*state.claimed[seat], *trackers))
            return replace(state, claimed=claimed)
        case f.TrackersLost(trackers=trackers):
            return replace(state, claimed=_without(state.claimed, trackers))
        case f.HandDiscarded(seat=seat, cards=cards):
            return replace(state, hands=_put(state.hands, seat, ()), discards=_add(state.discards, cards))
        case f.WonByRoof(winner=winner):
            return replace(state, step="over", ending=Ending((winner,), "roof"))
        case f.WonByTracker(winner=winner):
            return replace(state, step="over", ending=Ending((winner,), "lowest_tracker"))
        case f.WonByClaims(winner=winner):
            return replace(state, step="over", ending=Ending((winner,), "most_claimed"))
        case f.GameDrawn(winners=winners):
            return replace(state, step="over", ending=Ending(winners, "draw"))
        case f.TableSet():
            return _set_up(state, fact)
        case _:
            assert_never(fact)


def in_order(cards: Cards) -> Cards:
    """Cards in the order of ``KINDS``: the order in which a hand is kept means nothing (wire contract)."""
    return tuple(sorted(cards, key=_KIND.__getitem__))


def _set_up(state: State, fact: f.TableSet) -> State:
    seats = state.table.seats
    number = houses(seats)
    deck = state.deck
    for hand in fact.hands:
        deck = _add(deck, hand, -1)
    named = characters(number)
    remaining = tuple(DECK.character_copies - fact.row.count(character) for character in named)  # PIP-3.10, PIP-3.14
    beside_start = house_of(seats, fact.start)  # PIP-3.7: the second rat and the Piper, left of the start player's house
    return replace(
        state,
        step="place",
        start=fact.start,
        turn=fact.start,
        hands=fact.hands,
        deck=deck,
        row=fact.row,
        character_deck=remaining,
        character_discards=(0,) * len(named),
        ring=tuple(range(number)),
        figures=(*range(number), beside_start, beside_start),  # PIP-3.6, PIP-3.7
    )


def _placed(state: State, fact: f.CardPlaced) -> State:
    seat, slot, hidden = fact.seat, fact.slot, fact.face_down
    hand = list(state.hands[seat])
    hand.remove(fact.card)
    return replace(
        state,
        hands=_put(state.hands, seat, tuple(hand)),
        lying=_put(state.lying, slot, (*state.lying[slot], Lying(fact.card, seat, hidden))),
        placed_on=slot,
        used_face_down=state.used_face_down or hidden,
        last=Last(seat, "place", slot, fact.character, fact.card, hidden),
    )


def _moved(state: State, fact: f.Moved) -> State:
    index, end = _characters(state), _GAP[fact.end]
    figures = list(state.figures)
    for figure in fact.figures:
        figures[index[figure]] = end
    last = state.last
    if last is not None:
        way: Way = "backward" if isinstance(fact, f.BackwardOneMoved) else "sewer" if isinstance(fact, f.SewerMoved) else "forward"
        last = replace(last, trips=(*last.trips, Trip(fact.figures, _GAP[fact.start], end, way)))
    return replace(state, figures=tuple(figures), last=last)


def _turned_up(state: State, fact: f.CardTurnedUp) -> State:
    """Turns up the card that this seat placed face down."""
    slot = fact.slot
    lying = list(state.lying[slot])
    for place, one in enumerate(lying):
        if one.face_down and one.seat == fact.seat and one.card == fact.card:
            lying[place] = replace(one, face_down=False)
            break
    last = state.last
    if last is not None and last.slot == slot:
        last = replace(last, hidden=False)
    return replace(state, lying=_put(state.lying, slot, tuple(lying)), last=last)


@cache
def _index(number: int) -> dict[str, int]:
    return {character: n for n, character in enumerate(characters(number))}


def _characters(state: State) -> dict[str, int]:
    return _index(houses(state.table.seats))


def _put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _count(counts: Counts, place: int, by: int) -> Counts:
    return _put(counts, place, counts[place] + by)


def _add(counts: Counts, cards: Cards, by: int = 1) -> Counts:
    for card in cards:
        counts = _count(counts, _KIND[card], by)
    return counts


def _without(claimed: tuple[tuple[int, ...], ...], trackers: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(one for one in held if one not in trackers) for held in claimed)
