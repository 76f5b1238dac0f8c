"""Moves in words and back, sentences for people, states on disk."""

import msgspec
import pytest

from domain.bremen import RULES
from domain.bremen.facts import FACTS, ConditionsJudged, FirstLeaderNamed, PiecesDealt, PiecesRedealt, RoundWonByAnimalLed, RoundWonByChicken, ScoreCounted
from domain.bremen.moves import play
from domain.bremen.pieces import ANIMALS, PIECES
from domain.bremen.state import State
from domain.moves import read_facts, read_move, write_facts
from domain.refusal import Refused
from tests.bremen.support import follow, random_history, unrecorded


@pytest.mark.parametrize("piece", [*PIECES, *ANIMALS])
def test_notation_reads_back(piece):
    assert RULES.notate(play(piece)) == f"play {piece}"
    assert RULES.read(f"play {piece}") == play(piece)
    assert read_move(RULES, play(piece).wire()) == play(piece)


@pytest.mark.parametrize(
    "line", ["", "play", "play ", "play  donkey-7", "play donkey-07", "play donkey-14", "play horse-1", "Play donkey-7", "play donkey-7 ", "play donkey-7\n"]
)
def test_other_lines_are_refused_in_one_sentence(line):
    with pytest.raises(ValueError, match="is not a move; write: play"):
        RULES.read(line)


@pytest.mark.parametrize("raw", [{"kind": "play_piece"}, {"kind": "play_piece", "piece": 7}, {"kind": "play_piece", "piece": "donkey-07"}, {"kind": "play"}])
def test_other_objects_are_refused(raw):
    with pytest.raises(Refused, match="ARB-4"):
        read_move(RULES, raw)


def test_sentences_for_people():
    assert RULES.narrate(2, play("donkey-7"), [], []) == "Seat 2 plays Donkey 7."
    assert RULES.narrate(2, play("donkey"), [RoundWonByChicken(1)], []) == "Seat 2 plays a Donkey. Seat 1 wins the round with the highest Chicken."
    assert "highest piece of the animal led" in RULES.narrate(2, play("cat-1"), [RoundWonByAnimalLed(0)], [])
    assert "holds the leading Donkey" in RULES.narrate(2, play("cat-1"), [FirstLeaderNamed(2)], [])
    assert RULES.narrate(0, play("cat-1"), [ConditionsJudged(True, True), ScoreCounted(10, "The Spirited Band")], []).endswith(
        "Both conditions are met: all win. The score is 10: The Spirited Band."
    )
    assert "Condition 1 is met, condition 2 is not met: all lose." in RULES.narrate(0, play("cat-1"), [ConditionsJudged(True, False)], [])
    assert "dealt again: seat 1 held" in RULES.narrate(0, play("cat-1"), [PiecesRedealt(1, (1,)), PiecesDealt(2)], [])


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("recorded", [True, False])
def test_states_and_facts_survive_json(seats, recorded):
    _, history, states = random_history(seats, 12)
    state = states[0] if recorded else unrecorded(seats, states[0].centre)
    for seat, move in history:
        text = msgspec.json.encode(msgspec.structs.replace(state, table=None))
        fields = msgspec.json.decode(text) | {"table": {"seats": seats, "options": None}}
        back = msgspec.convert(fields, State)
        assert msgspec.structs.replace(back, table=state.table) == state
        state = follow(state, seat, move)
    assert set(RULES.facts) == set(FACTS)


@pytest.mark.parametrize("seats", [3, 4])
def test_the_facts_of_a_set_up_survive_json(seats):
    setup, _, _ = random_history(seats, 1, 0)
    facts = RULES.setup(random_history(seats, 1, 0)[2][0].table, RULES.setup_model.model_validate(setup))
    assert read_facts(RULES, write_facts(facts)) == facts
    assert len({fact.__struct_config__.tag for fact in FACTS}) == len(FACTS)
