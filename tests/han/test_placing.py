"""Turns, cards, provinces: who may place what where for which cards."""

from itertools import combinations_with_replacement

import pytest

from domain.han import RULES
from domain.han.cards import COLOURS, payments
from domain.han.facts import CardDiscarded, HousePlaced, PlacingEnded
from domain.han.state import State
from tests.given import Spec, given
from tests.han.positions import WAYS, position, spaces, table


def turn(hand: str, **more: object) -> State:
    """Seat 0's turn on Border Disputes with three players."""
    return position(table(3), hand, "red green orange", "yellow 3", **more)  # type: ignore[arg-type]


def first(hand: str, move: str, **more: object) -> Spec:
    return given(RULES, turn(hand, **more)).when(0, move)


WEI = {"wei-1": 1}  # a province that holds a piece


def test_HAN_4_1_districts_are_provinces() -> None:
    state = position(table(2), "orange 2 red", "green 3")
    given(RULES, state).when(0, "house pagoda-1 orange").then(HousePlaced(0, "pagoda-1", ("orange",)))


def test_HAN_4_2_HAN_9_5_turns_go_round_from_the_emperor() -> None:
    state = position(table(3), "red 3", "red 2 violet", "green 3", turn=2, start=2)
    given(RULES, state).when(0, "discard red").refused("HAN-4.2")
    given(RULES, state).when(1, "house wei-1 red").refused("HAN-4.2")
    after = given(RULES, state).when(2, "discard green").when(2, "draw pile", [{"card": "red"}, *[{"display": "green"}] * 4]).state
    assert (after.turn, after.step) == (0, "placing")


def test_HAN_4_3_either_place_or_discard() -> None:
    first("red 3", "end_placing").refused("HAN-4.3")
    first("red 3", "house wei-2 red", houses=WEI).when(0, "discard red").refused("HAN-4.3")
    first("red 3", "discard red").when(0, "discard red").refused("HAN-4.3")


def test_HAN_4_4_cards_come_from_the_hand() -> None:
    first("green 3", "house wei-1 red").refused("HAN-4.4")
    first("red green 2", "house wei-1 red red").refused("HAN-4.4")
    first("red green 2", "emissary wei orange", houses=WEI).refused("HAN-4.4")


def test_HAN_4_5_HAN_9_2_first_place_then_draw() -> None:
    first("red 3", "draw pile").refused("HAN-4.5")
    first("red 3", "house wei-1 red").when(0, "house wei-2 red").refused("HAN-9.2")
    first("red 3", "house wei-1 red").when(0, "end_drawing").refused("HAN-9.2")
    assert first("red 3", "house wei-1 red").state.step == "drawing"


def test_HAN_4_6_HAN_9_1_HA_17_discarding_is_always_possible() -> None:
    spec = first("red 2 green", "discard green").then(CardDiscarded(0, "green"))
    assert spec.state.discards == (1, 0, 0, 0, 0)
    assert spec.state.step == "drawing"
    first("red 3", "discard green").refused("HAN-4.6")
    assert {RULES.notate(move) for move in RULES.legal_moves(turn("red 2 green"), 0)} >= {"discard red", "discard green"}


def test_HAN_5_1_HAN_5_6_a_card_of_the_provinces_colour_for_each_piece() -> None:
    first("red green 2", "house wei-1 red").then(HousePlaced(0, "wei-1", ("red",)))
    first("red green 2", "house qi-1 red").refused("HAN-5.1")


def test_HAN_5_2_two_provinces_of_a_colour_to_choose_from() -> None:
    for where in ("wei-1", "wu-1"):
        first("red green 2", f"house {where} red").accepted()
    board = turn("red 3").table.board
    assert sorted(board.layout.colours.count(colour) for colour in COLOURS) == [1, 2, 2, 2, 2]


def test_HAN_5_3_HA_46_both_pieces_in_one_province() -> None:
    held = {"wei-1": 1, "wu-1": 1, "qi-1": 1}
    first("red 3", "house wei-2 red", houses=held).when(0, "house wu-2 red").refused("HAN-5.3")
    first("red 3", "emissary wei red", houses=held).when(0, "emissary wu red").refused("HAN-5.3")
    first("red yellow 2", "house wei-2 red", houses=held).when(0, "house qi-wu yellow yellow").refused("HAN-5.3")
    first("red 3", "house wei-2 red", houses=held).when(0, "house wei-3 red").accepted()


def test_HAN_5_4_HA_4_one_piece_where_nothing_was() -> None:
    spec = first("red 3", "house wei-1 red").then(HousePlaced(0, "wei-1", ("red",)), PlacingEnded(0))
    assert spec.state.step == "drawing", "placing ends by itself"


