"""What an answer says when something is not possible: one sentence that names the field, a code, a clause where there is one; nothing else leaves."""

from collections.abc import Sequence
from typing import Any, Final

from graphql import GraphQLError

from api.auth import BadToken
from domain.refusal import MOVED_ON, NOT_STARTED, NOT_YOUR_SEAT, OVER, SERVICE, UNREADABLE, Refused
from infra.log import logger
from infra.trouble import BUSY, Trouble

CODES: Final = {
    NOT_YOUR_SEAT: "FORBIDDEN",
    NOT_STARTED: "NOT_STARTED",
    OVER: "GAME_OVER",
    UNREADABLE: "UNREADABLE",
    MOVED_ON: "MOVED_ON",
    SERVICE: "NOT_POSSIBLE",
    BUSY: "BUSY",
}
LONGEST: Final = 400  # characters of a message
MOST: Final = 10  # errors in one answer
INTERNAL: Final = "the service failed to answer; what went wrong is in its log"

_log = logger("api")


def refusal(refused: Refused) -> dict[str, str]:
    """The extensions of a refusal: a code for programs, the clause for people."""
    code = "UNAUTHENTICATED" if isinstance(refused, BadToken) else CODES.get(refused.clause, "REFUSED")
    return {"code": code, "clause": refused.clause}


def tell(errors: Sequence[GraphQLError]) -> list[GraphQLError]:
    """The errors as they may leave the house; telling what is told already changes nothing."""
    return [told(error) for error in errors[:MOST]]


def told(error: GraphQLError) -> GraphQLError:
    """Lets through what a client can understand and hides the rest."""
    cause = _cause(error)
    match cause:
        case Refused():
            return _like(error, cause.reason, refusal(cause))
        case Trouble():
            return _like(error, str(cause), {"code": "UNAVAILABLE"})
        case None:
            return _like(error, error.message, {"code": "BAD_QUERY", **(error.extensions or {})})
        case RecursionError():
            return _like(error, "query: is nested too deeply", {"code": "BAD_QUERY"})
        case _:
            _log.error("unexpected", path=[str(step) for step in error.path or ()], exc_info=(type(cause), cause, cause.__traceback__))
            return _like(error, INTERNAL, {"code": "INTERNAL"})


def _cause(error: GraphQLError) -> BaseException | None:
    """What really went wrong; None for a GraphQL error in its own right (syntax, validation, an argument that does not fit)."""
    seen: BaseException | None = error
    while isinstance(seen, GraphQLError):
        seen = seen.original_error
    return seen


def _like(error: GraphQLError, message: str, extensions: dict[str, Any]) -> GraphQLError:
    short = message if len(message) <= LONGEST else message[: LONGEST - 1] + "…"
    return GraphQLError(short.encode(errors="replace").decode(), error.nodes, error.source, error.positions, error.path, extensions=extensions)
