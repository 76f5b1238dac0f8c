"""What follows from a move, fact by fact: actions, eliminations, the end of a turn."""

from collections.abc import Sequence
from functools import cache

import msgspec

from domain.chance import Chance
from domain.pied_piper import facts as f
from domain.pied_piper.deck import KINDS, MELODY, PIPER, PLUS_1, SEWER, SPECIAL, characters
from domain.pied_piper.evolve import EFFECTS
from domain.pied_piper.ring import GAPS, HOUSES, REACH, house_of, next_in, next_seat, passage
from domain.pied_piper.scoring import verdict
from domain.pied_piper.state import State, placements
from domain.seats import Seat

MOVED: dict[str, type[f.Moved]] = {  # PIP-2.1, PIP-5.1: a card moves figures, and so rats to the neighbours
    "forward-1": f.ForwardOneMoved,
    "forward-2": f.ForwardTwoMoved,
    "backward-1": f.BackwardOneMoved,
    "sewer": f.SewerMoved,
}


class Course:
    """The facts that followed so far. The position that they led to is folded when somebody asks for it: most facts end a turn, and nobody does."""

    __slots__ = ("_folded", "_state", "before", "facts", "gone", "over")

    def __init__(self, before: State) -> None:
        self.before = before  # the position before the move: cheaper to ask for what this move has not changed
        self.facts: list[f.PiedPiperFact] = []
        self.gone = False  # whether somebody has left the game
        self.over = False
        self._state, self._folded = before, 0

    def add(self, fact: f.PiedPiperFact) -> None:
        self.facts.append(fact)

    @property
    def state(self) -> State:
        """The position after the facts so far."""
        facts, state = self.facts, self._state
        for place in range(self._folded, len(facts)):
            fact = facts[place]
            state = EFFECTS[type(fact)](state, fact)
        self._state, self._folded = state, len(facts)
        return state


class Action(msgspec.Struct, frozen=True):
    """One action: a basic card, alone or with a special one."""

    card: str
    reach: int  # houses, negative ones backward
    plus_1: bool
    melody: bool


@cache
def actions(cards: tuple[str, ...]) -> tuple[Action, ...]:
    """The actions that the cards of a character make, upper before lower (PIP-5.13, PP-11).

    Two basic cards are two actions; a basic and a special card are one, in whatever order they were played (PIP-10.2, PIP-10.3,
    PP-12); special cards alone are none (PIP-10.6, PIP-10.7, PP-10).
    """
    plus_1, melody = PLUS_1 in cards, MELODY in cards
    basic = [card for card in cards if card not in SPECIAL]
    longer = {card: plus_1 * (1 if REACH[card] > 0 else -1) for card in basic}  # PIP-10.1, PP-6, PP-7: one more, the way the card goes
    return tuple(Action(card, REACH[card] + longer[card], plus_1, melody) for card in basic)


def carry_out(course: Course, slot: int, cards: tuple[str, ...]) -> None:
    """The figure of a slot moves as its cards say (PIP-5.12), until they are done or the game is over (PIP-12.2, PP-45)."""
    todo = actions(cards)
    if not todo:
        course.add(f.NoFigureMoved(slot))
    for action in todo:  # PIP-8.6, PIP-8.7: each in the ring as the one before has left it (PIP-7.2)
        _act(course, slot, action)
        if course.over:
            return


