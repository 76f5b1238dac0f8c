"""What lies on the table of Hameln, for the naive referee: no turns and no decisions here, only pieces and what can be read off them.

Written from the rulebook, the rulings and the wire page alone. Slow on purpose: nothing is kept that can be counted again.
"""

from collections.abc import Generator
from typing import Any, TypeAlias

Json = dict[str, Any]
Script: TypeAlias = Generator[tuple[int, list[Json]], Json, None]  # asks (seat, legal moves), is sent the move

GOOD_OF = {"bakery": "bread", "dairy": "cheese", "brewery": "beer", "butcher": "meat"}
CUBES = {"bread": 12, "cheese": 12, "beer": 12, "meat": 20}
LARGE_RATS = {3: (4, 5, 6), 4: (4, 5, 6), 5: (5, 6, 7)}
SMALL_RATS = 30
PLAYABLE = 13  # HM-5
SEXES = ("man", "woman")
CHILDREN = ("boy", "girl")


class WrongDraw(Exception):
    """Chance cannot have done what the record says, or did something that the record leaves out."""


class Table:
    """The board with everything on it."""

    def __init__(self, board: Json, seats: int, setup: Json, partner_child: str = "forced") -> None:
        self.seats = range(seats)
        self.partner_child = partner_child
        self.houses: dict[str, Json] = {house["id"]: house for house in board["houses"]}
        # The additional circles are not there at all with fewer than five.
        self.circles: dict[str, Json] = {c["id"]: c for c in board["circles"] if seats == 5 or not c.get("five_only", False)}
        self.prices: dict[str, int] = {space["region"]: space["price"] for space in board["piper_spaces"]}  # clockwise
        self.loop: list[Json] = board["purchase_loop"]
        self.road_costs: list[int] = board["road"]
        self.counters: dict[str, int] = setup["counters"]
        self.order: list[int] = list(setup["turn_order"])
        # The influence track: one list a space, from the bottom up; in a space the first is the rightmost, hence the highest.
        self.track: list[list[int]] = [[] for _ in range(board["influence_spaces"])]
        self.track[0] = list(setup["turn_order"])
        self.phase = 1
        self.reserve = LARGE_RATS[seats][0]
        self.figures: set[str] = set()  # houses with a large rat on them
        self.rats: set[str] = set()  # circles with a small rat
        self.rats_of_turn: list[str] = []
        self.piper = "yellow"
        self.bribes = dict.fromkeys(self.prices, 0)
        self.cat: int | None = None
        self.purchases = 0
        self.homes: dict[str, dict[str, int]] = {house: {} for house in self.houses}  # house → sex → seat
        self.supply = [PLAYABLE for _ in self.seats]
        self.florins = [0 for _ in self.seats]  # HM-4
        self.goods = [{"bread": 0, "cheese": 0, "beer": 0, "meat": 1} for _ in self.seats]
        self.hall = [{"boy": 0, "girl": 0} for _ in self.seats]
        self.tokens: list[list[int]] = [[] for _ in self.seats]
        self.piles = {"pile-1": 4, "pile-2": 4, "pile-3": 4}
        self.road: list[int] = []  # the owner of the child on each space
        self.ended_by: int | None = None
        self.over = False
        self.acted = False  # has anybody acted in this cycle (HM-48)?
        self.draws: list[Json] = []  # what the record says that fell because of the move in hand

    # Chance

    def fall(self, what: str, among: dict[Any, int]) -> Any:
        """The next draw of the move in hand, which must be of this kind and one of the things that are there."""
        if not self.draws:
            raise WrongDraw(f"{what} is missing")
        draw = self.draws.pop(0)
        if list(draw) != [what]:
            raise WrongDraw(f"{draw} instead of a {what}")
        value = draw[what]
        if type(value) not in (str, int) or among.get(value, 0) < 1:
            raise WrongDraw(f"there is no {what} {value}")
        return value

    def bag(self) -> dict[str, int]:
        """Four of each, less those that lie beside the hall, one for each child in it."""
        return {child: 4 - sum(hall[child] for hall in self.hall) for child in CHILDREN}

    def tokens_left(self) -> dict[int, int]:
        """Four of each value, less those that anybody holds."""
        return {value: 4 - sum(held.count(value) for held in self.tokens) for value in (1, 2, 3)}

    # Houses and rats

    def around(self, house: str) -> list[str]:
        """The circles that surround a house."""
        return [name for name, circle in self.circles.items() if house in circle["touches"]]

    def free(self, house: str) -> list[str]:
        """Those of them without a rat."""
        return [circle for circle in self.around(house) if circle not in self.rats]

    def infested(self, house: str) -> bool:
        """HM-38: all circles covered, whether or not a figure stands there."""
        return not self.free(house)

    def produces(self, house: str) -> bool:
        """Whether it is a production house."""
        return bool(self.houses[house]["kind"] != "influence")

    def attracts(self, house: str) -> int:
        """Three round the market place, else what its counter says."""
        return 3 if self.houses[house]["region"] == "market" else self.counters[house]

    def small_rats_left(self) -> int:
        """Those that are not on the board."""
        return SMALL_RATS - len(self.rats)

    def take_rat_away(self, circle: str) -> None:
        """A small rat leaves (the cat): freed houses give their figure back to the reserve (HM-29)."""
        before = [house for house in self.houses if self.infested(house)]
        self.rats.remove(circle)
        for house in before:
            if not self.infested(house) and house in self.figures:
                self.figures.remove(house)
                self.reserve += 1

    # Gains

    def gain_good(self, seat: int, house: str) -> None:
        """A cube of the house's good, if there is one left (HM-17)."""
        good = GOOD_OF[self.houses[house]["kind"]]
        if sum(goods[good] for goods in self.goods) < CUBES[good]:
            self.goods[seat][good] += 1

    def can_have_child(self, seat: int) -> bool:
        """A cube in the bag and a member in the supply (HM-14 to HM-16)."""
        return sum(self.bag().values()) > 0 and self.supply[seat] > 0

    def prepare_child(self, seat: int) -> None:
        """Draw a cube and put a member into the hall, if both are there."""
        if self.can_have_child(seat):
            child = self.fall("cube", self.bag())
            self.supply[seat] -= 1
            self.hall[seat][child] += 1

    # Influence

    def standing(self) -> list[int]:
        """The seats from the highest to the lowest on the influence track."""
        return [seat for space in reversed(self.track) for seat in space]

    def gain_influence(self, seat: int, points: int) -> None:
        """Up by so many spaces, not beyond the top; left of those who are there already (HM-25, HM-26). At the top nothing changes (HM-51)."""
        at = next(number for number, space in enumerate(self.track) if seat in space)
        to = min(at + points, len(self.track) - 1)
        if to != at:
            self.track[at].remove(seat)
            self.track[to].append(seat)

    def next_purchase(self) -> Json:
        """What buying influence costs and gives now: the loop begins again after its last entry (HM-50)."""
        return self.loop[self.purchases % len(self.loop)]

    def biggest_bribe(self) -> str:
        """The region with the most money; there is only one (HM-32)."""
        return max(self.bribes, key=lambda region: self.bribes[region])
