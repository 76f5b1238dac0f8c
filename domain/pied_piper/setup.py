"""The set-up: what goes together, what chance deals, whether a set-up that was typed in is possible."""

from collections import Counter
from collections.abc import Sequence

from domain.chance import Chance
from domain.message import Json, Table
from domain.pied_piper import facts as f
from domain.pied_piper.deck import DECK, KINDS, PIPER, characters, copies
from domain.pied_piper.evolve import in_order
from domain.pied_piper.ring import houses
from domain.pied_piper.state import PiedPiperSetup
from domain.refusal import Refused


def settle(table: Table) -> Table:
    """Refuses both variants at once."""
    if table.options.variant_rugrats and table.options.variant_secret:
        raise Refused("PP-32", "Rugrats and Secret life exclude each other")
    return table


def deal(table: Table, chance: Chance) -> Json:
    """Chance makes the set-up: start player (PP-31), opening row, hands."""
    start = chance.die("start", table.seats) - 1
    return {"start": start, "row": _deal_row(table, chance), "hands": _deal_hands(table, chance)}


def _deal_row(table: Table, chance: Chance) -> list[str]:
    """Four characters; surplus Pipers are set aside and replaced, and belong to the deck again afterwards (PIP-3.11 to PIP-3.14)."""
    bag = dict.fromkeys(characters(houses(table.seats)), DECK.character_copies)
    row: list[str] = []
    for _ in range(DECK.row):
        row.append(chance.draw("character", bag))
        bag[row[-1]] -= 1
    for slot in range(DECK.row):
        while row[slot] == PIPER and PIPER in row[:slot]:  # PIP-3.13: the first Piper stays; PP-15: there may be none
            row[slot] = chance.draw("character", bag)
            bag[row[slot]] -= 1
    return row


def _deal_hands(table: Table, chance: Chance) -> list[list[str]]:
    """Four action cards for every seat (PIP-3.15, PIP-3.16)."""
    bag = dict(zip(KINDS, copies(table.options.variant_rugrats), strict=True))
    hands = []
    for _ in range(table.seats):
        hand = []
        for _ in range(DECK.hand):
            hand.append(chance.draw("card", bag))
            bag[hand[-1]] -= 1
        hands.append(list(in_order(tuple(hand))))
    return hands


def setup(table: Table, dealt: PiedPiperSetup) -> tuple[f.PiedPiperFact, ...]:
    """The set-up as a fact; refuses an impossible one."""
    if not 0 <= dealt.start < table.seats:
        raise Refused("PP-31", f"start: must be a seat from 0 to {table.seats - 1}, not {dealt.start}")
    _check_row(table, dealt.row)
    _check_hands(table, dealt.hands)
    return (f.TableSet(dealt.start, tuple(dealt.row), tuple(in_order(tuple(hand)) for hand in dealt.hands)),)


def _check_row(table: Table, row: Sequence[str]) -> None:
    if len(row) != DECK.row:
        raise Refused("PIP-3.11", f"row: must be {DECK.row} character cards, not {len(row)}")
    named = characters(houses(table.seats))
    for slot, character in enumerate(row):
        if character not in named:
            raise Refused("PIP-3.9", f"row.{slot}: {character[:60]!r} is not a character in play; those are {', '.join(named)}")
    for character, number in Counter(row).items():
        if character == PIPER and number > 1:
            raise Refused("PIP-3.12", "row: must not show more than one Piper")
        if number > DECK.character_copies:
            raise Refused("PIP-1.5", f"row: there are only {DECK.character_copies} cards of {character}")


def _check_hands(table: Table, hands: Sequence[Sequence[str]]) -> None:
    if len(hands) != table.seats:
        raise Refused("PIP-3.16", f"hands: must be {table.seats} hands, one a seat, not {len(hands)}")
    for seat, hand in enumerate(hands):
        if len(hand) != DECK.hand:
            raise Refused("PIP-3.16", f"hands.{seat}: must be {DECK.hand} action cards, not {len(hand)}")
    stock = dict(zip(KINDS, copies(table.options.variant_rugrats), strict=True))
    for card, number in Counter(card for hand in hands for card in hand).items():
        if card not in stock:
            raise Refused("PIP-1.6", f"hands: {card[:60]!r} is not an action card; those are {', '.join(KINDS)}")
        if not stock[card]:
            raise Refused("PIP-14.1", f"hands: {card} is not used in Rugrats")
        if number > stock[card]:
            raise Refused("PIP-1.6", f"hands: there are only {stock[card]} cards of {card}, not {number}")
