"""What a fact makes true. Total: it never refuses, it believes history.

One function a fact, found by its class: a ``match`` over thirty of them would take most of a move's time (``tests/pied_piper`` checks that none is missing).
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from domain.message import Fact
from domain.pied_piper import facts as f
from domain.pied_piper.deck import DECK, KINDS, characters
from domain.pied_piper.ring import GAPS, HOUSES, house_of, houses
from domain.pied_piper.state import Cards, Counts, Ending, Lying, State
from domain.seats import Seat

T = TypeVar("T")

_KIND = {kind: number for number, kind in enumerate(KINDS)}
_HOUSE = {house: number for number, house in enumerate(HOUSES)}
_GAP = {gap: number for number, gap in enumerate(GAPS)}
_NONE: Counts = (0,) * len(KINDS)


def evolve(state: State, fact: f.PiedPiperFact) -> State:
    """The position after a fact."""
    return EFFECTS[type(fact)](state, fact)


def in_order(cards: Cards) -> Cards:
    """Cards in the order of ``KINDS``: the order in which a hand is kept means nothing (wire contract)."""
    return tuple(sorted(cards, key=_KIND.__getitem__))


def _table_set(state: State, fact: f.TableSet) -> State:
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


def _card_placed(state: State, fact: f.CardPlaced) -> State:
    seat, slot, hidden = fact.seat, fact.slot, type(fact) is f.CardPlacedFaceDown
    return replace(
        state,
        hands=_put(state.hands, seat, _parted(state.hands[seat], fact.card)),
        lying=_put(state.lying, slot, (*state.lying[slot], Lying(fact.card, seat, hidden))),
        placed_on=slot,
        used_face_down=state.used_face_down or hidden,
        last=fact,
        trips=(),
    )


def _characters_activated(state: State, fact: f.CharactersActivated) -> State:
    return replace(state, activated=fact.slots, step="activate" if len(fact.slots) > 1 else "place")  # PP-41


def _card_turned_up(state: State, fact: f.CardTurnedUp) -> State:
    """Turns up the card that this seat placed face down."""
    slot = fact.slot
    lying = list(state.lying[slot])
    for place, one in enumerate(lying):
        if one.face_down and one.seat == fact.seat and one.card == fact.card:
            lying[place] = Lying(one.card, one.seat)
            break
    return replace(state, lying=_put(state.lying, slot, tuple(lying)))


def _order_chosen(state: State, fact: f.OrderChosen) -> State:
    return replace(state, activated=fact.slots, last=fact, trips=())


def _explained(state: State, _: f.PlusOneAdded | f.MelodyAdded | f.NoFigureMoved) -> State:
    """These say why figures move as they do, and change nothing by themselves."""
    return state


def _moved(state: State, fact: f.Moved) -> State:
    index, end = _index(len(state.figures)), _GAP[fact.end]
    figures = list(state.figures)
    for figure in fact.figures:
        figures[index[figure]] = end
    return replace(state, figures=tuple(figures), trips=(*state.trips, fact))


def _tracker_moved(state: State, fact: f.TrackerRaised | f.TrackerLowered) -> State:
    return replace(state, trackers=_put(state.trackers, fact.seat, fact.to))


def _player_eliminated(state: State, fact: f.PlayerEliminated) -> State:
    return replace(state, eliminated=(*state.eliminated, fact.seat))


def _house_removed(state: State, fact: f.HouseRemoved) -> State:
    removed, into = _HOUSE[fact.house], _GAP[fact.merged_into]
    ring = tuple(house for house in state.ring if house != removed)
    return replace(state, ring=ring, figures=tuple(into if gap == removed else gap for gap in state.figures))


def _trackers_claimed(state: State, fact: f.TrackersClaimed) -> State:
    claimed = _without(state.claimed, fact.trackers)
    return replace(state, claimed=_put(claimed, fact.seat, (*claimed[fact.seat], *fact.trackers)))


def _trackers_lost(state: State, fact: f.TrackersLost) -> State:
    return replace(state, claimed=_without(state.claimed, fact.trackers))


def _hand_discarded(state: State, fact: f.HandDiscarded) -> State:
    return replace(state, hands=_put(state.hands, fact.seat, ()), discards=_add(state.discards, fact.cards))


def _action_cards_discarded(state: State, fact: f.ActionCardsDiscarded) -> State:
    return replace(state, lying=_put(state.lying, fact.slot, ()), discards=_add(state.discards, fact.cards))


def _characters_discarded(state: State, fact: f.CharactersDiscarded) -> State:
    row, heap, index = list(state.row), list(state.character_discards), _index(len(state.figures))
    for slot, character in zip(fact.slots, fact.characters, strict=False):
        row[slot] = ""
        heap[index[character]] += 1
    return replace(state, row=tuple(row), character_discards=tuple(heap))


def _character_deck_renewed(state: State, _: f.CharacterDeckRenewed) -> State:
    return replace(state, character_deck=state.character_discards, character_discards=(0,) * len(state.character_deck))


def _character_revealed(state: State, fact: f.CharacterRevealed) -> State:
    deck = list(state.character_deck)
    deck[_index(len(state.figures))[fact.character]] -= 1
    return replace(state, row=_put(state.row, fact.slot, fact.character), character_deck=tuple(deck))


def _action_deck_renewed(state: State, _: f.ActionDeckRenewed) -> State:
    return replace(state, deck=state.discards, discards=_NONE)


def _card_drawn(state: State, fact: f.CardDrawn) -> State:
    seat, deck = fact.seat, list(state.deck)
    deck[_KIND[fact.card]] -= 1
    return replace(state, hands=_put(state.hands, seat, _joined(state.hands[seat], fact.card)), deck=tuple(deck))


def _turn_passed(state: State, fact: f.TurnPassed) -> State:
    return replace(state, step="place", turn=fact.seat, opening=False, placed_on=-1, used_face_down=False, activated=())


def _won_by_roof(state: State, fact: f.WonByRoof) -> State:
    return replace(state, step="over", ending=Ending((fact.winner,), "roof"))


def _won_by_tracker(state: State, fact: f.WonByTracker) -> State:
    return replace(state, step="over", ending=Ending((fact.winner,), "lowest_tracker"))


def _won_by_claims(state: State, fact: f.WonByClaims) -> State:
    return replace(state, step="over", ending=Ending((fact.winner,), "most_claimed"))


def _game_drawn(state: State, fact: f.GameDrawn) -> State:
    return replace(state, step="over", ending=Ending(fact.winners, "draw"))


@cache
def _joined(hand: Cards, card: str) -> Cards:
    return in_order((*hand, card))


@cache
def _parted(hand: Cards, card: str) -> Cards:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


@cache
def _index(figures: int) -> dict[str, int]:
    """The place of each character in the state's counts, with so many figures in play: a rat a house, a second one, the Piper."""
    return {character: n for n, character in enumerate(characters(figures - 2))}