def test_HAN_5_5_HA_4_two_pieces_where_anything_was() -> None:
    for held in ({"wei-1": 2}, {"zhao-wei": 2}):
        spec = first("red 3", "house wei-2 red", houses=held)
        assert PlacingEnded(0) not in spec.facts
        spec.when(0, "house wei-3 red").then(HousePlaced(0, "wei-3", ("red",)), PlacingEnded(0))
    market = position(table(2, market_places=True), "orange 3", "green 3", markets={"pagoda-1": 1})
    given(RULES, market).when(0, "house pagoda-2 orange").when(0, "house pagoda-3 orange").accepted()


def test_HAN_5_7_HA_1_HA_5_a_wild_pair_is_of_another_colour() -> None:
    first("green 2 red", "house qi-1 green green").then(HousePlaced(0, "qi-1", ("green", "green")), PlacingEnded(0))
    first("red 2 green", "house wei-1 red red").refused("HA-1")
    first("green 2 red", "emissary wei green green").refused("HAN-7.4")


def test_HAN_5_8_HA_3_three_cards_two_pieces_one_province() -> None:
    spec = first("red green 2", "house wei-2 red", houses=WEI).when(0, "house wei-3 green green").accepted()
    assert (sum(map(len, spec.state.hands[:1])), spec.state.step) == (0, "drawing")
    spec = first("red green 2", "house wei-2 green green", houses=WEI).when(0, "emissary wei red").accepted()
    assert spec.state.step == "drawing"
    first("red 3", "house wei-2 red", houses=WEI).when(0, "house wei-3 red").when(0, "house wei-4 red").refused("HAN-9.2")
    hands = {tuple(sorted(hand)) for hand in combinations_with_replacement(COLOURS, 3)}
    assert all(sum(len(pay) == 2 for pay in payments(hand, ("red",))) <= 1 for hand in hands), "never two wild pairs"


def test_HAN_5_9_payments_lie_face_up() -> None:
    assert first("red green 2", "house wei-1 green green").state.discards == (2, 0, 0, 0, 0)


def test_HAN_5_10_HA_25_what_is_used_up_cannot_be_placed() -> None:
    state = turn("red 3", houses=WEI, house_supply=(0, 19, 20))
    given(RULES, state).when(0, "house wei-2 red").refused("HAN-5.10")
    given(RULES, state).when(0, "emissary wei red").accepted()
    given(RULES, state).when(0, "discard red").accepted()
    state = turn("red 3", houses=WEI, emissary_supply=(0, 8, 8))
    given(RULES, state).when(0, "emissary wei red").refused("HAN-5.10")
    given(RULES, state).when(0, "house wei-2 red").accepted()


def test_HAN_6_1_houses_go_to_house_spaces() -> None:
    first("red 3", "house nowhere red").refused("HAN-6.1")
    first("red 3", "house wei red").refused("HAN-6.1")


def test_HAN_6_3_HAN_6_4_one_house_a_space_and_none_where_all_are_taken() -> None:
    first("red 3", "house wei-1 red", houses=WEI).refused("HAN-6.3")
    first("red 3", "house wei-1 red", houses=dict.fromkeys(spaces("wei"), 1)).refused("HAN-6.4")


def test_HAN_6_5_a_port_is_a_house_space_like_any_other() -> None:
    first("green 3", "house yan-4 green").then(HousePlaced(0, "yan-4", ("green",)))
    assert len(turn("red 3").table.board.layout.ports) == 7


def test_HAN_6_7_HAN_6_8_one_card_of_each_bordering_province() -> None:
    first("red yellow 2", "house wei-chin red yellow").then(HousePlaced(0, "wei-chin", ("red", "yellow")))
    first("red yellow 2", "house wei-chin red").refused("HAN-6.8")
    first("red yellow 2", "house wei-chin red yellow yellow").refused("HAN-6.8")
    assert sum(len(ps) == 2 for ps in turn("red 3").table.board.layout.provinces_of) == 6


def test_HAN_6_9_or_two_of_one_of_them() -> None:
    first("red yellow 2", "house wei-chin yellow yellow").accepted()
    first("red 2 yellow", "house wei-chin red red").accepted()


def test_HA_6_never_wild_on_a_border() -> None:
    first("green 2 red", "house wei-chin green green").refused("HA-6")
    first("green red yellow", "house wei-chin green red").refused("HA-6")


def test_HAN_6_10_a_border_house_belongs_to_both() -> None:
    state = first("red yellow 2", "house wei-chin red yellow").state
    board = state.table.board
    held = [name for place, name in enumerate(board.provinces) if state.counts[place][0]]
    assert held == ["wei", "chin"]


def test_HAN_6_11_HA_8_HA_10_border_house_and_one_more_piece() -> None:
    held = {"wei-1": 1, "chin-1": 1}
    for piece in ("house wei-2 red", "emissary wei red", "house chin-2 yellow", "emissary chin yellow"):
        hand = "red 2 yellow" if piece.endswith("red") else "red yellow 2"
        first(hand, "house wei-chin red yellow", houses=held).when(0, piece).then(PlacingEnded(0))
    first("red 2 green", "house wei-chin red red", houses=held).when(0, "house wei-2 green").refused("HAN-5.1")
    first("red 2 orange", "house wei-chin red red", houses={**held, "zhao-1": 1}).when(0, "house zhao-2 orange").refused("HAN-5.3")


