"""A small real game for tests of the machinery: hidden hands, draws of two names from one pile, moves that consent can undo.

Two seats take turns. A turn: ``aim`` at a side (nothing is shown, nothing falls), then ``play`` a card of the hand there, face up or face
down; then a card of the pile goes to the hand (``card``, secret) and one becomes the display (``display``, public). A card scores 1, and 1 more
if it is played face up and has the colour of the display; option ``double`` doubles all. Both hands empty: the game is over.

``with on_the_shelf(): ...`` or the fixture ``toy`` puts it beside the real games, in this process only.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal
from unittest.mock import patch

import pytest
from msgspec.structs import replace
from pydantic import Field

import domain.shelf
from domain import svg
from domain.chance import Chance
from domain.clauses import read_clauses
from domain.message import HIDDEN, Fact, Json, Model, Move, Options, State, Table, View
from domain.refusal import UNREADABLE, Refused
from domain.ruleset import Ruleset
from domain.seats import Viewer

COLOURS: Final = ("red", "green", "blue")
COPIES: Final = 6
CLAUSES = """
TOY-1 (p.1)  The seats take turns, seat 0 first.
TOY-2 (p.1)  A turn aims at a side first, then plays a card there.
TOY-3 (p.1)  Only a card of one's hand is played.
TOY-4 (p.2)  A hint may name a colour that one wishes for, in one's own turn only.
TOY-5 (p.2)  The set-up deals two cards to each hand and one to the display, of six copies of each colour.
"""


class ToyOptions(Options):
    double: bool = Field(False, description="Every card scores twice.")


class ToySetup(Model):
    hands: list[list[str]]
    display: str


class Aim(Move):
    kind: Literal["aim"] = "aim"
    side: Literal["left", "right"]


class Play(Move):
    kind: Literal["play"] = "play"
    card: Literal["red", "green", "blue", "hidden"]
    face_down: Literal[True] | None = None


class Wish(Model):
    wish: Literal["red", "green", "blue"]


class ToyView(View):
    seats: int
    to_act: list[int]
    aimed: str | None
    display: str
    pile: int
    hands: list[list[str]]
    heaps: list[dict[str, list[str]]]
    scores: list[int]


class Dealt(Fact, frozen=True, tag="dealt"):
    clauses: ClassVar = ("TOY-5",)
    hands: tuple[tuple[str, ...], ...]
    display: str


class Aimed(Fact, frozen=True, tag="aimed"):
    clauses: ClassVar = ("TOY-2",)
    seat: int
    side: str


class CardPlayed(Fact, frozen=True, tag="card_played"):
    clauses: ClassVar = ("TOY-2", "TOY-3")
    seat: int
    card: str
    side: str
    face_down: bool
    points: int


class CardDrawn(Fact, frozen=True, tag="card_drawn"):
    seat: int
    card: str


class DisplayTurned(Fact, frozen=True, tag="display_turned"):
    card: str


class ToyState(State, frozen=True):
    turn: int = 0
    aimed: str | None = None
    hands: tuple[tuple[str, ...], ...] = ((), ())
    display: str = ""
    pile: tuple[int, ...] = (COPIES,) * 3
    heaps: tuple[tuple[int, str, str, bool], ...] = ()
    points: tuple[int, ...] = (0, 0)


def _bag(state: ToyState) -> dict[str, int]:
    return dict(zip(COLOURS, state.pile, strict=True))


def _without(pile: tuple[int, ...], *cards: str) -> tuple[int, ...]:
    return tuple(n - cards.count(colour) for colour, n in zip(COLOURS, pile, strict=True))


def deal(table: Table, chance: Chance) -> Json:
    bag = dict.fromkeys(COLOURS, COPIES)
    cards = []
    for name in ("card", "card", "card", "card", "display"):
        cards.append(chance.draw(name, bag))
        bag[cards[-1]] -= 1
    return {"hands": [cards[:2], cards[2:4]], "display": cards[4]}


def setup(table: Table, given: ToySetup) -> tuple[Fact, ...]:
    cards = [*(card for hand in given.hands for card in hand), given.display]
    if len(given.hands) != 2 or any(len(hand) != 2 for hand in given.hands) or any(card not in COLOURS for card in cards):
        raise Refused("TOY-5", "setup: two cards of a known colour to each of two hands, and one display")
    return (Dealt(tuple(tuple(sorted(hand)) for hand in given.hands), given.display),)


def decide(state: ToyState, seat: int, move: Aim | Play, chance: Chance) -> tuple[Fact, ...]:
    if not to_act(state):
        raise Refused("TOY-1", "the game is over")
    if seat != state.turn:
        raise Refused("TOY-1", f"it is the turn of seat {state.turn}")
    if isinstance(move, Aim):
        if state.aimed is not None:
            raise Refused("TOY-2", "this turn has aimed already")
        return (Aimed(seat, move.side),)
    if state.aimed is None:
        raise Refused("TOY-2", "a turn aims first")
    if move.card not in state.hands[seat]:
        raise Refused("TOY-3", f"{move.card} is not in the hand of seat {seat}")
    worth = 2 if move.card == state.display and not move.face_down else 1
    facts: list[Fact] = [CardPlayed(seat, move.card, state.aimed, bool(move.face_down), worth * (2 if state.table.options.double else 1))]
    bag = _bag(state)
    if sum(bag.values()) >= 2:
        card = chance.draw("card", bag)
        bag[card] -= 1
        facts += [CardDrawn(seat, card), DisplayTurned(chance.draw("display", bag))]
    return tuple(facts)


def evolve(state: ToyState, fact: Any) -> ToyState:
    match fact:
        case Dealt(hands=hands, display=display):
            return replace(state, hands=hands, display=display, pile=_without(state.pile, display, *hands[0], *hands[1]))
        case Aimed(side=side):
            return replace(state, aimed=side)
        case CardPlayed(seat=seat, card=card, side=side, face_down=face_down, points=points):
            hand = list(state.hands[seat])
            hand.remove(card)
            hands, scores = list(state.hands), list(state.points)
            hands[seat], scores[seat] = tuple(hand), scores[seat] + points
            other = 1 - seat
            turn = other if hands[other] else seat
            return replace(state, turn=turn, aimed=None, hands=tuple(hands), points=tuple(scores), heaps=(*state.heaps, (seat, side, card, face_down)))
        case CardDrawn(seat=seat, card=card):
            hands = list(state.hands)
            hands[seat] = tuple(sorted((*hands[seat], card)))
            turn = 1 - seat if hands[1 - seat] else seat
            return replace(state, turn=turn, hands=tuple(hands), pile=_without(state.pile, card))
        case DisplayTurned(card=card):
            return replace(state, display=card, pile=_without(state.pile, card))
    raise AssertionError(fact)


@cache
def _aims() -> tuple[Aim, ...]:
    return (Aim(side="left"), Aim(side="right"))


@cache
def _plays(card: Any) -> tuple[Play, ...]:
    return (Play(card=card), Play(card=card, face_down=True))


def legal_moves(state: ToyState, seat: int) -> Sequence[Move]:
    if seat not in to_act(state):
        return ()
    if state.aimed is None:
        return _aims()
    return tuple(play for card in COLOURS if card in state.hands[seat] for play in _plays(card))


def conceivable(state: ToyState) -> Iterator[tuple[int, Move]]:
    for seat in (0, 1):
        yield from ((seat, move) for move in (*_aims(), *_plays("hidden"), *(play for card in COLOURS for play in _plays(card))))


def to_act(state: ToyState) -> tuple[int, ...]:
    return (state.turn,) if any(state.hands) else ()


def outcome(state: ToyState) -> Json | None:
    if to_act(state):
        return None
    best = max(state.points)
    return {"winners": [s for s in (0, 1) if state.points[s] == best], "reason": "most_points", "scores": [{"total": n} for n in state.points]}


def _shown(card: str, visible: bool) -> str:
    return card if visible else HIDDEN


def view(then: ToyState, viewer: Viewer, now: ToyState) -> ToyView:
    heaps: list[dict[str, list[str]]] = [{"left": [], "right": []}, {"left": [], "right": []}]
    for seat, side, card, face_down in then.heaps:
        heaps[seat][side].append(_shown(card, not face_down or viewer.owns(seat)))
    return ToyView(
        seats=2,
        to_act=list(to_act(then)),
        aimed=then.aimed,
        display=then.display,
        pile=sum(then.pile),
        hands=[[_shown(card, viewer.owns(seat)) for card in hand] for seat, hand in enumerate(then.hands)],
        heaps=heaps,
        scores=list(then.points),
    )


def redact(fact: Any, viewer: Viewer, then: ToyState, now: ToyState) -> Fact:
    match fact:
        case Dealt(hands=hands, display=display):
            return Dealt(tuple(tuple(_shown(card, viewer.owns(seat)) for card in hand) for seat, hand in enumerate(hands)), display)
        case CardPlayed(seat=seat, face_down=True) if not viewer.owns(seat):
            return replace(fact, card=HIDDEN)
        case CardDrawn(seat=seat) if not viewer.owns(seat):
            return replace(fact, card=HIDDEN)
        case Aimed() | CardPlayed() | CardDrawn() | DisplayTurned():
            return fact
    raise AssertionError(fact)


def redact_move(seat: int, move: Move, viewer: Viewer, then: ToyState, now: ToyState) -> Move:
    return Play(card="hidden", face_down=True) if isinstance(move, Play) and move.face_down and not viewer.owns(seat) else move


def redact_draw(seat: int, draw: Json, viewer: Viewer, then: ToyState, now: ToyState) -> Json:
    return {"card": HIDDEN} if "card" in draw and not viewer.owns(seat) else draw


def redact_setup(given: Json, viewer: Viewer, then: ToyState, now: ToyState) -> Json:
    return {**given, "hands": [[_shown(card, viewer.owns(seat)) for card in hand] for seat, hand in enumerate(given["hands"])]}


def sees_legal(state: ToyState, viewer: Viewer, seat: int) -> bool:
    return state.aimed is None or viewer.owns(seat)


def hear(state: ToyState, seat: int, hint: Wish) -> None:
    if seat not in to_act(state):
        raise Refused("TOY-4", "wishes are for one's own turn")


def notate(move: Aim | Play) -> str:
    if isinstance(move, Aim):
        return f"aim {move.side}"
    return f"play {move.card}{' face-down' if move.face_down else ''}"


def read(line: str) -> Move:
    match line.split(" "):
        case ["aim", "left" | "right" as side]:
            return Aim(side=side)
        case ["play", "red" | "green" | "blue" as card]:
            return Play(card=card)
        case ["play", "red" | "green" | "blue" | "hidden" as card, "face-down"]:
            return Play(card=card, face_down=True)
    raise ValueError(f"{line[:40]!r} is neither 'aim SIDE' nor 'play CARD'")


def narrate(seat: int, move: Aim | Play, facts: Sequence[Any], draws: Sequence[Json]) -> str:
    return f"Seat {seat} aims {move.side}." if isinstance(move, Aim) else f"Seat {seat} plays {move.card}."


def draw(shown: ToyView) -> str:
    words = [f"seat {seat}: {' '.join(hand)} ({shown.scores[seat]})" for seat, hand in enumerate(shown.hands)]
    return svg.picture(300, 120, "Toy", f"display {shown.display}", [svg.text(150, 30 + 30 * n, line) for n, line in enumerate([shown.display, *words])])


def settle(table: Table) -> Table:
    if table.seats != 2:
        raise Refused(UNREADABLE, "players: two")
    return table


RULES: Final[Ruleset[Any, Any, Any]] = Ruleset(
    slug="toy",
    title="Toy",
    version="1",
    seats=(2,),
    clauses=read_clauses(CLAUSES),
    sources=MappingProxyType({"card": "pile", "display": "pile"}),
    options=ToyOptions,
    setup_model=ToySetup,
    state=ToyState,
    moves=MappingProxyType({"aim": Aim, "play": Play}),
    facts=(Dealt, Aimed, CardPlayed, CardDrawn, DisplayTurned),
    view_model=ToyView,
    hint=Wish,
    settle=settle,
    deal=deal,
    empty=ToyState,
    setup=setup,
    decide=decide,
    evolve=evolve,
    legal_moves=legal_moves,
    conceivable=conceivable,
    to_act=to_act,
    outcome=outcome,
    score=lambda state: list(state.points),
    hear=hear,
    view=view,
    redact=redact,
    redact_move=redact_move,
    redact_draw=redact_draw,
    redact_setup=redact_setup,
    sees_legal=sees_legal,
    reveals=lambda before, seat, move, after: isinstance(move, Play),
    notate=notate,
    read=read,
    narrate=narrate,
    draw=draw,
)


def _itself(rules: Ruleset[Any, Any, Any]) -> Ruleset[Any, Any, Any]:
    return rules


@contextmanager
def on_the_shelf(*rules: Ruleset[Any, Any, Any]) -> Iterator[None]:
    """The toy (or other rulesets) stands on the shelf, beside the real games, as long as this lasts."""
    found = domain.shelf.find
    domain.shelf.shelf.cache_clear()
    try:
        with patch.object(domain.shelf, "find", lambda: {**found(), **{each.slug: partial(_itself, each) for each in rules or (RULES,)}}):
            yield
    finally:
        domain.shelf.shelf.cache_clear()


@pytest.fixture
def toy() -> Iterator[Ruleset[Any, Any, Any]]:
    """The toy ruleset, standing on the shelf during the test."""
    with on_the_shelf():
        yield RULES
