"""Who sees what, and how it is said."""

import pytest

from domain.han import RULES
from domain.han.facts import CardDrawn, HandDealt
from domain.han.moves import KINDS, Draw
from domain.han.state import State
from domain.seats import ARBITER, SPECTATOR, Viewer
from tests.given import given
from tests.han.positions import position, table


def state(**more: object) -> State:
    return position(table(3), "red 2 violet", "green 3", "yellow 3", display="red 2 green orange", houses={"wei-1": 0}, **more)  # type: ignore[arg-type]


def test_HA_49_a_hand_is_seen_by_its_seat_and_the_arbiter() -> None:
    at = state()
    for viewer, sees in ((Viewer(seat=0), [0]), (Viewer(seat=1), [1]), (SPECTATOR, []), (ARBITER, [0, 1, 2])):
        seen = RULES.view(at, viewer, at)
        assert [player.seat for player in seen.players if player.hand is not None] == sees
        assert [player.hand_size for player in seen.players] == [3, 3, 3]
        assert [seat for seat in range(3) if RULES.sees_legal(at, viewer, seat)] == sees
        assert "pile" not in type(seen).model_fields


def test_HA_49_cards_from_the_pile_are_hidden_refills_are_not() -> None:
    at = state()
    assert RULES.redact(CardDrawn(1, "red"), Viewer(seat=0), at, at) == CardDrawn(1, "hidden")
    assert RULES.redact(CardDrawn(1, "red"), Viewer(seat=1), at, at) == CardDrawn(1, "red")
    assert RULES.redact(HandDealt(1, ("red",) * 3), SPECTATOR, at, at) == HandDealt(1, ("hidden",) * 3)
    assert RULES.redact_draw(1, {"card": "red"}, Viewer(seat=0), at, at) == {"card": "hidden"}
    assert RULES.redact_draw(1, {"card": "red"}, Viewer(seat=1), at, at) == {"card": "red"}
    assert RULES.redact_draw(1, {"display": "red"}, SPECTATOR, at, at) == {"display": "red"}
    setup = {"start": 1, "hands": [["red"] * 3, ["green"] * 3], "display": ["red"]}
    assert RULES.redact_setup(setup, Viewer(seat=1), at, at)["hands"] == [["hidden"] * 3, ["green"] * 3]


def test_HAN_1_6_HAN_3_6_HA_33_point_cards_are_a_picture_of_the_score() -> None:
    at = state(for_houses=(49, 50, 112))
    players = RULES.view(at, SPECTATOR, at).players
    assert [(player.points, player.point_cards) for player in players] == [(49, 0), (50, 1), (112, 2)]
    assert RULES.score(at) == [49, 50, 112]


def test_payments_and_discards_show_something_new() -> None:
    at = state()
    shows = {line: RULES.reveals(at, 0, RULES.read(line), at) for line in ("house wei-2 red", "discard red", "draw pile", "draw display red", "end_placing")}
    assert shows == {"house wei-2 red": True, "discard red": True, "draw pile": False, "draw display red": False, "end_placing": False}


@pytest.mark.parametrize(
    ("line", "wire"),
    [
        ("house wei-3 red", {"kind": "place_house", "space": "wei-3", "cards": ["red"]}),
        ("house chin-shu orange yellow", {"kind": "place_house", "space": "chin-shu", "cards": ["orange", "yellow"]}),
        ("emissary wei green green", {"kind": "place_emissary", "province": "wei", "cards": ["green", "green"]}),
        ("fortification qi-2 yellow yellow", {"kind": "place_fortification", "space": "qi-2", "cards": ["yellow", "yellow"]}),
        ("market pagoda-2 orange orange", {"kind": "place_market", "space": "pagoda-2", "cards": ["orange", "orange"]}),
        ("end_placing", {"kind": "end_placing"}),
        ("discard red", {"kind": "discard", "card": "red"}),
        ("draw pile", {"kind": "draw", "from": "pile"}),
        ("draw display red", {"kind": "draw", "from": "display", "card": "red"}),
        ("end_drawing", {"kind": "end_drawing"}),
    ],
)
def test_moves_have_the_forms_of_the_wire_contract(line: str, wire: dict[str, object]) -> None:
    move = RULES.read(line)
    assert move.wire() == wire
    assert RULES.notate(move) == line
    assert RULES.moves[str(wire["kind"])].model_validate(wire) == move
    assert set(RULES.moves) == {model.model_fields["kind"].default for model in KINDS}


@pytest.mark.parametrize(
    "line", ["", "house", "house wei-1", "house wei-1 pink", "draw", "draw hand", "draw pile red", "draw display", "discard", "pass", "end_placing now"]
)
def test_what_is_no_move_is_said_in_a_sentence(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        RULES.read(line)


def test_a_draw_names_a_card_exactly_from_the_display() -> None:
    for wrong in ({"from": "pile", "card": "red"}, {"from": "display"}, {"from": "moon"}, {"source": "pile"}):
        with pytest.raises(ValueError, match=r"."):
            Draw.model_validate(wrong)


def test_narration_hides_what_the_reader_may_not_see() -> None:
    spec = given(RULES, position(table(3), "red", "green 3", "yellow 3", step="drawing", display="red 2 green orange")).when(
        0, "draw pile", [{"card": "violet"}]
    )
    move = RULES.read("draw pile")
    assert RULES.narrate(0, move, spec.facts, [{"card": "violet"}]) == "Seat 0 draws violet from the pile."
    assert RULES.narrate(0, move, [CardDrawn(0, "hidden")], [{"card": "hidden"}]) == "Seat 0 draws a card from the pile."
