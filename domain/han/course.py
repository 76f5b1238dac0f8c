"""What follows from a move, step by step: scoring in mid-turn, the end of placing, drawing and refilling, the end of the game."""

from domain.chance import Chance
from domain.han.board import Board
from domain.han.cards import HAND, bag, display_size
from domain.han.evolve import evolve
from domain.han.facts import (
    CardDiscarded,
    CardDrawn,
    CardTaken,
    DisplayRefilled,
    DrawingEnded,
    EmissaryPlaced,
    FortificationPlaced,
    GameEnded,
    HanFact,
    HousePlaced,
    MarketEmissaryMoved,
    MarketPlaced,
    PileExhausted,
    PileRenewed,
    PlacingEnded,
    TurnBegan,
)
from domain.han.scoring import has_ports, score_alliances, score_ports, score_province, score_roads, winners
from domain.han.state import FREE, State, board_of, options_of


class Course:
    """Collects facts and knows the position after each. Lives while one move is decided."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.facts: list[HanFact] = []

    def add(self, fact: HanFact) -> None:
        self.facts.append(fact)
        self.state = evolve(self.state, fact)

    def place(self, fact: HousePlaced | EmissaryPlaced | FortificationPlaced | MarketPlaced) -> None:
        """A piece (or a marker with what stands on it), then what it brings about, in the order of the wire contract."""
        self.add(fact)
        if not isinstance(fact, EmissaryPlaced):
            self._score_filled(board_of(self.state), fact.space)
        if not placeable(self.state):
            self._finish("no_piece_placeable")  # HAN-10.5, HA-43: at once, in mid-turn too
        elif self.state.pieces == 2 or not self.state.shared:  # HAN-5.4, HAN-5.5, HAN-5.8; only for public reasons, HA-41
            self.end_placing()

    def end_placing(self) -> None:
        self.end_turn_or_draw(PlacingEnded(self.state.turn))

    def end_turn_or_draw(self, fact: PlacingEnded | CardDiscarded) -> None:
        """After placing or discarding the hand is filled up; in the final round the turn is over instead (HAN-10.3, HA-23)."""
        self.add(fact)
        if self.state.last_round:
            self._end_turn()

    def draw(self, card: str | None) -> None:
        """One card from the pile (None) or the display; with the third card in hand, also after a reshuffle (HAN-9.8), the display is refilled (HAN-9.4)."""
        seat = self.state.turn
        if card is None:
            self.add(CardDrawn(seat, self.chance.draw("card", bag(self.state.pile))))
            self._watch_pile()
        else:
            self.add(CardTaken(seat, card))
        if len(self.state.hands[seat]) == HAND:
            self._refill()
            self._end_turn()

    def end_drawing(self, fact: DrawingEnded) -> None:
        self.add(fact)
        self._end_turn()

    def _refill(self) -> None:
        size = display_size(board_of(self.state).map)
        while len(self.state.display) < size and any(self.state.pile):
            self.add(DisplayRefilled(self.chance.draw("display", bag(self.state.pile))))
            self._watch_pile()

    def _watch_pile(self) -> None:
        """An empty pile is renewed at once, the first time (HA-19); the second time it announces the end (HA-20)."""
        if not any(self.state.pile):
            self.add(PileExhausted() if self.state.depleted else PileRenewed())

    def _end_turn(self) -> None:
        """The left neighbour's turn (HAN-9.5), or the end after the turn of the Emperor's right neighbour (HAN-10.2, HA-22)."""
        state = self.state
        following = (state.turn + 1) % state.table.seats
        if state.depleted == 2 and following == state.start:
            self._finish("pile_depleted")
        else:
            self.add(TurnBegan(following, state.depleted == 2))

    def _score_filled(self, board: Board, space: str) -> None:
        """House scoring of the provinces that this space completed, before anything else (HAN-8.1, HA-14, HA-15)."""
        for province in board.layout.provinces_of[board.layout.space_at[space]]:
            if not self.state.free[province]:
                self.add(score_province(self.state, province))

    def _finish(self, reason: str) -> None:
        """Final scoring in its order (HAN-11.1, HA-30): houses without a disk, alliances, roads, ports; market places before (HAN-14.10)."""
        board = board_of(self.state)
        for space, seat in self.state.markets:
            self.add(MarketEmissaryMoved(seat, board.spaces[space], board.provinces[board.layout.provinces_of[space][0]]))
        for province in range(len(board.provinces)):
            if not self.state.scored >> province & 1:  # HAN-11.2
                self.add(score_province(self.state, province))
        for alliance in score_alliances(self.state):
            self.add(alliance)
        for row in score_roads(self.state):
            self.add(row)
        if has_ports(self.state):
            self.add(score_ports(self.state))
        self.add(GameEnded(reason, winners(self.state)))


def placeable(state: State) -> bool:
    """Whether any seat, whatever its hand, could still place a piece (HAN-10.4, HA-24, HA-43)."""
    if any(state.house_supply) and FREE in state.houses:
        return True
    if any(state.emissary_supply) and any(sum(court) < max(houses) for court, houses in zip(state.emissaries, state.counts, strict=True)):
        return True
    if not options_of(state).market_places:
        return False
    room = any(free and state.occupied >> province & 1 for province, free in enumerate(state.free))
    return room and any(marker and emissary for marker, emissary in zip(state.marker_supply, state.emissary_supply, strict=True))
