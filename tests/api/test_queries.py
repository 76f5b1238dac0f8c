"""The catalogue, games at a move, rulings, audits, leaderboards."""

from typing import Any

import pytest

from domain.clauses import service_clauses
from domain.shelf import shelf
from tests.api.house import House, Opened

PAGE = """query($status: GameStatus, $ruleset: ID, $player: String, $first: Int, $after: String) {
  games(status: $status, ruleset: $ruleset, player: $player, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { id ruleset status players moveCount startedAt endedAt outcome } }
  } }"""
RULING = """query($id: ID!, $seat: Int!, $at: Int, $notation: String, $move: MoveInput, $json: JSON) {
  ruling(gameId: $id, seat: $seat, atMove: $at, notation: $notation, move: $move, json: $json) { legal clause reason notation moveJson legalMovesJson } }"""
AUDIT = "query($id: ID!) { audit(gameId: $id) { ok moves firstIllegal { move } annulledIllegal problems { line reason } } }"


@pytest.fixture(scope="module")
def ended(house: House) -> Opened:
    table = house.open("toy", ("Eve", "Max"))
    house.play_out(table)
    house.caught_up(table.id)
    return table


def test_the_rulesets(house: House) -> None:
    told = house.ask("{ rulesets { id slug title version seats cooperative boards options clauses { id place text refereed } } }")["rulesets"]
    assert [ruleset["slug"] for ruleset in told] == sorted(shelf())
    for ruleset in told:
        rules = shelf()[ruleset["slug"]]
        assert (ruleset["id"], ruleset["title"], ruleset["seats"]) == (rules.slug, rules.title, list(rules.seats))
        assert [clause["id"] for clause in ruleset["clauses"]] == list(rules.clauses)
        assert ruleset["options"]["type"] == "object"
    assert house.ask('{ ruleset(id: "toy") { title } }') == {"ruleset": {"title": "Toy"}}
    assert house.ask('{ ruleset(id: "chess") { title } }') == {"ruleset": None}


def test_the_clauses_of_the_service(house: House) -> None:
    told = house.ask("{ serviceClauses { id place text refereed } }")["serviceClauses"]
    assert [clause["id"] for clause in told] == list(service_clauses())
    assert all(clause["text"] and clause["refereed"] for clause in told)


def test_the_hints_of_a_game(house: House) -> None:
    told = {ruleset["slug"]: ruleset["hint"] for ruleset in house.ask("{ rulesets { slug hint } }")["rulesets"]}
    assert {slug for slug, hint in told.items() if hint is not None} == {slug for slug, rules in shelf().items() if rules.hint is not None}
    assert all(hint["type"] == "object" for hint in told.values() if hint is not None)


def test_the_catalogue_page_by_page(house: House) -> None:
    tables = [house.open("toy", ("Pia", f"Guest {number}")) for number in range(5)]
    house.caught_up(tables[-1].id)
    ids, after = [], None
    while True:
        page = house.ask(PAGE, ruleset="toy", player="Pia", first=2, after=after)["games"]
        assert page["totalCount"] == 5
        assert page["pageInfo"]["hasPreviousPage"] == (after is not None)
        assert page["pageInfo"]["startCursor"] == page["edges"][0]["cursor"]
        ids += [edge["node"]["id"] for edge in page["edges"]]
        if not page["pageInfo"]["hasNextPage"]:
            break
        after = page["pageInfo"]["endCursor"]
    assert ids == [table.id for table in reversed(tables)]
    house.ask("mutation($id: ID!) { resign(gameId: $id) { id } }", tables[0].tokens[0], id=tables[0].id)
    house.caught_up(tables[0].id)
    assert [house.ask(PAGE, player="Pia", status=status)["games"]["totalCount"] for status in ("OPEN", "RUNNING", "ENDED")] == [0, 4, 1]
    (edge,) = house.ask(PAGE, player="Pia", status="ENDED")["games"]["edges"]
    assert (edge["node"]["players"], edge["node"]["outcome"]["reason"]) == (["Pia", "Guest 0"], "resigned")
    assert house.ask(PAGE, player="Pia", first=0)["games"]["edges"] == []


@pytest.mark.parametrize(
    ("wanted", "field"), [({"first": -1}, "first"), ({"first": 1_000}, "first"), ({"after": "x"}, "after"), ({"ruleset": "chess"}, "ruleset")]
)
def test_a_page_that_cannot_be(house: House, wanted: dict[str, Any], field: str) -> None:
    error = house.refuse(PAGE, **wanted)
    assert (error["code"], error["clause"]) == ("UNREADABLE", "ARB-4")
    assert error["message"].startswith(f"{field}: ")


