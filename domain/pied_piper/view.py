"""What one viewer may see. Hands, drawn cards and face-down cards are secret; all else lies on the table.

A frame is of the position after the move (``then``): a card placed face down that the same move turned up is known in it. Nothing that was
seen is hidden again, so ``now`` adds nothing here.
"""

from typing import Literal, assert_never

from msgspec.structs import replace

from domain.message import HIDDEN, Json, Model, View
from domain.pied_piper import facts as f
from domain.pied_piper.deck import DECK, KINDS, characters
from domain.pied_piper.moves import PiedPiperMove, Place, masked
from domain.pied_piper.ring import GAPS, HOUSES, house_of, houses, owners
from domain.pied_piper.scoring import standing
from domain.pied_piper.state import Lying, State
from domain.seats import Seat, Viewer


class CardView(Model):
    """An action card on the row: ``card`` is its kind or ``hidden``."""

    card: str
    seat: int
    face_down: bool


class SlotView(Model):
    """A character card of the row with the action cards on it, first placed first."""

    slot: int
    character: str
    cards: list[CardView]
    open: bool  # may get a card in this turn
    activated: bool


class HouseView(Model):
    """A house still in the ring, in turn order, and the figures in the gap left of it; ``seat`` is left out for a neutral one."""

    house: str
    gap: str
    figures: list[str]
    seat: int | None = None


class PlayerView(Model):
    """A seat: house, tracker, whose trackers it claimed, its hand (kinds or ``hidden``), whether it is out."""

    seat: int
    house: str
    tracker: int
    claimed: list[int]
    hand: list[str]
    eliminated: bool


class TripView(Model):
    """Figures that moved at once in the last move."""

    figures: list[str]
    start: str
    end: str
    way: str


class LastView(Model):
    """The last move; ``card`` is left out of an ``activate``."""

    seat: int
    kind: str
    slot: int
    character: str
    card: str | None = None
    face_down: bool = False
    trips: list[TripView]


class PiedPiperView(View):
    """A position as one viewer sees it."""

    seats: int
    roof_level: int
    variant_rugrats: bool
    variant_secret: bool
    reconstructed: bool
    start: int
    turn: int
    opening: bool
    step: Literal["setup", "place", "activate", "over"]
    to_act: list[int]
    first_slot: int | None = None  # where the active player's first card of this turn lies
    row: list[SlotView]
    ring: list[HouseView]
    players: list[PlayerView]
    eliminated: list[int]
    action_deck: int
    action_discards: dict[str, int]
    character_deck: int
    character_discards: dict[str, int]
    last: LastView | None = None
    winners: list[int]
    reason: str | None = None


def view(state: State, viewer: Viewer, _now: State) -> PiedPiperView:
    """The position as ``viewer`` sees it."""
    options, seats, ending = state.table.options, state.table.seats, state.ending
    named = characters(houses(seats))
    return PiedPiperView(
        seats=seats,
        roof_level=options.roof_level,
        variant_rugrats=options.variant_rugrats,
        variant_secret=options.variant_secret,
        reconstructed=DECK.reconstructed,
        start=state.start,
        turn=state.turn,
        opening=state.opening,
        step=state.step,
        to_act=[state.turn] if state.step in ("place", "activate") else [],
        first_slot=state.placed_on if state.placed_on >= 0 else None,
        row=[_slot(state, viewer, slot) for slot in range(len(state.row))],
        ring=[_house(state, house) for house in state.ring],
        players=[_player(state, viewer, seat) for seat in range(seats)],
        eliminated=list(state.eliminated),
        action_deck=sum(state.deck),
        action_discards=_heap(KINDS, state.discards),
        character_deck=sum(state.character_deck),
        character_discards=_heap(named, state.character_discards),
        last=_last(state, viewer),
        winners=[] if ending is None else list(ending.winners),
        reason=None if ending is None else ending.reason,
    )


def _slot(state: State, viewer: Viewer, slot: int) -> SlotView:
    lying = state.lying[slot]
    return SlotView(
        slot=slot,
        character=state.row[slot],
        cards=[_card(one, viewer) for one in lying],
        open=state.step == "place" and slot != state.placed_on and len(lying) < 2,
        activated=state.step == "activate" and slot in state.activated,
    )


def _card(lying: Lying, viewer: Viewer) -> CardView:
    known = not lying.face_down or viewer.owns(lying.seat)  # PP-30, PP-44, PP-46
    return CardView(card=lying.card if known else HIDDEN, seat=lying.seat, face_down=lying.face_down)


def _house(state: State, house: int) -> HouseView:
    named = characters(houses(state.table.seats))
    figures = [figure for figure, at in zip(named, state.figures, strict=True) if at == house]
    return HouseView(house=HOUSES[house], gap=GAPS[house], figures=figures, seat=owners(state.table.seats)[house])


