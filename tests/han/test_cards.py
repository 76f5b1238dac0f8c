"""Drawing, refilling, and the pile that becomes empty once and twice."""

from domain.han import RULES
from domain.han.facts import CardDrawn, CardTaken, DisplayRefilled, DrawingEnded, GameEnded, PileExhausted, PileRenewed, PlacingEnded, TurnBegan
from domain.han.state import State
from tests.given import given
from tests.han.positions import WAYS, cards, position, table


def drawing(hand: str, display: str, pile: str, **more: object) -> State:
    """Seat 0 fills up its hand; three players on Border Disputes."""
    return position(table(3), hand, "red 2 green", "violet 3", step="drawing", display=display, pile=pile, **more)  # type: ignore[arg-type]


SHOWN = "green orange red violet"


def test_HAN_9_3_HA_18_one_card_after_the_other_from_either() -> None:
    state = drawing("red", SHOWN, "yellow 3 green")
    spec = given(RULES, state).when(0, "draw pile", [{"card": "yellow"}]).then(CardDrawn(0, "yellow"))
    assert (spec.state.hands[0], spec.state.turn) == (("red", "yellow"), 0)
    spec = spec.when(0, "draw display violet", [{"display": "green"}]).then(CardTaken(0, "violet"), DisplayRefilled("green"), TurnBegan(1, False))
    assert spec.state.hands[0] == ("red", "violet", "yellow")
    given(RULES, state).when(0, "draw display yellow").refused("HAN-9.3")
    listed = [RULES.notate(move) for move in RULES.legal_moves(state, 0)]
    assert listed == ["draw pile", "draw display green", "draw display orange", "draw display red", "draw display violet"]


def test_HAN_9_4_the_display_is_refilled_only_at_the_end() -> None:
    spec = given(RULES, drawing("red", SHOWN, "yellow 4")).when(0, "draw display green")
    assert spec.state.display == ("orange", "red", "violet")
    spec = spec.when(0, "draw display orange", [{"display": "yellow"}, {"display": "yellow"}])
    assert spec.state.display == ("red", "violet", "yellow", "yellow")


def test_HAN_9_6_HAN_9_7_HA_19_the_discards_become_the_pile_at_once() -> None:
    state = drawing("red", SHOWN, "yellow")
    spec = given(RULES, state).when(0, "draw pile", [{"card": "yellow"}]).then(CardDrawn(0, "yellow"), PileRenewed())
    assert spec.state.pile == state.discards
    assert spec.state.discards == (0,) * 5
    assert spec.state.display == cards(SHOWN)
    assert (spec.state.depleted, spec.state.step) == (1, "drawing")


def test_HAN_9_8_HAN_9_9_then_hand_and_display_are_filled() -> None:
    spec = given(RULES, drawing("red", "orange red violet", "yellow")).when(0, "draw pile", [{"card": "yellow"}])
    spec = spec.when(0, "draw pile", [{"card": "green"}, {"display": "orange"}])
    spec.then(CardDrawn(0, "green"), DisplayRefilled("orange"), TurnBegan(1, False))
    assert len(spec.state.display) == 4


def test_HA_19_also_in_the_middle_of_a_refill() -> None:
    spec = given(RULES, drawing("red", SHOWN, "yellow")).when(0, "draw display red")
    spec = spec.when(0, "draw display green", [{"display": "yellow"}, {"display": "orange"}])
    spec.then(DisplayRefilled("yellow"), PileRenewed(), DisplayRefilled("orange"), TurnBegan(1, False))


def test_HA_19_an_emptying_refill_renews_the_pile_though_the_display_is_full() -> None:
    spec = given(RULES, drawing("red 2", SHOWN, "yellow")).when(0, "draw display red", [{"display": "yellow"}])
    spec.then(DisplayRefilled("yellow"), PileRenewed(), TurnBegan(1, False))
    assert any(spec.state.pile)


def test_HA_44_the_first_reshuffle_includes_this_turns_cards() -> None:
    state = position(table(3), "red 2 green", "red 2 green", "violet 3", display=SHOWN, pile="yellow")
    spec = (
        given(RULES, state)
        .when(0, "house wei-1 red")
        .when(
            0,
            "draw pile",
            [
                {"card": "yellow"},
            ],
        )
        .then(PileRenewed())
    )
    assert spec.state.pile[2] == state.discards[2] + 1


