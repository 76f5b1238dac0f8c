"""Set-up: pieces in use, deals, redeals, the centre, who leads first; and the set-ups that cannot have been."""

from copy import deepcopy

import pytest

from domain.bremen import RULES
from domain.bremen.facts import FirstLeaderNamed, PiecesDealt, PiecesRedealt
from domain.bremen.pieces import ANIMAL, DECKS, NUMBER, PIECES, pieces_in
from domain.bremen.setup import Setup
from domain.chance import Committed, Reported
from domain.message import Json
from domain.refusal import Refused
from tests.bremen.support import TABLES, deal_with, position, random_setup, unrecorded

EIGHT = {0: [f"chicken-{number}" for number in range(4, 12)]}


def facts(seats: int, setup: Json):
    return RULES.setup(TABLES[seats], RULES.setup_model.model_validate(setup))


def refused(seats: int, setup: Json) -> str:
    with pytest.raises(Refused) as refusal:
        facts(seats, setup)
    assert refusal.value.clause in RULES.clauses
    return refusal.value.clause


def test_BRE_1_1_every_animal_has_the_numbers_1_to_13():
    assert len(set(PIECES)) == 52
    assert [sorted(NUMBER[piece] for piece in PIECES if ANIMAL[piece] == animal) for animal in ("chicken", "donkey", "dog", "cat")] == [[*range(1, 14)]] * 4
    assert PIECES[:2] == ("chicken-1", "chicken-2")
    assert PIECES[-1] == "cat-13"


def test_BRE_3_1_three_players_use_40_pieces_without_1_2_and_3():
    assert len(pieces_in(DECKS[3].every)) == 40
    assert {NUMBER[piece] for piece in pieces_in(DECKS[3].every)} == set(range(4, 14))


def test_BRE_3_2_four_players_use_all_52_pieces():
    assert pieces_in(DECKS[4].every) == PIECES


@pytest.mark.parametrize("seats", [3, 4])
def test_BRE_3_3_BRE_3_5_BR_5_the_circle_is_dealt_in_turn_clockwise_and_seat_0_takes_first(seats):
    circle = [piece for hand in zip(*random_setup(seats, 5)["deals"][0]["hands"], strict=True) for piece in hand]
    if seats == 3:
        circle.append(next(piece for piece in pieces_in(DECKS[3].every) if piece not in circle))
    dealt = RULES.deal(TABLES[seats], Reported([{"circle": circle}]))["deals"]
    assert len(dealt) == 1
    assert dealt[0]["hands"] == [circle[seat : seats * 13 : seats] for seat in range(seats)]


def test_BRE_3_6_with_three_players_the_piece_left_over_lies_in_the_centre():
    chance = Committed(bytes(32), bytes(16))
    deal = RULES.deal(TABLES[3], chance)["deals"][-1]
    assert deal["centre"] == chance.drawn[-1]["circle"][39]
    assert all(deal["centre"] not in hand for hand in deal["hands"])
    assert "centre" not in RULES.deal(TABLES[4], chance)["deals"][-1]
    bare = {"hands": deal["hands"]}
    assert refused(3, {"deals": [bare]}) == "BRE-3.6"


def test_BR_4_BRE_3_8_BRE_3_9_redeals_are_facts_with_the_hands_that_caused_them_and_repeat():
    bad, worse, good = deal_with(3, EIGHT), deal_with(3, {1: [f"chicken-{number}" for number in range(4, 13)]}), deal_with(3)
    first, second, last, leader = facts(3, {"deals": [bad, worse, good]})
    assert first == PiecesRedealt(1, (0,), tuple(map(tuple, bad["hands"])), bad["centre"])
    assert (second.deal, second.seats) == (2, (1,))
    assert last == PiecesDealt(3, tuple(map(tuple, good["hands"])), good["centre"])
    assert isinstance(leader, FirstLeaderNamed)
    assert len(position(3, bad, worse, good).redeals) == 2


def test_BRE_3_8_two_hands_can_cause_a_redeal_but_seven_chickens_do_not():
    # 13 Chickens: 8 and 5, so two hands with 8 are impossible; 7 and 6 stand.
    stands = deal_with(4, {0: [f"chicken-{n}" for n in range(1, 8)], 1: [f"chicken-{n}" for n in range(8, 14)]})
    assert isinstance(facts(4, {"deals": [stands]})[0], PiecesDealt)
    assert refused(4, {"deals": [stands, stands]}) == "BRE-3.8"
    assert refused(3, {"deals": [deal_with(3, EIGHT)]}) == "BRE-3.9"