def _player(state: State, viewer: Viewer, seat: Seat) -> PlayerView:
    hand = state.hands[seat]
    return PlayerView(
        seat=seat,
        house=HOUSES[house_of(state.table.seats, seat)],
        tracker=standing(state, seat),
        claimed=list(state.claimed[seat]),
        hand=list(hand) if viewer.owns(seat) else [HIDDEN] * len(hand),
        eliminated=seat in state.eliminated,
    )


def _heap(names: tuple[str, ...], counts: tuple[int, ...]) -> dict[str, int]:
    return {name: count for name, count in zip(names, counts, strict=False) if count}


def _last(state: State, viewer: Viewer) -> LastView | None:
    last, trips = state.last, [_trip(trip) for trip in state.trips]
    if last is None:
        return None
    if isinstance(last, f.OrderChosen):
        return LastView(seat=last.seat, kind="activate", slot=last.slots[0], character=last.characters[0], trips=trips)
    face_down = isinstance(last, f.CardPlacedFaceDown) and _lies_face_down(state, last.slot)
    card = HIDDEN if face_down and not viewer.owns(last.seat) else last.card
    return LastView(seat=last.seat, kind="place", slot=last.slot, character=last.character, card=card, face_down=face_down, trips=trips)


def _trip(moved: f.Moved) -> TripView:
    way = "backward" if isinstance(moved, f.BackwardOneMoved) else "sewer" if isinstance(moved, f.SewerMoved) else "forward"
    return TripView(figures=list(moved.figures), start=moved.start, end=moved.end, way=way)


def _lies_face_down(state: State, slot: int) -> bool:
    """Whether the card placed last on this slot is still unknown to the others."""
    lying = state.lying[slot]
    return bool(lying) and lying[-1].face_down


def redact(fact: f.PiedPiperFact, viewer: Viewer, then: State, _now: State) -> f.PiedPiperFact:
    """The fact as ``viewer`` may read it."""
    match fact:
        case f.TableSet():
            hands = tuple(hand if viewer.owns(seat) else (HIDDEN,) * len(hand) for seat, hand in enumerate(fact.hands))  # PP-47
            return replace(fact, hands=hands)
        case f.CardPlacedFaceDown():
            unknown = not viewer.owns(fact.seat) and _lies_face_down(then, fact.slot)
            return replace(fact, card=HIDDEN) if unknown else fact
        case f.CardPlaced():
            return fact
        case f.CardDrawn():
            return fact if viewer.owns(fact.seat) else replace(fact, card=HIDDEN)  # PP-47
        case f.CardTurnedUp() | f.HandDiscarded() | f.ActionCardsDiscarded() | f.ActionDeckRenewed():
            return fact  # PP-46, PP-47: what lies face up is public
        case f.CharactersActivated() | f.OrderChosen() | f.CharactersDiscarded() | f.CharacterDeckRenewed() | f.CharacterRevealed():
            return fact
        case f.PlusOneAdded() | f.MelodyAdded() | f.NoFigureMoved():
            return fact
        case f.ForwardOneMoved() | f.ForwardTwoMoved() | f.BackwardOneMoved() | f.SewerMoved() | f.TrackerRaised() | f.TrackerLowered():
            return fact
        case f.PlayerEliminated() | f.HouseRemoved() | f.TrackersClaimed() | f.TrackersLost() | f.TurnPassed():
            return fact
        case f.WonByRoof() | f.WonByTracker() | f.WonByClaims() | f.GameDrawn():
            return fact
        case _:
            assert_never(fact)


def redact_move(seat: Seat, move: PiedPiperMove, viewer: Viewer, then: State, _now: State) -> PiedPiperMove:
    """The move as ``viewer`` may read it: ``hidden`` for a card that lies face down."""
    if isinstance(move, Place) and move.face_down and not viewer.owns(seat) and _lies_face_down(then, move.slot):
        return masked(move)
    return move


def redact_draw(seat: Seat, draw: Json, viewer: Viewer, _then: State, _now: State) -> Json:
    """A drawn action card is its seat's secret; a character is public."""
    return {"card": HIDDEN} if "card" in draw and not viewer.owns(seat) else draw


def redact_setup(dealt: Json, viewer: Viewer, _then: State, _now: State) -> Json:
    """The set-up with the other hands hidden."""
    return dealt | {"hands": [hand if viewer.owns(seat) else [HIDDEN] * len(hand) for seat, hand in enumerate(dealt["hands"])]}


def sees_legal(_: State, viewer: Viewer, seat: Seat) -> bool:
    """A legal list shows a hand: its seat alone sees it."""
    return viewer.owns(seat)


def reveals(before: State, _: Seat, move: PiedPiperMove, after: State) -> bool:
    """Whether the move showed a card: its own, one turned up, or the hand of somebody eliminated."""
    turned_up = _face_down(before) + (isinstance(move, Place) and move.face_down is True) > _face_down(after)
    face_up = isinstance(move, Place) and not move.face_down
    return face_up or turned_up or before.eliminated != after.eliminated


def _face_down(state: State) -> int:
    return sum(one.face_down for lying in state.lying for one in lying)
