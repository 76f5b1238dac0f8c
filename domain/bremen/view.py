"""What a viewer may see, judged at the position shown and at the head.

A number is shown only where it was to be seen at the position and still is now: own hand, the round on the table, the centre. So what was played in earlier
rounds is hidden from everybody, from the seat that played it too (BRE-6.5, BR-9, BR-13, BR-14).
"""

from typing import assert_never

from domain.bremen.facts import (
    ConditionsJudged,
    FirstLeaderNamed,
    Happening,
    PiecePlayed,
    PiecesDealt,
    PiecesRedealt,
    PiecesRevealed,
    RoundWonByAnimalLed,
    RoundWonByChicken,
    ScoreCounted,
)
from domain.bremen.moves import PlayPiece, play
from domain.bremen.pieces import ANIMAL, BIT, bits_of, masked, winning_place
from domain.bremen.scoring import conditions
from domain.bremen.state import State, deck_of, led, over
from domain.message import HIDDEN, Fact, Json, Model, View
from domain.seats import Viewer

EVERYTHING = -1  # every bit


class PlayedView(Model):
    """A piece on the table and who played it."""

    seat: int
    piece: str


class SeatView(Model):
    """A seat: its hand and its heap, by animal, pieces with a visible number first (BR-16)."""

    seat: int
    hand: list[str]  # empty when hands are not recorded
    hand_size: int
    won: list[str]
    pieces_won: int


class RedealtHand(Model):
    """A hand of a deal that did not count."""

    seat: int
    pieces: list[str]


class RedealView(Model):
    """A deal that did not count; no hands where they are not recorded."""

    seats: list[int]  # who held too many Chickens
    hands: list[RedealtHand]
    centre: str | None


class BremenView(View):
    """A position as one viewer sees it."""

    seats: int
    viewer: int | None  # the seat that looks
    to_act: list[int]
    round: int  # the round on the table, from 1; 0 before the first piece
    rounds: int  # how many the game has
    leader: int | None  # of the round on the table
    played: list[PlayedView]  # the round on the table, in order of play
    winner: int | None  # of the round on the table, once it is finished
    animal_led: str | None  # what the next seat must follow
    centre: str | None
    hands_recorded: bool
    players: list[SeatView]
    redeals: list[RedealView]
    over: bool
    winners: list[int]  # of the game: all or nobody


def visible(state: State, viewer: Viewer) -> int:
    """The pieces whose numbers this viewer sees at a position."""
    if viewer.all_seeing:
        return EVERYTHING
    shown = bits_of(state.played)  # BRE-5.1: face up; BR-13: until the next round is led
    if state.centre is not None:
        shown |= BIT[state.centre]  # BRE-3.6
    if viewer.seat is not None and state.hands is not None:
        shown |= state.hands[viewer.seat]  # BRE-3.7
    return shown


def shown_to(then: State, viewer: Viewer, now: State) -> int:
    """The pieces whose numbers this viewer may see of position ``then`` while ``now`` is the head."""
    return visible(then, viewer) & visible(now, viewer)


def _name(piece: str, shown: int) -> str:
    return piece if BIT.get(piece, 0) & shown else ANIMAL.get(piece, piece)


def view(then: State, viewer: Viewer, now: State) -> BremenView:
    """What ``viewer`` may see of position ``then`` while ``now`` is the head."""
    shown, seats = shown_to(then, viewer, now), then.table.seats
    finished = len(then.played) == seats
    leader = then.leader or 0
    order = [(leader + place) % seats for place in range(len(then.played))]
    led_piece = led(then)
    return BremenView(
        seats=seats,
        viewer=viewer.seat,
        to_act=list(then.acting),
        round=then.rounds + (1 if then.played and not finished else 0),
        rounds=deck_of(then).rounds,
        leader=then.leader,
        played=[PlayedView(seat=seat, piece=_name(piece, shown)) for seat, piece in zip(order, then.played, strict=True)],
        winner=order[winning_place(then.played)] if finished else None,
        animal_led=None if led_piece is None else ANIMAL[led_piece],
        centre=then.centre,
        hands_recorded=then.sheet is None,
        players=[_seat_view(then, seat, shown) for seat in range(seats)],
        redeals=[_redeal_view(then, place, viewer) for place in range(len(then.redeals))],
        over=over(then),
        winners=list(range(seats)) if over(then) and all(conditions(then)) else [],
    )


