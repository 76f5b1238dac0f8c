"""Messages, undo and stop by consent, disputes and who may read their words."""

from typing import Any

import pytest

from tests.api.house import House, Opened

SAY = "mutation($input: MessageInput!) { sendMessage(input: $input) { id gameId seat text hint at } }"
UNDO = "mutation($id: ID!, $from: Int!) { proposeUndo(gameId: $id, from: $from) { id kind fromMove agreed status } }"
STOP = "mutation($id: ID!) { proposeStop(gameId: $id) { id kind fromMove agreed status } }"
AGREE = "mutation($id: ID!) { agree(proposalId: $id) { id agreed status } }"
RAISE = "mutation($input: RaiseDisputeInput!) { raiseDispute(input: $input) { id status raisedBy aboutMove aboutAttempt aboutMessage text clauses raisedAt } }"
RULE = "mutation($input: RuleDisputeInput!) { ruleDispute(input: $input) { id status verdict fromMove reason clauses ruledAt } }"
DISPUTES = "query($id: ID!) { game(id: $id) { status disputes { id status raisedBy aboutMove aboutAttempt aboutMessage text verdict reason } attempts { id seat clause move } } }"
GAME = "query($id: ID!) { game(id: $id) { status moveCount headMove annulled toAct outcome proposals { status } messages { seat text hint } } }"


def look(house: House, query: str, token: str | None, table: Opened) -> dict[str, Any]:
    house.caught_up(table.id)
    return house.ask(query, token, id=table.id)["game"]  # type: ignore[no-any-return]


def test_table_talk_is_public(house: House) -> None:
    table = house.open()
    said = house.ask(SAY, table.tokens[1], input={"gameId": table.id, "text": "  good luck\n"})["sendMessage"]
    assert (said["seat"], said["text"], said["hint"]) == (1, "good luck", None)
    hint = house.ask(SAY, table.tokens[0], input={"gameId": table.id, "hint": {"wish": "red"}})["sendMessage"]
    assert (hint["text"], hint["hint"]) == (None, {"wish": "red"})
    assert look(house, GAME, None, table)["messages"] == [{"seat": 1, "text": "good luck", "hint": None}, {"seat": 0, "text": None, "hint": {"wish": "red"}}]


@pytest.mark.parametrize(
    ("message", "clause", "field"),
    [
        ({}, "ARB-4", "text"),
        ({"text": "a", "hint": {"wish": "red"}}, "ARB-4", "text"),
        ({"text": ""}, "ARB-4", "text"),
        ({"text": "x" * 1_001}, "ARB-4", "text"),
        ({"text": "\u202e"}, "ARB-4", "text"),
        ({"text": "\ud800"}, "ARB-4", "text"),
        ({"hint": {"wish": "gold"}}, "ARB-4", "hint.wish: "),
        ({"hint": 7}, "ARB-4", "hint: input should be an object"),
        ({"hint": {"wish": "red", "more": 1}}, "ARB-4", "hint.more: "),
        ({"hint": "red"}, "ARB-4", "hint: input should be an object"),
        ({"hint": []}, "ARB-4", "hint: input should be an object"),
        ({"hint": {}}, "ARB-4", "hint.wish: field required"),
    ],
)
def test_talk_that_is_refused(house: House, message: dict[str, Any], clause: str, field: str) -> None:
    table = house.open()
    error = house.refuse(SAY, table.tokens[0], input={"gameId": table.id, **message})
    assert error["clause"] == clause
    assert error["message"].startswith(field)


def test_a_hint_that_the_game_forbids(house: House) -> None:
    table = house.open()
    error = house.refuse(SAY, table.tokens[1], input={"gameId": table.id, "hint": {"wish": "red"}})
    assert (error["code"], error["clause"]) == ("REFUSED", "TOY-4")


def test_undo_by_consent_of_all(house: House) -> None:
    table = house.open()
    house.play(table.tokens[0], table.id, notation="aim left")
    asked = house.ask(UNDO, table.tokens[0], **{"id": table.id, "from": 1})["proposeUndo"]
    assert (asked["kind"], asked["fromMove"], asked["agreed"], asked["status"]) == ("undo", 1, [0], "OPEN")
    agreed = house.ask(AGREE, table.tokens[1], id=asked["id"])["agree"]
    assert (agreed["agreed"], agreed["status"]) == ([0, 1], "AGREED")
    game = look(house, GAME, None, table)
    assert (game["annulled"], game["moveCount"], game["headMove"], game["toAct"]) == ([[1, 1]], 1, 0, [0])
    assert house.play(table.tokens[0], table.id, notation="aim right")["number"] == 2