def test_HAN_10_1_HA_20_second_exhaustion_by_a_draw() -> None:
    state = drawing("red 2", SHOWN, "yellow", depleted=1)
    spec = given(RULES, state).when(0, "draw pile", [{"card": "yellow"}])
    spec.then(CardDrawn(0, "yellow"), PileExhausted(), TurnBegan(1, True))


def test_HA_20_second_exhaustion_by_a_refill() -> None:
    state = drawing("red", SHOWN, "yellow", depleted=1)
    spec = given(RULES, state).when(0, "draw display red").when(0, "draw display green", [{"display": "yellow"}])
    spec.then(DisplayRefilled("yellow"), PileExhausted(), TurnBegan(1, True))
    assert len(spec.state.display) == 3, "as far as the pile goes"


def test_HA_21_HA_42_the_hand_is_completed_from_the_display_or_not() -> None:
    state = drawing("red", SHOWN, "yellow", depleted=1)
    spec = given(RULES, state).when(0, "draw pile", [{"card": "yellow"}]).then(PileExhausted())
    assert (spec.state.step, spec.state.turn) == ("drawing", 0)
    assert [RULES.notate(move) for move in RULES.legal_moves(spec.state, 0)][-1] == "end_drawing"
    spec.when(0, "draw pile").refused("HA-21")
    taken = spec.when(0, "draw display violet").then(CardTaken(0, "violet"), TurnBegan(1, True))
    assert len(taken.state.display) == 3, "not refilled any more"
    stopped = spec.when(0, "end_drawing").then(DrawingEnded(0), TurnBegan(1, True))
    assert len(stopped.state.hands[0]) == 2


def test_HAN_10_2_HAN_10_3_HA_23_the_last_round_is_played_without_drawing() -> None:
    spec = given(RULES, drawing("red 2", SHOWN, "yellow", depleted=1)).when(0, "draw pile", [{"card": "yellow"}])
    spec = spec.when(1, "discard green").then(TurnBegan(2, True))
    spec = spec.when(2, "house chu-1 violet").then(PlacingEnded(2), GameEnded("pile_depleted", (2,)))
    assert RULES.to_act(spec.state) == ()
    spec.when(0, "discard red").refused("HAN-12.1")


def test_HA_23_in_the_last_round_two_pieces_or_the_end_of_placing_end_the_turn() -> None:
    state = position(table(3), "red 3", "red 2 green", "violet 3", houses={"wei-1": 1}, last_round=True, depleted=2, pile="", start=2)
    given(RULES, state).when(0, "house wei-2 red").when(0, "house wei-3 red").then(PlacingEnded(0), TurnBegan(1, True))
    given(RULES, state).when(0, "house wei-2 red").when(0, "end_placing").then(PlacingEnded(0), TurnBegan(1, True))


def test_HA_22_no_further_round_after_the_emperors_right_neighbour() -> None:
    state = drawing("red 2", SHOWN, "yellow", depleted=1, start=1)
    spec = given(RULES, state).when(0, "draw pile", [{"card": "yellow"}]).then(PileExhausted())
    assert [fact.reason for fact in spec.facts if isinstance(fact, GameEnded)] == ["pile_depleted"]


def test_HA_22_stopping_on_that_turn_ends_the_game_too() -> None:
    state = drawing("red", SHOWN, "yellow", depleted=1, start=1)
    spec = given(RULES, state).when(0, "draw pile", [{"card": "yellow"}]).when(0, "end_drawing")
    assert spec.state.step == "over"


def test_a_whole_display_of_three_in_the_capital() -> None:
    state = position(table(3, map=WAYS), "red", "red 2 green", "violet 3", step="drawing", display="green red violet", pile="yellow 3")
    spec = given(RULES, state).when(0, "draw display green").when(0, "draw display red", [{"display": "yellow"}] * 2)
    assert spec.state.display == ("violet", "yellow", "yellow")
