"""What goes wrong inside stays inside; what a client can use gets out, at every door."""

from typing import Any

import pytest
import structlog
from graphql import GraphQLError

from api.auth import BadToken
from api.faults import INTERNAL, LONGEST, MOST, tell, told
from domain.refusal import Refused
from infra.trouble import Unavailable
from tests.api.house import House

SECRET = "the queen of hearts is in seat two's hand"


def raising(error: Exception) -> Any:
    def fail(*_: Any, **__: Any) -> Any:
        raise error

    return fail


def test_an_internal_error_is_hidden_and_logged(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.embedded.library, "games", raising(RuntimeError(SECRET)))
    with structlog.testing.capture_logs() as logged:
        answer = house.post("{ games { totalCount } }")
    assert SECRET not in answer.text
    (error,) = answer.json()["errors"]
    assert (error["message"], error["extensions"]) == (INTERNAL, {"code": "INTERNAL"})
    assert any(line["event"] == "unexpected" and line["path"] == ["games"] for line in logged)


async def test_over_a_socket_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.embedded.library, "leaderboard", raising(RuntimeError(SECRET)))
    monkeypatch.setattr(house.embedded.library, "game", raising(RuntimeError(SECRET)))
    game = "00000000-0000-4000-8000-000000000000"
    for query in ("{ leaderboard { player } }", "subscription { leaderboard { player } }", f'subscription {{ game(id: "{game}") {{ __typename }} }}'):
        async with house.socket() as socket:
            await socket.subscribe(query)
            answer = await socket.next()
            assert SECRET not in str(answer)
            assert answer["type"] == "complete" or answer["payload"]["errors"][0]["message"] == INTERNAL


def test_at_the_other_doors_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.embedded.library, "game", raising(RuntimeError(SECRET)))
    for door in ("board.svg", "record"):
        answer = house.http.get(f"/games/00000000-0000-4000-8000-000000000000/{door}")
        assert (answer.status_code, answer.json()["errors"][0]["message"]) == (500, INTERNAL)
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_store_that_does_not_answer_is_no_secret(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.embedded.library, "games", raising(Unavailable("database: the disk is full, nothing was recorded")))
    error = house.refuse("{ games { totalCount } }")
    assert (error["code"], error["message"]) == ("UNAVAILABLE", "database: the disk is full, nothing was recorded")
    monkeypatch.setattr(house.embedded.library, "game", raising(Unavailable("database: it is locked by another process, nothing was recorded")))
    answer = house.http.get("/games/00000000-0000-4000-8000-000000000000/record")
    assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (503, "UNAVAILABLE")


def as_raised(cause: Exception) -> GraphQLError:
    return GraphQLError(str(cause), original_error=cause, path=["a"])


def test_what_is_told() -> None:
    assert told(as_raised(Refused("HML-1.2", "no"))).extensions == {"code": "REFUSED", "clause": "HML-1.2"}
    assert told(as_raised(BadToken("authorization: no"))).extensions == {"code": "UNAUTHENTICATED", "clause": "ARB-1"}
    assert told(as_raised(RecursionError())).message == "query: is nested too deeply"
    assert told(GraphQLError("Syntax Error: x")).extensions == {"code": "BAD_QUERY"}
    assert told(GraphQLError("x", extensions={"code": "OWN"})).extensions == {"code": "OWN"}
    assert len(told(GraphQLError("x" * 10_000)).message) == LONGEST
    assert told(GraphQLError("half \ud800")).message == "half ?"
    assert told(as_raised(as_raised(ValueError(SECRET)))).message == INTERNAL, "however deeply it is wrapped"


def test_telling_twice_changes_nothing_and_there_is_a_bound() -> None:
    once = tell([as_raised(Refused("ARB-4", f"field {n}: no")) for n in range(50)])
    assert len(once) == MOST
    assert [(error.message, error.extensions) for error in tell(once)] == [(error.message, error.extensions) for error in once]
