"""Records of Hameln, walked by the naive referee: a ``Play`` is one game in the making, ``positions`` a whole file."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tests.hameln.naive import whole_game
from tests.hameln.naive_scoring import outcome
from tests.hameln.naive_table import Json, Table, WrongDraw

FIELDS = {
    "place_man": ("house",),
    "place_woman": ("house",),
    "declare": ("sex", "house"),
    "end_declaring": (),
    "prepare_child": (),
    "decline_child": (),
    "place_rat": ("circle",),
    "place_large_rat": ("house",),
    "marry": ("boy", "girl", "house"),
    "end_weddings": (),
    "sell": ("good",),
    "exchange": ("good", "pile"),
    "end_selling": (),
    "buy_cat": ("rat",),
    "buy_influence": (),
    "bribe": ("region", "florins"),
    "end_turn": (),
    "pay": ("boys", "girls"),
}
NUMBERS = {"boy", "girl", "florins", "boys", "girls"}


class Illegal(Exception):
    """Nobody asked this seat for this move."""


def read_move(move: Any) -> Json:
    """An object as it is; a line of notation by the table of the wire page."""
    if isinstance(move, dict):
        return move
    kind, *words = str(move).split()
    return {"kind": kind, **{field: int(word) if field in NUMBERS else word for field, word in zip(FIELDS[kind], words, strict=False)}}


def exact(move: Json) -> str:
    """Its JSON, in which true is not 1."""
    return json.dumps(move, sort_keys=True)


def in_order(moves: list[Json]) -> list[Json]:
    """Any list of moves in one order, for comparing."""
    return sorted(moves, key=exact)


class Play:
    """One game: the question that stands (None: over) and the table behind it."""

    def __init__(self, board: Json, seats: int, setup: Json, options: Mapping[str, str] | None = None) -> None:
        self.table = Table(board, seats, setup, **(options or {}))
        self._script = whole_game(self.table)
        self.asked: tuple[int, list[Json]] | None = next(self._script)

    def move(self, seat: int, move: Json, draws: list[Json]) -> None:
        """Play on. Legality is judged before draws."""
        if self.asked is None or seat != self.asked[0] or exact(move) not in map(exact, self.asked[1]):
            raise Illegal(f"seat {seat}: {move}")
        self.table.draws = list(draws)
        try:
            self.asked = self._script.send(move)
        except StopIteration:
            self.asked = None
        if self.table.draws:
            raise WrongDraw(f"{self.table.draws[0]} is surplus")

    def position(self) -> Json:
        """What the wire contract says of a position, but for its number."""
        if self.asked is None:
            return {"to_act": [], "legal": {}, "scores": None, "over": True, "outcome": outcome(self.table)}
        seat, legal = self.asked
        return {"to_act": [seat], "legal": {str(seat): in_order(legal)}, "scores": None, "over": False}


def positions(lines: list[str], shipped: Mapping[str, Json]) -> Iterator[Json]:
    """Every position of a record, those of annulled moves marked; stops with Illegal or WrongDraw where the record is wrong."""
    header, *rest = [json.loads(line) for line in lines if line.strip() and not line.lstrip().startswith("#")]
    board = header.get("board") or "hameln-reconstructed"
    given = (shipped[board] if isinstance(board, str) else board, len(header["players"]))
    taken_back = annulled(rest)
    moves: dict[int, Json] = {}  # number → line, of those that count
    number = 0
    play: Play | None = None
    setup: Json = {}
    for line in rest:
        if "setup" in line:
            setup = line["setup"]
            play = Play(*given, setup, header.get("options"))
            yield {"at": 0, **play.position()}
        elif "annul" in line:
            moves = {one: what for one, what in moves.items() if one < line["annul"]["from"]}
            play = Play(*given, setup, header.get("options"))  # from the beginning again
            for what in moves.values():
                play.move(what["seat"], read_move(what["move"]), what.get("draws", []))
        elif "move" in line:
            number += 1
            assert play is not None
            play.move(line["seat"], read_move(line["move"]), line.get("draws", []))
            moves[number] = line
            yield {"at": number, **play.position(), **({"annulled": True} if number in taken_back else {})}


def annulled(lines: list[Json]) -> set[int]:
    """The numbers of the moves that a later line takes back."""
    numbers: list[int] = []
    for line in lines:
        if "annul" in line:
            numbers = [number if number < line["annul"]["from"] else 0 for number in numbers]
        elif "move" in line:
            numbers.append(len(numbers) + 1)
    return {at for at, number in enumerate(numbers, start=1) if number == 0}
