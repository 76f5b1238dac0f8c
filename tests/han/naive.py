"""Han refereed a second time: slow, plain and without the domain, from the texts alone (rulings by their HA number). Scoring is in ``naive_scoring``."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.han.naive_scoring import final_parts, score_houses

Json = dict[str, Any]
DECK = {"violet": 10, "yellow": 11, "orange": 11, "green": 12, "red": 13}
REMOVED = {
    ("border-disputes", 3): 2,
    ("border-disputes", 4): 1,
    ("border-disputes", 5): 0,
    ("ways-of-diplomacy", 2): 5,
    ("ways-of-diplomacy", 3): 4,
    ("ways-of-diplomacy", 4): 3,
}
HAND = 3


class Wrong(Exception):
    """A move that is not legal, draws that could not have fallen, a set-up that cannot be."""


class Naive:
    """One game. ``legal`` lists, ``play`` moves on; everything is kept in plain lists and dictionaries."""

    def __init__(self, board: Json, seats: int, options: Json, setup: Json) -> None:
        """The table is laid out as in the set-up."""
        self.board, self.seats, self.map = board, seats, board["map"]
        self.forts, self.markets = bool(options.get("fortifications")), bool(options.get("market_places"))
        self.color = {p["id"]: p["color"] for p in board["provinces"]}
        self.lies_in = {s["id"]: list(s["provinces"]) for s in board["spaces"]}
        self.display_size = 4 if self.map == "border-disputes" else 3
        self.houses, self.emissaries = [20] * seats, [8] * seats
        self.markers = [0 if not (self.forts or self.markets) else 2 if self.markets and seats == 2 else 1] * seats
        self.built: dict[str, tuple[str, int]] = {}  # space -> (house, fortified or market; seat)
        self.dragon: dict[str, list[int]] = {p: [] for p in self.color}
        self.scores, self.scored = [0] * seats, set[str]()
        self.deal(setup)
        self.discards: list[str] = []
        self.emptied = 0  # how often the pile was used up
        self.over: str | None = None
        self.outcome: Json | None = None
        self.turn = self.start
        self.begin_turn()

    def deal(self, setup: Json) -> None:
        """Hands and display leave the deck; the rest is the pile."""
        self.start = setup.get("start", 0)  # HA-47
        self.hands, self.display = [list(hand) for hand in setup["hands"]], list(setup["display"])
        left = Counter(DECK)
        for color in DECK:
            left[color] -= REMOVED[self.map, self.seats]
        left.subtract(card for hand in self.hands for card in hand)
        left.subtract(self.display)
        sizes = [len(hand) for hand in self.hands]
        if (
            self.start not in range(self.seats)
            or sizes != [HAND] * self.seats
            or len(self.display) != self.display_size
            or min(left.values()) < 0
            or len(left) > len(DECK)
        ):
            raise Wrong("set-up")
        self.pile = [color for color in DECK for _ in range(left[color])]

    def begin_turn(self) -> None:
        """What held a piece is looked up now, for the whole turn (HA-4)."""
        self.drawing = False
        self.placed: list[list[str]] = []  # of each piece of this turn: its provinces
        self.held = {p for p in self.color if self.dragon[p] or any(p in self.lies_in[space] for space in self.built)}

    # What may be done

    def to_act(self) -> list[int]:
        """One seat, until the game is over."""
        return [] if self.over else [self.turn]

    def legal(self) -> list[Json]:
        """Every move of the seat whose turn it is, in no particular order."""
        if self.over:
            return []
        if self.drawing:
            return self.draws_open()
        moves = self.pieces_open()
        if self.placed:
            return [*moves, {"kind": "end_placing"}]  # HA-41
        return moves + [{"kind": "discard", "card": card} for card in sorted(set(self.hands[self.turn]))]  # HA-17

    def draws_open(self) -> list[Json]:
        """The pile, each color of the display, and stopping once the pile is gone for good (HA-18, HA-42)."""
        moves: list[Json] = [{"kind": "draw", "from": "pile"}] if self.pile else []
        moves += [{"kind": "draw", "from": "display", "card": card} for card in sorted(set(self.display))]
        return moves + ([{"kind": "end_drawing"}] if self.emptied == 2 else [])

    def pieces_open(self) -> list[Json]:
        """Every piece that the hand can pay and that may be the first or the second piece of this turn."""
        moves: list[Json] = []
        for space, lies_in in self.lies_in.items():
            if space in self.built:
                continue
            if self.houses[self.turn] and self.may_follow(lies_in):
                moves += [{"kind": "place_house", "space": space, "cards": cards} for cards in self.payments(lies_in)]
            if self.markers[self.turn] and not self.placed and len(lies_in) == 1 and lies_in[0] in self.held:  # HA-34, HA-38, HA-40
                kind, carried = ("place_fortification", self.houses) if self.forts else ("place_market", self.emissaries)
                color = self.color[lies_in[0]]
                if carried[self.turn] and self.hands[self.turn].count(color) >= 2:  # HA-35
                    moves.append({"kind": kind, "space": space, "cards": [color, color]})
        for province in self.color:
            if self.emissaries[self.turn] and len(self.dragon[province]) < self.limit(province) and self.may_follow([province]):
                moves += [{"kind": "place_emissary", "province": province, "cards": cards} for cards in self.payments([province])]
        return moves

    def may_follow(self, lies_in: list[str]) -> bool:
        """A second piece shares a province that held a piece at the start (HA-7, HA-45, HA-46); two border houses never go together (HA-9)."""
        if not self.placed:
            return True
        first = self.placed[0]
        both_border = len(first) == len(lies_in) == 2
        return not both_border and any(p in self.held for p in first if p in lies_in)

    def payments(self, lies_in: list[str]) -> list[list[str]]:
        """One card or a pair of another color (HA-1, HA-2); on a border two cards of its two colors (HA-6); beside a border house one card (HA-8)."""
        hand = Counter(self.hands[self.turn])
        colors = [self.color[p] for p in lies_in]
        if len(lies_in) == 2:
            ways = [sorted(pair) for pair in ([colors[0]] * 2, [colors[1]] * 2, colors)]
        else:
            ways = [colors]
            if not any(len(first) == 2 for first in self.placed):
                ways += [[other, other] for other in DECK if other != colors[0]]
        return [way for way in ways if not Counter(way) - hand]

    def limit(self, province: str) -> int:
        """How many emissaries its dragon space bears: the most houses of one seat there (HA-12)."""
        owners = [seat for space, (kind, seat) in self.built.items() if kind != "market" and province in self.lies_in[space]]
        return max(Counter(owners).values(), default=0)

    # What happens

    def needs(self, move: Json) -> list[str]:
        """What chance does because of this move, in order: ``card``, ``display``, and ``reshuffle`` where the discards become the pile."""
        if move["kind"] != "draw":
            return []
        pile, emptied, hand = len(self.pile), self.emptied, len(self.hands[self.turn]) + 1
        display = len(self.display) - (move["from"] == "display")
        happens = []
        wanted = ["card"] if move["from"] == "pile" else []
        wanted += ["display"] * (self.display_size - display if hand == HAND else 0)
        for what in wanted:
            if not pile:
                break
            happens.append(what)
            pile -= 1
            if not pile:
                emptied += 1
                if emptied == 1:  # HA-19
                    pile = len(self.discards)
                    happens.append("reshuffle")
        return happens

    def take(self, card: str) -> None:
        """A card leaves the pile; when that was the last one the discards replace it, the first time (HA-19, HA-44), or the end is near (HA-20)."""
        if card not in self.pile:
            raise Wrong(f"{card} is not in the pile")
        self.pile.remove(card)
        if not self.pile:
            self.emptied += 1
            if self.emptied == 1:
                self.pile, self.discards = self.discards, []

    def play(self, seat: int, move: Json, draws: Sequence[Json]) -> None:
        """The move and everything that follows from it."""
        if [seat] != self.to_act() or move not in self.legal():
            raise Wrong(f"not legal: {move}")
        if [list(draw) for draw in draws] != [[what] for what in self.needs(move) if what != "reshuffle"]:
            raise Wrong(f"needs {self.needs(move)}")
        if move["kind"] == "draw":
            self.draw(move, draws)
        elif move["kind"] == "end_drawing":
            self.end_turn()
        elif move["kind"] == "end_placing":
            self.end_placing()
        elif move["kind"] == "discard":
            self.pay([move["card"]])
            self.end_placing()
        else:
            self.place(move)

    def pay(self, cards: list[str]) -> None:
        """Cards go from the hand to the discard pile."""
        for card in cards:
            self.hands[self.turn].remove(card)
        self.discards += cards

    def place(self, move: Json) -> None:
        """A piece, or a marker with the piece on it; then filled provinces, the early end, the end of placing."""
        seat, kind = self.turn, move["kind"]
        self.pay(move["cards"])
        lies_in = self.lies_in[move["space"]] if "space" in move else [move["province"]]
        self.placed += [lies_in] * (2 if kind in ("place_fortification", "place_market") else 1)
        if kind in ("place_house", "place_fortification"):
            self.houses[seat] -= 1
        else:
            self.emissaries[seat] -= 1
        if kind in ("place_fortification", "place_market"):
            self.markers[seat] -= 1
        if kind == "place_emissary":
            self.dragon[move["province"]].append(seat)
        else:
            self.built[move["space"]] = ({"place_house": "house", "place_fortification": "fortified", "place_market": "market"}[kind], seat)
            self.score_filled(lies_in)
        if not self.placeable():
            self.finish("no_piece_placeable")
        elif len(self.placed) == 2 or not any(p in self.held for p in lies_in):  # HA-41
            self.end_placing()

    def spaces_of(self, province: str) -> list[str]:
        """All house spaces of a province, those on its borders too."""
        return [space for space, lies_in in self.lies_in.items() if province in lies_in]

    def score_filled(self, provinces: list[str]) -> None:
        """A province whose last space was taken is scored at once (HA-14, HA-15, HA-37)."""
        for province in provinces:
            if province not in self.scored and all(space in self.built for space in self.spaces_of(province)):
                self.scored.add(province)
                points = score_houses([self.built[space] for space in self.spaces_of(province)], self.seats)
                self.scores = [old + new for old, new in zip(self.scores, points, strict=True)]

    def placeable(self) -> bool:
        """Whether some seat could place some piece, whatever its hand (HA-24, HA-43)."""
        free = [space for space in self.lies_in if space not in self.built]
        for seat in range(self.seats):
            if self.houses[seat] and free:
                return True
            if self.emissaries[seat] and any(len(self.dragon[p]) < self.limit(p) for p in self.color):
                return True
            if self.markets and self.markers[seat] and self.emissaries[seat]:
                for space in free:
                    (district,) = self.lies_in[space]
                    if self.dragon[district] or any(other in self.built for other in self.spaces_of(district)):
                        return True
        return False

    def end_placing(self) -> None:
        """Drawing follows, but nobody draws after the turn in which the pile was used up for the second time (HA-21)."""
        if self.emptied == 2:
            self.end_turn()
        else:
            self.drawing = True

    def draw(self, move: Json, draws: Sequence[Json]) -> None:
        """One card into the hand; with the third the display is filled up and the turn is over."""
        if move["from"] == "display":
            self.display.remove(move["card"])
            self.hands[self.turn].append(move["card"])
        for draw in draws:
            for what, card in draw.items():
                self.take(card)
                (self.hands[self.turn] if what == "card" else self.display).append(card)
        if len(self.hands[self.turn]) == HAND:
            self.end_turn()

    def end_turn(self) -> None:
        """The left neighbour's turn, or the end after the seat on the Emperor's right (HA-22)."""
        if self.emptied == 2 and self.turn == (self.start - 1) % self.seats:
            self.finish("pile_depleted")
        else:
            self.turn = (self.turn + 1) % self.seats
            self.begin_turn()

    def finish(self, reason: str) -> None:
        """The final scoring, and who wins: most points, then most pieces left (HA-31)."""
        self.over = reason
        parts = final_parts(self.board, self.seats, self.built, self.dragon, self.scored, self.scores)
        supply = [houses + emissaries for houses, emissaries in zip(self.houses, self.emissaries, strict=True)]
        self.scores = [part["total"] for part in parts]
        ranked = list(zip(self.scores, supply, strict=True))
        self.outcome = {"winners": [seat for seat in range(self.seats) if ranked[seat] == max(ranked)], "reason": reason, "scores": parts, "supply": supply}