def test_undo_never_crosses_a_draw_and_lapses_with_the_next_move(house: House) -> None:
    table = house.open()
    house.play(table.tokens[0], table.id, notation="aim left")
    asked = house.ask(UNDO, table.tokens[1], **{"id": table.id, "from": 1})["proposeUndo"]
    current = house.embedded.ledger.game(table.id)
    assert current is not None
    house.play(table.tokens[0], table.id, json=current.rules.legal_moves(current.state, 0)[0].wire())
    assert house.refuse(AGREE, table.tokens[0], id=asked["id"])["message"] == "proposalId: the proposal is lapsed"
    assert house.refuse(UNDO, table.tokens[0], **{"id": table.id, "from": 1})["clause"] == "ARB-6"


def test_an_older_proposal_lapses_when_a_newer_undo_is_agreed(house: House) -> None:
    table = house.open()
    house.play(table.tokens[0], table.id, notation="aim left")
    older = house.ask(UNDO, table.tokens[0], **{"id": table.id, "from": 1})["proposeUndo"]
    newer = house.ask(UNDO, table.tokens[1], **{"id": table.id, "from": 1})["proposeUndo"]
    house.ask(AGREE, table.tokens[0], id=newer["id"])
    assert look(house, GAME, None, table)["proposals"] == [{"status": "LAPSED"}, {"status": "AGREED"}]
    assert house.refuse(AGREE, table.tokens[1], id=older["id"])["message"] == "proposalId: the proposal is lapsed"


def test_an_annulment_without_a_number_shows_where_it_began(house: House) -> None:
    table = house.open()
    house.play(table.tokens[0], table.id, notation="aim left")
    raised = house.ask(RAISE, table.tokens[1], input={"gameId": table.id, "text": "not there", "aboutMove": 1})["raiseDispute"]
    ruled = house.ask(RULE, house.arbiter, input={"disputeId": raised["id"], "verdict": "ANNUL", "reason": "so"})["ruleDispute"]
    assert (ruled["verdict"], ruled["fromMove"]) == ("ANNUL", 1)
    asked = "query($id: ID!) { game(id: $id) { annulled disputes { fromMove } } }"
    assert look(house, asked, None, table) == {"annulled": [[1, 1]], "disputes": [{"fromMove": 1}]}


def test_an_annulment_gives_no_number(house: House) -> None:
    """What docs/playing.md says of ``expectedMove``: it is the last number given, before and after an annulment."""
    table = house.open()
    house.play(table.tokens[0], table.id, notation="aim left")
    asked = house.ask(UNDO, table.tokens[0], **{"id": table.id, "from": 1})["proposeUndo"]
    house.ask(AGREE, table.tokens[1], id=asked["id"])
    game = look(house, GAME, None, table)
    assert (game["moveCount"], game["headMove"]) == (1, 0)
    conflict = house.play(table.tokens[0], table.id, notation="aim right", expectedMove=game["headMove"])
    assert (conflict["__typename"], conflict["headMove"]) == ("MoveConflict", game["moveCount"])
    assert house.play(table.tokens[0], table.id, notation="aim right", expectedMove=1)["number"] == 2


def test_a_verdict_may_rest_on_a_clause_of_the_service(house: House) -> None:
    table = house.open()
    raised = house.ask(RAISE, table.tokens[0], input={"gameId": table.id, "text": "unfair"})["raiseDispute"]
    ruling = {"disputeId": raised["id"], "verdict": "STANDS", "reason": "so", "clauses": ["TOY-2", "ARB-1"]}
    assert house.ask(RULE, house.arbiter, input=ruling)["ruleDispute"]["clauses"] == ["TOY-2", "ARB-1"]