def test_a_game_at_every_move_is_what_it_was(house: House, ended: Opened) -> None:
    query = "query($id: ID!, $at: Int) { game(id: $id, atMove: $at) { moveCount toAct viewJson scoreboard legalMovesJson boardSvgUrl } }"
    head = house.ask(query, id=ended.id)["game"]
    assert head["toAct"] == [] == head["legalMovesJson"]
    assert "hidden" not in str(head["viewJson"]), "everybody sees all of the head of a game that has ended"
    for number in range(head["moveCount"]):
        game = house.ask(query, id=ended.id, at=number)["game"]
        assert len(game["toAct"]) == 1
        assert game["moveCount"] == head["moveCount"]
        assert game["boardSvgUrl"].endswith(f"/games/{ended.id}/board.svg?atMove={number}")
        assert "hidden" in str(game["viewJson"]) or number > head["moveCount"] - 5, "as it was when it was the head"
    for wrong in (-1, head["moveCount"] + 1):
        assert house.refuse(query, id=ended.id, at=wrong)["message"] == f"atMove: must be 0 to {head['moveCount']}"


def test_the_scoreboard_follows_the_outcome(house: House, ended: Opened) -> None:
    query = "query($id: ID!, $at: Int) { game(id: $id, atMove: $at) { scoreboard outcome } }"
    game = house.ask(query, id=ended.id)["game"]
    lines, outcome = game["scoreboard"], game["outcome"]
    assert [line["player"] for line in lines] == ["Eve", "Max"]
    assert [line["score"] for line in lines] == [scores["total"] for scores in outcome["scores"]]
    assert [line["seat"] for line in lines if line["won"]] == outcome["winners"] == [line["seat"] for line in lines if line["rank"] == 1]
    assert {line["reason"] for line in lines} == {"most_points"}
    early = house.ask(query, id=ended.id, at=2)["game"]["scoreboard"]
    assert all(line["rank"] is None and line["won"] is None and line["score"] is not None for line in early)


def test_moves_of_a_game_in_pages(house: House, ended: Opened) -> None:
    query = """query($id: ID!, $after: Int, $first: Int) { game(id: $id) { moveCount moves(after: $after, first: $first) {
        totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { number notation } } } } }"""
    count = house.ask(query, id=ended.id)["game"]["moveCount"]
    page = house.ask(query, id=ended.id, after=3, first=4)["game"]["moves"]
    assert [edge["node"]["number"] for edge in page["edges"]] == [4, 5, 6, 7]
    assert page["pageInfo"] == {"hasNextPage": True, "hasPreviousPage": True, "startCursor": "4", "endCursor": "7"}
    assert page["totalCount"] == count
    last = house.ask(query, id=ended.id, after=count - 1)["game"]["moves"]
    assert (len(last["edges"]), last["pageInfo"]["hasNextPage"]) == (1, False)
    assert house.refuse(query, id=ended.id, after=-1)["message"].startswith("after: ")
    assert house.refuse(query, id=ended.id, first=501)["message"].startswith("first: ")


def test_legal_moves_by_viewer(house: House) -> None:
    table = house.open()
    house.caught_up(table.id)
    query = "query($id: ID!) { game(id: $id) { legalMovesJson legalMoves { __typename ... on ToyAim { kind side notation } } } }"
    aims = [{"kind": "aim", "side": "left"}, {"kind": "aim", "side": "right"}]
    for token, expected in ((None, aims), (table.tokens[0], aims), (table.tokens[1], []), (house.arbiter, aims)):
        game = house.ask(query, token, id=table.id)["game"]
        assert game["legalMovesJson"] == expected
        assert [move["notation"] for move in game["legalMoves"]] == [f"aim {move['side']}" for move in expected]
    house.play(table.tokens[0], table.id, notation="aim left")
    house.caught_up(table.id)
    assert house.ask(query, None, id=table.id)["game"]["legalMovesJson"] is None, "the list would name the hand"
    assert house.ask(query, table.tokens[1], id=table.id)["game"]["legalMovesJson"] == []
    assert len(house.ask(query, table.tokens[0], id=table.id)["game"]["legalMovesJson"]) >= 2
    assert len(house.ask(query, house.arbiter, id=table.id)["game"]["legalMovesJson"]) >= 2


def test_a_ruling_for_the_own_seat_at_the_head(house: House) -> None:
    table = house.open()
    house.caught_up(table.id)
    legal = house.ask(RULING, table.tokens[0], id=table.id, seat=0, notation="aim left")["ruling"]
    assert (legal["legal"], legal["clause"], legal["moveJson"], len(legal["legalMovesJson"])) == (True, None, {"kind": "aim", "side": "left"}, 2)
    illegal = house.ask(RULING, table.tokens[0], id=table.id, seat=0, json={"kind": "play", "card": "red"})["ruling"]
    assert (illegal["legal"], illegal["clause"], illegal["notation"]) == (False, "TOY-2", "play red")
    unreadable = house.ask(RULING, table.tokens[0], id=table.id, seat=0, notation="fly")["ruling"]
    assert (unreadable["legal"], unreadable["clause"], unreadable["moveJson"]) == (False, "ARB-4", None)
    typed = house.ask(RULING, table.tokens[0], id=table.id, seat=0, move={"toy": {"aim": {"side": "right"}}})["ruling"]
    assert typed["legal"]
    assert house.ask("query($id: ID!) { game(id: $id) { moveCount } }", id=table.id)["game"]["moveCount"] == 0, "a ruling is no move"


