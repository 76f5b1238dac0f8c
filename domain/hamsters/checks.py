"""What a board must satisfy, in the order of the wire contract: the first thing that is wrong, in one sentence."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from domain.hamsters.printed import PrintedBoard, PrintedSquare

ORANGE: Final = frozenset({0, 2, 4, 6, 7, 8, 9, 11, 12, 13})
YELLOW: Final = frozenset({1, 3, 5, 10})
FORKS: Final = {0: 3, 3: 5, 5: 10, 10: 13}  # a fork's number → the number that both of its ways lead to
EXACTLY: Final = {0: 1, 1: 2, 3: 1, 5: 1, 6: 1, 10: 1, 11: 2, 13: 1}
AT_LEAST_TWO: Final = (2, 4, 7, 8, 9, 12)
REACH: Final = 6  # the sparrowhawk's die must be able to reach 13 from every 12

Squares = Mapping[str, PrintedSquare]


class Stretch:
    """What lies between a fork and the landmark after it: its two ways, and the squares from their join on, landmark included."""

    def __init__(self, squares: Squares, fork: PrintedSquare) -> None:
        first, second = (_walk(squares, start) for start in fork.next)
        self.ends = (first[-1], second[-1])
        on_second = {square.id for square in second}
        cut = next((place for place, square in enumerate(first) if square.id in on_second), len(first))
        shared = {square.id for square in first[cut:]}
        self.ways = (first[:cut], [square for square in second if square.id not in shared])
        self.after = first[cut:]

    def __iter__(self) -> Iterator[PrintedSquare]:
        """Every square of it."""
        return iter((*self.ways[0], *self.ways[1], *self.after))


def check(board: PrintedBoard) -> dict[int, Stretch]:
    """The stretches of a sound board by the number of their fork; ValueError for any other board."""
    squares = _names(board)
    _counts(board)
    _shape(board, squares)
    numbered = {square.number: square for square in board.squares if square.number is not None}
    stretches = {fork: Stretch(squares, numbered[fork]) for fork in FORKS}
    for fork, goal in FORKS.items():
        if any(end.number != goal for end in stretches[fork].ends):
            raise ValueError(f"squares: every way onward from {fork} must lead to {goal} before any other fork")
    _start(numbered, squares)
    _mole(stretches[3])
    _bridges(stretches[5])
    _tunnel(stretches[10], board)
    _places(stretches, board)
    return stretches


def _names(board: PrintedBoard) -> dict[str, PrintedSquare]:
    squares: dict[str, PrintedSquare] = {}
    for square in board.squares:
        if square.id in squares:
            raise ValueError(f"squares: the id {square.id} is used twice")
        squares[square.id] = square
    for square in board.squares:
        for following in square.next:
            if following not in squares:
                raise ValueError(f"squares.{square.id}.next: {following} is no square of the board")
        if len(set(square.next)) < len(square.next):
            raise ValueError(f"squares.{square.id}.next: names a square twice")
        colour = "orange" if square.number in ORANGE else "yellow" if square.number in YELLOW else "plain"
        if square.colour != colour:
            what = "without a number" if square.number is None else f"with the number {square.number}"
            raise ValueError(f"squares.{square.id}.colour: a square {what} is {colour}, not {square.colour}")
    return squares


def _counts(board: PrintedBoard) -> None:
    found = Counter(square.number for square in board.squares)
    for number, wanted in EXACTLY.items():
        if found[number] != wanted:
            raise ValueError(f"squares: exactly {wanted} must have the number {number}, not {found[number]}")
    for number in AT_LEAST_TWO:
        if found[number] < 2:
            raise ValueError(f"squares: at least 2 must have the number {number}, not {found[number]}")
    hospitals = sum(square.hospital for square in board.squares)
    if hospitals != 1:
        raise ValueError(f"squares: exactly 1 must be the hospital, not {hospitals}")
    if not any(square.tunnel for square in board.squares):
        raise ValueError("squares: at least 1 must be a tunnel square")
    for square in board.squares:
        if square.number is not None and (square.hospital or square.tunnel):
            raise ValueError(f"squares.{square.id}: a {'hospital' if square.hospital else 'tunnel'} square has no number")


def _shape(board: PrintedBoard, squares: Squares) -> None:
    """No circle, one beginning, one end, and forks only where the numbers say so."""
    before = Counter(following for square in board.squares for following in square.next)
    for square in board.squares:
        if (before[square.id] == 0) != (square.number == 0):
            told = "no square may lead to 0" if square.number == 0 else "no square leads to it"
            raise ValueError(f"squares.{square.id}: {told}")
        wanted = 0 if square.number == 13 else 2 if square.number in FORKS else 1
        if len(square.next) != wanted:
            raise ValueError(f"squares.{square.id}.next: must name {wanted} {'square' if wanted == 1 else 'squares'}, not {len(square.next)}")
    ready = [square for square in board.squares if square.number == 0]
    seen = 0
    while ready:
        seen += 1
        for following in ready.pop().next:
            before[following] -= 1
            if before[following] == 0:
                ready.append(squares[following])
    if seen < len(squares):
        raise ValueError("squares: the way must not go in a circle")


def _walk(squares: Squares, start: str) -> list[PrintedSquare]:
    """The squares from ``start`` on, up to the next fork or the burrow, that one included."""
    way = [squares[start]]
    while len(way[-1].next) == 1:
        way.append(squares[way[-1].next[0]])
    return way


def _start(numbered: Mapping[int, PrintedSquare], squares: Squares) -> None:
    """The journey begins on one of the two squares 1 (HMS-4.5, HMS-9.1.1)."""
    if any(squares[following].number != 1 for following in numbered[0].next):
        raise ValueError(f"squares.{numbered[0].id}.next: must be the two squares with the number 1")


def _mole(stretch: Stretch) -> None:
    main, detour = sorted(stretch.ways, key=lambda way: any(square.hospital for square in way))
    if not any(square.hospital for square in detour):
        raise ValueError("squares: the hospital must lie on one of the two ways from 3")
    if len(detour) <= len(main):
        raise ValueError("squares: the way from 3 with the hospital must be longer than the other one")


def _bridges(stretch: Stretch) -> None:
    safe, short = sorted(stretch.ways, key=lambda way: any(square.number == 6 for square in way))
    if [square.number for square in short if square.number is not None] != [6]:
        raise ValueError("squares: one of the two ways from 5 must have the 6 and no other numbered square")
    if any(square.number is not None for square in safe):
        raise ValueError("squares: the safe way from 5 must not have a numbered square")
    if len(safe) <= len(short):
        raise ValueError("squares: the safe way from 5 must be longer than the one with the 6")


def _tunnel(stretch: Stretch, board: PrintedBoard) -> None:
    tunnel, open_way = sorted(stretch.ways, key=lambda way: any(square.number == 11 for square in way))
    if [square.number for square in open_way if square.number is not None] != [11, 11]:
        raise ValueError("squares: one of the two ways from 10 must have both 11 and no other numbered square")
    if not tunnel or not all(square.tunnel for square in tunnel):
        raise ValueError("squares: the other way from 10 must be all tunnel squares")
    if len(tunnel) >= len(open_way):
        raise ValueError("squares: the tunnel must be shorter than the open way from 10")
    if sum(square.tunnel for square in board.squares) > len(tunnel):
        raise ValueError("squares: no square outside the way from 10 may be a tunnel square")


def _places(stretches: Mapping[int, Stretch], board: PrintedBoard) -> None:
    lawful: dict[int, tuple[str, set[str]]] = {
        2: ("between 0 and 5", {s.id for fork in (0, 3) for s in stretches[fork]}),
        4: ("between 3 and 5", {s.id for s in stretches[3]}),
        12: (f"on the last {REACH} squares before 13, after the ways from 10 have joined", {s.id for s in stretches[10].after[-1 - REACH :]}),
    }
    lawful |= {number: ("between the join of the ways from 5 and 10", {s.id for s in stretches[5].after}) for number in (7, 8, 9)}
    for square in board.squares:
        if square.number in lawful:
            where, ids = lawful[square.number]
            if square.id not in ids:
                raise ValueError(f"squares.{square.id}: a {square.number} must lie {where}")