def _put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    changed = list(items)
    changed[place] = item
    return tuple(changed)


def _add(counts: Counts, cards: Cards, by: int = 1) -> Counts:
    changed = list(counts)
    for card in cards:
        changed[_KIND[card]] += by
    return tuple(changed)


def _without(claimed: tuple[tuple[Seat, ...], ...], trackers: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    return tuple(tuple(one for one in held if one not in trackers) for held in claimed)


EFFECTS: Final[Mapping[type[Fact], Callable[[State, Any], State]]] = {
    f.TableSet: _table_set,
    f.CardPlaced: _card_placed,
    f.CardPlacedFaceDown: _card_placed,
    f.CharactersActivated: _characters_activated,
    f.CardTurnedUp: _card_turned_up,
    f.OrderChosen: _order_chosen,
    f.PlusOneAdded: _explained,
    f.MelodyAdded: _explained,
    f.NoFigureMoved: _explained,
    f.ForwardOneMoved: _moved,
    f.ForwardTwoMoved: _moved,
    f.BackwardOneMoved: _moved,
    f.SewerMoved: _moved,
    f.TrackerRaised: _tracker_moved,
    f.TrackerLowered: _tracker_moved,
    f.PlayerEliminated: _player_eliminated,
    f.HouseRemoved: _house_removed,
    f.TrackersClaimed: _trackers_claimed,
    f.TrackersLost: _trackers_lost,
    f.HandDiscarded: _hand_discarded,
    f.ActionCardsDiscarded: _action_cards_discarded,
    f.CharactersDiscarded: _characters_discarded,
    f.CharacterDeckRenewed: _character_deck_renewed,
    f.CharacterRevealed: _character_revealed,
    f.ActionDeckRenewed: _action_deck_renewed,
    f.CardDrawn: _card_drawn,
    f.TurnPassed: _turn_passed,
    f.WonByRoof: _won_by_roof,
    f.WonByTracker: _won_by_tracker,
    f.WonByClaims: _won_by_claims,
    f.GameDrawn: _game_drawn,
}
