"""What follows from a move, fact by fact: actions, eliminations, the end of a turn."""

from collections.abc import Sequence

from domain.chance import Chance
from domain.pied_piper import facts as f
from domain.pied_piper.deck import KINDS, MELODY, PIPER, PLUS_1, SPECIAL, characters
from domain.pied_piper.evolve import evolve
from domain.pied_piper.ring import GAPS, HOUSES, REACH, house_of, houses, next_in, next_seat, owners, walk
from domain.pied_piper.scoring import verdict
from domain.pied_piper.state import State, placements
from domain.seats import Seat

MOVED: dict[str, type[f.Moved]] = {
    "forward-1": f.ForwardOneMoved,
    "forward-2": f.ForwardTwoMoved,
    "backward-1": f.BackwardOneMoved,
    "sewer": f.SewerMoved,
}


class Course:
    """The facts that followed so far, and the position that they led to."""

    __slots__ = ("facts", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.facts: list[f.PiedPiperFact] = []

    def add(self, fact: f.PiedPiperFact) -> None:
        self.facts.append(fact)
        self.state = evolve(self.state, fact)

    @property
    def over(self) -> bool:
        return self.state.ending is not None


def carry_out(course: Course, slot: int, cards: Sequence[str]) -> None:
    """The cards of a slot, upper before lower (PIP-5.12, PIP-5.13, PP-11), until they are done or the game is over (PIP-12.2, PP-45).

    Two basic cards are two actions; a basic and a special card are one, in whatever order they were played (PIP-10.2, PIP-10.3,
    PP-12); two special cards move nothing (PIP-10.6, PIP-10.7, PP-10).
    """
    basic = [card for card in cards if card not in SPECIAL]
    special = [card for card in cards if card in SPECIAL]
    if not basic:
        course.add(f.NoFigureMoved(slot))
    for card in basic:
        act(course, slot, card, special)
        if course.over:
            return


def act(course: Course, slot: int, card: str, special: Sequence[str]) -> None:
    """One action: a basic card, alone or with a special one. All houses are passed before anybody is eliminated (PP-4, PP-5)."""
    state = course.state
    named = characters(houses(state.table.seats))
    gap = state.figures[named.index(state.row[slot])]
    reach = REACH[card]
    figures: tuple[str, ...] = (state.row[slot],)
    if PLUS_1 in special:  # PIP-10.1, PP-6, PP-7: one house more, the way the card goes
        reach += 1 if reach > 0 else -1
        course.add(f.PlusOneAdded(slot))
    if MELODY in special:  # PIP-10.4, PP-8, PP-9: all who stand there
        figures = tuple(figure for figure, at in zip(named, state.figures, strict=True) if at == gap)
        course.add(f.MelodyAdded(slot))
    passed, end = walk(state.ring, gap, reach)
    course.add(MOVED[card](figures, GAPS[gap], tuple(HOUSES[house] for house in passed), GAPS[end]))
    if card == "sewer":  # PIP-9.4.1, PP-7: below the houses, whoever it is
        return
    # PIP-6.3, PIP-11.5: a rat +1 (PIP-9.1.1, PIP-9.2.1, PIP-9.3.1), the Piper -1 (PIP-9.1.2, PIP-9.2.2, PIP-9.3.2), as one change (PIP-10.5, PP-8).
    change = len(figures) - 2 * (PIPER in figures)
    living = owners(state.table.seats)
    seats = [seat for house in passed if (seat := living[house]) is not None]  # PIP-4.4, PIP-8.8: neutral houses have no tracker
    for seat in seats:
        _change(course, seat, change)
    eliminate(course, seats)


def _change(course: Course, seat: Seat, change: int) -> None:
    """Moves a tracker, never below 0 (PP-3) nor above the roof (PP-2, PP-8)."""
    state = course.state
    now = state.trackers[seat]
    to = min(max(now + change, 0), state.table.options.roof_level)
    if to > now:
        course.add(f.TrackerRaised(seat, to))  # PIP-6.4, PIP-11.6
    elif to < now:
        course.add(f.TrackerLowered(seat, to))  # PIP-6.5, PIP-11.7


def eliminate(course: Course, passed: Sequence[Seat]) -> None:
    """Those at the roof leave, in the order in which they were passed, until the game is over (PIP-8.1, PP-21, PP-24)."""
    roof = course.state.table.options.roof_level
    for seat in passed:
        if course.state.trackers[seat] == roof and not course.over:
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
    end = verdict(course.state)
    if end is not None:
        course.add(end)


def finish(course: Course, slots: Sequence[int], chance: Chance) -> None:
    """The end of a turn: activated characters are replaced, the active player draws, the turn passes right (PIP-5.8)."""
    if slots:
        _replace(course, sorted(slots), chance)  # PP-33, PP-36
    state = course.state
    if state.turn not in state.eliminated:  # PP-19
        for _ in range(placements(state)):
            _draw(course, chance)
    # From the seat as it was before it may have left: whoever is next to the right of it and still in the game (PP-19).
    course.add(f.TurnPassed(next_seat(state.ring, state.table.seats, state.turn)))


def _replace(course: Course, slots: Sequence[int], chance: Chance) -> None:
    """All are discarded before the first is replaced (PIP-5.16, PIP-10.8, PP-17)."""
    course.add(f.CharactersDiscarded(tuple(slots), tuple(course.state.row[slot] for slot in slots)))
    named = characters(houses(course.state.table.seats))
    for slot in slots:
        if not any(course.state.character_deck):  # PIP-5.18, PP-34
            course.add(f.CharacterDeckRenewed())
        bag = dict(zip(named, course.state.character_deck, strict=True))
        course.add(f.CharacterRevealed(slot, chance.draw("character", bag)))  # PP-14: whatever comes


def _draw(course: Course, chance: Chance) -> None:
    if not any(course.state.deck):  # PIP-5.20, PP-18, PP-34
        course.add(f.ActionDeckRenewed())
    bag = dict(zip(KINDS, course.state.deck, strict=True))
    course.add(f.CardDrawn(course.state.turn, chance.draw("card", bag)))
