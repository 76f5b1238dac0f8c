"""Moves as a line, both ways, and as a sentence for people."""

from collections.abc import Callable, Sequence
from typing import Any, Final, assert_never

from domain.han.facts import (
    AllianceScored,
    DisplayRefilled,
    GameEnded,
    HanFact,
    PileExhausted,
    PileRenewed,
    PortsScored,
    ProvinceScored,
    RowScored,
    TurnBegan,
)
from domain.han.moves import (
    END_DRAWING,
    END_PLACING,
    Discard,
    Draw,
    EndDrawing,
    EndPlacing,
    HanMove,
    PlaceEmissary,
    PlaceFortification,
    PlaceHouse,
    PlaceMarket,
)
from domain.message import HIDDEN, Json
from domain.seats import Seat

_SHAPES: Final = {
    "house": "house SPACE CARD…",
    "emissary": "emissary PROVINCE CARD…",
    "fortification": "fortification SPACE CARD CARD",
    "market": "market SPACE CARD CARD",
    "end_placing": "end_placing",
    "discard": "discard CARD",
    "draw": "draw pile | draw display CARD",
    "end_drawing": "end_drawing",
}


def notate(move: HanMove) -> str:
    """A move as one line."""
    match move:
        case PlaceHouse():
            return f"house {move.space} {' '.join(move.cards)}"
        case PlaceEmissary():
            return f"emissary {move.province} {' '.join(move.cards)}"
        case PlaceFortification():
            return f"fortification {move.space} {' '.join(move.cards)}"
        case PlaceMarket():
            return f"market {move.space} {' '.join(move.cards)}"
        case EndPlacing():
            return "end_placing"
        case Discard():
            return f"discard {move.card}"
        case Draw():
            return "draw pile" if move.card is None else f"draw display {move.card}"
        case EndDrawing():
            return "end_drawing"
        case _:
            assert_never(move)


def read(line: str) -> HanMove:
    """A move from its line. ValueError: one sentence."""
    verb, *words = line.split() or [""]
    if verb not in _SHAPES:
        raise ValueError(f"a move begins with one of {', '.join(_SHAPES)}")
    builder: Callable[[list[str]], HanMove] | None = _BUILDERS.get((verb, len(words)))
    if builder is None:
        raise ValueError(f"this move is written: {_SHAPES[verb]}")
    return builder(words)


def _with_cards(model: Callable[[Any], HanMove], field: str) -> Callable[[list[str]], HanMove]:
    return lambda words: model({field: words[0], "cards": words[1:]})


def _draw(words: list[str]) -> HanMove:
    if words[0] not in ("pile", "display"):
        raise ValueError(f"this move is written: {_SHAPES['draw']}")
    return Draw.model_validate({"from": words[0]} if len(words) == 1 else {"from": words[0], "card": words[1]})


_BUILDERS: Final[dict[tuple[str, int], Callable[[list[str]], HanMove]]] = {
    ("end_placing", 0): lambda _: END_PLACING,
    ("end_drawing", 0): lambda _: END_DRAWING,
    ("discard", 1): lambda words: Discard.model_validate({"card": words[0]}),
    ("draw", 1): _draw,
    ("draw", 2): _draw,
    **{("house", n): _with_cards(PlaceHouse.model_validate, "space") for n in (2, 3, 4)},
    **{("emissary", n): _with_cards(PlaceEmissary.model_validate, "province") for n in (2, 3, 4)},
    **{("fortification", n): _with_cards(PlaceFortification.model_validate, "space") for n in (2, 3, 4)},
    **{("market", n): _with_cards(PlaceMarket.model_validate, "space") for n in (2, 3, 4)},
}


def narrate(seat: Seat, move: HanMove, facts: Sequence[HanFact], draws: Sequence[Json]) -> str:
    """A sentence for people, from what its reader may see."""
    told = [words for fact in facts if (words := _consequence(fact))]
    return f"Seat {seat} {_deed(move, draws)}{'; ' if told else ''}{'; '.join(told)}."


def _deed(move: HanMove, draws: Sequence[Json]) -> str:
    match move:
        case PlaceHouse():
            return f"builds a house on {move.space} for {' and '.join(move.cards)}"
        case PlaceEmissary():
            return f"sends an emissary to {move.province} for {' and '.join(move.cards)}"
        case PlaceFortification():
            return f"builds a fortification with a house on {move.space} for {' and '.join(move.cards)}"
        case PlaceMarket():
            return f"opens a market place with an emissary on {move.space} for {' and '.join(move.cards)}"
        case EndPlacing():
            return "places nothing more"
        case Discard():
            return f"discards {move.card}"
        case Draw():
            card = next((draw["card"] for draw in draws if "card" in draw), HIDDEN)
            drawn = "a card" if card == HIDDEN else card
            return f"takes {move.card} from the display" if move.card is not None else f"draws {drawn} from the pile"
        case EndDrawing():
            return "draws no more"
        case _:
            assert_never(move)


def _consequence(fact: HanFact) -> str:
    match fact:
        case ProvinceScored():
            return f"{fact.province} is scored: {_by_seat(fact.points)}"
        case AllianceScored():
            return f"alliance {fact.number}: {_by_seat(fact.points)}" if any(fact.points) else ""
        case RowScored():
            return f"seat {fact.seat} has a row of {len(fact.spaces)}: {fact.points}"
        case PortsScored():
            return f"ports: {_by_seat(fact.points)}"
        case DisplayRefilled():
            return f"{fact.card} is laid face up"
        case PileRenewed():
            return "the pile is empty, the discards are shuffled"
        case PileExhausted():
            return "the pile is empty for the second time, this is the last round"
        case TurnBegan():
            return f"seat {fact.seat} is next"
        case GameEnded():
            return f"the game is over, seat {' and seat '.join(map(str, fact.winners))} {'wins' if len(fact.winners) == 1 else 'win'}"
        case _:
            return ""  # told by the move itself


def _by_seat(points: tuple[int, ...]) -> str:
    return ", ".join(f"seat {seat} {won}" for seat, won in enumerate(points) if won) or "nobody has anything"
