"""The verdict on a whole record without hands: the later moves and the last line are evidence too (BR-18)."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from domain.bremen.decide import decide
from domain.bremen.evolve import evolve
from domain.bremen.moves import PlayPiece, play
from domain.bremen.pieces import ANIMAL, BIT, DECKS, PIECES, SUIT, SUIT_OF, Deck, bits_of, pieces_in, winning_place
from domain.bremen.possible import Evidence, possible
from domain.bremen.reveal import reveal_problem, testify
from domain.bremen.setup import Setup, empty, setup
from domain.bremen.state import State
from domain.chance import Reported
from domain.message import Table
from domain.refusal import Refused
from domain.ruleset import Hindsight


class Demand(msgspec.Struct, frozen=True):
    """A play, and what it demands of the deal to have been legal."""

    seat: int
    piece: str
    lacks: int = 0  # a follower of another animal held none of these pieces (BRE-5.3)
    led: str = ""  # the animal that it did not follow
    first: bool = False  # led round 1, so held the leading Donkey (BRE-4.1, BRE-4.2)

    @property
    def demanding(self) -> bool:
        """Whether some deals make the play illegal."""
        return self.first or self.lacks != 0


def hindsight(table: Table, recorded: Any, moves: Sequence[tuple[int, PlayPiece]], reveal: Any) -> Hindsight:
    """The first illegal move of a record, counted from 1 (0: the deal), and what is wrong with its ``reveal`` line (None: there is none)."""
    try:
        facts = setup(table, recorded if isinstance(recorded, Setup) else Setup.model_validate(recorded or {}))
    except Refused as refusal:
        return Hindsight(move=0, clause=refusal.clause, reason=refusal.reason)
    state = empty(table)
    for fact in facts:
        state = evolve(state, fact)
    if state.hands is not None:
        return _with_hands(state, moves, reveal)
    return verdict(DECKS[table.seats], state.centre, [(seat, move.piece) for seat, move in moves], reveal)


def _with_hands(state: State, moves: Sequence[tuple[int, PlayPiece]], reveal: Any) -> Hindsight:
    """With recorded hands later moves prove nothing more."""
    for number, (seat, move) in enumerate(moves, 1):
        try:
            facts = decide(state, seat, move, Reported(()))
        except Refused as refusal:
            return Hindsight(move=number, clause=refusal.clause, reason=refusal.reason)
        for fact in facts:
            state = evolve(state, fact)
    if reveal is not None:
        try:
            testify(state, reveal)
        except Refused as refusal:
            return Hindsight(reveal_problem=refusal.reason)
    return Hindsight()


def verdict(deck: Deck, centre: str | None, plays: Sequence[tuple[int, str]], reveal: Any = None) -> Hindsight:
    """The first illegal play where no hands are recorded: the smallest i for which no deal that agrees with all evidence makes 1 … i legal."""
    demands, wrong = walk(deck, centre, plays)
    held = [bits_of(play.piece for play in demands if play.seat == seat) for seat in range(deck.seats)]
    problem = None
    if wrong is None and reveal is not None:  # BR-20: after a move that is wrong itself nothing counts
        left = tuple(deck.hand - pieces.bit_count() for pieces in held)
        problem = reveal_problem(deck, sum(held), left, centre, reveal)
        if problem is None:  # BR-25
            held = [pieces | bits_of(told) for pieces, told in zip(held, reveal, strict=True)]
    known = Evidence(tuple(held), (0,) * deck.seats, BIT[centre] if centre else 0)
    if not possible(deck, known):
        reason = f"a seat must have held {deck.too_many_chickens} Chickens or more, so the pieces had to be dealt again"
        return Hindsight(move=0, clause="BR-19", reason=reason, reveal_problem=problem)
    for number, demand in enumerate(demands, 1):
        if demand.demanding and not possible(deck, _demanded(known, demands[:number])):
            reason, others = _reason(deck, known, demands, number)
            instead = _instead(deck, known, demands, number)
            return Hindsight(move=number, clause=_clause(deck, demand), reason=reason, reveal_problem=problem, others=others, instead=instead)
    return wrong or Hindsight(reveal_problem=problem)


def _demanded(known: Evidence, demands: Iterable[Demand]) -> Evidence:
    """The evidence, and what these plays demand."""
    lacks, first = list(known.lacks), known.first
    for demand in demands:
        lacks[demand.seat] |= demand.lacks
        first = demand.seat if demand.first else first
    return Evidence(known.held, tuple(lacks), known.centre, first)


def walk(deck: Deck, centre: str | None, plays: Sequence[tuple[int, str]]) -> tuple[list[Demand], Hindsight | None]:
    """The plays before the first one that is wrong whatever the hands are, with what each demands; and that one (BR-20)."""
    demands: list[Demand] = []
    table: tuple[str, ...] = ()
    turn, leader, gone = -1, -1, 0
    own = [0] * deck.seats
    for number, (seat, piece) in enumerate(plays, 1):
        bit = BIT.get(piece, 0)
        wrong = _wrong(deck, centre, demands, (seat, turn), piece, gone)
        if wrong is not None:
            return demands, Hindsight(move=number, clause=wrong[0], reason=wrong[1])
        if not table:
            leader = seat
            demands.append(Demand(seat, piece, first=number == 1))
        elif bit & SUIT_OF[table[0]]:
            demands.append(Demand(seat, piece))
        else:
            demands.append(Demand(seat, piece, SUIT_OF[table[0]] & ~own[seat], ANIMAL[table[0]]))
        gone |= bit
        own[seat] |= bit
        table = (*table, piece)
        turn = (seat + 1) % deck.seats
        if len(table) == deck.seats:
            turn, table = (leader + winning_place(table)) % deck.seats, ()
    return demands, None


def _wrong(deck: Deck, centre: str | None, before: list[Demand], turn: tuple[int, int], piece: str, gone: int) -> tuple[str, str] | None:
    """Clause and reason, if a play is wrong whatever the hands are; ``turn`` is who plays and whose turn it is (-1: anybody's)."""
    seat, due = turn
    bit = BIT.get(piece, 0)
    if len(before) == deck.rounds * deck.seats:
        return "BRE-8.1", f"the game ended with round {deck.rounds}; nothing is played after it"
    if seat != due and before:
        clause = "BRE-5.1" if len(before) % deck.seats else "BRE-6.1"
        return clause, f"it is the turn of seat {due}, not of seat {seat}"
    if not bit & deck.every:
        return "BRE-3.1" if bit else "BRE-5.1", f"{piece} is not a piece in use with {deck.seats} players"
    if bit & gone:
        earlier = next(number for number, play in enumerate(before, 1) if play.piece == piece)
        return "BRE-5.1", f"{piece} was played before, in move {earlier}"
    if piece == centre:
        return "BR-6", f"{piece} lies in the centre and is never played"
    return None


def _clause(deck: Deck, demand: Demand) -> str:
    return "BRE-5.3" if not demand.first else "BRE-4.1" if deck.centre else "BRE-4.2"


def _reason(deck: Deck, known: Evidence, demands: list[Demand], number: int) -> tuple[str, tuple[int, ...]]:
    """Why a move is the first illegal one, and which others could be the wrong one instead (BR-18)."""
    demand = demands[number - 1]
    if demand.first:
        shown = next((f": seat {play.seat} held {play.piece}, played in move {place}" for place, play in enumerate(demands, 1) if _leads(deck, play)), "")
        return f"seat {demand.seat} led round 1, but no possible deal gives it the leading Donkey{shown}", ()
    told = f"seat {demand.seat} did not follow the {demand.led} led"
    proof = known.held[demand.seat] & demand.lacks
    if proof:
        piece = next(piece for piece in PIECES if BIT[piece] & proof)
        played = next((f"played in move {place}" for place, play in enumerate(demands, 1) if play.piece == piece), "told by the reveal")
        return f"{told}, but it held {piece}, {played}", ()
    others = tuple(other for other in range(1, number) if possible(deck, _demanded(known, [*demands[: other - 1], *demands[other:number]])))
    could = f"; move {' or '.join(map(str, others))} could be the wrong one instead" if others else ""
    return f"{told}, but no possible deal leaves it without one and makes the moves before it legal{could}", others


def _instead(deck: Deck, known: Evidence, demands: list[Demand], number: int) -> tuple[tuple[int, ...], tuple[PlayPiece, ...]]:
    """Who could have made a move that is named, and what its seat could have played: in some deal that agrees with all evidence and makes the moves before it legal.

    The piece that was played is evidence too: it was in that hand. Exact, one question to ``possible`` for each answer.
    """
    demand = demands[number - 1]
    if demand.first:  # somebody else should have led, with a piece that nobody can tell
        return tuple(seat for seat in range(deck.seats) if possible(deck, _demanded(known, [Demand(seat, "", first=True)]))), ()
    before = _demanded(known, demands[: number - 1])
    gone = bits_of(play.piece for play in demands[: number - 1])
    # No deal makes the move legal, so in each of them the seat has the animal led, and must follow.
    could = (piece for piece in pieces_in(SUIT[demand.led] & deck.every & ~gone) if possible(deck, _holding(before, demand.seat, piece)))
    return (demand.seat,), tuple(map(play, could))


def _holding(known: Evidence, seat: int, piece: str) -> Evidence:
    held = tuple(pieces | BIT[piece] if other == seat else pieces for other, pieces in enumerate(known.held))
    return msgspec.structs.replace(known, held=held)


def _leads(deck: Deck, play: Demand) -> bool:
    return BIT[play.piece] == deck.leading[0]