def _act(course: Course, slot: int, action: Action) -> None:
    """One action: all houses are passed before anybody is eliminated (PP-4, PP-5)."""
    state = course.state
    character = state.row[slot]
    named = characters(len(state.figures) - 2)
    gap = state.figures[named.index(character)]
    figures: tuple[str, ...] = (character,)
    if action.plus_1:
        course.add(f.PlusOneAdded(slot))
    if action.melody:  # PIP-10.4, PP-8, PP-9: all who stand there
        figures = tuple([figure for figure, at in zip(named, state.figures, strict=True) if at == gap])
        course.add(f.MelodyAdded(slot))
    route = passage(state.table.seats, state.ring, gap, action.reach)
    course.add(MOVED[action.card](figures, GAPS[gap], route.houses, route.end))
    if action.card == SEWER:  # PIP-9.4.1, PP-7: below the houses, whoever it is
        return
    # PIP-6.3, PIP-11.5: a rat +1 (PIP-9.1.1, PIP-9.2.1, PIP-9.3.1), the Piper -1 (PIP-9.1.2, PIP-9.2.2, PIP-9.3.2), as one change (PIP-10.5, PP-8).
    change = len(figures) - 2 * (PIPER in figures)
    roof, at_roof = state.table.options.roof_level, []
    for seat in route.living:
        now = state.trackers[seat]
        to = min(max(now + change, 0), roof)  # never below 0 (PP-3) nor above the roof (PP-2, PP-8)
        if to > now:
            course.add(f.TrackerRaised(seat, to))  # PIP-6.4, PIP-11.6
        elif to < now:
            course.add(f.TrackerLowered(seat, to))  # PIP-6.5, PIP-11.7
        if to == roof:
            at_roof.append(seat)
    eliminate(course, at_roof)


def eliminate(course: Course, at_roof: Sequence[Seat]) -> None:
    """Those at the roof leave, in the order in which they were passed, until the game is over (PIP-8.1, PP-21, PP-24)."""
    for seat in at_roof:
        if not course.over:
            _leave(course, seat)


def _leave(course: Course, seat: Seat) -> None:
    state = course.state
    house = house_of(state.table.seats, seat)
    course.add(f.PlayerEliminated(seat))  # PIP-2.2
    course.add(f.HouseRemoved(HOUSES[house], GAPS[next_in(state.ring, house)]))
    trackers = (seat, *state.claimed[seat])
    if state.turn == seat or state.turn in state.eliminated:  # PP-19, PP-35: nobody is there to claim them
        course.add(f.TrackersLost(trackers))
    else:
        course.add(f.TrackersClaimed(state.turn, trackers))  # PIP-8.3, PP-42: before the end is judged
    course.add(f.HandDiscarded(seat, state.hands[seat]))  # PP-20, PP-44
    course.gone, end = True, verdict(course.state)
    if end is not None:
        course.add(end)
        course.over = True


def finish(course: Course, slots: Sequence[int], chance: Chance) -> None:
    """The end of a turn: activated characters are replaced (PIP-7.3), the active player draws, the turn passes right (PIP-5.8, PIP-7.4)."""
    if slots:
        _replace(course, sorted(slots), chance)  # PP-33, PP-36
    state = course.state if course.gone else course.before  # nothing but an elimination changes who plays and who is next
    if state.turn not in state.eliminated:  # PP-19
        _draw(course, placements(state), chance)
    # From the seat as it was before it may have left: whoever is next to the right of it and still in the game (PP-19).
    course.add(f.TurnPassed(next_seat(state.ring, state.table.seats, state.turn)))


def _replace(course: Course, slots: Sequence[int], chance: Chance) -> None:
    """All are discarded before the first is replaced (PIP-5.16, PIP-10.8, PP-17)."""
    before = course.before
    course.add(f.CharactersDiscarded(tuple(slots), tuple([before.row[slot] for slot in slots])))
    named = characters(len(before.figures) - 2)
    stock, left = dict(zip(named, before.character_deck, strict=True)), sum(before.character_deck)
    for slot in slots:
        if not left:  # PIP-5.18, PP-34
            heap = course.state.character_discards
            course.add(f.CharacterDeckRenewed())
            stock, left = dict(zip(named, heap, strict=True)), sum(heap)
        character = chance.draw("character", stock)  # PP-14: whatever comes
        stock[character] -= 1
        left -= 1
        course.add(f.CharacterRevealed(slot, character))


def _draw(course: Course, number: int, chance: Chance) -> None:
    """The active player draws so many action cards (PIP-5.6, PIP-5.19)."""
    before = course.before
    stock, left = dict(zip(KINDS, before.deck, strict=True)), sum(before.deck)
    for _ in range(number):
        if not left:  # PIP-5.20, PP-18, PP-34
            heap = course.state.discards
            course.add(f.ActionDeckRenewed())
            stock, left = dict(zip(KINDS, heap, strict=True)), sum(heap)
        card = chance.draw("card", stock)
        stock[card] -= 1
        left -= 1
        course.add(f.CardDrawn(before.turn, card))
