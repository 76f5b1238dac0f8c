"""Small decks whose deals can all be listed, and rules played over that list: the slow truth for hands that are not recorded."""

import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations

from domain.bremen.pieces import ANIMAL, BIT, CHICKENS, SUIT_OF, Deck, Title, bits_of, pieces_in, winning_place

ANY = (Title(0, 99, "any"),)


def deck(seats: int, hand: int, too_many: int, *, centre: int = 0, **animals: int) -> Deck:
    """So many pieces of each animal, numbered from 1; ``too_many`` Chickens in a hand are too many."""
    every = bits_of(f"{animal}-{number}" for animal, count in animals.items() for number in range(1, count + 1))
    assert every.bit_count() == seats * hand + centre
    leading = (BIT["donkey-1"], BIT["donkey-2"]) if centre else (BIT["donkey-1"],)
    won = (seats * (hand - 1), *(0,) * (seats - 1))
    return Deck(
        seats=seats,
        every=every,
        pieces=frozenset(pieces_in(every)),
        centre=centre,
        leading=leading,
        pieces_won=won,
        titles=ANY,
        hand=hand,
        rounds=hand - 1,
        too_many_chickens=too_many,
    )


SMALL = (
    deck(3, 3, 3, centre=1, chicken=3, donkey=3, dog=2, cat=2),
    deck(3, 3, 2, centre=1, chicken=4, donkey=3, dog=3),
    deck(3, 3, 3, centre=1, chicken=5, donkey=2, cat=3),
    deck(3, 3, 4, chicken=2, donkey=3, dog=3, cat=1),
    deck(3, 4, 3, chicken=6, donkey=4, dog=1, cat=1),
    deck(3, 4, 4, chicken=4, donkey=4, dog=4),
    deck(4, 2, 2, chicken=3, donkey=2, dog=2, cat=1),
    deck(4, 2, 3, chicken=1, donkey=4, dog=3),
)


@cache
def deals(deck: Deck) -> tuple[tuple[int, ...], ...]:
    """Every deal in which nobody has too many Chickens: the hands as sets, then what lies in the centre."""
    found: list[tuple[int, ...]] = []

    def fill(hands: tuple[int, ...], rest: int) -> None:
        if len(hands) == deck.seats:
            found.append((*hands, rest))
            return
        for chosen in combinations(pieces_in(rest), deck.hand):
            hand = bits_of(chosen)
            if (hand & CHICKENS).bit_count() < deck.too_many_chickens:
                fill((*hands, hand), rest & ~hand)

    fill((), deck.every)
    return tuple(found)


def first_leader(deck: Deck, deal: Sequence[int]) -> int:
    donkey = next(donkey for donkey in deck.leading if not donkey & deal[-1])
    return next(seat for seat in range(deck.seats) if deal[seat] & donkey)


def legal_prefix(deck: Deck, deal: Sequence[int], plays: Sequence[tuple[int, str]]) -> int:
    """How many of the plays, from the first on, are legal in this deal."""
    hands, table, turn, leader, rounds = list(deal), [], first_leader(deck, deal), -1, 0
    for number, (seat, piece) in enumerate(plays):
        if rounds == deck.rounds or seat != turn or not BIT.get(piece, 0) & hands[seat]:
            return number
        if table and hands[seat] & SUIT_OF[table[0]] and ANIMAL[piece] != ANIMAL[table[0]]:
            return number
        hands[seat] &= ~BIT[piece]
        leader = leader if table else seat
        table.append(piece)
        turn = (turn + 1) % deck.seats
        if len(table) == deck.seats:
            turn, table, rounds = (leader + winning_place(tuple(table))) % deck.seats, [], rounds + 1
    return len(plays)


def illegal_plays(deck: Deck, deal: Sequence[int], plays: Sequence[tuple[int, str]]) -> set[int]:
    """Which of the plays, counted from 1, are illegal in a deal that holds them all, when turns go as they were played."""
    hands, table, wrong = list(deal), [], set()
    for number, (seat, piece) in enumerate(plays, 1):
        if number == 1 and seat != first_leader(deck, deal):
            wrong.add(number)
        if table and hands[seat] & SUIT_OF[table[0]] and ANIMAL[piece] != ANIMAL[table[0]]:
            wrong.add(number)
        hands[seat] &= ~BIT[piece]
        table = [] if len(table) == deck.seats - 1 else [*table, piece]
    return wrong


def honest_game(deck: Deck, rng: random.Random) -> tuple[tuple[int, ...], list[tuple[int, str]]]:
    """A random deal and a random legal game with it."""
    deal = rng.choice(deals(deck))
    plays: list[tuple[int, str]] = []
    while len(plays) < deck.seats * deck.rounds:
        options = [
            (seat, piece) for seat in range(deck.seats) for piece in pieces_in(deal[seat]) if legal_prefix(deck, deal, [*plays, (seat, piece)]) > len(plays)
        ]
        plays.append(rng.choice(options))
    return deal, plays


def sloppy_game(deck: Deck, rng: random.Random) -> list[tuple[int, str]]:
    """Plays as a careless table might write them down: mostly in turn, often without following, sometimes nonsense."""
    deal = list(rng.choice(deals(deck)))
    lie = rng.choice([0.0, 0.2, 0.5, 1.0])
    hands, table, turn, leader = deal[: deck.seats], [], first_leader(deck, deal), -1
    if rng.random() < lie / 2:
        turn = rng.randrange(deck.seats)
    plays: list[tuple[int, str]] = []
    for _ in range(rng.randint(1, deck.seats * deck.rounds)):
        hand = hands[turn]
        follow = hand & SUIT_OF[table[0]] if table and rng.random() >= lie else 0
        piece = rng.choice(pieces_in(follow or hand))
        seat = turn
        if rng.random() < 0.03:  # wrong whatever the hands are
            seat, piece = rng.choice([(turn, rng.choice(plays)[1] if plays else piece), ((turn + 1) % deck.seats, piece), (turn, "cat-13")])
        plays.append((seat, piece))
        hands[turn] &= ~BIT[piece]
        leader = leader if table else turn
        table.append(piece)
        turn = (turn + 1) % deck.seats
        if len(table) == deck.seats:
            turn, table = (leader + winning_place(tuple(table))) % deck.seats, []
    return plays