def _seat_view(state: State, seat: int, shown: int) -> SeatView:
    hand = 0 if state.hands is None else state.hands[seat]
    size = hand.bit_count() if state.sheet is None else deck_of(state).hand - state.sheet.played[seat].bit_count()
    heap = state.won[seat]
    return SeatView(seat=seat, hand=list(masked(hand, shown)), hand_size=size, won=list(masked(heap, shown)), pieces_won=heap.bit_count())


def _redeal_view(state: State, place: int, viewer: Viewer) -> RedealView:
    redeal = state.redeals[place]
    shown = _shown_of_redeal(viewer)
    hands = [RedealtHand(seat=seat, pieces=list(masked(hand, shown))) for seat, hand in enumerate(redeal.hands or ())]
    return RedealView(seats=list(redeal.seats), hands=hands, centre=None if redeal.centre is None else _name(redeal.centre, shown))


def _shown_of_redeal(viewer: Viewer) -> int:
    """BR-15: no number of a deal that was redealt, not even to who held it."""
    return EVERYTHING if viewer.all_seeing else 0


def redact(fact: Happening, viewer: Viewer, then: State, now: State) -> Fact:
    """The fact as this viewer may read it."""
    match fact:
        case PiecePlayed(seat=seat, piece=piece):
            return PiecePlayed(seat, _name(piece, shown_to(then, viewer, now)))
        case PiecesDealt(deal=deal, hands=hands, centre=centre):
            return PiecesDealt(deal, _masked_hands(hands, shown_to(then, viewer, now)), centre)
        case PiecesRedealt(deal=deal, seats=seats, hands=hands, centre=centre):
            shown = _shown_of_redeal(viewer)
            return PiecesRedealt(deal, seats, _masked_hands(hands, shown), None if centre is None else _name(centre, shown))
        case PiecesRevealed(hands=hands):
            return PiecesRevealed(_masked_hands(hands, shown_to(then, viewer, now)) or ())
        case ScoreCounted():
            # The score would tell the difference of two numbers in the hands.
            return fact if viewer.all_seeing else ScoreCounted()
        case FirstLeaderNamed() | RoundWonByChicken() | RoundWonByAnimalLed() | ConditionsJudged():
            return fact  # public: who leads and who won, and the animals left in the hands
        case _:
            assert_never(fact)


def _masked_hands(hands: tuple[tuple[str, ...], ...] | None, shown: int) -> tuple[tuple[str, ...], ...] | None:
    return None if hands is None else tuple(masked(bits_of(hand), shown) for hand in hands)


def redact_move(_: int, move: PlayPiece, viewer: Viewer, then: State, now: State) -> PlayPiece:
    """The move with the animal alone where the number is hidden."""
    return play(_name(move.piece, shown_to(then, viewer, now)))


def redact_draw(_: int, draw: Json, viewer: Viewer, __: State, ___: State) -> Json:
    """No move of Bremen draws; the circle of a deal would tell every hand."""
    return draw if viewer.all_seeing else dict.fromkeys(draw, HIDDEN)


def redact_setup(setup: Json, viewer: Viewer, then: State, now: State) -> Json:
    """The set-up with the animals alone where numbers are hidden."""
    deals = setup.get("deals")
    if viewer.all_seeing or not deals:
        return setup
    redealt = [_masked_deal(deal, 0) for deal in deals[:-1]]
    return setup | {"deals": [*redealt, _masked_deal(deals[-1], shown_to(then, viewer, now))]}


def _masked_deal(deal: Json, shown: int) -> Json:
    hidden = dict(deal)
    if deal.get("hands") is not None:
        hidden["hands"] = [list(masked(bits_of(hand), shown)) for hand in deal["hands"]]
    if deal.get("centre") is not None:
        hidden["centre"] = _name(deal["centre"], shown)
    return hidden


def sees_legal(state: State, viewer: Viewer, seat: int) -> bool:
    """A seat sees its own list, unless hands are not recorded: what is missing in it was played (BR-16)."""
    return viewer.all_seeing or (viewer.seat == seat and state.hands is not None)


def reveals(_: State, __: int, ___: PlayPiece, ____: State) -> bool:
    """Every play shows everybody a number, so none is taken back by consent (BRE-5.1)."""
    return True
