"""Moves in words: a line of notation both ways, and sentences for people."""

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from domain.hameln.facts_piper import BribeCollected, ChildrenTaken, GameEnded, HouseCleared, PhaseBegun, PiperAppeared, PiperMoved, PiperMovedOn, RegionCleaned
from domain.hameln.facts_purse import CatBought, ChildMissed, ChildPrepared, FlorinGained, GoodGained, GoodMissed, GoodSold, InfluenceGained, TokenTaken
from domain.hameln.facts_rats import HouseFreed, HouseInfested, LargeRatPlaced, RatsAttracted
from domain.hameln.facts_turn import CycleBegun, HousePassedOver, TurnSkipped
from domain.hameln.moves import MOVES, HamelnMove
from domain.message import HIDDEN, Json
from domain.seats import Seat
from domain.text import counted

_NUMBERS: Final = frozenset({"boy", "girl", "boys", "girls", "florins"})  # fields that are numbers


def notate(move: HamelnMove) -> str:
    """The kind and its fields in order; a field without a value is left out."""
    fields = type(move).model_fields
    return " ".join([move.kind, *(str(value) for name in fields if name != "kind" and (value := getattr(move, name)) is not None)])


def read(line: str) -> HamelnMove:
    """The move of a line of notation. ValueError: one sentence."""
    verb, *words = line.split(" ")
    model = MOVES.get(verb)
    if model is None:
        raise ValueError(f"{verb[:40]!r} is no verb; the verbs are {', '.join(MOVES)}")
    names = [name for name in model.model_fields if name != "kind"]
    needed = sum(model.model_fields[name].is_required() for name in names)
    if not needed <= len(words) <= len(names):
        raise ValueError(f"{verb} takes {' '.join(names) or 'no words'} after it, not {counted(len(words), 'word')}")
    found = {name: _number(verb, name, word) if name in _NUMBERS else word for name, word in zip(names, words, strict=False)}
    move = cast("HamelnMove", model.model_validate(found))
    if notate(move) != line:
        raise ValueError(f"{line[:40]!r} is not how {verb} is written")
    return move


def _number(verb: str, name: str, word: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"{name} of {verb} must be a number, not {word[:40]!r}")
    return int(word)


def narrate(seat: Seat, move: HamelnMove, facts: Sequence[Any], draws: Sequence[Json]) -> str:
    """A sentence for the move, then one for each consequence worth telling."""
    told = [text for fact in facts if (tell := _TELL.get(type(fact))) is not None and (text := tell(fact))]
    return " ".join([_said(seat, move), *told])


def _said(seat: Seat, move: HamelnMove) -> str:
    """What the seat did, from the move alone."""
    who = f"Seat {seat}"
    match move.kind:
        case "place_man" | "place_woman":
            return f"{who} places a {move.kind.removeprefix('place_')} in {move.house}."
        case "declare":
            return f"{who} declares {move.house} for its {move.sex}."
        case "end_declaring":
            return f"{who} completes the declaration."
        case "prepare_child":
            return f"{who} prepares a child."
        case "decline_child":
            return f"{who} prepares no child."
        case "place_rat":
            return f"{who} places a rat on {move.circle}."
        case "place_large_rat":
            return f"{who} gives {move.house} the large rat."
        case "marry":
            return f"{who} marries a boy of seat {move.boy} to a girl of seat {move.girl}, who move into {move.house}."
        case "end_weddings":
            return f"{who} makes no further wedding."
        case "sell":
            return f"{who} declares a cube of {move.good} for florins."
        case "exchange":
            return f"{who} declares a cube of {move.good} for a token of {move.pile}."
        case "end_selling":
            return f"{who} completes the sale."
        case "buy_cat":
            return f"{who} buys the cat" + (f", which takes the rat from {move.rat}." if move.rat else ".")
        case "buy_influence":
            return f"{who} buys influence."
        case "bribe":
            return f"{who} adds {move.florins} to the bribe of the {move.region} region."
        case "end_turn":
            return f"{who} ends the turn."
        case "pay":
            return f"{who} pays the Piper for {_children(move.boys, move.girls)}."


def _children(boys: int, girls: int) -> str:
    """A number of boys and girls in words."""
    named = [f"{count} {word}{'s' * (count > 1)}" for count, word in ((boys, "boy"), (girls, "girl")) if count]
    return " and ".join(named) or "no child"


def _token(fact: TokenTaken) -> str:
    value = "a hidden value" if fact.value == HIDDEN else f"value {fact.value}"
    return f"Seat {fact.seat} takes a token of {value} from {fact.pile}."


def _attracted(fact: RatsAttracted) -> str:
    lost = fact.attracted - fact.placed
    return f"{fact.house} attracts {fact.attracted}." if not lost else f"{fact.house} attracts {fact.attracted}, {lost} lost."


def _freed(fact: HouseFreed) -> str:
    return f"{fact.house} is free again." + (" Its large rat goes back to the reserve." if fact.large_rat else "")


def _cat(fact: CatBought) -> str:
    return "" if fact.seller is None else f"Seat {fact.seller} gets {fact.to_seller} florin for it."


def _appeared(fact: PiperAppeared) -> str:
    why = "nobody took an action in a whole cycle" if fact.by is None else f"seat {fact.by} ended phase {fact.phase}"
    return f"The Piper appears in the {fact.region} region: {why}."


_TELL: Final[dict[type, Callable[[Any], str]]] = {
    GoodGained: lambda fact: f"Seat {fact.seat} gains a {fact.good}.",
    GoodMissed: lambda fact: f"Seat {fact.seat} gains nothing: no {fact.good} is left.",
    FlorinGained: lambda fact: f"Seat {fact.seat} gains a florin.",
    ChildPrepared: lambda fact: f"A {fact.sex} of seat {fact.seat} joins the hall.",
    ChildMissed: lambda fact: f"Seat {fact.seat} can prepare no child.",
    HousePassedOver: lambda fact: f"{fact.house} is infested and passed over.",
    RatsAttracted: _attracted,
    HouseInfested: lambda fact: f"{fact.house} is infested.",
    LargeRatPlaced: lambda fact: f"{'The Rat Emperor' if fact.emperor else 'A large rat'} settles in {fact.house}.",
    HouseFreed: _freed,
    HouseCleared: lambda fact: f"{fact.house} is free again.",
    InfluenceGained: lambda fact: f"Seat {fact.seat} gains {fact.points} influence.",
    GoodSold: lambda fact: f"Seat {fact.seat} gets {fact.florins} for a {fact.good}.",
    TokenTaken: _token,
    CatBought: _cat,
    PiperMoved: lambda fact: f"The Piper goes to the {fact.region} region.",
    PiperMovedOn: lambda fact: f"The Piper moves on to the {fact.region} region.",
    PiperAppeared: _appeared,
    RegionCleaned: lambda fact: f"{counted(len(fact.circles), 'rat vanishes', 'rats vanish')}.",
    ChildrenTaken: lambda fact: f"{_children(fact.boys, fact.girls)} of seat {fact.seat} taken.",
    BribeCollected: lambda fact: f"The bank takes the bribe of {fact.florins}.",
    PhaseBegun: lambda fact: f"Phase {fact.phase} begins with {counted(fact.large_rats, 'large rat')}.",
    CycleBegun: lambda fact: f"A new cycle begins: seats {', '.join(map(str, fact.order))}.",
    TurnSkipped: lambda fact: f"Seat {fact.seat} can do nothing and is skipped.",
    GameEnded: lambda fact: "The game is over.",
}
