"""The game once more, slowly and in another way, to compare with: a circle of gaps and houses in which figures are carried around one house at a time.

Written from the rulebook and the rulings, sharing nothing with the game's own code but the names of the wire contract.
"""

from typing import Any

BASIC = {"forward-1": 1, "forward-2": 2, "backward-1": -1, "sewer": 1}


class Naive:
    """A table with real piles. ``play`` makes a move with what was drawn."""

    def __init__(self, seats: int, options: dict[str, Any], setup: dict[str, Any]) -> None:
        self.seats, self.roof = seats, options.get("roof_level", 8)
        self.rugrats = options.get("variant_rugrats", False)
        owners: list[int | None] = [0, None, 1, None] if seats == 2 else list(range(seats))
        self.circle: list[Any] = []  # gap, house, gap, house, … to the right
        for house, owner in enumerate(owners):
            gap = [f"rat-{house}"] + ([f"rat-{len(owners)}", "piper"] if owner == setup["start"] else [])
            self.circle += [gap, {"owner": owner, "name": f"house-{house}", "gap": f"gap-{house}"}]
        self.tracker = dict.fromkeys(range(seats), 0)
        self.box: dict[int, list[int]] = {seat: [] for seat in range(seats)}
        self.out: list[int] = []
        self.hands = [list(hand) for hand in setup["hands"]]
        self.row = [[character] for character in setup["row"]]
        self.turn, self.first, self.placed = setup["start"], True, 0
        self.queue: list[int] = []
        self.winner: Any = None

    def play(self, move: dict[str, Any], draws: list[dict[str, str]]) -> None:
        drawn = [next(iter(draw.values())) for draw in draws]
        if move["kind"] == "activate":
            self.queue.sort(key=lambda slot: slot != move["slot"])
            return self.settle(drawn)
        self.hands[self.turn].remove(move["card"])
        self.row[move["slot"]].append(move["card"])
        self.placed += 1
        last = self.placed == (1 if self.first else 2)
        if self.rugrats:
            self.act(move["slot"], [move["card"]])
            last = last or self.turn in self.out
        if not last or self.winner:
            return None
        self.queue = [slot for slot in range(4) if len(self.row[slot]) == 3]
        if len(self.queue) < 2 or self.rugrats:
            return self.settle(drawn)
        return None

    def settle(self, drawn: list[str]) -> None:
        for slot in self.queue:
            if not self.rugrats:
                self.act(slot, self.row[slot][1:])
            if self.winner:
                return
        for slot in sorted(self.queue):
            self.row[slot] = [drawn.pop(0)]
        if self.turn not in self.out:
            assert len(drawn) == self.placed
            self.hands[self.turn] += drawn
        self.queue, self.first, self.placed = [], False, 0
        self.turn = next(seat % self.seats for seat in range(self.turn + 1, self.turn + 9) if seat % self.seats not in self.out)

    def act(self, slot: int, cards: list[str]) -> None:
        basic = [card for card in cards if card in BASIC]
        for card in basic:
            houses = abs(BASIC[card]) + cards.count("plus-1")
            lead = self.row[slot][0]
            here = next(place for place in range(0, len(self.circle), 2) if lead in self.circle[place])
            group = list(self.circle[here]) if "melody" in cards else [lead]
            up = sum(-1 if figure == "piper" else 1 for figure in group)
            passed = []
            for _ in range(houses):
                step = 1 if BASIC[card] > 0 else -1
                house = self.circle[(here + step) % len(self.circle)]
                beyond = (here + 2 * step) % len(self.circle)
                self.circle[here] = [figure for figure in self.circle[here] if figure not in group]
                self.circle[beyond] = self.circle[beyond] + group
                here = beyond
                owner = house["owner"]
                if owner is not None and card != "sewer":
                    self.tracker[owner] = max(0, min(self.roof, self.tracker[owner] + up))
                    passed.append(owner)
            for owner in passed:
                if self.tracker[owner] == self.roof and not self.winner:
                    self.leave(owner)
            if self.winner:
                return

    def leave(self, seat: int) -> None:
        self.out.append(seat)
        place = next(n for n in range(1, len(self.circle), 2) if self.circle[n]["owner"] == seat)
        after = (place + 1) % len(self.circle)
        self.circle[after] = self.circle[place - 1] + self.circle[after]
        del self.circle[place - 1 : place + 1]
        loot, self.box[seat] = [seat, *self.box[seat]], []
        if self.turn not in self.out:
            self.box[self.turn] += loot
        self.hands[seat] = []
        left = [other for other in range(self.seats) if other not in self.out]
        if self.seats == 2:
            self.winner = (left, "roof")
        elif len(left) == 2:
            a, b = left
            keys = {other: (self.tracker[other], -len(self.box[other])) for other in left}
            if keys[a] == keys[b]:
                self.winner = (left, "draw")
            else:
                level = self.tracker[a] == self.tracker[b]
                self.winner = ([min(left, key=lambda other: keys[other])], "most_claimed" if level else "lowest_tracker")

    def gaps(self) -> dict[str, set[str]]:
        """The figures in every gap."""
        return {self.circle[n + 1]["gap"]: set(self.circle[n]) for n in range(0, len(self.circle), 2)}