def test_a_ruling_draws_nothing(house: House) -> None:
    table = house.open()
    house.play(table.tokens[0], table.id, notation="aim left")
    game = house.embedded.ledger.game(table.id)
    assert game is not None
    house.caught_up(table.id)
    move = game.rules.legal_moves(game.state, 0)[0]
    told = house.ask(RULING, table.tokens[0], id=table.id, seat=0, notation=game.rules.notate(move))["ruling"]
    assert (told["legal"], told["moveJson"]) == (True, move.wire())


@pytest.mark.parametrize("who", ["spectator", "other seat", "host", "seat at an earlier move"])
def test_who_may_not_ask_for_a_ruling(house: House, who: str) -> None:
    table = house.open()
    house.play(table.tokens[0], table.id, notation="aim left")
    house.caught_up(table.id)
    token = {"spectator": None, "other seat": table.tokens[1], "host": table.host, "seat at an earlier move": table.tokens[0]}[who]
    at = {"at": 0} if who.startswith("seat") else {}
    assert house.refuse(RULING, token, id=table.id, seat=0, notation="aim left", **at)["clause"] == "ARB-1"
    assert house.ask(RULING, house.arbiter, id=table.id, seat=0, notation="aim left", at=0)["ruling"]["legal"]


def test_after_the_end_everybody_may_ask(house: House, ended: Opened) -> None:
    assert house.ask(RULING, None, id=ended.id, seat=0, notation="aim left", at=0)["ruling"]["legal"]
    assert house.ask(RULING, None, id=ended.id, seat=1, notation="aim left", at=0)["ruling"]["clause"] == "TOY-1"
    for wrong in ({"seat": 9, "at": 0}, {"seat": -1, "at": 0}, {"seat": 0, "at": 10_000}):
        assert house.refuse(RULING, None, id=ended.id, notation="aim left", **wrong)["code"] in ("FORBIDDEN", "NOT_POSSIBLE")


def test_an_audit(house: House, ended: Opened) -> None:
    report = house.ask(AUDIT, id=ended.id)["audit"]
    count = house.ask("query($id: ID!) { game(id: $id) { moveCount } }", id=ended.id)["game"]["moveCount"]
    assert report == {"ok": True, "moves": count, "firstIllegal": None, "annulledIllegal": [], "problems": []}


def test_while_a_game_runs_only_the_arbiter_has_it_audited(house: House) -> None:
    table = house.open()
    house.play(table.tokens[0], table.id, notation="aim left")
    house.caught_up(table.id)
    for token in (None, table.tokens[0], table.host):
        assert house.refuse(AUDIT, token, id=table.id)["clause"] == "ARB-1"
    assert house.ask(AUDIT, house.arbiter, id=table.id)["audit"] == {"ok": True, "moves": 1, "firstIllegal": None, "annulledIllegal": [], "problems": []}


def test_the_leaderboard(house: House, ended: Opened) -> None:
    query = "query($ruleset: ID, $first: Int, $asOf: DateTime) { leaderboard(ruleset: $ruleset, first: $first, asOf: $asOf) { rank player ruleset games wins rating meanScore } }"
    board = house.ask(query, ruleset="toy")["leaderboard"]
    assert {"Eve", "Max"} <= {line["player"] for line in board}
    assert [line["rank"] for line in board] == sorted(line["rank"] for line in board)
    assert all(line["ruleset"] == "toy" and line["rating"] is not None for line in board)
    assert house.ask(query, first=1)["leaderboard"][0]["rank"] == 1
    assert house.ask(query, ruleset="toy", asOf="2001-01-01T00:00:00Z")["leaderboard"] == []
    assert "asOf" in house.refuse(query, asOf="yesterday")["message"] or "DateTime" in house.refuse(query, asOf="yesterday")["message"]


def test_what_was_done_is_seen_at_once(house: House) -> None:
    """Whoever has opened, joined or talked reads it in the next request; only after a move may reads lag behind for a moment."""
    for _ in range(30):
        opened = house.ask('mutation { openGame(input: {ruleset: "toy"}) { game { id } } }')["openGame"]["game"]["id"]
        query = "query($id: ID!) { game(id: $id) { seats { player } } games(first: 1) { edges { node { id } } } }"
        told = house.ask(query, id=opened)
        assert told["game"]["seats"][0]["player"] is None
        assert told["games"]["edges"][0]["node"]["id"] == opened
        house.ask('mutation($id: ID!) { takeSeat(input: {gameId: $id, player: "Ann"}) { seat } }', id=opened)
        assert house.ask(query, id=opened)["game"]["seats"][0]["player"] == "Ann"
