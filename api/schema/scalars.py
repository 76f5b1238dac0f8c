"""The scalars that GraphQL lacks. What a client sends is plain JSON and nothing else: refused here, naming the field."""

import math
from datetime import UTC, datetime
from typing import Any, Final, NewType

import strawberry
from graphql import GraphQLError, Undefined, ValueNode
from graphql.utilities import value_from_ast_untyped
from strawberry.types.scalar import ScalarDefinition

from domain.refusal import UNREADABLE

JSON = NewType("JSON", object)
DateTime = NewType("DateTime", str)

SAFE: Final = 2**53  # integers from here on are not exact in every reader (RFC 8785, I-JSON)
DEEPEST: Final = 32  # levels of lists and objects; the deepest board has five
MARKERS: Final = frozenset({"_type_", "_data_"})  # what a decoder of stored events would take for its own


class NotPlain(GraphQLError):
    """A value that plain JSON cannot carry; the message is one sentence that names the field."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place[:200]}: {why}", extensions={"code": "UNREADABLE", "clause": UNREADABLE})


def plain(value: Any, place: str = "json", depth: int = 0) -> Any:
    """The value itself if it is plain JSON; NotPlain otherwise."""
    match value:
        case None | bool():
            return value
        case _ if value is Undefined:  # a variable inside a literal that was not given
            return None
        case str():
            return _text(value, place)
        case int():
            if abs(value) >= SAFE:
                raise NotPlain(place, "a number must be smaller than 2^53")
            return value
        case float():
            return _number(value, place)
        case list() | dict() if depth >= DEEPEST:
            raise NotPlain(place, f"is nested deeper than {DEEPEST} levels")
        case list():
            return [plain(item, f"{place}[{n}]", depth + 1) for n, item in enumerate(value)]
        case dict():
            return {_key(key, place): plain(item, f"{place}.{key[:40]}", depth + 1) for key, item in value.items()}
        case _:
            raise NotPlain(place, "is not plain JSON")


def _text(value: str, place: str) -> str:
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise NotPlain(place, "has half of a surrogate pair")
    return value


def _key(key: Any, place: str) -> str:
    if not isinstance(key, str) or any("\ud800" <= character <= "\udfff" for character in key):
        raise NotPlain(place, "has a name that is not text")
    if key in MARKERS:
        raise NotPlain(place, f"the name {key} is reserved")
    return key


def _number(value: float, place: str) -> int | float:
    if not math.isfinite(value):
        raise NotPlain(place, "a number must be finite")
    if abs(value) >= SAFE:
        raise NotPlain(place, "a number must be smaller than 2^53")
    return int(value) if value.is_integer() else value


def _literal(node: ValueNode, variables: Any = None) -> Any:
    return plain(value_from_ast_untyped(node, variables))


def _moment(value: Any) -> str:
    """UTC with milliseconds, as the service writes times."""
    try:
        moment = datetime.fromisoformat(value)
        moment = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        raise NotPlain("DateTime", "must be a time in ISO 8601") from None
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


SCALARS: Final[dict[object, ScalarDefinition]] = {
    JSON: strawberry.scalar(
        name="JSON",
        description="Plain JSON: finite numbers smaller than 2^53, whole Unicode characters.",
        serialize=lambda value: value,
        parse_value=plain,
        parse_literal=_literal,
    ),
    DateTime: strawberry.scalar(
        name="DateTime",
        description="A time in UTC, ISO 8601 with milliseconds.",
        serialize=str,
        parse_value=_moment,
        specified_by_url="https://scalars.graphql.org/andimarek/date-time",
    ),
}
