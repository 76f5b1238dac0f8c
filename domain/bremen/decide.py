"""The only place that says no to a move, and what follows from one that stands."""

from typing import assert_never

from domain.bremen.evolve import evolve
from domain.bremen.facts import (
    ConditionsJudged,
    FirstLeaderOfFourNamed,
    FirstLeaderOfThreeNamed,
    Happening,
    PiecePlayed,
    RoundWonByAnimalLed,
    RoundWonByChicken,
    ScoreCounted,
)
from domain.bremen.legal import evidence, makes_possible
from domain.bremen.moves import PlayPiece
from domain.bremen.pieces import ANIMAL, BIT, CHICKENS, SUIT_OF, winning_place
from domain.bremen.scoring import conditions, shared_score
from domain.bremen.state import State, deck_of, led
from domain.chance import Chance
from domain.refusal import Refused


def decide(state: State, seat: int, move: PlayPiece, _: Chance) -> tuple[Happening, ...]:
    """The facts that follow from a move; refuses one that is not legal. No move asks for chance."""
    match move:
        case PlayPiece():
            piece = move.piece
            if seat not in state.acting:
                raise _not_the_turn(state, seat)
            if state.hands is None:
                _judge_unrecorded(state, seat, piece)
            else:
                _judge(state, state.hands[seat], seat, piece)
            return _consequences(state, seat, piece)
        case _:
            assert_never(move)


def _not_the_turn(state: State, seat: int) -> Refused:
    if not state.acting:
        return Refused("BRE-8.1", f"the game ended with round {state.rounds}; nothing is played after it")
    if not state.played:
        clause = "BRE-4.1" if state.table.seats == 3 else "BRE-4.2"
        return Refused(clause, f"seat {state.acting[0]} holds the leading Donkey and leads round 1, not seat {seat}")
    if led(state) is None:
        return Refused("BRE-6.1", f"seat {state.acting[0]} won the last round and leads this one, not seat {seat}")
    return Refused("BRE-5.1", f"it is the turn of seat {state.acting[0]}, not of seat {seat}")


def _judge(state: State, hand: int, seat: int, piece: str) -> None:
    """Refuses by what this seat sees: its own hand and the animal led."""
    bit = BIT.get(piece, 0)
    if not bit & hand:
        raise _not_in_use(state, piece) or Refused("BRE-5.1", f"{piece} is not in the hand of seat {seat}")
    # BR-1, BR-2, BRE-5.2, BRE-6.2 (BRE-6.3: in later rounds as in the first): a leader plays any piece. BRE-5.5, BR-3: so does who holds none of the animal led.
    played = state.played
    if 0 < len(played) < state.table.seats and not bit & SUIT_OF[played[0]] and hand & SUIT_OF[played[0]]:
        raise Refused("BRE-5.3", f"seat {seat} holds a {ANIMAL[played[0]]}, the animal led, and must play one")


def _not_in_use(state: State, piece: str) -> Refused | None:
    if BIT.get(piece, 0) & deck_of(state).every:
        return None
    if piece in BIT:
        return Refused("BRE-3.1", f"{piece} is not in use with {state.table.seats} players")
    return Refused("BRE-5.1", f"{piece} does not say which piece it is: a piece is named by animal and number")


def _judge_unrecorded(state: State, seat: int, piece: str) -> None:
    """Refuses what no possible deal allows (BR-17)."""
    sheet = state.sheet
    assert sheet is not None
    not_in_use = _not_in_use(state, piece)
    if not_in_use is not None:
        raise not_in_use
    bit, animal = BIT[piece], ANIMAL[piece]
    if any(bit & played for played in sheet.played):
        raise Refused("BRE-5.1", f"{piece} was played before, so it is in no hand")
    if piece == state.centre:
        raise Refused("BR-6", f"{piece} lies in the centre and is never played")
    if makes_possible(state, seat, piece):
        return
    if bit & sheet.lacks[seat]:
        raise Refused("BRE-5.3", f"seat {seat} did not follow when a {animal} was led, so it holds none")
    most = deck_of(state).too_many_chickens
    if (evidence(state).held[seat] & CHICKENS | bit & CHICKENS).bit_count() >= most:
        raise Refused("BRE-3.8", f"with {piece} seat {seat} would have been dealt {most} Chickens")
    raise Refused("BR-17", f"no possible deal lets seat {seat} play {piece} here and makes all moves before it legal")


def _consequences(state: State, seat: int, piece: str) -> tuple[Happening, ...]:
    play = PiecePlayed(seat, piece)  # BRE-2.2
    seats, played = state.table.seats, state.played
    if len(played) != seats - 1:
        if not played and state.hands is None:
            named = FirstLeaderOfThreeNamed if seats == 3 else FirstLeaderOfFourNamed
            return (named(seat), play)  # BR-17: move 1 settles who leads
        return (play,)
    return _round_ends(state, play)


def _round_ends(state: State, play: PiecePlayed) -> tuple[Happening, ...]:
    played = (*state.played, play.piece)
    place = winning_place(played)
    won = RoundWonByChicken if BIT[played[place]] & CHICKENS else RoundWonByAnimalLed
    leader = state.leader or 0
    facts: tuple[Happening, ...] = (play, won((leader + place) % state.table.seats))
    if state.rounds + 1 < deck_of(state).rounds:  # BR-7: also a game that cannot be won any more is played on
        return facts
    return facts + _game_ends(state, facts)


def _game_ends(state: State, facts: tuple[Happening, ...]) -> tuple[Happening, ...]:
    """BRE-8.1, BRE-8.2: with the last round both conditions are judged; a win is scored (BRE-9.1) where the score is known (BR-21)."""
    for fact in facts:
        state = evolve(state, fact)
    met = conditions(state)
    judged = ConditionsJudged(*met)
    counted = shared_score(state) if all(met) else None
    return (judged,) if counted is None else (judged, ScoreCounted(counted.total, counted.title))