def test_BRE_3_8_committed_chance_deals_again_until_nobody_holds_eight():
    setups = [RULES.deal(TABLES[4], Committed(seed.to_bytes(32), bytes(16))) for seed in range(500)]
    redealt = [setup for setup in setups if len(setup["deals"]) > 1]
    assert redealt, "500 deals without a redeal: look at the seeds"
    for setup in setups:
        *before, last = ([sum(ANIMAL[piece] == "chicken" for piece in hand) for hand in deal["hands"]] for deal in setup["deals"])
        assert max(last) < 8
        assert all(max(counts) >= 8 for counts in before)


def test_BRE_4_1_with_three_players_donkey_4_leads_or_donkey_5_when_it_lies_in_the_centre():
    assert position(3, deal_with(3, {2: ["donkey-4"], 1: ["donkey-5"]})).acting == (2,)
    assert position(3, deal_with(3, {2: ["donkey-13"], 1: ["donkey-5"]}, centre="donkey-4")).acting == (1,)
    assert facts(3, {"deals": [deal_with(3, {2: ["donkey-4"]})]})[-1] == FirstLeaderNamed(2)


def test_BRE_4_2_with_four_players_donkey_1_leads():
    for seat in range(4):
        assert position(4, deal_with(4, {seat: ["donkey-1"]})).acting == (seat,)


def test_BR_19_impossible_set_ups_are_refused():
    good = deal_with(4)
    twice, short, stray = deepcopy(good), deepcopy(good), deepcopy(good)
    twice["hands"][0][0] = twice["hands"][1][0]
    short["hands"][2].pop()
    stray["hands"][3][0] = "donkey-14"
    assert refused(4, {"deals": [twice]}) == "BRE-3.2"
    assert refused(4, {"deals": [short]}) == "BRE-3.5"
    assert refused(4, {"deals": [stray]}) == "BRE-3.2"
    assert refused(4, {"deals": [{"hands": good["hands"][:3]}]}) == "BRE-3.5"
    assert refused(4, {"deals": [good | {"centre": "cat-1"}]}) == "BRE-3.2"
    assert refused(4, {"deals": [{"centre": "cat-1"}]}) == "BRE-3.2"
    assert refused(4, {"deals": []}) == "BR-19"
    three = deal_with(3)
    low, same = deepcopy(three), deepcopy(three)
    low["hands"][0][0] = "cat-2"
    same["centre"] = same["hands"][0][0]
    assert refused(3, {"deals": [low]}) == "BRE-3.1"
    assert refused(3, {"deals": [same]}) == "BRE-3.1"
    assert refused(3, {"deals": [{"centre": "cat-2"}]}) == "BRE-3.1"
    assert refused(3, {"deals": [{"hands": None, "centre": "a cat"}]}) == "BRE-3.1"


def test_BR_26_deals_that_were_redealt_may_lack_hands_or_be_missing():
    good = deal_with(3)
    for before in ({}, {"hands": None}, {"centre": "cat-9"}, {"hands": None, "centre": "cat-9"}):
        redealt, dealt, _ = facts(3, {"deals": [before, good]})
        assert redealt == PiecesRedealt(1, (), None, before.get("centre"))
        assert dealt.deal == 2
    whole = RULES.deal(TABLES[3], Committed(bytes(32), bytes(16)))
    assert all("hands" in deal and "centre" in deal for deal in whole["deals"])


@pytest.mark.parametrize("setup", [{}, {"deals": None}, {"deals": [{}]}, {"deals": [{"hands": None}]}])
@pytest.mark.parametrize("seats", [3, 4])
def test_BR_17_hands_not_recorded_every_seat_may_lead(seats, setup):
    assert facts(seats, setup) == (PiecesDealt(1),)
    assert unrecorded(seats).acting == tuple(range(seats))
    assert RULES.partial(unrecorded(seats))
    assert not RULES.partial(position(seats, deal_with(seats)))


def test_hands_not_recorded_with_a_redeal_and_a_centre():
    state = position(3, deal_with(3, EIGHT), {"centre": "dog-9"})
    assert state.centre == "dog-9"
    assert state.redeals[0].seats == (0,)
    assert RULES.partial(state)


def test_the_set_up_model_refuses_other_shapes():
    for wrong in ({"deal": []}, {"deals": [[]]}, {"deals": [{"hands": [[1]]}]}, {"deals": {}}):
        with pytest.raises(ValueError, match="validation error"):
            Setup.model_validate(wrong)
