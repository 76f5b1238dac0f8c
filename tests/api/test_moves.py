"""Playing over GraphQL: what is accepted, refused, in conflict, and in which order that is judged."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from infra.keys import receipt_message
from tests.api.house import PLAY, House


def b64(text: str) -> bytes:
    import base64

    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_a_move_in_each_of_its_three_forms(house: House) -> None:
    table = house.open()
    first = house.play(table.tokens[0], table.id, move={"toy": {"aim": {"side": "left"}}})
    assert (first["__typename"], first["number"]) == ("MoveAccepted", 1)
    assert first["game"]["moveCount"] == 1, "the answer shows the move already"
    game = house.embedded.ledger.game(table.id)
    assert game is not None
    card = game.state.hands[0][0]  # type: ignore[attr-defined]
    assert house.play(table.tokens[0], table.id, notation=f"play {card}")["number"] == 2
    assert house.play(table.tokens[1], table.id, json={"kind": "aim", "side": "right"})["number"] == 3


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"notation": "aim left", "json": {"kind": "aim", "side": "left"}},
        {"notation": "aim left", "move": {"toy": {"aim": {"side": "left"}}}},
        {"json": {"kind": "aim", "side": "left"}, "move": {"toy": {"aim": {"side": "left"}}}},
    ],
)
def test_exactly_one_form_is_given(house: House, move: dict[str, object]) -> None:
    table = house.open()
    refused = house.play(table.tokens[0], table.id, **move)
    assert (refused["__typename"], refused["clause"]) == ("MoveRefused", "ARB-4")
    assert "exactly one of move, json, notation" in refused["reason"]
    assert refused["legalMovesJson"] == [{"kind": "aim", "side": "left"}, {"kind": "aim", "side": "right"}]


def test_a_move_of_another_ruleset_is_unreadable(house: House) -> None:
    table = house.open()
    refused = house.play(table.tokens[0], table.id, move={"bremen": {"playPiece": {"piece": "donkey-7"}}})
    assert (refused["clause"], refused["reason"]) == ("ARB-4", "move.bremen: this game is toy")


def test_a_refusal_names_clause_reason_and_legal_moves(house: House) -> None:
    table = house.open()
    refused = house.play(table.tokens[0], table.id, notation="play red")
    assert refused["clause"] == "TOY-2"
    assert refused["reason"] == "a turn aims first"
    assert refused["legalMovesJson"] == [{"kind": "aim", "side": "left"}, {"kind": "aim", "side": "right"}]
    assert refused["attempt"]
    waiting = house.play(table.tokens[1], table.id, notation="aim left")
    assert (waiting["clause"], waiting["legalMovesJson"]) == ("TOY-1", [])


def test_a_line_that_cannot_be_read_is_answered_with_the_nearest_legal_one(house: House) -> None:
    table = house.open()
    refused = house.play(table.tokens[0], table.id, notation="Aim: LEFT")
    assert refused["reason"] == "move: 'Aim: LEFT' is neither 'aim SIDE' nor 'play CARD'; the legal move most like it is written: aim left"
    waiting = house.play(table.tokens[1], table.id, notation="Aim: LEFT")
    assert waiting["reason"] == "move: 'Aim: LEFT' is neither 'aim SIDE' nor 'play CARD'", "whose turn it is not has no legal move"


def test_the_seat_comes_from_the_token(house: House) -> None:
    mine, other = house.open(), house.open()
    for token in (None, other.tokens[0], mine.host, house.arbiter):
        refused = house.play(token, mine.id, notation="aim left")
        assert (refused["__typename"], refused["clause"], refused["legalMovesJson"]) == ("MoveRefused", "ARB-1", [])


def test_a_receipt_is_signed_with_the_published_key(house: House) -> None:
    table = house.open()
    accepted = house.play(table.tokens[0], table.id, notation="aim left")
    receipt = accepted["receipt"]
    (key,) = house.http.get("/keys").json()["keys"]
    assert receipt["keyId"] == key["kid"]
    message = receipt_message(receipt["gameId"], receipt["version"], receipt["hash"])
    Ed25519PublicKey.from_public_bytes(b64(key["x"])).verify(b64(receipt["signature"]), message)
    house.caught_up(table.id)
    assert house.ask("query($id: ID!) { game(id: $id) { head } }", id=table.id)["game"]["head"] == receipt["hash"]


def test_an_older_position_is_a_conflict(house: House) -> None:
    table = house.open()
    assert house.play(table.tokens[0], table.id, notation="aim left", expectedMove=0)["number"] == 1
    assert house.play(table.tokens[0], table.id, notation="play red", expectedMove=0) == {"__typename": "MoveConflict", "headMove": 1}
    assert house.play(table.tokens[0], table.id, notation="play red", expectedMove=7) == {"__typename": "MoveConflict", "headMove": 1}


def test_sent_again_a_move_answers_as_the_first_time(house: House) -> None:
    table = house.open()
    sent = {"notation": "aim left", "expectedMove": 0, "clientMoveId": "a-1"}
    first, again = house.play(table.tokens[0], table.id, **sent), house.play(table.tokens[0], table.id, **sent)
    assert again["number"] == first["number"] == 1
    assert again["receipt"] == first["receipt"]
    assert again["game"]["moveCount"] == 1
    other = house.play(table.tokens[0], table.id, notation="aim right", clientMoveId="a-1")
    assert (other["clause"], other["reason"]) == ("ARB-4", "clientMoveId: this id was used for another move")
    of_another_seat = house.play(table.tokens[1], table.id, notation="aim left", clientMoveId="a-1")
    assert of_another_seat["clause"] == "TOY-1", "an id belongs to its seat"


def test_a_refused_move_is_not_remembered(house: House) -> None:
    table = house.open()
    assert house.play(table.tokens[0], table.id, notation="play red", clientMoveId="b")["__typename"] == "MoveRefused"
    assert house.play(table.tokens[0], table.id, notation="aim left", clientMoveId="b")["number"] == 1


def test_the_order_of_judgement(house: House) -> None:
    """Whose seat, then the client's id, then the expected move, then whether the game runs, then turn and legality."""
    table = house.open()
    house.play(table.tokens[0], table.id, notation="aim left", clientMoveId="x")
    stale = {"notation": "aim left", "clientMoveId": "x", "expectedMove": 99}
    assert house.play(table.tokens[1], table.id, **{**stale, "clientMoveId": "y"})["__typename"] == "MoveConflict", "before the turn"
    assert house.play(table.tokens[0], table.id, **stale)["number"] == 1, "the id comes before the conflict"
    assert house.play(None, table.id, **stale)["clause"] == "ARB-1", "the seat comes before everything"
    house.play_out(table)
    over = house.play(table.tokens[0], table.id, notation="aim left")
    assert over["clause"] == "ARB-3"
    assert house.play(table.tokens[0], table.id, notation="aim left", expectedMove=0)["__typename"] == "MoveConflict", "before whether it runs"
    assert house.play(table.tokens[0], table.id, **stale)["number"] == 1, "the id answers for ever"


