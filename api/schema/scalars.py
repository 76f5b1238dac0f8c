"""The scalars that GraphQL lacks. What a client sends is plain JSON and nothing else: refused here, naming the field."""

from datetime import UTC, datetime
from typing import Any, Final, NewType

import strawberry
from graphql import GraphQLError, Undefined, ValueNode
from graphql.utilities import value_from_ast_untyped
from strawberry.types.scalar import ScalarDefinition

from domain.refusal import UNREADABLE, Refused
from infra import clock
from infra.wire import plain

JSON = NewType("JSON", object)
DateTime = NewType("DateTime", str)


class NotReadable(GraphQLError):
    """A value that a scalar refuses; the message is one sentence that names the field."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, extensions={"code": "UNREADABLE", "clause": UNREADABLE})


def _json(value: Any) -> Any:
    try:
        return plain(value, "json")
    except Refused as refused:
        raise NotReadable(refused.reason) from None


def _json_literal(node: ValueNode, variables: dict[str, Any] | None = None) -> Any:
    return _json(_given(value_from_ast_untyped(node, variables)))


def _given(value: Any) -> Any:
    """A variable inside a literal that is not given is null."""
    match value:
        case dict():
            return {key: _given(item) for key, item in value.items()}
        case list():
            return [_given(item) for item in value]
        case _:
            return None if value is Undefined else value


def _moment(value: Any) -> str:
    try:
        moment = datetime.fromisoformat(value)
        return clock.stamp(moment.replace(tzinfo=moment.tzinfo or UTC))
    except (TypeError, ValueError, OverflowError):
        raise NotReadable("DateTime: must be a time in ISO 8601") from None


SCALARS: Final[dict[object, ScalarDefinition]] = {
    JSON: strawberry.scalar(
        name="JSON",
        description="Plain JSON: whole characters, finite numbers smaller than 2^53, bounded in depth and size.",
        serialize=lambda value: value,
        parse_value=_json,
        parse_literal=_json_literal,
    ),
    DateTime: strawberry.scalar(
        name="DateTime",
        description="A time in UTC, ISO 8601 with milliseconds.",
        serialize=str,
        parse_value=_moment,
        specified_by_url="https://scalars.graphql.org/andimarek/date-time",
    ),
}
