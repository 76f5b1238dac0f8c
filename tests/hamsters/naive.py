"""A second referee of The Hamsters: slow, plain, clause by clause, and made without a line of the first one.

It reads the board as ``arbiter boards show`` prints it and moves as a record writes them, and it keeps everything in dictionaries and lists. Whoever
doubts the real referee can read this one from top to bottom beside the rulebook and the rulings (``HS-…``).
"""

from typing import Any

Json = dict[str, Any]
KINDS = ("mole", "beaver", "mouse")


class Refusal(Exception):
    """Neither the move nor its draws may stand; the message says which: ``turn``, ``move`` or ``draws``."""


class Fallen:
    """What chance did because of one move, taken from the front; every draw must be there, be possible, and be used."""

    def __init__(self, draws: list[Json]) -> None:
        self.left = list(draws)

    def _next(self, what: str) -> Any:
        if not self.left or list(self.left[0]) != [what]:
            raise Refusal("draws")
        return self.left.pop(0)[what]

    @staticmethod
    def _pips(value: Any) -> int:
        if type(value) is not int or not 1 <= value <= 6:
            raise Refusal("draws")
        return value

    def die(self) -> int:
        return self._pips(self._next("die"))

    def hawk(self) -> int:
        return self._pips(self._next("sparrowhawk"))

    def fight(self, arriver: int, occupant: int) -> tuple[int, int]:
        """Throws of both until they differ (HS-6)."""
        while True:
            pair = self._next("combat")
            if not isinstance(pair, list) or len(pair) != 2 or any(not isinstance(one, list) or len(one) != 2 for one in pair):
                raise Refusal("draws")
            if any(type(one[0]) is not int for one in pair) or [one[0] for one in pair] != [arriver, occupant]:
                raise Refusal("draws")
            mine, his = self._pips(pair[0][1]), self._pips(pair[1][1])
            if mine != his:
                return mine, his

    def finish(self) -> None:
        if self.left:
            raise Refusal("draws")


