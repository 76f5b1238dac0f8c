"""Chance: the published algorithm, its test vectors, and what a reported draw must satisfy."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.chance import BadDraw, Committed, Reported

SEED, GAME = bytes(range(32)), bytes(range(16))


def by_hand(source: str, n: int, k: int, entropies: bytes = b"[]") -> int:
    """A number below k from draw n, written from the description alone."""
    key = hmac.new(SEED, b"arbiter/chance/v1" + GAME + hashlib.sha256(entropies).digest() + source.encode(), hashlib.sha256).digest()
    bits = (k - 1).bit_length()
    for block in range(100):
        data = hmac.new(key, n.to_bytes(8, "big") + block.to_bytes(4, "big"), hashlib.sha256).digest()
        for i in range(4):
            number = int.from_bytes(data[8 * i : 8 * i + 8], "big") >> (64 - bits)
            if number < k:
                return number
    raise AssertionError


def test_a_die_follows_the_published_algorithm() -> None:
    chance = Committed(SEED, GAME)
    assert [chance.die("die") for _ in range(50)] == [by_hand("die", n, 6) + 1 for n in range(50)]


def test_published_vectors() -> None:
    """These numbers are in docs/chance.md; they never change."""
    chance = Committed(SEED, GAME, ["salt of Ann", None])
    assert [chance.die("die") for _ in range(8)] == VECTOR_DICE
    assert chance.shuffle("deck", list(range(10))) == VECTOR_SHUFFLE
    assert chance.draw("cube", {"boy": 4, "girl": 4}) == VECTOR_CUBE


VECTOR_DICE = [4, 6, 3, 5, 3, 4, 6, 1]
VECTOR_SHUFFLE = (6, 0, 8, 2, 7, 1, 5, 9, 3, 4)
VECTOR_CUBE = "girl"


def test_sources_are_sequences_of_their_own() -> None:
    mixed, alone = Committed(SEED, GAME), Committed(SEED, GAME)
    dice = []
    for _ in range(10):
        dice.append(mixed.die("die"))
        mixed.draw("cube", {"boy": 2, "girl": 2})
    assert dice == [alone.die("die") for _ in range(10)]


def test_two_names_of_one_source_share_its_sequence() -> None:
    chance = Committed(SEED, GAME, sources={"card": "pile", "display": "pile"})
    chance.draw("card", {"red": 1})
    chance.draw("display", {"red": 1})
    assert chance.counts == {"pile": 2}


def test_chance_goes_on_from_a_place() -> None:
    chance = Committed(SEED, GAME)
    thrown = [chance.die("die") for _ in range(9)]
    again = chance.fresh({"die": 4})
    assert [again.die("die") for _ in range(5)] == thrown[4:]
    assert again.drawn == [{"die": pips} for pips in thrown[4:]]


def test_entropy_of_a_player_changes_what_falls() -> None:
    plain, salted = Committed(SEED, GAME, [None, None]), Committed(SEED, GAME, [None, "mine"])
    assert [plain.die("die") for _ in range(30)] != [salted.die("die") for _ in range(30)]


def test_every_side_falls_about_as_often() -> None:
    chance = Committed(SEED, GAME)
    fallen = Counter(chance.die("die") for _ in range(6000))
    assert set(fallen) == {1, 2, 3, 4, 5, 6}
    assert all(850 < count < 1150 for count in fallen.values())


@given(st.dictionaries(st.sampled_from(["boy", "girl", "cat", "dog"]), st.integers(0, 5), min_size=1).filter(lambda bag: sum(bag.values()) > 0))
def test_a_draw_is_in_the_bag_and_reports_back(bag: dict[str, int]) -> None:
    chance = Committed(SEED, GAME)
    item = chance.draw("cube", bag)
    assert bag[item] > 0
    assert Reported(chance.drawn).draw("cube", bag) == item


def test_a_witness_tells_the_bag_as_it_was() -> None:
    """Who draws may change the bag, the list or what came back afterwards: what fell is told as it fell, as often as somebody asks."""
    chance = Committed(SEED, GAME, sources={"cube": "cubes"})
    bag, items, seats = {"girl": 2, "cat": 0, "boy": 1}, ["a", "b", "c"], [0, 2]
    first = chance.draw("cube", bag)
    bag[first] -= 1
    second = chance.draw("cube", bag)
    order, thrown, pips = chance.shuffle("row", items), chance.dice("fight", seats, 4), chance.die("die")
    for mine in (bag, items, seats, chance.drawn, chance.drawn[2]["row"], chance.witness[2]["items"]):
        mine.clear()
    left = {item: n for item, n in {"girl": 2 - (first == "girl"), "boy": 1 - (first == "boy")}.items() if n}
    fought = [[0, thrown[0]], [2, thrown[1]]]
    assert chance.drawn == [{"cube": first}, {"cube": second}, {"row": list(order)}, {"fight": fought}, {"die": pips}]
    assert chance.witness == [
        {"source": "cubes", "n": 0, "of": {"girl": 2, "boy": 1}, "value": first},
        {"source": "cubes", "n": 1, "of": left, "value": second},
        {"source": "row", "n": 0, "items": ["a", "b", "c"], "value": list(order)},
        {"source": "fight", "n": 0, "sides": 4, "seats": [0, 2], "value": fought},
        {"source": "die", "n": 0, "sides": 6, "value": pips},
    ]


@given(st.integers(1, 70), st.integers(0, 2**40))
def test_every_draw_follows_the_published_algorithm(k: int, n: int) -> None:
    assert Committed(SEED, GAME, counts={"die": n}).die("die", k) == (by_hand("die", n, k) + 1 if k > 1 else 1)


@pytest.mark.parametrize(
    "draws, reason",
    [
        ([], "draw 1 is missing: die"),
        ([{"die": 7}], "draw 1: die must be a number from 1 to 6, not 7"),
        ([{"die": True}], "draw 1: die must be a number from 1 to 6, not true"),
        ([{"die": 3.0}], "draw 1: die must be a number from 1 to 6, not 3.0"),
        ([{"dice": 3}], 'draw 1 must be die, not {"dice":3}'),
        ([{"die": 3, "more": 1}], 'draw 1 must be die, not {"die":3,"more":1}'),
    ],
)
def test_a_reported_die_must_be_possible(draws: list[dict[str, object]], reason: str) -> None:
    with pytest.raises(BadDraw) as caught:
        Reported(draws).die("die")
    assert str(caught.value) == reason


def test_a_surplus_draw_is_named() -> None:
    chance = Reported([{"die": 3}, {"die": 4}])
    chance.die("die")
    with pytest.raises(BadDraw, match="draw 2 is surplus"):
        chance.finish()


@pytest.mark.parametrize("thrown", [[[1, 3], [0, 5]], [[0, 3]], [[0, 3], [1, 7]], [[0, 3], [1, "5"]], [[False, 3], [1, 5]], "35", [[0, 3], [1, 5], [2, 1]]])
def test_reported_dice_name_the_seats_in_order(thrown: object) -> None:
    with pytest.raises(BadDraw):
        Reported([{"combat": thrown}]).dice("combat", [0, 1])


@pytest.mark.parametrize("item", ["horse", "girl", None, True, ["boy"], {"boy": 1}, 1])
def test_a_reported_draw_must_be_left(item: object) -> None:
    with pytest.raises(BadDraw):
        Reported([{"cube": item}]).draw("cube", {"boy": 1, "girl": 0})