def test_stop_by_consent(house: House) -> None:
    table = house.open()
    asked = house.ask(STOP, table.tokens[1], id=table.id)["proposeStop"]
    assert (asked["kind"], asked["fromMove"]) == ("stop", None)
    house.ask(AGREE, table.tokens[0], id=asked["id"])
    game = look(house, GAME, None, table)
    assert (game["status"], game["outcome"]["reason"]) == ("ENDED", "abandoned")


def test_who_reads_the_words_of_a_dispute(house: House) -> None:
    table = house.open()
    refused = house.play(table.tokens[0], table.id, notation="play red")
    raised = house.ask(RAISE, table.tokens[0], input={"gameId": table.id, "text": "I hold a red one", "aboutAttempt": refused["attempt"]})["raiseDispute"]
    assert (raised["status"], raised["raisedBy"], raised["aboutAttempt"], raised["text"]) == ("OPEN", 0, refused["attempt"], "I hold a red one")
    for token, reads in ((table.tokens[0], True), (house.arbiter, True), (table.tokens[1], False), (None, False), (table.host, False)):
        seen = look(house, DISPUTES, token, table)
        (dispute,) = seen["disputes"]
        assert (dispute["id"], dispute["raisedBy"]) == (raised["id"], 0)
        assert (dispute["text"] is not None) == (dispute["aboutAttempt"] is not None) == reads
        assert [attempt["clause"] for attempt in seen["attempts"]] == (["TOY-2"] if reads else [])
    house.ask(RULE, house.arbiter, input={"disputeId": raised["id"], "verdict": "STANDS", "reason": "he held one", "clauses": ["TOY-2"]})
    assert look(house, DISPUTES, table.tokens[1], table)["disputes"][0]["reason"] is None, "the words of a ruling are the raiser's as well"
    assert look(house, DISPUTES, table.tokens[0], table)["disputes"][0]["reason"] == "he held one"
    house.ask("mutation($id: ID!) { resign(gameId: $id) { id } }", table.tokens[1], id=table.id)
    ended = look(house, DISPUTES, None, table)
    assert (ended["disputes"][0]["text"], ended["attempts"][0]["move"]) == ("I hold a red one", "play red")


def test_only_an_attempt_of_ones_own_can_be_disputed(house: House) -> None:
    table = house.open()
    refused = house.play(table.tokens[0], table.id, notation="play red")
    for token, attempt in ((table.tokens[1], refused["attempt"]), (table.tokens[0], "no-such-attempt")):
        error = house.refuse(RAISE, token, input={"gameId": table.id, "text": "unfair", "aboutAttempt": attempt})
        assert (error["clause"], error["message"]) == ("ARB-6", "aboutAttempt: there is no such attempt of this seat"), "the same whether there is one"


@pytest.mark.parametrize(
    ("about", "clause"),
    [({"aboutMove": 1}, "ARB-6"), ({"aboutMessage": "x"}, "ARB-6"), ({"aboutMove": 1, "aboutMessage": "x"}, "ARB-4"), ({"text": ""}, "ARB-4")],
)
def test_a_dispute_is_about_something(house: House, about: dict[str, Any], clause: str) -> None:
    table = house.open()
    assert house.refuse(RAISE, table.tokens[0], input={"gameId": table.id, "text": "unfair", **about})["clause"] == clause


def test_a_game_under_dispute_does_not_end(house: House) -> None:
    table = house.open()
    said = house.ask(SAY, table.tokens[1], input={"gameId": table.id, "text": "boo"})["sendMessage"]
    raised = house.ask(RAISE, table.tokens[0], input={"gameId": table.id, "text": "rude", "aboutMessage": said["id"]})["raiseDispute"]
    house.play_out(table)
    game = look(house, GAME, None, table)
    assert (game["status"], game["outcome"], game["toAct"]) == ("RUNNING", None, [])
    house.ask(RULE, house.arbiter, input={"disputeId": raised["id"], "verdict": "ADJUDICATE", "winners": [1], "reason": "so be it"})
    game = look(house, GAME, None, table)
    assert (game["status"], game["outcome"]) == ("ENDED", {"winners": [1], "reason": "adjudicated", "scores": None})