class Naive:
    """One game. ``play`` makes a move or raises Refusal; after a Refusal the game is not to be used any more."""

    def __init__(self, board: Json, seats: int) -> None:
        self.seats = seats
        self.square = {square["id"]: square for square in board["squares"]}
        self.start = self._named(0)
        self.stone = self._named(5)
        self.hamsters = [self._new_hamster() for _ in range(seats)]
        self.piles = dict.fromkeys(KINDS, 6)  # HS-1
        self.turn = 0  # HS-2
        self.pips: int | None = None  # a throw whose route is still to be named
        self.extra = False  # a six that throws again, not forfeited so far
        self.stopped: list[int] = []  # hamsters that newly stopped and whose event is still to come
        self.asked: tuple[int, str] | None = None  # the seat that must decide, and about what
        self.winner: int | None = None

    def _new_hamster(self) -> Json:
        return {"way": [self.start], "sacks": 2, "home": 0, "cards": set(), "rests": False, "waits": False}

    def _named(self, number: int) -> str:
        (only,) = [name for name, square in self.square.items() if square.get("number") == number]
        return str(only)

    # What everybody can see

    def to_act(self) -> list[int]:
        if self.winner is not None:
            return []
        return [self.turn if self.asked is None else self.asked[0]]

    def legal(self) -> list[Json]:
        if self.winner is not None:
            return []
        if self.asked is not None:
            return [{"kind": self.asked[1]}, {"kind": "decline"}]
        if self.pips is not None:
            return [{"kind": "go", "via": self._via(self.turn, route)} for route in self._routes(self.turn, self.pips)]
        return [{"kind": "roll"}]

    def scores(self) -> list[int]:
        return [hamster["home"] for hamster in self.hamsters]

    def outcome(self) -> Json | None:
        if self.winner is None:
            return None
        return {"winners": [self.winner], "reason": "two_sacks_deposited", "scores": [{"total": sacks} for sacks in self.scores()]}

    def picture(self) -> Json:
        """Everything on the table; the 12 sacks that no hamster and no burrow has lie beside the board."""
        used = sum(hamster["sacks"] + hamster["home"] for hamster in self.hamsters)
        shown = [
            {"square": h["way"][-1], "route": h["way"], "sacks": h["sacks"], "deposited": h["home"], "rests": h["rests"], "waits": h["waits"]}
            | {kind: kind in h["cards"] for kind in KINDS}
            for h in self.hamsters
        ]
        return {"turn": self.turn, "throw": self.pips, "hamsters": shown, "piles": self.piles, "store": 12 - used}

    # Moves

    def play(self, seat: int, move: Json, draws: list[Json]) -> None:
        if [seat] != self.to_act():
            raise Refusal("turn")
        if move not in self.legal():
            raise Refusal("move")
        fallen = Fallen(draws)
        if move["kind"] == "roll":
            self._roll(seat, fallen)
        elif move["kind"] == "go":
            (route,) = [r for r in self._routes(seat, self.pips or 0) if self._via(seat, r) == move["via"]]
            self._go(seat, route, fallen)
        else:
            self._answer(seat, move["kind"])
        if self.pips is None:
            self._events(fallen)
        fallen.finish()

    def _roll(self, seat: int, fallen: Fallen) -> None:
        hamster, pips = self.hamsters[seat], fallen.die()
        if hamster["waits"] and pips not in (1, 6):  # square 4, HS-15: the turn is lost
            return
        hamster["waits"] = False
        self.extra = pips == 6 and self.seats >= 5  # HS-4
        self.pips = pips
        routes = self._routes(seat, pips)
        if len(routes) == 1:  # HS-41: nothing to choose
            self._go(seat, routes[0], fallen)

    def _answer(self, seat: int, answer: str) -> None:
        hamster = self.hamsters[seat]
        if answer == "help_mice":
            hamster["sacks"] -= 1
            self._take("mouse", hamster)
        if answer == "accept_beavers":
            self._take("beaver", hamster)
            hamster["waits"] = True
        self.asked = None

    # The way

    def _routes(self, seat: int, pips: int) -> list[list[str]]:
        """Every way of going the whole throw forward, or to 13 (HS-3, HS-27); through the tunnel only with a mole card (HS-23)."""
        done: list[list[str]] = []

        def walk(route: list[str], mole: bool) -> None:
            here = self.square[route[-1] if route else self.hamsters[seat]["way"][-1]]
            if len(route) == pips or here.get("number") == 13:
                done.append(route)
                return
            for name in here["next"]:
                there = self.square[name]
                enters = bool(there.get("tunnel")) and not here.get("tunnel")
                if enters and not mole:
                    continue
                walk([*route, name], (mole or bool(there.get("hospital"))) and not enters)

        walk([], "mole" in self.hamsters[seat]["cards"])
        return done

    def _via(self, seat: int, route: list[str]) -> list[str]:
        left = [self.hamsters[seat]["way"][-1], *route[:-1]]
        return [entered for before, entered in zip(left, route, strict=True) if len(self.square[before]["next"]) > 1]

    def _go(self, seat: int, route: list[str], fallen: Fallen) -> None:
        self.pips = None
        hamster = self.hamsters[seat]
        for name in route:
            before, there = self.square[hamster["way"][-1]], self.square[name]
            if there.get("tunnel") and not before.get("tunnel"):
                self._give("mole", hamster)
            if there.get("hospital"):  # HS-31
                self._take("mole", hamster)
            hamster["way"] = [*hamster["way"], name]
        self._arrive(seat, fallen)

    def _take(self, kind: str, hamster: Json) -> None:
        if kind not in hamster["cards"] and self.piles[kind] > 0:  # HS-1, HS-14
            self.piles[kind] -= 1
            hamster["cards"].add(kind)

    def _give(self, kind: str, hamster: Json) -> None:
        hamster["cards"].remove(kind)
        self.piles[kind] += 1

    # Combat

    def _arrive(self, seat: int, fallen: Fallen) -> None:
        """The hamster stands on the last square of its way; fights go on until everybody stands alone (HS-5 to HS-12, HS-30)."""
        here = self.hamsters[seat]["way"][-1]
        others = [other for other in range(self.seats) if other != seat and self.hamsters[other]["way"][-1] == here]
        if self.square[here].get("number") in (0, 13) or not others:
            self.stopped.append(seat)
            return
        (occupant,) = others
        mine, his = fallen.fight(seat, occupant)
        if mine > his:
            self.stopped.append(seat)
        loser, back = (occupant, his) if mine > his else (seat, mine)
        hamster = self.hamsters[loser]
        hamster["rests"] = hamster["waits"] = False  # HS-12
        hamster["way"] = hamster["way"][: max(1, len(hamster["way"]) - back)]  # HS-7, HS-8
        self._arrive(loser, fallen)

    # Events

    def _events(self, fallen: Fallen) -> None:
        """The events of those that stopped, in that order, until somebody must decide; then the second throw or the next turn."""
        while self.stopped and self.winner is None and self.asked is None:
            self._event(self.stopped.pop(0), fallen)
        if self.winner is not None or self.asked is not None:
            return
        mine = self.hamsters[self.turn]
        again, self.extra = self.extra and not mine["rests"] and not mine["waits"], False  # HS-34, HS-35
        if again:
            return
        self.turn = (self.turn + 1) % self.seats
        while self.hamsters[self.turn]["rests"]:  # HS-42
            self.hamsters[self.turn]["rests"] = False
            self.turn = (self.turn + 1) % self.seats

    def _event(self, seat: int, fallen: Fallen) -> None:
        hamster = self.hamsters[seat]
        number, cards = self.square[hamster["way"][-1]].get("number"), hamster["cards"]
        if number == 2:  # HS-13, HS-33
            if hamster["sacks"] == 2 and "mouse" not in cards and self.piles["mouse"] > 0:
                self.asked = (seat, "help_mice")
        elif number == 4:  # HS-16
            if "beaver" not in cards and self.piles["beaver"] > 0:
                self.asked = (seat, "accept_beavers")
        elif number == 6:  # HS-17
            hamster["way"] = [self.start]
        elif number == 7:  # HS-18
            hamster["rests"] = hamster["sacks"] == 2
        elif number == 8:  # HS-19
            if "beaver" in cards:
                self._give("beaver", hamster)
            else:
                self._lose_sack(hamster)
        elif number == 9:  # HS-22
            if "mouse" in cards and hamster["sacks"] == 1 and hamster["home"] == 0:
                hamster["sacks"] = 2
        elif number == 11:
            self._lose_sack(hamster)
        elif number == 12:
            self._sparrowhawk(seat, fallen)
        elif number == 13:
            self._deposit(seat)

    def _lose_sack(self, hamster: Json) -> None:
        hamster["sacks"] -= 1
        if hamster["sacks"] == 0:  # HS-20, HS-21
            hamster["sacks"] = 2 - hamster["home"]
            hamster["way"] = [self.start]

    def _sparrowhawk(self, seat: int, fallen: Fallen) -> None:
        """HS-24: far enough is home; else the mouse card saves as far as 5, on the way really gone (HS-39)."""
        hamster = self.hamsters[seat]
        ahead = [hamster["way"][-1]]
        while self.square[ahead[-1]].get("number") != 13:
            ahead.append(self.square[ahead[-1]]["next"][0])
        if fallen.hawk() >= len(ahead) - 1:
            hamster["way"] = [*hamster["way"], *ahead[1:]]
            self._deposit(seat)
        elif "mouse" in hamster["cards"]:
            self._give("mouse", hamster)
            hamster["way"] = hamster["way"][: hamster["way"].index(self.stone) + 1]
            self._arrive(seat, fallen)
        else:
            hamster["way"] = [self.start]

    def _deposit(self, seat: int) -> None:
        """Square 13, HS-27, HS-28."""
        hamster = self.hamsters[seat]
        hamster["home"] += hamster["sacks"]
        hamster["sacks"] = 0
        if hamster["home"] == 2:
            self.winner = seat
        else:
            hamster["sacks"], hamster["way"] = 1, [self.start]
