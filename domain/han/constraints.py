"""What a board must satisfy (facts and constraints of the wire contract; HA-50). Each breach is a ValueError of one sentence."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from domain.han.printed import BORDER_DISPUTES, PrintedBoard

COLOUR_COUNTS: Final = {"violet": 1, "yellow": 2, "orange": 2, "green": 2, "red": 2}  # nine provinces, HAN-1.7; HAN-5.2
BORDER_SPACES: Final = 6  # HAN-6.7
PORTS: Final = 7  # HAN-6.5
ALLIANCES: Final = 15  # HAN-11.4
NAMED_ALLIANCES: Final = {3: {"wei", "chin"}, 4: {"chin", "shu"}}  # worked example 6


def complaints(board: PrintedBoard) -> Iterator[str]:
    """What is wrong, the first first."""
    yield from _provinces(board)
    yield from _spaces(board)
    yield from _map(board)
    yield from _borders(board)
    yield from _alliances(board)
    yield from _roads(board)


def _provinces(board: PrintedBoard) -> Iterator[str]:
    found: Counter[str] = Counter(province.color for province in board.provinces)
    for colour, wanted in COLOUR_COUNTS.items():
        if found[colour] != wanted:
            yield f"provinces: {wanted} of them must be {colour}, not {found[colour]}"
    ids = Counter([province.id for province in board.provinces] + [space.id for space in board.spaces])
    for name, times in ids.items():
        if times > 1:
            yield f"provinces and spaces: the id {name} is used {times} times"


def _spaces(board: PrintedBoard) -> Iterator[str]:
    known = {province.id for province in board.provinces}
    for space in board.spaces:
        for name in space.provinces:
            if name not in known:
                yield f"spaces: {space.id} lies in {name}, which is no province"
        if len(set(space.provinces)) < len(space.provinces):
            yield f"spaces: {space.id} names {space.provinces[0]} twice"
    sizes = Counter(name for space in board.spaces for name in space.provinces)
    for province in board.provinces:
        if not sizes[province.id]:
            yield f"spaces: {province.id} has none"
    violet = next(province.id for province in board.provinces if province.color == "violet")
    for province in board.provinces:
        if province.id != violet and sizes[province.id] >= sizes[violet]:
            yield f"spaces: the violet province {violet} must have more than any other, but {province.id} has {sizes[province.id]} and it {sizes[violet]}"


def _map(board: PrintedBoard) -> Iterator[str]:
    wanted = (BORDER_SPACES, PORTS) if board.map == BORDER_DISPUTES else (0, 0)
    borders = [space for space in board.spaces if len(space.provinces) == 2]
    ports = [space for space in board.spaces if space.port]
    if len(borders) != wanted[0]:
        yield f"spaces: {board.map} has {wanted[0]} border spaces, not {len(borders)}"
    if len(ports) != wanted[1]:
        yield f"spaces: {board.map} has {wanted[1]} ports, not {len(ports)}"
    for space in ports:
        if len(space.provinces) == 2:
            yield f"spaces: the port {space.id} must not be a border space"
    pairs = _pairs(board.borders)
    for space in borders:
        if frozenset(space.provinces) not in pairs:
            yield f"spaces: {space.id} lies between {' and '.join(space.provinces)}, which have no border"


def _borders(board: PrintedBoard) -> Iterator[str]:
    colours: dict[str, str] = {province.id: province.color for province in board.provinces}
    yield from _good_pairs("borders", board.borders, colours, "province")
    for a, b in board.borders:
        if colours[a] == colours[b]:
            yield f"borders: {a} and {b} are both {colours[a]}"


def _alliances(board: PrintedBoard) -> Iterator[str]:
    if sorted(alliance.number for alliance in board.alliances) != list(range(1, ALLIANCES + 1)):
        yield f"alliances: each number from 1 to {ALLIANCES} must stand once"
    yield from _good_pairs("alliances", [alliance.provinces for alliance in board.alliances], {province.id for province in board.provinces}, "province")
    pairs = _pairs(board.borders)
    for alliance in board.alliances:
        if frozenset(alliance.provinces) not in pairs:
            yield f"alliances: number {alliance.number} joins {' and '.join(alliance.provinces)}, which have no border"
    if board.map != BORDER_DISPUTES:
        return
    if missing := pairs - _pairs(alliance.provinces for alliance in board.alliances):
        yield f"alliances: {' and '.join(sorted(min(missing, key=sorted)))} have a border but no alliance"
    for alliance in board.alliances:
        wanted = NAMED_ALLIANCES.get(alliance.number)
        if wanted is not None and set(alliance.provinces) != wanted:
            yield f"alliances: number {alliance.number} must join {' and '.join(sorted(wanted))}"


def _roads(board: PrintedBoard) -> Iterator[str]:
    known = {space.id for space in board.spaces}
    yield from _good_pairs("roads", board.roads, known, "space")
    at = Counter(name for pair in board.roads for name in pair)
    for space in board.spaces:
        if not at[space.id]:
            yield f"roads: none leads to {space.id}"


def _pairs(pairs: Iterable[Sequence[str]]) -> set[frozenset[str]]:
    return set(map(frozenset, pairs))


def _good_pairs(field: str, pairs: list[list[str]], known: "set[str] | dict[str, str]", what: str) -> Iterator[str]:
    """Pairs of two different known ids, none twice."""
    seen: set[frozenset[str]] = set()
    for pair in pairs:
        for name in pair:
            if name not in known:
                yield f"{field}: {name} is no {what}"
        if pair[0] == pair[1]:
            yield f"{field}: {pair[0]} is joined to itself"
        if frozenset(pair) in seen:
            yield f"{field}: {pair[0]} and {pair[1]} stand twice"
        seen.add(frozenset(pair))