def test_HAN_6_12_HA_7_only_where_there_was_a_piece() -> None:
    spec = first("red 2 yellow", "house wei-chin red yellow")
    assert spec.state.step == "drawing", "both provinces were empty"
    spec = first("red yellow 2", "house wei-chin red yellow", houses=WEI)
    spec.when(0, "house chin-1 yellow").refused("HAN-5.3")
    spec = first("red 2 yellow", "house wei-chin red yellow", houses=WEI)
    spec.when(0, "house wei-2 red").accepted()


def test_HA_45_in_either_order() -> None:
    first("red 2 yellow", "house wei-2 red", houses=WEI).when(0, "house wei-chin red yellow").then(PlacingEnded(0))
    first("red yellow 2", "house wei-2 red", houses=WEI).when(0, "house wei-chin yellow yellow").accepted()
    first("red yellow 2", "house chin-1 yellow", houses=WEI).when(0, "house wei-chin red yellow").refused("HAN-9.2")
    first("red green 2", "emissary wei green green", houses=WEI).when(0, "house wei-chin red red").refused("HAN-4.4")


def test_HA_9_never_two_border_houses() -> None:
    state = turn("red 3", houses=WEI, pieces=1, shared=1 << 3, on_border=True)
    given(RULES, state).when(0, "house zhao-wei red red").refused("HA-9")


def test_HA_2_every_card_pays_for_a_piece() -> None:
    first("red green yellow", "house wei-1 green red").refused("HA-2")
    first("red 3", "house wei-1 red red red").refused("HA-2")
    first("red 2 green", "house wei-1 green red red").refused("HA-2")


@pytest.mark.parametrize("hand", sorted(combinations_with_replacement(COLOURS, 3)))
def test_HA_2_every_payment_there_is(hand: tuple[str, ...]) -> None:
    """For every hand of three and every colour: exactly the own card, and exactly the pairs of another colour."""
    for colour in COLOURS:
        legal = {(colour,)} & {(card,) for card in hand} | {(c, c) for c in COLOURS if c != colour and hand.count(c) >= 2}
        assert set(payments(hand, (colour,))) == legal
        for other in COLOURS:
            if other != colour:
                pair = tuple(sorted((colour, other)))
                wanted = {p for p in ((colour, colour), (other, other), pair) if all(hand.count(c) >= p.count(c) for c in p)}
                assert set(payments(hand, pair)) == wanted


def test_HA_51_payments_are_listed_alphabetically() -> None:
    first("red yellow 2", "house wei-chin yellow red").refused("HA-51")
    for move in RULES.legal_moves(turn("red yellow 2"), 0):
        assert list(getattr(move, "cards", ())) == sorted(getattr(move, "cards", ()))


def test_HA_41_placing_ends_by_itself_only_for_public_reasons() -> None:
    for hand in ("red 3", "red green yellow"):
        spec = first(hand, "house wei-2 red", houses=WEI)
        assert spec.state.step == "placing", "whether the hand allows a second piece or not"
    moves = RULES.legal_moves(first("red green yellow", "house wei-2 red", houses=WEI).state, 0)
    assert [RULES.notate(move) for move in moves] == ["end_placing"]
    first("red green yellow", "house wei-2 red", houses=WEI).when(0, "end_placing").then(PlacingEnded(0))


def test_example_1_barbara_alex_and_doris() -> None:
    """Barbara 1, Alex 0, Doris 2 (a table of three): Wei is empty; then it is not; Doris has three yellow cards."""
    state = position(table(3), "red green 2", "violet red 2", "yellow 3", houses={"qi-1": 0, "chin-1": 1}, turn=1, display="red green 2 violet")
    barbara = given(RULES, state).when(1, "house wei-1 red").then(HousePlaced(1, "wei-1", ("red",)), PlacingEnded(1))
    barbara.when(1, "house wei-2 red").refused("HAN-9.2")
    alex = barbara.when(1, "draw display red", [{"display": "orange"}])
    assert alex.state.turn == 2
    doris = alex.when(2, "house qi-2 yellow").when(2, "house qi-3 yellow").then(PlacingEnded(2))
    assert doris.state.step == "drawing"
    alex.when(2, "house chin-2 yellow").when(2, "house chin-3 yellow").accepted()
    alex.when(2, "house wu-1 yellow yellow").accepted()
    alex.when(2, "house qi-2 yellow yellow").refused("HA-1")
    alex_turn = position(table(3), "red green 2", "violet red 2", "yellow 3", houses={"wei-1": 1})
    given(RULES, alex_turn).when(0, "house wei-2 red").when(0, "house wei-3 green green").then(PlacingEnded(0))


def test_a_second_map_has_no_border_spaces_and_no_ports() -> None:
    board = table(4, map=WAYS).board
    assert not board.layout.ports
    assert all(len(ps) == 1 for ps in board.layout.provinces_of)
