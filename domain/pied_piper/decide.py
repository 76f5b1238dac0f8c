"""The only place that says no, and what follows from a move that stands."""

from typing import assert_never

from domain.chance import Chance
from domain.pied_piper import facts as f
from domain.pied_piper.course import Course, carry_out, finish
from domain.pied_piper.legal import FULL, may_place_face_down
from domain.pied_piper.moves import Activate, PiedPiperMove, Place
from domain.pied_piper.state import Lying, State
from domain.refusal import Refused
from domain.seats import Seat


def decide(state: State, seat: Seat, move: PiedPiperMove, chance: Chance) -> tuple[f.PiedPiperFact, ...]:
    """The consequences of a move, or a refusal. Nothing here depends on what the seat may not know."""
    _check_turn(state, seat)
    match move:
        case Place():
            _check_place(state, seat, move)
            return _place(state, seat, move, chance)
        case Activate():
            _check_activate(state, move)
            return _activate(state, seat, move, chance)
        case _:
            assert_never(move)


def _check_turn(state: State, seat: Seat) -> None:
    if state.ending is not None:
        raise Refused("PIP-13.1" if state.ending.reason == "roof" else "PIP-12.1", "the game is over")
    if seat != state.turn:
        clause = "PIP-5.5" if state.opening else "PIP-5.21"
        raise Refused(clause, f"it is seat {state.turn}'s turn, not seat {seat}'s")


def _check_place(state: State, seat: Seat, move: Place) -> None:
    if state.step == "activate":
        first, second = state.activated
        raise Refused("PIP-5.14", f"slots {first} and {second} are activated: choose which goes first")
    if move.card not in state.hands[seat]:
        raise Refused("PIP-5.5" if state.opening else "PIP-5.9", f"there is no {move.card} in the hand of seat {seat}")
    if move.slot == state.placed_on:
        raise Refused("PIP-6.1", f"slot {move.slot} got a card in this turn already")
    if len(state.lying[move.slot]) >= FULL:
        raise Refused("PIP-11.1", f"slot {move.slot} holds two action cards already")  # PP-16
    if move.face_down and not may_place_face_down(state):
        _refuse_face_down(state)


def _refuse_face_down(state: State) -> None:
    if not state.table.options.variant_secret:
        raise Refused("PIP-5.9", "cards are placed face up")  # PIP-5.5, PIP-5.10
    raise Refused("PIP-15.1", "a card was placed face down in this turn already")


def _check_activate(state: State, move: Activate) -> None:
    if state.step != "activate":
        if state.table.options.variant_rugrats:
            raise Refused("PP-39", "no order is chosen in Rugrats")
        raise Refused("PIP-5.8", "an order is chosen only after the placing, when two characters are activated")
    if move.slot not in state.activated:
        first, second = state.activated
        raise Refused("PP-13", f"slot {move.slot} is not activated, slots {first} and {second} are")


def _place(state: State, seat: Seat, move: Place, chance: Chance) -> tuple[f.PiedPiperFact, ...]:
    placing = f.CardPlacedFaceDown if move.face_down else f.CardPlaced
    placed = placing(seat, move.slot, state.row[move.slot], move.card)
    another = not state.opening and state.placed_on < 0  # PIP-5.10, but for the first turn: PP-1
    rugrats = state.table.options.variant_rugrats
    if another and not rugrats:
        return (placed,)
    course = Course(state)
    if rugrats:
        course.add(placed)
        _at_once(course, seat, move, another, chance)
    else:
        _activated(course, placed, chance)
    return tuple(course.facts)


def _at_once(course: Course, seat: Seat, move: Place, another: bool, chance: Chance) -> None:
    """Rugrats: the card takes effect now (PIP-14.3, PP-29, PP-38) and stays until the end of the turn (PIP-14.4, PIP-14.5, PP-39, PP-48)."""
    carry_out(course, move.slot, (move.card,))
    if course.over or (another and seat not in course.state.eliminated):  # PP-37: who is out places no second card
        return
    lying = course.state.lying
    complete = [slot for slot, cards in enumerate(lying) if len(cards) == FULL]
    for slot in complete:
        _discard(course, slot, _cards(lying, slot))
    finish(course, complete, chance)  # PIP-14.6


def _activated(course: Course, placed: f.CardPlaced, chance: Chance) -> None:
    """After the placing: characters with two cards are activated and carried out, unless an order must be chosen (PIP-5.11, PP-41)."""
    slots = tuple([slot for slot, lying in enumerate(course.before.lying) if len(lying) + (slot == placed.slot) == FULL])
    course.add(placed)
    if not slots:
        finish(course, (), chance)
        return
    lying = course.state.lying
    course.add(f.CharactersActivated(slots))
    for slot in slots:
        for one in lying[slot]:
            if one.face_down:  # PIP-15.2, PP-40: before the order is chosen
                course.add(f.CardTurnedUp(slot, one.seat, one.card))
    if len(slots) == 1:
        _settle(course, slots, lying, chance)


def _activate(state: State, seat: Seat, move: Activate, chance: Chance) -> tuple[f.PiedPiperFact, ...]:
    other = next(slot for slot in state.activated if slot != move.slot)
    course = Course(state)
    course.add(f.OrderChosen(seat, (move.slot, other), (state.row[move.slot], state.row[other])))
    _settle(course, (move.slot, other), state.lying, chance)  # PP-41: the other one follows by itself
    return tuple(course.facts)


def _settle(course: Course, slots: tuple[int, ...], lying: tuple[tuple[Lying, ...], ...], chance: Chance) -> None:
    """Carries out the activated characters in this order and ends the turn, or stops where the game is over (PP-45)."""
    for slot in slots:
        cards = _cards(lying, slot)
        carry_out(course, slot, cards)
        if course.over:
            return
        _discard(course, slot, cards)
    finish(course, slots, chance)


def _cards(lying: tuple[tuple[Lying, ...], ...], slot: int) -> tuple[str, ...]:
    return tuple([one.card for one in lying[slot]])


def _discard(course: Course, slot: int, cards: tuple[str, ...]) -> None:
    """PIP-5.15, PIP-10.8."""
    course.add(f.ActionCardsDiscarded(slot, cards))
