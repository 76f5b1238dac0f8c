"""Positions of a record: numbers, marks of what was taken back, and what each viewer may see."""

from typing import Any

from domain.course import walk
from domain.seats import ARBITER, SPECTATOR, Viewer
from domain.sight import view_of
from domain.transcript import Position, game_of, positions
from infra.record_file import read_record
from tests.records.support import OPENING, as_bytes, typed, written


def shown(source: str | bytes, viewer: Viewer = ARBITER) -> list[Position]:
    sheet = read_record(source)
    return list(positions(sheet, walk(sheet), viewer))


def test_every_position_has_the_form_of_the_wire_contract() -> None:
    first, second, third = [position.wire() for position in shown(typed(*OPENING[:2]))]
    assert first == {
        "at": 0,
        "to_act": [0],
        "legal": {"0": [{"kind": "aim", "side": "left"}, {"kind": "aim", "side": "right"}]},
        "scores": [0, 0],
        "over": False,
    }
    assert second["legal"]["0"][0] == {"kind": "play", "card": "red"}
    assert (third["at"], third["to_act"], third["scores"]) == (2, [1], [2, 0])


def test_a_legal_list_is_left_out_for_who_may_not_see_it() -> None:
    for viewer, seen in ((ARBITER, True), (Viewer(seat=0), True), (Viewer(seat=1), False), (SPECTATOR, False)):
        legal = shown(typed(OPENING[0]), viewer)[1].legal
        assert set(legal) == ({"0"} if seen else set())


def test_moves_taken_back_are_marked_and_stand_where_they_were_made() -> None:
    lines = [*OPENING, {"annul": {"from": 3}}, {"seat": 1, "move": "aim left"}]
    found = shown(typed(*lines))
    assert [(position.at, position.annulled) for position in found] == [(0, False), (1, False), (2, False), (3, True), (4, True), (5, False)]
    assert found[5].to_act == [1]
    assert [position.wire().get("annulled") for position in found[2:4]] == [None, True]


def test_positions_after_an_illegal_move_that_was_taken_back_are_not_known() -> None:
    lines = [*OPENING[:3], {"seat": 1, "move": "play green"}, {"seat": 0, "move": "aim left"}, {"annul": {"from": 4}}, OPENING[3]]
    assert [position.at for position in shown(typed(*lines))] == [0, 1, 2, 3, 6]


def test_positions_end_before_an_illegal_move() -> None:
    assert [position.at for position in shown(typed(*OPENING[:2], OPENING[0], OPENING[2]))] == [0, 1, 2]


def test_the_last_position_of_a_finished_game_tells_the_outcome_and_all_that_was_hidden() -> None:
    for viewer in (ARBITER, SPECTATOR):
        found = shown(as_bytes(written()), viewer)
        assert [position.over for position in found[-2:]] == [False, True]
        assert found[-1].outcome is not None
        assert found[-1].outcome["reason"] == "most_points"
        assert (found[-1].to_act, found[-1].legal) == ([], {})


def test_a_game_that_ends_at_an_earlier_position_says_so_last() -> None:
    """The last moves were taken back, then a seat gave up: the line of the head stands once more at the end."""
    lines: list[Any] = [*OPENING, {"annul": {"from": 3}}, {"event": "SeatResigned", "seat": 1}]
    found = shown(typed(*lines))
    assert [(position.at, position.annulled, position.over) for position in found[-2:]] == [(4, True, False), (2, False, True)]
    assert found[-1].outcome == {"winners": [], "reason": "resigned", "scores": None}


def test_a_game_under_dispute_goes_on_and_shows_no_more_than_before() -> None:
    """Its last move is made, but it ends when the dispute is ruled: only then is everything shown."""
    lines = written()
    ended = next(n for n, line in enumerate(lines) if line.get("event") == "GameEnded")
    dispute = {"event": "DisputeRaised", "dispute": "d", "seat": 0, "text": "no", "aboutMove": 5}
    last = max(n for n, line in enumerate(lines) if "move" in line)
    header = {**lines[0], "chance": "reported"}
    running = as_bytes([header, *lines[1:last], dispute, *lines[last:ended], {"end": {"outcome": None}}])
    sheet = read_record(running)
    course = walk(sheet)
    assert course.fault is None
    game = game_of(sheet, course)
    assert game.status == "RUNNING"
    for viewer in (SPECTATOR, Viewer(seat=0)):
        assert shown(running, viewer)[-1].outcome is None
        assert view_of(game, viewer) == game.rules.view(game.state, viewer, game.state)
        assert view_of(game, viewer) != view_of(game, ARBITER)
    ruled = as_bytes([header, *lines[1:last], dispute, *lines[last:ended], {"event": "DisputeRuled", "dispute": "d", "verdict": "STANDS", "reason": "fine"}])
    assert shown(ruled, SPECTATOR)[-1].outcome is not None