@pytest.mark.parametrize(
    ("ruling", "clause"),
    [
        ({"verdict": "STANDS", "fromMove": 1}, "ARB-4"),
        ({"verdict": "ANNUL", "fromMove": 9}, "ARB-6"),
        ({"verdict": "ANNUL", "winners": [0]}, "ARB-4"),
        ({"verdict": "ADJUDICATE", "winners": [7]}, "ARB-4"),
        ({"verdict": "STANDS", "clauses": ["NO-1"]}, "ARB-4"),
        ({"verdict": "STANDS", "reason": ""}, "ARB-4"),
    ],
)
def test_a_ruling_that_cannot_be(house: House, ruling: dict[str, Any], clause: str) -> None:
    table = house.open()
    house.play(table.tokens[0], table.id, notation="aim left")
    raised = house.ask(RAISE, table.tokens[0], input={"gameId": table.id, "text": "unfair", "aboutMove": 1})["raiseDispute"]
    assert house.refuse(RULE, house.arbiter, input={"disputeId": raised["id"], "reason": "so", **ruling})["clause"] == clause
    assert house.ask(RULE, house.arbiter, input={"disputeId": raised["id"], "reason": "so", "verdict": "STANDS"})["ruleDispute"]["status"] == "RULED"
    assert (
        house.refuse(RULE, house.arbiter, input={"disputeId": raised["id"], "reason": "so", "verdict": "STANDS"})["message"]
        == "disputeId: the dispute is ruled already"
    )


def test_seats_are_taken_one_by_one(house: House) -> None:
    opened = house.ask(
        'mutation { openGame(input: {ruleset: "toy", options: {double: true}}) { game { id seatCommitment: seedCommitment options } seatTokens hostToken } }'
    )["openGame"]
    game_id, host = opened["game"]["id"], opened["hostToken"]
    assert (opened["seatTokens"], opened["game"]["options"]) == ([], {"double": True})
    take = "mutation($input: TakeSeatInput!) { takeSeat(input: $input) { seat seatToken game { seats { seat player } } } }"
    assert house.refuse("mutation($id: ID!) { startGame(gameId: $id) { id } }", host, id=game_id)["clause"] == "ARB-2"
    first = house.ask(take, input={"gameId": game_id, "player": "Ann", "seat": 1, "entropy": "dice of my own"})["takeSeat"]
    assert first["game"]["seats"] == [{"seat": 0, "player": None}, {"seat": 1, "player": "Ann"}]
    for taken, clause in (
        ({"player": "Ben", "seat": 1}, "ARB-1"),
        ({"player": "Ann"}, "ARB-4"),
        ({"player": "B", "seat": -1}, "ARB-1"),
        ({"player": " "}, "ARB-4"),
    ):
        assert house.refuse(take, input={"gameId": game_id, **taken})["clause"] == clause
    assert house.ask(take, input={"gameId": game_id, "player": "Ben"})["takeSeat"]["seat"] == 0
    started = house.ask("mutation($id: ID!) { startGame(gameId: $id) { status startedAt toAct } }", host, id=game_id)["startGame"]
    assert (started["status"], started["toAct"]) == ("RUNNING", [0])
    assert house.refuse("mutation($id: ID!) { startGame(gameId: $id) { id } }", host, id=game_id)["clause"] == "ARB-2"


@pytest.mark.parametrize(
    ("table", "field"),
    [
        ({"ruleset": "chess"}, "ruleset"),
        ({"ruleset": "toy", "players": ["Ann"]}, "players"),
        ({"ruleset": "toy", "players": ["Ann", "Ann"]}, "players[1]"),
        ({"ruleset": "toy", "players": ["Ann", ""]}, "players[1]"),
        ({"ruleset": "toy", "players": [str(n) for n in range(50)]}, "players"),
        ({"ruleset": "toy", "seats": 5}, "seats"),
        ({"ruleset": "toy", "options": {"double": "yes"}}, "options"),
        ({"ruleset": "toy", "options": [1]}, "options"),
        ({"ruleset": "toy", "board": "any"}, "board"),
        ({"ruleset": "toy", "board": "a", "boardJson": {}}, "boardJson"),
        ({"ruleset": "toy", "boardJson": []}, "boardJson"),
    ],
)
def test_a_table_that_cannot_be_laid(house: House, table: dict[str, Any], field: str) -> None:
    error = house.refuse("mutation($input: OpenGameInput!) { openGame(input: $input) { hostToken } }", input=table)
    assert error["clause"] == "ARB-4"
    assert error["message"].startswith(field)
