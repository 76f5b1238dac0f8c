"""The set-up: deals from chance, or as a record reports them."""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from domain.bremen.facts import FirstLeaderNamed, Happening, PiecesDealt, PiecesRedealt
from domain.bremen.pieces import BIT, CHICKENS, DECKS, Deck, bits_of, pieces_in
from domain.bremen.state import State
from domain.chance import Chance
from domain.message import Json, Model, Table
from domain.refusal import Refused

CIRCLE: Final = "circle"  # the name of the only draw: the circle of pieces, clockwise from the first piece taken


class Deal(Model):
    """One deal: a hand a seat, and with 3 seats the centre. Hands are left out where nobody wrote them down."""

    hands: list[list[str]] | None = None
    centre: str | None = None


class Setup(Model):
    """Every deal in the order in which it fell; none when nobody wrote down any."""

    deals: list[Deal] | None = None


def settle(table: Table) -> Table:
    """Bremen has no options, so there is nothing to complete."""
    return table


def deal(table: Table, chance: Chance) -> Json:
    """Chance lays the circle anew until nobody holds too many Chickens (BRE-3.3, BRE-3.8, BRE-3.9)."""
    deck = DECKS[table.seats]
    pieces = pieces_in(deck.every)
    deals: list[Json] = []
    while True:
        circle = chance.shuffle(CIRCLE, pieces)
        # BRE-3.5, BR-5: seat 0 takes first, then everybody takes the next piece clockwise.
        taken = deck.seats * deck.hand  # the rest lies in the centre
        dealt: Json = {"hands": [list(circle[seat : taken : deck.seats]) for seat in range(deck.seats)]}
        if deck.centre:
            dealt["centre"] = circle[taken]  # BRE-3.6
        deals.append(dealt)
        if not _with_too_many_chickens(deck, [bits_of(hand) for hand in dealt["hands"]]):
            return {"deals": deals}


def empty(table: Table) -> State:
    """The table before the deal."""
    return State(table, (0,) * table.seats)


def setup(table: Table, recorded: Setup) -> tuple[Happening, ...]:
    """The facts of a set-up; refuses an impossible one (BR-19)."""
    deck = DECKS[table.seats]
    deals = [Deal()] if recorded.deals is None else recorded.deals
    if not deals:
        raise Refused("BR-19", "deals: a set-up has at least one deal")
    facts: list[Happening] = [_redealt(deck, number, dealt) for number, dealt in enumerate(deals[:-1], 1)]
    return (*facts, *_dealt(deck, len(deals), deals[-1]))


def _redealt(deck: Deck, number: int, dealt: Deal) -> PiecesRedealt:
    hands = _checked(deck, number, dealt)
    if hands is None:  # BR-26
        return PiecesRedealt(number, (), None, dealt.centre)
    seats = _with_too_many_chickens(deck, hands)
    if not seats:
        raise Refused("BRE-3.8", f"deals[{number - 1}]: it was redealt although nobody holds {deck.too_many_chickens} Chickens")
    return PiecesRedealt(number, seats, _names(dealt), dealt.centre)


def _dealt(deck: Deck, number: int, dealt: Deal) -> tuple[Happening, ...]:
    hands = _checked(deck, number, dealt)
    fact = PiecesDealt(number, _names(dealt), dealt.centre)
    if hands is None:
        return (fact,)
    seats = _with_too_many_chickens(deck, hands)
    if seats:
        raise Refused("BRE-3.9", f"deals[{number - 1}]: seat {seats[0]} holds {deck.too_many_chickens} Chickens or more, so it had to be redealt")
    return fact, FirstLeaderNamed(_first_leader(deck, hands))


def _names(dealt: Deal) -> tuple[tuple[str, ...], ...] | None:
    return None if dealt.hands is None else tuple(map(tuple, dealt.hands))


def _first_leader(deck: Deck, hands: Sequence[int]) -> int:
    """BRE-4.1, BRE-4.2: who holds the first leading Donkey that is in a hand."""
    donkey = next(donkey for donkey in deck.leading if any(hand & donkey for hand in hands))
    return next(seat for seat, hand in enumerate(hands) if hand & donkey)


def _with_too_many_chickens(deck: Deck, hands: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, hand in enumerate(hands) if (hand & CHICKENS).bit_count() >= deck.too_many_chickens)


def _checked(deck: Deck, number: int, dealt: Deal) -> list[int] | None:
    """The hands of a deal as sets, None where not recorded. Refuses unless every piece in use occurs exactly once (BRE-3.1, BRE-3.2)."""
    where = f"deals[{number - 1}]"
    if dealt.centre is not None:
        _check_centre(deck, where, dealt.centre)
    if dealt.hands is None:
        return None
    if deck.centre and dealt.centre is None:
        raise Refused("BRE-3.6", f"{where}.centre: with {deck.seats} seats one piece lies in the centre")
    if [len(hand) for hand in dealt.hands] != [deck.hand] * deck.seats:
        raise Refused("BRE-3.5", f"{where}.hands: {deck.seats} seats take {deck.hand} pieces each")
    centre = () if dealt.centre is None else (dealt.centre,)
    # As many names as pieces in use: if all of these occur, each occurs once.
    if deck.pieces != {*centre, *chain.from_iterable(dealt.hands)}:
        raise Refused("BRE-3.1" if deck.centre else "BRE-3.2", f"{where}.hands{_fault(deck, dealt.hands, centre)}")
    return [*map(bits_of, dealt.hands)]


def _fault(deck: Deck, hands: Sequence[Sequence[str]], centre: Sequence[str]) -> str:
    """The first piece that occurs twice or is not in use."""
    seen = set(centre)
    for seat, names in enumerate(hands):
        for piece in names:
            if piece not in deck.pieces:
                return f"[{seat}]: {piece!r:.40} is not a piece in use"
            if piece in seen:
                return f"[{seat}]: {piece} occurs twice"
            seen.add(piece)
    return ""


def _check_centre(deck: Deck, where: str, centre: str) -> None:
    if not deck.centre:
        raise Refused("BRE-3.2", f"{where}.centre: with {deck.seats} seats no piece is left over")
    if not BIT.get(centre, 0) & deck.every:
        raise Refused("BRE-3.1", f"{where}.centre: {centre!r:.40} is not a piece in use")


def unrecorded(dealt: Json) -> Json:
    """What a score sheet has of a set-up whose hands nobody wrote down: the piece in the centre, where there is one."""
    centre = dealt["deals"][-1].get("centre")
    return {} if centre is None else {"deals": [{"centre": centre}]}
