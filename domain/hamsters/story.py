"""What follows from a stop: combats along the chain, then the events of the squares, then whose turn it is.

Asks chance, refuses nothing. Every function carries a position on and notes the facts that lead there.
"""

from typing import Final

from domain.chance import Chance
from domain.hamsters.board import Board
from domain.hamsters.evolve import evolve
from domain.hamsters.facts import (
    BeaversMet,
    BridgeBroke,
    CombatThrown,
    GameWon,
    HamsterCaught,
    HamsterMoved,
    HamsterPushedBack,
    HamstersFact,
    MiceMet,
    MiceRepaid,
    MouseCardUsed,
    RatsScattered,
    RestTaken,
    SackDropped,
    SacksDeposited,
    SackStolen,
    SecondTripBegun,
    SparrowhawkThrown,
    StartedAgain,
    ThrowForfeited,
    ThrowRepeated,
    TurnMissed,
    TurnPassed,
)
from domain.hamsters.state import SACKS_EACH, Hamster, State

MICE: Final = 2
BEAVERS: Final = 4


class Story:
    """A position that is carried on, and the facts noted on the way."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.board: Final[Board] = state.table.board
        self.facts: list[HamstersFact] = []

    def tell(self, fact: HamstersFact) -> None:
        """Notes a fact and carries the position on."""
        self.facts.append(fact)
        self.state = evolve(self.state, fact)

    def note(self, *facts: HamstersFact) -> None:
        """Notes facts that the rest of the story does not build on."""
        self.facts.extend(facts)

    def hamster(self, seat: int) -> Hamster:
        return self.state.hamsters[seat]

    def finish(self, stopped: tuple[int, ...]) -> tuple[HamstersFact, ...]:
        """The events of those that stopped, then the next throw or turn; all facts told so far."""
        if self._events(list(stopped)):
            self._next()
        return tuple(self.facts)

    def arrive(self, seat: int) -> tuple[int, ...]:
        """The combats that follow when a hamster comes to its square; the seats that newly stopped, in that order (HS-9, HS-30)."""
        stopped: list[int] = []
        while (occupant := self._occupant(seat)) is not None:
            if self._fight(seat, occupant):
                stopped.append(seat)
                seat = occupant
        return (*stopped, seat)

    def _occupant(self, seat: int) -> int | None:
        """Who else stands there; on 0 nobody minds (HMS-5.1, HS-5, HS-29), and on 13 nobody stays."""
        square = self.hamster(seat).square
        if square == self.board.field:
            return None
        return next((other for other, hamster in enumerate(self.state.hamsters) if other != seat and hamster.way[-1] == square), None)

    def _fight(self, arriver: int, occupant: int) -> bool:
        """Throws until the numbers differ and pushes the loser back by its own (HMS-5.2, HMS-5.3, HS-6 to HS-8). Whether the arriver won."""
        square = self.hamster(arriver).square
        while True:
            own, other = self.chance.dice("combat", [arriver, occupant])
            self.note(CombatThrown(square, arriver, occupant, own, other))
            if own != other:
                break
        loser, pips = (occupant, other) if own > other else (arriver, own)
        way = self.hamster(loser).way
        self.tell(HamsterPushedBack(loser, way[-2 : -2 - pips : -1]))
        return own > other

    def _events(self, stopped: list[int]) -> bool:
        """One event after the other (HMS-6.1, HS-10, HS-11). False when a decision interrupts them or the game is won."""
        while stopped:
            seat = stopped.pop(0)
            if self._decision(seat, tuple(stopped)):
                return False
            stopped.extend(self._event(seat))
            if self.state.winner is not None:
                return False
        return True

    def _decision(self, seat: int, then: tuple[int, ...]) -> bool:
        """Whether mice or beavers have something to offer; who has their card is not asked (HS-14, HS-16, HS-33), nor when the pile is empty (HS-1)."""
        hamster = self.hamster(seat)
        event = self.board.event.get(hamster.square)
        if event == MICE and hamster.sacks == SACKS_EACH and not hamster.mouse and self.state.mice:  # HS-13
            self.note(MiceMet(seat, then))
            return True
        if event == BEAVERS and not hamster.beaver and self.state.beavers:
            self.note(BeaversMet(seat, then))
            return True
        return False

    def _event(self, seat: int) -> tuple[int, ...]:
        """What an orange square does to a hamster that stopped there, other squares nothing (HS-26); who newly stopped because of it."""
        hamster = self.hamster(seat)
        match self.board.event.get(hamster.square):
            case 6:
                self.tell(BridgeBroke(seat, self.board.field))
            case 7 if hamster.sacks == SACKS_EACH:  # HMS-7.7.2, HS-18: with one sack it goes on
                self.tell(RestTaken(seat))
            case 8 if hamster.beaver:  # HMS-7.8.4: and no turn is missed
                self.tell(RatsScattered(seat))
            case 8:
                self.tell(SackStolen(seat))
                self._refill(seat)
            case 9 if hamster.mouse and hamster.sacks == 1 and hamster.deposited == 0:  # HMS-7.9.4, HS-22
                self.tell(MiceRepaid(seat))
            case 11:
                self.tell(SackDropped(seat))
                self._refill(seat)
            case 12:
                return self._sparrowhawk(seat)
            case 13:
                self._deposit(seat)
        return ()

    def _refill(self, seat: int) -> None:
        """Without a sack back to 0, for as many as have still to be deposited (HMS-7.0.2, HS-20, HS-21)."""
        hamster = self.hamster(seat)
        if hamster.sacks == 0:
            self.tell(StartedAgain(seat, self.board.field, SACKS_EACH - hamster.deposited))

    def _sparrowhawk(self, seat: int) -> tuple[int, ...]:
        """Enough to reach 13, or caught: to 5 with a mouse card (HMS-7.2.4), else to 0 (HMS-7.12.1 to HMS-7.12.6, HS-24)."""
        hamster = self.hamster(seat)
        flight = self.board.flight[hamster.square]
        pips = self.chance.die("sparrowhawk")
        self.note(SparrowhawkThrown(seat, pips, len(flight)))
        if pips >= len(flight):
            self.tell(HamsterMoved(seat, flight))
            self._deposit(seat)
            return ()
        if hamster.mouse:
            self.tell(MouseCardUsed(seat, self.board.bridges))
            return self.arrive(seat)
        self.tell(HamsterCaught(seat, self.board.field))
        return ()

    def _deposit(self, seat: int) -> None:
        """All sacks into the burrow; two win, with one the hamster goes for another (HMS-7.13.1 to HMS-7.13.3, HS-27)."""
        self.tell(SacksDeposited(seat, self.hamster(seat).sacks))
        missing = SACKS_EACH - self.hamster(seat).deposited
        if missing == 0:
            self.tell(GameWon(seat))
        else:
            self.tell(SecondTripBegun(seat, self.board.field, missing))

    def _next(self) -> None:
        """The second throw after a 6 unless the hamster rests or waits (HS-4, HS-35), or the next turn; other sixes count for nothing (HS-36)."""
        turn = self.state.turn
        hamster = self.hamster(turn)
        if self.state.again and not (hamster.rests or hamster.waits):
            self.note(ThrowRepeated(turn))
            return
        if self.state.again:
            self.note(ThrowForfeited(turn))
        self.pass_turn()

    def pass_turn(self) -> None:
        """To the next seat clockwise whose hamster does not rest; those that do use up their missed turn (HMS-5.4, HMS-7.7.1, HS-2, HS-42)."""
        seats = len(self.state.hamsters)
        seat = (self.state.turn + 1) % seats
        while self.hamster(seat).rests:
            self.tell(TurnMissed(seat))
            seat = (seat + 1) % seats
        self.note(TurnPassed(seat))