def test_a_game_that_has_not_started_takes_no_move(house: House) -> None:
    opened = house.ask('mutation { openGame(input: {ruleset: "toy"}) { game { id status toAct viewJson view { __typename } legalMovesJson } } }')["openGame"]
    game = opened["game"]
    assert (game["status"], game["toAct"], game["viewJson"], game["view"]) == ("OPEN", [], {}, None)
    seated = house.ask('mutation($id: ID!) { takeSeat(input: {gameId: $id, player: "Ann"}) { seat seatToken game { seats { player } } } }', id=game["id"])[
        "takeSeat"
    ]
    assert seated["seat"] == 0
    assert house.play(seated["seatToken"], game["id"], notation="aim left")["clause"] == "ARB-2"


def test_of_fifty_who_send_the_same_number_one_is_accepted(house: House) -> None:
    table = house.open()
    sent = {"gameId": table.id, "notation": "aim left", "expectedMove": 0}

    def play(number: int) -> str:
        answer = house.http.post("/graphql", json={"query": PLAY, "variables": {"input": {**sent, "clientMoveId": f"c-{number}"}}}, headers=auth)
        return str(answer.json()["data"]["playMove"]["__typename"])

    auth = {"Authorization": f"Bearer {table.tokens[0]}"}
    with ThreadPoolExecutor(50) as pool:
        answers = list(pool.map(play, range(50)))
    assert answers.count("MoveAccepted") == 1
    assert answers.count("MoveConflict") == 49
